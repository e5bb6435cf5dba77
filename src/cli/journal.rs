//! The file in which a comparison keeps its runs as they come, so that a crash or Ctrl-C loses none.
//!
//! Lines of JSON: the first says what is compared, each further one is a run. It lies beside the output until
//! that is written.

use crate::compare::{Ending, Place, Run};
use crate::report::comparison::{RunRecord, Setting, Walk};
use crate::report::json;
use crate::same_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// What is compared: the first line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) setting: Setting,
    pub(crate) cases: Vec<HeaderCase>,
}

/// An instance and what runs on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HeaderCase {
    pub(crate) puzzle: String,
    pub(crate) boards: Vec<String>,
    pub(crate) engines: Vec<String>,
}

/// A run: a further line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The instance, counted from 1.
    case: usize,
    #[serde(flatten)]
    run: RunRecord,
    /// A solution of its board, where there was none yet.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    solution: Option<Walk>,
}

/// A run that was kept, and the instance that it belongs to, counted from 0.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) case: usize,
    pub(crate) run: Run,
    pub(crate) solution: Option<Walk>,
}

/// A file of runs that does not do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error(
        "{} holds the runs of a comparison that did not come to its end; --resume goes on with it, \
         or remove it",
        path.display()
    )]
    There { path: PathBuf },
    #[error(
        "{} holds the runs of another comparison: {what} was different; call for the same again, or \
         remove it",
        path.display()
    )]
    Other { path: PathBuf, what: &'static str },
    #[error("{}, line {line}: no run of this comparison ({found}); remove the file", path.display())]
    Line { path: PathBuf, line: usize, found: String },
    #[error("{} is not a file of runs that this program keeps; name another output", path.display())]
    Foreign { path: PathBuf },
    #[error(
        "another comparison is running, and keeps its runs in {}; wait for its end, or name another output",
        path.display()
    )]
    Locked { path: PathBuf },
}

/// The file, open for further runs.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Journal {
    /// Where the runs are kept while `output` is not there yet: beside the file that it leads to, so that one file has
    /// one journal.
    pub(crate) fn beside(output: &Path) -> PathBuf {
        let target = if output.is_symlink() { fs::canonicalize(output).ok() } else { None };
        let mut name = target.as_deref().unwrap_or(output).as_os_str().to_owned();
        name.push(".partial");
        name.into()
    }

    /// Begins a file, or with `resume` goes on with the one that is there, whose runs are returned. A last
    /// line that was not written to its end is dropped.
    ///
    /// # Errors
    /// When there is a file and nobody asked to resume, it belongs to another comparison or to nobody, or
    /// another program is writing it.
    pub(crate) fn open(
        path: PathBuf,
        header: &Header,
        resume: bool,
    ) -> Result<(Self, Vec<Kept>), JournalError> {
        let io = |error| JournalError::Io { path: path.clone(), error };
        let mut file = loop {
            let mut options = OpenOptions::new();
            let file = options.create(true).read(true).append(true).open(&path).map_err(io)?;
            // To read a pipe is to wait for somebody who writes.
            if !file.metadata().map_err(io)?.is_file() {
                return Err(JournalError::Foreign { path });
            }
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(JournalError::Locked { path }),
                Err(TryLockError::Error(error)) => return Err(io(error)),
            }
            // Who had the lock before may have removed it.
            if same_file::is_at(&file, &path) {
                break file;
            }
        };
        let mut text = String::new();
        match file.read_to_string(&mut text) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(JournalError::Foreign { path });
            }
            Err(error) => return Err(io(error)),
        }
        // A line that is not ended was cut off.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if !text.is_empty() && !text.starts_with("{\"setting\":{") {
            return Err(JournalError::Foreign { path });
        }
        // An empty one holds nothing: it was created just now, here or by another that this one has overtaken.
        if !text.is_empty() && !resume {
            return Err(JournalError::There { path });
        }
        let kept = read(&path, &text[..whole], header)?;
        file.set_len(whole as u64).map_err(io)?;
        let mut journal = Journal { path, file: BufWriter::new(file) };
        if whole == 0 {
            journal.write(header)?;
        }
        Ok((journal, kept))
    }

    /// Keeps a run of an instance, counted from 0.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn keep(
        &mut self,
        case: usize,
        run: &Run,
        solution: Option<&Walk>,
    ) -> Result<(), JournalError> {
        let solution = solution.cloned();
        self.write(&Line { case: case + 1, run: RunRecord::from(run), solution })
    }

    /// Takes the file away: all that is in it has been written elsewhere.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub(crate) fn remove(self) -> Result<(), JournalError> {
        fs::remove_file(&self.path).map_err(|error| JournalError::Io { path: self.path, error })
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let written = json::write_line(&mut self.file, line).and_then(|()| self.file.flush());
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// The runs in the file, which has to belong to this comparison.
fn read(path: &Path, text: &str, header: &Header) -> Result<Vec<Kept>, JournalError> {
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let fault = |line: usize, found: &dyn fmt::Display| {
        let found = found.to_string();
        JournalError::Line { path: path.into(), line: line + 1, found }
    };
    let there: Header = serde_json::from_str(first).map_err(|error| fault(0, &error))?;
    if let Some(what) = header.difference(&there) {
        return Err(JournalError::Other { path: path.into(), what });
    }
    let mut all: Vec<Kept> = Vec::new();
    // By case, board, engine and round, where its run is in the list.
    let mut places = BTreeMap::new();
    for (number, line) in lines {
        let line: Line = serde_json::from_str(line).map_err(|error| fault(number, &error))?;
        let case = line.case.checked_sub(1).filter(|&case| case < header.cases.len());
        let case = case.ok_or_else(|| fault(number, &"there is no such case"))?;
        let HeaderCase { boards, engines, .. } = &header.cases[case];
        let run = line.run.run().ok_or_else(|| fault(number, &"it has no outcome"))?;
        let Place { board, engine, round } = run.place;
        let is_planned = board < boards.len()
            && round < header.setting.rounds
            && engines.iter().any(|name| name == engine);
        if !is_planned {
            return Err(fault(number, &"nobody asked for it"));
        }
        let kept = Kept { case, run, solution: line.solution };
        match places.entry((case, board, engine, round)) {
            Entry::Vacant(place) => {
                place.insert(all.len());
                all.push(kept);
            }
            // It was tried again.
            Entry::Occupied(place) if all[*place.get()].has_crashed() => all[*place.get()] = kept,
            Entry::Occupied(_) => return Err(fault(number, &"it is there twice")),
        }
    }
    // One that crashed may have been killed: it is tried again.
    all.retain(|kept| !kept.has_crashed());
    Ok(all)
}

