//! The laws.
use crate::plugin::{Claim, Playable};
/// How much checking may cost.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// The most states to look at.
    pub states: u64,
}
/// What came of checking a law or a claim.
#[derive(Debug, Clone)]
pub struct Finding {}
/// Checks.
pub(crate) fn check_playable<P: Playable>(_: &P, _: &[String], _: &Budget) -> Vec<Finding> {
    Vec::new()
}
/// Verify.
pub(crate) fn verify_claim<P: Playable>(_: &P, _: &Claim, _: &Budget) -> Finding {
    Finding {}
}
