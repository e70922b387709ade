//! Buffers of random programs, and indices that keep invocations apart.

use super::draw::Draw;
use super::statement::FunctionContext;
use vyre_conform_ir::{
    Access, AtomicOp, BinaryOp, BufferDecl, BufferId, Expr, ExprKind, LocalId, Type,
};

/// Element types of a uniform buffer: rule V033 requires elements of at least a word.
const UNIFORM: [Type; 8] = [
    Type::U32,
    Type::I32,
    Type::U64,
    Type::Bool,
    Type::U128,
    Type::Vec2,
    Type::Vec4,
    Type::F32,
];

/// The permitted accesses to a buffer at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// No writes: every element may be read.
    Constant,
    /// Every invocation reads and writes its own `slice` elements.
    Own,
    /// No writes until the next barrier: the elements of the whole workgroup may be read.
    Group,
    /// Only this atomic operation changes elements, and nothing else reads them.
    Contended(AtomicOp),
}

/// A buffer in the generator's state.
#[derive(Clone, Copy, Debug)]
pub(super) struct BufferSlot {
    pub(super) id: BufferId,
    pub(super) element: Type,
    pub(super) workgroup: bool,
    /// Number of elements of each invocation.
    pub(super) slice: u32,
    pub(super) current_use: Use,
}

/// The buffers and ids of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) decls: Vec<BufferDecl>,
    pub(super) buffers: Vec<BufferSlot>,
    /// Words of the host-bound buffers.
    pub(super) contents: Vec<Vec<u32>>,
    /// Ids of the invocation in its workgroup and in the dispatch, and of the workgroup.
    pub(super) local: LocalId,
    pub(super) global: LocalId,
    pub(super) group: LocalId,
    /// The buffer of the trace: one element per invocation, which nothing else accesses.
    pub(super) trace: BufferId,
    /// Invocations of a workgroup.
    pub(super) invocations: u32,
}

/// Operations whose final result does not depend on order.
const COMMUTING: [AtomicOp; 6] = [
    AtomicOp::Add,
    AtomicOp::Or,
    AtomicOp::And,
    AtomicOp::Xor,
    AtomicOp::Min,
    AtomicOp::Max,
];

impl Memory {
    /// Buffers for this many invocations per workgroup and this many workgroups.
    pub(super) fn new(
        draw: &mut Draw,
        invocations: u32,
        groups: u32,
        [local, global, group]: [LocalId; 3],
    ) -> Self {
        let mut memory = Self {
            decls: vec![],
            buffers: vec![],
            contents: vec![],
            local,
            global,
            group,
            trace: BufferId(0),
            invocations,
        };
        memory.add_trace(draw, invocations * groups);
        for _ in 0..draw.below(3) {
            let (ty, len) = (draw.of(Type::ALL), 1 + draw.below(24));
            memory.add(draw, Access::ReadOnly, ty, len, 1, Use::Constant);
        }
        if draw.percent(50) {
            let (ty, len) = (draw.of(&UNIFORM), 1 + draw.below(5));
            memory.add(draw, Access::Uniform, ty, len, 1, Use::Constant);
        }
        if draw.percent(20) {
            let (ty, len) = (draw.of(Type::ALL), 1 + draw.below(8));
            memory.add(draw, Access::ReadWrite, ty, len, 1, Use::Constant);
        }
        for n in 0..1 + draw.below(3) {
            memory.add_own(draw, n, invocations * groups);
        }
        if draw.percent(50) {
            let (op, len) = (draw.of(&COMMUTING), 1 + draw.below(4));
            memory.add(
                draw,
                Access::ReadWrite,
                Type::U32,
                len,
                1,
                Use::Contended(op),
            );
        }
        for _ in 0..draw.below(3) {
            let slice = 1 + draw.below(2);
            let (ty, len) = (draw.of(Type::ALL), invocations * slice);
            memory.add(draw, Access::Workgroup, ty, len, slice, Use::Own);
        }
        memory
    }

    fn add_trace(&mut self, draw: &mut Draw, len: u32) {
        self.decls.push(BufferDecl {
            name: "trace".to_owned(),
            binding: 0,
            access: Access::ReadWrite,
            element: Type::Vec4,
            count: None,
        });
        self.contents
            .push((0..4 * len).map(|_| draw.word()).collect());
    }

    /// Adds the `n`th buffer of which each of these invocations has a slice.
    fn add_own(&mut self, draw: &mut Draw, n: u32, invocations: u32) {
        let slice = 1 + draw.below(3);
        let all = invocations * slice;
        // Sometimes the last invocations have no elements.
        let len = if draw.percent(20) {
            1 + draw.below(all)
        } else {
            all
        };
        let ty = match n {
            0 => Type::U32,
            _ if draw.percent(25) => Type::U64,
            _ => draw.of(Type::ALL),
        };
        self.add(draw, Access::ReadWrite, ty, len, slice, Use::Own);
    }

