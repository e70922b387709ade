//! Static detection of races that occur in every dispatch of a program.
//!
//! The analysis follows each invocation of the first workgroup as far as ids, literals and declared
//! lengths determine its behaviour; buffer contents are unknown. It compares only accesses that
//! certainly happen, at indices that are certainly in bounds. So there are no false alarms, but many
//! misses: all races that depend on data, and all races between workgroups.

use super::{Kind, PhaseAccess, Race, Scope, Shadow};
use crate::arithmetic;
use crate::places::{address, unfold, visit_nodes};
use std::collections::BTreeMap;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{Access, Axis, BufferId, Expr, ExprKind, LocalId, Node};

/// Maximum number of nodes to follow an invocation.
const MAX_FOLLOWED: u32 = 4096;

/// The races of every dispatch that runs at least one workgroup to its end; [`Race::step`] is 0.
pub fn certain_races(program: &ValidProgram) -> Vec<Race> {
    let declared = program.program();
    let mut phases = vec![];
    for invocation in 0..declared.invocations() {
        let mut follower = SymbolicInvocation {
            program,
            invocation: invocation as u32,
            local: unfold(invocation, declared.workgroup_size),
            known: BTreeMap::new(),
            node: 0,
            left: MAX_FOLLOWED,
            phase: 0,
            phases: &mut phases,
        };
        follower.nodes(&program.module().entry().body);
    }
    let scopes = declared.buffers.iter().map(|decl| match decl.access {
        Access::ReadWrite | Access::Workgroup => Scope::Workgroup,
        _ => Scope::Unwatched,
    });
    let mut shadow = Shadow::default();
    shadow.begin_dispatch(scopes.collect());
    shadow.begin_workgroup(0);
    for visits in phases {
        for (BufferId(buffer), index, visit) in visits {
            shadow.touch(buffer as usize, index, visit);
        }
        shadow.next_phase();
    }
    let bound: Vec<usize> = (0..declared.buffers.len()).collect();
    shadow.races(0, program, [1; 3], &bound)
}

/// Control flow after nodes, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    /// The invocation ends, or can no longer be followed.
    End,
}

/// The accesses of invocations in each phase.
type Phases = Vec<Vec<(BufferId, usize, PhaseAccess)>>;

/// The symbolic execution of one invocation.
struct SymbolicInvocation<'a> {
    program: &'a ValidProgram,
    invocation: u32,
    local: [u32; 3],
    /// The locals with known values.
    known: BTreeMap<LocalId, u128>,
    /// Address of the current node.
    node: usize,
    /// Number of nodes left to follow.
    left: u32,
    phase: usize,
    phases: &'a mut Phases,
}

