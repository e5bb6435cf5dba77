//! Spaces of contexts times numbers, handed over as data.
//!
//! A state is a *context* (where the blanks are and whose turn it is, say) and a number below 65,535 for
//! the rest. A move leads from one context to another, and a table says what becomes of each number.

use super::SpaceError;

/// In a table, says that the move cannot be made.
pub const NOWHERE: u16 = u16::MAX;
/// The most numbers of a context.
pub const MOST_NUMBERS: usize = NOWHERE as usize;

/// A move: from a context to a context, by a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The context that it starts from.
    pub from: u32,
    /// The context that it leads to.
    pub to: u32,
    /// The index of its table.
    pub table: u32,
}

/// A space of contexts times numbers. The number of a state is its context times the numbers of a context,
/// plus its number there.
#[derive(Debug, Clone)]
pub struct ContextSpace {
    numbers: usize,
    /// By the context that they start from.
    steps: Vec<Vec<Step>>,
    tables: Vec<Box<[u16]>>,
}

impl ContextSpace {
    /// Puts a space together. Linear in the tables and the steps.
    ///
    /// # Errors
    /// When there are more than [`MOST_NUMBERS`] numbers or none, a step names a context or a table that
    /// does not exist, or a table has not an entry for each number, [`NOWHERE`] or a number, each once at
    /// most.
    pub fn new(
        contexts: usize,
        numbers: usize,
        tables: Vec<Box<[u16]>>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, SpaceError> {
        if !(1..=MOST_NUMBERS).contains(&numbers) {
            return Err(SpaceError::Length { length: numbers, shortest: 1, longest: MOST_NUMBERS });
        }
        if let Some(number) = tables.iter().position(|table| !is_one_to_one(table, numbers)) {
            return Err(SpaceError::Table { number });
        }
        let mut by_context = vec![Vec::new(); contexts];
        for (number, step) in steps.into_iter().enumerate() {
            let is_sound = (step.to as usize) < contexts && (step.table as usize) < tables.len();
            match by_context.get_mut(step.from as usize) {
                Some(steps) if is_sound => steps.push(step),
                _ => return Err(SpaceError::Move { number }),
            }
        }
        Ok(ContextSpace { numbers, steps: by_context, tables })
    }

    /// How many states there are.
    pub fn count(&self) -> u64 {
        (self.steps.len() * self.numbers) as u64
    }

    /// How many contexts there are.
    pub fn contexts(&self) -> usize {
        self.steps.len()
    }

    /// How many numbers each context has.
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// The moves from a context.
    pub(crate) fn steps(&self, context: usize) -> &[Step] {
        &self.steps[context]
    }

    pub(crate) fn tables(&self) -> &[Box<[u16]>] {
        &self.tables
    }

    /// The numbers of the states that one move leads to, in the order of the moves.
    pub fn successors(&self, number: u64) -> impl Iterator<Item = u64> {
        let (context, number) = (number / self.numbers as u64, number % self.numbers as u64);
        self.steps[context as usize].iter().filter_map(move |step| {
            let after = self.tables[step.table as usize][number as usize];
            let base = u64::from(step.to) * self.numbers as u64;
            (after != NOWHERE).then(|| base + u64::from(after))
        })
    }

    /// The same states with every move the other way.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let inverse = |table: &[u16]| {
            let mut inverse = vec![NOWHERE; self.numbers].into_boxed_slice();
            for (before, &after) in table.iter().enumerate().filter(|&(_, &after)| after != NOWHERE)
            {
                inverse[usize::from(after)] = before as u16;
            }
            inverse
        };
        let mut steps = vec![Vec::new(); self.steps.len()];
        for &Step { from, to, table } in self.steps.iter().flatten() {
            steps[to as usize].push(Step { from: to, to: from, table });
        }
        let tables = self.tables.iter().map(|table| inverse(table)).collect();
        ContextSpace { numbers: self.numbers, steps, tables }
    }
}

/// Whether a table has an entry for each number, and no two lead to the same.
fn is_one_to_one(table: &[u16], numbers: usize) -> bool {
    let mut is_met = vec![false; numbers];
    let mut is_new = |&after: &u16| match is_met.get_mut(usize::from(after)) {
        Some(is_met) => !std::mem::replace(is_met, true),
        None => after == NOWHERE,
    };
    table.len() == numbers && table.iter().all(&mut is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(entries: &[u16]) -> Box<[u16]> {
        entries.into()
    }

    #[test]
    fn steps_lead_where_their_tables_say_and_back() {
        let steps = [Step { from: 0, to: 1, table: 0 }, Step { from: 1, to: 1, table: 1 }];
        let tables = vec![table(&[2, NOWHERE, 0]), table(&[1, 2, 0])];
        let space = ContextSpace::new(2, 3, tables, steps).unwrap();
        let after = |space: &ContextSpace, number| space.successors(number).collect::<Vec<_>>();
        assert_eq!(space.count(), 6);
        let edges = [vec![5], vec![], vec![3], vec![4], vec![5], vec![3]];
        for (number, edges) in edges.iter().enumerate() {
            assert_eq!(&after(&space, number as u64), edges, "{number}");
            for &to in edges {
                assert!(after(&space.reversed(), to).contains(&(number as u64)));
            }
        }
    }

    #[test]
    fn data_that_make_no_space_are_refused() {
        let fault = |numbers, entries: &[u16], step| {
            ContextSpace::new(2, numbers, vec![table(entries)], [step]).unwrap_err()
        };
        let step = Step { from: 0, to: 1, table: 0 };
        for entries in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
            assert_eq!(fault(2, entries, step), SpaceError::Table { number: 0 }, "{entries:?}");
        }
        for step in [Step { from: 2, ..step }, Step { to: 2, ..step }, Step { table: 1, ..step }] {
            assert_eq!(fault(2, &[1, 0], step), SpaceError::Move { number: 0 }, "{step:?}");
        }
        let length = SpaceError::Length { length: 0, shortest: 1, longest: 65_535 };
        assert_eq!(fault(0, &[], step), length);
    }
}
