//! Tests that need a device.

mod digest;
mod faults;
mod laws;
mod native;
mod programs;
mod race;
mod rows;
mod stream;
mod wgsl;

use super::WgpuBackend;
use ValueType::{Bool, I32, U32, U64, Vec4U32};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_spec::{Category, ValueType};
use vyre_conform_suite::backend::testing::Noise;
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, OpCode, Operand, determinism, parity, parity_fixed,
};

pub(super) fn devices() -> Vec<&'static WgpuBackend> {
    super::required()
}

fn op<'a>(op: &OpRef, name: &'a str, text: &'a str) -> OpCode<'a> {
    OpCode {
        id: name,
        name,
        signature: op.signature,
        category: Category::A,
        code: Code::wgsl(text),
        native: None,
        host: None,
    }
}

/// A text that is long enough for the shaders of a law to call it in a loop.
fn long(text: &str) -> String {
    format!("{text}\n{}", "// long\n".repeat(super::rows::LONG / 8 + 1))
}

const ADD: &str = "fn add(a: u32, b: u32) -> u32 { return a + b; }";

fn add() -> OpRef {
    op_ref(|a: u32, b: u32| a.wrapping_add(b))
}

/// Oracle: Rust's wrapping arithmetic and comparisons on the same words.
#[test]
fn every_layout_arrives_and_returns_unchanged() {
    let ops: [(OpRef, &str, &str); 6] = [
        (add(), "add", ADD),
        (
            op_ref(|a: i32, b: i32| a < b),
            "slt",
            "fn slt(a: i32, b: i32) -> u32 { return u32(a < b); }",
        ),
        (
            op_ref(|a: u64, b: u64| a.wrapping_add(b)),
            "add64",
            "fn add64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
                let low = a.x + b.x;
                return vec2<u32>(low, a.y + b.y + u32(low < a.x));
            }",
        ),
        (
            op_ref(|p: bool, a: [u32; 4], b: [u32; 4]| if p { a } else { b }),
            "choose",
            "fn choose(p: u32, a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
                return select(b, a, p != 0u);
            }",
        ),
        (
            op_ref(|a: [u32; 2]| u64::from(a[0]) << 32 | u64::from(a[1])),
            "swap",
            "fn swap(a: vec2<u32>) -> vec2<u32> { return a.yx; }",
        ),
        (
            op_ref(|a: u32, b: u32, c: u32, d: u32| (a & b) ^ (c | d)),
            "mix4",
            "fn mix4(a: u32, b: u32, c: u32, d: u32) -> u32 { return (a & b) ^ (c | d); }",
        ),
    ];
    for device in devices() {
        for (reference, name, text) in &ops {
            let loaded = device.load(&op(reference, name, text)).unwrap();
            let source = Noise {
                types: reference.signature.operands,
                len: 1 << 20,
            };
            let outcome = parity(&*loaded, reference, &source, 3..700_001).unwrap();
            assert_eq!(
                (outcome.cases, outcome.failures),
                (699_998, 0),
                "{name}: {outcome:?}"
            );
        }
    }
}

/// Oracle: the planted difference (one input of 2^32 that both generators reach).
#[test]
fn a_wrong_shader_is_found_with_its_first_case() {
    let text = "fn add(a: u32, b: u32) -> u32 { return a + b + u32(a == 3u && b == 1u); }";
    for device in devices() {
        let loaded = device.load(&op(&add(), "add", text)).unwrap();
        let source = Noise {
            types: &[U32, U32],
            len: 1 << 20,
        };
        let outcome = parity(&*loaded, &add(), &source, 0..1 << 20).unwrap();
        let first = outcome.first.expect("the stream contains (3, 1)");
        assert_eq!(first.inputs, [Value::of(3u32), Value::of(1u32)]);
        assert_eq!(
            (first.expected(), first.found()),
            (Some(Value::of(4u32)), Some(&[5][..]))
        );
        assert!(
            outcome.failures > 1_000 && outcome.failures < 100_000,
            "{}",
            outcome.failures
        );
    }
}

/// Oracle: Rust's wrapping_sub on the same words.
#[test]
fn uniform_and_literal_operands_give_right_results() {
    let sub = op_ref(|a: i32, b: i32| a.wrapping_sub(b));
    let text = "fn sub(a: i32, b: i32) -> i32 { return a - b; }";
    let source = Noise {
        types: &[I32, I32],
        len: 1 << 12,
    };
    let all = Operand::Storage(&[]);
    for (device, announced) in devices().into_iter().flat_map(|d| [(d, false), (d, true)]) {
        let loaded = device.load(&op(&sub, "sub", text)).unwrap();
        if announced {
            // The others have separate shaders.
            for k in 0..2 {
                loaded.expect_fixed(k, &[i32::MIN, -1, 1].map(Value::of));
            }
        }
        for value in [i32::MIN, -1, 0, 1, i32::MAX].map(Value::of) {
            for fixed in [
                [Operand::Uniform(value), all],
                [all, Operand::Uniform(value)],
                [Operand::Literal(value), all],
                [all, Operand::Literal(value)],
                [Operand::Literal(value), Operand::Uniform(value)],
                [Operand::Literal(value), Operand::Literal(value)],
            ] {
                let outcome = parity_fixed(&*loaded, &sub, &source, 0..1 << 12, &fixed).unwrap();
                assert!(outcome.passed(), "{fixed:?}: {outcome:?}");
            }
        }
    }
}

