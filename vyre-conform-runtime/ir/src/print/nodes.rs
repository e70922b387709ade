//! Nodes.

use super::Names;
use crate::{Expr, Module, Node};

/// Writes nodes, one a line.
pub(super) struct Printer<'a> {
    pub(super) module: &'a Module,
    pub(super) names: &'a Names<'a>,
    pub(super) out: &'a mut String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn nodes(&mut self, nodes: &[Node], depth: usize) {
        for node in nodes {
            self.node(node, depth);
        }
    }

    fn list(&self, exprs: &[Expr]) -> String {
        let texts: Vec<String> = exprs.iter().map(|e| self.names.expr(e)).collect();
        texts.join(", ")
    }

    fn node(&mut self, node: &Node, depth: usize) {
        let names = self.names;
        match node {
            Node::Let {
                local,
                value,
                mutable,
            } => {
                let mutable = if *mutable { "mut " } else { "" };
                let (name, ty) = (names.of_local(*local), names.ty(*local));
                let text = format!("let {mutable}{name}: {ty} = {};", names.expr(value));
                self.line(depth, &text);
            }
            Node::Declare { local } => {
                let text = format!("let mut {}: {};", names.of_local(*local), names.ty(*local));
                self.line(depth, &text);
            }
            Node::Assign { local, value } => {
                let text = format!("{} = {};", names.of_local(*local), names.expr(value));
                self.line(depth, &text);
            }
            Node::StoreElement {
                array,
                index,
                value,
            } => {
                let (array, index) = (names.of_local(*array), names.expr(index));
                self.line(depth, &format!("{array}[{index}] = {};", names.expr(value)));
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                self.line(depth, &format!("if {} {{", names.expr(condition)));
                self.nodes(then, depth + 1);
                if !otherwise.is_empty() {
                    self.line(depth, "} else {");
                    self.nodes(otherwise, depth + 1);
                }
                self.line(depth, "}");
            }
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => {
                let (from, to) = (names.at(from, true), names.at(to, true));
                let text = format!("for {} in {from}..{to} {{", names.of_local(*counter));
                self.line(depth, &text);
                self.nodes(body, depth + 1);
                self.line(depth, "}");
            }
            Node::While {
                bound,
                head,
                condition,
                body,
                step,
            } => self.while_loop(*bound, head, condition, body, step, depth),
            Node::Break => self.line(depth, "break;"),
            Node::Continue => self.line(depth, "continue;"),
            Node::Call {
                function,
                args,
                results,
            } => {
                let callee = self.module.functions.get(function.0 as usize);
                let callee = callee.map_or("?", |f| f.name.as_str());
                let results: Vec<&str> = results.iter().map(|l| names.of_local(*l)).collect();
                let results = match &results[..] {
                    [one] => (*one).to_owned(),
                    many => format!("({})", many.join(", ")),
                };
                self.line(
                    depth,
                    &format!("let {results} = {callee}({});", self.list(args)),
                );
            }
            Node::Block(nodes) => {
                self.line(depth, "{");
                self.nodes(nodes, depth + 1);
                self.line(depth, "}");
            }
            Node::Return(values) => {
                let text = match &values[..] {
                    [] => return self.line(depth, "return;"),
                    [one] => names.expr(one),
                    many => format!("({})", self.list(many)),
                };
                self.line(depth, &format!("return {text};"));
            }
            Node::Store {
                buffer,
                index,
                value,
            } => {
                let (buffer, index) = (names.of_buffer(*buffer), names.expr(index));
                self.line(
                    depth,
                    &format!("{buffer}[{index}] = {};", names.expr(value)),
                );
            }
            Node::Atomic {
                op,
                buffer,
                index,
                value,
                expected,
                result,
            } => {
                let (result, buffer) = (names.of_local(*result), names.of_buffer(*buffer));
                let operands: Vec<String> = expected
                    .iter()
                    .chain([value])
                    .map(|operand| names.expr(operand))
                    .collect();
                let (op, index, operands) = (op.name(), names.expr(index), operands.join(", "));
                let text = format!("let {result} = {buffer}[{index}].atomic_{op}({operands});");
                self.line(depth, &text);
            }
            Node::Barrier => self.line(depth, "barrier();"),
        }
    }

    /// `while c` where the condition needs no nodes, else a `loop` that leaves by `break`.
    fn while_loop(
        &mut self,
        bound: u64,
        head: &[Node],
        condition: &Expr,
        body: &[Node],
        step: &[Node],
        depth: usize,
    ) {
        let condition = self.names.expr(condition);
        if head.is_empty() {
            self.line(depth, &format!("while {condition} {{ // at most {bound}"));
        } else {
            self.line(depth, &format!("loop {{ // at most {bound}"));
            self.nodes(head, depth + 1);
            self.line(depth + 1, &format!("if !({condition}) {{ break; }}"));
        }
        self.nodes(body, depth + 1);
        if !step.is_empty() {
            self.line(depth, "} step {");
            self.nodes(step, depth + 1);
        }
        self.line(depth, "}");
    }
}
