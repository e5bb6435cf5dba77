//! A comparison catches an engine that is wrong, and shows the board.
//!
//! The test is a program of its own, because a comparison starts the running program once more for each
//! engine and board: called for a command, this one is a command line whose engines are not all right.

use puzzlespace::abilities::Ability;
use puzzlespace::cli;
use puzzlespace::engines::About;
use puzzlespace::engines::prediction::{Prediction, Sampling};
use puzzlespace::generate::{GenerateError, Generated, Request};
use puzzlespace::heuristics::suggest::{self, Suggestions};
use puzzlespace::heuristics::{HeuristicError, Tables};
use puzzlespace::plugin::{
    Answer, Claim, HeuristicText, Instance, Origin, Plugin, SolveError, SurveyFailure,
};
use puzzlespace::search::{Job, Outcome, Reason, Wanted};
use puzzlespace::survey::{self, Survey};
use puzzlespace::testkit::{Budget, Finding};
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::View;
use puzzlespace_puzzles::flip_game;
use std::process::{Command, ExitCode};

/// Flip Game, with two engines that get the second board wrong.
static PLUGINS: &[Plugin] = &[Plugin {
    make: |arguments| Ok(Box::new(Wrong((flip_game::PLUGIN.make)(arguments)?))),
    ..flip_game::PLUGIN
}];

const BOARDS: &str = "bwwb bbwb bwwb bwww\nbbww bwww wwww wwww\n";
const SECOND: &str = "bbww\nbwww\nwwww\nwwww";

/// An instance some of whose engines are wrong.
struct Wrong(Box<dyn Instance>);

impl Instance for Wrong {
    fn solve(&self, board: &str, engine: &str, job: &Job<'_>) -> Result<Answer, SolveError> {
        let mut answer = self.0.solve(board, engine, job)?;
        if board == SECOND {
            match (engine, &mut answer.outcome) {
                ("packed_bfs", Outcome::Solved(solution)) => solution.cost += 1,
                ("linear", outcome) => {
                    *outcome = Outcome::Unsolvable(Reason::Invariant("so I say".into()));
                }
                ("subset", _) => std::process::abort(),
                _ => {}
            }
        }
        Ok(answer)
    }

    fn is_impossible(&self, board: &str) -> bool {
        self.0.is_impossible(board)
    }

    fn predict(
        &self,
        board: &str,
        sampling: &Sampling,
        job: &Job<'_>,
    ) -> Result<Prediction, SolveError> {
        self.0.predict(board, sampling, job)
    }

    fn abilities(&self) -> Vec<Ability> {
        self.0.abilities()
    }
    fn engines(&self) -> Vec<(&'static About, Option<Ability>)> {
        self.0.engines()
    }
    fn auto(&self, wanted: Wanted) -> (&'static About, &'static str) {
        self.0.auto(wanted)
    }
    fn heuristics(&self) -> Vec<HeuristicText> {
        self.0.heuristics()
    }
    fn guide(&mut self, heuristic: &str, tables: &Tables<'_>) -> Result<u64, HeuristicError> {
        self.0.guide(heuristic, tables)
    }
    fn suggest(
        &self,
        request: &suggest::Request<'_>,
        tables: &Tables<'_>,
    ) -> Result<Suggestions, HeuristicError> {
        self.0.suggest(request, tables)
    }
    fn demo(&self) -> String {
        self.0.demo()
    }
    fn read(&self, reader: &mut Reader<'_>) -> Result<String, ReadError> {
        self.0.read(reader)
    }
    fn view(&self, board: &str) -> Result<Option<View>, ReadError> {
        self.0.view(board)
    }
    fn survey(
        &self,
        origin: Origin<'_>,
        request: &survey::Request<'_>,
    ) -> Result<Survey<String>, SurveyFailure> {
        self.0.survey(origin, request)
    }
    fn generate(&self, request: &Request<'_>) -> Result<Generated, GenerateError> {
        self.0.generate(request)
    }
    fn check(&self, boards: &[String], budget: &Budget<'_>) -> Vec<Finding> {
        self.0.check(boards, budget)
    }
    fn verify(&self, claim: &Claim, budget: &Budget<'_>) -> Finding {
        self.0.verify(claim, budget)
    }
}

/// Compares with these engines; returns the exit code and what was written.
fn compare(engines: &str) -> (Option<i32>, String) {
    let boards = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-engine.txt");
    std::fs::write(&boards, BOARDS).expect("the directory for tests can be written");
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["compare", "flip_game"]).arg(boards).args(["--engines", engines, "--runs", "2"]);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    let output = command.output().expect("this program starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("the program writes UTF-8"))
}

fn says(engines: &str, code: i32, parts: &[&str]) {
    let (ended_with, text) = compare(engines);
    assert_eq!(ended_with, Some(code), "{engines}: {text}");
    for part in parts {
        assert!(text.contains(part), "{engines}: no `{part}` in {text}");
    }
}

fn main() -> ExitCode {
    if ["compare", "cell"].contains(&std::env::args().nth(1).unwrap_or_default().as_str()) {
        return cli::main(PLUGINS);
    }
    says("bfs,dijkstra", 0, &["2 engines agree on 2 boards"]);
    says(
        "bfs,packed_bfs",
        4,
        &[
            "the engines disagree\n",
            "board 2: bfs says that the least cost is 1, packed_bfs says that the least cost is 2\n",
            SECOND,
        ],
    );
    says("bfs,linear", 4, &["board 2: bfs says", "linear says that it is unsolvable\n", SECOND]);
    // One that does not come back takes nobody with it.
    says(
        "bfs,subset,dijkstra",
        4,
        &[
            "1 solved, 1 crashed *",
            "subset on board 2 crashed, because its process ended with signal: 6",
            "no two answers contradict each other",
        ],
    );
    println!("4 passed, 0 failed");
    ExitCode::SUCCESS
}
