//! Random statements.

use super::draw::Draw;
use super::expr::TYPES;
use super::memory::{Memory, Use};
use super::ops::CALLEE_LIMITS;
use super::trace::Trace;
use vyre_conform_ir::{
    Access, BufferId, Expr, ExprKind, FunctionBuilder, FunctionId, LocalId, Node, Type,
};

/// A readable single local.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadableLocal {
    pub(super) local: LocalId,
    pub(super) ty: Type,
    /// True if it may be assigned.
    pub(super) mutable: bool,
    /// True if it is a u32 that is uniform in the workgroup.
    pub(super) uniform: bool,
}

/// A usable local array.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownArray {
    pub(super) local: LocalId,
    pub(super) ty: Type,
    pub(super) len: u32,
}

/// A callable function.
#[derive(Clone, Debug)]
pub(super) struct CallTarget {
    pub(super) function: FunctionId,
    pub(super) params: Vec<Type>,
    pub(super) results: Vec<Type>,
    /// Bytes of op variables of a call.
    pub(super) bytes: u64,
}

/// A function under construction.
pub(super) struct FunctionContext<'a> {
    pub(super) draw: &'a mut Draw,
    pub(super) builder: FunctionBuilder,
    pub(super) called: Vec<CallTarget>,
    pub(super) results: Vec<Type>,
    pub(super) scope: Vec<ReadableLocal>,
    pub(super) arrays: Vec<KnownArray>,
    pub(super) tables: Vec<(u32, Type)>,
    /// Names of literals, in scope or not.
    pub(super) literals: Vec<LocalId>,
    /// The trace, into which all values are mixed.
    pub(super) trace: Option<Trace>,
    /// Counters of the enclosing loops.
    pub(super) counters: Vec<LocalId>,
    /// The buffers of a kernel; `None` in any other function.
    pub(super) memory: Option<Memory>,
    /// Number of statements left to generate.
    pub(super) budget: u32,
    /// Bytes of variables left for called ops.
    pub(super) room: u64,
    /// True if an invocation may leave the innermost loop by itself: false if a barrier may follow.
    pub(super) may_leave: bool,
    /// The uses of the buffers at the start of the innermost loop, if the whole workgroup runs it
    /// together and may leave it.
    pub(super) loop_uses: Option<Vec<Use>>,
    /// True if an invocation may end here: false if a barrier follows.
    pub(super) may_return: bool,
    /// True if the whole workgroup may end here.
    pub(super) may_return_together: bool,
}

impl<'a> FunctionContext<'a> {
    pub(super) fn new(
        draw: &'a mut Draw,
        builder: FunctionBuilder,
        called: Vec<CallTarget>,
        results: Vec<Type>,
    ) -> Self {
        Self {
            draw,
            builder,
            called,
            may_return: !results.is_empty(),
            may_return_together: true,
            results,
            scope: vec![],
            arrays: vec![],
            tables: vec![],
            literals: vec![],
            trace: None,
            counters: vec![],
            memory: None,
            budget: 22,
            room: CALLEE_LIMITS.function_bytes.into(),
            may_leave: false,
            loop_uses: None,
        }
    }

    pub(super) fn know(&mut self, local: LocalId, ty: Type, mutable: bool) {
        self.scope.push(ReadableLocal {
            local,
            ty,
            mutable,
            uniform: false,
        });
    }

    /// Records that a local is uniform in the workgroup.
    pub(super) fn uniform_local(&mut self, local: LocalId) {
        for entry in self.scope.iter_mut().filter(|entry| entry.local == local) {
            entry.uniform = true;
        }
    }

    /// True if a buffer is declared read-only.
    pub(super) fn is_read_only(&self, buffer: BufferId) -> bool {
        let decl = self.memory.as_ref().map(|m| &m.decls[buffer.0 as usize]);
        decl.is_some_and(|decl| matches!(decl.access, Access::ReadOnly | Access::Uniform))
    }

    /// The body of a kernel: a part with barriers, and a part in which invocations may end.
    pub(super) fn kernel(&mut self) -> Vec<Node> {
        let mut nodes = vec![];
        self.samples(&mut nodes, 2);
        self.statements(&mut nodes, 3, true, 4);
        if self.draw.percent(40) {
            self.repeat(&mut nodes, 2, true);
        }
        self.may_return = true;
        self.samples(&mut nodes, 2);
        match self.draw.below(5) {
            0 | 1 => self.atomic(&mut nodes),
            2 => self.snapshot(&mut nodes),
            _ => self.array(&mut nodes),
        }
        if self.draw.percent(60) {
            self.repeat(&mut nodes, 2, false);
        }
        self.statements(&mut nodes, 3, false, 3);
        self.samples(&mut nodes, 2);
        self.store(&mut nodes);
        self.store_trace(&mut nodes);
        nodes
    }

    /// A block. If `together`, the whole workgroup runs it.
    pub(super) fn block(&mut self, depth: u32, together: bool, max: u32) -> Vec<Node> {
        let (scope, arrays) = (self.scope.len(), self.arrays.len());
        let before = self.uses();
        let mut nodes = vec![];
        self.statements(&mut nodes, depth, together, max);
        self.return_to(&before, &mut nodes);
        self.scope.truncate(scope);
        self.arrays.truncate(arrays);
        nodes
    }