    fn add(
        &mut self,
        draw: &mut Draw,
        access: Access,
        element: Type,
        len: u32,
        slice: u32,
        current_use: Use,
    ) {
        let workgroup = access == Access::Workgroup;
        let sized = workgroup || access == Access::Uniform || draw.percent(30);
        let number = self.decls.len();
        self.decls.push(BufferDecl {
            name: format!("{}_{number}", access.name()),
            binding: if workgroup { 0 } else { number as u32 },
            access,
            element,
            count: sized.then_some(len),
        });
        self.buffers.push(BufferSlot {
            id: BufferId(number as u32),
            element,
            workgroup,
            slice,
            current_use,
        });
        if !workgroup {
            let mut words = vec![];
            let zeros = current_use != Use::Constant && draw.percent(50);
            for _ in 0..len {
                draw.element(element, &mut words);
            }
            if zeros {
                words.fill(0);
            }
            self.contents.push(words);
        }
    }
}

impl FunctionContext<'_> {
    /// Buffers with a suitable use whose elements load as this type, if one is given.
    pub(super) fn loadable_buffers(
        &self,
        ty: Option<Type>,
        takes: impl Fn(Use) -> bool,
    ) -> Vec<BufferSlot> {
        let all = self.memory.iter().flat_map(|memory| &memory.buffers);
        all.filter(|held| {
            takes(held.current_use) && ty.is_none_or(|ty| held.element.loaded() == ty)
        })
        .copied()
        .collect()
    }

    /// An element of a buffer that this invocation may read now.
    pub(super) fn load(&mut self, ty: Type, depth: u32) -> Option<Expr> {
        let held = self.loadable_buffers(Some(ty), |now| !matches!(now, Use::Contended(_)));
        if held.is_empty() {
            return None;
        }
        let held = self.draw.of(&held);
        let index = match held.current_use {
            Use::Own => self.own(held, depth),
            Use::Group => self.of_group(held, depth),
            Use::Constant | Use::Contended(_) => self.any_index(held.id, depth),
        };
        let kind = ExprKind::Load(held.id, Box::new(index));
        Some(Expr { ty, kind })
    }

    /// An index without restrictions.
    pub(super) fn any_index(&mut self, buffer: BufferId, depth: u32) -> Expr {
        if self.draw.percent(25)
            && let Some(index) = self.literal_index()
        {
            return index;
        }
        let index = self.expr(Type::U32, depth);
        if self.draw.percent(70) {
            Expr::binary(BinaryOp::Rem, index, length(buffer))
        } else {
            index
        }
    }

    /// An index of this invocation's elements, or one out of bounds.
    pub(super) fn own(&mut self, slot: BufferSlot, depth: u32) -> Expr {
        if self.draw.percent(8) {
            return self.out_of_bounds(slot.id, depth);
        }
        let Some(memory) = &self.memory else {
            return Expr::u32(u32::MAX);
        };
        let number = if slot.workgroup {
            memory.local
        } else {
            memory.global
        };
        let first = Expr::local(number, Type::U32);
        if slot.slice == 1 {
            return first;
        }
        let within = self.expr(Type::U32, depth.min(1));
        let within = Expr::binary(BinaryOp::Rem, within, Expr::u32(slot.slice));
        let first = Expr::binary(BinaryOp::Mul, first, Expr::u32(slot.slice));
        Expr::binary(BinaryOp::Add, first, within)
    }

    /// An index of this workgroup's elements.
    pub(super) fn of_group(&mut self, slot: BufferSlot, depth: u32) -> Expr {
        let Some(memory) = &self.memory else {
            return Expr::u32(u32::MAX);
        };
        if slot.workgroup {
            return self.any_index(slot.id, depth);
        }
        let count = memory.invocations * slot.slice;
        let group = Expr::local(memory.group, Type::U32);
        let first = Expr::binary(BinaryOp::Mul, group, Expr::u32(count));
        let within = self.expr(Type::U32, depth.min(1));
        let within = Expr::binary(BinaryOp::Rem, within, Expr::u32(count));
        Expr::binary(BinaryOp::Add, first, within)
    }

    /// An index out of bounds for any length.
    fn out_of_bounds(&mut self, buffer: BufferId, depth: u32) -> Expr {
        let beyond = self.expr(Type::U32, depth.min(1));
        let beyond = Expr::binary(BinaryOp::And, beyond, Expr::u32(0xffff));
        match self.draw.below(2) {
            0 => Expr::u32(u32::MAX),
            _ => Expr::binary(BinaryOp::Add, length(buffer), beyond),
        }
    }
}

/// The length of a buffer.
pub(super) fn length(buffer: BufferId) -> Expr {
    Expr {
        ty: Type::U32,
        kind: ExprKind::BufferLength(buffer),
    }
}
