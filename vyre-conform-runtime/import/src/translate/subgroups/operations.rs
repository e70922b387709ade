//! Subgroup operations: ballots, gathers, reductions and scans over the active lanes.
//!
//! Reductions and scans combine operands in ascending order of lanes, starting with that of the first lane.

use super::{Exchange, Lane};
use crate::translate::{Data, Translator};
use naga::SubgroupOperation as Op;
use naga::{BinaryOperator, CollectiveOperation, Direction, Expression, GatherMode, Handle};
use vyre_conform_ir::{BinaryOp, Expr, Node, Type};

/// Lanes of one word of a ballot.
const WORD_LANES: u32 = 32;
/// Words of a ballot.
const BALLOT_WORDS: u32 = 4;

/// The lane or distance that a gather names.
pub(in crate::translate) fn selector(mode: &GatherMode) -> Option<Handle<Expression>> {
    match mode {
        GatherMode::Broadcast(index)
        | GatherMode::Shuffle(index)
        | GatherMode::ShuffleDown(index)
        | GatherMode::ShuffleUp(index)
        | GatherMode::ShuffleXor(index)
        | GatherMode::QuadBroadcast(index) => Some(*index),
        GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => None,
    }
}

impl Translator<'_> {
    /// The bits of the lanes whose predicate is true; without a predicate those of the active lanes.
    pub(super) fn ballot(
        &mut self,
        predicate: Option<Handle<Expression>>,
        result: Handle<Expression>,
    ) {
        let Some(lane) = self.lane_of("`subgroupBallot`") else {
            return;
        };
        self.note_operation(false);
        let predicate = match predicate {
            Some(predicate) => self.data(predicate),
            None => Data::scalar(Expr::bool(true)),
        };
        self.exchange(&lane, &predicate, result, |of, bits| {
            let words = (0..BALLOT_WORDS).map(|word| of.ballot_word(&lane, bits, word));
            words.collect()
        });
    }

    fn ballot_word(&mut self, lane: &Lane, bits: Exchange, word: u32) -> Expr {
        let before = word * WORD_LANES;
        if before >= lane.size {
            return Expr::u32(0);
        }
        let from = lane.first.clone() + before;
        let end = match lane.size {
            0..=WORD_LANES => lane.end.clone(),
            _ => Expr::binary(
                BinaryOp::Min,
                lane.first.clone() + (before + WORD_LANES),
                lane.end.clone(),
            ),
        };
        let first = lane.first.clone();
        self.over_lanes(Expr::u32(0), from, end, |_, ballot, other| {
            let bit = Expr::cast(Type::U32, bits.operand(other.clone()));
            // The amount counts modulo 32.
            let bit = Expr::binary(BinaryOp::Shl, bit, other - first);
            Expr::binary(BinaryOp::Or, ballot, bit)
        })
    }

    /// The operand of another lane; zero if that lane is inactive or the subgroup does not have it.
    pub(super) fn gather(
        &mut self,
        mode: &GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) {
        let Some(lane) = self.lane_of("a shuffle or broadcast of a subgroup") else {
            return;
        };
        self.note_operation(false);
        let argument = self.data(argument);
        let source = self.source_lane(mode, &lane);
        let source = self.named_leaf("source", source);
        let is_active = Expr::binary(BinaryOp::Lt, source.clone(), lane.active.clone());
        let is_active = self.draft.bind("is_active", is_active);
        let index = lane.first.clone() + source;
        let index = Expr::select(is_active.clone(), index, lane.index.clone());
        let index = self.draft.bind("source_index", index);
        self.exchange(&lane, &argument, result, |_, operands| {
            let zero = Expr::literal(operands.ty, 0);
            let value = operands.operand(index.clone());
            vec![Expr::select(is_active.clone(), value, zero)]
        });
    }

    /// The number of the lane from which this one receives.
    fn source_lane(&mut self, mode: &GatherMode, lane: &Lane) -> Expr {
        let selector = selector(mode).map_or(Expr::u32(0), |index| self.data(index).leaf());
        let with = |op, amount: Expr| Expr::binary(op, lane.number.clone(), amount);
        match mode {
            GatherMode::BroadcastFirst | GatherMode::Broadcast(_) | GatherMode::Shuffle(_) => {
                selector
            }
            GatherMode::ShuffleDown(_) => with(BinaryOp::Add, selector),
            GatherMode::ShuffleUp(_) => with(BinaryOp::Sub, selector),
            GatherMode::ShuffleXor(_) => with(BinaryOp::Xor, selector),
            GatherMode::QuadBroadcast(_) => with(BinaryOp::And, Expr::u32(!3)) + selector,
            GatherMode::QuadSwap(Direction::X) => with(BinaryOp::Xor, Expr::u32(1)),
            GatherMode::QuadSwap(Direction::Y) => with(BinaryOp::Xor, Expr::u32(2)),
            GatherMode::QuadSwap(Direction::Diagonal) => with(BinaryOp::Xor, Expr::u32(3)),
        }
    }

    /// A reduction or scan.
    pub(super) fn collective(
        &mut self,
        op: Op,
        kind: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) {
        let Some(lane) = self.lane_of("a reduction or scan of a subgroup") else {
            return;
        };
        let argument = self.data(argument);
        self.note_operation(argument.ty().is_float() && matches!(op, Op::Add | Op::Mul));
        self.exchange(&lane, &argument, result, |of, operands| {
            let first = operands.operand(lane.first.clone());
            let (start, end) = match kind {
                CollectiveOperation::Reduce => (first, lane.end.clone()),
                CollectiveOperation::InclusiveScan => (first, lane.index.clone() + 1_u32),
                CollectiveOperation::ExclusiveScan => {
                    let neutral = of.neutral(op, operands.ty);
                    let is_first = Expr::binary(BinaryOp::Eq, lane.number.clone(), Expr::u32(0));
                    (Expr::select(is_first, neutral, first), lane.index.clone())
                }
            };
            let from = lane.first.clone() + 1_u32;
            let combined = of.over_lanes(start, from, end, |of, sum, other| {
                of.combined(op, sum, operands.operand(other))
            });
            vec![combined]
        });
    }

    /// Combines a value with those of the invocations `from..end`, ascending.
    fn over_lanes(
        &mut self,
        start: Expr,
        from: Expr,
        end: Expr,
        combine: impl FnOnce(&mut Self, Expr, Expr) -> Expr,
    ) -> Expr {
        let ty = start.ty;
        let sum = self.draft.variable("combined", start);
        let counter = self.draft.local("other", Type::U32, None);
        self.draft.open();
        let next = combine(self, Expr::local(sum, ty), Expr::local(counter, Type::U32));
        self.draft.assign(sum, next);
        let body = self.draft.close();
        let node = Node::Loop {
            counter,
            from,
            to: end,
            body: vec![],
        };
        self.draft.push_blocks(node, vec![body]);
        Expr::local(sum, ty)
    }

    /// One step of a reduction.
    fn combined(&mut self, op: Op, a: Expr, b: Expr) -> Expr {
        match op {
            Op::All | Op::And => self.operator(BinaryOperator::And, a, b),
            Op::Any | Op::Or => self.operator(BinaryOperator::InclusiveOr, a, b),
            Op::Xor => self.operator(BinaryOperator::ExclusiveOr, a, b),
            Op::Add => self.operator(BinaryOperator::Add, a, b),
            Op::Mul => self.operator(BinaryOperator::Multiply, a, b),
            Op::Min => self.smaller_or_larger(BinaryOp::Min, a, b),
            Op::Max => self.smaller_or_larger(BinaryOp::Max, a, b),
        }
    }

    /// The value of an exclusive scan in the first lane; naga validates scans of sums and products alone.
    fn neutral(&self, op: Op, ty: Type) -> Expr {
        match (op, ty.is_float()) {
            (Op::Mul, true) => self.number(ty, 1.0),
            (Op::Mul, false) => Expr::literal(ty, 1),
            _ => Expr::literal(ty, 0),
        }
    }
}
