//! Subgroup operations: the lanes of a subgroup meet at a statement, and each receives its result.
//!
//! Lanes take part together if they are at the same statement of the same iteration of the same loops,
//! as maximal reconvergence has it. Lanes that ended, wait at a barrier or went another way are
//! inactive.

use super::machine::{Interruption, Invocation, Machine, Step};
use super::math;
use super::operators::binary;
use super::value::{Value, Words, scalar_of};
use naga::{BinaryOperator, CollectiveOperation, Direction, GatherMode, MathFunction, ScalarKind};
use naga::{Expression, Handle, Scalar, Statement, SubgroupOperation};

/// Default size of a subgroup.
pub(crate) const LANES: u32 = 32;
/// Other sizes, whose results should be the same.
pub(crate) const OTHER_LANES: [u32; 2] = [8, 64];

/// An invocation at a subgroup operation.
#[derive(Clone, Debug)]
pub(super) struct LaneArrival<'m> {
    statement: &'m Statement,
    /// The scalar of the operand.
    scalar: Scalar,
    /// The operand.
    words: Words,
    /// The lane or distance that the invocation asks for.
    index: u32,
}

/// The position of an invocation in its program: for each block that it is in, the iteration of the
/// block's loop, the next statement, and the block.
type Position = Vec<(u32, usize, usize)>;

impl<'m> Machine<'_, 'm> {
    /// Arrives at a subgroup operation.
    pub(super) fn meet(&mut self, statement: &'m Statement) -> Result<Step, Interruption> {
        let (operand, index) = match statement {
            Statement::SubgroupBallot { predicate, .. } => (*predicate, None),
            Statement::SubgroupGather { mode, argument, .. } => {
                let index = match mode {
                    GatherMode::Broadcast(index)
                    | GatherMode::Shuffle(index)
                    | GatherMode::ShuffleDown(index)
                    | GatherMode::ShuffleUp(index)
                    | GatherMode::ShuffleXor(index)
                    | GatherMode::QuadBroadcast(index) => Some(*index),
                    GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => None,
                };
                (Some(*argument), index)
            }
            Statement::SubgroupCollectiveOperation { argument, .. } => (Some(*argument), None),
            _ => (None, None),
        };
        let index = index.map(|index| self.value(index)).transpose()?;
        let arrival = LaneArrival {
            statement,
            scalar: operand.map_or(Scalar::BOOL, |operand| scalar_of(self.ty(operand))),
            words: match operand {
                Some(operand) => self.value(operand)?.words().into(),
                None => Words::from_elem(1, 1),
            },
            index: index.map_or(0, |index| index.first()),
        };
        self.invocation.meeting = Some(arrival);
        Ok(Step::Subgroup)
    }
}

/// The position of an invocation.
pub(super) fn position(invocation: &Invocation<'_>) -> Position {
    let frames = invocation.frames.iter();
    let cursors = frames.flat_map(|frame| &frame.cursors);
    cursors
        .map(|cursor| {
            let block = std::ptr::from_ref(cursor.block) as usize;
            (cursor.iteration(), cursor.at, block)
        })
        .collect()
}

