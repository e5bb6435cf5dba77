//! Whole spaces that take seconds in an optimised build:
//! `cargo test --release --test large_spaces -- --ignored`.

use puzzlespace::plugin::Origin;
use puzzlespace::registry::Registry;
use puzzlespace::survey::{Request, Store, Survey};
use puzzlespace_puzzles::PLUGINS;
use std::num::NonZeroUsize;

fn survey(spec: &str, from_goals: bool, request: &Request<'_>) -> Survey<String> {
    let (_, instance) = Registry(PLUGINS).instance(spec).expect("a puzzle that exists");
    let demo = instance.demo();
    let origin = if from_goals { Origin::Goals } else { Origin::Board(&demo) };
    let survey = instance.survey(origin, request).expect("a store that fits");
    assert!(survey.is_complete());
    survey
}

/// The 3x4 puzzle with the blank at home in a corner, recomputed by several people; the sum
/// is 12!/2 and the depth OEIS A151944.
const TILES_3_BY_4: [u64; 54] = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1_392, 2_494, 4_442, 7_854, 13_899, 24_215, 41_802,
    71_167, 119_888, 198_363, 323_206, 515_778, 811_000, 1_248_011, 1_885_279, 2_782_396,
    4_009_722, 5_621_354, 7_647_872, 10_065_800, 12_760_413, 15_570_786, 18_171_606, 20_299_876,
    21_587_248, 21_841_159, 20_906_905, 18_899_357, 16_058_335, 12_772_603, 9_515_217, 6_583_181,
    4_242_753, 2_503_873, 1_350_268, 643_245, 270_303, 92_311, 27_116, 5_390, 1_115, 86, 18,
];

#[test]
#[ignore = "239,500,800 states: run it optimised"]
fn sliding_tiles_3_by_4_from_the_goal() {
    let request = Request { antipodes: 100, ..Request::default() };
    let survey = survey("sliding_tile:rows=3,columns=4", true, &request);
    assert_eq!(survey.layers, TILES_3_BY_4);
    assert_eq!(survey.states(), 239_500_800);
    assert_eq!(survey.eccentricity(), Some(53));
    assert_eq!(survey.antipodes.len(), 18);
    assert_eq!(survey.store, Store::Permutation);
    assert!(survey.peak_bytes < 150_000_000, "{} bytes", survey.peak_bytes);
}

#[test]
#[ignore = "3,628,800 states in each store and on several threads: run it optimised"]
fn pancake_10_in_every_store_on_any_number_of_threads() {
    let layers =
        [1, 9, 72, 575, 3_963, 22_825, 106_461, 377_863, 919_365, 1_309_756, 814_678, 73_232];
    for store in [Store::Permutation, Store::Bitmap, Store::Packed] {
        let mut antipodes = None;
        for threads in [1, 2, 5] {
            let threads = NonZeroUsize::new(threads);
            let request =
                Request { store: Some(store), threads, antipodes: 7, ..Request::default() };
            let survey = survey("pancake:n=10", true, &request);
            assert_eq!(survey.layers, layers, "{store}, {threads:?}");
            let first = antipodes.get_or_insert(survey.antipodes.clone());
            assert_eq!(survey.antipodes, *first, "{store}, {threads:?}");
        }
    }
}

#[test]
#[ignore = "479,001,600 states: run it optimised"]
fn pancake_12_needs_14_flips() {
    let survey = survey("pancake:n=12", true, &Request::default());
    assert_eq!(survey.states(), 479_001_600);
    assert_eq!(survey.eccentricity(), Some(14));
    assert!(survey.peak_bytes < 260_000_000, "{} bytes", survey.peak_bytes);
}
