//! The ops of the self-test. Their expected values are computed here, independently of the suite.

use super::probe::Probe;
use crate::backend::Clause;
use vyre_conform_ir::valid::validate;
use vyre_conform_ir::{BinaryOp, Expr, FunctionBuilder, Node, Type};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;

/// An op whose function maps the components of its operands to these expressions.
fn probe(
    id: &str,
    clause: Clause,
    signature: Signature,
    result: fn(Vec<Expr>) -> Vec<Expr>,
    expected: fn(&[u32]) -> Vec<u32>,
) -> Probe {
    let results = Type::components(signature.result);
    let mut function = FunctionBuilder::new("self_test", results);
    let params = signature
        .operands
        .iter()
        .flat_map(|ty| Type::components(*ty));
    let params = params.enumerate().map(|(k, ty)| {
        let param = function.param(&format!("p{k}"), ty);
        function.read(param)
    });
    let params = params.collect();
    let module = function.module(vec![Node::Return(result(params))]);
    Probe {
        id: id.to_owned(),
        signature,
        module: validate(module).expect("a function of one line"),
        due: expected,
        clause,
    }
}

fn two(op: BinaryOp, mut operands: Vec<Expr>) -> Vec<Expr> {
    let right = operands.pop().expect("two operands");
    let left = operands.pop().expect("two operands");
    vec![Expr::binary(op, left, right)]
}

fn long(words: &[u32]) -> u64 {
    u64::from(words[0]) | u64::from(words[1]) << 32
}

/// Every op, simplest first.
pub(super) fn probes() -> Vec<Probe> {
    use ValueType::{Bool, U32, U64, Vec4U32};
    let keep: fn(Vec<Expr>) -> Vec<Expr> = |words| words;
    let kept: fn(&[u32]) -> Vec<u32> = <[u32]>::to_vec;
    let of = |operands, result| Signature { operands, result };
    let floats = ValueType::ALL.chunks(1).filter_map(|ty| {
        let id = format!("self_test::{}", ty[0].float()?.name());
        Some(probe(&id, Clause::Floats, of(ty, ty[0]), keep, kept))
    });
    [
        probe(
            "self_test::sum",
            Clause::Results,
            of(&[U32, U32], U32),
            |operands| two(BinaryOp::Add, operands),
            |words| vec![words[0].wrapping_add(words[1])],
        ),
        probe(
            "self_test::difference",
            Clause::Results,
            of(&[U32, U32], U32),
            |operands| two(BinaryOp::Sub, operands),
            |words| vec![words[0].wrapping_sub(words[1])],
        ),
        probe(
            "self_test::long_sum",
            Clause::Layout,
            of(&[U64, U64], U64),
            |operands| two(BinaryOp::Add, operands),
            |words| {
                let sum = long(words).wrapping_add(long(&words[2..]));
                vec![sum as u32, (sum >> 32) as u32]
            },
        ),
        probe(
            "self_test::reversed",
            Clause::Layout,
            of(&[Vec4U32], Vec4U32),
            |lanes| lanes.into_iter().rev().collect(),
            |words| words.iter().rev().copied().collect(),
        ),
        probe(
            "self_test::equal",
            Clause::Bool,
            of(&[U32, U32], Bool),
            |operands| two(BinaryOp::Eq, operands),
            |words| vec![u32::from(words[0] == words[1])],
        ),
        probe(
            "self_test::bool",
            Clause::Bool,
            of(&[Bool], Bool),
            keep,
            kept,
        ),
    ]
    .into_iter()
    .chain(floats)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::super::probe::Batch;
    use super::*;
    use vyre_conform_interp::Interpreter;

    /// Oracle: none but agreement: `due` is hand-written, and the module gives the same.
    #[test]
    fn expected_words_agree_with_the_modules() {
        for probe in probes() {
            let mut device = Interpreter::new(&probe.module);
            let batch = Batch::new(&probe, 3, 500);
            let mut found = vec![];
            for case in 0..batch.cases {
                let operands = batch.operands();
                let given = operands.iter().zip(probe.signature.operands);
                let words: Vec<u32> = given
                    .flat_map(|(operand, ty)| operand.words(case, *ty).to_vec())
                    .collect();
                let mut result = vec![0; probe.signature.result.words()];
                device.call_words(&words, &mut result).expect("a result");
                found.extend(result);
            }
            assert_eq!(probe.wrong(probe.clause, &batch, Ok(found)), Ok(()));
        }
    }
}
