//! What only a device can show.

use super::super::testing::Noise;
use super::super::{
    Backend, BackendError, BackendLaw, Code, LawOperand, OpCode, Operand, determinism, parity,
    parity_fixed,
};
use super::{WgpuBackend, selected};
use crate::generate::Witnesses;
use crate::registry::{OpRef, op_ref};
use crate::spec::{Category, ValueType, law};
use crate::value::Value;
use ValueType::{Bool, I32, U32, U64, Vec4U32};

/// Every adapter, or the reason why a test has nothing to run on. With `VYRE_REQUIRE_GPU=1` that is
/// a failure.
pub(super) fn devices() -> Vec<&'static WgpuBackend> {
    let found = selected().expect("the selection is valid");
    if found.is_empty() {
        let reason = super::adapters()
            .reason
            .as_deref()
            .unwrap_or("none selected");
        assert!(
            std::env::var_os("VYRE_REQUIRE_GPU").is_none(),
            "no adapter: {reason}"
        );
        println!("skipped: no adapter: {reason}");
    }
    found
}

fn op<'a>(op: &OpRef, name: &'a str, text: &'a str) -> OpCode<'a> {
    OpCode {
        id: name,
        name,
        signature: op.signature,
        category: Category::A,
        code: Code::Wgsl(text),
    }
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
            let found = parity(&*loaded, reference, &source, 3..700_001).unwrap();
            assert_eq!(
                (found.cases, found.failures),
                (699_998, 0),
                "{name}: {found:?}"
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
        let found = parity(&*loaded, &add(), &source, 0..1 << 20).unwrap();
        let first = found.first.expect("the stream contains (3, 1)");
        assert_eq!(first.inputs, [Value::of(3u32), Value::of(1u32)]);
        assert_eq!(
            (first.expected, &first.found[..]),
            (Value::of(4u32), &[5][..])
        );
        assert!(
            found.failures > 1_000 && found.failures < 100_000,
            "{}",
            found.failures
        );
    }
}

/// Oracle: Rust's wrapping_sub on the same words.
#[test]
fn uniform_and_literal_operands_take_their_own_paths() {
    let sub = op_ref(|a: i32, b: i32| a.wrapping_sub(b));
    let text = "fn sub(a: i32, b: i32) -> i32 { return a - b; }";
    let source = Noise {
        types: &[I32, I32],
        len: 1 << 12,
    };
    let all = Operand::Storage(&[]);
    for device in devices() {
        let loaded = device.load(&op(&sub, "sub", text)).unwrap();
        for value in [i32::MIN, -1, 0, 1, i32::MAX].map(Value::of) {
            for fixed in [
                [Operand::Uniform(value), all],
                [all, Operand::Uniform(value)],
                [Operand::Literal(value), all],
                [all, Operand::Literal(value)],
                [Operand::Literal(value), Operand::Uniform(value)],
                [Operand::Literal(value), Operand::Literal(value)],
            ] {
                let found = parity_fixed(&*loaded, &sub, &source, 0..1 << 12, &fixed).unwrap();
                assert!(found.passed(), "{fixed:?}: {found:?}");
            }
        }
    }
}

/// Oracle: the WGSL specification: there is no `undefined_function`.
#[test]
fn a_refused_shader_is_listed_and_hurts_nobody_else() {
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
fn requests_that_do_not_fit_are_refused() {
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
        let mut code = op(&add(), "add", "this is no WGSL");
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
        let found = determinism(&*loaded, &source, 0..300_000, 5).unwrap();
        assert_eq!((found.difference, found.runs), (None, 5));
    }
}

