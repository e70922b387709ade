//! Loops as statements.

use super::Dialect;
use super::frame::has_barrier;
use super::function::Writer;
use super::names::word;
use vyre_conform_ir::{Expr, ExprKind, LocalId, Node};

/// Maximum number of nodes in all iterations of an unrolled loop.
const MAX_UNROLLED: u64 = 4096;

/// The innermost loop, with the behaviour of `continue`.
#[derive(Clone, Debug)]
pub(super) enum Loop {
    /// C's own `continue` suffices.
    Plain,
    /// The continuation is at this label; the flag is true if the label is used.
    Label(String, bool),
}

impl Writer<'_, '_> {
    /// An internal counter: its name, and its declaration in the head of a `for`. It is in the frame if
    /// the loop has a barrier.
    fn counter(&mut self, name: &str, ty: &str, framed: bool) -> (String, String) {
        let name = self.scope.claim(name);
        if framed {
            self.fields.push(format!("{ty} {name};"));
            (format!("frame->{name}"), String::new())
        } else {
            (name, format!("{ty} "))
        }
    }

    pub(super) fn count(&mut self, counter: LocalId, from: &Expr, to: &Expr, body: &[Node]) {
        let (first, last) = (self.expr(from).into_string(), self.expr(to).into_string());
        let framed = self.is_resumed() && has_barrier(body);
        let name = self.names[counter.0 as usize].clone();
        let ty = if framed { "" } else { "u32 " };
        let (end, declared) = match to.kind {
            ExprKind::Literal(_) => (last, String::new()),
            _ => {
                let (end, _) = self.counter("end", "u32", framed);
                (end.clone(), format!(", {end} = {last}"))
            }
        };
        let head = format!("for ({ty}{name} = {first}{declared}; {name} < {end}; {name}++)");
        self.loops.push(Loop::Plain);
        if let Some(runs) = self.written_out(from, to, body) {
            let line = match self.unit.dialect {
                Dialect::C11 => format!("#pragma GCC unroll {runs}"),
                Dialect::Cuda | Dialect::OpenCl => "#pragma unroll".to_owned(),
            };
            self.line(&line);
        }
        self.block(&head, |w| w.nodes(body));
        self.loops.pop();
    }

    /// The number of iterations of a loop that the compiler should unroll: a short one whose calls are
    /// instructions, native expressions and hand-written texts. Unrolling does not change its
    /// behaviour.
    ///
    /// CUDA compilers overestimate the size of calls and do not unroll such a loop, and then compute
    /// memory addresses in each iteration. C compilers vectorise the steps of an innermost loop once
    /// its addresses are known, but not a longer text.
    fn written_out(&self, from: &Expr, to: &Expr, body: &[Node]) -> Option<u64> {
        let is_loop = |node: &Node| matches!(node, Node::Loop { .. });
        let is_asked = match self.unit.dialect {
            Dialect::Cuda => true,
            Dialect::C11 => !body.iter().any(is_loop),
            Dialect::OpenCl => false,
        };
        let runs = literal(to)?.saturating_sub(literal(from)?);
        let nodes = self.nodes_written_out(from, to, body)?;
        (is_asked && runs > 1 && calls(body) && nodes <= MAX_UNROLLED).then_some(runs)
    }

    /// The number of nodes in all iterations of a loop, if its number of iterations is known and it
    /// only computes.
    fn nodes_written_out(&self, from: &Expr, to: &Expr, body: &[Node]) -> Option<u64> {
        let (from, to) = (literal(from)?, literal(to)?);
        let nodes = |node: &Node| match node {
            Node::Let { .. } | Node::Assign { .. } | Node::StoreElement { .. } => Some(1),
            Node::Call { function, .. } => self.is_instruction(function.0 as usize).then_some(1),
            Node::Loop { from, to, body, .. } => self.nodes_written_out(from, to, body),
            _ => None,
        };
        let run: u64 = body.iter().map(nodes).sum::<Option<u64>>()?;
        Some(to.saturating_sub(from).saturating_mul(run))
    }

    /// True if a function is a native expression or a hand-written text.
    fn is_instruction(&self, callee: usize) -> bool {
        let name = &self.callees[callee];
        let natives = self.unit.natives.values();
        natives
            .chain(self.unit.hand_written.values())
            .any(|item| item == name)
    }

    /// Writes a `While`: head, condition, body, step, at most the stated number of iterations.
    pub(super) fn repeat(&mut self, node: &Node) {
        let Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } = node
        else {
            return;
        };
        let parts = [head, body, step];
        let framed = self.is_resumed() && parts.into_iter().any(|nodes| has_barrier(nodes));
        let (ty, limit) = match u32::try_from(*bound) {
            Ok(bound) => ("u32", word(bound)),
            Err(_) => (
                "u64",
                format!("{bound:#x}{}", self.unit.dialect.suffix_u64()),
            ),
        };
        let (runs, declared) = self.counter("runs", ty, framed);
        self.block(&format!("for ({declared}{runs} = 0;; {runs}++)"), |w| {
            w.labelled("test", head);
            let condition = w.condition(condition);
            let stop = condition.prefixed("!").into_string();
            w.line(format!("if ({stop} || {runs} == {limit}) break;"));
            if step.is_empty() {
                w.loops.push(Loop::Plain);
                w.nodes(body);
                w.loops.pop();
                return;
            }
            let label = w.scope.claim("step");
            w.loops.push(Loop::Label(label, false));
            w.block("", |w| w.nodes(body));
            w.end_of_label();
            w.loops.push(Loop::Plain);
            w.nodes(step);
            w.loops.pop();
        });
    }

    /// Nodes followed by the target of their `continue`. Their bindings are used later, so they are not
    /// in a block.
    fn labelled(&mut self, name: &str, nodes: &[Node]) {
        if nodes.is_empty() {
            return;
        }
        let label = self.scope.claim(name);
        self.loops.push(Loop::Label(label, false));
        self.nodes(nodes);
        self.end_of_label();
    }

    fn end_of_label(&mut self) {
        if let Some(Loop::Label(label, true)) = self.loops.pop() {
            self.line(format!("{label}:;"));
        }
    }
}

/// True if nodes call anything.
fn calls(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        let mut is_present = matches!(node, Node::Call { .. });
        node.for_each_part(|_| {}, |block| is_present |= calls(block));
        is_present
    })
}

/// The value of a literal expression.
const fn literal(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Literal(value) => Some(*value),
        _ => None,
    }
}
