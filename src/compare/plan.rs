//! The order in which engines, boards and rounds are run.

use super::Run;

/// Which runs there are to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// How many boards there are.
    pub boards: usize,
    /// The engines, the reference first.
    pub engines: Vec<&'static str>,
    /// How often each engine runs on each board.
    pub rounds: usize,
}

/// Which run of a plan it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The board, counted from 0.
    pub board: usize,
    /// The engine.
    pub engine: &'static str,
    /// The round, counted from 0.
    pub round: usize,
}

/// Where engines run.
pub trait Runner {
    /// Why a run cannot be carried out.
    type Error;

    /// Whether somebody wants the comparison to end.
    fn is_cancelled(&self) -> bool;

    /// Gets an engine ready for its runs on a board.
    ///
    /// # Errors
    /// When it cannot run there.
    fn warm_up(&mut self, board: usize, engine: &'static str) -> Result<(), Self::Error>;

    /// Runs an engine that was warmed up on this board.
    ///
    /// # Errors
    /// When the run has no ending that could be written down.
    fn run(&mut self, place: Place) -> Result<Run, Self::Error>;

    /// Lets go of what was kept for the runs on a board.
    fn finish(&mut self, board: usize) {
        let _ = board;
    }
}

impl Plan {
    /// How many runs there are at most.
    pub fn runs(&self) -> usize {
        self.boards * self.engines.len() * self.rounds
    }

    /// Whether these runs are all that there are to be: as often as planned, or up to the first without an
    /// answer.
    pub fn is_done(&self, runs: &[Run]) -> bool {
        Done::of(self, runs).cells.iter().all(|rounds| rounds.iter().all(|&done| done))
    }

    /// Carries out the runs that are not among `runs`, and adds them there; `note` hears of
    /// each.
    ///
    /// A board's engines are all warmed up first, and then take turns (A B C, A B C), so that whatever slows
    /// the machine for a while slows all of them. An engine that finds no answer on a board is not run there
    /// again: its time is never ranked, and a second run would take as long. Ends early when the runner is
    /// cancelled.
    ///
    /// # Errors
    /// The first error of the runner or of `note`.
    pub fn carry_out<R: Runner>(
        &self,
        runner: &mut R,
        runs: &mut Vec<Run>,
        mut note: impl FnMut(&mut R, &Run) -> Result<(), R::Error>,
    ) -> Result<(), R::Error> {
        let mut done = Done::of(self, runs);
        for board in 0..self.boards {
            let engines = self.engines.iter().copied();
            let waiting: Vec<&'static str> = engines
                .filter(|&engine| !done.rounds(board, engine).iter().all(|&done| done))
                .collect();
            for &engine in &waiting {
                if runner.is_cancelled() {
                    return Ok(());
                }
                runner.warm_up(board, engine)?;
            }
            for round in 0..self.rounds {
                for &engine in &waiting {
                    if runner.is_cancelled() {
                        return Ok(());
                    }
                    if !done.rounds(board, engine)[round] {
                        let run = runner.run(Place { board, engine, round })?;
                        note(runner, &run)?;
                        done.add(&run);
                        runs.push(run);
                    }
                }
            }
            runner.finish(board);
        }
        Ok(())
    }
}

/// Which runs of a plan need not be made any more: looked up between runs that are timed, so that it may not
/// take longer the more runs there are.
struct Done<'p> {
    plan: &'p Plan,
    /// By board and engine, whether each round is done.
    cells: Vec<Vec<bool>>,
}

impl<'p> Done<'p> {
    fn of(plan: &'p Plan, runs: &[Run]) -> Self {
        let cells = vec![vec![false; plan.rounds]; plan.boards * plan.engines.len()];
        let mut done = Done { plan, cells };
        for run in runs {
            done.add(run);
        }
        done
    }

    fn cell(&self, board: usize, engine: &str) -> Option<usize> {
        let engine = self.plan.engines.iter().position(|&name| name == engine)?;
        (board < self.plan.boards).then_some(board * self.plan.engines.len() + engine)
    }

    /// Notes a run; one that is not in the plan changes nothing.
    fn add(&mut self, run: &Run) {
        let Some(cell) = self.cell(run.place.board, run.place.engine) else { return };
        let rounds = &mut self.cells[cell];
        if run.ending.is_answer() {
            if let Some(done) = rounds.get_mut(run.place.round) {
                *done = true;
            }
        } else {
            rounds.fill(true);
        }
    }

    fn rounds(&self, board: usize, engine: &str) -> &[bool] {
        self.cell(board, engine).map_or(&[], |cell| &self.cells[cell])
    }
}
