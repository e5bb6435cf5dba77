//! The program from outside: what it reads, what it writes, and how it ends.

mod boards;
mod commands;
mod compare;
mod engines;
mod faults;
mod generate;
mod interrupt;
mod json;
mod predict;
mod report;
mod solve;
mod streams;
mod support;
mod survey;
mod tables;
