//! Every published fact about every puzzle.

use puzzlespace::testkit::{Budget, Coverage, Verdict};
use puzzlespace_puzzles::PLUGINS;

/// Enough for every claim that a test can wait for; a larger one is for `puzzlespace check`.
const BUDGET: Budget = Budget { states: 1_000_000 };

#[test]
fn every_claim_is_true() {
    for plugin in PLUGINS {
        assert!(!plugin.claims.is_empty(), "{} claims nothing", plugin.name);
        for claim in plugin.claims {
            let instance = plugin.instance(claim.arguments).unwrap();
            let finding = instance.verify(claim, &BUDGET);
            let is_true =
                matches!(finding.verdict, Verdict::Holds { coverage: Coverage::Whole, .. });
            assert!(is_true, "{}:{}: {finding}", plugin.name, claim.arguments);
            assert!(!claim.source.is_empty(), "{}: {finding}", plugin.name);
        }
    }
}
