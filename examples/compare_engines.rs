//! Compares every engine that fits a puzzle, from Rust; `puzzlespace compare` does the same.
//!
//! ```sh
//! cargo run --release --example compare_engines
//! ```

use puzzlespace::compare;
use puzzlespace::engines::ENGINES;
use puzzlespace::search::{Job, Limits};
use puzzlespace_puzzles::flip_game;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let instance = flip_game::PLUGIN.instance("goal=white")?;
    let boards = ["bwwbbbwbbwwbbwww", "wwwwwwwwwwwwwwww", "bwwwwwwwwwwwwwww"].map(String::from);
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };

    let engines = compare::fitting(&*instance, ENGINES);
    let job = Job { limits, ..Job::default() };
    let comparison = compare::run(&*instance, &boards, &engines, &job)?;

    println!("{:<14} {:>4} {:>9} {:>9}  outcome", "engine", "cost", "expanded", "distinct");
    for row in comparison.rows() {
        let (expanded, distinct) = (row.stats.expanded, row.stats.distinct);
        println!("{:<14} {:>4} {expanded:>9} {distinct:>9}  {}", row.engine, row.cost, row.tally);
    }
    if let Some(disagreement) = comparison.disagreements().first() {
        return Err(disagreement.to_string().into());
    }
    println!("they agree on {} boards", comparison.boards);
    Ok(())
}
