//! Builds the graph of values and control points in one walk over a kernel.

use super::graph::{Cause, Graph, Vertex};
use super::values::{Changes, Values};
use crate::{Access, Expr, ExprKind, Function, LocalId, Node, Program};

/// The graph of a kernel, and for every barrier its control point.
pub(super) fn walk<'a>(
    program: &'a Program,
    kernel: &'a Function,
) -> (Graph, Vec<(&'a Node, Vertex)>) {
    let mut graph = Graph::default();
    let start = graph.vertex(&[]);
    let locals = kernel.locals.len();
    let mut walk = Walk {
        program,
        values: Values::new(locals, start),
        graph,
        barriers: vec![],
        heads: vec![start; locals],
        leaves: false,
    };
    walk.block(&kernel.body, start);
    (walk.graph, walk.barriers)
}

/// Control flow after some nodes.
#[derive(Clone, Copy, Debug)]
struct Flow {
    /// The control point after them.
    control: Vertex,
    /// True if control reaches their end.
    reaches_end: bool,
    /// True if they may break or continue the enclosing loop.
    leaves: bool,
    /// True if they may return.
    returns: bool,
}

impl Flow {
    fn on(control: Vertex) -> Self {
        Self {
            control,
            reaches_end: true,
            leaves: false,
            returns: false,
        }
    }

    /// Ends here by a `Break` or `Continue`.
    fn left(self) -> Self {
        Self {
            reaches_end: false,
            leaves: true,
            ..self
        }
    }

    /// Ends here by a `Return`.
    fn returned(self) -> Self {
        Self {
            reaches_end: false,
            returns: true,
            ..self
        }
    }
}

struct Walk<'a> {
    program: &'a Program,
    graph: Graph,
    values: Values,
    barriers: Vec<(&'a Node, Vertex)>,
    /// For every local that the innermost loop assigns, its value at the start of an iteration.
    heads: Vec<Vertex>,
    /// True if the innermost loop has a `Break` or `Continue`.
    leaves: bool,
}

impl<'a> Walk<'a> {
    /// Makes `target` depend on the value of an expression.
    fn value(&mut self, expr: &'a Expr, target: Vertex) {
        match &expr.kind {
            ExprKind::Local(local) | ExprKind::Element(local, _) => {
                if let Some(value) = self.values.get(*local) {
                    self.graph.depends(target, value);
                }
            }
            ExprKind::InvocationId(_) | ExprKind::LocalInvocationId(_) => {
                self.graph.differs(target, Cause::Id);
            }
            ExprKind::Load(buffer, _) => {
                let access = self.program.buffer(*buffer).map(|decl| decl.access);
                if let Some(Access::ReadWrite | Access::Workgroup) = access {
                    self.graph.differs(target, Cause::Load(*buffer));
                }
            }
            _ => {}
        }
        expr.for_each_operand(|operand| self.value(operand, target));
    }

    /// A vertex that depends on control and on expressions.
    fn vertex(&mut self, control: Vertex, exprs: &[&'a Expr]) -> Vertex {
        let vertex = self.graph.vertex(&[control]);
        for expr in exprs {
            self.value(expr, vertex);
        }
        vertex
    }

    fn assign(&mut self, local: usize, value: Vertex) {
        self.values.assign(local, value);
        if self.leaves {
            // A `Continue` may carry any value to the next iteration, a `Break` past the loop.
            self.graph.depends(self.heads[local], value);
        }
    }

    fn assign_all(&mut self, changes: Changes) {
        for (local, value) in changes {
            self.assign(local, value);
        }
    }

    fn block(&mut self, nodes: &'a [Node], control: Vertex) -> Flow {
        let mut flow = Flow::on(control);
        for node in nodes {
            let next = self.node(node, flow.control);
            flow.control = next.control;
            flow.reaches_end &= next.reaches_end;
            flow.leaves |= next.leaves;
            flow.returns |= next.returns;
        }
        flow
    }

    fn node(&mut self, node: &'a Node, control: Vertex) -> Flow {
        let flow = Flow::on(control);
        match node {
            Node::Let { local, value, .. } => {
                let value = self.vertex(control, &[value]);
                self.values.bind(*local, value);
            }
            Node::Declare { local } => self.values.bind(*local, control),
            Node::Assign { local, value } => {
                if self.values.get(*local).is_some() {
                    let value = self.vertex(control, &[value]);
                    self.assign(local.0 as usize, value);
                }
            }
            Node::StoreElement {
                array,
                index,
                value,
            } => self.store_element(*array, [index, value], control),
            Node::Call { args, results, .. } => {
                let args: Vec<&Expr> = args.iter().collect();
                let value = self.vertex(control, &args);
                for result in results {
                    self.values.bind(*result, value);
                }
            }
            Node::Atomic { result, .. } => {
                let value = self.vertex(control, &[]);
                self.graph.differs(value, Cause::Atomic);
                self.values.bind(*result, value);
            }
            Node::Barrier => self.barriers.push((node, control)),
            Node::Store { .. } => {}
            Node::Block(nodes) => return self.block(nodes, control),
            Node::Break | Node::Continue => return flow.left(),
            Node::Return(_) => return flow.returned(),
            Node::If {
                condition,
                then,
                otherwise,
            } => return self.branch(condition, then, otherwise, control),
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => return self.counted(*counter, [from, to], body, control),
            Node::While {
                head,
                condition,
                body,
                step,
                ..
            } => return self.repeated([head, body, step], condition, control),
        }
        flow
    }

    /// An element of an array depends on the whole array before it.
    fn store_element(&mut self, array: LocalId, parts: [&'a Expr; 2], control: Vertex) {
        if let Some(before) = self.values.get(array) {
            let after = self.vertex(control, &parts);
            self.graph.depends(after, before);
            self.assign(array.0 as usize, after);
        }
    }

    fn branch(
        &mut self,
        condition: &'a Expr,
        then: &'a [Node],
        otherwise: &'a [Node],
        control: Vertex,
    ) -> Flow {
        let inside = self.vertex(control, &[condition]);
        let mark = self.values.mark();
        let one = self.block(then, inside);
        let changed = self.values.take_back(mark);
        let other = self.block(otherwise, inside);
        let others = self.values.take_back(mark);
        let joined = self.values.join(
            (changed, one.reaches_end),
            (others, other.reaches_end),
            &mut self.graph,
        );
        self.assign_all(joined);
        let leaves = one.leaves || other.leaves;
        let returns = one.returns || other.returns;
        let control = if leaves || returns {
            self.graph.vertex(&[inside, one.control, other.control])
        } else {
            control
        };
        Flow {
            control,
            reaches_end: one.reaches_end || other.reaches_end,
            leaves,
            returns,
        }
    }

    fn counted(
        &mut self,
        counter: LocalId,
        bounds: [&'a Expr; 2],
        body: &'a [Node],
        control: Vertex,
    ) -> Flow {
        let inside = self.vertex(control, &bounds);
        let entered = self.enter(&[body]);
        self.values.bind(counter, inside);
        let flow = self.block(body, inside);
        self.graph.depends(inside, flow.control);
        self.close(&entered);
        let after = entered
            .locals
            .iter()
            .map(|local| (*local, self.heads[*local]));
        let after = after.collect();
        self.leave(entered, after);
        self.after(control, inside, flow.returns)
    }

    fn repeated(
        &mut self,
        [head, body, step]: [&'a Vec<Node>; 3],
        condition: &'a Expr,
        control: Vertex,
    ) -> Flow {
        let first = self.graph.vertex(&[control]);
        let entered = self.enter(&[head, body, step]);
        let above = self.block(head, first);
        let inside = self.vertex(above.control, &[condition]);
        // The loop exits here, or by a `Break` with any value that it ever assigned.
        let mut after: Changes = vec![];
        for local in &entered.locals {
            let value = self.values.of(*local);
            after.push((
                *local,
                if self.leaves {
                    self.graph.vertex(&[value, self.heads[*local]])
                } else {
                    value
                },
            ));
        }
        let flow = self.block(body, inside);
        if self.leaves {
            for local in &entered.locals {
                self.values.assign(*local, self.heads[*local]);
            }
        }
        let below = self.block(step, flow.control);
        self.graph.depends(first, below.control);
        self.close(&entered);
        self.leave(entered, after);
        let returns = above.returns || flow.returns || below.returns;
        self.after(control, first, returns)
    }

    /// Control after a loop: as before it, except for invocations that returned in it.
    fn after(&mut self, control: Vertex, inside: Vertex, returns: bool) -> Flow {
        let control = if returns {
            self.graph.vertex(&[control, inside])
        } else {
            control
        };
        Flow {
            returns,
            ..Flow::on(control)
        }
    }
}

/// The state of the enclosing loop, saved during an inner one.
struct LoopFrame {
    /// The locals that the loop assigns.
    locals: Vec<usize>,
    /// Their values at the head of the enclosing loop.
    heads: Vec<Vertex>,
    leaves: bool,
    mark: usize,
}

impl<'a> Walk<'a> {
    /// Begins a loop of these blocks: the locals that they assign get new values at its head.
    fn enter(&mut self, blocks: &[&'a [Node]]) -> LoopFrame {
        let (mut assigned, mut leaves) = (vec![], false);
        for block in blocks {
            assigns(block, true, &mut assigned, &mut leaves);
        }
        assigned.retain(|local| *local < self.heads.len());
        let locals = self.values.distinct(assigned);
        let entered = LoopFrame {
            heads: locals.iter().map(|local| self.heads[*local]).collect(),
            locals,
            leaves: std::mem::replace(&mut self.leaves, leaves),
            mark: self.values.mark(),
        };
        for local in &entered.locals {
            let head = self.graph.vertex(&[self.values.of(*local)]);
            self.heads[*local] = head;
            self.values.assign(*local, head);
        }
        entered
    }

    /// Connects the values at the end of an iteration to those at the head of the next.
    fn close(&mut self, entered: &LoopFrame) {
        for local in &entered.locals {
            self.graph
                .depends(self.heads[*local], self.values.of(*local));
        }
    }

    /// Ends a loop, after which locals have these values.
    fn leave(&mut self, entered: LoopFrame, after: Changes) {
        self.values.take_back(entered.mark);
        for (local, head) in entered.locals.iter().zip(&entered.heads) {
            self.heads[*local] = *head;
        }
        self.leaves = entered.leaves;
        self.assign_all(after);
    }
}

/// Collects the locals that nodes assign, with repetitions, and sets `leaves` if they break or continue
/// the enclosing loop; `own` marks nodes inside a nested loop, whose exits do not count.
fn assigns(nodes: &[Node], own: bool, into: &mut Vec<usize>, leaves: &mut bool) {
    for node in nodes {
        match node {
            Node::Assign { local, .. } | Node::StoreElement { array: local, .. } => {
                into.push(local.0 as usize);
            }
            Node::Break | Node::Continue => *leaves |= own,
            _ => {}
        }
        let own = own && !matches!(node, Node::Loop { .. } | Node::While { .. });
        node.for_each_part(|_| {}, |block| assigns(block, own, into, leaves));
    }
}
