//! Shader text around an op's functions.

use crate::registry::Signature;
use crate::spec::ValueType;
use crate::value::Value;

/// Entry point of every shader of this backend.
pub(super) const ENTRY: &str = "vyre_main";
/// Invocations in a workgroup: legal on every adapter, and what lavapipe runs fastest.
pub(super) const WORKGROUP: usize = 64;
/// Cases an invocation, grid-stride.
pub(super) const PER_INVOCATION: usize = 16;

/// How an operand reaches the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// One value a case, from a storage buffer.
    Storage,
    /// One value for all cases, from a uniform buffer.
    Uniform,
    /// One value for all cases, written into the text.
    Literal(Value),
}

/// The WGSL type of a value at an op's boundary.
pub(super) fn wgsl_type(ty: ValueType) -> &'static str {
    match ty {
        ValueType::I32 => "i32",
        ValueType::U64 | ValueType::Vec2U32 => "vec2<u32>",
        ValueType::Vec4U32 => "vec4<u32>",
        _ => "u32",
    }
}

/// A value as a WGSL expression of its boundary type.
pub(super) fn literal(value: Value) -> String {
    let words = value.words();
    match value.ty() {
        ValueType::I32 => format!("i32({})", words[0] as i32),
        ty if words.len() > 1 => {
            let words: Vec<_> = words.iter().map(|w| format!("{w}u")).collect();
            format!("{}({})", wgsl_type(ty), words.join(", "))
        }
        _ => format!("{}u", words[0]),
    }
}

/// What every shader of this backend starts with: the uniform at binding 0 and the loop over cases.
pub(super) const RUN: &str = "\
struct VyreRun { cases: u32, slot: u32, start_low: u32, start_high: u32 }
@group(0) @binding(0) var<uniform> vyre_run: VyreRun;
";

/// The entry point: `body` for every case `i`, between `before` and `after` the loop.
pub(super) fn entry(before: &str, body: &str, after: &str) -> String {
    format!(
        "\
@compute @workgroup_size({WORKGROUP})
fn {ENTRY}(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {{
    let width = groups.x * {WORKGROUP}u;
{before}    for (var i = id.y * width + id.x; i < vyre_run.cases; i += width * groups.y) {{
{body}    }}
{after}}}
"
    )
}

/// The shader that applies an op to every case: binding 1 is the result, binding `2 + k` the k-th
/// operand that is not a literal (bindings of literals stay free).
pub(super) fn op_shader(
    functions: &str,
    signature: &Signature,
    name: &str,
    modes: &[Mode],
) -> String {
    let (directives, functions) = split_directives(functions);
    let mut globals = format!(
        "@group(0) @binding(1) var<storage, read_write> vyre_out: array<{}>;\n",
        wgsl_type(signature.result)
    );
    let mut args = Vec::new();
    for (k, (ty, mode)) in signature.operands.iter().zip(modes).enumerate() {
        let (binding, ty) = (k + 2, wgsl_type(*ty));
        match mode {
            Mode::Storage => {
                globals += &format!(
                    "@group(0) @binding({binding}) var<storage, read> vyre_in{k}: array<{ty}>;\n"
                );
                args.push(format!("vyre_in{k}[i]"));
            }
            Mode::Uniform => {
                globals +=
                    &format!("@group(0) @binding({binding}) var<uniform> vyre_in{k}: {ty};\n");
                args.push(format!("vyre_in{k}"));
            }
            Mode::Literal(value) => args.push(literal(*value)),
        }
    }
    let body = format!("        vyre_out[i] = {name}({});\n", args.join(", "));
    format!(
        "{directives}{functions}\n{RUN}{globals}{}",
        entry("", &body, "")
    )
}

/// Splits `enable f16;` and its like, which must come first in a shader, off the functions.
fn split_directives(text: &str) -> (String, String) {
    let is_directive = |line: &&str| {
        let line = line.trim_start();
        ["enable ", "requires ", "diagnostic("]
            .iter()
            .any(|d| line.starts_with(d))
    };
    let join = |lines: Vec<&str>| {
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let (directives, rest): (Vec<_>, Vec<_>) = text.lines().partition(is_directive);
    (join(directives), join(rest))
}

/// The text with line numbers, as compilers count them.
pub(super) fn listing(text: &str) -> String {
    text.lines()
        .enumerate()
        .map(|(k, line)| format!("{:4} | {line}\n", k + 1))
        .collect()
}
