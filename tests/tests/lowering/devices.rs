//! Runs of a module on every adapter.

use vyre_conform_lower as lower;
use vyre_conform_runtime::ir::Module;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::spec::{Category, ValueType};
use vyre_conform_runtime::valid::{Valid, validate};
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::backend::{Backend, Code, OpCode, Operand};
use vyre_conform_wgpu::WgpuBackend;

pub(super) use vyre_conform_tests::adapters as devices;

/// A module with the types of its op.
pub(super) struct Op {
    pub(super) name: String,
    pub(super) valid: Valid,
    pub(super) signature: Signature,
}

impl Op {
    pub(super) fn new(module: Module, operands: &[ValueType], result: ValueType) -> Self {
        let name = module.entry().name.clone();
        let valid = match validate(module) {
            Ok(valid) => valid,
            Err(errors) => panic!("`{name}` is not valid: {errors:?}"),
        };
        // The few signatures of a test live as long as the process.
        let operands = Box::leak(operands.to_vec().into_boxed_slice());
        Self {
            name,
            valid,
            signature: Signature { operands, result },
        }
    }

    /// The text of the op's functions.
    pub(super) fn text(&self) -> String {
        lower::functions(&self.valid, &self.signature, &self.name)
    }
}

/// Source of the fixed operand of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    Uniform,
    Literal,
}

/// The results of an op with this text, on one adapter, in the canonical layout. `fixed` is the operand that does not
/// come from storage; all cases then have its value of case 0.
pub(super) fn run(
    device: &WgpuBackend,
    op: &Op,
    text: &str,
    cases: &[Vec<Value>],
    fixed: Option<(usize, From)>,
) -> Vec<Value> {
    let code = OpCode {
        id: &op.name,
        name: &op.name,
        signature: op.signature,
        category: Category::A,
        code: Code::wgsl(text),
        native: None,
        host: None,
    };
    let slug = &device.identity().slug;
    let loaded = match device.load(&code) {
        Ok(loaded) => loaded,
        Err(e) => panic!("{slug} refuses `{}`: {e}\n{text}", op.name),
    };
    let columns: Vec<Vec<u32>> = (0..op.signature.operands.len())
        .map(|k| cases.iter().flat_map(|c| c[k].words().to_vec()).collect())
        .collect();
    let operands: Vec<Operand<'_>> = columns
        .iter()
        .enumerate()
        .map(|(k, column)| match fixed {
            Some((at, From::Uniform)) if at == k => Operand::Uniform(cases[0][k]),
            Some((at, From::Literal)) if at == k => Operand::Literal(cases[0][k]),
            _ => Operand::Storage(column),
        })
        .collect();
    let words = match loaded.run(&operands, cases.len()) {
        Ok(words) => words,
        Err(e) => panic!("{slug} fails on `{}`: {e}\n{text}", op.name),
    };
    words
        .chunks(op.signature.result.words())
        .map(|words| Value::from_words(op.signature.result, words))
        .collect()
}

/// The first case for which an adapter disagrees with `expected`.
pub(super) fn disagreement(
    device: &WgpuBackend,
    op: &Op,
    text: &str,
    cases: &[Vec<Value>],
    expected: &[Value],
) -> Option<String> {
    let actual = run(device, op, text, cases, None);
    let wrong = (0..cases.len()).find(|k| actual[*k] != expected[*k])?;
    Some(format!(
        "{}: `{}` of {:?} is {:?}, not {:?}",
        device.identity().slug,
        op.name,
        cases[wrong],
        expected[wrong],
        actual[wrong]
    ))
}

/// Asserts that every adapter agrees with the oracle on the product of the values, with operands from storage, and with
/// each operand in turn from a uniform buffer or the text.
#[track_caller]
pub(super) fn check(op: &Op, values: &[Vec<Value>], oracle: impl Fn(&[Value]) -> Value) {
    let mut cases: Vec<Vec<Value>> = vec![vec![]];
    for values in values {
        cases = cases
            .iter()
            .flat_map(|case| {
                values.iter().map(|value| {
                    let mut longer = case.clone();
                    longer.push(*value);
                    longer
                })
            })
            .collect();
    }
    let expected: Vec<Value> = cases.iter().map(|case| oracle(case)).collect();
    let text = op.text();
    for device in devices() {
        if let Some(wrong) = disagreement(device, op, &text, &cases, &expected) {
            panic!("{wrong}\n{text}");
        }
        for (k, values) in values.iter().enumerate() {
            // The critical values of contracts are at the ends of the list.
            let sample = values.iter().take(3).chain(values.last());
            for (n, value) in sample.enumerate() {
                let same: Vec<Vec<Value>> =
                    cases.iter().filter(|c| c[k] == *value).cloned().collect();
                let sources = match n {
                    0 => vec![From::Literal, From::Uniform],
                    _ => vec![From::Literal],
                };
                for from in sources {
                    let actual = run(device, op, &text, &same, Some((k, from)));
                    for (case, actual) in same.iter().zip(actual) {
                        assert_eq!(
                            oracle(case),
                            actual,
                            "{}: `{}` of {case:?}, operand {k} from {from:?}\n{text}",
                            device.identity().slug,
                            op.name
                        );
                    }
                }
            }
        }
    }
}
