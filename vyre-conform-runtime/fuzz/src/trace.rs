//! The trace of a function: a vector into which all computed values are mixed, so that a wrong value
//! shows in the end.
//!
//! Each invocation of a kernel stores its trace to its own element, at the end and before a return.

use super::expr::constant;
use super::statement::{FunctionContext, ReadableLocal};
use vyre_conform_ir::{BinaryOp, BufferId, Expr, ExprKind, LocalId, Node, Type};

/// The multipliers of the trace, per lane: odd numbers, so that no bit is lost.
const FACTORS: [u64; 2] = [0x9e37_79b1_0100_0193, 0x85eb_ca77_c2b2_ae3d];

/// The locals of a trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    value: LocalId,
    factors: LocalId,
}

impl FunctionContext<'_> {
    /// Binds the trace to an initial value.
    pub(super) fn begin_trace(&mut self, nodes: &mut Vec<Node>, value: Expr) {
        let trace = self.builder.local("trace", Type::Vec4);
        let factors = self.builder.local("factors", Type::Vec4);
        self.know(trace, Type::Vec4, false);
        self.trace = Some(Trace {
            value: trace,
            factors,
        });
        for (local, value, mutable) in [
            (trace, value, true),
            (factors, constant(Type::Vec4, FACTORS), false),
        ] {
            nodes.push(Node::Let {
                local,
                value,
                mutable,
            });
        }
    }

    /// The current trace; a constant before it exists.
    pub(super) fn traced(&self) -> Expr {
        match self.trace {
            Some(trace) => Expr::local(trace.value, Type::Vec4),
            None => constant(Type::Vec4, FACTORS),
        }
    }

    /// A word of the trace.
    pub(super) fn traced_word(&mut self) -> Expr {
        let lane = self.draw.below(4);
        Expr::lane(self.traced(), lane)
    }

    /// Adds a value to the trace.
    pub(super) fn mix(&mut self, nodes: &mut Vec<Node>, value: Expr) {
        let Some(Trace {
            value: local,
            factors,
        }) = self.trace
        else {
            return;
        };
        let factors = Expr::local(factors, Type::Vec4);
        let times = Expr::binary(BinaryOp::Mul, self.traced(), factors);
        nodes.push(Node::Assign {
            local,
            value: Expr::binary(BinaryOp::Xor, times, as_vector(value)),
        });
    }

    /// Adds three values to the trace at once.
    pub(super) fn mix_all(&mut self, nodes: &mut Vec<Node>, [first, second, third]: [Expr; 3]) {
        self.mix(nodes, first);
        if let Some(Node::Assign { value, .. }) = nodes.last_mut() {
            for other in [second, third] {
                *value = Expr::binary(BinaryOp::Add, value.clone(), as_vector(other));
            }
        }
    }

    /// Adds a local to the trace.
    pub(super) fn mix_local(&mut self, nodes: &mut Vec<Node>, local: LocalId, ty: Type) {
        self.mix(nodes, Expr::local(local, ty));
    }

    /// Adds a visible value to the trace: a variable, an element, a counter.
    pub(super) fn mix_any(&mut self, nodes: &mut Vec<Node>) {
        let at = self.draw.below(10);
        if at < 3 && !self.arrays.is_empty() {
            let array = self.draw.of(&self.arrays);
            let index = self.array_index(array.len);
            return self.mix(nodes, Expr::element(array.local, array.ty, index));
        }
        if at < 4 && !self.tables.is_empty() {
            let (table, ty) = self.draw.of(&self.tables);
            let index = self.element_index(1);
            return self.mix(nodes, Expr::table_element(table, ty, index));
        }
        if at < 6
            && let Some(counter) = self.counters.last().copied()
        {
            return self.mix_local(nodes, counter, Type::U32);
        }
        // The most recent ones are preferred: they are visible only here.
        let requested = at < 7;
        let known: Vec<ReadableLocal> = self.scope.iter().rev().copied().collect();
        let mut known: Vec<ReadableLocal> = known
            .into_iter()
            .filter(|k| k.mutable || !requested)
            .collect();
        known.truncate(5);
        if known.is_empty() {
            self.samples(nodes, 1)
        } else {
            let ReadableLocal { local, ty, .. } = self.draw.of(&known);
            self.mix_local(nodes, local, ty);
        }
    }

    /// Stores the trace of a kernel.
    pub(super) fn store_trace(&mut self, nodes: &mut Vec<Node>) {
        let (Some(trace), Some(memory)) = (self.trace, &self.memory) else {
            return;
        };
        nodes.push(Node::Store {
            buffer: memory.trace,
            index: Expr::local(memory.global, Type::U32),
            value: Expr::local(trace.value, Type::Vec4),
        });
    }
}

/// An invocation's element of the trace buffer.
pub(super) fn own_element(buffer: BufferId, global: LocalId) -> Expr {
    Expr {
        ty: Type::Vec4,
        kind: ExprKind::Load(buffer, Box::new(Expr::local(global, Type::U32))),
    }
}

/// Every bit of a value in a vector.
fn as_vector(value: Expr) -> Expr {
    let vector = |value| Expr::cast(Type::Vec4, value);
    match value.ty {
        Type::Vec4 => value,
        Type::U32 | Type::I32 | Type::U128 => vector(value),
        Type::U64 => vector(Expr::cast(Type::U128, value)),
        Type::Vec2 => as_vector(Expr::cast(Type::U64, value)),
        _ => vector(Expr::cast(Type::U32, value)),
    }
}

/// A value of a type from the bits of a vector.
pub(super) fn of_vector(ty: Type, vector: Expr) -> Expr {
    match ty {
        Type::Vec4 => vector,
        Type::Bool => {
            let word = Expr::lane(vector, 1);
            Expr::cast(ty, Expr::binary(BinaryOp::And, word, Expr::u32(4)))
        }
        Type::Float(_) => Expr::cast(ty, Expr::lane(vector, 2)),
        Type::Bytes => constant(ty, [0; 2]),
        _ => Expr::cast(ty, vector),
    }
}