    /// Adds a barrier if the buffers have another use, so that all paths have the same use here.
    pub(super) fn return_to(&mut self, uses: &[Use], nodes: &mut Vec<Node>) {
        if self.uses() != uses {
            nodes.push(Node::Barrier);
            self.set_uses(uses);
        }
    }

    pub(super) fn uses(&self) -> Vec<Use> {
        let stored = self.memory.iter().flat_map(|memory| &memory.buffers);
        stored.map(|stored| stored.current_use).collect()
    }

    pub(super) fn set_uses(&mut self, uses: &[Use]) {
        let held = self
            .memory
            .iter_mut()
            .flat_map(|memory| &mut memory.buffers);
        held.zip(uses)
            .for_each(|(held, now)| held.current_use = *now);
    }

    pub(super) fn statements(
        &mut self,
        nodes: &mut Vec<Node>,
        depth: u32,
        together: bool,
        max: u32,
    ) {
        for _ in 0..1 + self.draw.below(max) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(nodes, depth, together);
            if is_left(nodes) {
                return;
            }
        }
    }

    fn statement(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
        match self.draw.below(24) {
            0 | 1 => self.bind(nodes),
            2 | 3 => self.assign(nodes),
            4 | 5 => self.declare(nodes),
            6 => self.array(nodes),
            7 => self.store_element(nodes),
            8 | 9 => self.call(nodes),
            10 | 11 => self.store(nodes),
            12 | 13 => self.atomic(nodes),
            14..=16 if together => self.barrier(nodes),
            14..=17 if depth > 0 => self.branch(nodes, depth - 1, together),
            18..=20 if depth > 0 => self.repeat(nodes, depth - 1, together),
            21 => self.leave(nodes, together),
            22 => self.snapshot(nodes),
            _ => self.samples(nodes, 1),
        }
    }

    pub(super) fn bind(&mut self, nodes: &mut Vec<Node>) {
        if self.draw.percent(15) {
            return self.name_literal(nodes);
        }
        let ty = self.draw.of(TYPES);
        let mutable = self.draw.percent(40);
        let uniform = ty == Type::U32 && !mutable && self.memory.is_some() && self.draw.percent(20);
        let value = if uniform {
            self.uniform(2)
        } else {
            self.expr(ty, 2)
        };
        let local = self.builder.local("v", ty);
        self.know(local, ty, mutable);
        if uniform {
            self.uniform_local(local);
        }
        if mutable && self.draw.percent(30) {
            nodes.push(Node::Declare { local });
            nodes.push(Node::Assign { local, value });
        } else {
            nodes.push(Node::Let {
                local,
                value,
                mutable,
            });
        }
        if self.draw.percent(50) {
            self.mix_local(nodes, local, ty);
        }
    }

    pub(super) fn assign(&mut self, nodes: &mut Vec<Node>) {
        let entry: Vec<_> = self.scope.iter().filter(|entry| entry.mutable).collect();
        if entry.is_empty() {
            return self.bind(nodes);
        }
        let entry = *entry[self.draw.below(entry.len() as u32) as usize];
        let (local, value) = (entry.local, self.expr(entry.ty, 1));
        nodes.push(Node::Assign { local, value });
        if self.draw.percent(30) {
            self.mix_local(nodes, local, entry.ty);
        }
    }

    fn call(&mut self, nodes: &mut Vec<Node>) {
        if self.called.is_empty() {
            return self.bind(nodes);
        }
        let position = self.draw.below(self.called.len() as u32) as usize;
        let called = self.called[position].clone();
        self.call_of(nodes, &called);
        if self.draw.percent(75) {
            self.call_of(nodes, &called);
        }
    }

    fn call_of(&mut self, nodes: &mut Vec<Node>, called: &CallTarget) {
        let Some(room) = self.room.checked_sub(called.bytes) else {
            return self.bind(nodes);
        };
        self.room = room;
        let args: Vec<Expr> = called.params.iter().map(|ty| self.argument(*ty)).collect();
        // A callee's assignment to a parameter does not affect the caller.
        let own: Vec<Expr> = args
            .iter()
            .filter(|arg| matches!(arg.kind, ExprKind::Local(_)))
            .cloned()
            .collect();
        let mut results = vec![];
        for ty in &called.results {
            let local = self.builder.local("r", *ty);
            self.know(local, *ty, false);
            results.push(local);
        }
        nodes.push(Node::Call {
            function: called.function,
            args,
            results: results.clone(),
        });
        for (result, ty) in results.into_iter().zip(called.results.iter().copied()) {
            if self.draw.percent(75) {
                self.mix_local(nodes, result, ty);
            }
        }
        for arg in own {
            if self.draw.percent(80) {
                self.mix(nodes, arg);
            }
        }
    }

    fn argument(&mut self, ty: Type) -> Expr {
        if self.draw.percent(50) {
            self.leaf(ty)
        } else {
            self.expr(ty, 1)
        }
    }
}

/// True if control never reaches the end of these nodes.
pub(super) fn is_left(nodes: &[Node]) -> bool {
    matches!(
        nodes.last(),
        Some(Node::Return(_) | Node::Break | Node::Continue)
    )
}
