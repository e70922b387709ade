//! Subgroups of a stated size: the lanes of an invocation, and the exchange of operands between them.
//!
//! Invocation `i` (`local_invocation_index`) is lane `i % size` of subgroup `i / size`. A last subgroup that the
//! workgroup does not fill has fewer lanes; the others are inactive. Each operation stores its operand in workgroup
//! memory, waits at a barrier, reads operands of other lanes and waits again, so that it needs control flow that is
//! uniform in the workgroup.

mod operations;

pub(super) use operations::selector;

use super::memory::{load, to_element};
use super::{Data, Remedy, Translator, Value};
use crate::SubgroupOperation;
use naga::{BuiltIn, Expression, Handle, Statement};
use vyre_conform_ir::{Access, BinaryOp, BufferId, Expr, Node, Type};

/// The least and greatest size of a subgroup (<https://www.w3.org/TR/WGSL/#subgroup-size-builtin-value>).
const SIZES: std::ops::RangeInclusive<u32> = 4..=128;

/// True if a subgroup may have this many lanes.
pub(super) fn is_size(size: u32) -> bool {
    size.is_power_of_two() && SIZES.contains(&size)
}

/// The place of an invocation in its subgroup. Every expression is a literal or a local of the kernel.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// The stated number of lanes.
    size: u32,
    /// Invocations of the workgroup.
    invocations: u32,
    /// The invocation's index in its workgroup.
    index: Expr,
    /// The lane's number.
    number: Expr,
    /// The number of its subgroup.
    subgroup: Expr,
    /// The index of the subgroup's first invocation.
    first: Expr,
    /// The index behind its last invocation.
    end: Expr,
    /// The number of its active lanes.
    active: Expr,
}

/// The workgroup memory through which lanes exchange operands.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    buffer: BufferId,
    /// The first word of this scalar of the operand.
    offset: u32,
    /// The type of the scalar.
    ty: Type,
}

impl Exchange {
    /// The operand of the invocation with this index.
    fn operand(self, index: Expr) -> Expr {
        let index = match self.offset {
            0 => index,
            offset => index + offset,
        };
        let word = load(self.buffer, Type::U32, index);
        match self.ty {
            Type::U32 => word,
            ty => Expr::cast(ty, word),
        }
    }
}

impl<'a> Translator<'a> {
    /// Computes the lane of the invocation, at the beginning of the kernel.
    pub(super) fn enter_subgroup(&mut self, size: u32) {
        let sizes = self.workgroup_size.iter();
        let invocations = sizes.fold(1_u32, |product, size| product.saturating_mul(*size));
        let index = self.local_index();
        let index = self.draft.bind("local_index", index);
        let has_one = invocations <= size;
        let is_full = invocations.is_multiple_of(size);
        let size_of = Expr::u32(size);
        let (number, subgroup, first) = if has_one {
            (index.clone(), Expr::u32(0), Expr::u32(0))
        } else {
            let part = |op| Expr::binary(op, index.clone(), size_of.clone());
            let number = self.draft.bind("lane", part(BinaryOp::Rem));
            let subgroup = self.draft.bind("subgroup", part(BinaryOp::Div));
            let first = self.draft.bind("first_lane", subgroup.clone() * size);
            (number, subgroup, first)
        };
        let end = match (has_one, is_full) {
            (true, _) => Expr::u32(invocations),
            (false, true) => first.clone() + size,
            (false, false) => {
                let end = first.clone() + size;
                Expr::binary(BinaryOp::Min, end, Expr::u32(invocations))
            }
        };
        let end = self.draft.bind("lanes_end", end);
        let active = match (has_one, is_full) {
            (true, _) => Expr::u32(invocations),
            (false, true) => size_of,
            (false, false) => Expr::binary(BinaryOp::Sub, end.clone(), first.clone()),
        };
        let active = self.draft.bind("active_lanes", active);
        self.lane = Some(Lane {
            size,
            invocations,
            index,
            number,
            subgroup,
            first,
            end,
            active,
        });
    }

