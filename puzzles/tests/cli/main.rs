//! The program from outside: what it reads, what it writes, and how it ends.

mod boards;
mod commands;
mod compare;
mod interrupt;
mod json;
mod solve;
mod streams;
mod support;
mod tables;
