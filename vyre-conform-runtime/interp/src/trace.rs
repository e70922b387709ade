//! Step-by-step traces of runs, for failure reports.

use super::environment::{Environment, Event};
use super::frames::{FrameLayouts, Thread};
use super::machine::Machine;
use vyre_conform_ir::print::{self, Names};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{Expr, ExprKind, FunctionId, Type};

/// The maximum number of recorded steps.
pub const MAX_STEPS: usize = 4096;

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The number of active functions, the op included.
    pub depth: usize,
    /// The function of the step.
    pub function: String,
    /// The item that got a value: a local, `a[3]`, `return`, or a condition as text.
    pub name: String,
    /// Type of the value.
    pub ty: Type,
    /// Its bits, zero-extended.
    pub bits: u128,
    /// The step as text, such as `q = a / b = 0x0000_0003`.
    pub text: String,
}

impl std::fmt::Display for TraceStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let indent = 2 * self.depth.saturating_sub(1);
        write!(f, "{:indent$}{}", "", self.text)
    }
}

/// Runs the op on one case and records every value, at most [`MAX_STEPS`] of them. A fault ends the
/// trace early; [`call`](super::call) reports it. Mismatched operands yield an empty trace.
pub fn trace(op: &Valid, operands: &[Value]) -> Vec<TraceStep> {
    let words: Vec<u32> = operands.iter().flat_map(Value::words).copied().collect();
    let entry = op.module().entry();
    let params = entry.params.iter().map(|p| entry.locals[p.0 as usize].ty);
    if params.map(Type::words).sum::<usize>() != words.len() {
        return vec![];
    }
    let code = FrameLayouts::new(op.module());
    let mut thread = Thread::new(&code);
    thread.enter(&code, &words);
    let mut tracer = Tracer(vec![]);
    Machine {
        code: &code,
        thread: &mut thread,
        environment: &mut tracer,
    }
    .run(u64::MAX);
    tracer.0
}

/// Records the events.
struct Tracer(Vec<TraceStep>);

impl Environment for Tracer {
    fn observe(
        &mut self,
        code: &FrameLayouts<'_>,
        (function, depth): (FunctionId, usize),
        event: Event<'_>,
    ) {
        if self.0.len() >= MAX_STEPS {
            return;
        }
        let function = code.function(function);
        let names = &Names::new(function);
        let (name, ty, bits, text) = match event {
            Event::Local(local, value, bits) => {
                let name = names.of_local(local).into_owned();
                let text = equation(&name, names, value, bits);
                (name, value.ty, bits, text)
            }
            Event::Element(array, index, value, bits) => {
                let name = format!("{}[{index}]", names.of_local(array));
                let text = equation(&name, names, value, bits);
                (name, value.ty, bits, text)
            }
            Event::Condition(condition, bits) => {
                let name = names.expr(condition);
                let text = format!("if {name}: {}", bits != 0);
                (name, condition.ty, bits, text)
            }
            Event::Result(value, bits) => {
                let text = equation("return", names, value, bits).replacen(" =", "", 1);
                ("return".to_owned(), value.ty, bits, text)
            }
            Event::Call(callee, args, local, bits) => {
                let ty = function.locals[local.0 as usize].ty;
                let callee = &code.function(callee).name;
                let name = names.of_local(local).into_owned();
                let args: Vec<String> = args.iter().map(|a| names.expr(a)).collect();
                let (args, actual) = (args.join(", "), literal(ty, bits));
                let text = format!("{name} = {callee}({args}) = {actual}");
                (name, ty, bits, text)
            }
        };
        self.0.push(TraceStep {
            depth,
            function: function.name.clone(),
            name,
            ty,
            bits,
            text,
        });
    }
}

/// `name = expression = value`, without the middle part if it is redundant.
fn equation(name: &str, names: &Names<'_>, value: &Expr, bits: u128) -> String {
    let actual = literal(value.ty, bits);
    match value.kind {
        ExprKind::Literal(_) => format!("{name} = {actual}"),
        _ => format!("{name} = {} = {actual}", names.expr(value)),
    }
}

/// A value as a literal, in hexadecimal if it has more than 64 bits.
fn literal(ty: Type, bits: u128) -> String {
    match u64::try_from(bits) {
        Ok(bits) => print::literal(ty, bits),
        Err(_) => format!("{bits:#x}{}", ty.name()),
    }
}
