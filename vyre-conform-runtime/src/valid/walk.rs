//! One walk over a module that asks every rule at every place.

use super::Invalid;
use super::rules::{Check, RULES, Rule};
use crate::ir::{
    BufferDecl, BufferId, Expr, Function, Local, LocalId, MAX_NESTING, Module, Node, Program,
};
use std::collections::HashMap;

/// Every violation in a module, of which the entry is the kernel of `program` if there is one.
pub(super) fn walk(module: &Module, program: Option<&Program>) -> Vec<Invalid> {
    let mut found = vec![];
    for rule in RULES {
        for check in rule.checks {
            if let Check::Module(check) = check {
                check(module, &mut |function, message| {
                    let function = module.functions.get(function).map_or("", |f| &f.name);
                    found.push(rule.broken(function, "module".to_owned(), message));
                });
            }
        }
    }
    for (number, function) in module.functions.iter().enumerate() {
        let at = At {
            module,
            function,
            program: program.filter(|_| number == module.entry.0 as usize),
            bound: HashMap::new(),
            visible: vec![],
            loops: 0,
            nodes: 0,
            expressions: 0,
            path: vec![],
        };
        let mut walk = Walk { at, found };
        walk.function();
        found = walk.found;
    }
    found
}

/// How a local was bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The result of a call, or a `Let` that is not mutable.
    Once,
    /// A parameter, declared, or a mutable `Let`.
    Mutable,
    /// The counter of the loop around this place.
    Counter,
}

/// A place in a function, as a rule sees it.
pub(super) struct At<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    /// The program whose kernel this function is; `None` in every other function.
    pub(super) program: Option<&'a Program>,
    /// Every local bound so far, visible or not.
    bound: HashMap<LocalId, Bound>,
    visible: Vec<LocalId>,
    /// Loops around this place.
    pub(super) loops: usize,
    /// Blocks around this place.
    pub(super) nodes: usize,
    /// Expressions around this place, this one included.
    pub(super) expressions: usize,
    path: Vec<(&'static str, usize)>,
}

impl<'a> At<'a> {
    /// A local that exists, whether or not it is visible.
    pub(super) fn local(&self, local: LocalId) -> Option<&'a Local> {
        self.function.locals.get(local.0 as usize)
    }

    /// A local that exists and is no array.
    pub(super) fn single(&self, local: LocalId) -> Option<&'a Local> {
        self.local(local).filter(|l| l.len.is_none())
    }

    /// A local array that exists.
    pub(super) fn array(&self, local: LocalId) -> Option<&'a Local> {
        self.local(local).filter(|l| l.len.is_some())
    }

    /// A buffer that exists, in the kernel of a program.
    pub(super) fn buffer(&self, buffer: BufferId) -> Option<&'a BufferDecl> {
        self.program?.buffer(buffer)
    }

    /// How a local was bound before this place, if it was.
    pub(super) fn bound(&self, local: LocalId) -> Option<Bound> {
        self.bound.get(&local).copied()
    }

    /// Whether a local is bound in a block around this place.
    pub(super) fn is_visible(&self, local: LocalId) -> bool {
        self.visible.contains(&local)
    }

    /// The name of a local with its number, for messages.
    pub(super) fn name(&self, local: LocalId) -> String {
        match self.local(local) {
            Some(known) => format!("`{}` (local {})", known.name, local.0),
            None => format!("local {}", local.0),
        }
    }

    fn place(&self) -> String {
        let parts = self.path.iter().map(|(part, k)| match *part {
            "body" | "then" | "otherwise" | "head" | "step" | "block" => format!("{part}[{k}]"),
            part => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join(".")
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
        }
    }
}

struct Walk<'a> {
    at: At<'a>,
    found: Vec<Invalid>,
}

