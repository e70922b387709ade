//! The profile of native floats: expressions of floats, compiled for this processor.

use super::c11;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_lower_c::{self as lower_c, Dialect};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::ir::parse;
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_suite::backend::{Backend, BackendError, NativeCall, OpCode, native_calls};
use vyre_conform_tests::lowered::native::{EXPRESSED, agrees, runs_engines};
use vyre_conform_tests::sandbox::{Sandbox, command_output};

/// True if this processor has a fused multiply-add, by the same test that the compiler uses.
fn has_fused_multiply_add() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    return true;
}

/// Result of loading an op on a backend in the profile.
fn load_op(backend: &dyn Backend, id: &str) -> Result<(), BackendError> {
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find(id).expect("an op of the library");
    let module = op.module().as_ref().expect("a body");
    let code = OpCode::of(op.def, module, op.correction());
    backend.load(&code).map(|_| ())
}

/// Oracle: the references, by measurement; and the declarations: an op without an expression is unsupported.
#[test]
fn the_processor_does_every_expression_right() {
    let native = c11().native();
    assert_eq!(native.identity().slug, "c11+native");
    for id in EXPRESSED {
        if id == "f32::mul_add" && !has_fused_multiply_add() {
            continue;
        }
        assert_eq!(load_op(&native, id), Ok(()), "{id}");
    }
    for (id, missing) in [
        (
            "f32::floor",
            "a native expression in C, and `f32::floor` declares none",
        ),
        (
            "f32::log",
            "a native implementation, and `f32::log` declares none",
        ),
        (
            "u32::add",
            "a native implementation, and `u32::add` declares none",
        ),
    ] {
        let refused = load_op(&native, id).expect_err("no expression").to_string();
        assert!(refused.contains(missing), "{id}: {refused}");
    }
}

/// Oracle: the declarations: a program calls an op of one hardware feature by its hand-written text, which is not
/// native by itself.
#[test]
fn programs_contain_hand_written_texts() {
    let native = c11().native();
    let catalog = Catalog::linked().expect("the library");
    let op = catalog
        .find("u32::double_product")
        .expect("an op of the library");
    let code = OpCode::registered(op.def);
    assert_eq!(native.missing_support_in_program(&code), None);
    assert!(
        native
            .missing_support(&code)
            .is_some_and(|missing| missing.contains("a native implementation"))
    );
}

/// Oracle: the expected pragmas of the C11 compiler: it unrolls short innermost loops of expressions, and decides by
/// itself for all others.
#[test]
fn a_short_innermost_loop_of_expressions_is_written_out() {
    let catalog = Catalog::linked().expect("the library");
    let text = "program chains workgroup_size(1, 1, 1)
        binding(0) read_write out: [f32]
        use op f32::mul_add

        kernel {
            let mut sums: [f32; 8];
            for step in 0..4 {
                for i in 0..8 {
                    let sum: f32 = sums[i];
                    let next: f32 = call f32::mul_add(sum, sum, sum);
                    sums[i] = next;
                }
            }
            out[0] = sums[0];
        }";
    let program = parse::program(text).expect("a program");
    let valid = validate_program(program, &catalog, &Limits::WEBGPU).expect("a valid program");
    let calls = native_calls(&valid);
    let natives = NativeCall::expressions(&calls);
    assert_eq!(natives.len(), 1);
    for (natives, expected) in [(natives, 1), (vec![], 0)] {
        let texts = lower_c::programs_with([(&valid, natives)], Dialect::C11);
        let asked = texts.text.matches("#pragma GCC unroll 8\n").count();
        let all = texts.text.matches("#pragma").count();
        assert_eq!([asked, all], [expected; 2], "{}", texts.text);
    }
}

/// Oracle: the interpreter.
#[test]
#[ignore = "a long run: seconds"]
fn programs_and_engines_agree_with_the_interpreter() {
    let native = c11().native();
    assert!(agrees(&native));
    runs_engines(&native);
}

