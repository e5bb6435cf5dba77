//! The corners of a cube, and the motions that carry them about.

/// Left to right, down to up, back to front.
pub(super) const AXES: usize = 3;
pub(super) const CORNERS: usize = 8;
/// The axis of the upper and the lower face, by whose stickers twists are told.
pub(super) const Y: usize = 1;

/// The names of the faces, for each axis at its lower and its upper end.
pub(super) const FACES: [[char; 2]; AXES] = [['L', 'R'], ['D', 'U'], ['B', 'F']];

/// A corner of the cube, or the piece that belongs there: for each axis a bit, set at its upper end. The one
/// that is never turned is 0.
pub(super) type Corner = usize;

/// The axes of the stickers at a corner, clockwise from that of the upper or lower face.
pub(super) const fn clockwise(corner: Corner) -> [usize; AXES] {
    if corner.count_ones() % 2 == 1 { [1, 0, 2] } else { [1, 2, 0] }
}

/// How far around a corner the sticker of an axis is, clockwise.
fn turns_to(corner: Corner, axis: usize) -> u8 {
    (0..).zip(clockwise(corner)).find(|&(_, other)| other == axis).map_or(0, |(turns, _)| turns)
}

/// A rotation or a reflection of the cube.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    /// What becomes of each axis.
    pub(super) axes: [usize; AXES],
    /// For each of the axes after the motion a bit, set if its ends are exchanged.
    flips: usize,
}

impl Motion {
    /// The motions that leave the first corner where it is, the identity first.
    pub(super) const OF_FIRST_CORNER: [Self; 6] = [
        Motion { axes: [0, 1, 2], flips: 0 },
        Motion { axes: [1, 2, 0], flips: 0 },
        Motion { axes: [2, 0, 1], flips: 0 },
        Motion { axes: [0, 2, 1], flips: 0 },
        Motion { axes: [2, 1, 0], flips: 0 },
        Motion { axes: [1, 0, 2], flips: 0 },
    ];

    /// A quarter turn clockwise, as seen from the upper end of an axis.
    pub(super) fn quarter(around: usize) -> Self {
        let (next, last) = ((around + 1) % AXES, (around + 2) % AXES);
        let mut axes = [around; AXES];
        (axes[next], axes[last]) = (last, next);
        Motion { axes, flips: 1 << last }
    }

    pub(super) fn corner(self, corner: Corner) -> Corner {
        let bit = |axis: usize| (corner >> axis & 1) << self.axes[axis];
        self.flips ^ (0..AXES).map(bit).sum::<usize>()
    }

    /// How far around the new corner the sticker comes that was first around this one.
    pub(super) fn shift(self, corner: Corner) -> u8 {
        turns_to(self.corner(corner), self.axes[Y])
    }
}