impl<'a> Walk<'a> {
    fn ask(&mut self, ask: impl Fn(&Check, &At<'a>, &mut dyn FnMut(String))) {
        let (at, found) = (&self.at, &mut self.found);
        for rule in RULES {
            for check in rule.checks {
                ask(check, at, &mut |message| {
                    let invalid = rule.broken(&at.function.name, at.place(), message);
                    if !found.contains(&invalid) {
                        found.push(invalid);
                    }
                });
            }
        }
    }

    fn function(&mut self) {
        let function = self.at.function;
        for param in &function.params {
            self.at.bound.insert(*param, Bound::Mutable);
            self.at.visible.push(*param);
        }
        self.at.path.push(("signature", 0));
        self.ask(|check, at, report| {
            if let Check::Function(check) = check {
                check(at, report);
            }
        });
        self.at.path.pop();
        self.nodes("body", &function.body);
    }

    /// A block of its own.
    fn nodes(&mut self, part: &'static str, nodes: &'a [Node]) {
        let visible = self.at.visible.len();
        self.nodes_in_scope(part, nodes);
        self.at.visible.truncate(visible);
    }

    fn nodes_in_scope(&mut self, part: &'static str, nodes: &'a [Node]) {
        self.at.nodes += 1;
        for (k, node) in nodes.iter().enumerate() {
            self.at.path.push((part, k));
            self.node(node);
            self.at.path.pop();
        }
        self.at.nodes -= 1;
    }

    fn bind(&mut self, local: LocalId, bound: Bound) {
        self.at.bound.insert(local, bound);
        self.at.visible.push(local);
    }

    fn node(&mut self, node: &'a Node) {
        self.ask(|check, at, report| {
            if let Check::Node(check) = check {
                check(node, at, report);
            }
        });
        // Rule V018 has spoken; what lies deeper is not looked at.
        if self.at.nodes > MAX_NESTING {
            return;
        }
        match node {
            Node::Let {
                local,
                value,
                mutable,
            } => {
                self.expr("value", value);
                let bound = if *mutable {
                    Bound::Mutable
                } else {
                    Bound::Once
                };
                self.bind(*local, bound);
            }
            Node::Declare { local } => self.bind(*local, Bound::Mutable),
            Node::Assign { value, .. } => self.expr("value", value),
            Node::StoreElement { index, value, .. } => {
                self.expr("index", index);
                self.expr("value", value);
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr("condition", condition);
                self.nodes("then", then);
                self.nodes("otherwise", otherwise);
            }
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => {
                self.expr("from", from);
                self.expr("to", to);
                let visible = self.at.visible.len();
                self.bind(*counter, Bound::Counter);
                self.at.loops += 1;
                self.nodes("body", body);
                self.at.loops -= 1;
                self.at.visible.truncate(visible);
            }
            Node::While {
                head,
                condition,
                body,
                step,
                ..
            } => {
                let visible = self.at.visible.len();
                // Neither `head` nor `step` is the body that a break or continue would leave.
                let loops = std::mem::take(&mut self.at.loops);
                self.nodes_in_scope("head", head);
                self.expr("condition", condition);
                self.nodes("step", step);
                self.at.loops = loops + 1;
                self.nodes("body", body);
                self.at.loops = loops;
                self.at.visible.truncate(visible);
            }
            Node::Call { args, results, .. } => {
                args.iter().for_each(|arg| self.expr("argument", arg));
                for result in results {
                    self.bind(*result, Bound::Once);
                }
            }
            Node::Block(nodes) => self.nodes("block", nodes),
            Node::Return(values) => values.iter().for_each(|value| self.expr("value", value)),
            Node::Store { index, value, .. } => {
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
                self.bind(*result, Bound::Once);
            }
            Node::Break | Node::Continue | Node::Barrier => {}
        }
    }

    fn expr(&mut self, part: &'static str, expr: &'a Expr) {
        self.at.path.push((part, 0));
        self.at.expressions += 1;
        self.ask(|check, at, report| {
            if let Check::Expr(check) = check {
                check(expr, at, report);
            }
        });
        if self.at.expressions <= MAX_NESTING {
            for operand in expr.operands() {
                self.expr("operand", operand);
            }
        }
        self.at.expressions -= 1;
        self.at.path.pop();
    }
}
