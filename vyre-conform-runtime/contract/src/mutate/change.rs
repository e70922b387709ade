//! Changes of a module of naga: one for each barrier, guard, constant, atomic, comparison and loop bound.

use naga::{
    AtomicFunction, BinaryOperator, Block, Expression, Function, Handle, Literal, Module, Span,
    Statement,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The part of a kernel that a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MutationKind {
    /// A barrier is removed.
    Barrier,
    /// A condition always or never holds.
    Guard,
    /// A constant is another one.
    Constant,
    /// An atomic operation is another one, or is removed.
    Atomic,
    /// A comparison is another one.
    Comparison,
    /// The comparison that ends a loop is another one.
    LoopBound,
}

/// A change at its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) kind: MutationKind,
    pub(crate) words: String,
    pub(crate) span: Span,
    number: usize,
}

/// Visits the places of changes in one order, to list them or to apply one.
struct Walk {
    wanted: Option<usize>,
    found: Vec<Change>,
}

impl Walk {
    /// Adds a change; whether it is to be applied.
    fn meets(&mut self, kind: MutationKind, span: Span, words: impl Into<String>) -> bool {
        let number = self.found.len();
        self.found.push(Change {
            kind,
            words: words.into(),
            span,
            number,
        });
        self.wanted == Some(number)
    }

    fn function(&mut self, function: &mut Function) {
        let heads = heads(&function.body);
        let mut used = BTreeSet::new();
        let spans: Vec<(Handle<Expression>, Span)> = {
            let all = function.expressions.iter();
            all.map(|(handle, _)| (handle, function.expressions.get_span(handle)))
                .collect()
        };
        for (handle, span) in spans {
            // A literal of the text is there once, and expressions without a place are not of the text.
            if !span.is_defined()
                || !used.insert((span.to_range().map(|r| (r.start, r.end)), handle))
            {
                continue;
            }
            self.expression(
                &mut function.expressions[handle],
                span,
                heads.contains(&handle),
            );
        }
        let mut body = std::mem::take(&mut function.body);
        self.block(&mut body);
        function.body = body;
    }

