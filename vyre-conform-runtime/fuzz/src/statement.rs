//! Random statements.

use super::draw::Draw;
use super::expr::{TYPES, castable};
use super::memory::{Held, Memory, Use};
use super::ops::ROOM;
use vyre_conform_ir::{
    Access, AtomicOp, BufferId, Expr, ExprKind, FunctionBuilder, FunctionId, LocalId, Node, Type,
};

/// A single local that may be read here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) local: LocalId,
    pub(super) ty: Type,
    /// Whether it may be assigned.
    mutable: bool,
    /// Whether it is a u32 that is the same in the whole workgroup.
    pub(super) uniform: bool,
}

/// Something that can be called.
#[derive(Clone, Debug)]
pub(super) struct Called {
    pub(super) function: FunctionId,
    pub(super) params: Vec<Type>,
    pub(super) results: Vec<Type>,
    /// Bytes of the variables of ops that a call takes.
    pub(super) bytes: u64,
}

/// A function in the making.
pub(super) struct Making<'a> {
    pub(super) draw: &'a mut Draw,
    pub(super) builder: FunctionBuilder,
    pub(super) called: Vec<Called>,
    pub(super) results: Vec<Type>,
    pub(super) scope: Vec<Known>,
    pub(super) arrays: Vec<(LocalId, Type)>,
    pub(super) tables: Vec<(u32, Type)>,
    /// Names of literals, in scope or not.
    pub(super) literals: Vec<LocalId>,
    /// What the kernel works on; nothing in any other function.
    pub(super) memory: Option<Memory>,
    /// Statements that may still be made.
    pub(super) budget: u32,
    /// Bytes of variables that the ops which are called may still take.
    pub(super) room: u64,
    /// Loops around this place that a `Break` may leave.
    pub(super) loops: u32,
    /// Whether an invocation may end here: not where a barrier follows.
    pub(super) may_return: bool,
}

impl<'a> Making<'a> {
    pub(super) fn new(
        draw: &'a mut Draw,
        builder: FunctionBuilder,
        called: Vec<Called>,
        results: Vec<Type>,
    ) -> Self {
        Self {
            draw,
            builder,
            called,
            may_return: !results.is_empty(),
            results,
            scope: vec![],
            arrays: vec![],
            tables: vec![],
            literals: vec![],
            memory: None,
            budget: 22,
            room: ROOM.function_bytes.into(),
            loops: 0,
        }
    }

    pub(super) fn know(&mut self, local: LocalId, ty: Type, mutable: bool) {
        self.scope.push(Known {
            local,
            ty,
            mutable,
            uniform: false,
        });
    }

    /// States that a local is the same in the whole workgroup.
    pub(super) fn uniform_local(&mut self, local: LocalId) {
        for known in self.scope.iter_mut().filter(|known| known.local == local) {
            known.uniform = true;
        }
    }

    /// Whether a buffer is declared to be read alone.
    pub(super) fn is_read_only(&self, buffer: BufferId) -> bool {
        let decl = self.memory.as_ref().map(|m| &m.decls[buffer.0 as usize]);
        decl.is_some_and(|decl| matches!(decl.access, Access::ReadOnly | Access::Uniform))
    }

    /// The body of a kernel: a part that barriers divide, and a part in which invocations may end.
    pub(super) fn kernel(&mut self) -> Vec<Node> {
        let mut nodes = vec![];
        self.statements(&mut nodes, 3, true, 8);
        self.may_return = true;
        self.statements(&mut nodes, 3, false, 6);
        // Whatever was computed leaves a trace.
        for _ in 0..2 {
            self.store(&mut nodes);
        }
        nodes
    }

    /// A block. Where `together`, the whole workgroup runs it.
    pub(super) fn block(&mut self, depth: u32, together: bool, most: u32) -> Vec<Node> {
        let (scope, arrays) = (self.scope.len(), self.arrays.len());
        let before = self.uses();
        let mut nodes = vec![];
        self.statements(&mut nodes, depth, together, most);
        if self.uses() != before {
            // Whoever comes from elsewhere finds the buffers in the same use.
            nodes.push(Node::Barrier);
            self.set_uses(&before);
        }
        self.scope.truncate(scope);
        self.arrays.truncate(arrays);
        nodes
    }

    fn uses(&self) -> Vec<Use> {
        let held = self.memory.iter().flat_map(|memory| &memory.held);
        held.map(|held| held.now).collect()
    }

    fn set_uses(&mut self, uses: &[Use]) {
        let held = self.memory.iter_mut().flat_map(|memory| &mut memory.held);
        held.zip(uses).for_each(|(held, now)| held.now = *now);
    }

