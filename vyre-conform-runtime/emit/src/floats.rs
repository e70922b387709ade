//! Functions on `f32` values that wrap those on bits.

use super::header::is_f32;
use super::request::{Request, Target};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::ValueType;

/// True if an op has such a function: an op of `f32` whose operands and result are all scalars of one
/// word.
pub(super) fn has_wrapper(op: &Op) -> bool {
    let signature = &op.def.op.signature;
    let all = || signature.operands.iter().chain([&signature.result]);
    let scalar = |ty: &ValueType| {
        is_f32(*ty) || matches!(ty, ValueType::U32 | ValueType::I32 | ValueType::Bool)
    };
    all().any(|ty| is_f32(*ty)) && all().all(scalar)
}

/// The wrapper with this name, if the op has one.
pub(super) fn wrapper(op: &Op, name: &str, request: &Request) -> Option<String> {
    if !has_wrapper(op) {
        return None;
    }
    let target = request.target;
    let value = |ty| value(ty, request);
    let signature = &op.def.op.signature;
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let operands = || signature.operands.iter().zip(letters);
    let params = operands().map(|(ty, letter)| match target {
        Target::Wgsl => format!("{letter}: {}", value(*ty)),
        _ => format!("{} {letter}", value(*ty)),
    });
    let params: Vec<String> = params.collect();
    let arguments = operands().map(|(ty, letter)| {
        if is_f32(*ty) {
            bits(letter, request)
        } else {
            letter.to_owned()
        }
    });
    let arguments: Vec<String> = arguments.collect();
    let call = format!("{name}({})", arguments.join(", "));
    let input = if is_f32(signature.result) {
        float(&call, request)
    } else {
        call
    };
    let result = value(signature.result);
    let params = params.join(", ");
    Some(match target {
        Target::Wgsl => {
            format!("fn {name}_f({params}) -> {result} {{\n    return {input};\n}}\n")
        }
        Target::Cuda => format!(
            "static __device__ inline {result} {name}_f({params}) {{\n    return {input};\n}}\n"
        ),
        Target::C | Target::OpenCl => {
            format!("static inline {result} {name}_f({params}) {{\n    return {input};\n}}\n")
        }
    })
}

/// The type of a value. A Bool has the same type as in the function on bits.
fn value(ty: ValueType, request: &Request) -> String {
    match (ty, request.target) {
        (ValueType::I32, _) => integer("i32", request),
        (ValueType::Bool, Target::C | Target::Cuda | Target::OpenCl) => "bool".to_owned(),
        (ValueType::F32, Target::Wgsl) => "f32".to_owned(),
        (ValueType::F32, _) => "float".to_owned(),
        _ => integer("u32", request),
    }
}

/// The name of an integer type: built into WGSL, declared by the text in the C family.
fn integer(name: &str, request: &Request) -> String {
    match request.target {
        Target::Wgsl => name.to_owned(),
        Target::C | Target::Cuda | Target::OpenCl => format!("{}{name}", request.prefix),
    }
}

/// The bits of a float.
fn bits(name: &str, request: &Request) -> String {
    let u32 = integer("u32", request);
    match request.target {
        Target::Wgsl => format!("bitcast<u32>({name})"),
        Target::C => format!("((union {{ float f; {u32} u; }}){{ {name} }}).u"),
        Target::Cuda => format!("__float_as_uint({name})"),
        Target::OpenCl => format!("as_uint({name})"),
    }
}

/// The float with these bits.
fn float(call: &str, request: &Request) -> String {
    let u32 = integer("u32", request);
    match request.target {
        Target::Wgsl => format!("bitcast<f32>({call})"),
        Target::C => format!("((union {{ {u32} u; float f; }}){{ {call} }}).f"),
        Target::Cuda => format!("__uint_as_float({call})"),
        Target::OpenCl => format!("as_float({call})"),
    }
}
