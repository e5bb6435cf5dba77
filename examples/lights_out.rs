//! POJ 1222: reads how many boards of 5x6 lamps there are, then the boards, and prints which lamps to press.
//!
//! ```sh
//! printf '1\n0 1 1 0 1 0\n1 0 0 1 1 1\n0 0 1 0 0 1\n1 0 0 1 0 1\n0 1 1 1 0 0\n' |
//!     cargo run --release --example lights_out
//! ```

use puzzlespace::plugin::Playable;
use puzzlespace::text::Reader;
use puzzlespace::{Outcome, engines};
use puzzlespace_puzzles::lights_out::{LightsOut, Pattern};
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

    let puzzle = LightsOut::new(5, 6, Pattern::Plus)?;
    let mut reader = Reader::new(&text);
    let count = reader.token("how many boards follow")?;
    let count: u32 = count.text.parse().map_err(|_| count.unexpected("how many boards follow"))?;
    for number in 1..=count {
        let board = puzzle.read(&mut reader)?;
        let Outcome::Solved(solution) = engines::solve(&puzzle, &board)?.outcome else {
            return Err(format!("board {number} cannot be solved").into());
        };
        writeln!(output, "PUZZLE #{number}")?;
        let mut is_pressed = [["0"; 6]; 5];
        for lamp in solution.paths.iter().flat_map(puzzlespace::search::Path::moves) {
            let lamp = usize::from(lamp.0);
            is_pressed[lamp / 6][lamp % 6] = "1";
        }
        for row in is_pressed {
            writeln!(output, "{}", row.join(" "))?;
        }
    }
    Ok(())
}
