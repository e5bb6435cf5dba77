//! The commands in the documents, run as a reader would run them.
#![cfg(unix)]

#[path = "../../tests/document/mod.rs"]
#[expect(dead_code, reason = "the tests of the other package use the rest")]
mod document;

use document::{Document, Shell};
use std::path::Path;

/// Its commands call a program of its own; `tests/documents.rs` builds and runs it.
const HAS_ITS_OWN_PROGRAM: &str = "docs/adding-a-puzzle.md";

#[test]
fn every_command_says_what_the_document_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root of the project");
    let program = Path::new(env!("CARGO_BIN_EXE_puzzlespace"));
    let mut commands = 0;
    for mut document in Document::all(root) {
        if document.name == HAS_ITS_OWN_PROGRAM {
            continue;
        }
        let directory =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(document.name.replace('/', "_"));
        let mut shell = Shell::new(directory, program, "cargo run --release --");
        document.set_output(&mut shell);
        document.should_be_on_disk("cargo test --release -p puzzlespace-puzzles --test readme");
        commands += shell.commands;
    }
    assert!(commands > 5, "only {commands} commands were found");
}
