//! Many requests in sequence, to detect occasional losses.

use crate::ProcessBackend;
use crate::needs::{OPS, PROGRAMS};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::{Valid, ValidProgram, validate, validate_program};
use vyre_conform_ir::{Axis, BinaryOp, Expr, FunctionBuilder, Kernel, Node, Type};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::{Category, ValueType};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, LoadedOp, LoadedPrograms, OpCode, Operand,
};

/// Requests of each kind: a program that loses one in 500 loses some of them.
const REQUESTS: u32 = 1000;

/// Checks that each of many runs of an op and of a program has the right answer.
pub(super) fn answers(backend: &ProcessBackend) -> Result<(), String> {
    if backend.first_missing([OPS]).is_none() {
        let module = sum();
        let op = backend.load(&code(&module)).map_err(message)?;
        let run = |n| of_op(&*op, n);
        (0..REQUESTS).try_for_each(run)?;
    }
    if backend.first_missing([PROGRAMS]).is_none() {
        let mut k = Kernel::new("steady", [1, 1, 1]);
        let to = k.read_write("to", Type::U32);
        let i = k.bind("i", Expr::invocation_id(Axis::X));
        k.store(to, i, to.at(i) + i);
        let program = validate_program(k.finish(), &(), &backend.limits);
        let program = [program.map_err(|broken| broken[0].to_string())?];
        let loaded = backend.load_programs(&program).map_err(message)?;
        let run = |n| of_program(&*loaded, &program[0], n);
        (0..REQUESTS).try_for_each(run)?;
    }
    Ok(())
}

/// The sum of two words.
fn sum() -> Valid {
    let mut f = FunctionBuilder::new("sum", vec![Type::U32]);
    let (a, b) = (f.param("a", Type::U32), f.param("b", Type::U32));
    let value = Expr::binary(BinaryOp::Add, f.read(a), f.read(b));
    validate(f.module(vec![Node::Return(vec![value])])).expect("a function of one line")
}

fn code(module: &Valid) -> OpCode<'_> {
    OpCode {
        id: "self_test::steady",
        name: "sum",
        signature: Signature {
            operands: &[ValueType::U32, ValueType::U32],
            result: ValueType::U32,
        },
        category: Category::A,
        code: Code::Module(module),
        native: None,
        host: None,
    }
}

fn message(error: BackendError) -> String {
    error.to_string()
}

/// Checks a run whose operands and number of cases depend on `n`.
fn of_op(op: &dyn LoadedOp, n: u32) -> Result<(), String> {
    let cases = 1 + n % 5;
    let a: Vec<u32> = (0..cases)
        .map(|k| n.wrapping_mul(0x9e37_79b9) + k)
        .collect();
    let b: Vec<u32> = (0..cases).map(|k| n ^ k << 16).collect();
    let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
    let operand_words = [Operand::Storage(&a), Operand::Storage(&b)];
    same(
        n,
        &op.run(&operand_words, cases as usize).map_err(message)?,
        &expected,
    )
}

fn of_program(loaded: &dyn LoadedPrograms, program: &ValidProgram, n: u32) -> Result<(), String> {
    let words: Vec<u32> = (0..2 + n % 3).map(|k| n << 8 | k).collect();
    let expected: Vec<u32> = words.iter().zip(0..).map(|(word, k)| word + k).collect();
    let groups = [words.len() as u32, 1, 1];
    let launch = Launch::single(program, groups, vec![Contents::Words(words)]);
    let actual = loaded.run(&launch).map_err(message)?;
    same(n, &actual.concat(), &expected)
}

fn same(n: u32, actual: &[u32], expected: &[u32]) -> Result<(), String> {
    if actual == expected {
        return Ok(());
    }
    Err(format!(
        "run {n} gave {}, and {} is expected: answer each request with its own results",
        words(actual),
        words(expected)
    ))
}

/// Words in hexadecimal.
fn words(words: &[u32]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
    words.join(" ")
}
