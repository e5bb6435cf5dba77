//! Luogu P1379: reads boards of the 8-puzzle, and prints for each the fewest slides to `123804765`.
//!
//! ```sh
//! echo 283104765 | cargo run --release --example sliding_tile
//! ```

use puzzlespace::plugin::Playable;
use puzzlespace::text::Reader;
use puzzlespace::{Outcome, engines};
use puzzlespace_puzzles::sliding_tile::SlidingTile;
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

    // Any order of the tiles can be the goal.
    let puzzle = SlidingTile::<u64>::new(3, 3, &[1, 2, 3, 8, 0, 4, 7, 6, 5])?;
    let mut reader = Reader::new(&text);
    while !reader.is_at_end() {
        let board = puzzle.read(&mut reader)?;
        match engines::solve(&puzzle, &board)?.outcome {
            Outcome::Solved(solution) => writeln!(output, "{}", solution.cost)?,
            Outcome::Unsolvable(reason) => writeln!(output, "unsolvable: {reason}")?,
            outcome => return Err(format!("no answer: {}", outcome.word()).into()),
        }
    }
    Ok(())
}
