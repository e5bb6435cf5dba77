//! Cubes as people write them: the faces unfolded, or the turns that lead there.

use super::Board;
use super::motion::{AXES, CORNERS, Corner, FACES, Motion, Y, clockwise};
use puzzlespace::text::{Place, ReadError, Reader};
use puzzlespace::view::{Class, Piece, View};

/// Reads the unfolded faces, or turns.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<Board, ReadError> {
    let mut ahead = reader.clone();
    let first = ahead.token("a cube")?;
    if first.text.eq_ignore_ascii_case("scramble:") {
        *reader = ahead;
        read_scramble(reader)
    } else {
        read_net(reader)
    }
}

/// Writes the unfolded faces.
pub(super) fn write(board: &Board) -> String {
    let stickers = board.stickers();
    let row = |row: String| if row.len() == 2 { format!("..{row}....") } else { row };
    let rows =
        net().map(|places| row(places.map(|(corner, axis)| stickers[corner][axis]).collect()));
    rows.collect::<Vec<_>>().join("\n")
}

/// Draws the unfolded faces.
pub(super) fn view(board: &Board) -> View {
    let stickers = board.stickers();
    let mut view = View::new(8, 6);
    for (y, places) in net().enumerate() {
        // The first and the last face stand above and below the second of the others.
        let left = if (2..4).contains(&y) { 0 } else { 2 };
        for (x, (corner, axis)) in places.enumerate() {
            let face = stickers[corner][axis];
            let hue = ['U', 'L', 'F', 'R', 'B', 'D'].iter().zip(0..).find(|&(&at, _)| at == face);
            let class = Class::Hue(hue.map_or(6, |(_, hue)| hue));
            view.add(Piece { x: left + x, y, width: 1, height: 1, label: face.into(), class });
        }
    }
    view
}

/// What is on each sticker: by its corner, then by its axis.
type Stickers<T> = [[T; AXES]; CORNERS];

/// The places of the stickers when the faces are unfolded, row by row.
fn net() -> impl Iterator<Item = impl Iterator<Item = (Corner, usize)>> {
    /// For each face its axis and on which end of it it is; then the axis along which its rows lie and the
    /// end on which the first one is; and the same for its columns.
    const UP: [usize; 6] = [1, 1, 2, 0, 0, 0];
    const LEFT: [usize; 6] = [0, 0, 1, 1, 2, 0];
    const FRONT: [usize; 6] = [2, 1, 1, 1, 0, 0];
    const RIGHT: [usize; 6] = [0, 1, 1, 1, 2, 1];
    const BACK: [usize; 6] = [2, 0, 1, 1, 0, 1];
    const DOWN: [usize; 6] = [1, 0, 2, 1, 0, 0];
    const BANDS: [&[[usize; 6]]; 3] = [&[UP], &[LEFT, FRONT, RIGHT, BACK], &[DOWN]];
    BANDS.into_iter().flat_map(|faces| {
        [0, 1].into_iter().map(move |row| {
            faces.iter().flat_map(move |&[axis, end, down, first_row, right, first_column]| {
                [0, 1].into_iter().map(move |column| {
                    let rows = (row ^ first_row) << down;
                    (end << axis | rows | (column ^ first_column) << right, axis)
                })
            })
        })
    })
}

impl Board {
    /// The stickers, named by the faces that they belong to.
    fn stickers(&self) -> Stickers<char> {
        let mut stickers = [[' '; AXES]; CORNERS];
        for (corner, (&piece, twist)) in self.pieces.iter().zip(self.twists).enumerate() {
            for (turns, axis) in clockwise(piece).into_iter().enumerate() {
                let place = clockwise(corner)[(turns + usize::from(twist)) % AXES];
                stickers[corner][place] = FACES[axis][piece >> axis & 1];
            }
        }
        stickers
    }

    /// The cube with these colours, whatever they are called.
    ///
    /// # Errors
    /// What is wrong with them, and on which sticker that shows.
    fn assemble(colours: &Stickers<char>) -> Result<Self, Fault> {
        let faces = Faces::of(colours)?;
        let mut board = Board { pieces: [0; CORNERS], twists: [0; CORNERS] };
        for (corner, colours) in colours.iter().enumerate() {
            let fault = |found: &str, expected| {
                let colours = colours.map(|colour| format!("`{colour}`")).join(", ");
                Fault { at: (corner, Y), found: format!("{found} {colours}"), expected }
            };
            let around = clockwise(corner).map(|axis| faces.find(colours[axis]));
            let piece = around.iter().map(|&(axis, end)| end << axis).sum();
            let axes = around.map(|(axis, _)| axis);
            let twist = (0..3).find(|&turns| {
                let mut turned = clockwise(piece);
                turned.rotate_right(turns.into());
                turned == axes
            });
            let Some(twist) = twist else {
                let is_mirrored = axes[0] != axes[1] && axes[1] != axes[2] && axes[2] != axes[0];
                return Err(if is_mirrored {
                    fault("a mirror image of the corner with", "these colours the other way round")
                } else {
                    fault("a corner with", "three colours at each corner, no two of opposite faces")
                });
            };
            if board.pieces[..corner].contains(&piece) {
                return Err(fault("a second corner with", "each corner once"));
            }
            (board.pieces[corner], board.twists[corner]) = (piece, twist);
        }
        let twisted = board.twists.iter().sum::<u8>() % 3;
        if twisted != 0 {
            let way = if twisted == 1 { "clockwise" } else { "counterclockwise" };
            return Err(Fault {
                at: (CORNERS - 1, Y),
                found: format!("corners that are twisted {way} by a third of a turn, all in all"),
                expected: "twists that add up to whole turns, as turning faces keeps them so",
            });
        }
        Ok(board)
    }
}

