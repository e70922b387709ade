//! Native texts from outside: the ops that have one, each of which is a valid shader.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Scalar, TypeInner};
use vyre_conform_lower::{OperandSource, op_shader};
use vyre_conform_runtime::registry;
use vyre_conform_runtime::spec::ValueType;
use vyre_ops as _;

/// Oracle: naga's front end and validator, which know 16-bit floats whatever the local adapters have; WGSL, which has
/// no type for bfloat16.
#[test]
fn every_native_text_is_a_shader() {
    let (mut halves, mut singles, mut doubles) = (0, 0, 0);
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
        // Every adapter has 16-bit floats packed into words.
        let packed = Capabilities::SHADER_FLOAT16_IN_FLOAT32;
        let double = native.wgsl.contains("f64(");
        let mut able = packed;
        able.set(Capabilities::SHADER_FLOAT16, half);
        able.set(Capabilities::FLOAT64, double);
        let valid = Validator::new(ValidationFlags::all(), able).validate(&module);
        valid.unwrap_or_else(|e| panic!("{}: {}", def.id, e.emit_to_string(&text)));
        let contains = |scalar| {
            let mut types = module.types.iter();
            types.any(|(_, ty)| ty.inner == TypeInner::Scalar(scalar))
        };
        assert_eq!(half, contains(Scalar::F16), "{}", def.id);
        assert_eq!(double, contains(Scalar::F64), "{}", def.id);
        halves += u32::from(half);
        doubles += u32::from(double);
        singles += u32::from(!half && !double);
    }
    // Arithmetic, comparisons, extremes, signs and roundings of both formats; for binary32 conversions too.
    assert_eq!((singles, halves), (19 + 12, 19));
    // The exponential of binary32.
    assert_eq!(doubles, 1);
}