    fn expression(&mut self, expression: &mut Expression, span: Span, is_head: bool) {
        match expression {
            Expression::Literal(literal) => {
                if let Some(other) = other_literal(*literal)
                    && self.meets(
                        MutationKind::Constant,
                        span,
                        format!("{} becomes {}", shown(*literal), shown(other)),
                    )
                {
                    *literal = other;
                }
            }
            Expression::Binary { op, .. } => {
                let kind = if is_head {
                    MutationKind::LoopBound
                } else {
                    MutationKind::Comparison
                };
                for other in other_comparisons(*op) {
                    if self.meets(
                        kind,
                        span,
                        format!("`{}` becomes `{}`", sign(*op), sign(*other)),
                    ) {
                        *op = *other;
                        return;
                    }
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &mut Block) {
        let spans: Vec<Span> = block.span_iter().map(|(_, span)| *span).collect();
        for (statement, span) in block.iter_mut().zip(spans) {
            self.statement(statement, span);
        }
    }

    fn statement(&mut self, statement: &mut Statement, span: Span) {
        if let Some(replacement) = self.replaced(statement, span) {
            *statement = replacement;
            return;
        }
        match statement {
            Statement::Block(block) => self.block(block),
            Statement::If { accept, reject, .. } => {
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { cases, .. } => {
                cases.iter_mut().for_each(|case| self.block(&mut case.body))
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                self.block(body);
                self.block(continuing);
            }
            _ => {}
        }
    }

    /// The statement in place of one that is to be changed.
    fn replaced(&mut self, statement: &mut Statement, span: Span) -> Option<Statement> {
        let nothing = || Statement::Block(Block::new());
        match statement {
            Statement::ControlBarrier(_) => self
                .meets(MutationKind::Barrier, span, "the barrier is removed")
                .then(nothing),
            Statement::If { accept, reject, .. } if !is_break(reject) => {
                if self.meets(MutationKind::Guard, span, "the condition always holds") {
                    return Some(Statement::Block(accept.clone()));
                }
                let never = self.meets(MutationKind::Guard, span, "the condition never holds");
                never.then(|| Statement::Block(reject.clone()))
            }
            Statement::Atomic { fun, result, .. } => {
                if result.is_none()
                    && self.meets(
                        MutationKind::Atomic,
                        span,
                        "the atomic operation is removed",
                    )
                {
                    return Some(nothing());
                }
                if let Some(other) = other_atomic(*fun)
                    && self.meets(
                        MutationKind::Atomic,
                        span,
                        format!("`{}` becomes `{}`", atomic(*fun), atomic(other)),
                    )
                {
                    *fun = other;
                }
                None
            }
            _ => None,
        }
    }
}

fn is_break(block: &Block) -> bool {
    matches!(block.iter().as_slice(), [Statement::Break])
}

/// The conditions that end loops.
fn heads(block: &Block) -> BTreeSet<Handle<Expression>> {
    let mut found = BTreeSet::new();
    for statement in block.iter() {
        match statement {
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                found.extend(*break_if);
                for inner in body.iter() {
                    if let Statement::If {
                        condition, reject, ..
                    } = inner
                        && is_break(reject)
                    {
                        found.insert(*condition);
                    }
                }
                found.extend(heads(body));
                found.extend(heads(continuing));
            }
            Statement::Block(inner) => found.extend(heads(inner)),
            Statement::If { accept, reject, .. } => {
                found.extend(heads(accept));
                found.extend(heads(reject));
            }
            Statement::Switch { cases, .. } => cases
                .iter()
                .for_each(|case| found.extend(heads(&case.body))),
            _ => {}
        }
    }
    found
}

fn other_literal(literal: Literal) -> Option<Literal> {
    Some(match literal {
        Literal::U32(value) => Literal::U32(value.wrapping_add(1)),
        Literal::I32(value) => Literal::I32(value.wrapping_add(1)),
        Literal::F32(value) => Literal::F32(value + 1.0),
        Literal::F16(value) => Literal::F16(value + half::f16::ONE),
        Literal::Bool(value) => Literal::Bool(!value),
        _ => return None,
    })
}

fn shown(literal: Literal) -> String {
    match literal {
        Literal::U32(value) => value.to_string(),
        Literal::I32(value) => value.to_string(),
        Literal::F32(value) => value.to_string(),
        Literal::F16(value) => value.to_string(),
        Literal::Bool(value) => value.to_string(),
        _ => "a constant".to_owned(),
    }
}

const fn other_comparisons(op: BinaryOperator) -> &'static [BinaryOperator] {
    use BinaryOperator as Op;
    match op {
        Op::Less => &[Op::LessEqual],
        Op::LessEqual => &[Op::Less],
        Op::Greater => &[Op::GreaterEqual],
        Op::GreaterEqual => &[Op::Greater],
        Op::Equal => &[Op::NotEqual],
        Op::NotEqual => &[Op::Equal],
        _ => &[],
    }
}

const fn sign(op: BinaryOperator) -> &'static str {
    use BinaryOperator as Op;
    match op {
        Op::Less => "<",
        Op::LessEqual => "<=",
        Op::Greater => ">",
        Op::GreaterEqual => ">=",
        Op::Equal => "==",
        _ => "!=",
    }
}

const fn other_atomic(function: AtomicFunction) -> Option<AtomicFunction> {
    use AtomicFunction as Function;
    Some(match function {
        Function::Add => Function::Subtract,
        Function::Subtract => Function::Add,
        Function::And => Function::InclusiveOr,
        Function::InclusiveOr => Function::And,
        Function::ExclusiveOr => Function::InclusiveOr,
        Function::Min => Function::Max,
        Function::Max => Function::Min,
        Function::Exchange { .. } => return None,
    })
}

const fn atomic(function: AtomicFunction) -> &'static str {
    use AtomicFunction as Function;
    match function {
        Function::Add => "atomicAdd",
        Function::Subtract => "atomicSub",
        Function::And => "atomicAnd",
        Function::InclusiveOr => "atomicOr",
        Function::ExclusiveOr => "atomicXor",
        Function::Min => "atomicMin",
        Function::Max => "atomicMax",
        Function::Exchange { .. } => "atomicExchange",
    }
}

/// The functions that entry points reach.
fn reached(module: &Module, entries: &[&str]) -> BTreeSet<usize> {
    fn calls(block: &Block, found: &mut Vec<Handle<Function>>) {
        for statement in block.iter() {
            match statement {
                Statement::Call { function, .. } => found.push(*function),
                Statement::Block(inner) => calls(inner, found),
                Statement::If { accept, reject, .. } => {
                    calls(accept, found);
                    calls(reject, found);
                }
                Statement::Switch { cases, .. } => {
                    cases.iter().for_each(|case| calls(&case.body, found))
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    calls(body, found);
                    calls(continuing, found);
                }
                _ => {}
            }
        }
    }
    let mut pending = vec![];
    for point in module
        .entry_points
        .iter()
        .filter(|point| entries.contains(&&point.name[..]))
    {
        calls(&point.function.body, &mut pending);
    }
    let mut reached = BTreeSet::new();
    while let Some(function) = pending.pop() {
        if reached.insert(function.index()) {
            calls(&module.functions[function].body, &mut pending);
        }
    }
    reached
}

fn walk(module: &mut Module, entries: &[&str], wanted: Option<usize>) -> Vec<Change> {
    let mut walk = Walk {
        wanted,
        found: vec![],
    };
    let reached = reached(module, entries);
    for (handle, function) in module.functions.iter_mut() {
        if reached.contains(&handle.index()) {
            walk.function(function);
        }
    }
    for point in &mut module.entry_points {
        if entries.contains(&&point.name[..]) {
            walk.function(&mut point.function);
        }
    }
    walk.found
}

/// The changes of what these entry points run.
pub(crate) fn changes(module: &Module, entries: &[&str]) -> Vec<Change> {
    walk(&mut module.clone(), entries, None)
}

/// Applies a change.
pub(crate) fn apply(module: &mut Module, entries: &[&str], change: &Change) {
    walk(module, entries, Some(change.number));
}
