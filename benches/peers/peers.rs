//! Whole spaces, side by side: our best store, `pathfinding`'s `bfs_reach`, and `stateright`'s
//! breadth-first checker.
//!
//! `cargo bench --bench peers` runs each engine on each workload in a process of its own, so that peaks
//! are its own, several times in turn (`stateright`, which takes long, once); it prints the best of each
//! and the ratios to `pathfinding`, beside what is aimed at, and writes all of it as JSON lines to
//! `target/tmp/peers.json`. `cargo bench --bench peers -- pancake` runs the workloads whose names contain the
//! word.
//!
//! Time is that of the walk, without starting the process. Bytes a state are those of the process above
//! an empty one. `stateright` runs on one thread, because on two it reports wrong depths.

use puzzlespace::parameters::Arguments;
use puzzlespace::plugin::{Playable, Plugin};
use puzzlespace::survey::{Direction, Request, Store, survey};
use puzzlespace::text::Reader;
use puzzlespace_puzzles as puzzles;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

/// A space to walk.
struct Workload {
    name: &'static str,
    plugin: Plugin,
    arguments: &'static str,
    /// The store; none for the best.
    store: Option<Store>,
    states: u32,
    /// What is aimed at: times as fast as `pathfinding`, and bytes a state.
    target: (f64, f64),
    walk: fn(&Workload, &str) -> Walked,
}

/// What came of a walk.
struct Walked {
    states: u64,
    seconds: f64,
    /// Bytes by the engine's own account, where it has one.
    counted_bytes: Option<u64>,
}

macro_rules! workloads {
    ($($name:literal, $module:ident :: $puzzle:ty, $arguments:literal, $store:expr, $states:literal, $target:expr;)*) => {
        [$(Workload {
            name: $name,
            plugin: puzzles::$module::PLUGIN,
            arguments: $arguments,
            store: $store,
            states: $states,
            target: $target,
            walk: |workload, peer| walk::<$puzzle>(workload, peer),
        }),*]
    };
}

const PEERS: [&str; 3] = ["puzzlespace", "pathfinding", "stateright"];
const ROUNDS: usize = 3;

fn workloads() -> Vec<Workload> {
    use puzzles::{
        four_in_a_row::FourInARow, lights_out::LightsOut, pancake::Pancake,
        pocket_cube::PocketCube, sliding_tile::SlidingTile,
    };
    workloads![
        "8-puzzle", sliding_tile::SlidingTile<u64>, "rows=3,columns=3", None, 181_440, (10.0, 8.0);
        "pancake(10)", pancake::Pancake, "n=10", None, 3_628_800, (60.0, 4.0);
        "pocket_cube, half-turn", pocket_cube::PocketCube, "metric=half", None, 3_674_160, (130.0, 8.0);
        "lights_out 5x5", lights_out::LightsOut, "rows=5,columns=5", None, 8_388_608, (80.0, 5.0);
        "four_in_a_row", four_in_a_row::FourInARow, "", None, 809_088, (10.0, 8.0);
        "pancake(10), packed set", pancake::Pancake, "n=10", Some(Store::Packed), 3_628_800, (6.0, 24.0);
    ]
    .into()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, workload, peer] = &arguments[..]
        && flag == "--walk"
    {
        return child(workload, peer);
    }
    // Cargo adds `--bench`.
    let wanted: Vec<&String> = arguments.iter().filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |workload: &Workload| wanted.iter().all(|word| workload.name.contains(*word));
    let mut lines = String::new();
    println!(
        "{:<24} {:<12} {:>10} {:>9} {:>9} {:>13} {:>13} {:>8} {:>5}",
        "workload", "engine", "states", "ms", "M/s", "process B/st", "counted B/st", "ratio", "aim"
    );
    for workload in workloads().iter().filter(|workload| is_wanted(workload)) {
        let mut best: [Option<Value>; PEERS.len()] = Default::default();
        for round in 0..ROUNDS {
            for (peer, best) in PEERS.iter().zip(&mut best) {
                if round > 0 && *peer == "stateright" {
                    continue;
                }
                let run = run_child(workload.name, peer);
                let seconds = |value: &Value| value["seconds"].as_f64().unwrap_or(f64::INFINITY);
                if best.as_ref().is_none_or(|best| seconds(&run) < seconds(best)) {
                    *best = Some(run);
                }
            }
        }
        let seconds = |peer: usize| best[peer].as_ref().and_then(|run| run["seconds"].as_f64());
        let reference = seconds(1).unwrap_or(f64::NAN);
        for (peer, run) in PEERS.iter().zip(best.iter().flatten()) {
            report(workload, peer, run, reference, &mut lines);
        }
        println!();
    }
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/peers.json");
    std::fs::write(path, lines).expect("the directory of the target can be written");
    println!("stateright runs on one thread: on two it reports wrong depths\nwritten to {path}");
}

