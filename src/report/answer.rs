//! An answer as text.

use super::Page;
use crate::plugin::Answer;
use crate::search::{Limit, Optimality, Outcome, Path, Solution, Stats};
use crate::units;
use std::fmt;
use std::io::{self, Write};

/// Writes the moves, the final board, how the search ended, and what it counted.
pub(crate) fn write(page: &mut Page<'_>, answer: &Answer) -> io::Result<()> {
    let palette = page.palette;
    if let Outcome::Solved(solution) = &answer.outcome {
        for (index, path) in solution.paths.iter().enumerate() {
            if solution.count.is_some() {
                let (heading, number) = (palette.heading, index + 1);
                writeln!(page, "{heading}solution {number}{heading:#}")?;
            }
            write_path(page, path)?;
        }
    }
    let style = match &answer.outcome {
        Outcome::Solved(_) => palette.good,
        Outcome::Unsolvable(_) => palette.proof,
        Outcome::Limit(_) | Outcome::Cancelled | Outcome::GaveUp(_) => palette.warning,
    };
    page.prose(style, &ending(answer))?;
    page.prose(palette.dim, &format!("{}: {}", answer.engine, Counters(&answer.stats)))
}

fn write_path(page: &mut Page<'_>, path: &Path<String, String>) -> io::Result<()> {
    let Some((_, last)) = path.steps.last() else { return Ok(()) };
    let width = path.steps.len().to_string().len();
    for (index, (words, _)) in path.steps.iter().enumerate() {
        writeln!(page, "{:>width$}. {words}", index + 1)?;
    }
    writeln!(page, "\n{last}\n")
}

/// How the search ended, in a sentence without an end stop.
fn ending(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Solved(solution) => solved(solution),
        Outcome::Unsolvable(reason) => format!("unsolvable: {reason}"),
        Outcome::Limit(limit) => {
            format!("stopped by {limit}{}; {}", ruled_out(&answer.stats), advice(*limit))
        }
        Outcome::Cancelled => format!("cancelled{}", ruled_out(&answer.stats)),
        Outcome::GaveUp(why) => format!("gave up: {why}{}", ruled_out(&answer.stats)),
    }
}

fn solved(solution: &Solution<String, String>) -> String {
    let moves = solution.paths.first().map_or(0, |path| path.steps.len()) as u64;
    let has_costs = moves != solution.cost;
    let how = match (moves, has_costs) {
        (0, _) => "solved already, in 0 moves".into(),
        (_, true) => format!(
            "solved in {} that cost {}",
            units::counted(moves, "move"),
            units::count(solution.cost)
        ),
        (_, false) => format!("solved in {}", units::counted(moves, "move")),
    };
    let how_well = match (solution.optimality, has_costs) {
        (Optimality::Proved, true) => ", the least possible",
        (Optimality::Proved, false) => ", the fewest possible",
        (Optimality::NotProved, true) => "; a cheaper solution may exist",
        (Optimality::NotProved, false) => "; a shorter solution may exist",
    };
    let how_often = solution.count.map_or(String::new(), |count| ways(count, solution.paths.len()));
    [&how, how_well, &how_often].concat()
}

/// How many solutions there are, of which so many are `listed`.
fn ways(count: u128, listed: usize) -> String {
    let ways = if count == 1 { "way" } else { "ways" };
    let all = format!("; {} {ways} to do it", units::count(count));
    match listed {
        _ if listed as u128 >= count => all,
        1 => format!("{all}, of which 1 is shown"),
        _ => format!("{all}, of which {} are shown", units::count(listed as u64)),
    }
}

/// What a search without an answer has proved all the same.
fn ruled_out(stats: &Stats) -> String {
    match stats.lower_bound {
        0 => String::new(),
        bound => format!("; no solution costs less than {}", units::count(bound)),
    }
}

/// What to do about a limit.
fn advice(limit: Limit) -> &'static str {
    match limit {
        Limit::Time(_) => "raise --time-limit to search on",
        Limit::States(_) => "raise --max-states to search on",
        Limit::Bytes(_) => "raise --memory-limit to search on, or take an engine that stores less",
        Limit::Refused(_) => "take smaller tables, or an engine that stores less",
        Limit::Depth(_) => "raise --max-depth to search on",
        Limit::Expansions(_) => "raise --max-expansions to search on",
        Limit::Recursion(_) => "another engine can search on",
    }
}

