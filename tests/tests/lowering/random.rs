//! Random modules: naga accepts their text, preparing preserves their meaning, and every adapter agrees with the
//! interpreter. `PROPTEST_CASES` sets their number.

use super::devices::{Op, devices, disagreement};
use super::modules::random_module;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use vyre_conform_interp as interp;
use vyre_conform_lower::{self as lower, OperandSource, op_shader};
use vyre_conform_runtime::ir::{Module, print};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::valid::validate;
use vyre_conform_runtime::value::Value;

const OPERANDS: [ValueType; 4] = [
    ValueType::U32,
    ValueType::I32,
    ValueType::U64,
    ValueType::Bool,
];

fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let requested = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig {
        cases: if requested { default.cases } else { cases },
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        max_shrink_iters: 400,
        ..default
    }
}

fn op(bytes: &[u8]) -> Op {
    Op::new(random_module(bytes), &OPERANDS, ValueType::Vec2U32)
}

/// Operand values: half of them edges.
fn cases(seed: u32) -> Vec<Vec<Value>> {
    let edges = [0, 1, 2, 5, 31, 32, 63, u32::MAX, 0x8000_0000, 0x7fff_ffff];
    let word = |n: u32| {
        let mut x = n.wrapping_mul(0x9e37_79b9) ^ seed;
        x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
        x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
        x ^= x >> 16;
        if x & 1 == 0 {
            edges[(x >> 1) as usize % edges.len()]
        } else {
            x
        }
    };
    (0..48)
        .map(|case| {
            let mut n = case * 8;
            let value = |ty: &ValueType| {
                let words: Vec<u32> = (0..ty.words())
                    .map(|_| {
                        n += 1;
                        word(n) >> if *ty == ValueType::Bool { 31 } else { 0 }
                    })
                    .collect();
                Value::from_words(*ty, &words)
            };
            OPERANDS.iter().map(value).collect()
        })
        .collect()
}

fn interpreted(op: &Op, cases: &[Vec<Value>]) -> Result<Vec<Value>, interp::Fault> {
    cases
        .iter()
        .map(|case| interp::call(&op.valid, case, ValueType::Vec2U32))
        .collect()
}

fn printed(module: &Module) -> String {
    print::module(module)
}

proptest! {
    #![proptest_config(config(400))]

    /// Oracle: naga's WGSL front end and validator, for operands from every source.
    #[test]
    fn naga_accepts_random_modules(bytes in proptest::collection::vec(any::<u8>(), 0..400), which in 0_usize..81) {
        let op = op(&bytes);
        let text = op.text();
        prop_assert_eq!(&text, &op.text());
        let case = &cases(which as u32)[which % 48];
        let sources: Vec<_> = (0..4)
            .map(|k| match which / 3_usize.pow(k) % 3 {
                0 => OperandSource::Storage,
                1 => OperandSource::Uniform,
                _ => OperandSource::Literal(case[k as usize]),
            })
            .collect();
        let shader = op_shader(&text, &op.name, &op.signature, &sources, 64, 16);
        let parsed = naga::front::wgsl::parse_str(&shader);
        prop_assert!(parsed.is_ok(), "{}\n{shader}", parsed.err().map(|e| e.emit_to_string(&shader)).unwrap_or_default());
        let flags = naga::valid::ValidationFlags::all();
        let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
        if let Err(e) = validator.validate(&parsed.expect("parsed")) {
            prop_assert!(false, "{}\n{shader}", e.emit_to_string(&shader));
        }
    }

    /// Oracle: the interpreter on the original module, and the validator.
    #[test]
    fn preparing_keeps_the_meaning(bytes in proptest::collection::vec(any::<u8>(), 0..400), seed: u32) {
        let op = op(&bytes);
        let module = lower::prepared(&op.valid);
        let text = printed(&module);
        let valid = match validate(module) {
            Ok(valid) => valid,
            Err(errors) => return Err(TestCaseError::fail(format!("{errors:?}\n{text}"))),
        };
        let after = Op { valid, name: op.name.clone(), signature: op.signature };
        let cases = cases(seed);
        prop_assert_eq!(interpreted(&op, &cases), interpreted(&after, &cases), "{}", text);
    }
}

proptest! {
    #![proptest_config(config(40))]

    /// Oracle: the interpreter.
    #[test]
    fn adapters_agree_on_random_modules(bytes in proptest::collection::vec(any::<u8>(), 0..400), seed: u32) {
        let op = op(&bytes);
        let cases = cases(seed);
        let expected = interpreted(&op, &cases);
        let shown = printed(op.valid.module());
        prop_assert!(expected.is_ok(), "{expected:?}\n{shown}");
        let expected = expected.expect("no fault");
        let text = op.text();
        for device in devices() {
            let wrong = disagreement(device, &op, &text, &cases, &expected);
            prop_assert!(wrong.is_none(), "{}\n{text}\n{shown}", wrong.unwrap_or_default());
        }
    }
}
