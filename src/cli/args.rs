//! The command line.

use super::progress::When;
use super::{machine, quantity};
use crate::compare::grown;
use crate::engines::AUTO;
use crate::search::{Limits, Wanted};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Solve puzzles, and compare the engines that do.
#[derive(Debug, Parser)]
#[command(arg_required_else_help = true, disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the puzzles and the engines
    List(List),
    /// Tell all about a puzzle or an engine
    Describe(Describe),
    /// Solve one board or many
    Solve(Solve),
    /// Run engines side by side on the same boards
    Compare(Compare),
    /// Make up boards
    Generate(Generate),
    /// Count all states of a puzzle by their distance
    Survey(Survey),
    /// Suggest, build, list, verify and remove the tables of pattern databases
    #[command(subcommand)]
    Tables(Tables),
    /// Hold a puzzle against the laws, and against what was published about it
    Check(Check),
    /// Print a script that completes this command line in a shell
    Completions(Completions),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct Describe {
    /// A puzzle or an engine, as NAME or NAME:PARAMETER=VALUE,..
    #[arg(value_name = "PUZZLE|ENGINE")]
    pub(crate) name: String,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// The puzzle, as NAME or NAME:PARAMETER=VALUE,..
    #[arg(index = 1)]
    pub(crate) puzzle: String,
    /// A file with boards, separated by blank lines or one after another; standard input for `-` or
    /// without one
    #[arg(index = 2)]
    pub(crate) file: Option<PathBuf>,
    /// The engine that searches; `auto` takes the one that suits the puzzle, and says why
    #[arg(long, value_name = "NAME[:PARAMETER=VALUE,..]", default_value = AUTO)]
    pub(crate) engine: String,
    #[command(flatten)]
    pub(crate) heuristic: HeuristicArgs,
    /// Find every optimal solution, count them, and print them all, or the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = EVERY, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) all: Option<u64>,
    /// Estimate first what each bound will take, in expansions and in time, from samples; afterwards show the truth
    /// beside it. For `packed_ida_star`, in ten seconds, and a quarter of the time limit, at most
    #[arg(long, conflicts_with = "all")]
    pub(crate) predict: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Draw the board after each move; in text
    #[arg(long)]
    pub(crate) draw: bool,
    /// How to write the answers
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// `--all` without a number: more solutions than can be listed.
const EVERY: &str = "18446744073709551615";

impl Solve {
    /// How many solutions are asked for.
    pub(crate) fn wanted(&self) -> Wanted {
        self.all.map_or(Wanted::One, |list| Wanted::All { list })
    }
}

/// How many cores work.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ThreadArgs {
    /// Threads, where several are of use, 1 to 256; nothing is one a core
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl From<ThreadArgs> for Option<NonZeroUsize> {
    fn from(args: ThreadArgs) -> Self {
        args.threads.and_then(|threads| NonZeroUsize::new(threads.into()))
    }
}

/// Whether it is shown how far things are.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ProgressArgs {
    /// When to show progress on standard error, for runs longer than a second
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    progress: When,
}

impl From<ProgressArgs> for When {
    fn from(args: ProgressArgs) -> Self {
        args.progress
    }
}

