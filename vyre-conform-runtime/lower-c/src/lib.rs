//! Lowering to the C family: a validated module in, readable text of C11, OpenCL C or CUDA C++ out.
//!
//! It shares no text and no analysis with the lowering to WGSL, so that a fault in one of the two shows
//! when their results are compared. Nothing is optimised here; that is the work of the C compiler.
//! Operations that C leaves undefined are implemented explicitly: arithmetic uses unsigned types,
//! divisors are guarded, shift amounts are masked, every access to an array or a buffer is checked, and
//! every loop ends after its stated bound. Only native expressions ([`NativeExpression`]) contain float
//! arithmetic: elsewhere a float is its bits. The text calls a small library of plain C (`library`),
//! the same in every dialect, of which only the functions in use are emitted.
//!
//! Ops are functions (`function`), programs are kernels (`kernel`). OpenCL and CUDA have work groups
//! and barriers. In C11 one thread runs a workgroup: an invocation is a function that resumes after the
//! barrier at which it stopped, by a `switch` over its state, and keeps the values that it needs after
//! a barrier in a frame (`frame`).

mod cases;
mod casts;
mod dialect;
mod expr;
mod frame;
mod function;
mod hand_written;
mod ids;
mod kernel;
mod library;
mod loops;
mod names;
mod native;
mod operators;
mod run;
mod stmt;
mod text;
mod unit;

pub use cases::{CASES, FIXED, LITERAL};
pub use dialect::Dialect;
pub use native::native_text;
pub use run::{run_name, scratch_name};

use unit::Unit;
use vyre_conform_ir::valid::{Valid, ValidProgram};
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{MergedFunctions, NativeExpression, OpSource, Signature, Type};

/// The functions of an op, with all dependencies. The last one is `vyre_` and `name`; it takes one
/// parameter per component of the operands (a `u64` is one component, a vector one per lane) and
/// returns the components of the result: one by value, several through pointers.
pub fn functions(op: &Valid, name: &str, dialect: Dialect) -> String {
    let mut unit = Unit::new(dialect, &[]);
    unit.op(op.module(), name);
    unit.finish()
}

/// The functions of several ops as one text, each named by `prefix` and its name, and their callees,
/// once and also prefixed; with the parameters and results of [`functions`]. Types and library
/// operators have the prefix as well, and have preprocessor guards, so that several texts with one
/// prefix may be in one translation unit.
pub fn collection<'a>(
    ops: impl IntoIterator<Item = (&'a Valid, &'a str)>,
    prefix: &str,
    dialect: Dialect,
) -> String {
    let mut unit = Unit::with_prefix(dialect, prefix);
    let mut all = MergedFunctions::default();
    let ops = ops.into_iter();
    let ops = ops.map(|(op, name)| (all.add(op.module()), name)).collect();
    unit.collection(all.functions(), &ops);
    unit.finish_prefixed(prefix)
}

/// A complete unit for an op: its functions, and [`CASES`] and [`FIXED`], which run it over columns.
///
/// `signature` is that of the module's op. A hand-written text has a function `vyre_` and `name` with
/// the same parameters as a lowered one.
pub fn op_unit(op: OpSource<'_>, signature: &Signature, name: &str, dialect: Dialect) -> String {
    cases(op, signature, name, dialect, |cases| cases.columns())
}

/// A complete unit for an op, one operand of which, with this index, is one of these values as a
/// literal: its functions, and [`LITERAL`], which runs it over columns.
pub fn literal_unit(
    op: OpSource<'_>,
    signature: &Signature,
    name: &str,
    dialect: Dialect,
    operand: usize,
    values: &[Value],
) -> String {
    cases(op, signature, name, dialect, |cases| {
        cases.literals(operand, values)
    })
}

fn cases(
    op: OpSource<'_>,
    signature: &Signature,
    name: &str,
    dialect: Dialect,
    item: impl Fn(&cases::Cases<'_>) -> String,
) -> String {
    let mut unit = Unit::new(dialect, &[CASES, FIXED, LITERAL].map(str::to_owned));
    let (callee, params, results) = match op {
        OpSource::Module(op) => {
            let entry = op.module().entry();
            let params = entry.params.iter();
            let params = params.map(|p| entry.locals[p.0 as usize].ty).collect();
            let callee = unit.op(op.module(), name);
            (callee, params, entry.results.clone())
        }
        OpSource::Text(text) => (
            unit.text(text, name),
            signature
                .operands
                .iter()
                .flat_map(|ty| Type::components(*ty))
                .collect(),
            Type::components(signature.result),
        ),
    };
    unit.add(item(&cases::Cases {
        dialect,
        callee: &callee,
        params,
        results,
        signature,
        is_cooperative: matches!(op, OpSource::Text(_)),
    }));
    unit.finish()
}

/// A program as text: [`programs`] of one.
pub fn program(program: &ValidProgram, dialect: Dialect) -> String {
    programs([program], dialect).text
}

/// Several programs as one text.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The text.
    pub text: String,
    /// The name of the function that the host calls, for each program.
    pub names: Vec<String>,
}

/// Several programs as one text.
///
/// In OpenCL C and CUDA C++ each is a kernel whose name begins with `vyre_` and the program's name; its
/// parameters are, for each buffer that the host binds, ascending by binding, a pointer to words in the
/// canonical layout and the number of elements. In C11 it is a function [`run_name`], by its index in
/// the list, that runs workgroups, and a number [`scratch_name`], the bytes of memory that it needs.
///
/// A hardware op that a program calls is its hand-written text, which occurs in the unit once. An op
/// without a text in the dialect yields a call without a function, which compilers reject: callers must
/// check [`ValidProgram::hardware`] first.
pub fn programs<'a>(
    programs: impl IntoIterator<Item = &'a ValidProgram>,
    dialect: Dialect,
) -> Programs {
    programs_with(
        programs.into_iter().map(|program| (program, vec![])),
        dialect,
    )
}

/// Several programs as one text, with some of their ops replaced by native expressions.
pub fn programs_with<'a, 'n>(
    programs: impl IntoIterator<Item = (&'a ValidProgram, Vec<NativeExpression<'n>>)>,
    dialect: Dialect,
) -> Programs {
    let programs: Vec<_> = programs.into_iter().collect();
    let runs = match dialect {
        Dialect::C11 => programs.len(),
        Dialect::OpenCl | Dialect::Cuda => 0,
    };
    let host = (0..runs).flat_map(|number| [run_name(number), scratch_name(number)]);
    let mut unit = Unit::new(dialect, &host.collect::<Vec<_>>());
    // Hand-written texts get their names before programs can take them.
    for call in programs.iter().flat_map(|(program, _)| program.hardware()) {
        unit.hand_written(&call.op);
    }
    let mut names = vec![];
    for (number, (program, natives)) in programs.into_iter().enumerate() {
        let kernel = kernel::program(&mut unit, program, &natives);
        names.push(match dialect {
            Dialect::C11 => {
                run::run(&mut unit, program, &kernel, number);
                run_name(number)
            }
            _ => kernel.name,
        });
    }
    Programs {
        text: unit.finish(),
        names,
    }
}
