//! Running the program.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// The judge's sample: four moves.
pub(crate) const SAMPLE: &str = "bwwb\nbbwb\nbwwb\nbwww\n";
/// One black piece in a corner.
pub(crate) const UNSOLVABLE: &str = "bwww\nwwww\nwwww\nwwww\n";

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Run {
    /// Fails unless the program ended with `code`.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Fails unless standard output holds all of `parts`.
    #[track_caller]
    pub(crate) fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.out.contains(part), "no `{part}` in {}", self.out);
        }
        self
    }

    /// Fails unless standard error holds all of `parts`, and standard output nothing.
    #[track_caller]
    pub(crate) fn complains(self, parts: &[&str]) {
        assert_eq!(self.out, "", "{self:#?}");
        for part in parts {
            assert!(self.err.contains(part), "no `{part}` in {}", self.err);
        }
    }
}

/// The program with nothing in its surroundings that changes what it writes.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlespace"));
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE", "TERM"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the program and gives it `input`.
pub(crate) fn start(mut command: Command, input: &[u8]) -> Child {
    let mut child = command.spawn().expect("the program starts");
    // A program that does not want its input may be gone already.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input);
    child
}

/// Runs the program on `input`.
pub(crate) fn run_on(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let child = start(command(arguments), input.as_ref());
    child.wait_with_output().expect("the program ends").into()
}

/// Runs the program without input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_on("", arguments)
}

/// A file with this content, under a name that no other test takes.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("the directory for tests can be written");
    path.to_str().expect("the path is UTF-8").into()
}