    fn statements(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool, most: u32) {
        for _ in 0..1 + self.draw.below(most) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(nodes, depth, together);
            if matches!(
                nodes.last(),
                Some(Node::Return(_) | Node::Break | Node::Continue)
            ) {
                return;
            }
        }
    }

    fn statement(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
        match self.draw.below(20) {
            0..=2 => self.bind(nodes),
            3 => self.assign(nodes),
            4 => self.array(nodes),
            5 => self.store_element(nodes),
            6 | 7 => self.call(nodes),
            8..=10 => self.store(nodes),
            11 | 12 => self.atomic(nodes),
            13 | 14 if together => self.barrier(nodes),
            13..=16 if depth > 0 => self.branch(nodes, depth - 1, together),
            17 | 18 if depth > 0 => self.repeat(nodes, depth - 1, together),
            19 => self.leave(nodes),
            _ => self.bind(nodes),
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
            self.expr(ty, 3)
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
    }

    fn assign(&mut self, nodes: &mut Vec<Node>) {
        let known: Vec<_> = self.scope.iter().filter(|known| known.mutable).collect();
        if known.is_empty() {
            return self.bind(nodes);
        }
        let known = *known[self.draw.below(known.len() as u32) as usize];
        let (local, value) = (known.local, self.expr(known.ty, 3));
        nodes.push(Node::Assign { local, value });
    }

    fn array(&mut self, nodes: &mut Vec<Node>) {
        let (ty, len) = (self.draw.of(TYPES), 1 + self.draw.below(6));
        let local = self.builder.array("a", ty, len);
        self.arrays.push((local, ty));
        nodes.push(Node::Declare { local });
    }

    fn store_element(&mut self, nodes: &mut Vec<Node>) {
        if self.arrays.is_empty() {
            self.array(nodes);
        }
        let (array, ty) = self.draw.of(&self.arrays);
        let index = self.element_index(1);
        let value = self.expr(ty, 2);
        nodes.push(Node::StoreElement {
            array,
            index,
            value,
        });
    }

    fn call(&mut self, nodes: &mut Vec<Node>) {
        if self.called.is_empty() {
            return self.bind(nodes);
        }
        let at = self.draw.below(self.called.len() as u32) as usize;
        let called = self.called[at].clone();
        let Some(room) = self.room.checked_sub(called.bytes) else {
            return self.bind(nodes);
        };
        self.room = room;
        let args = called.params.iter().map(|ty| self.expr(*ty, 2)).collect();
        let mut results = vec![];
        for ty in &called.results {
            let local = self.builder.local("r", *ty);
            self.know(local, *ty, false);
            results.push(local);
        }
        nodes.push(Node::Call {
            function: called.function,
            args,
            results,
        });
    }

    fn store(&mut self, nodes: &mut Vec<Node>) {
        let held = self.held(None, |now| now == Use::Own);
        if held.is_empty() {
            return self.bind(nodes);
        }
        let held = self.draw.of(&held);
        let (index, value) = (self.own(held, 2), self.expr(held.element.loaded(), 3));
        nodes.push(Node::Store {
            buffer: held.id,
            index,
            value,
        });
    }

    fn atomic(&mut self, nodes: &mut Vec<Node>) {
        let storage = |held: &Held| !held.workgroup && held.element == Type::U32;
        let mut own = self.held(None, |now| now == Use::Own);
        own.retain(storage);
        let contended = self.held(None, |now| matches!(now, Use::Contended(_)));
        if !contended.is_empty() && (own.is_empty() || self.draw.percent(60)) {
            let held = self.draw.of(&contended);
            let Use::Contended(op) = held.now else { return };
            let index = self.any_index(held.id, 1);
            self.atomic_node(nodes, op, held, index);
        } else if !own.is_empty() {
            let held = self.draw.of(&own);
            let op = self.draw.of(AtomicOp::ALL);
            let index = self.own(held, 1);
            let result = self.atomic_node(nodes, op, held, index);
            self.know(result, Type::U32, false);
        } else {
            self.bind(nodes);
        }
    }

    fn atomic_node(
        &mut self,
        nodes: &mut Vec<Node>,
        op: AtomicOp,
        held: Held,
        index: Expr,
    ) -> LocalId {
        let value = self.expr(Type::U32, 2);
        let expected = (op == AtomicOp::CompareExchange).then(|| match self.draw.percent(50) {
            true => Expr::u32(0),
            false => self.expr(Type::U32, 1),
        });
        let result = self.builder.local("before", Type::U32);
        nodes.push(Node::Atomic {
            op,
            buffer: held.id,
            index,
            value,
            expected,
            result,
        });
        result
    }

    /// A barrier; after it buffers may be in another use. Mostly something is stored before it, and
    /// what another invocation stored is read after it: a barrier that does nothing shows.
    fn barrier(&mut self, nodes: &mut Vec<Node>) {
        if self.draw.percent(70) {
            self.store(nodes);
        }
        nodes.push(Node::Barrier);
        let mut uses = self.uses();
        for now in &mut uses {
            *now = match *now {
                Use::Own if self.draw.percent(60) => Use::Group,
                Use::Group if self.draw.percent(60) => Use::Own,
                other => other,
            };
        }
        self.set_uses(&uses);
        if self.draw.percent(70) {
            self.pass_on(nodes);
        }
    }

    /// Stores what another invocation of the workgroup left.
    fn pass_on(&mut self, nodes: &mut Vec<Node>) {
        let from = self.held(None, |now| now == Use::Group);
        let to = self.held(None, |now| now == Use::Own);
        if from.is_empty() || to.is_empty() {
            return;
        }
        let (from, to) = (self.draw.of(&from), self.draw.of(&to));
        let index = Box::new(self.of_group(from, 1));
        let (ty, into) = (from.element.loaded(), to.element.loaded());
        let load = Expr {
            ty,
            kind: ExprKind::Load(from.id, index),
        };
        let value = match ty == into {
            true => load,
            false if castable(into).contains(&ty) => Expr::cast(into, load),
            false => return,
        };
        let index = self.own(to, 1);
        nodes.push(Node::Store {
            buffer: to.id,
            index,
            value,
        });
    }
}
