//! The profiles of native floats on devices: earned, unearned and refuted ops.

use super::devices;
use crate::{WgpuBackend, adapters};
use vyre_conform_runtime::generate::Witnesses;
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_spec::{Category, Profile};
use vyre_conform_suite::backend::{Backend, BackendError, Code, Native, OpCode, parity};

/// A profile of every selected adapter.
pub(super) fn profiles(requested: Profile) -> Vec<&'static WgpuBackend> {
    let selected = devices();
    let of_selected = |b: &&WgpuBackend| {
        let (adapter, profile) = Profile::of(&b.identity().slug).expect("a profile");
        profile == requested && selected.iter().any(|s| s.identity().slug == adapter)
    };
    adapters().profiles.iter().filter(of_selected).collect()
}

/// True if the adapter computes with the processor's floats, including subnormal numbers.
fn is_exact(backend: &WgpuBackend) -> bool {
    backend.identity().slug.starts_with("llvmpipe")
}

fn op<'a>(reference: &'a OpRef, name: &'a str, wgsl: &'a str) -> OpCode<'a> {
    OpCode {
        id: name,
        name,
        signature: reference.signature,
        category: Category::A,
        // Never run: a profile runs the native text.
        code: Code::wgsl(""),
        host: None,
        native: Some(Native {
            wgsl,
            c: None,
            correction: None,
            reference,
        }),
    }
}

const CANONICAL: &str = "fn native_canonical(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return select(bits, 0x7fc00000u, (bits & 0x7fffffffu) > 0x7f800000u);
}
";

/// The text of `f32::mul` with its result wrapped in this.
fn product(result: &str) -> String {
    format!(
        "{CANONICAL}fn native_mul(a: u32, b: u32) -> u32 {{
    let p = native_canonical(bitcast<f32>(a) * bitcast<f32>(b));
    if ((a & 0x7fffffffu) == 0u || (b & 0x7fffffffu) == 0u) {{
        let nan = (a & 0x7fffffffu) >= 0x7f800000u || (b & 0x7fffffffu) >= 0x7f800000u;
        return select((a ^ b) & 0x80000000u, 0x7fc00000u, nan);
    }}
    return {result};
}}"
    )
}

fn mul() -> OpRef {
    op_ref(|a: f32, b: f32| a * b)
}

fn refusal(backend: &WgpuBackend, op: &OpCode<'_>) -> String {
    match backend.load(op).err() {
        Some(BackendError::UnsupportedByBackend { hardware, .. }) => hardware,
        other => panic!("{}: {other:?}", backend.identity().slug),
    }
}

/// Oracle: the processor's product, and the planted faults: results that are flushed, and one unit in the last
/// place in one of 4096 products.
#[test]
fn right_product_is_earned_and_wrong_product_is_not() {
    let right = product("p");
    let flushed = product("select(p, p & 0x80000000u, (p & 0x7f800000u) == 0u)");
    let off = product("p + u32((p & 0xfffu) == 0x123u)");
    let reference = mul();
    for backend in profiles(Profile::Native) {
        let slug = &backend.identity().slug;
        if is_exact(backend) {
            let loaded = backend.load(&op(&reference, "mul", &right));
            assert!(loaded.is_ok(), "{slug}: {:?}", loaded.err());
        }
        for text in [&flushed, &off] {
            let reason = refusal(backend, &op(&reference, "mul", text));
            assert!(
                reason.starts_with("native strict `mul`: ("),
                "{slug}: {reason}"
            );
            assert!(
                reason.contains(" gave 0x") && reason.contains(", not "),
                "{slug}: {reason}"
            );
        }
    }
}

/// Oracle: the documentation of the profiles: an op without a native implementation is unsupported there; the adapter
/// itself runs the code.
#[test]
fn ops_without_a_native_text_are_unsupported() {
    let reference = op_ref(|a: u32, b: u32| a.wrapping_add(b));
    let text = "fn add(a: u32, b: u32) -> u32 { return a + b; }";
    for profile in [Profile::Native, Profile::Wgsl] {
        for backend in profiles(profile) {
            let code = OpCode {
                code: Code::wgsl(text),
                native: None,
                ..op(&reference, "add", text)
            };
            assert!(refusal(backend, &code).contains("`add` declares none"));
        }
    }
}

/// Oracle: the processor: product and sum rounded one after the other. The planted contraction keeps the product
/// in binary64, in which it is exact.
#[test]
fn plain_wgsl_that_contracts_is_refuted() {
    let text = format!(
        "{CANONICAL}fn native_two(a: u32, b: u32, c: u32) -> u32 {{
    let p = f64(bitcast<f32>(a)) * f64(bitcast<f32>(b));
    return native_canonical(f32(p + f64(bitcast<f32>(c))));
}}"
    );
    let reference = op_ref(|a: f32, b: f32, c: f32| a * b + c);
    for backend in profiles(Profile::Wgsl) {
        if !backend
            .identity()
            .features
            .contains(&"shader-f64".to_owned())
        {
            println!("skipped: {} has no binary64", backend.identity().slug);
            continue;
        }
        let loaded = backend
            .load(&op(&reference, "two", &text))
            .expect("plain WGSL is taken as it is");
        let source = Witnesses::new(reference.signature.operands, 1, 1 << 18);
        let outcome = parity(&*loaded, &reference, &source, 0..1 << 18).unwrap();
        assert!(outcome.failures > 1000, "{outcome:?}");
        let first = outcome.first.expect("a counterexample");
        let expected = first.expected().expect("a value");
        assert_ne!(Some(expected.words()), first.found());
    }
}

/// Oracle: the documented names of profiles, which separate their evidence.
#[test]
fn a_profile_is_a_backend_of_its_own() {
    for (profile, name, others) in [
        (Profile::Native, "native", "wgsl"),
        (Profile::Wgsl, "wgsl", "native"),
    ] {
        for backend in profiles(profile) {
            let who = backend.identity();
            assert!(who.kind.ends_with(&format!("+{name}")), "{who:?}");
            assert!(!who.slug.contains(others));
            let controlled = who.features.iter().any(|f| f.starts_with("float-control-"));
            assert!(name == "native" || !controlled, "{who:?}");
        }
    }
}