impl SymbolicInvocation<'_> {
    fn nodes(&mut self, nodes: &[Node]) -> Flow {
        for node in nodes {
            match self.node(node) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    fn node(&mut self, node: &Node) -> Flow {
        if !self.go_on(node) {
            return Flow::End;
        }
        match node {
            Node::Let { local, value, .. } | Node::Assign { local, value } => {
                let value = self.value(value);
                self.learn(*local, value);
            }
            Node::Declare { local } => self.learn(*local, Some(0)),
            Node::StoreElement { index, value, .. } => {
                self.value(index);
                self.value(value);
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                return match self.value(condition) {
                    Some(0) => self.nodes(otherwise),
                    Some(_) => self.nodes(then),
                    None => self.pass_over(node),
                };
            }
            Node::Loop { .. } => return self.count(node),
            Node::While { .. } => return self.pass_over(node),
            Node::Call { args, results, .. } => {
                args.iter().for_each(|arg| _ = self.value(arg));
                results.iter().for_each(|local| self.learn(*local, None));
            }
            Node::Block(nodes) => return self.nodes(nodes),
            Node::Break => return Flow::Break,
            Node::Continue => return Flow::Continue,
            Node::Return(_) => return Flow::End,
            Node::Store {
                buffer,
                index,
                value,
            } => {
                let index = self.value(index);
                self.value(value);
                self.visit(*buffer, index, Kind::Write);
            }
            Node::Atomic {
                buffer,
                index,
                value,
                expected,
                result,
                ..
            } => {
                let index = self.value(index);
                self.value(value);
                expected.iter().for_each(|e| _ = self.value(e));
                self.visit(*buffer, index, Kind::Atomic);
                self.learn(*result, None);
            }
            Node::Barrier => self.phase += 1,
        }
        Flow::Next
    }

    /// Follows a `Loop` with known bounds.
    fn count(&mut self, node: &Node) -> Flow {
        let Node::Loop {
            counter,
            from,
            to,
            body,
        } = node
        else {
            return Flow::Next;
        };
        let (Some(from), Some(to)) = (self.value(from), self.value(to)) else {
            return self.pass_over(node);
        };
        for n in from..to {
            self.learn(*counter, Some(n));
            match self.nodes(body) {
                Flow::Next | Flow::Continue if self.go_on(node) => {}
                Flow::Break => break,
                _ => return Flow::End,
            }
        }
        Flow::Next
    }

    /// Counts a node; returns true if the invocation is followed further.
    fn go_on(&mut self, node: &Node) -> bool {
        self.node = address(node);
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Skips a node that may or may not run its blocks: locals that they could assign become unknown,
    /// and if they could leave or pass a barrier the invocation is no longer followed.
    fn pass_over(&mut self, node: &Node) -> Flow {
        let mut lost = false;
        visit_nodes(std::slice::from_ref(node), &mut |inner| match inner {
            Node::Assign { local, .. } => _ = self.known.remove(local),
            Node::Break | Node::Continue | Node::Return(_) | Node::Barrier => lost = true,
            _ => {}
        });
        if lost { Flow::End } else { Flow::Next }
    }

    fn learn(&mut self, local: LocalId, value: Option<u128>) {
        match value {
            Some(bits) => _ = self.known.insert(local, bits),
            None => _ = self.known.remove(&local),
        }
    }

    /// Records an access, if the element is known and exists.
    fn visit(&mut self, buffer: BufferId, index: Option<u128>, kind: Kind) {
        let decl = self.program.program().buffer(buffer);
        // The host supplies at least one element for every buffer.
        let len = decl.map_or(0, |decl| decl.count.unwrap_or(1));
        let Some(index) = index.filter(|index| *index < len.into()) else {
            return;
        };
        if self.phases.len() <= self.phase {
            self.phases.resize_with(self.phase + 1, Vec::new);
        }
        let visit = PhaseAccess {
            invocation: self.invocation,
            node: self.node,
            kind,
        };
        self.phases[self.phase].push((buffer, index as usize, visit));
    }

    /// The bits of an expression, if they are known. Every operand is evaluated.
    fn value(&mut self, expr: &Expr) -> Option<u128> {
        match &expr.kind {
            ExprKind::Literal(bits) => Some((*bits).into()),
            ExprKind::Local(local) => self.known.get(local).copied(),
            ExprKind::Element(_, index) => {
                self.value(index);
                None
            }
            ExprKind::TableElement(table, index) => {
                let index = self.value(index)?;
                let data = &self.program.module().entry().tables[*table as usize].data;
                Some(data.get(index as usize).map_or(0, |bits| (*bits).into()))
            }
            ExprKind::Unary(op, a) => Some(arithmetic::unary(*op, a.ty, self.value(a)?)),
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.value(a), self.value(b));
                Some(arithmetic::binary(*op, a.ty, left?, right?))
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition);
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                if condition? != 0 { then } else { otherwise }
            }
            ExprKind::Cast(a) => Some(arithmetic::cast(a.ty, expr.ty, self.value(a)?)),
            ExprKind::Compose(lanes) => {
                let lanes: Vec<_> = lanes.iter().map(|lane| self.value(lane)).collect();
                let lanes = (0..).zip(lanes);
                lanes
                    .map(|(k, lane)| Some(lane? << (32 * k)))
                    .try_fold(0, |bits, lane| Some(bits | lane?))
            }
            ExprKind::Lane(vector, lane) => {
                Some(arithmetic::lane(self.value(vector)?, *lane).into())
            }
            ExprKind::Load(buffer, index) => {
                let index = self.value(index);
                self.visit(*buffer, index, Kind::Read);
                None
            }
            ExprKind::BufferLength(buffer) => {
                let count = self.program.program().buffer(*buffer)?.count?;
                Some(count.into())
            }
            // The first workgroup has number 0.
            ExprKind::WorkgroupId(_) => Some(0),
            ExprKind::InvocationId(Axis(axis)) | ExprKind::LocalInvocationId(Axis(axis)) => {
                Some(self.local[usize::from(*axis)].into())
            }
        }
    }
}