/// Stores the results of an operation in these lanes, which are all active: each with its number in
/// the subgroup, ascending.
pub(super) fn exchange(lanes: &mut [(u32, &mut Invocation<'_>)]) {
    let mut arrivals = vec![];
    for (lane, invocation) in lanes.iter_mut() {
        if let Some(arrival) = invocation.meeting.take() {
            arrivals.push((*lane, arrival));
        }
    }
    let Some((_, first)) = arrivals.first() else {
        return;
    };
    let result = match first.statement {
        Statement::SubgroupBallot { result, .. }
        | Statement::SubgroupGather { result, .. }
        | Statement::SubgroupCollectiveOperation { result, .. } => *result,
        _ => {
            for (_, invocation) in lanes {
                invocation.subgroup_phase += 1;
            }
            return;
        }
    };
    let words: Vec<Words> = match first.statement {
        Statement::SubgroupBallot { .. } => vec![ballot(&arrivals); arrivals.len()],
        Statement::SubgroupGather { mode, .. } => gathered(mode, &arrivals),
        Statement::SubgroupCollectiveOperation {
            op, collective_op, ..
        } => collected(*op, *collective_op, &arrivals),
        _ => vec![],
    };
    for ((_, invocation), words) in lanes.iter_mut().zip(words) {
        keep(invocation, result, words);
    }
}

fn keep(invocation: &mut Invocation<'_>, result: Handle<Expression>, words: Words) {
    if let Some(frame) = invocation.frames.last_mut() {
        frame.values[result.index()] = Some(Value::Words(words));
    }
}

/// The bits of the lanes whose operand is true.
fn ballot(arrivals: &[(u32, LaneArrival<'_>)]) -> Words {
    let mut bits = [0_u32; 4];
    for (lane, arrival) in arrivals {
        if arrival.words.first() != Some(&0) && *lane < 128 {
            bits[(*lane / 32) as usize] |= 1 << (lane % 32);
        }
    }
    Words::from_slice(&bits)
}

/// The operand of the lane that each lane asks for; zeros if that one is inactive.
fn gathered(mode: &GatherMode, arrivals: &[(u32, LaneArrival<'_>)]) -> Vec<Words> {
    let first = arrivals.first().map_or(0, |(lane, _)| *lane);
    let each = arrivals.iter().map(|(lane, arrival)| {
        let from = match mode {
            GatherMode::BroadcastFirst => first,
            GatherMode::Broadcast(_) | GatherMode::Shuffle(_) => arrival.index,
            GatherMode::ShuffleDown(_) => lane.wrapping_add(arrival.index),
            GatherMode::ShuffleUp(_) => lane.wrapping_sub(arrival.index),
            GatherMode::ShuffleXor(_) => lane ^ arrival.index,
            GatherMode::QuadBroadcast(_) => (lane & !3) + arrival.index,
            GatherMode::QuadSwap(Direction::X) => lane ^ 1,
            GatherMode::QuadSwap(Direction::Y) => lane ^ 2,
            GatherMode::QuadSwap(Direction::Diagonal) => lane ^ 3,
        };
        let source = arrivals.iter().find(|(other, _)| *other == from);
        source.map_or_else(
            || Words::from_elem(0, arrival.words.len()),
            |(_, source)| source.words.clone(),
        )
    });
    each.collect()
}

/// A reduction or a scan.
fn collected(
    op: SubgroupOperation,
    collective: CollectiveOperation,
    arrivals: &[(u32, LaneArrival<'_>)],
) -> Vec<Words> {
    let scalar = arrivals[0].1.scalar;
    let width = arrivals[0].1.words.len();
    let mut sum: Option<Words> = None;
    let mut scans = vec![];
    for (_, arrival) in arrivals {
        let next = match &sum {
            None => arrival.words.clone(),
            Some(sum) => {
                let pairs = sum.iter().zip(&arrival.words);
                pairs.map(|(a, b)| combined(op, scalar, *a, *b)).collect()
            }
        };
        scans.push(match collective {
            CollectiveOperation::ExclusiveScan => sum
                .clone()
                .unwrap_or_else(|| Words::from_elem(neutral(op, scalar), width)),
            CollectiveOperation::InclusiveScan | CollectiveOperation::Reduce => next.clone(),
        });
        sum = Some(next);
    }
    match (collective, sum) {
        (CollectiveOperation::Reduce, Some(sum)) => vec![sum; arrivals.len()],
        _ => scans,
    }
}

/// One step of a reduction.
fn combined(op: SubgroupOperation, scalar: Scalar, a: u32, b: u32) -> u32 {
    let kind = scalar.kind;
    let arithmetic = |op| math::rounded(scalar, binary(op, kind, a, b));
    let chosen = |fun| math::scalar(fun, kind, &[a, b]).unwrap_or(0);
    match op {
        SubgroupOperation::All => u32::from(a != 0 && b != 0),
        SubgroupOperation::Any => u32::from(a != 0 || b != 0),
        SubgroupOperation::Add => arithmetic(BinaryOperator::Add),
        SubgroupOperation::Mul => arithmetic(BinaryOperator::Multiply),
        SubgroupOperation::Min => chosen(MathFunction::Min),
        SubgroupOperation::Max => chosen(MathFunction::Max),
        SubgroupOperation::And => a & b,
        SubgroupOperation::Or => a | b,
        SubgroupOperation::Xor => a ^ b,
    }
}

/// The first value of an exclusive scan.
fn neutral(op: SubgroupOperation, scalar: Scalar) -> u32 {
    match (op, scalar.kind) {
        (SubgroupOperation::Mul, ScalarKind::Float) => 1.0_f32.to_bits(),
        (SubgroupOperation::Mul, _) => 1,
        _ => 0,
    }
}