/// What estimates the moves that are left.
#[derive(Debug, Args)]
pub(crate) struct HeuristicArgs {
    /// The heuristic, in place of the puzzle's own: a name that `describe` lists, or patterns(PIECES / ..),
    /// dual(patterns(..)), images(HEURISTIC), max(HEURISTIC, ..)
    #[arg(long, value_name = "HEURISTIC")]
    pub(crate) heuristic: Option<String>,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

/// Where tables are kept.
#[derive(Debug, Args)]
pub(crate) struct FolderArgs {
    /// Where the tables of pattern databases are kept [default: `tables` in the folder that
    /// `PUZZLESPACE_CACHE` names, or in one of its own in the user's cache directory]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Tables {
    /// List the saved tables
    List(TablesList),
    /// Build the tables of a heuristic, and save them
    Build(TablesBuild),
    /// Find sets of patterns that fit into memory, and rank them by what they say of sampled states
    Suggest(TablesSuggest),
    /// Read all saved tables and check them
    Verify(TablesVerify),
    /// Remove saved tables
    Remove(TablesRemove),
}

#[derive(Debug, Args)]
pub(crate) struct TablesList {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct TablesBuild {
    /// The puzzle, as NAME or NAME:PARAMETER=VALUE,..
    #[arg(index = 1)]
    pub(crate) puzzle: String,
    /// The heuristic, as for `solve --heuristic`
    #[arg(index = 2)]
    pub(crate) heuristic: String,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TablesSuggest {
    /// The puzzle, as NAME or NAME:PARAMETER=VALUE,..
    #[arg(index = 1)]
    pub(crate) puzzle: String,
    /// The most bytes of tables: 512MiB, 2GB; a plain number is bytes
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = quantity::bytes)]
    pub(crate) memory: u64,
    /// How many states to look up
    #[arg(long, value_name = "COUNT", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) samples: u32,
    /// What chance begins with: the same seed looks up the same states on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Time for building tables: 500ms, 10s, 2m; a plain number is seconds
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = quantity::time)]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TablesVerify {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TablesRemove {
    /// Those of all instances of a puzzle: NAME; or of one: NAME:PARAMETER=VALUE,..; or --all
    #[arg(value_name = "PUZZLE", required_unless_present = "all", conflicts_with = "all",
          value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) puzzle: Option<String>,
    /// All of them
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The puzzle, as NAME or NAME:PARAMETER=VALUE,..
    #[arg(index = 1)]
    pub(crate) puzzle: String,
    /// How many boards
    #[arg(long, default_value_t = 1, value_parser = some())]
    pub(crate) count: usize,
    /// Seed of the random numbers: the same seed gives the same boards on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Only boards whose cheapest solution costs exactly this [default: any that can be solved]
    #[arg(long, value_name = "COST")]
    pub(crate) depth: Option<u64>,
    /// Only boards of the greatest depth there is
    #[arg(long, conflicts_with = "depth")]
    pub(crate) hardest: bool,
    /// How to write the boards
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// One at least.
fn some() -> clap::builder::RangedU64ValueParser<usize> {
    clap::builder::RangedU64ValueParser::new().range(1..)
}

/// How a comparison is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    /// For people
    Text,
    /// For programs, and for --baseline
    Json,
    /// For spreadsheets: a line a run
    Csv,
    /// For documents and issues
    Markdown,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("kept").args(["output", "html"]).multiple(true))]
pub(crate) struct Compare {
    /// The puzzle, as NAME or NAME:PARAMETER=VALUE,..
    #[arg(index = 1)]
    pub(crate) puzzle: String,
    /// Files with boards, `-` for standard input [default: the puzzle's demo board]
    #[arg(index = 2, value_name = "FILE", conflicts_with = "scale")]
    pub(crate) files: Vec<PathBuf>,
    /// The engines, the reference first; one may come again with other parameters
    /// [default: all that fit the puzzle]
    #[arg(long, value_name = "NAME[:PARAMETER=VALUE,..],..", value_delimiter = ',')]
    pub(crate) engines: Vec<String>,
    #[command(flatten)]
    pub(crate) heuristic: HeuristicArgs,
    /// How often each engine runs on each board; they take turns
    #[arg(long, value_name = "COUNT", default_value_t = 5,
          value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) runs: u16,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Compare on COUNT generated boards, those of `generate`
    #[arg(long, value_name = "COUNT", conflicts_with = "files", value_parser = some())]
    pub(crate) generate: Option<usize>,
    /// Seed of the random numbers: the same seed gives the same boards on every machine
    #[arg(long, default_value_t = 1, requires = "generate")]
    pub(crate) seed: u64,
    /// Only boards whose cheapest solution costs exactly this [default: any that can be solved]
    #[arg(long, value_name = "COST", requires = "generate")]
    pub(crate) depth: Option<u64>,
    /// Compare on a family of instances: those with PARAMETER at each of these values
    #[arg(long, value_name = "PARAMETER=FROM..TO")]
    pub(crate) scale: Option<String>,
    /// How to write the comparison; nothing goes by the ending of --output (.json, .csv, .md), and else is text
    #[arg(long, value_enum)]
    pub(crate) format: Option<CompareFormat>,
    /// Write it to this file (`-` is standard output); until then the runs are kept in FILE.partial as they come
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a report with plots and drawn boards as well: one HTML file that needs no other; until then
    /// the runs are kept in FILE.partial, unless --output keeps them
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Go on with a comparison that was broken off, from the runs in its FILE.partial; crashed ones are tried again
    #[arg(long, requires = "kept")]
    pub(crate) resume: bool,
    /// Say what has changed since an earlier comparison, given as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// End with 4 where an engine takes more than the baseline by more than that: expanded>+5%, or generated,
    /// duplicates, distinct, evaluated, reopened, memory, cost, or time (beyond its noise); may be given several times
    #[arg(long, value_name = "MEASURE>+PERCENT%", requires = "baseline")]
    pub(crate) fail_if: Vec<grown::Limit>,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Where a survey begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Origin {
    /// The board, along the moves
    Board,
    /// All goals, against the moves
    Goal,
}