/// The counters in one line, those that say nothing left out.
struct Counters<'s>(&'s Stats);

impl fmt::Display for Counters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = self.0;
        let count = |number: u64| units::count(number);
        write!(f, "{} expanded, {} generated", count(stats.expanded), count(stats.generated))?;
        for (number, word) in [
            (stats.duplicates, if stats.duplicates == 1 { "duplicate" } else { "duplicates" }),
            (stats.distinct, "distinct"),
            (stats.evaluated, "evaluated"),
            (stats.reopened, "reopened"),
        ] {
            if number > 0 {
                write!(f, ", {} {word}", count(number))?;
            }
        }
        write!(f, ", {}, {}", units::bytes(stats.peak_bytes), units::time(stats.time))?;
        if stats.setup.is_zero() {
            return Ok(());
        }
        write!(f, ", of which {} for a table that further boards share", units::time(stats.setup))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Palette;
    use crate::search::Reason;
    use std::time::Duration;

    fn path(moves: usize) -> Path<String, String> {
        let steps = (1..=moves).map(|number| (format!("move {number}"), format!("b{number}")));
        Path { start: "b0".into(), steps: steps.collect() }
    }

    fn answer(outcome: Outcome<String, String>) -> Answer {
        let time = Duration::from_micros(1500);
        let stats =
            Stats { expanded: 1000, generated: 2, lower_bound: 14, time, ..Stats::default() };
        Answer { engine: "bfs", outcome, stats, passes: Vec::new() }
    }

    fn text(outcome: Outcome<String, String>) -> String {
        let mut out = Vec::new();
        let mut page = Page::new(&mut out, Palette::plain(), None);
        write(&mut page, &answer(outcome)).unwrap();
        drop(page);
        String::from_utf8(out).unwrap()
    }

    fn solution(
        cost: u64,
        paths: Vec<Path<String, String>>,
        count: Option<u128>,
    ) -> Outcome<String, String> {
        Outcome::Solved(Solution { cost, optimality: Optimality::Proved, paths, count })
    }

    const COUNTERS: &str = "bfs: 1,000 expanded, 2 generated, 0 B, 1.5 ms\n";

    #[test]
    fn a_solution_is_numbered_moves_and_the_final_board() {
        let moves = "1. move 1\n2. move 2\n\nb2\n\n";
        assert_eq!(
            text(solution(2, vec![path(2)], None)),
            format!("{moves}solved in 2 moves, the fewest possible\n{COUNTERS}")
        );
        assert_eq!(
            text(solution(9, vec![path(2)], None)),
            format!("{moves}solved in 2 moves that cost 9, the least possible\n{COUNTERS}")
        );
    }

    #[test]
    fn numbers_of_moves_stand_below_each_other() {
        assert!(text(solution(10, vec![path(10)], None)).contains("\n 9. move 9\n10. move 10\n"));
    }

    #[test]
    fn a_solved_board_needs_no_moves() {
        assert_eq!(
            text(solution(0, vec![path(0)], None)),
            format!("solved already, in 0 moves, the fewest possible\n{COUNTERS}")
        );
    }

    #[test]
    fn all_solutions_are_numbered_and_counted() {
        let text = text(solution(1, vec![path(1), path(1)], Some(1000)));
        assert!(text.contains("solution 1\n1. move 1\n\nb1\n\nsolution 2\n"), "{text}");
        assert!(text.contains("; 1,000 ways to do it, of which 2 are shown\n"), "{text}");
    }

    #[test]
    fn endings_without_a_solution_say_what_is_known() {
        let ending = |outcome| ending(&answer(outcome));
        assert_eq!(
            ending(Outcome::Unsolvable(Reason::Exhausted { states: 7 })),
            "unsolvable: none of the 7 reachable states is a goal"
        );
        assert_eq!(
            ending(Outcome::Limit(Limit::States(3))),
            "stopped by the limit of 3 states; no solution costs less than 14; \
             raise --max-states to search on"
        );
        assert_eq!(ending(Outcome::Cancelled), "cancelled; no solution costs less than 14");
        assert_eq!(
            ending(Outcome::GaveUp("the beam is empty".into())),
            "gave up: the beam is empty; no solution costs less than 14"
        );
    }
}
