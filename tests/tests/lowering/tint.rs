//! Tint accepts what the lowering writes.

use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::lower::{self, OperandSource};
use vyre_conform_runtime::value::Value;
use vyre_conform_tests::programs::samples;
use vyre_conform_tests::tint;
use vyre_ops as _;

/// Every shader of (name, text) is accepted, or Tint is not there.
#[track_caller]
fn accepted(shaders: &[(String, String)]) {
    match tint::complaints(shaders.iter().map(|(_, text)| &**text)) {
        Err(absent) => println!("skipped: {}", absent.reason),
        Ok(complaints) => {
            let refused: Vec<String> = shaders
                .iter()
                .zip(complaints)
                .filter_map(|((name, text), complaint)| {
                    Some(format!("`{name}`: {}\n{text}", complaint?))
                })
                .collect();
            let (found, all) = (refused.len(), shaders.len());
            assert!(refused.is_empty(), "{found} of {all}: {}", refused[0]);
        }
    }
}

/// Oracle: Tint, on every shader of every registered op that is lowered, with each operand from
/// storage, from a uniform, and as a literal.
#[test]
fn tint_accepts_the_shaders_of_every_op() {
    let catalog = Catalog::linked().expect("the registered ops are consistent");
    let mut shaders = vec![];
    for op in catalog.ops() {
        let Ok(module) = &op.module else { continue };
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
    accepted(&shaders);
}

/// Oracle: Tint.
#[test]
fn tint_accepts_programs() {
    let shaders: Vec<_> = samples()
        .iter()
        .map(|s| (s.program.name.clone(), lower::program(&s.valid())))
        .collect();
    accepted(&shaders);
}

/// Oracle: the WGSL specification: a sum has one type, and a barrier stands in uniform control flow.
#[test]
fn tint_refuses_what_is_wrong() {
    let shaders = [
        "fn f() -> u32 { return 1u + 1i; }",
        "fn f() -> u32 { return 1u + 1u; }",
        "@compute @workgroup_size(2) fn f(@builtin(local_invocation_index) i: u32) {
            if i == 0u { workgroupBarrier(); }
        }",
    ];
    if let Ok(complaints) = tint::complaints(shaders) {
        let refused: Vec<bool> = complaints.iter().map(Option::is_some).collect();
        assert_eq!(refused, [true, false, true], "{complaints:?}");
    }
}