/// Oracle: the WGSL specification: there is no `undefined_function`.
#[test]
fn refused_shader_is_listed_and_affects_no_other_op() {
    for device in devices() {
        let good = device.load(&op(&add(), "add", ADD)).unwrap();
        let bad = "fn add(a: u32, b: u32) -> u32 {\n    return undefined_function(a);\n}";
        let error = device
            .load(&op(&add(), "add", bad))
            .err()
            .expect("it must be refused");
        let BackendError::Compile { op, message } = &error else {
            panic!("{error:?}")
        };
        assert_eq!(op, "add");
        assert!(
            message.contains("   2 |     return undefined_function(a);"),
            "{message}"
        );
        let out = good
            .run(&[Operand::Storage(&[1, 2]), Operand::Storage(&[3, 4])], 2)
            .unwrap();
        assert_eq!(out, [4, 6]);
    }
}

/// Oracle: the signature: two operands, one word a case.
#[test]
fn mismatched_requests_are_refused() {
    for device in devices() {
        let loaded = device.load(&op(&add(), "add", ADD)).unwrap();
        for operands in [
            &[Operand::Storage(&[1])][..],
            &[Operand::Storage(&[1]), Operand::Storage(&[1, 2])],
            &[Operand::Storage(&[1]), Operand::Uniform(Value::of(1i32))],
        ] {
            let error = loaded.run(operands, 1).unwrap_err();
            assert!(matches!(error, BackendError::Validation(_)), "{error:?}");
        }
        assert_eq!(
            loaded.run(&[Operand::Storage(&[]), Operand::Storage(&[])], 0),
            Ok(vec![])
        );
    }
}

/// Oracle: the category's predicate, which is false.
#[test]
fn a_category_c_op_is_refused_before_it_is_compiled() {
    for device in devices() {
        let mut code = op(&add(), "add", "this is not WGSL");
        code.category = Category::C {
            hardware: "flux-capacitor",
            available: |backend| backend.has("flux-capacitor"),
        };
        let error = device.load(&code).err().expect("no adapter has it");
        let BackendError::UnsupportedByBackend { hardware, .. } = error else {
            panic!("{error:?}")
        };
        assert_eq!(hardware, "flux-capacitor");
    }
}

/// Oracle: integer addition is a function of its operands.
#[test]
fn the_same_batch_gives_the_same_words() {
    for device in devices() {
        let loaded = device.load(&op(&add(), "add", ADD)).unwrap();
        let source = Noise {
            types: &[U32, U32],
            len: 1 << 20,
        };
        let outcome = determinism(&*loaded, &source, 0..300_000, 5).unwrap();
        assert_eq!((outcome.difference, outcome.runs), (None, 5));
    }
}

/// Oracle: the same cases one thread at a time (all pass).
#[test]
fn threads_share_a_device() {
    for device in devices() {
        std::thread::scope(|scope| {
            for k in 0..4u32 {
                scope.spawn(move || {
                    let source = Noise {
                        types: &[U32, U32],
                        len: 1 << 20,
                    };
                    for _ in 0..4 {
                        let reference = add();
                        if k == 3 {
                            assert!(device.load(&op(&reference, "add", "fn add(")).is_err());
                        }
                        let loaded = device.load(&op(&reference, "add", ADD)).unwrap();
                        let outcome = parity(&*loaded, &reference, &source, 0..300_000).unwrap();
                        assert!(outcome.passed(), "{outcome:?}");
                    }
                });
            }
        });
    }
}

/// Oracle: values of every type pass the literal syntax unchanged.
#[test]
fn literals_of_every_type_keep_their_values() {
    let values = [
        (Value::of(u32::MAX), U32, "u32"),
        (Value::of(i32::MIN), I32, "i32"),
        (Value::of(0x8000_0000_ffff_fffeu64), U64, "vec2<u32>"),
        (Value::of(true), Bool, "u32"),
        (Value::of([1u32, 2, 3, u32::MAX]), Vec4U32, "vec4<u32>"),
    ];
    for device in devices() {
        for (value, ty, wgsl) in values {
            let signature = vyre_conform_runtime::registry::Signature {
                operands: Box::leak(Box::new([ty])),
                result: ty,
            };
            let text = format!("fn same(a: {wgsl}) -> {wgsl} {{ return a; }}");
            let code = OpCode {
                id: "same",
                name: "same",
                signature,
                category: Category::A,
                code: Code::wgsl(&text),
                native: None,
                host: None,
            };
            let loaded = device.load(&code).unwrap();
            for operand in [Operand::Literal(value), Operand::Uniform(value)] {
                assert_eq!(
                    loaded.run(&[operand], 1).unwrap(),
                    value.words(),
                    "{operand:?}"
                );
            }
        }
    }
}

/// Oracle: the state that the test itself brings about.
#[test]
fn a_lost_device_is_an_error_and_the_next_load_works() {
    // A separate device: the other tests share the adapter's.
    for shared in devices() {
        let device = shared.in_profile(&shared.profile);
        let loaded = device.load(&op(&add(), "add", ADD)).unwrap();
        let operands = [Operand::Storage(&[1]), Operand::Storage(&[2])];
        assert_eq!(loaded.run(&operands, 1).unwrap(), [3]);
        device.lose_device();
        let error = loaded.run(&operands, 1).unwrap_err();
        assert!(matches!(error, BackendError::DeviceLost(_)), "{error:?}");
        let second = device.load(&op(&add(), "add", ADD)).unwrap();
        assert_eq!(second.run(&operands, 1).unwrap(), [3]);
    }
}
