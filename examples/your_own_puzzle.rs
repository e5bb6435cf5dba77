//! A new puzzle from nothing: a farmer takes a wolf, a goat and a cabbage across a river, one at a time.
//! Unwatched, the wolf eats the goat and the goat the cabbage. A `main` of one line gives it all commands:
//! `echo nnnn | cargo run --example your_own_puzzle -- solve river -`

use puzzlespace::parameters::Arguments;
use puzzlespace::plugin::{Playable, Plugin};
use puzzlespace::text::{ReadError, Reader};

/// A board says who is on the far bank: farmer, wolf, goat, cabbage. A move is who goes along.
struct River;

impl puzzlespace::Puzzle for River {
    type State = [bool; 4];
    type Move = usize;
    type Board = [bool; 4];

    fn encode(&self, board: &[bool; 4]) -> [bool; 4] {
        *board
    }
    fn decode(&self, state: [bool; 4]) -> [bool; 4] {
        state
    }
    fn starts(&self, board: &[bool; 4]) -> impl IntoIterator<Item = [bool; 4]> {
        [*board]
    }
    fn successors(&self, state: [bool; 4]) -> impl Iterator<Item = (usize, [bool; 4])> {
        let after = move |who| std::array::from_fn(|i| state[i] != (i == 0 || i == who));
        let moves = (0..4).filter(move |&i| state[i] == state[0]).map(move |who| (who, after(who)));
        moves.filter(|&(_, [farmer, wolf, goat, cabbage])| {
            goat == farmer || (goat != wolf && goat != cabbage)
        })
    }
    fn is_goal(&self, state: [bool; 4]) -> bool {
        state == [true; 4]
    }
}

impl Playable for River {
    fn configure(_: &Arguments) -> Result<Self, String> {
        Ok(River)
    }
    fn demo(&self) -> String {
        "nnnn".into()
    }
    fn read(&self, reader: &mut Reader<'_>) -> Result<[bool; 4], ReadError> {
        let is_far = |bank| "nf".contains(bank).then_some(bank == 'f');
        Ok(reader.cells(1, 4, "`n` (near) or `f` (far)", is_far)?.try_into().expect("four cells"))
    }
    fn write(&self, board: &[bool; 4]) -> String {
        board.map(|is_far| if is_far { 'f' } else { 'n' }).iter().collect()
    }
    fn describe(&self, _: &[bool; 4], who: usize) -> String {
        ["cross alone", "take the wolf", "take the goat", "take the cabbage"][who].into()
    }
}

fn main() -> std::process::ExitCode {
    let (summary, input) = ("bring all four across", "`n` (near) or `f` (far), four times");
    puzzlespace::cli::main(&[Plugin { summary, input, ..Plugin::new::<River>("river") }])
}
