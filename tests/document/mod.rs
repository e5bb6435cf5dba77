//! A document of the project: its blocks and tables, and how they are kept true.
//!
//! A test works out what a document should say. Where it says something else, the test fails with the
//! command that corrects it: the same test with `UPDATE` set in its environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A document as it is on the disk.
pub(crate) struct Document {
    path: PathBuf,
    /// Its path from the root of the project.
    pub(crate) name: String,
    /// What it says.
    pub(crate) text: String,
}

impl Document {
    /// Reads the document of this name.
    pub(crate) fn open(root: &Path, name: &str) -> Self {
        let path = root.join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        Document { path, name: name.into(), text }
    }

    /// Every document there is.
    pub(crate) fn all(root: &Path) -> Vec<Self> {
        let mut names = Vec::new();
        for folder in ["", "docs/", "docs/decisions/"] {
            let entries = fs::read_dir(root.join(folder)).expect("a folder of documents");
            let paths = entries.map(|entry| entry.expect("an entry").path());
            let documents = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
            let files = documents.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
            names.extend(files.map(|file| folder.to_owned() + &file));
        }
        names.sort();
        names.iter().map(|name| Document::open(root, name)).collect()
    }

    /// Fails unless the document on the disk says the same; with `UPDATE` set, makes it say so.
    #[track_caller]
    pub(crate) fn should_be_on_disk(&self, update: &str) {
        let there = fs::read_to_string(&self.path).expect("the document was read before");
        if there == self.text {
            return;
        }
        if std::env::var_os("UPDATE").is_some() {
            // Other tests may be reading it.
            let new = self.path.with_extension("new");
            fs::write(&new, &self.text).expect("the document can be written");
            fs::rename(&new, &self.path).expect("the document can be replaced");
            return;
        }
        let pairs = there.lines().zip(self.text.lines());
        let same = pairs.take_while(|(says, should_say)| says == should_say).count();
        let show = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
        panic!(
            "{}, line {}, says\n    {}\nand should say\n    {}\nthis corrects it: UPDATE=1 {update}",
            self.name,
            same + 1,
            show(&there),
            show(&self.text),
        );
    }

    /// Puts something else between the marks `<!-- NAME -->` and `<!-- end -->`.
    pub(crate) fn set_section(&mut self, name: &str, content: &str) {
        let mark = format!("<!-- {name} -->\n");
        let text = self.text.split_once(&mark).and_then(|(before, rest)| {
            let end = rest.find("<!-- end -->")?;
            Some(format!("{before}{mark}{content}{}", &rest[end..]))
        });
        self.text = text.unwrap_or_else(|| panic!("{}: no {mark}..<!-- end -->", self.name));
    }

