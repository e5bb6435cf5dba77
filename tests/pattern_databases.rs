//! Pattern databases against the survey: never more than the truth, consistent where they say so.

use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Ranking};
use puzzlespace::heuristics::{Guided, Tables, make};
use puzzlespace::parameters::Arguments;
use puzzlespace::plugin::{Playable, Plugin};
use puzzlespace::testkit::reference::least_costs;
use puzzlespace_puzzles::{pancake, sliding_tile};

/// Holds a heuristic against every state of a reversible puzzle with listed goals, and says how much it is
/// in the mean, in thousandths.
fn is_sound<P: Playable + 'static>(plugin: &Plugin, arguments: &str, heuristic: &str) -> u64 {
    let arguments = Arguments::parse(plugin.parameters, arguments).unwrap();
    let puzzle = P::configure(&arguments).unwrap();
    let guide = make(&puzzle, &puzzle.heuristics(), heuristic, &Tables::default()).unwrap();
    let guided = Guided { puzzle, guide: Some(guide) };
    let distances = least_costs(&guided, guided.goals().unwrap());
    let estimator = guided.heuristic().unwrap();
    let mut sum = 0;
    for (&state, &distance) in &distances {
        let distance = distance.expect("every state leads home");
        let estimate = estimator.estimate(state);
        sum += u64::from(estimate);
        assert!(u64::from(estimate) <= distance, "{heuristic}: {state:?}: {estimate} > {distance}");
        if distance == 0 {
            assert_eq!(estimate, 0, "{heuristic}: {state:?}");
        }
        for (mv, after) in guided.successors(state) {
            let next = estimator.estimate(after);
            assert_eq!(estimator.step(state, mv, after, estimate), next);
            if estimator.is_consistent() {
                assert!(
                    estimate <= next + 1,
                    "{heuristic}: {state:?} to {after:?}: {estimate}, {next}"
                );
            }
        }
    }
    assert_eq!(distances.len() as u64, guided.ranking().unwrap().count());
    sum * 1_000 / distances.len() as u64
}

#[test]
fn of_the_8_puzzle_are_sound_in_every_state() {
    let mean = |heuristic| {
        is_sound::<sliding_tile::SlidingTile<u64>>(&sliding_tile::PLUGIN, "", heuristic)
    };
    let manhattan = mean("manhattan");
    let additive = mean("patterns(1 2 3 4 / 5 6 7 8)");
    let images = mean("images(patterns(1 2 3 4 / 5 6 7 8))");
    let named = mean("additive_4_4");
    let overlapping = mean("max(manhattan, patterns(1 2 3 4 5), patterns(4 5 6 7 8))");
    let nearly_all = mean("patterns(1 2 3 4 5 6 7)");
    let whole = mean("patterns(1 2 3 4 5 6 7 8)");
    assert!(manhattan < additive && additive < images && images <= whole);
    assert!(additive < named && manhattan < overlapping && nearly_all <= whole);
}

#[test]
fn of_pancakes_are_sound_in_every_state() {
    let mean = |heuristic| is_sound::<pancake::Pancake<u64>>(&pancake::PLUGIN, "n=7", heuristic);
    let pairs = mean("patterns(0 1 / 5 6)");
    let four = mean("patterns(3 4 5 6)");
    let whole = mean("patterns(0 1 2 3 4 5 6)");
    assert!(pairs < four && four < whole);
}

#[test]
fn of_other_shapes_are_sound_in_every_state() {
    for arguments in ["rows=2,columns=4", "rows=2,columns=4,goal=spiral", "rows=3,columns=2"] {
        for heuristic in ["patterns(1 2 3 / 4 5)", "patterns(5 / 2 1 / 3)"] {
            is_sound::<sliding_tile::SlidingTile<u64>>(&sliding_tile::PLUGIN, arguments, heuristic);
        }
    }
    is_sound::<sliding_tile::SlidingTile<u64>>(
        &sliding_tile::PLUGIN,
        "goal=spiral",
        "images(patterns(1 2 3 / 4 5 6))",
    );
}

#[test]
fn linear_conflict_and_walking_distance_are_sound_in_every_state() {
    let mean = |arguments, heuristic| {
        is_sound::<sliding_tile::SlidingTile<u64>>(&sliding_tile::PLUGIN, arguments, heuristic)
    };
    for arguments in ["", "goal=spiral", "rows=2,columns=4", "rows=4,columns=2,goal=blank_first"] {
        let manhattan = mean(arguments, "manhattan");
        assert!(mean(arguments, "linear_conflict") > manhattan);
        assert!(mean(arguments, "walking_distance") > manhattan);
    }
}
