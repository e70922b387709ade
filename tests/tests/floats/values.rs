//! Values of a float type in a shader, by naga, which types every expression: it finds a float from a literal, a cast
//! or a built-in function under any name.

use naga::proc::TypeResolution;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Scalar, ScalarKind, TypeInner};

fn of_floats(inner: &TypeInner) -> bool {
    let float = |scalar: &Scalar| match scalar.kind {
        ScalarKind::Float | ScalarKind::AbstractFloat => true,
        ScalarKind::Sint | ScalarKind::Uint | ScalarKind::Bool | ScalarKind::AbstractInt => false,
    };
    match inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => float(scalar),
        TypeInner::Vector { scalar, .. }
        | TypeInner::Matrix { scalar, .. }
        | TypeInner::CooperativeMatrix { scalar, .. }
        | TypeInner::ValuePointer { scalar, .. } => float(scalar),
        // Textures and rays yield floats; a shader with integers alone has none.
        TypeInner::Image { .. }
        | TypeInner::Sampler { .. }
        | TypeInner::AccelerationStructure { .. }
        | TypeInner::RayQuery { .. } => true,
        // The module lists the component types of these as types of their own.
        TypeInner::Pointer { .. }
        | TypeInner::Array { .. }
        | TypeInner::Struct { .. }
        | TypeInner::BindingArray { .. } => false,
    }
}

/// Every type and every expression of a WGSL module that is a float or contains one. The module has no expression that
/// naga folds while parsing, such as `u32(0.5)`, and no driver receives it.
///
/// # Panics
/// If naga rejects the module.
#[track_caller]
pub(crate) fn float_values(text: &str) -> Vec<String> {
    let module = naga::front::wgsl::parse_str(text)
        .unwrap_or_else(|e| panic!("{}\n{text}", e.emit_to_string(text)));
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    let info = info.unwrap_or_else(|e| panic!("{}\n{text}", e.emit_to_string(text)));
    let is_float = |ty: &TypeResolution| of_floats(ty.inner_with(&module.types));
    let types = module.types.iter();
    let mut actual: Vec<String> = types
        .filter(|(_, ty)| of_floats(&ty.inner))
        .map(|(_, ty)| format!("type {:?}", ty.inner))
        .collect();
    let constant = module.global_expressions.iter();
    let constant = constant.filter(|(handle, _)| is_float(&info[*handle]));
    actual.extend(constant.map(|(_, expression)| format!("constant {expression:?}")));
    let functions = module.functions.iter();
    let functions = functions.map(|(handle, function)| (function, &info[handle]));
    let entries = module.entry_points.iter().enumerate();
    let entries = entries.map(|(n, entry)| (&entry.function, info.get_entry_point(n)));
    for (function, types) in functions.chain(entries) {
        let expressions = function.expressions.iter();
        let floats = expressions.filter(|(handle, _)| is_float(&types[*handle].ty));
        let name = function.name.as_deref().unwrap_or("");
        actual.extend(floats.map(|(_, expression)| format!("{expression:?} in `{name}`")));
    }
    actual
}

/// Oracle: WGSL, by which each of these texts has a float, mostly without the name of its type.
#[test]
fn float_is_found_under_any_name() {
    let bodies = [
        "return bitcast<u32>(bitcast<f32>(a));",
        "return u32(f32(a));",
        "return u32(sqrt(f32(a)));",
        "return pack2x16float(unpack2x16float(a));",
        "return pack4x8unorm(unpack4x8unorm(a));",
        "let x = unpack2x16snorm(a); return select(a, 0u, x.x < x.y);",
        "var x = 0.5; x += 1.0; return u32(x);",
        "let x = 1e3; return a + u32(x);",
        "let x = array(1.0, 2.0); return a + u32(x[a & 1u]);",
        "let x = vec2(1.0, 2.0); return a + u32(x[a & 1u]);",
        "let x = mat2x2(1.0, 2.0, 3.0, 4.0); return a + u32(x[a & 1u].x);",
        "let x = frexp(f32(a)); return u32(x.exp);",
        "let x = bitcast<vec2<f16>>(a); return bitcast<u32>(x);",
    ];
    for body in bodies {
        let text = format!("enable f16;\nfn f(a: u32) -> u32 {{ {body} }}");
        assert!(!float_values(&text).is_empty(), "{text}");
    }
    let modules = [
        "@group(0) @binding(0) var<storage, read> a: array<f32>;",
        "struct Pair { number: u32, real: f32 }\nvar<private> pair: Pair;",
        "alias real = f32;\nvar<workgroup> shared_one: real;",
        "override scale: f32 = 1.0;",
        "const SCALE = vec3f(1.0, 2.0, 3.0);",
        "fn f(a: f32) {}",
        "fn f(a: ptr<function, f32>) {}",
        "@group(0) @binding(0) var picture: texture_2d<u32>;",
    ];
    for text in modules {
        assert!(!float_values(text).is_empty(), "{text}");
    }
}

/// Oracle: WGSL, by which these texts have only integers and truth values.
#[test]
fn names_alone_are_no_floats() {
    let text = "
// The bits of f32, 1.0 and vec2f.
const F16 = 0x3c00u;
struct F32 { bits: vec2<u32> }
fn to_f32(f32_bits: u32) -> F32 {
    return F32(vec2(f32_bits, u32(bitcast<i32>(f32_bits) >> 3u) | select(F16, 0u, f32_bits > 3u)));
}";
    assert_eq!(float_values(text), [""; 0]);
}
