//! Programs in the profile of native floats: their native ops, and the detection of a wrong one.

use super::native::profiles;
use crate::WgpuBackend;
use std::sync::LazyLock;
use vyre_conform_fuzz::{Case, ComparisonCounts, Disagreement, disagreement};
use vyre_conform_ir::{Axis, Expr, FunctionBuilder, Kernel, Library, Module, Node, OpBody, Type};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_spec::Profile;
use vyre_conform_suite::backend::{Backend, BackendError};

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| Catalog::linked().expect("the ops of this file"));

/// Half of the low 16 bits, rounded down, which binary32 represents.
#[vyre_fn]
const fn half_bits(a: u32) -> u32 {
    (a & 0xFFFF) >> 1
}

/// The half of a float, on its bits.
#[vyre_op(
    lower = half_bits,
    id = "planted::half",
    native(
        wgsl = "fn native_half(a: u32) -> u32 { return u32(f32(a & 0xffffu) * 0.5); }",
    ),
    laws(Not(Monotone, witness = (f32::from_bits(0xFFFF), f32::from_bits(0x1_0000)))),
    boundaries((1.0)),
)]
fn half(a: f32) -> u32 {
    half_bits(a.to_bits())
}

/// The half of a float whose text rounds to nearest.
#[vyre_op(
    lower = half_bits,
    id = "planted::rounded",
    native(
        wgsl = "fn native_rounded(a: u32) -> u32 { return u32(f32(a & 0xffffu) * 0.5 + 0.5); }",
    ),
    laws(Not(Monotone, witness = (f32::from_bits(0xFFFF), f32::from_bits(0x1_0000)))),
    boundaries((1.0)),
)]
fn rounded(a: f32) -> u32 {
    half_bits(a.to_bits())
}

/// The half of a float whose text is correct for the first hundred calls of an invocation; no shader of an op makes
/// as many.
#[vyre_op(
    lower = half_bits,
    id = "planted::tired",
    native(
        wgsl = "
var<private> native_calls: u32 = 0u;
fn native_tired(a: u32) -> u32 {
    native_calls += 1u;
    return u32(f32(a & 0xffffu) * 0.5) + u32(native_calls > 100u);
}",
    ),
    laws(Not(Monotone, witness = (f32::from_bits(0xFFFF), f32::from_bits(0x1_0000)))),
    boundaries((1.0)),
)]
fn tired(a: f32) -> u32 {
    half_bits(a.to_bits())
}

/// A sum of results of an op, 200 per invocation. Only the buffer of sums is used.
fn summing(id: &str) -> Case {
    let mut k = Kernel::new("summing", [8, 1, 1]);
    k.read_only("unused", Type::U32);
    let sums = k.read_write("sums", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let sum = k.variable("sum", 0_u32);
    k.count("n", 0_u32, 200_u32, |k, n| {
        let value = k.call(id, vec![Expr::cast(Type::F32, n + i)], Type::U32);
        k.assign(sum, sum + value);
    });
    k.store(sums, i, sum);
    Case {
        program: k.finish(),
        workgroups: [2, 1, 1],
        buffers: vec![vec![0xFFFF_FFFF], vec![0; 16]],
    }
}

/// The text of the case's program on a backend.
fn text(backend: &WgpuBackend, case: &Case, library: &dyn Library) -> String {
    let valid = case.valid(library).expect("a valid program");
    backend.program_text(&valid).expect("a text")
}

fn differs(backend: &WgpuBackend, case: &Case, library: &dyn Library) -> Option<Disagreement> {
    let compared = ComparisonCounts::on(&[backend]);
    disagreement(case, library, &[backend], &compared)
}

/// Oracle: the interpreter, and the planted text that rounds otherwise: it is not earned, so the op keeps its body.
#[test]
fn program_runs_earned_texts() {
    for backend in profiles(Profile::Native) {
        let slug = &backend.identity().slug;
        if backend.profile.controls().is_none() {
            continue;
        }
        for (id, native) in [("planted::half", true), ("planted::rounded", false)] {
            let case = summing(id);
            let text = text(backend, &case, &*CATALOG);
            assert_eq!(text.contains("f32("), native, "{slug}: {text}");
            let outcome = differs(backend, &case, &*CATALOG);
            assert!(outcome.is_none(), "{slug}: {id}: {outcome:?}");
        }
    }
}

/// Oracle: the interpreter, and the planted text, which every measurement of the op finds right.
#[test]
fn text_wrong_in_programs_alone_is_detected() {
    for backend in profiles(Profile::Native) {
        let slug = &backend.identity().slug;
        if backend.profile.controls().is_none() {
            continue;
        }
        let case = summing("planted::tired");
        assert!(text(backend, &case, &*CATALOG).contains("_calls"), "{slug}");
        let outcome = differs(backend, &case, &*CATALOG);
        let Some(Disagreement::Words {
            buffer,
            expected,
            actual: outcome,
            ..
        }) = outcome
        else {
            panic!("{slug}: {outcome:?}");
        };
        // One too many in each of the last hundred calls.
        assert_eq!((buffer, outcome.wrapping_sub(expected)), (0, 100), "{slug}");
    }
}

/// A library in which the op is another function.
struct OtherLibrary(Module);

impl Library for OtherLibrary {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        (id == "planted::half").then_some(OpBody::Inlinable(&self.0))
    }
}

/// Oracle: the interpreter: of a program that is linked with another function of the same id the body stays.
#[test]
fn text_of_another_function_is_not_used() {
    let mut f = FunctionBuilder::new("half", vec![Type::U32]);
    let a = f.param("a", Type::F32);
    let quarter = Expr::cast(Type::U32, f.read(a)) >> 2_u32;
    let other = OtherLibrary(f.module(vec![Node::Return(vec![quarter])]));
    for backend in profiles(Profile::Native) {
        if backend.profile.controls().is_none() {
            continue;
        }
        let case = summing("planted::half");
        assert!(!text(backend, &case, &other).contains("f32("));
        let outcome = differs(backend, &case, &other);
        assert!(
            outcome.is_none(),
            "{}: {outcome:?}",
            backend.identity().slug
        );
    }
}

/// Oracle: the documentation of the profiles: plain WGSL runs ops alone, and so does an adapter without float controls.
#[test]
fn no_other_profile_runs_programs() {
    let all = profiles(Profile::Wgsl).into_iter();
    let native = profiles(Profile::Native).into_iter();
    let without = native.filter(|b| b.profile.controls().is_none());
    for backend in all.chain(without) {
        let actual = backend.load_programs(&[]).err();
        let slug = &backend.identity().slug;
        assert!(
            matches!(actual, Some(BackendError::Programs { .. })),
            "{slug}"
        );
    }
}
