//! Every puzzle against every law.

use puzzlespace::registry::Registry;
use puzzlespace::testkit::toys::LAMPS;
use puzzlespace::testkit::{Budget, LAWS, Spot, Verdict, conformance};
use puzzlespace_puzzles::PLUGINS;

/// Small, so that the test is quick; `puzzlespace check` looks at more.
const BUDGET: Budget<'static> = Budget::of(20_000);

#[test]
fn every_puzzle_keeps_every_law() {
    for plugin in PLUGINS {
        let report = conformance(plugin, &BUDGET);
        assert!(report.is_ok(), "{report}");
        for section in &report.sections {
            // Each law has its say: it holds, or there is nothing that it would be about.
            let laws = section.findings.iter().filter(|finding| finding.claim.is_none());
            assert_eq!(laws.clone().count(), LAWS.len() - 1, "{report}");
            for finding in laws {
                let is_open = matches!(finding.verdict, Verdict::NotChecked { .. });
                assert!(!is_open, "{}: {finding}", section.instance);
            }
        }
    }
}

#[test]
fn the_list_of_puzzles_has_no_faults() {
    assert_eq!(Registry(PLUGINS).faults(), Vec::<String>::new());
}

#[test]
fn a_broken_law_is_shown_with_the_nearest_state_that_breaks_it() {
    let instance = LAMPS.instance("fault=wrong_board").unwrap();
    let findings = instance.check(&["o..o".into()], &BUDGET);
    let broken: Vec<_> = findings.iter().filter(|finding| finding.is_broken()).collect();
    let [finding] = broken.as_slice() else { panic!("{broken:?}") };
    let Verdict::Broken(example) = &finding.verdict else { panic!("{finding}") };
    // Two presses from `o..o`.
    let board = Some("....".into());
    assert_eq!(example.at, Some(Spot { state: "6".into(), board, moves: Some(2) }));
    assert_eq!(
        finding.to_string(),
        "law 1 (packing): BROKEN: answers can be wrong\n    \
         encode(decode(s)) == s for every state s\n    \
         expected 6, decoded and encoded again, to be the same\n    \
         found 0\n    \
         in state 6, 2 moves from a start\n    \
         ...."
    );
}

#[test]
fn a_budget_that_is_too_small_is_no_proof() {
    let report = conformance(&LAMPS, &Budget::of(3));
    assert!(report.is_ok(), "{report}");
    let text = report.to_string();
    // Three from the demo board, three around the goals, and three by rank: two of them are the same.
    assert!(text.contains("law 1 (packing): holds, checked on 7 states\n"), "{text}");
    assert!(text.contains("not checked: there are 16 states, and 3 may be looked at"), "{text}");
}
