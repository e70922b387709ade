//! Mutants: a module with one change, and its place.

use super::change::{Change, changes, guards};
use vyre_conform_ir::valid::{Valid, validate};
use vyre_conform_ir::{Expr, Module, Node, print};

/// A body with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The kind of change.
    pub change: Change,
    /// The changed body.
    pub body: Valid,
}

impl Mutant {
    /// The lines that differ between the original's text and the mutant's, first the original's.
    pub fn lines(&self, original: &Valid) -> (Vec<String>, Vec<String>) {
        let [old, new] = [original, &self.body].map(|body| print::module(body.module()));
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let pairs = || old.iter().zip(&new);
        let front = pairs().take_while(|(a, b)| a == b).count();
        let max = old.len().min(new.len()) - front;
        let backwards = old.iter().rev().zip(new.iter().rev()).take(max);
        let back = backwards.take_while(|(a, b)| a == b).count();
        let part = |lines: &[&str]| {
            let inside = &lines[front..lines.len() - back];
            inside.iter().map(|line| line.trim().to_owned()).collect()
        };
        (part(&old), part(&new))
    }
}

/// Every valid mutant of a body; the compiler would have rejected the others.
pub fn mutants(original: &Valid) -> Vec<Mutant> {
    let mut variants = vec![];
    let module = original.module();
    for function in 0..module.functions.len() {
        for (change, site) in sites(module, function) {
            let mut changed = module.clone();
            let mut at = Counter::default();
            at.change(&mut changed.functions[function].body, &site);
            if let Ok(body) = validate(changed) {
                variants.push(Mutant { change, body });
            }
        }
    }
    variants
}

/// One change at one place. Expressions and nodes are numbered in the order of a walk.
#[derive(Clone, Debug)]
enum Site {
    /// Replaces an expression.
    Expression(usize, Expr),
    /// Removes a node.
    Node(usize),
    /// Swaps the n-th operand of a call, or result of a return, with the next.
    Swap(usize, usize),
}

fn sites(module: &Module, function: usize) -> Vec<(Change, Site)> {
    let mut body = module.functions[function].body.clone();
    let mut mutants = vec![];
    let mut at = Counter::default();
    at.visit(&mut body, &mut |seen| {
        match seen {
            Visit::Expression(number, expr, is_condition) => {
                let mut all = changes(expr);
                if is_condition {
                    all.extend(guards(expr));
                }
                let all = all.into_iter();
                mutants.extend(all.map(|(change, to)| (change, Site::Expression(number, to))));
            }
            Visit::Node(number, node) => {
                if !matches!(
                    node,
                    Node::Let { .. } | Node::Declare { .. } | Node::Call { .. } | Node::Return(_)
                ) {
                    mutants.push((Change::Dropped, Site::Node(number)));
                }
                if let Node::Call { args: values, .. } | Node::Return(values) = node {
                    for (k, pair) in values.windows(2).enumerate() {
                        if pair[0].ty == pair[1].ty && pair[0] != pair[1] {
                            mutants.push((Change::Order, Site::Swap(number, k)));
                        }
                    }
                }
            }
        }
        true
    });
    mutants
}

/// A visited expression or node, with its number; for an expression, true if it is a condition.
enum Visit<'a> {
    Expression(usize, &'a mut Expr, bool),
    Node(usize, &'a mut Node),
}

/// Counters of expressions and nodes.
#[derive(Default)]
struct Counter {
    expressions: usize,
    nodes: usize,
}

impl Counter {
    /// Walks over nodes. Nodes for which `action` returns false are removed.
    fn visit(&mut self, nodes: &mut Vec<Node>, action: &mut dyn FnMut(Visit<'_>) -> bool) {
        nodes.retain_mut(|node| {
            let number = self.nodes;
            self.nodes += 1;
            if !action(Visit::Node(number, node)) {
                return false;
            }
            let conditional = matches!(node, Node::If { .. } | Node::While { .. });
            node.for_each_expr_mut(|expr| self.expression(expr, conditional, action));
            node.for_each_block_mut(|block| self.visit(block, action));
            true
        });
    }

    fn expression(
        &mut self,
        expr: &mut Expr,
        is_condition: bool,
        visit: &mut dyn FnMut(Visit<'_>) -> bool,
    ) {
        let number = self.expressions;
        self.expressions += 1;
        // A replacement is not visited: the change is done.
        if visit(Visit::Expression(number, expr, is_condition)) {
            expr.for_each_operand_mut(|operand| self.expression(operand, false, visit));
        }
    }

    fn change(&mut self, nodes: &mut Vec<Node>, site: &Site) {
        self.visit(nodes, &mut |seen| match (seen, site) {
            (Visit::Expression(number, expr, _), Site::Expression(at, to)) if number == *at => {
                *expr = to.clone();
                false
            }
            (Visit::Node(number, _), Site::Node(at)) if number == *at => false,
            (Visit::Node(number, node), Site::Swap(at, k)) if number == *at => {
                if let Node::Call { args: values, .. } | Node::Return(values) = node {
                    values.swap(*k, k + 1);
                }
                true
            }
            _ => true,
        });
    }
}
