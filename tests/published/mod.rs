//! The published boards in the folder `data`.

/// A board of sliding tiles, and how many moves it takes.
#[derive(Debug)]
pub(crate) struct Published {
    /// Its number where it was published.
    pub(crate) number: u32,
    /// The tiles row by row, 0 for the blank.
    pub(crate) tiles: Vec<u8>,
    /// The least number of moves that solve it.
    pub(crate) moves: u64,
}

/// Reads a text that has on each line a number, the tiles and the least number of moves. Lines that begin with
/// `#` are comments.
///
/// # Panics
/// When there is anything else on a line.
pub(crate) fn boards(text: &str) -> Vec<Published> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| board(line).unwrap_or_else(|| panic!("no board: {line}"))).collect()
}

fn board(line: &str) -> Option<Published> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [number, tiles @ .., moves] = &words[..] else { return None };
    Some(Published {
        number: number.parse().ok()?,
        tiles: tiles.iter().map(|tile| tile.parse()).collect::<Result<_, _>>().ok()?,
        moves: moves.parse().ok()?,
    })
}
