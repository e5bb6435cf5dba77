//! The command line of the puzzles that come with puzzlespace.

fn main() -> std::process::ExitCode {
    puzzlespace::cli::main(puzzlespace_puzzles::PLUGINS)
}