/// Oracle: the algebra of wrapping integers; 2^32 divides a difference only if it is 0.
#[test]
fn laws_hold_and_break_on_the_device_as_on_the_host() {
    let sub = op_ref(|a: u32, b: u32| a.wrapping_sub(b));
    let sub_text = "fn sub(a: u32, b: u32) -> u32 { return a - b; }";
    let pairs = Noise {
        types: &[U32, U32],
        len: 1 << 20,
    };
    let commutative = law::find("Commutative").unwrap().form(2).unwrap();
    for device in devices() {
        for (reference, name, text, holds) in
            [(add(), "add", ADD, true), (sub, "sub", sub_text, false)]
        {
            let law = BackendLaw {
                subject: op(&reference, name, text),
                params: Vec::new(),
                variables: vec![U32, U32],
                claim: &commutative.claim,
                predicates: Vec::new(),
            };
            let on_device = device.law(&law, &pairs, 5..500_000).unwrap();
            let by_host =
                super::super::law::term_by_term(device, &law, &pairs, 5..500_000).unwrap();
            assert_eq!(on_device.cases, 499_995);
            assert_eq!(on_device.passed(), holds, "{name}: {on_device:?}");
            assert_eq!(on_device.failures, by_host.failures);
            assert_eq!(on_device.first, by_host.first);
        }
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
                        let found = parity(&*loaded, &reference, &source, 0..300_000).unwrap();
                        assert!(found.passed(), "{found:?}");
                    }
                });
            }
        });
    }
}

