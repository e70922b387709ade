//! A run step by step, for failure reports.

use super::frames::Frames;
use crate::ir::print::{self, Names};
use crate::ir::{Expr, ExprKind, LocalId, Type};
use crate::valid::Valid;
use crate::value::Value;

/// The most steps that are recorded.
pub const MAX_STEPS: usize = 4096;

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many functions are running, the op included.
    pub depth: usize,
    /// The function the step belongs to.
    pub function: String,
    /// What got a value: a local, `a[3]`, `return`, or a condition as written.
    pub name: String,
    /// Type of the value.
    pub ty: Type,
    /// Its bits, zero-extended.
    pub bits: u64,
    /// The step as one would write it down, such as `q = a / b = 0x0000_0003`.
    pub text: String,
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let indent = 2 * self.depth.saturating_sub(1);
        write!(f, "{:indent$}{}", "", self.text)
    }
}

/// Runs the op on one case and records every value on the way, at most [`MAX_STEPS`] of them. A fault
/// ends the record early; [`call`](super::call) names it. Operands that do not fit give no steps.
pub fn trace(op: &Valid, operands: &[Value]) -> Vec<Step> {
    let words: Vec<u32> = operands.iter().flat_map(Value::words).copied().collect();
    let mut frames = Frames::new(op.module());
    let entry = op.module().entry();
    let params = entry.params.iter().map(|p| entry.locals[p.0 as usize].ty);
    if params.map(super::words).sum::<usize>() != words.len() {
        return vec![];
    }
    frames.steps = Some(vec![]);
    frames.enter(&words);
    let _ = frames.run_entry();
    frames.steps.unwrap_or_default()
}

impl Frames<'_> {
    fn record(&mut self, step: impl FnOnce(&Names<'_>) -> (String, Type, u64, String)) {
        let (function, depth) = (self.function(), self.depth);
        let Some(steps) = &mut self.steps else { return };
        if steps.len() >= MAX_STEPS {
            return;
        }
        let (name, ty, bits, text) = step(&Names::of(function));
        steps.push(Step {
            depth,
            function: function.name.clone(),
            name,
            ty,
            bits,
            text,
        });
    }

    pub(super) fn record_local(&mut self, local: LocalId, value: &Expr, bits: u64) {
        if self.steps.is_some() {
            self.record(|names| {
                let name = names.of_local(local).to_owned();
                let text = equation(&name, names, value, bits);
                (name, value.ty, bits, text)
            });
        }
    }

    pub(super) fn record_element(&mut self, array: LocalId, at: u64, value: &Expr, bits: u64) {
        if self.steps.is_some() {
            self.record(|names| {
                let name = format!("{}[{at}]", names.of_local(array));
                let text = equation(&name, names, value, bits);
                (name, value.ty, bits, text)
            });
        }
    }

    pub(super) fn record_condition(&mut self, condition: &Expr, bits: u64) {
        if self.steps.is_some() {
            self.record(|names| {
                let name = names.expr(condition);
                let text = format!("if {name}: {}", bits != 0);
                (name, condition.ty, bits, text)
            });
        }
    }

    pub(super) fn record_result(&mut self, value: &Expr, bits: u64) {
        if self.steps.is_some() {
            self.record(|names| {
                let written = names.expr(value);
                let found = print::literal(value.ty, bits);
                let text = match value.kind {
                    ExprKind::Literal(_) => format!("return {written}"),
                    _ => format!("return {written} = {found}"),
                };
                ("return".to_owned(), value.ty, bits, text)
            });
        }
    }

    pub(super) fn record_call(&mut self, callee: usize, args: &[Expr], local: LocalId, bits: u64) {
        if self.steps.is_some() {
            let ty = self.function().locals[local.0 as usize].ty;
            let callee = &self.module.functions[callee].name;
            self.record(|names| {
                let name = names.of_local(local).to_owned();
                let args: Vec<String> = args.iter().map(|a| names.expr(a)).collect();
                let (args, found) = (args.join(", "), print::literal(ty, bits));
                let text = format!("{name} = {callee}({args}) = {found}");
                (name, ty, bits, text)
            });
        }
    }
}

/// `name = what is written = value`, the middle left out where it says nothing.
fn equation(name: &str, names: &Names<'_>, value: &Expr, bits: u64) -> String {
    let found = print::literal(value.ty, bits);
    match value.kind {
        ExprKind::Literal(_) => format!("{name} = {found}"),
        _ => format!("{name} = {} = {found}", names.expr(value)),
    }
}