impl Kept {
    fn has_crashed(&self) -> bool {
        matches!(self.run.ending, Ending::Crashed { .. })
    }
}

impl Header {
    /// What makes the other one another comparison. How it was called for does not.
    fn difference(&self, other: &Header) -> Option<&'static str> {
        let (one, two) = (&self.setting, &other.setting);
        let engines = |header: &Header| -> Vec<_> {
            header.cases.iter().map(|case| case.engines.clone()).collect()
        };
        [
            ("the program", one.version != two.version),
            ("the machine", one.machine != two.machine),
            ("the puzzle", one.puzzle != two.puzzle || one.parameter != two.parameter),
            ("the number of rounds", one.rounds != two.rounds),
            ("a limit", one.limits != two.limits),
            ("the heuristic", one.heuristic != two.heuristic),
            ("the number of threads", one.threads != two.threads),
            ("the list of engines", engines(self) != engines(other)),
            ("a board", self.cases != other.cases),
        ]
        .into_iter()
        .find_map(|(what, differs)| differs.then_some(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, Stats};

    fn header() -> Header {
        Header {
            setting: Setting { rounds: 2, ..Setting::test(&Limits::default()) },
            cases: vec![HeaderCase {
                puzzle: "lamps".into(),
                boards: vec!["o...".into()],
                engines: vec!["bfs".into()],
            }],
        }
    }

    fn run(round: usize) -> Run {
        let place = Place { board: 0, engine: "bfs", round };
        Run { place, ending: Ending::Cancelled, stats: Stats::default(), process_bytes: None }
    }

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("puzzlespace-{}-{name}.partial", std::process::id()))
    }

    #[test]
    fn what_was_kept_is_there_again_and_a_torn_line_is_not() {
        let path = path("torn");
        let (mut journal, kept) = Journal::open(path.clone(), &header(), false).unwrap();
        assert!(kept.is_empty());
        let walk = Walk { cost: 1, moves: vec!["press".into()], boards: vec!["....".into()] };
        journal.keep(0, &run(0), Some(&walk)).unwrap();
        journal.keep(0, &run(1), None).unwrap();
        drop(journal);
        let mut text = fs::read_to_string(&path).unwrap();
        text.truncate(text.len() - 3);
        fs::write(&path, text).unwrap();

        let refused = Journal::open(path.clone(), &header(), false).unwrap_err().to_string();
        assert!(refused.contains("--resume goes on with it"), "{refused}");
        let locked = Journal::open(path.clone(), &header(), true).unwrap();
        let refused = Journal::open(path.clone(), &header(), true).unwrap_err().to_string();
        assert!(refused.contains("another comparison is running"), "{refused}");
        drop(locked);
        let (mut journal, kept) = Journal::open(path.clone(), &header(), true).unwrap();
        let [Kept { case: 0, run: first, solution }] = &kept[..] else { panic!("{kept:?}") };
        assert_eq!((first, solution.as_ref()), (&run(0), Some(&walk)));
        journal.keep(0, &run(1), None).unwrap();
        drop(journal);
        let (journal, kept) = Journal::open(path.clone(), &header(), true).unwrap();
        assert_eq!(kept.len(), 2);
        journal.remove().unwrap();
        assert!(!path.exists());
    }

    /// Fault 8: a journal was there before it was locked, and one that was gone was gone on with.
    #[test]
    fn a_journal_has_one_comparison_and_is_there() {
        let path = path("gap");
        let compare = || {
            for _ in 0..300 {
                match Journal::open(path.clone(), &header(), false) {
                    Ok((mut journal, kept)) => {
                        assert!(kept.is_empty());
                        journal.keep(0, &run(0), None).unwrap();
                        assert!(same_file::is_at(journal.file.get_ref(), &path));
                        journal.remove().unwrap();
                    }
                    Err(JournalError::Locked { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(compare);
            }
        });
        assert!(!path.exists());
    }

    /// Fault 9: the second was told to resume or remove what the first was writing.
    #[test]
    fn a_second_comparison_hears_that_the_first_is_running() {
        let path = path("second");
        let first = Journal::open(path.clone(), &header(), false).unwrap();
        for resume in [false, true] {
            let refused = Journal::open(path.clone(), &header(), resume).unwrap_err().to_string();
            assert!(refused.contains("another comparison is running"), "{refused}");
            assert!(!refused.contains("--resume") && !refused.contains("remove"), "{refused}");
        }
        first.0.remove().unwrap();
    }

    #[test]
    fn the_runs_of_another_comparison_are_refused() {
        let path = path("other");
        drop(Journal::open(path.clone(), &header(), false).unwrap());
        let refused = |change: fn(&mut Header)| {
            let mut header = header();
            change(&mut header);
            Journal::open(path.clone(), &header, true).unwrap_err().to_string()
        };
        assert!(refused(|header| header.setting.rounds += 1).contains("the number of rounds was"));
        assert!(
            refused(|header| header.cases[0].boards[0] = "oooo".into()).contains("a board was")
        );
        assert!(refused(|header| header.cases[0].engines.clear()).contains("the list of engines"));
        let other = refused(|header| header.setting.heuristic = Some("own".into()));
        assert!(other.contains("the heuristic was"), "{other}");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_foreign_file_is_left_as_it_is() {
        let path = path("foreign");
        for text in ["my precious diary", "my precious diary\n", "{}\n"] {
            fs::write(&path, text).unwrap();
            let refused = Journal::open(path.clone(), &header(), true).unwrap_err();
            assert!(matches!(refused, JournalError::Foreign { .. }), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn lines_that_no_comparison_wrote_are_refused_and_crashed_ones_tried_again() {
        let path = path("lines");
        let read_again = |runs: &[Run]| {
            let _ = fs::remove_file(&path);
            let (mut journal, _) = Journal::open(path.clone(), &header(), false).unwrap();
            for run in runs {
                journal.keep(0, run, None).unwrap();
            }
            drop(journal);
            let kept = Journal::open(path.clone(), &header(), true).map(|(_, kept)| kept.len());
            kept.map_err(|error| error.to_string())
        };
        assert!(read_again(&[run(0), run(0)]).unwrap_err().contains("line 3: no run of this"));
        assert!(read_again(&[run(7)]).unwrap_err().contains("nobody asked for it"));
        let crashed = Run { ending: Ending::Crashed { reason: "killed".into() }, ..run(0) };
        assert_eq!(read_again(std::slice::from_ref(&crashed)), Ok(0));
        assert_eq!(read_again(&[crashed, run(0)]), Ok(1));
        fs::remove_file(&path).unwrap();
    }
}
