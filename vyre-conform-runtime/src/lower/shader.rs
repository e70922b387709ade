//! The compute shader that applies an op to many cases.

use super::bindings::{Bindings, ENTRY_POINT, OperandSource};
use super::names::{function_name, literal};
use crate::registry::Signature;
use crate::spec::ValueType;
use crate::value::Value;
use std::fmt::Write;

/// The complete compute shader that applies an op to the cases of a dispatch.
///
/// `functions` is the text of the op, from [`functions`](super::functions) or written by hand, with a
/// function `name`; `sources` says where each operand of `signature` comes from. The bindings are
/// those of [`Bindings::of`], the dispatch and the parameter block those of
/// [`Grid::new`](super::Grid::new) with the same `workgroup_size` and `per_invocation`.
///
/// A literal operand is an argument written at the call, so that a driver's compiler may fold it
/// into the op while the rules of WGSL constant expressions do not apply inside the function.
///
/// Names that begin with `vyre_` belong to this shader.
pub fn op_shader(
    functions: &str,
    name: &str,
    signature: &Signature,
    sources: &[OperandSource],
    workgroup_size: u32,
    per_invocation: u32,
) -> String {
    let bindings = Bindings::of(sources);
    let mut text = String::new();
    text.push_str(functions.trim_end());
    text.push_str("\n\n");
    text.push_str(
        "struct VyreParams {\n    cases: u32,\n    width: u32,\n    invocations: u32,\n}\n\n",
    );
    let _ = writeln!(
        text,
        "@group(0) @binding({}) var<uniform> vyre_params: VyreParams;",
        bindings.params
    );
    let mut arguments = Vec::new();
    for (k, (source, ty)) in sources.iter().zip(signature.operands).enumerate() {
        let binding = bindings.operands[k];
        let ty = *ty;
        arguments.push(match (source, binding) {
            (OperandSource::Literal(value), _) => argument(*value),
            (OperandSource::Storage, Some(binding)) => {
                let _ = writeln!(
                    text,
                    "@group(0) @binding({binding}) var<storage, read> vyre_in{k}: array<{}>;",
                    wgsl_type(ty)
                );
                format!("vyre_in{k}[i]")
            }
            (_, binding) => {
                let binding = binding.unwrap_or_default();
                let _ = writeln!(
                    text,
                    "@group(0) @binding({binding}) var<uniform> vyre_in{k}: vec4<u32>;"
                );
                match ty {
                    ValueType::I32 => format!("bitcast<i32>(vyre_in{k}.x)"),
                    _ => match ty.words() {
                        1 => format!("vyre_in{k}.x"),
                        2 => format!("vyre_in{k}.xy"),
                        _ => format!("vyre_in{k}"),
                    },
                }
            }
        });
    }
    let _ = writeln!(
        text,
        "@group(0) @binding({}) var<storage, read_write> vyre_out: array<{}>;\n",
        bindings.output,
        wgsl_type(signature.result)
    );
    let call = format!("{}({})", called(functions, name), arguments.join(", "));
    let _ = write!(
        text,
        "@compute @workgroup_size({workgroup_size})
fn {ENTRY_POINT}(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {{
    let first = (group.y * vyre_params.width + group.x) * {workgroup_size}u + lane;
    for (var k = 0u; k < {per_invocation}u; k += 1u) {{
        let i = first + k * vyre_params.invocations;
        if i >= vyre_params.cases {{
            break;
        }}
        vyre_out[i] = {call};
    }}
}}
"
    );
    text
}

/// The WGSL type of an operand or a result at the boundary of an op.
pub fn wgsl_type(ty: ValueType) -> &'static str {
    match ty {
        ValueType::I32 => "i32",
        _ => match ty.words() {
            1 => "u32",
            2 => "vec2<u32>",
            _ => "vec4<u32>",
        },
    }
}

/// A value as a WGSL expression of its boundary type.
fn argument(value: Value) -> String {
    let words = value.words();
    match value.ty() {
        ValueType::I32 => literal(crate::ir::Type::I32, u64::from(words[0])),
        ty if ty.words() > 1 => {
            let lanes: Vec<_> = words.iter().map(|w| format!("{w}u")).collect();
            format!("{}({})", wgsl_type(ty), lanes.join(", "))
        }
        _ => format!("{}u", words[0]),
    }
}

/// The name that the text `functions` gives the op's function: a hand-written text may define `name` itself even
/// where the lowering would have to avoid it (`min` is a legal name for a function of the user).
pub fn called(functions: &str, name: &str) -> String {
    let defines = |candidate: &str| {
        functions
            .match_indices("fn ")
            .map(|(at, _)| functions[at + 3..].trim_start())
            .filter_map(|rest| rest.strip_prefix(candidate))
            .any(|rest| rest.trim_start().starts_with('('))
    };
    if defines(name) {
        name.to_owned()
    } else {
        function_name(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U32: ValueType = ValueType::U32;

    /// Oracle: naga's WGSL front end and validator.
    #[test]
    fn a_shader_with_every_operand_source_is_valid() {
        let signature = Signature {
            operands: &[U32, ValueType::I32, ValueType::U64, ValueType::Vec4U32],
            result: ValueType::Vec2U32,
        };
        let functions = "fn f(a: u32, b: i32, c: vec2<u32>, d: vec4<u32>) -> vec2<u32> {
            return c + d.xy + vec2<u32>(a, u32(b));
        }";
        let all = [
            OperandSource::Storage,
            OperandSource::Uniform,
            OperandSource::Literal(Value::of(0_u32)),
        ];
        for k in 0..3_usize.pow(4) {
            let sources: Vec<_> = (0..4)
                .map(|p| match all[k / 3_usize.pow(p) % 3] {
                    OperandSource::Literal(_) => OperandSource::Literal(Value::from_words(
                        signature.operands[p as usize],
                        &[0x8000_0000, 1, 2, 3],
                    )),
                    other => other,
                })
                .collect();
            let text = op_shader(functions, "f", &signature, &sources, 64, 16);
            super::super::testing::accept(&text);
        }
    }

    /// Oracle: the rule stated at `called`.
    #[test]
    fn a_hand_written_function_keeps_its_name() {
        assert_eq!(called("fn min(a: u32) -> u32 { return a; }", "min"), "min");
        assert_eq!(
            called("fn min_(a: u32) -> u32 { return a; }", "min"),
            "min_"
        );
        assert_eq!(called("fn modular() {} fn mod_() {}", "mod"), "mod_");
    }
}
