//! Luogu P2534 (AHOI 2012): reads how many iron plates there are, then their radii from the top to the
//! bottom, and prints how many flips of the topmost ones sort them at least.
//!
//! ```sh
//! printf '5\n2 4 3 5 1\n' | cargo run --release --example pancake
//! ```

use puzzlespace::search::Job;
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::{Outcome, Puzzle, engines};
use puzzlespace_puzzles::pancake::{Board, Cake, Pancake};
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

    let mut reader = Reader::new(&text);
    while !reader.is_at_end() {
        let n = number(&mut reader, "how many plates there are")?;
        let puzzle = Pancake::<u64>::new(n)?;
        let radii: Vec<u8> =
            (0..n).map(|_| number(&mut reader, "a radius")).collect::<Result<_, _>>()?;
        // Only the order of the radii matters.
        let mut sorted = radii.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < radii.len() {
            return Err("two plates have the same radius".into());
        }
        let size = |radius| (0..n).zip(&sorted).find(|&(_, &other)| other == radius);
        let sizes = radii.iter().filter_map(|&radius| size(radius));
        let cakes = sizes.map(|(size, _)| Cake { size, is_burnt_side_up: false }).collect();
        // The heuristic is so good that A* hardly leaves the path, which pays from ten plates on.
        let engine = engines::by_name("a_star")?;
        let run = engine.run(&puzzle, puzzle.starts(&Board { cakes }), &Job::default())?;
        match run.outcome {
            Outcome::Solved(solution) => writeln!(output, "{}", solution.cost)?,
            outcome => return Err(format!("no answer: {}", outcome.word()).into()),
        }
    }
    Ok(())
}

fn number(reader: &mut Reader<'_>, what: &str) -> Result<u8, ReadError> {
    let token = reader.token(what)?;
    token.text.parse().map_err(|_| token.unexpected(what))
}
