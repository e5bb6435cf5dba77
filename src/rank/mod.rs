//! Dense numbering of states.