/// Oracle: values of every type pass the literal syntax unchanged.
#[test]
fn literals_of_every_type_are_what_they_say() {
    let values = [
        (Value::of(u32::MAX), U32, "u32"),
        (Value::of(i32::MIN), I32, "i32"),
        (Value::of(0x8000_0000_ffff_fffeu64), U64, "vec2<u32>"),
        (Value::of(true), Bool, "u32"),
        (Value::of([1u32, 2, 3, u32::MAX]), Vec4U32, "vec4<u32>"),
    ];
    for device in devices() {
        for (value, ty, wgsl) in values {
            let signature = crate::registry::Signature {
                operands: Box::leak(Box::new([ty])),
                result: ty,
            };
            let text = format!("fn same(a: {wgsl}) -> {wgsl} {{ return a; }}");
            let code = OpCode {
                id: "same",
                name: "same",
                signature,
                category: Category::A,
                code: Code::Wgsl(&text),
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

/// Oracle: the host's engine on the same law, cases and operands, through host memory.
#[test]
fn laws_over_other_ops_and_types_agree_with_the_host() {
    use crate::strategy::{Argument, TypedLaw};
    let sub = op_ref(|a: u64, b: u64| a.wrapping_sub(b));
    let add64 = op_ref(|a: u64, b: u64| a.wrapping_add(b));
    let lt = op_ref(|a: i32, b: i32| a < b);
    let le = op_ref(|a: i32, b: i32| a <= b);
    let eq = op_ref(|a: i32, b: i32| a == b);
    let gt = op_ref(|a: i32, b: i32| a > b);
    let shr = op_ref(|a: u32| a >> 1);
    let bits = op_ref(|a: u32| a.count_ones());
    let zeros = op_ref(|a: u32| (!a).count_ones());
    let wide = |c: &str, carry: &str| {
        format!(
            "fn f(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {{
                let low = a.x {c} b.x;
                return vec2<u32>(low, a.y {c} b.y {c} u32({carry}));
            }}"
        )
    };
    let (sub_text, add_text) = (wide("-", "a.x < b.x"), wide("+", "low < a.x"));
    let [lt_text, le_text, eq_text, gt_text] = ["<", "<=", "==", ">"]
        .map(|c| format!("fn f(a: i32, b: i32) -> u32 {{ return u32(a {c} b); }}"));
    let [shr_text, bits_text, zeros_text] = ["a >> 1u", "countOneBits(a)", "countOneBits(~a)"]
        .map(|e| format!("fn f(a: u32) -> u32 {{ return {e}; }}"));
    let texts: [(OpRef, &str); 9] = [
        (le, &le_text),
        (eq, &eq_text),
        (gt, &gt_text),
        (sub, &sub_text),
        (add64, &add_text),
        (lt, &lt_text),
        (shr, &shr_text),
        (bits, &bits_text),
        (zeros, &zeros_text),
    ];
    let code = |op: &OpRef| {
        let same = |known: &&(OpRef, &str)| (known.0.key.id)() == (op.key.id)();
        let (_, text) = texts.iter().find(same)?;
        Some(OpCode {
            id: "f",
            name: "f",
            signature: op.signature,
            category: Category::A,
            code: Code::Wgsl(text),
        })
    };
    let value = |v: u32| Argument::Value(Value::of(v));
    let others = || vec![Argument::Op(eq), Argument::Op(gt)];
    let laws: [(&str, OpRef, Vec<Argument>, bool); 12] = [
        ("Trichotomous", lt, others(), true),
        ("Trichotomous", le, others(), false),
        ("Antisymmetric", le, vec![], true),
        ("InverseOf", sub, vec![Argument::Op(add64)], true),
        ("Associative", sub, vec![], false),
        (
            "RightIdentity",
            sub,
            vec![Argument::Value(Value::of(0u64))],
            true,
        ),
        ("Transitive", lt, vec![], true),
        ("Monotone", shr, vec![], true),
        ("Involution", shr, vec![], false),
        ("Bounded", bits, vec![value(0), value(31)], false),
        (
            "Complement",
            bits,
            vec![Argument::Op(zeros), value(32)],
            true,
        ),
        (
            "Complement",
            bits,
            vec![Argument::Op(zeros), value(33)],
            false,
        ),
    ];
    for device in devices() {
        for (name, subject, arguments, holds) in &laws {
            let law = law::find(name).unwrap();
            let typed = TypedLaw::declare(law, *name, *subject, arguments.clone()).unwrap();
            let law = BackendLaw::of(&typed, &code).unwrap();
            let source = Witnesses::new(&typed.variables, 9, 1 << 20);
            let found = device.law(&law, &source, 0..400_000).unwrap();
            let host =
                crate::backend::law::term_by_term(device, &law, &source, 0..400_000).unwrap();
            assert_eq!(found.passed(), *holds, "{name}: {found:?}");
            assert_eq!(
                (found.failures, &found.first),
                (host.failures, &host.first),
                "{name}"
            );
        }
    }
}

/// Oracle: the state that the test itself brings about.
#[test]
fn a_lost_device_is_an_error_and_the_next_load_works() {
    // A device of its own: the other tests share the adapter's.
    for shared in devices() {
        let device = WgpuBackend {
            identity: shared.identity.clone(),
            adapter: shared.adapter.clone(),
            gpu: Default::default(),
        };
        let loaded = device.load(&op(&add(), "add", ADD)).unwrap();
        let operands = [Operand::Storage(&[1]), Operand::Storage(&[2])];
        assert_eq!(loaded.run(&operands, 1).unwrap(), [3]);
        device.lose_device();
        let error = loaded.run(&operands, 1).unwrap_err();
        assert!(matches!(error, BackendError::DeviceLost(_)), "{error:?}");
        let again = device.load(&op(&add(), "add", ADD)).unwrap();
        assert_eq!(again.run(&operands, 1).unwrap(), [3]);
    }
}

/// Oracle: the rule that no shader holds both sides: the text of each.
#[test]
fn no_shader_of_a_law_holds_an_op_and_a_comparison() {
    use crate::backend::law::plan::{Plan, Step};
    for row in law::laws() {
        for form in row.forms {
            let types: &'static [ValueType] = &[U32; 4][..form.arity];
            let signature = crate::registry::Signature {
                operands: types,
                result: U32,
            };
            let text = "fn marked_op() {}";
            let named = |arity: usize| OpCode {
                id: "marked_op",
                name: "marked_op",
                signature: crate::registry::Signature {
                    operands: &[U32; 4][..arity],
                    ..signature
                },
                category: Category::A,
                code: Code::Wgsl(text),
            };
            // How many operands a parameter takes follows from where the claim uses it.
            let mut arities = [1; 3];
            form.claim.visit_terms(&mut |term| {
                if let crate::spec::Term::Apply(crate::spec::Callee::Parameter(k), args) = term {
                    arities[*k] = args.len();
                }
            });
            let params = row
                .params
                .iter()
                .zip(arities)
                .map(|(param, arity)| match param.kind {
                    crate::spec::ParamKind::Op => LawOperand::Op(named(arity)),
                    _ => LawOperand::Value(Value::of(7u32)),
                });
            let law = BackendLaw {
                subject: named(form.arity),
                params: params.collect(),
                variables: vec![U32; form.claim.variables()],
                claim: &form.claim,
                predicates: Vec::new(),
            };
            let plan = Plan::of(&law).unwrap();
            let applies = |(step, _): &(Step, _)| matches!(step, Step::Apply(..));
            assert!(plan.steps.iter().any(applies), "{}", row.name);
            let text = super::condition::shader(&plan);
            assert!(!text.contains("marked_op"), "{}:\n{text}", row.name);
        }
    }
}