fn report(workload: &Workload, peer: &str, run: &Value, reference: f64, lines: &mut String) {
    let number = |key: &str| run[key].as_f64();
    let states = f64::from(workload.states);
    let seconds = number("seconds").unwrap_or(f64::NAN);
    let per_state = |bytes: Option<f64>| bytes.map(|bytes| bytes / states);
    let ratio = reference / seconds;
    let show = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
    let aim = if peer == PEERS[0] { workload.target.0.to_string() } else { String::new() };
    println!(
        "{:<24} {:<12} {:>10} {:>9.1} {:>9.2} {:>13} {:>13} {:>8.1} {aim:>5}",
        workload.name,
        peer,
        run["states"],
        seconds * 1e3,
        states / seconds / 1e6,
        show(per_state(number("process_bytes"))),
        show(per_state(number("counted_bytes"))),
        ratio
    );
    let line = json!({
        "workload": workload.name,
        "engine": peer,
        "states": run["states"],
        "seconds": seconds,
        "states_a_second": states / seconds,
        "process_bytes_a_state": per_state(number("process_bytes")),
        "counted_bytes_a_state": per_state(number("counted_bytes")),
        "ratio_to_pathfinding": ratio,
        "target_ratio": workload.target.0,
        "target_bytes_a_state": workload.target.1,
    });
    writeln!(lines, "{line}").expect("a string takes everything");
}

/// Walks in a process of its own.
fn run_child(workload: &str, peer: &str) -> Value {
    let program = std::env::current_exe().expect("the program knows where it is");
    let output = Command::new(program).args(["--walk", workload, peer]).output();
    let output = output.expect("the program can be started again");
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{peer} on {workload}: {error}\n{text}{}", String::from_utf8_lossy(&output.stderr))
    })
}

fn child(workload: &str, peer: &str) {
    let workloads = workloads();
    let workload = workloads.iter().find(|other| other.name == workload).expect("a known workload");
    let before = peak_bytes();
    let walked = (workload.walk)(workload, peer);
    assert_eq!(walked.states, u64::from(workload.states), "{peer} on {}", workload.name);
    let line = json!({
        "states": walked.states,
        "seconds": walked.seconds,
        "process_bytes": peak_bytes().saturating_sub(before),
        "counted_bytes": walked.counted_bytes,
    });
    println!("{line}");
}

/// The most memory that this process has held, where the system says so.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

fn walk<P: Playable + 'static>(workload: &Workload, peer: &str) -> Walked {
    let arguments = Arguments::parse(workload.plugin.parameters, workload.arguments);
    let puzzle = P::configure(&arguments.expect("sound arguments")).expect("arguments that fit");
    let board = puzzle.read(&mut Reader::new(&puzzle.demo())).expect("the demo is a board");
    let starts: Vec<P::State> = puzzle.starts(&board).into_iter().collect();
    let clock = Instant::now();
    let mut counted_bytes = None;
    let states = match peer {
        "puzzlespace" => {
            let request = Request { store: workload.store, ..Request::default() };
            let found =
                survey(&puzzle, starts, Direction::Forward, &request).expect("a store fits");
            counted_bytes = Some(found.peak_bytes);
            found.states()
        }
        "pathfinding" => {
            // It begins at one state: the other starts are made its successors.
            let (&first, others) = starts.split_first().expect("a start");
            let successors = |&state: &P::State| {
                let more = if state == first { others } else { &[] };
                puzzle.successors(state).map(|(_, after)| after).chain(more.iter().copied())
            };
            pathfinding::directed::bfs::bfs_reach(first, successors).count() as u64
        }
        "stateright" => stateright_walk(puzzle, starts),
        other => panic!("there is no peer `{other}`"),
    };
    Walked { states, seconds: clock.elapsed().as_secs_f64(), counted_bytes }
}

fn stateright_walk<P: Playable + 'static>(puzzle: P, starts: Vec<P::State>) -> u64 {
    use stateright::{Checker, Model, Property};

    /// A puzzle as `stateright` wants it: an action is the place of a move among the successors.
    struct Space<P: Playable> {
        puzzle: P,
        starts: Vec<P::State>,
    }

    impl<P: Playable> Model for Space<P> {
        type State = P::State;
        type Action = (usize, P::State);

        fn init_states(&self) -> Vec<P::State> {
            self.starts.clone()
        }

        fn actions(&self, state: &P::State, actions: &mut Vec<Self::Action>) {
            let successors = self.puzzle.successors(*state).map(|(_, after)| after);
            actions.extend(successors.enumerate());
        }

        fn next_state(&self, _: &P::State, (_, after): Self::Action) -> Option<P::State> {
            Some(after)
        }

        fn properties(&self) -> Vec<Property<Self>> {
            // Never violated, so that the whole space is walked.
            vec![Property::<Self>::always("always", |_, _| true)]
        }
    }

    let checker = Space { puzzle, starts }.checker().threads(1).spawn_bfs().join();
    checker.unique_state_count() as u64
}
