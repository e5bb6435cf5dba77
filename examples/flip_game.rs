//! POJ 1753: reads boards, and prints for each the fewest flips that make all pieces show one colour.
//!
//! ```sh
//! printf 'bwwb\nbbwb\nbwwb\nbwww\n' | cargo run --release --example flip_game
//! ```

use puzzlespace::plugin::Playable;
use puzzlespace::text::Reader;
use puzzlespace::{Outcome, engines};
use puzzlespace_puzzles::flip_game::FlipGame;
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

    let puzzle = FlipGame::default();
    let mut reader = Reader::new(&text);
    while !reader.is_at_end() {
        let board = puzzle.read(&mut reader)?;
        match engines::solve(&puzzle, &board)?.outcome {
            Outcome::Solved(solution) => writeln!(output, "{}", solution.cost)?,
            Outcome::Unsolvable(_) => writeln!(output, "Impossible")?,
            outcome => return Err(format!("no answer: {}", outcome.word()).into()),
        }
    }
    Ok(())
}
