//! The command line as `clap` knows it, with examples that fit the running program.

use super::args::Cli;
use super::exit::Exit;
use crate::plugin::Plugin;
use clap::{Command, CommandFactory};

/// The examples of the program itself.
const START: &[&str] = &["list", "describe PUZZLE", "solve PUZZLE board.txt"];

/// Each command's examples, and what else its help ends with.
const ENDINGS: &[(&str, &[&str], &str)] = &[
    ("list", &["list", "list --format json"], ""),
    ("describe", &["describe PUZZLE", "describe beam"], ""),
    (
        "solve",
        &[
            "solve PUZZLE board.txt",
            "solve PUZZLE --all < boards.txt",
            "solve PUZZLE boards.txt --engine bfs --time-limit 10s --format json",
            "solve PUZZLE boards.txt --engine beam:width=500",
            "solve PUZZLE boards.txt --predict --time-limit 10m",
        ],
        "JSON: an object a board, on a line of its own, with puzzle, board, engine, outcome (solved, \
         unsolvable, limit, cancelled or gave_up), cost, optimal, limit (time, states, memory, depth, \
         expansions or recursion), reason, lower_bound (no solution costs less), moves, final, \
         stats, passes (bound and expanded, of an engine that deepens) and predicted (bound, expanded and \
         seconds, with --predict); with --all also count (a string of digits if it is beyond 2^53) and \
         solutions. What does not apply is null.",
    ),
    (
        "compare",
        &[
            "compare PUZZLE",
            "compare PUZZLE boards.txt --engines bfs,dijkstra --time-limit 1m",
            "compare PUZZLE --engines a_star,beam:width=500,beam:width=50",
            "compare PUZZLE --generate 20 --seed 7 --html report.html",
            "compare PUZZLE - --format json --output compared.json < boards.txt",
        ],
        "Counts are exact: go by them first. Times are medians of the runs, each engine and board in a process \
         of its own; ~ is the memory that the process took, and ± half the distance of the quartiles. The \
         ratio is that of the times to the reference's, run by run, over all boards. An engine that did not \
         answer every board is marked and has none.\n\n\
         JSON: one object with schema, setting, complete, agree, cases (each with puzzle, boards, \
         solutions, engines (the totals), left_out, disagreements, noise and runs), growth and changes; \
         boards and rounds are counted from 1.",
    ),
    (
        "generate",
        &[
            "generate PUZZLE --count 20 --seed 7 > boards.txt",
            "generate PUZZLE --count 3 --depth 5",
            "generate PUZZLE --hardest",
        ],
        "What is known of the boards goes to standard error: whether they are exactly so deep, or scrambled by \
         walks of so many steps, which may be undone in fewer.\n\n\
         JSON: one object with puzzle, seed, method (layer, searched, walk or scrambled), depth (null where it is not \
         known), how (the same in words) and boards.",
    ),
    (
        "survey",
        &[
            "survey PUZZLE",
            "survey PUZZLE --from goal --antipodes 3",
            "survey PUZZLE --format csv > layers.csv",
        ],
        "JSON: one object with puzzle, from, board, layers (states at distance 0, 1, 2, ..), states, \
         eccentricity (null unless complete), antipodes, numbered (states that the puzzle's numbering \
         has), limit, reason and stats; with --symmetry also forms (how many stood for those of each layer).",
    ),
    (
        "tables",
        &[
            "tables list",
            "tables build NAME HEURISTIC",
            "tables suggest NAME --memory 512MiB",
            "tables verify",
            "tables remove NAME",
        ],
        "HEURISTIC is a name that `describe NAME` lists, or patterns(PIECES / ..).",
    ),
    (
        "check",
        &["check PUZZLE", "check PUZZLE --boards FILE", "check --all --max-states 100000"],
        "The laws are checked on the states that boards lead to: the demo board, those of the claims and those \
         of --boards; on those that lead to listed goals; and on those that have a rank.",
    ),
    ("completions", &["completions bash", "completions zsh > _PROGRAM"], ""),
];

/// The command line of the running program.
pub(crate) fn command(program: &str, plugins: &[Plugin]) -> Command {
    let puzzle = plugins.first().map_or("PUZZLE", |plugin| plugin.name);
    let fill_in = |text: &str| text.replace("PUZZLE", puzzle).replace("PROGRAM", program);
    let examples = |lines: &[&str]| {
        let lines = lines.iter().map(|line| format!("  {program} {}", fill_in(line)));
        format!("Examples:\n{}", lines.collect::<Vec<_>>().join("\n"))
    };
    let mut command = Cli::command()
        .name(program.to_owned())
        .bin_name(program)
        .version(version(program))
        .after_help(format!("{}\n\n{}", examples(START), exit_codes()));
    for &(name, lines, more) in ENDINGS {
        let ending = [examples(lines), more.to_owned()].join("\n\n");
        command = command
            .mut_subcommand(name, |command| command.after_help(ending.trim_end().to_owned()));
    }
    command
}

/// The version of the program: that of the framework, under its own name where that is another.
fn version(program: &str) -> String {
    const FRAMEWORK: &str = env!("CARGO_PKG_NAME");
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    if program == FRAMEWORK { VERSION.into() } else { format!("({FRAMEWORK} {VERSION})") }
}

fn exit_codes() -> String {
    let lines = Exit::ALL.map(|exit| format!("  {}  {}", exit.code(), exit.meaning()));
    format!("Exit codes:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_examples_and_each_of_them_parses() {
        let command = command("program", &[]);
        command.clone().debug_assert();
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name();
            let ending = ENDINGS.iter().find(|(of, ..)| *of == name);
            let (_, examples, _) = ending.unwrap_or_else(|| panic!("{name} has no examples"));
            assert!(!examples.is_empty(), "{name}");
        }
        let examples = ENDINGS.iter().flat_map(|(_, examples, _)| *examples).chain(START);
        for example in examples {
            // What is behind it is for the shell.
            let arguments =
                example.split(['<', '>']).next().into_iter().flat_map(str::split_whitespace);
            let arguments = std::iter::once("program").chain(arguments);
            if let Err(error) = command.clone().try_get_matches_from(arguments) {
                panic!("{example}: {error}");
            }
        }
    }
}
