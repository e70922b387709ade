//! Native texts from outside: which ops have one, and that each is a shader.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Scalar, TypeInner};
use vyre_conform_lower::{OperandSource, op_shader};
use vyre_conform_runtime::registry;
use vyre_conform_runtime::spec::ValueType;
use vyre_ops as _;

/// Oracle: naga's front end and validator, which know 16-bit floats whatever the adapters here have; WGSL, which
/// has no type for bfloat16.
#[test]
fn every_native_text_is_a_shader() {
    let (mut halves, mut singles) = (0, 0);
    for def in registry::ops() {
        let signature = def.op.signature;
        let types = signature.operands.iter().chain([&signature.result]);
        let is_brain = types.into_iter().any(|ty| *ty == ValueType::BF16);
        let Some(native) = def.native else { continue };
        assert!(!is_brain, "{}", def.id);
        let sources = vec![OperandSource::Storage; signature.operands.len()];
        let name = format!("native_{}", def.name);
        let text = op_shader(native.wgsl, &name, &signature, &sources, 64, 16);
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|e| panic!("{}: {}", def.id, e.emit_to_string(&text)));
        let half = native.wgsl.contains("enable f16;");
        // Every adapter has 16-bit floats packed in words.
        let packed = Capabilities::SHADER_FLOAT16_IN_FLOAT32;
        let able = match half {
            true => packed | Capabilities::SHADER_FLOAT16,
            false => packed,
        };
        let valid = Validator::new(ValidationFlags::all(), able).validate(&module);
        valid.unwrap_or_else(|e| panic!("{}: {}", def.id, e.emit_to_string(&text)));
        let is_half = |inner: &TypeInner| *inner == TypeInner::Scalar(Scalar::F16);
        let has = module.types.iter().any(|(_, ty)| is_half(&ty.inner));
        assert_eq!(half, has, "{}", def.id);
        halves += u32::from(half);
        singles += u32::from(!half);
    }
    // Arithmetic, comparisons, extremes, signs and roundings of both formats; of binary32 conversions too.
    assert_eq!((singles, halves), (19 + 12, 19));
}
