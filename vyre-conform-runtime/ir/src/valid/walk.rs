//! Applies every rule at every place in one walk over a module.

use super::Invalid;
use super::limits::Limits;
use super::linked::LinkedModule;
use super::place::Location;
use super::rules::{Check, ExprCheck, NodeCheck, RULES, Rule};
use super::scope::BindingKind;
use crate::{Expr, LocalId, MAX_NESTING, Node, block_levels};
use std::collections::BTreeMap;

/// The most violations of one rule that are listed individually.
pub(super) const LISTED: usize = 100;

/// The violations found so far. The first ones of each rule are kept and the others counted: a hundred
/// thousand buffers that violate one rule are one mistake.
#[derive(Default)]
pub(super) struct Violations {
    listed: Vec<Invalid>,
    counts: BTreeMap<&'static str, usize>,
}

impl Violations {
    fn push(&mut self, rule: &'static Rule, invalid: impl FnOnce() -> Invalid) {
        let count = self.counts.entry(rule.id).or_default();
        *count += 1;
        if *count <= LISTED {
            self.listed.push(invalid());
        }
    }

    /// All violations, with a summary for each rule that has more.
    pub(super) fn finish(mut self) -> Vec<Invalid> {
        for (id, count) in self.counts {
            let mut of_rule = self.listed.iter().filter(|invalid| invalid.rule == id);
            if let Some(last) = of_rule.next_back()
                && count > LISTED
            {
                let more = Invalid {
                    place: "and elsewhere".to_owned(),
                    message: format!("{} more violations of this rule", count - LISTED),
                    ..last.clone()
                };
                self.listed.push(more);
            }
        }
        self.listed
    }
}

/// Every violation in a module, and in its program and limits if there are any.
pub(super) fn walk(linked: &LinkedModule<'_>, limits: Option<&Limits>) -> Vec<Invalid> {
    let mut violations = Violations::default();
    check_module(linked, limits, &mut violations);
    let (mut nodes, mut exprs) = (vec![], vec![]);
    for rule in RULES {
        for check in rule.checks {
            match check {
                Check::Node(check) => nodes.push((rule, *check)),
                Check::Expr(check) => exprs.push((rule, *check)),
                _ => {}
            }
        }
    }
    for number in 0..linked.module.functions.len() {
        // Rules V016, V019 and V020 cover an op without a body.
        if linked.absent(number).is_none() {
            let mut walk = Walk {
                at: Location::new(linked, number),
                nodes: &nodes,
                exprs: &exprs,
                found: violations,
            };
            walk.function();
            violations = walk.found;
        }
    }
    violations.finish()
}

/// Runs the checks of whole modules and programs.
fn check_module(linked: &LinkedModule<'_>, limits: Option<&Limits>, violations: &mut Violations) {
    for rule in RULES {
        for check in rule.checks {
            match check {
                Check::Module(check) => check(linked, &mut |function, message| {
                    let function = linked.module.functions.get(function);
                    let name = function.map_or("", |f| &f.name);
                    violations.push(rule, || rule.broken(name, "module".to_owned(), message));
                }),
                Check::Program(check) => {
                    if let Some(program) = linked.program {
                        check(program, linked, &mut |place, message| {
                            violations.push(rule, || rule.broken(&program.name, place, message));
                        });
                    }
                }
                Check::Limits(_) | Check::Function(_) | Check::Node(_) | Check::Expr(_) => {}
            }
        }
    }
    if let Some(limits) = limits {
        exceeded(linked, limits, violations);
    }
}

/// The limits that a program exceeds.
pub(super) fn exceeded(linked: &LinkedModule<'_>, limits: &Limits, violations: &mut Violations) {
    let Some(program) = linked.program else {
        return;
    };
    for rule in RULES {
        for check in rule.checks {
            let Check::Limits(check) = check else {
                continue;
            };
            check(program, linked, limits, &mut |limit, place, message| {
                violations.push(rule, || Invalid {
                    limit: Some(limit),
                    ..rule.broken(&program.name, place, message)
                });
            });
        }
    }
}

impl Rule {
    fn broken(&self, function: &str, place: String, message: String) -> Invalid {
        Invalid {
            rule: self.id,
            function: function.to_owned(),
            place,
            message,
            remedy: self.remedy,
            limit: None,
        }
    }
}

struct Walk<'a> {
    at: Location<'a>,
    nodes: &'a [(&'static Rule, NodeCheck)],
    exprs: &'a [(&'static Rule, ExprCheck)],
    found: Violations,
}

impl<'a> Walk<'a> {
    fn function(&mut self) {
        let function = self.at.function;
        for param in &function.params {
            self.at.scope.bind(*param, BindingKind::Mutable);
        }
        self.at.path.push(("signature", 0));
        let (at, violations) = (&self.at, &mut self.found);
        for rule in RULES {
            for check in rule.checks {
                if let Check::Function(check) = check {
                    check(at, &mut |message| {
                        violations.push(rule, || rule.broken(&function.name, at.place(), message));
                    });
                }
            }
        }
        self.at.path.pop();
        self.block("body", &function.body);
    }

    /// Walks a nested block.
    fn block(&mut self, part: &'static str, nodes: &'a [Node]) {
        let mark = self.at.scope.enter();
        self.block_in_scope(part, nodes);
        self.at.scope.leave(mark);
    }

