//! The account of memory against an allocator that counts.

use puzzlespace::Puzzle;
use puzzlespace::abilities::Heuristic;
use puzzlespace::engines::{self, Guarantee};
use puzzlespace::search::{Job, Outcome, Wanted};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

/// The system's allocator, with a count of the bytes in use.
struct Counting;

static IN_USE: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

fn note(less: usize, more: usize) {
    IN_USE.fetch_sub(less as u64, Ordering::Relaxed);
    let now = IN_USE.fetch_add(more as u64, Ordering::Relaxed) + more as u64;
    PEAK.fetch_max(now, Ordering::Relaxed);
}

#[expect(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(0, layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(layout.size(), 0);
        unsafe { System.dealloc(pointer, layout) }
    }

    /// The system moves pages of a large block instead of copying it, so that it is not there twice.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(layout.size(), size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The points of a grid of four dimensions, a move one step along one of them; opposite sides touch. A
/// state takes `BYTES`.
struct Grid<const BYTES: usize> {
    /// Points on a side.
    side: u8,
    /// Where the goal is in the first dimension; beyond the side is nowhere.
    goal: u8,
}

impl<const BYTES: usize> Puzzle for Grid<BYTES> {
    type State = [u8; BYTES];
    type Move = u8;
    type Board = [u8; BYTES];

    fn encode(&self, board: &[u8; BYTES]) -> [u8; BYTES] {
        *board
    }

    fn decode(&self, state: [u8; BYTES]) -> [u8; BYTES] {
        state
    }

    fn starts(&self, board: &[u8; BYTES]) -> impl IntoIterator<Item = [u8; BYTES]> {
        [*board]
    }

    fn successors(&self, state: [u8; BYTES]) -> impl Iterator<Item = (u8, [u8; BYTES])> {
        (0..8).map(move |mv| {
            let mut after = state;
            let point = &mut after[usize::from(mv / 2)];
            *point = (*point + if mv % 2 == 0 { 1 } else { self.side - 1 }) % self.side;
            (mv, after)
        })
    }

    fn is_goal(&self, state: [u8; BYTES]) -> bool {
        state[0] == self.goal
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = [u8; BYTES]>> {
        let mut goal = [0; BYTES];
        goal[0] = self.goal;
        Some((self.goal < self.side).then_some(goal).into_iter())
    }

    fn heuristic(&self) -> Option<impl Heuristic<[u8; BYTES], u8>> {
        Some(self)
    }
}

impl<const BYTES: usize> Heuristic<[u8; BYTES], u8> for &Grid<BYTES> {
    /// Too low to lead straight to the goal.
    fn estimate(&self, state: [u8; BYTES]) -> u32 {
        u32::from(state[0].abs_diff(self.goal)).min(4)
    }
}

/// Runs an engine and holds its account against the allocator.
fn compare<const BYTES: usize>(name: &str, wanted: Wanted, grid: &Grid<BYTES>) {
    let engine = engines::by_name(name).unwrap();
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let run = engine.run(grid, [[0; BYTES]], &Job { wanted, ..Job::default() }).unwrap();
    let actual = PEAK.load(Ordering::Relaxed) - before;
    let (account, states) = (run.stats.peak_bytes, run.stats.distinct);
    let per_cent = 100 * account / actual;
    let case = format!(
        "{name} for {wanted:?}: {states} states of {BYTES} bytes: account {account}, actual {actual}: \
         {per_cent} %"
    );
    println!("{case}");
    let is_solvable = grid.goal < grid.side;
    let is_complete = engine.guarantee != Guarantee::Incomplete;
    assert!(!is_complete || matches!(run.outcome, Outcome::Solved(_)) == is_solvable, "{case}");
    assert!(states < 1_000 || (95..=125).contains(&per_cent), "{case}");
}

/// One test for all, because the allocator counts for the whole process.
#[test]
fn the_account_is_what_is_allocated() {
    let all = Wanted::All { list: 1 };
    for (name, wanted) in [
        ("bfs", Wanted::One),
        ("bidirectional", Wanted::One),
        ("iddfs", Wanted::One),
        ("dijkstra", Wanted::One),
        ("a_star", Wanted::One),
        ("ida_star", Wanted::One),
        ("dijkstra", all),
        ("packed_bfs", Wanted::One),
        ("packed_bidirectional", Wanted::One),
        ("packed_a_star", Wanted::One),
        ("weighted_a_star", Wanted::One),
        ("packed_ida_star", Wanted::One),
    ] {
        for goal in 8..17 {
            compare(name, wanted, &Grid::<4> { side: 100, goal });
            compare(name, wanted, &Grid::<16> { side: 100, goal });
        }
        // The frontier grows and shrinks again.
        compare(name, wanted, &Grid::<8> { side: 12, goal: 50 });
    }
    // They wander where the estimate says nothing, or go everywhere.
    let everywhere = [("greedy", Wanted::One), ("beam", Wanted::One), ("table", Wanted::One)];
    for (name, wanted) in everywhere.into_iter().chain([("table", all)]) {
        for goal in 8..12 {
            compare(name, wanted, &Grid::<4> { side: 20, goal });
            compare(name, wanted, &Grid::<16> { side: 20, goal });
        }
    }
    for goal in 8..12 {
        compare("fringe", Wanted::One, &Grid::<8> { side: 100, goal });
    }
}
