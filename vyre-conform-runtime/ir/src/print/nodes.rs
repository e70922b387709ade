//! Nodes.

use super::Names;
use super::expr::ExprContext;
use super::names::known;
use crate::{Expr, LocalId, Node, Type};
use std::fmt::Write;

/// Writes nodes, one per line.
pub(super) struct Printer<'a> {
    /// The names of callable functions.
    pub(super) callees: &'a [String],
    pub(super) names: &'a Names<'a>,
    pub(super) out: &'a mut String,
}

impl Printer<'_> {
    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("    ");
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.indent(depth);
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn nodes(&mut self, nodes: &[Node], depth: usize) {
        for node in nodes {
            self.node(node, depth);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.names.write(expr, ExprContext::Alone, self.out);
    }

    /// Writes the line `{begin}{expr}{end}`.
    fn around(&mut self, depth: usize, begin: &str, expr: &Expr, end: &str) {
        self.indent(depth);
        self.out.push_str(begin);
        self.expr(expr);
        self.out.push_str(end);
        self.out.push('\n');
    }

    /// Writes the line `{name}[{index}] = {value};`.
    fn store(&mut self, depth: usize, name: &str, index: &Expr, value: &Expr) {
        self.indent(depth);
        self.names.element(name, index, self.out);
        self.out.push_str(" = ");
        self.expr(value);
        self.out.push_str(";\n");
    }

    fn node(&mut self, node: &Node, depth: usize) {
        let names = self.names;
        match node {
            Node::Let {
                local,
                value,
                mutable,
            } => self.binding(depth, *local, value, *mutable),
            Node::Declare { local } => self.declaration(depth, *local),
            Node::Assign { local, value } => self.assignment(depth, *local, value),
            Node::StoreElement {
                array,
                index,
                value,
            } => self.store(depth, &names.of_local(*array), index, value),
            Node::If {
                condition,
                then,
                otherwise,
            } => self.branch(depth, condition, then, otherwise),
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => self.count(depth, *counter, [from, to], body),
            Node::While {
                bound,
                head,
                condition,
                body,
                step,
            } => self.while_loop(*bound, head, condition, [body, step], depth),
            Node::Break => self.line(depth, "break;"),
            Node::Continue => self.line(depth, "continue;"),
            Node::Call {
                function,
                args,
                results,
            } => self.call(depth, function.0, args, results),
            Node::Block(nodes) => self.block(depth, nodes),
            Node::Return(values) => self.returned(depth, values),
            Node::Store {
                buffer,
                index,
                value,
            } => self.store(depth, &names.of_buffer(*buffer), index, value),
            Node::Atomic { .. } => self.atomic(depth, node),
            Node::Barrier => self.line(depth, "barrier();"),
        }
    }

    fn binding(&mut self, depth: usize, local: LocalId, value: &Expr, mutable: bool) {
        let mutable = if mutable { "mut " } else { "" };
        let begin = format!("let {mutable}{} = ", self.names.typed(local));
        self.around(depth, &begin, value, ";");
    }

    fn declaration(&mut self, depth: usize, local: LocalId) {
        self.line(depth, &format!("let mut {};", self.names.typed(local)));
    }

    fn assignment(&mut self, depth: usize, local: LocalId, value: &Expr) {
        let begin = format!("{} = ", self.names.of_local(local));
        self.around(depth, &begin, value, ";");
    }

    fn block(&mut self, depth: usize, nodes: &[Node]) {
        self.line(depth, "{");
        self.nodes(nodes, depth + 1);
        self.line(depth, "}");
    }

    fn returned(&mut self, depth: usize, values: &[Expr]) {
        self.indent(depth);
        self.out.push_str(if values.is_empty() {
            "return"
        } else {
            "return "
        });
        self.names.write_list(values, self.out);
        self.out.push_str(";\n");
    }

    fn branch(&mut self, depth: usize, condition: &Expr, then: &[Node], otherwise: &[Node]) {
        self.around(depth, "if ", condition, " {");
        self.nodes(then, depth + 1);
        if !otherwise.is_empty() {
            self.line(depth, "} else {");
            self.nodes(otherwise, depth + 1);
        }
        self.line(depth, "}");
    }

    /// Writes a counted loop. A u32 counter is written without its type.
    fn count(&mut self, depth: usize, counter: LocalId, [from, to]: [&Expr; 2], body: &[Node]) {
        let is_plain = |local: &crate::Local| local.ty == Type::U32 && local.len.is_none();
        let counter = if self.names.local(counter).is_some_and(is_plain) {
            self.names.of_local(counter).into_owned()
        } else {
            self.names.typed(counter)
        };
        self.indent(depth);
        let _ = write!(self.out, "for {counter} in ");
        self.names.write(from, ExprContext::Operand, self.out);
        self.out.push_str("..");
        self.names.write(to, ExprContext::Operand, self.out);
        self.out.push_str(" {\n");
        self.nodes(body, depth + 1);
        self.line(depth, "}");
    }

    /// Writes `while` if the condition needs no nodes, otherwise a `loop` with `while` after them.
    fn while_loop(
        &mut self,
        bound: u64,
        head: &[Node],
        condition: &Expr,
        [body, step]: [&[Node]; 2],
        depth: usize,
    ) {
        if head.is_empty() {
            self.around(depth, "while ", condition, &format!(" at_most({bound}) {{"));
        } else {
            self.line(depth, &format!("loop at_most({bound}) {{"));
            self.nodes(head, depth + 1);
            self.around(depth + 1, "while ", condition, ";");
        }
        self.nodes(body, depth + 1);
        if !step.is_empty() {
            self.line(depth, "} continuing {");
            self.nodes(step, depth + 1);
        }
        self.line(depth, "}");
    }

    fn call(&mut self, depth: usize, function: u32, args: &[Expr], results: &[LocalId]) {
        self.indent(depth);
        let typed: Vec<String> = results.iter().map(|l| self.names.typed(*l)).collect();
        let _ = match &typed[..] {
            [] => Ok(()),
            [one] => write!(self.out, "let {one} = "),
            many => write!(self.out, "let ({}) = ", many.join(", ")),
        };
        let _ = write!(
            self.out,
            "call {}(",
            known(self.callees, "function", function)
        );
        self.names.write_list(args, self.out);
        self.out.push_str(");\n");
    }

    fn atomic(&mut self, depth: usize, node: &Node) {
        let Node::Atomic {
            op,
            buffer,
            index,
            value,
            expected,
            result,
        } = node
        else {
            return;
        };
        self.indent(depth);
        let result = self.names.typed(*result);
        let _ = write!(self.out, "let {result} = atomic_{}(", op.name());
        self.names
            .element(&self.names.of_buffer(*buffer), index, self.out);
        for operand in expected.iter().chain([value]) {
            self.out.push_str(", ");
            self.expr(operand);
        }
        self.out.push_str(");\n");
    }
}
