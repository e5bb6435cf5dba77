//! An engine of a crate that is not part of the workspace.

use puzzlespace::abilities::Ability;
use puzzlespace::engines::{Engine, Found, Guarantee, Search};
use puzzlespace::parameters::{Arguments, Decimal, Kind, Parameter};
use puzzlespace::random::Random;
use puzzlespace::search::{Limit, Meter, Optimality, Outcome, Path, Solution, Stop, memory};
use puzzlespace::words::{Graph, Word};

pub static STROLL: Engine = Engine {
    summary: "makes random moves until it is at a goal",
    good_at: "tests of the framework",
    cannot: "prove anything",
    price: "an expansion for each move, and memory for the path alone",
    source: "made up",
    needs: &[Ability::UnitCosts],
    guarantee: Guarantee::Incomplete,
    parameters: &[
        Parameter {
            name: "steps",
            summary: "moves before it gives up",
            kind: Kind::Integer { min: 1, max: 1_000_000, default: 1_000 },
        },
        Parameter {
            name: "last",
            summary: "how often it makes the last of the moves, of one time",
            kind: Kind::Decimal {
                min: Decimal::of_thousandths(0),
                max: Decimal::of_thousandths(1_000),
                default: Decimal::of_thousandths(500),
            },
        },
    ],
    ..Engine::new::<Stroll>("stroll")
};

pub struct Stroll;

impl Search for Stroll {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        let steps = arguments.integer("steps");
        let last = arguments.decimal("last").thousandths();
        let mut random = Random::new(1);
        let mut path = Path { start: starts[0], steps: Vec::new() };
        let mut successors = Vec::new();
        loop {
            let (state, cost) = (path.end(), path.steps.len() as u64);
            if graph.is_goal(state) {
                let optimality = Optimality::NotProved;
                let solution = Solution { cost, optimality, paths: vec![path], count: None };
                return Ok(Outcome::Solved(solution));
            }
            if let Some(limit) = meter.limits().depth.filter(|&limit| cost >= limit) {
                return Err(Stop::from(Limit::Depth(limit)).into());
            }
            if cost == steps {
                return Ok(Outcome::GaveUp(format!("no goal within {steps} random moves")));
            }
            meter.expand()?;
            successors.clear();
            graph.expand(state, &mut successors);
            meter.stats.generated += successors.len() as u64;
            let Some(most) = successors.len().checked_sub(1) else {
                return Ok(Outcome::GaveUp("no move is left".into()));
            };
            let is_last = u64::from(random.below(1_000)) < last;
            let mv = if is_last { most } else { random.index(most) };
            path.steps.push((mv as u32, successors[mv]));
            meter.store(1, memory::vec::<(u32, W)>(cost + 1))?;
        }
    }
}
