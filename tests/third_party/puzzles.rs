//! Puzzles of a crate that is not part of the workspace, and a program with them and an engine.

mod engines;

use puzzlespace::Puzzle;
use puzzlespace::abilities::Heuristic;
use puzzlespace::cli::Program;
use puzzlespace::engines::ENGINES;
use puzzlespace::parameters::Arguments;
use puzzlespace::plugin::{Playable, Plugin};
use puzzlespace::text::{ReadError, Reader};

const WALK: Plugin = Plugin {
    title: "Walk",
    summary: "walk along the line of numbers to 0",
    input: "the number to start from",
    source: "made up",
    ..Plugin::new::<Walk>("walk")
};

/// Cannot even be built; whoever does not ask for it never notices.
const BROKEN: Plugin = Plugin {
    title: "Broken",
    summary: "panics when it is built",
    input: "nothing",
    source: "made up",
    ..Plugin::new::<Broken>("broken")
};

/// Its heuristic breaks the law, so that engines come to different answers.
const DETOUR: Plugin = Plugin {
    title: "Detour",
    summary: "one way is short and looks long",
    input: "the number to start from, up to 4",
    source: "made up",
    ..Plugin::new::<Detour>("detour")
};

fn main() -> std::process::ExitCode {
    let engines = [ENGINES, &[&engines::STROLL]].concat();
    Program { plugins: &[WALK, BROKEN, DETOUR], engines: &engines }.main()
}

/// Walk along the line of numbers to 0.
struct Walk;

impl Puzzle for Walk {
    type State = u64;
    type Move = bool;
    type Board = u64;

    fn encode(&self, board: &u64) -> u64 {
        *board
    }

    fn decode(&self, state: u64) -> u64 {
        state
    }

    fn starts(&self, board: &u64) -> impl IntoIterator<Item = u64> {
        [*board]
    }

    fn successors(&self, state: u64) -> impl Iterator<Item = (bool, u64)> {
        let up = state.checked_add(1).map(|after| (true, after));
        let down = state.checked_sub(1).map(|after| (false, after));
        up.into_iter().chain(down)
    }

    fn is_goal(&self, state: u64) -> bool {
        state == 0
    }
}

impl Playable for Walk {
    fn configure(_: &Arguments) -> Result<Self, String> {
        Ok(Walk)
    }

    fn demo(&self) -> String {
        "3".into()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<u64, ReadError> {
        let token = reader.token("a number")?;
        token.text.parse().map_err(|_| token.unexpected("a number"))
    }

    fn write(&self, board: &u64) -> String {
        board.to_string()
    }

    fn describe(&self, _: &u64, is_up: bool) -> String {
        if is_up { "step up".into() } else { "step down".into() }
    }
}

struct Broken;

impl Puzzle for Broken {
    type State = u8;
    type Move = ();
    type Board = u8;

    fn encode(&self, board: &u8) -> u8 {
        *board
    }

    fn decode(&self, state: u8) -> u8 {
        state
    }

    fn starts(&self, board: &u8) -> impl IntoIterator<Item = u8> {
        [*board]
    }

    fn successors(&self, _: u8) -> impl Iterator<Item = ((), u8)> {
        std::iter::empty()
    }

    fn is_goal(&self, _: u8) -> bool {
        true
    }
}

impl Playable for Broken {
    fn configure(_: &Arguments) -> Result<Self, String> {
        panic!("nobody asked for this puzzle")
    }

    fn demo(&self) -> String {
        "0".into()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<u8, ReadError> {
        reader.token("nothing").map(|_| 0)
    }

    fn write(&self, board: &u8) -> String {
        board.to_string()
    }

    fn describe(&self, _: &u8, (): ()) -> String {
        "nothing".into()
    }
}

/// From 0 to 4, by way of 1, or of 2 and 3.
struct Detour;

impl Puzzle for Detour {
    type State = u8;
    type Move = u8;
    type Board = u8;

    fn encode(&self, board: &u8) -> u8 {
        *board
    }

    fn decode(&self, state: u8) -> u8 {
        state
    }

    fn starts(&self, board: &u8) -> impl IntoIterator<Item = u8> {
        [*board]
    }

    fn successors(&self, state: u8) -> impl Iterator<Item = (u8, u8)> {
        let after: &[u8] = match state {
            0 => &[1, 2],
            2 => &[3],
            4 => &[],
            _ => &[4],
        };
        after.iter().map(|&after| (after, after))
    }

    fn is_goal(&self, state: u8) -> bool {
        state == 4
    }

    fn heuristic(&self) -> Option<impl Heuristic<u8, u8>> {
        Some(ShortLooksLong)
    }
}

struct ShortLooksLong;

impl Heuristic<u8, u8> for ShortLooksLong {
    fn estimate(&self, state: u8) -> u32 {
        if state == 1 { 100 } else { 0 }
    }
}

impl Playable for Detour {
    fn configure(_: &Arguments) -> Result<Self, String> {
        Ok(Detour)
    }

    fn demo(&self) -> String {
        "0".into()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<u8, ReadError> {
        let token = reader.token("a number up to 4")?;
        let number = token.text.parse().ok().filter(|number| *number <= 4);
        number.ok_or_else(|| token.unexpected("a number up to 4"))
    }

    fn write(&self, board: &u8) -> String {
        board.to_string()
    }

    fn describe(&self, _: &u8, to: u8) -> String {
        format!("go to {to}")
    }
}
