//! Reads 2x2x2 cubes, unfolded as in BOJ 7659, and prints the fewest quarter turns that solve each, and how
//! many they are.
//!
//! ```sh
//! printf '..UF....\n..UF....\nLLFDRRUB\nLLFDRRUB\n..DB....\n..DB....\n' |
//!     cargo run --release --example pocket_cube
//! ```

use puzzlespace::plugin::Playable;
use puzzlespace::text::Reader;
use puzzlespace::{Outcome, engines};
use puzzlespace_puzzles::pocket_cube::{Metric, PocketCube};
use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match answer(io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn answer(mut input: impl Read, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    input.read_to_string(&mut text)?;

    let puzzle = PocketCube::new(Metric::Quarter);
    let mut reader = Reader::new(&text);
    while !reader.is_at_end() {
        let board = puzzle.read(&mut reader)?;
        let Outcome::Solved(solution) = engines::solve(&puzzle, &board)?.outcome else {
            return Err("a cube that was read can be solved".into());
        };
        write!(output, "{}:", solution.cost)?;
        for turn in solution.paths.iter().flat_map(puzzlespace::search::Path::moves) {
            write!(output, " {turn}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
