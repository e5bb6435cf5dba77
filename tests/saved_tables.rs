//! Tables in files: what is damaged, cut off or of something else is told, and built anew.

use puzzlespace::heuristics::{Folder, Guided, TableEvent, Tables};
use puzzlespace::{
    Puzzle,
    abilities::{Heuristic, Ranking},
};
use puzzlespace_puzzles::sliding_tile::SlidingTile;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

type Eight = SlidingTile<u64>;

fn eight() -> Eight {
    SlidingTile::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap()
}

/// An empty folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved_tables").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

/// The puzzle with the heuristic, and in a word each what happened to its tables.
fn made(folder: &Path, heuristic: &str) -> (Guided<Eight>, Vec<String>) {
    let events = Mutex::new(Vec::new());
    let observe = |event: &TableEvent| {
        events.lock().unwrap().push(match event {
            TableEvent::Building { pattern } => format!("building {pattern}"),
            TableEvent::Rejected { fault, .. } => format!("rejected: {fault}"),
            TableEvent::Loaded { .. } => "loaded".into(),
            TableEvent::Saved { .. } => "saved".into(),
            TableEvent::NotSaved { .. } => "not saved".into(),
        });
    };
    let tables = Tables {
        puzzle: "sliding_tile:rows=3,columns=3".into(),
        folder: Some(folder.into()),
        observer: Some(&observe),
        ..Tables::default()
    };
    let guided = Guided::new(eight(), heuristic, &tables).unwrap();
    (guided, events.into_inner().unwrap())
}

fn values(guided: &Guided<Eight>) -> Vec<u32> {
    let (ranking, heuristic) = (guided.ranking().unwrap(), guided.heuristic().unwrap());
    let ranks = (0..ranking.count()).step_by(101);
    ranks.map(|rank| heuristic.estimate(ranking.unrank(rank))).collect()
}

/// The one table in a folder.
fn file(folder: &Path) -> PathBuf {
    let tables = Folder(folder.into()).tables().unwrap();
    assert_eq!(tables.len(), 1);
    tables[0].path.clone()
}

const ONE: &str = "patterns(1 2 3 4)";

#[test]
fn are_read_again_and_say_the_same() {
    let folder = folder("read_again");
    let (built, events) = made(&folder, ONE);
    assert_eq!(events, ["building 1 2 3 4", "saved"]);
    let (loaded, events) = made(&folder, ONE);
    assert_eq!(events, ["loaded"]);
    assert_eq!(values(&built), values(&loaded));
    let text = fs::read(file(&folder)).unwrap();
    assert!(text.starts_with(
        b"puzzlespace table 2\npuzzle sliding_tile:rows=3,columns=3\npattern 1 2 3 4\n"
    ));
}

#[test]
fn that_are_not_sound_are_told_and_built_anew() {
    let folder = folder("unsound");
    let (built, _) = made(&folder, ONE);
    let path = file(&folder);
    let sound = fs::read(&path).unwrap();
    let other = {
        let other = self::folder("unsound_other");
        made(&other, "patterns(5 6 7 8)");
        fs::read(file(&other)).unwrap()
    };
    let mut flipped = sound.clone();
    let last = flipped.len() - 1;
    flipped[last - 1000] ^= 1;
    let mut later_version = sound.clone();
    later_version[18] = b'3';
    let mut long = sound.clone();
    long.push(0);
    for (bytes, fault) in [
        (flipped, "it is damaged: its checksum is "),
        (sound[..last].to_vec(), "it has "),
        (long, "it has "),
        (sound[..30].to_vec(), "it is of something else, or damaged: expected `"),
        (Vec::new(), "it is no table: "),
        (later_version, "it is of another version: its first line is `puzzlespace table 3`"),
        (b"\xff\xfe\x00".to_vec(), "it is no table: "),
        (
            other,
            "it is of something else, or damaged: expected `pattern 1 2 3 4`, found `pattern 5 6 7 8`",
        ),
    ] {
        fs::write(&path, &bytes).unwrap();
        let saved = &Folder(folder.clone()).tables().unwrap()[0];
        // One that is sound, but under another's name, is none either.
        assert!(saved.verify().is_err(), "{fault}");
        let (again, events) = made(&folder, ONE);
        assert_eq!(events.len(), 3, "{events:?}");
        assert!(events[0].starts_with(&format!("rejected: {fault}")), "{events:?}, not {fault}");
        assert_eq!(events[1..], ["building 1 2 3 4", "saved"]);
        assert_eq!(values(&built), values(&again));
        assert_eq!(fs::read(&path).unwrap(), sound);
    }
}

#[test]
fn that_cannot_be_written_are_used_all_the_same() {
    let folder = folder("not_a_folder");
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    fs::write(&folder, "").unwrap();
    let (_, events) = made(&folder, ONE);
    fs::remove_file(&folder).unwrap();
    assert_eq!(events, ["building 1 2 3 4", "not saved"]);
}

#[test]
fn may_be_made_by_two_at_once() {
    let folder = folder("two_at_once");
    let all = std::thread::scope(|scope| {
        let make = || values(&made(&folder, ONE).0);
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(all.iter().all(|values| *values == all[0]));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
    assert_eq!(made(&folder, ONE).1, ["loaded"]);
}
