//! Suggested sets of patterns: they fit, they can be made, and they say what they are said to say.

use puzzlespace::abilities::{Heuristic, Ranking};
use puzzlespace::heuristics::suggest::{Drawn, Request, Suggestions};
use puzzlespace::heuristics::{Guided, HeuristicError, Tables};
use puzzlespace::plugin::Plugin;
use puzzlespace::search::{Limit, Stop};
use puzzlespace::survey;
use puzzlespace::testkit::reference::least_costs;
use puzzlespace::{Puzzle, random::Random};
use puzzlespace_puzzles::sliding_tile::SlidingTile;
use puzzlespace_puzzles::{lights_out, pancake, pocket_cube, sliding_tile};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const WANTED: Request<'_> =
    Request { bytes: 1 << 20, samples: 200, seed: 1, time: None, observer: None };

fn suggest(
    plugin: &Plugin,
    arguments: &str,
    request: &Request<'_>,
) -> Result<Suggestions, HeuristicError> {
    plugin.instance(arguments).unwrap().suggest(request, &Tables::default())
}

#[test]
fn fit_and_are_better_than_what_the_puzzle_has() {
    for (plugin, arguments, kibibytes) in [
        (&sliding_tile::PLUGIN, "rows=2,columns=4", 10),
        (&sliding_tile::PLUGIN, "", 4),
        (&sliding_tile::PLUGIN, "rows=3,columns=4", 100),
        (&sliding_tile::PLUGIN, "rows=4,columns=4", 200),
        (&pancake::PLUGIN, "n=9", 100),
        (&pocket_cube::PLUGIN, "", 200),
    ] {
        let case = format!("{}:{arguments}", plugin.name);
        let request = Request { bytes: kibibytes << 10, ..WANTED };
        let found = suggest(plugin, arguments, &request).unwrap();
        assert!(found.ranked.len() > 1, "{case}: {found:?}");
        assert_eq!((found.samples, found.drawn, &found.left_out), (200, Drawn::FromAll, &None));
        let own = found.own_mean.unwrap();
        assert!(found.ranked[0].mean > own, "{case}: {found:?}");
        let mut instance = plugin.instance(arguments).unwrap();
        for (suggestion, next) in found.ranked.iter().zip(found.ranked.iter().skip(1)) {
            assert!(suggestion.mean >= next.mean, "{case}: {found:?}");
        }
        for suggestion in &found.ranked {
            assert!(suggestion.mean >= own, "{case}: {suggestion:?}, {own}");
            assert!(suggestion.mean_without_images <= Some(suggestion.mean), "{suggestion:?}");
            assert!(suggestion.bytes <= request.bytes, "{case}: {suggestion:?}");
            let bytes = instance.guide(&suggestion.heuristic, &Tables::default());
            assert_eq!(bytes, Ok(suggestion.bytes), "{case}: {suggestion:?}");
        }
        assert_eq!(suggest(plugin, arguments, &request), Ok(found), "{case}: the same again");
    }
}

#[test]
fn divide_up_all_tiles_where_patterns_add_up() {
    let found = suggest(&sliding_tile::PLUGIN, "rows=3,columns=4", &WANTED).unwrap();
    for suggestion in found.ranked {
        let numbers = suggestion.heuristic.split(|character: char| !character.is_ascii_digit());
        let mut tiles: Vec<u8> = numbers.filter_map(|number| number.parse().ok()).collect();
        tiles.sort_unstable();
        assert!(tiles.into_iter().eq(1..12), "{}", suggestion.heuristic);
    }
}

/// With all tiles in one pattern, what is said is the truth: a mean of 21.97 over the 8-puzzle.
#[test]
fn are_exact_where_there_is_room_for_the_whole_puzzle() {
    let puzzle = SlidingTile::<u64>::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    let found = suggest(&sliding_tile::PLUGIN, "", &WANTED).unwrap();
    assert_eq!(found.ranked[0].heuristic, "images(patterns(1 2 3 4 5 6 7 8))");
    let distances = least_costs(&puzzle, puzzle.goals().unwrap());
    let ranking = puzzle.ranking().unwrap();
    let (mut random, count) = (Random::new(1), usize::try_from(ranking.count()).unwrap());
    let draw = || distances[&ranking.unrank(random.index(count) as u64)].unwrap();
    let sum: u64 = std::iter::repeat_with(draw).take(200).sum();
    let found = found.ranked[0].mean * 200.0;
    assert_eq!(format!("{found:.0}"), sum.to_string());
}

/// The table that is named in the literature is among what is tried, and what is guessed is no worse.
#[test]
#[expect(clippy::cast_precision_loss, reason = "a mean")]
fn hold_their_own_against_those_that_a_puzzle_names() {
    let request = Request { bytes: 12_000, samples: 2_000, ..WANTED };
    let found = suggest(&sliding_tile::PLUGIN, "", &request).unwrap();
    let mean = |heuristic: &str| {
        let puzzle = SlidingTile::<u64>::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        let guided = Guided::new(puzzle, heuristic, &Tables::default()).unwrap();
        let (ranking, named) = (guided.ranking().unwrap(), guided.heuristic().unwrap());
        let states = (0..ranking.count()).map(|rank| ranking.unrank(rank));
        let sum: u64 = states.map(|state| u64::from(named.estimate(state))).sum();
        sum as f64 / ranking.count() as f64
    };
    // Over all states, of which those that were looked up are a sample.
    assert!(mean(&found.ranked[0].heuristic) >= mean("additive_4_4"));
    assert!((mean(&found.ranked[0].heuristic) - found.ranked[0].mean).abs() < 0.3, "{found:?}");
}

#[test]
fn a_space_without_numbers_is_sampled_by_walks() {
    let request = Request { bytes: 300_000, samples: 30, ..WANTED };
    let found = suggest(&sliding_tile::PLUGIN, "rows=5,columns=5", &request).unwrap();
    assert_eq!(found.drawn, Drawn::FromWalks { moves: 1_000 });
    assert!(found.ranked[0].mean > found.own_mean.unwrap());
}

#[test]
fn that_cannot_be_are_refused() {
    let refused = |plugin, arguments, request: &Request<'_>| {
        suggest(plugin, arguments, request).unwrap_err().to_string()
    };
    let lights = refused(&lights_out::PLUGIN, "", &WANTED);
    assert!(
        lights.contains("`tables suggest` needs a puzzle with the ability `patterns`"),
        "{lights}"
    );
    let none = refused(&sliding_tile::PLUGIN, "", &Request { bytes: 10, ..WANTED });
    assert!(none.starts_with("no set of patterns fits into 10 B; the smallest takes "), "{none}");
}

#[test]
fn end_when_their_time_is_over_or_somebody_cancels() {
    let stop = |request: &Request<'_>, cancel: &AtomicBool| {
        let puzzle = sliding_tile::PLUGIN.instance("rows=4,columns=4").unwrap();
        let request_of_tables =
            survey::Request { cancel: Some(cancel), ..survey::Request::default() };
        let tables = Tables { request: request_of_tables, ..Tables::default() };
        match puzzle.suggest(request, &tables).unwrap_err() {
            HeuristicError::Tables(error) => error.to_string(),
            error => panic!("{error}"),
        }
    };
    let (no, yes) = (AtomicBool::new(false), AtomicBool::new(true));
    assert!(stop(&WANTED, &yes).ends_with("was not built: cancelled"));
    let time = Duration::ZERO;
    let over = stop(&Request { time: Some(time), ..WANTED }, &no);
    assert!(over.ends_with(&Stop::from(Limit::Time(time)).to_string()), "{over}");
}