/// How a survey is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SurveyFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For spreadsheets: depth,states, and with --symmetry forms
    Csv,
}

#[derive(Debug, Args)]
pub(crate) struct Survey {
    /// The puzzle, as NAME or NAME:PARAMETER=VALUE,..
    #[arg(index = 1)]
    pub(crate) puzzle: String,
    /// A file with one board to begin at, `-` for standard input [default: the puzzle's demo board]
    #[arg(index = 2)]
    pub(crate) file: Option<PathBuf>,
    /// Where to begin
    #[arg(long, value_enum, value_name = "ORIGIN", default_value_t = Origin::Board)]
    pub(crate) from: Origin,
    /// Print so many of the states that are farthest away
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) antipodes: usize,
    /// Where to keep what was met: permutation, coordinate, context, bitmap or packed; `auto` takes the fastest
    /// that fits, and says why
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) store: String,
    /// Keep one of all images of a state under the puzzle's symmetry; the counts stay those of all states
    #[arg(long)]
    pub(crate) symmetry: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// How to write the counts
    #[arg(long, value_enum, default_value_t = SurveyFormat::Text)]
    pub(crate) format: SurveyFormat,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
    #[command(flatten)]
    pub(crate) limits: SurveyLimitArgs,
}

/// What a survey may use. The layers that are complete by then are kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct SurveyLimitArgs {
    /// Time on the clock: 500ms, 10s, 2m; a plain number is seconds
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) time_limit: Option<Duration>,
    /// Bytes of tables and frontiers: 512MiB, 2GB; a plain number is bytes [default: half of the memory there is]
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// States counted: 5000000, 5M
    #[arg(long, value_name = "COUNT", value_parser = quantity::count)]
    pub(crate) max_states: Option<u64>,
    /// Layers after the first
    #[arg(long, value_name = "DEPTH")]
    pub(crate) max_depth: Option<u64>,
}

impl From<&SurveyLimitArgs> for Limits {
    fn from(args: &SurveyLimitArgs) -> Self {
        Limits {
            time: args.time_limit,
            states: args.max_states,
            bytes: args.memory_limit.or_else(machine::default_limit),
            depth: args.max_depth,
            expansions: None,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The puzzles: NAME with the default arguments and those of its claims, NAME:PARAMETER=VALUE,.. with these
    #[arg(value_name = "PUZZLE", required_unless_present = "all", conflicts_with = "all")]
    pub(crate) puzzles: Vec<String>,
    /// Boards of the one puzzle to begin from, besides its demo board and those of its claims
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub(crate) boards: Option<PathBuf>,
    /// Every puzzle there is
    #[arg(long)]
    pub(crate) all: bool,
    /// States to look at for each law and claim
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000, value_parser = quantity::some)]
    pub(crate) max_states: u64,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// What a search may use. Each board, and each engine on it, gets the whole of it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits on each board")]
pub(crate) struct LimitArgs {
    /// Time on the clock: 500ms, 10s, 2m; a plain number is seconds
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) time_limit: Option<Duration>,
    /// Bytes of the engine's tables: 512MiB, 2GB; a plain number is bytes [default: half of the memory there is]
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// States stored at once: 5000000, 5M
    #[arg(long, value_name = "COUNT", value_parser = quantity::count)]
    pub(crate) max_states: Option<u64>,
    /// Cost of a solution: dearer ones are not looked for
    #[arg(long, value_name = "COST")]
    pub(crate) max_depth: Option<u64>,
    /// States expanded: 5000000, 5M
    #[arg(long, value_name = "COUNT", value_parser = quantity::count)]
    pub(crate) max_expansions: Option<u64>,
}

impl From<&LimitArgs> for Limits {
    fn from(args: &LimitArgs) -> Self {
        Limits {
            time: args.time_limit,
            states: args.max_states,
            bytes: args.memory_limit.or_else(machine::default_limit),
            depth: args.max_depth,
            expansions: args.max_expansions,
        }
    }
}