    /// What stands in the fenced blocks of a language, in their order.
    pub(crate) fn blocks(&self, language: &str) -> Vec<String> {
        let mut blocks = Vec::new();
        let mut open: Option<(bool, String)> = None;
        for line in self.text.lines() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(tag)) => open = Some((tag == language, String::new())),
                (None, None) => {}
                (Some((is_wanted, block)), Some(_)) => {
                    blocks.extend(is_wanted.then(|| std::mem::take(block)));
                    open = None;
                }
                (Some((_, block)), None) => {
                    block.push_str(line);
                    block.push('\n');
                }
            }
        }
        assert!(open.is_none(), "{}: a block is not closed", self.name);
        blocks
    }

    /// Puts what `shell` says below each command of the `console` blocks. Where only times differ, it
    /// stays as it is.
    pub(crate) fn set_output(&mut self, shell: &mut Shell) {
        let mut text = String::new();
        let mut lines = self.text.lines().peekable();
        let mut is_console = false;
        while let Some(line) = lines.next() {
            text.push_str(line);
            text.push('\n');
            if line.starts_with("```") {
                is_console = line == "```console";
                continue;
            }
            let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) else { continue };
            let mut said = String::new();
            while let Some(line) =
                lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```"))
            {
                said.push_str(line);
                said.push('\n');
            }
            let next = lines.peek().copied().unwrap_or_default();
            let says = shell.run(command);
            assert!(
                shell.code == 0 || next == "$ echo $?",
                "{}: `{command}` ends with {}, and no `echo $?` behind it says so:\n{says}",
                self.name,
                shell.code
            );
            let is_same = without_times(&said) == without_times(&says);
            text.push_str(if is_same { &said } else { &says });
        }
        self.text = text;
    }
}

/// Runs the commands of a document, one after another.
pub(crate) struct Shell {
    directory: PathBuf,
    program: PathBuf,
    /// How documents call the program when it is not on the path.
    cargo: &'static str,
    /// What the last command ended with.
    pub(crate) code: i32,
    /// How many commands were run.
    pub(crate) commands: usize,
}

impl Shell {
    /// A shell in an empty directory, which finds `program` under its name and under `cargo`.
    pub(crate) fn new(directory: PathBuf, program: &Path, cargo: &'static str) -> Self {
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("the directory for tests can be written");
        Shell { directory, program: program.into(), cargo, code: 0, commands: 0 }
    }

    /// What the command writes to standard output and standard error.
    fn run(&mut self, command: &str) -> String {
        let name = self.program.file_stem().expect("a program").to_string_lossy();
        let command = command.replace(self.cargo, &name);
        let folders = self.program.parent().map(Path::to_path_buf).into_iter();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(folders.chain(std::env::split_paths(&path)));
        let mut shell = Command::new("sh");
        // `$?` is what the last command ended with.
        shell.arg("-c").arg(format!("exec 2>&1\n(exit {})\n{command}", self.code));
        shell.current_dir(&self.directory).env("PATH", path.expect("a path"));
        for variable in ["CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
            shell.env_remove(variable);
        }
        let output = shell.output().expect("there is a shell");
        self.code = output.status.code().unwrap_or(-1);
        self.commands += 1;
        String::from_utf8(output.stdout).expect("the program writes UTF-8")
    }
}

/// The text without what differs from run to run and from machine to machine: times, ratios of times, the
/// memory of a process, the line that says how fast a survey was, and remarks on noise. Nor does it matter how
/// wide columns are.
fn without_times(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("noise: "));
    lines.map(|line| words_without_times(line) + "\n").collect()
}

fn words_without_times(line: &str) -> String {
    if line.contains(" states/s, ") {
        return "so many states/s".into();
    }
    let line = match line.split_once("\"seconds\":") {
        Some((before, after)) => {
            let number = after.find([',', '}']).unwrap_or(after.len());
            format!("{before}{}", &after[number..])
        }
        None => line.into(),
    };
    let mut words: Vec<&str> =
        line.split_whitespace().filter(|word| !word.starts_with('±')).collect();
    while let Some(measured) = words.iter().position(|word| word.starts_with('~')) {
        words.drain(measured..words.len().min(measured + 2));
    }
    let is_number = |index: usize| {
        words.get(index).is_some_and(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
        })
    };
    let is_unit = |index: usize| {
        words.get(index).is_some_and(|word| {
            ["ms", "s", "min", "h"].contains(&word.trim_end_matches([',', ';']))
                && is_number(index - 1)
        })
    };
    let is_time = |index: usize| is_number(index) && is_unit(index + 1);
    // In a table of engines, the ratio of times stands behind the time, and so does their growth.
    let is_factor = |index: usize| words.get(index).is_some_and(|word| word.starts_with('×'));
    let is_ratio =
        |index: usize| index > 1 && (is_number(index) || is_factor(index)) && is_unit(index - 1);
    let kept = (0..words.len())
        .filter(|&index| !is_time(index) && !is_ratio(index) && (index == 0 || !is_unit(index)));
    kept.map(|index| words[index]).collect::<Vec<_>>().join(" ")
}

/// The tests of documents that use this module are in two packages; both run these.
mod tests {
    use super::without_times;

    #[test]
    fn times_do_not_matter_and_counts_do() {
        let is_same = |one, other| without_times(one) == without_times(other);
        let line = "bfs: 32 expanded, 16 generated, 256 B, 0.008 ms";
        assert!(is_same(line, "bfs: 32 expanded, 16 generated, 256 B, 1.20 s"));
        assert!(!is_same(line, "bfs: 33 expanded, 16 generated, 256 B, 0.008 ms"));
        assert!(is_same(
            "bfs  1 solved  4  30.0 KiB   0.035 ms  1.00",
            "bfs 1 solved 4 30.0 KiB 10.1 ms 206"
        ));
        assert!(!is_same(
            "bfs  1 solved  4  30.0 KiB  0.035 ms  1.00",
            "bfs 1 solved 5 30.0 KiB 10.1 ms 206"
        ));
        assert!(is_same(
            "bfs  1 solved  4  30.0 KiB  ~1.3 MiB  0.035 ms ±2%  1.00 ±0.02\nnoise: too much",
            "bfs 1 solved 4 30.0 KiB ~992 KiB 10.1 ms ±10% 206 ±1"
        ));
        assert!(is_same("bfs 0.018 ms 0.017 ms ×0.94 ±8%", "bfs 1.1 ms 2.2 ms ×2.00"));
        assert!(!is_same("bfs 18 60 ×3.31", "bfs 18 60 ×3.32"));
        assert!(is_same("{\"seconds\":2.4e-6},", "{\"seconds\":1},"));
        assert!(!is_same("{\"a\":1,\"seconds\":2.4e-6}", "{\"a\":2,\"seconds\":2.4e-6}"));
        assert!(!is_same("12 states", "13 states"));
    }
}
