//! Tint accepts the output of the lowering for ops and engines of the library.

use std::collections::HashSet;
use std::sync::OnceLock;
use vyre_conform_lower::{self as lower, OperandSource};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, SIZES};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_runtime::value::Value;
use vyre_conform_tests::programs::samples;
use vyre_conform_tests::tint::Tint;
use vyre_ops as _;

fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| Catalog::linked().unwrap_or_else(|e| panic!("{e}")))
}

/// The rejected shaders of (name, text), each with its name and the reason.
fn refused(tint: &Tint, shaders: &[(String, String)]) -> Vec<String> {
    let complaints = tint.complaints(shaders.iter().map(|(_, text)| &**text));
    let pairs = shaders.iter().zip(complaints);
    let refused = pairs
        .filter_map(|((name, text), complaint)| Some(format!("`{name}`: {}\n{text}", complaint?)));
    refused.collect()
}

/// Asserts that every shader is accepted.
#[track_caller]
pub(super) fn accepted(tint: &Tint, shaders: &[(String, String)]) {
    let refused = refused(tint, shaders);
    let (refused_count, all) = (refused.len(), shaders.len());
    assert!(
        refused.is_empty(),
        "{refused_count} of {all}: {}",
        refused[0]
    );
}

/// Oracle: Tint, on every shader of every registered op with a lowering, with each operand from storage, from a
/// uniform, and as a literal.
pub(super) fn tint_accepts_the_shaders_of_every_op(tint: Tint) {
    let mut shaders = vec![];
    for op in catalog().ops() {
        let Ok(module) = op.module() else { continue };
        let signature = op.def.op.signature;
        let text = lower::functions(module, &signature, op.def.name);
        for kind in 0..3 {
            let source = |ty: &vyre_conform_runtime::spec::ValueType| match kind {
                0 => OperandSource::Storage,
                1 => OperandSource::Uniform,
                _ => OperandSource::Literal(Value::from_words(*ty, &[0x8000_0000, 1, 2, 3])),
            };
            let sources: Vec<_> = signature.operands.iter().map(source).collect();
            let shader = lower::op_shader(&text, op.def.name, &signature, &sources, 64, 16);
            shaders.push((op.def.id.to_owned(), shader));
        }
    }
    assert!(shaders.len() > 100, "the op library is there");
    accepted(&tint, &shaders);
}

/// Oracle: Tint.
pub(super) fn tint_accepts_programs(tint: Tint) {
    let shaders: Vec<_> = samples()
        .iter()
        .map(|s| (s.program.name.clone(), lower::program(&s.valid())))
        .collect();
    accepted(&tint, &shaders);
}

/// The number of inputs of each engine: ragged shapes come first, and a program depends on sizes alone.
const INPUTS: u64 = 8;

/// The distinct shaders of the programs of these engines, at every size of the suite.
fn of_engines<'a>(engines: impl Iterator<Item = &'a EngineDef>) -> Vec<(String, String)> {
    let (mut known, mut shaders) = (HashSet::new(), vec![]);
    for def in engines {
        for number in 0..INPUTS {
            let input = (def.inputs)(number);
            for size in SIZES {
                for program in (def.plan)(&input, size).programs {
                    let name = format!(
                        "{}, input {number}, workgroup size {size}, program {}",
                        def.id, program.name
                    );
                    let valid = validate_program(program, catalog(), &Limits::WEBGPU);
                    let valid = valid.unwrap_or_else(|actual| panic!("{name}: {}", actual[0]));
                    let text = lower::program(&valid);
                    if known.insert(text.clone()) {
                        shaders.push((name, text));
                    }
                }
            }
        }
    }
    shaders
}

/// Oracle: Tint, on every program of every engine of the library.
pub(super) fn tint_accepts_the_programs_of_every_engine(tint: Tint) {
    let own = |def: &&&EngineDef| def.place.module.starts_with("vyre_ops");
    let engines = catalog().engines().iter().filter(own);
    assert_eq!(
        engines.clone().count(),
        vyre_conform_tests::published_engines()
    );
    let shaders = of_engines(engines.copied());
    // Each size has a separate text.
    assert!(shaders.len() >= 27 * SIZES.len(), "{}", shaders.len());
    accepted(&tint, &shaders);
}

/// Oracle: the WGSL specification: a barrier must be in uniform control flow. One barrier in a program of an engine no
/// longer is.
pub(super) fn tint_refuses_a_broken_program_of_an_engine(tint: Tint) {
    let scan = catalog().find_engine("engine::scan_inclusive");
    let mut shaders = of_engines(scan.into_iter());
    let broken = shaders.iter_mut().find(|(name, text)| {
        name.contains("workgroup size 64") && text.contains("workgroupBarrier();")
    });
    let (name, text) = broken.expect("a program with a barrier");
    let condition = "if local_id.x == 0u { workgroupBarrier(); }";
    *text = text.replacen("workgroupBarrier();", condition, 1);
    let name = name.clone();
    let refused = refused(&tint, &shaders);
    assert_eq!(refused.len(), 1, "{refused:?}");
    for part in [
        &*name,
        "engine::scan_inclusive, input 0, workgroup size 64",
        "uniform control flow",
    ] {
        assert!(refused[0].contains(part), "no `{part}` in {}", refused[0]);
    }
}

/// Oracle: the WGSL specification: a sum has one type, and a barrier must be in uniform control flow.
pub(super) fn tint_refuses_invalid_texts(tint: Tint) {
    let shaders = [
        "fn f() -> u32 { return 1u + 1i; }",
        "fn f() -> u32 { return 1u + 1u; }",
        "@compute @workgroup_size(2) fn f(@builtin(local_invocation_index) i: u32) {
            if i == 0u { workgroupBarrier(); }
        }",
    ];
    let complaints = tint.complaints(shaders);
    let refused: Vec<bool> = complaints.iter().map(Option::is_some).collect();
    assert_eq!(refused, [true, false, true], "{complaints:?}");
}
