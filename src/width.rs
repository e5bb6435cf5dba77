//! What is compiled once for each width of words, so that no puzzle has to.

use crate::engines::prediction::{Prediction, Sampling};
use crate::engines::{Choice, Run, SearchError, SearchFn, Searches};
use crate::plugin::{Instance, Played};
use crate::search::Job;
use crate::survey::{Direction, Request, Survey, SurveyError};
use crate::testkit::{Budget, Finding};
use crate::words::{Graph, Wide, Word};

/// A width that everything is compiled for. What a puzzle calls goes through here: the methods of these types are
/// compiled in this crate.
pub(crate) trait Width: Word {
    /// The search for this width.
    fn search_of(searches: &Searches) -> SearchFn<Self>;
    /// See [`Choice::run`].
    fn run(
        choice: &Choice,
        graph: &dyn Graph<Self>,
        starts: &[Self],
        job: &Job<'_>,
    ) -> Result<Run<Self, u32>, SearchError>;
    /// See [`predict`](crate::engines::prediction::predict).
    fn predict(
        graph: &dyn Graph<Self>,
        starts: &[Self],
        sampling: &Sampling,
        job: &Job<'_>,
    ) -> Result<Prediction, SearchError>;
    /// See [`survey`](crate::survey::survey).
    fn survey(
        graph: &dyn Graph<Self>,
        origins: Vec<Self>,
        direction: Direction,
        request: &Request<'_>,
    ) -> Result<Survey<Self>, SurveyError>;
    /// See [`check_puzzle`](crate::testkit::check_puzzle).
    fn check(
        graph: &dyn Graph<Self>,
        boards: &[Self],
        starts: Vec<Self>,
        budget: Budget<'_>,
    ) -> Vec<Finding>;
    /// See [`erase`](crate::plugin::erase).
    fn instance(played: Box<dyn Played<Self>>) -> Box<dyn Instance>;
}

macro_rules! widths {
    ($($word:ty: $search:ident),* $(,)?) => {$(
        impl Width for $word {
            fn search_of(searches: &Searches) -> SearchFn<Self> {
                searches.$search
            }
            fn run(
                choice: &Choice,
                graph: &dyn Graph<Self>,
                starts: &[Self],
                job: &Job<'_>,
            ) -> Result<Run<Self, u32>, SearchError> {
                crate::engines::run(choice, graph, starts, job)
            }
            fn predict(
                graph: &dyn Graph<Self>,
                starts: &[Self],
                sampling: &Sampling,
                job: &Job<'_>,
            ) -> Result<Prediction, SearchError> {
                crate::engines::prediction::predict_for(graph, starts, sampling, job)
            }
            fn survey(
                graph: &dyn Graph<Self>,
                origins: Vec<Self>,
                direction: Direction,
                request: &Request<'_>,
            ) -> Result<Survey<Self>, SurveyError> {
                crate::survey::survey_for(graph, origins, direction, request)
            }
            fn check(
                graph: &dyn Graph<Self>,
                boards: &[Self],
                starts: Vec<Self>,
                budget: Budget<'_>,
            ) -> Vec<Finding> {
                crate::testkit::check_graph(graph, boards, starts, budget)
            }
            fn instance(played: Box<dyn Played<Self>>) -> Box<dyn Instance> {
                crate::plugin::instance(played)
            }
        }
    )*};
}

widths! {
    u32: w32,
    u64: w64,
    u128: w128,
    Wide<8>: w512,
}

/// Evaluates an expression with the narrowest width for a puzzle's states. Only that one is compiled.
macro_rules! narrowest {
    ($puzzle:ty, $word:ident => $body:expr) => {
        if const { $crate::words::bits::<$puzzle>() <= 32 } {
            type $word = u32;
            $body
        } else if const { $crate::words::bits::<$puzzle>() <= 64 } {
            type $word = u64;
            $body
        } else if const { $crate::words::bits::<$puzzle>() <= 128 } {
            type $word = u128;
            $body
        } else {
            type $word = $crate::words::Wide<8>;
            const { assert!($crate::words::bits::<$puzzle>() <= 512, "a state has 512 bits at most") }
            $body
        }
    };
}

pub(crate) use narrowest;
