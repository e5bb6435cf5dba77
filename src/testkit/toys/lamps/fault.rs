//! The ways in which the lamps can break a law.

/// One way to break one law.
///
/// An ability that would suffer along with the law is not had: each fault is found by one check alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// One state is decoded as another.
    WrongBoard,
    /// One board has no start.
    NoStart,
    /// Every other time, one board has one more start.
    ChangingStarts,
    /// One state is a goal every other time.
    ChangingGoal,
    /// The successors of one state come in the other order every other time.
    ChangingOrder,
    /// One state has no successors but a panic.
    Panic,
    /// One edge costs 1 and 2 by turns.
    ChangingCost,
    /// One state lacks a predecessor.
    MissingPredecessor,
    /// One state has a predecessor from which no move leads to it.
    FalsePredecessor,
    /// One edge runs one way.
    OneWay,
    /// A goal is not listed.
    MissingGoal,
    /// A goal is listed twice.
    RepeatedGoal,
    /// A state is listed that is no goal.
    FalseGoal,
    /// Two states have one rank.
    SharedRank,
    /// One state has no rank below the count.
    Unranked,
    /// After one state comes another than that of the next rank.
    WrongNext,
    /// One estimate is too high.
    Overestimate,
    /// One estimate is lowered too much by a move.
    Inconsistent,
    /// One map does not keep the edges.
    FalseMap,
    /// One map of the group is missing.
    NoGroup,
    /// The canonical state is not the least.
    WrongCanonical,
    /// In one state the moves flip other bits.
    OtherBits,
    /// A step says more than the estimate.
    WrongStep,
    /// An estimate that is carried is not that of the state.
    WrongCarry,
    /// The parts of an estimate get lost on the way to one state.
    LostParts,
    /// In the space as data, moves lead elsewhere.
    WrongSpace,
    /// In the space as data, moves come in another order.
    OtherOrder,
    /// In one state the pieces stand as in another.
    WrongSlots,
    /// It is not said that a move to one state moves a piece.
    MissingPiece,
    /// A map is said to leave a slot where it is that becomes another.
    WrongRelabelling,
    /// The demo board cannot be read.
    WrongDemo,
    /// One board is written so that it cannot be read.
    Illegible,
    /// One board is written as another.
    WrongWriting,
    /// Two moves have the same words.
    SameWords,
    /// One move has no words.
    NoWords,
    /// There is a reason why one state cannot be solved, which is not so.
    FalseReason,
}

impl Fault {
    /// All of them, each with its name as an argument and the number of the law that it breaks.
    pub const ALL: [(Fault, &'static str, u8); 36] = [
        (Fault::WrongBoard, "wrong_board", 1),
        (Fault::NoStart, "no_start", 2),
        (Fault::ChangingStarts, "changing_starts", 2),
        (Fault::ChangingGoal, "changing_goal", 3),
        (Fault::ChangingOrder, "changing_order", 3),
        (Fault::Panic, "panic", 3),
        (Fault::ChangingCost, "changing_cost", 4),
        (Fault::MissingPredecessor, "missing_predecessor", 5),
        (Fault::FalsePredecessor, "false_predecessor", 5),
        (Fault::OneWay, "one_way", 6),
        (Fault::MissingGoal, "missing_goal", 7),
        (Fault::RepeatedGoal, "repeated_goal", 7),
        (Fault::FalseGoal, "false_goal", 7),
        (Fault::SharedRank, "shared_rank", 8),
        (Fault::Unranked, "unranked", 8),
        (Fault::WrongNext, "wrong_next", 8),
        (Fault::Overestimate, "overestimate", 9),
        (Fault::Inconsistent, "inconsistent", 10),
        (Fault::FalseMap, "false_map", 11),
        (Fault::NoGroup, "no_group", 11),
        (Fault::WrongCanonical, "wrong_canonical", 11),
        (Fault::OtherBits, "other_bits", 12),
        (Fault::WrongStep, "wrong_step", 13),
        (Fault::WrongCarry, "wrong_carry", 13),
        (Fault::LostParts, "lost_parts", 13),
        (Fault::WrongSpace, "wrong_space", 14),
        (Fault::OtherOrder, "other_order", 14),
        (Fault::WrongDemo, "wrong_demo", 15),
        (Fault::Illegible, "illegible", 15),
        (Fault::WrongWriting, "wrong_writing", 15),
        (Fault::SameWords, "same_words", 16),
        (Fault::NoWords, "no_words", 16),
        (Fault::FalseReason, "false_reason", 18),
        (Fault::WrongSlots, "wrong_slots", 19),
        (Fault::MissingPiece, "missing_piece", 19),
        (Fault::WrongRelabelling, "wrong_relabelling", 19),
    ];
}

/// The names of all faults, behind that of none: what the parameter `fault` may be.
pub(super) const FAULT_NAMES: [&str; Fault::ALL.len() + 1] = {
    let mut names = ["none"; Fault::ALL.len() + 1];
    let mut index = 0;
    while index < Fault::ALL.len() {
        names[index + 1] = Fault::ALL[index].1;
        index += 1;
    }
    names
};