/// What is wrong with the colours of a cube.
struct Fault {
    at: (Corner, usize),
    found: String,
    expected: &'static str,
}

/// For each axis, the colours of the faces at its lower and its upper end.
struct Faces([[char; 2]; AXES]);

impl Faces {
    /// The first corner shows the lower ones. Opposite colours do not meet at any corner.
    fn of(colours: &Stickers<char>) -> Result<Self, Fault> {
        let mut faces = [[' '; 2]; AXES];
        for (axis, &colour) in colours[0].iter().enumerate() {
            let meets = |other: &char| {
                colours.iter().any(|corner| corner.contains(&colour) && corner.contains(other))
            };
            let mut opposite: Vec<char> = colours.as_flattened().to_vec();
            opposite.retain(|other| !meets(other));
            opposite.sort_unstable();
            opposite.dedup();
            let &[opposite] = &opposite[..] else {
                let met = 5_usize.saturating_sub(opposite.len());
                return Err(Fault {
                    at: (0, axis),
                    found: format!("`{colour}`, which meets {met} other colours at corners"),
                    expected: "it to meet four, all but that of the opposite face",
                });
            };
            faces[axis] = [colour, opposite];
        }
        Ok(Faces(faces))
    }

    /// The axis of a colour's face, and on which end of it that is.
    fn find(&self, colour: char) -> (usize, usize) {
        let of_axis = |axis: usize| self.0[axis].iter().position(|&other| other == colour);
        (0..AXES).find_map(|axis| Some((axis, of_axis(axis)?))).unwrap_or((0, 0))
    }
}

/// Turns a face of a cube by so many quarters clockwise.
fn turn(stickers: &mut Stickers<char>, axis: usize, end: usize, quarters: usize) {
    let motion = Motion::quarter(axis);
    // Clockwise at the lower end is counterclockwise as seen from the upper one.
    let quarters = if end == 1 { quarters } else { 4 - quarters };
    for _ in 0..quarters {
        let before = *stickers;
        for corner in (0..CORNERS).filter(|corner| corner >> axis & 1 == end) {
            for (from, to) in motion.axes.into_iter().enumerate() {
                stickers[motion.corner(corner)][to] = before[corner][from];
            }
        }
    }
}

/// Reads the turns on this line, and makes them on a solved cube.
fn read_scramble(reader: &mut Reader<'_>) -> Result<Board, ReadError> {
    let solved = Board { pieces: std::array::from_fn(|corner| corner), twists: [0; CORNERS] };
    let mut stickers = solved.stickers();
    while let Some(token) = reader.token_on_line() {
        let face = |(axis, ends): (usize, [char; 2])| {
            let end = ends.into_iter().position(|face| token.text.starts_with(face))?;
            Some((axis, end))
        };
        let face = FACES.into_iter().enumerate().find_map(face);
        let quarters = match token.text.get(1..) {
            Some("") => Some(1),
            Some("2" | "2'") => Some(2),
            Some("'") => Some(3),
            _ => None,
        };
        let (Some((axis, end)), Some(quarters)) = (face, quarters) else {
            return Err(token
                .unexpected("a turn of one of the faces U, D, L, R, F, B, as in `U`, `R2`, `F'`"));
        };
        turn(&mut stickers, axis, end, quarters);
    }
    Board::assemble(&stickers).map_err(|fault| reader.unexpected(&fault.found, fault.expected))
}

/// Reads the unfolded faces.
fn read_net(reader: &mut Reader<'_>) -> Result<Board, ReadError> {
    let places: Vec<(Corner, usize)> = net().flatten().collect();
    let mut read: Vec<(Place, char)> = Vec::with_capacity(places.len());
    while read.len() < places.len() {
        let left = places.len() - read.len();
        let token = reader.token(&format!("the colours of {left} more stickers"))?;
        for (offset, colour) in token.text.chars().enumerate().filter(|&(_, c)| c != '.') {
            let place = Place { column: token.place.column + offset, ..token.place };
            let expected = match read.len() {
                24 => "the end of the cube after 24 stickers",
                _ if !colour.is_alphanumeric() => "a letter for a colour",
                _ => {
                    read.push((place, colour.to_ascii_uppercase()));
                    continue;
                }
            };
            let found = format!("`{}`", colour.escape_debug());
            return Err(ReadError { place, found, expected: expected.into() });
        }
    }
    skip_padding(reader);
    for (index, &(place, colour)) in read.iter().enumerate() {
        let before = || read[..index].iter().map(|&(_, colour)| colour);
        let mut others: Vec<char> = before().collect();
        others.sort_unstable();
        others.dedup();
        let (found, expected) = match before().filter(|&other| other == colour).count() {
            0 if others.len() == 6 => (format!("`{colour}`, a seventh colour"), "six colours"),
            0..4 => continue,
            _ => (format!("a fifth `{colour}`"), "four stickers of each colour"),
        };
        return Err(ReadError { place, found, expected: expected.into() });
    }
    let mut stickers = [[' '; AXES]; CORNERS];
    for (&(corner, axis), &(_, colour)) in places.iter().zip(&read) {
        stickers[corner][axis] = colour;
    }
    Board::assemble(&stickers).map_err(|Fault { at, found, expected }| {
        let index = places.iter().position(|&place| place == at).unwrap_or(0);
        ReadError { place: read[index].0, found, expected: expected.into() }
    })
}

/// Passes over the dots behind the last row.
fn skip_padding(reader: &mut Reader<'_>) {
    let mut ahead = reader.clone();
    while ahead.token_on_line().is_some_and(|token| token.text.chars().all(|c| c == '.')) {
        *reader = ahead.clone();
    }
}