/// Oracle: the planted faults. A wrong expression is not earned, alone or in a program, which then keeps its body; a
/// fault between the expressions of a program shows in its results.
#[test]
#[ignore = "a long run: seconds"]
fn wrong_expressions_are_not_earned() {
    for (from, to, id) in [
        ("bits_f32(a + b)", "bits_f32(a - b)", "f32::add"),
        ("bits_f32(a / b)", "bits_f32(a * (1.0f / b))", "f32::div"),
        ("_sqrtf(a)", "_sqrtf(a) * 1.0000001f", "f32::sqrt"),
        // A bit of one coefficient, a part of ln 2, and results that are rounded twice.
        ("0.16666666666666669", "0.16666668", "f32::exp"),
        ("-5.497923018708371e-14", "-5.4e-10", "f32::exp"),
        ("(float)(p * scale)", "(float)p * (float)scale", "f32::exp"),
        (
            "(b_bits);\n    return a < b;",
            "(b_bits);\n    return a <= b;",
            "f32::lt",
        ),
        ("0x7fc00000u : a", "0x7fc00001u : a", "f32::mul"),
        ("_fmaf(a, b, c)", "_fmaf(a, b, -c)", "f32::mul_add"),
        ("_fmaf(a, b, c)", "_fmaf(a, b, c;", "f32::mul_add"),
    ] {
        if id == "f32::mul_add" && !has_fused_multiply_add() {
            continue;
        }
        let native = c11().native().with_fault(from, to);
        let refused = load_op(&native, id).expect_err("it is wrong").to_string();
        let entry = ["native strict `", "what the native expression of `"];
        assert!(
            entry.iter().any(|entry| refused.contains(entry)),
            "{refused}"
        );
        assert!(agrees(&native), "{id}: a program ran what is wrong");
    }
    // A NaN stored as the processor computes it: in a local, in an element of an array, and in an array whose elements
    // are not expressions alone.
    for (from, to) in [
        ("canonical_f32(v_copy)", "v_copy"),
        ("canonical_f32(v_kept[2])", "v_kept[2]"),
        ("v_mixed[0] = canonical_f32(", "v_mixed[0] = ("),
    ] {
        let native = c11().native().with_fault(from, to);
        assert!(!agrees(&native), "a NaN went unseen: {from}");
    }
}

/// Oracle: the certificate's digests: a certificate in the profile lists the expressions. Another digest, a missing
/// one, or one outside of the profile is refused.
#[test]
#[ignore = "a long run: seconds"]
fn a_certificate_names_the_expressions() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let certify = |adapter: &str, file: &str| {
        let arguments = [
            "certify",
            "f32::sub::,engine::freduce_strict::",
            "--cases",
            "20000",
            "--engine-inputs",
            "2",
            "--adapter",
            adapter,
            "-o",
            file,
        ];
        let output = command_output(sandbox.command(&arguments).output());
        assert!(
            sandbox.path(file).is_file(),
            "{}{}",
            output.stdout,
            output.stderr
        );
    };
    certify("c11+native", "native.json");
    certify("c11", "plain.json");
    let verify = |file: &str| command_output(sandbox.command(&["verify", file]).output());
    for file in ["native.json", "plain.json"] {
        let output = verify(file);
        assert_eq!(
            output.code,
            Some(0),
            "{file}: {}{}",
            output.stdout,
            output.stderr
        );
    }
    let [native, plain] = ["native.json", "plain.json"].map(|file| sandbox.read(file));
    assert!(native.evidence.profile.expressions.is_some());
    assert_eq!(plain.evidence.profile.expressions, None);
    let others = [
        (native.clone(), None),
        (native.clone(), Some(format!("blake3:{}", "0".repeat(64)))),
        (plain, native.evidence.profile.expressions.clone()),
    ];
    for (mut forged, expressions) in others {
        forged.evidence.profile.expressions = expressions;
        let forged = Certificate::seal(forged.evidence, forged.run);
        sandbox.write("forged.json", &forged);
        let output = verify("forged.json");
        assert_eq!(output.code, Some(1), "{}", output.stdout);
        let text = format!("{}{}", output.stdout, output.stderr);
        assert!(text.contains("digest of native expressions"), "{text}");
    }
}