    fn block_in_scope(&mut self, part: &'static str, nodes: &'a [Node]) {
        self.at.nodes += 1;
        for (k, node) in nodes.iter().enumerate() {
            self.at.path.push((part, k));
            self.node(node);
            self.at.path.pop();
        }
        self.at.nodes -= 1;
    }

    /// Walks a part that is this many levels of statements deeper.
    fn deeper(&mut self, levels: usize, walk: impl FnOnce(&mut Self)) {
        self.at.statements += levels;
        walk(self);
        self.at.statements -= levels;
    }

    fn bind(&mut self, local: LocalId, bound: BindingKind) {
        self.at.scope.bind(local, bound);
    }

    fn node(&mut self, node: &'a Node) {
        self.check_node(node);
        // Rule V018 has reported this; deeper nodes are not visited.
        if self.at.nodes > MAX_NESTING {
            return;
        }
        let levels = block_levels(node);
        match node {
            Node::Let {
                local,
                value,
                mutable,
            } => {
                self.expr("value", value);
                let bound = if *mutable {
                    BindingKind::Mutable
                } else {
                    BindingKind::Once
                };
                self.bind(*local, bound);
            }
            Node::Declare { local } => self.bind(*local, BindingKind::Mutable),
            Node::Assign { value, .. } => self.expr("value", value),
            Node::If { .. } => self.if_parts(node, levels),
            Node::Loop { .. } => self.loop_parts(node, levels),
            Node::While { .. } => self.while_parts(node, levels),
            Node::Call { args, results, .. } => {
                self.exprs("argument", args);
                for result in results {
                    self.bind(*result, BindingKind::Once);
                }
            }
            Node::Block(nodes) => self.block("block", nodes),
            Node::Return(values) => self.exprs("result", values),
            Node::StoreElement { index, value, .. } | Node::Store { index, value, .. } => {
                self.expr("index", index);
                self.expr("value", value);
            }
            Node::Atomic {
                index,
                value,
                expected,
                result,
                ..
            } => {
                self.expr("index", index);
                self.expr("value", value);
                if let Some(expected) = expected {
                    self.expr("expected", expected);
                }
                self.bind(*result, BindingKind::Once);
            }
            Node::Break | Node::Continue | Node::Barrier => {}
        }
    }

    /// Runs the rules about nodes on one node.
    fn check_node(&mut self, node: &'a Node) {
        let (at, violations) = (&self.at, &mut self.found);
        for (rule, check) in self.nodes {
            check(node, at, &mut |message| {
                violations.push(rule, || rule.broken(&at.function.name, at.place(), message));
            });
        }
    }

    /// Walks the parts of a branch.
    fn if_parts(&mut self, node: &'a Node, levels: &[usize]) {
        let Node::If {
            condition,
            then,
            otherwise,
        } = node
        else {
            return;
        };
        self.expr("condition", condition);
        self.deeper(levels[0], |walk| walk.block("then", then));
        self.deeper(levels[1], |walk| walk.block("otherwise", otherwise));
    }

    /// Walks the parts of a counted loop.
    fn loop_parts(&mut self, node: &'a Node, levels: &[usize]) {
        let Node::Loop {
            counter,
            from,
            to,
            body,
        } = node
        else {
            return;
        };
        self.expr("from", from);
        self.expr("to", to);
        let mark = self.at.scope.enter();
        self.bind(*counter, BindingKind::Counter);
        self.at.loops += 1;
        self.deeper(levels[0], |walk| walk.block("body", body));
        self.at.loops -= 1;
        self.at.scope.leave(mark);
    }

    /// Walks the parts of a `while` loop.
    fn while_parts(&mut self, node: &'a Node, levels: &[usize]) {
        let Node::While {
            head,
            condition,
            body,
            step,
            ..
        } = node
        else {
            return;
        };
        let mark = self.at.scope.enter();
        // A break or continue leaves neither `head` nor `step`, only the body.
        let loops = std::mem::take(&mut self.at.loops);
        let beside_body = std::mem::replace(&mut self.at.beside_body, true);
        self.deeper(levels[0], |walk| walk.block_in_scope("head", head));
        self.expr("condition", condition);
        self.deeper(levels[2], |walk| walk.block("step", step));
        self.at.beside_body = beside_body;
        self.at.loops = loops + 1;
        self.deeper(levels[1], |walk| walk.block("body", body));
        self.at.loops = loops;
        self.at.scope.leave(mark);
    }

    fn expr(&mut self, part: &'static str, expr: &'a Expr) {
        self.expr_at(part, 0, expr);
    }

    fn exprs(&mut self, part: &'static str, exprs: &'a [Expr]) {
        for (k, expr) in exprs.iter().enumerate() {
            self.expr_at(part, k, expr);
        }
    }

    fn expr_at(&mut self, part: &'static str, k: usize, expr: &'a Expr) {
        self.at.path.push((part, k));
        self.at.expressions += 1;
        let (at, violations) = (&self.at, &mut self.found);
        for (rule, check) in self.exprs {
            check(expr, at, &mut |message| {
                violations.push(rule, || rule.broken(&at.function.name, at.place(), message));
            });
        }
        // Rule V018 has reported deeper expressions.
        if self.at.expressions < MAX_NESTING {
            let mut k = 0;
            expr.for_each_operand(|operand| {
                self.expr_at("operand", k, operand);
                k += 1;
            });
        }
        self.at.expressions -= 1;
        self.at.path.pop();
    }
}
