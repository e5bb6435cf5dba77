//! The puzzles that come with [`puzzlespace`].
//!
//! Each has a file with its rules, its words and its record, where need be a folder of the same name with parts
//! of them, and a row in [`PLUGINS`]. A program that wants one of them takes its instance type, such as
//! [`flip_game::FlipGame`], and hands it to [`puzzlespace::engines`].
#![forbid(unsafe_code)]

pub mod common;
pub mod flip_game;
pub mod four_in_a_row;
pub mod hanoi;
pub mod lights_out;
pub mod pancake;
pub mod pocket_cube;
pub mod sliding_tile;

#[cfg(not(test))]
use puzzlespace::plugin::Plugin;

/// Every puzzle, in the order in which they are listed to people.
///
/// A static and not a constant, so that engines are compiled for them here, once, and not again in every
/// program and test that names it. The unit tests of this crate do without it, and so without the engines.
#[cfg(not(test))]
pub static PLUGINS: &[Plugin] = &[
    flip_game::PLUGIN,
    four_in_a_row::PLUGIN,
    sliding_tile::PLUGIN,
    lights_out::PLUGIN,
    pancake::PLUGIN,
    pocket_cube::PLUGIN,
    hanoi::PLUGIN,
];
