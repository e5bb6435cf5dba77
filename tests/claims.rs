//! Every published fact about every puzzle.

use puzzlespace::plugin::{Claim, Fact, Origin, Plugin};
use puzzlespace::survey::Request;
use puzzlespace::testkit::{Budget, Coverage, Verdict};
use puzzlespace_puzzles::PLUGINS;

/// What the slow and obviously right search may look at; more states are counted by a survey.
const BUDGET: Budget<'static> = Budget::of(1_000_000);
/// More states than this are for `tests/large_spaces.rs`.
const LARGEST: u64 = 10_000_000;

#[test]
fn every_claim_is_true() {
    for plugin in PLUGINS {
        assert!(!plugin.claims.is_empty(), "{} claims nothing", plugin.name);
        for claim in plugin.claims {
            assert!(!claim.source.is_empty(), "{}: {claim:?}", plugin.name);
            match claim.fact {
                Fact::DepthsFromGoals { counts } if counts.iter().sum::<u64>() > BUDGET.states => {
                    if counts.iter().sum::<u64>() <= LARGEST {
                        is_true_by_survey(plugin, claim, counts);
                    }
                }
                _ => is_true(plugin, claim),
            }
        }
    }
}

fn is_true(plugin: &Plugin, claim: &Claim) {
    let instance = plugin.instance(claim.arguments).unwrap();
    let finding = instance.verify(claim, &BUDGET);
    let is_true = matches!(finding.verdict, Verdict::Holds { coverage: Coverage::Whole, .. });
    assert!(is_true, "{}:{}: {finding}", plugin.name, claim.arguments);
}

fn is_true_by_survey(plugin: &Plugin, claim: &Claim, counts: &[u64]) {
    let instance = plugin.instance(claim.arguments).unwrap();
    let survey = instance.survey(Origin::Goals, &Request::default()).unwrap();
    assert_eq!(survey.layers, counts, "{}:{}", plugin.name, claim.arguments);
}
