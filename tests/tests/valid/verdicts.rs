//! Other validators on the same kernels; a test of tools runs Tint.

use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_tests::barriers::BARRIERS;

/// Oracle: WGSL, section "Uniformity analysis", case by case.
#[test]
fn barriers() {
    let mut wrong = vec![];
    for case in BARRIERS {
        let violations = validate_program(case.program(), &(), &Limits::WEBGPU);
        let rules: Vec<_> = violations
            .err()
            .into_iter()
            .flatten()
            .map(|i| i.rule)
            .collect();
        let expected: &[&str] = if case.accepted { &[] } else { &["V010"] };
        if rules != expected {
            wrong.push(format!("{}: {rules:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn naga_accepts(wgsl: &str) -> bool {
    let module = naga::front::wgsl::parse_str(wgsl);
    let module = module.unwrap_or_else(|e| panic!("{}\n{wgsl}", e.emit_to_string(wgsl)));
    let flags = naga::valid::ValidationFlags::all();
    let capabilities = naga::valid::Capabilities::empty();
    let mut validator = naga::valid::Validator::new(flags, capabilities);
    validator.validate(&module).is_ok()
}

/// Oracle: naga 30, which records that a barrier requires uniform control flow, but checks only that of expressions
/// (naga issue 1744): V010 is the only guard before it. If a newer naga rejects a case, compare its verdicts with
/// Tint's.
#[test]
fn naga_refuses_no_barrier() {
    let refused: Vec<_> = BARRIERS
        .iter()
        .filter(|c| !naga_accepts(&c.wgsl()))
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
}
