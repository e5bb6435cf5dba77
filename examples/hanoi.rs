//! POJ 1958: prints the fewest moves of the Tower of Hanoi with four pegs, for each number of disks that it
//! reads. The judges ask for 1 to 12.
//!
//! ```sh
//! echo 1 2 3 4 5 6 7 8 | cargo run --release --example hanoi
//! ```

use puzzlespace::text::Reader;
use puzzlespace::{Outcome, engines};
use puzzlespace_puzzles::hanoi::{Board, Hanoi};
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
    const PEGS: u8 = 4;
    let mut text = String::new();
    input.read_to_string(&mut text)?;

    let mut reader = Reader::new(&text);
    while !reader.is_at_end() {
        let token = reader.token("a number of disks")?;
        let disks: u8 = token.text.parse().map_err(|_| token.unexpected("a number of disks"))?;
        let puzzle = Hanoi::new(disks, PEGS)?;
        let all_on_the_first = Board { pegs: vec![0; disks.into()] };
        match engines::solve(&puzzle, &all_on_the_first)?.outcome {
            Outcome::Solved(solution) => writeln!(output, "{}", solution.cost)?,
            outcome => return Err(format!("no answer: {}", outcome.word()).into()),
        }
    }
    Ok(())
}