    /// A builtin value about subgroups; `None` if no size is stated.
    pub(super) fn subgroup_builtin(&self, builtin: BuiltIn) -> Option<Data> {
        let lane = self.lane.as_ref()?;
        let value = match builtin {
            BuiltIn::SubgroupSize => Expr::u32(lane.size),
            BuiltIn::SubgroupInvocationId => lane.number.clone(),
            BuiltIn::SubgroupId => lane.subgroup.clone(),
            BuiltIn::NumSubgroups => Expr::u32(lane.invocations.div_ceil(lane.size)),
            _ => return None,
        };
        Some(Data::scalar(value))
    }

    /// A barrier of the subgroup: one of the workgroup.
    pub(super) fn subgroup_barrier(&mut self) {
        if self.lane_of("`subgroupBarrier`").is_some() {
            self.note_operation(false);
            self.draft.push(Node::Barrier);
        }
    }

    /// A statement whose lanes exchange values.
    pub(super) fn subgroup_statement(&mut self, statement: &'a Statement) {
        match statement {
            Statement::SubgroupBallot { result, predicate } => {
                self.ballot(*predicate, *result);
            }
            Statement::SubgroupGather {
                mode,
                argument,
                result,
            } => self.gather(mode, *argument, *result),
            Statement::SubgroupCollectiveOperation {
                op,
                collective_op,
                argument,
                result,
            } => self.collective(*op, *collective_op, *argument, *result),
            // The caller passes no other statement.
            _ => {}
        }
    }

    /// The invocation's lane; refuses the construct if no size is stated.
    fn lane_of(&mut self, construct: &str) -> Option<Lane> {
        if self.lane.is_none() {
            self.refuse(construct, Remedy::Subgroup);
        }
        self.lane.clone()
    }

    /// Records an operation at this place.
    fn note_operation(&mut self, sums_floats: bool) {
        let place = self.lines.place(self.draft.span);
        let operation = SubgroupOperation { place, sums_floats };
        if !self.subgroup_operations.contains(&operation) {
            self.subgroup_operations.push(operation);
        }
    }

    /// Stores operands for the other lanes, computes each scalar of the result from them, and waits until all lanes
    /// have read.
    fn exchange(
        &mut self,
        lane: &Lane,
        operand: &Data,
        result: Handle<Expression>,
        mut of_scalar: impl FnMut(&mut Self, Exchange) -> Vec<Expr>,
    ) {
        let count = operand.leaves.len() as u32;
        let buffer = self.exchange_buffer(lane.invocations.saturating_mul(count));
        let offset = |k: u32| k.saturating_mul(lane.invocations);
        for (k, leaf) in (0..).zip(&operand.leaves) {
            let index = match offset(k) {
                0 => lane.index.clone(),
                offset => lane.index.clone() + offset,
            };
            let value = to_element(leaf.clone(), Type::U32);
            self.draft.push(Node::Store {
                buffer,
                index,
                value,
            });
        }
        self.draft.push(Node::Barrier);
        let mut leaves = vec![];
        for (k, leaf) in (0..).zip(&operand.leaves) {
            let (offset, ty) = (offset(k), leaf.ty);
            let scalars = of_scalar(self, Exchange { buffer, offset, ty });
            let named = scalars
                .into_iter()
                .map(|scalar| self.named_leaf("exchanged", scalar));
            leaves.extend(named);
        }
        self.draft.push(Node::Barrier);
        let shape = self.resolved(result);
        self.keep(result, Value::Data(Data::new(shape, leaves)));
    }

    /// The memory of exchanges, with at least this many words.
    fn exchange_buffer(&mut self, words: u32) -> BufferId {
        let known = self.exchanges;
        let buffer = known
            .unwrap_or_else(|| self.buffer("subgroup_operands", Access::Workgroup, Some(0), 0));
        self.exchanges = Some(buffer);
        let decl = &mut self.buffers[buffer.0 as usize];
        decl.count = decl.count.max(Some(words.max(1)));
        buffer
    }
}
