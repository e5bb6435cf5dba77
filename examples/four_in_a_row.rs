//! codevs 1004 and Luogu P2346: reads boards, and prints for each the fewest moves to four in a row.
//!
//! ```sh
//! printf 'BWBO\nWBWB\nBWBW\nWBWO\n' | cargo run --release --example four_in_a_row
//! ```

use puzzlespace::plugin::Playable;
use puzzlespace::text::Reader;
use puzzlespace::{Outcome, engines};
use puzzlespace_puzzles::four_in_a_row::FourInARow;
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

    let puzzle = FourInARow;
    let mut reader = Reader::new(&text);
    while !reader.is_at_end() {
        // Either side may begin, so the board stands for two starts; the search looks at both at once.
        let board = puzzle.read(&mut reader)?;
        match engines::solve(&puzzle, &board)?.outcome {
            Outcome::Solved(solution) => writeln!(output, "{}", solution.cost)?,
            Outcome::Unsolvable(_) => writeln!(output, "Impossible")?,
            outcome => return Err(format!("no answer: {}", outcome.word()).into()),
        }
    }
    Ok(())
}
