//! The compute shader that applies an op to many cases.

use super::bindings::{Bindings, ENTRY_POINT, OperandSource};
use super::names::{function_name, literal};
use std::fmt::Write;
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{Signature, code};
use vyre_conform_spec::ValueType;

/// The complete compute shader that applies an op to the cases of a dispatch.
///
/// `functions` is the text of the op, from [`functions`](super::functions) or hand-written, with a
/// function `name`; `sources` are the sources of the operands of `signature`. The bindings are those of
/// [`Bindings::of`]; the dispatch and the parameter block are those of [`Grid::new`](super::Grid::new)
/// with the same `workgroup_size` and `per_invocation`.
///
/// A literal operand is an argument of the call, so that a driver's compiler may fold it into the op,
/// while WGSL's rules for constant expressions do not apply inside the function.
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
    let shader = Shader {
        functions,
        name,
        signature,
        workgroup_size,
        per_invocation,
    };
    let (declared, arguments) = shader.declarations(sources);
    let call = shader.call(&arguments);
    shader.text("", &declared, &shader.store(&call, "        "))
}

/// The shader for operand `operand` as a uniform and as a literal with each of `values`, all in one
/// shader: the fourth parameter word selects one of the values, and any other number the uniform. The
/// bindings are those of the operand as a uniform and the others in storage.
///
/// A driver compiles it in little more time than a shader with one variant.
pub fn choice_shader(
    functions: &str,
    name: &str,
    signature: &Signature,
    (operand, values): (usize, &[Value]),
    workgroup_size: u32,
    per_invocation: u32,
) -> String {
    let shader = Shader {
        functions,
        name,
        signature,
        workgroup_size,
        per_invocation,
    };
    let (declared, mut arguments) = shader.declarations(&one_uniform(signature, operand));
    let uniform = shader.call(&arguments);
    let mut body = "        switch vyre_params.choice {\n".to_owned();
    for (k, value) in values.iter().enumerate() {
        arguments[operand] = argument(*value);
        let call = shader.call(&arguments);
        let _ = writeln!(body, "            case {k}u: {{");
        body.push_str(&shader.store(&call, "                "));
        body.push_str("            }\n");
    }
    body.push_str("            default: {\n");
    body.push_str(&shader.store(&uniform, "                "));
    body.push_str("            }\n");
    body.push_str("        }\n");
    shader.text("    choice: u32,\n", &declared, &body)
}

/// One operand as a uniform, the others in storage.
pub fn one_uniform(signature: &Signature, operand: usize) -> Vec<OperandSource> {
    let source = |k| {
        if k == operand {
            OperandSource::Uniform
        } else {
            OperandSource::Storage
        }
    };
    (0..signature.operands.len()).map(source).collect()
}

/// Common parts of the shaders of an op.
///
/// A hand-written text may define a function with any name, such as `min` or `first`, which hides the
/// WGSL function with that name and is hidden by a local with it. So every name here begins with
/// `vyre_`, and no WGSL function is called; if a text hides the remaining names, types and `bitcast`,
/// the shader compiler rejects it.
struct Shader<'a> {
    functions: &'a str,
    name: &'a str,
    signature: &'a Signature,
    workgroup_size: u32,
    per_invocation: u32,
}

impl Shader<'_> {
    /// The call with these arguments.
    fn call(&self, arguments: &[String]) -> String {
        let name = called(self.functions, self.name);
        format!("{name}({})", arguments.join(", "))
    }

    /// Stores the result of a call. If lanes cooperate, those without a case make the call as well.
    fn store(&self, call: &str, indent: &str) -> String {
        if crosses_lanes(self.functions) {
            format!(
                "{indent}let vyre_result = {call};\n{indent}if vyre_at < vyre_params.cases {{\n{indent}    \
                 vyre_out[vyre_at] = vyre_result;\n{indent}}}\n"
            )
        } else {
            format!("{indent}vyre_out[vyre_i] = {call};\n")
        }
    }

    /// The number of a case: `vyre_i`. If lanes cooperate, also `vyre_at`, which may be beyond the last
    /// case; then `vyre_i` is the last one.
    fn case(&self) -> &'static str {
        if crosses_lanes(self.functions) {
            "        let vyre_at = vyre_first + vyre_k * vyre_params.invocations;
        var vyre_i = vyre_at;
        if vyre_at >= vyre_params.cases {
            vyre_i = vyre_params.cases - 1u;
        }
"
        } else {
            "        let vyre_i = vyre_first + vyre_k * vyre_params.invocations;
        if vyre_i >= vyre_params.cases {
            break;
        }
"
        }
    }

    /// The declarations of operands and output, and the arguments of case `vyre_i`.
    fn declarations(&self, sources: &[OperandSource]) -> (String, Vec<String>) {
        let bindings = Bindings::of(sources);
        let mut text = String::new();
        let _ = writeln!(
            text,
            "@group(0) @binding({}) var<uniform> vyre_params: VyreParams;",
            bindings.params
        );
        let mut arguments = Vec::new();
        for (k, (source, ty)) in sources.iter().zip(self.signature.operands).enumerate() {
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
                    format!("vyre_in{k}[vyre_i]")
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
            "@group(0) @binding({}) var<storage, read_write> vyre_out: array<{}>;",
            bindings.output,
            wgsl_type(self.signature.result)
        );
        (text, arguments)
    }

    /// The whole text; `fields` are those of the parameter block after the first three, `body` handles
    /// case `vyre_i`.
    fn text(&self, fields: &str, declared: &str, body: &str) -> String {
        let (workgroup_size, per_invocation) = (self.workgroup_size, self.per_invocation);
        format!(
            "{}

struct VyreParams {{
    cases: u32,
    width: u32,
    invocations: u32,
{fields}}}

{declared}
@compute @workgroup_size({workgroup_size})
fn {ENTRY_POINT}(
    @builtin(workgroup_id) vyre_group: vec3<u32>,
    @builtin(local_invocation_index) vyre_lane: u32,
) {{
    let vyre_first = (vyre_group.y * vyre_params.width + vyre_group.x) * {workgroup_size}u + vyre_lane;
    for (var vyre_k = 0u; vyre_k < {per_invocation}u; vyre_k += 1u) {{
{}{body}    }}
}}
",
            self.functions.trim_end(),
            self.case()
        )
    }
}

/// True if a text calls a built-in WGSL function that exchanges values between the invocations of a
/// subgroup. All of them must call it together, those without a case as well.
pub fn crosses_lanes(text: &str) -> bool {
    ["subgroup", "quad"].iter().any(|begin| {
        let mut matches = text.match_indices(begin);
        matches
            .any(|(at, _)| text[at + begin.len()..].starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// The WGSL type of an operand or a result in the interface of an op.
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

/// A value as a WGSL expression of its interface type.
fn argument(value: Value) -> String {
    let words = value.words();
    match value.ty() {
        ValueType::I32 => literal(vyre_conform_ir::Type::I32, u64::from(words[0])),
        ty if ty.words() > 1 => {
            let lanes: Vec<_> = words.iter().map(|w| format!("{w}u")).collect();
            format!("{}({})", wgsl_type(ty), lanes.join(", "))
        }
        _ => format!("{}u", words[0]),
    }
}

/// The name of the op's function in the text `functions`: that of a lowered one, or of a hand-written
/// text, which defines `name` itself, or `name_` if WGSL reserves the name.
pub fn called(functions: &str, name: &str) -> String {
    let text = code(functions);
    let all: Vec<&str> = text
        .match_indices("fn ")
        .map(|(at, _)| head(&text[at + 3..]))
        .collect();
    let lowered = function_name(name);
    // The op is the last function of a lowered text, whose other functions may have the name of a
    // hand-written one.
    if all.last().is_some_and(|last| *last == lowered) {
        return lowered;
    }
    let hand_written = [name.to_owned(), format!("{name}_")];
    let declared_name = hand_written.into_iter().find(|name| all.contains(&&**name));
    declared_name.unwrap_or(lowered)
}

/// The first word of a text.
fn head(text: &str) -> &str {
    let text = text.trim_start();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())]
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
        for (k, ty) in signature.operands.iter().enumerate() {
            let values = [0, 1].map(|word| Value::from_words(*ty, &[word; 4]));
            let text = choice_shader(functions, "f", &signature, (k, &values), 64, 16);
            super::super::testing::accept(&text);
        }
    }

    /// Oracle: naga: the shader is valid, and declares only names with the prefix `vyre_`, whatever a
    /// hand-written text defines.
    #[test]
    fn hand_written_function_may_have_any_name() {
        let signature = Signature {
            operands: &[ValueType::I32, ValueType::I32],
            result: ValueType::I32,
        };
        let storage = [OperandSource::Storage, OperandSource::Storage];
        for name in [
            "min", "max", "select", "clamp", "i", "k", "at", "first", "group", "lane", "result",
        ] {
            // A text that mentions such a function, even in a comment, counts as one with cooperating
            // lanes.
            for lanes in ["", " /* subgroupAdd */"] {
                let functions =
                    format!("fn {name}(p: i32, q: i32) -> i32 {{ return p - q; }}{lanes}");
                let text = op_shader(&functions, name, &signature, &storage, 64, 16);
                super::super::testing::accept(&text);
                let chosen = (1, &[Value::of(7i32)][..]);
                let text = choice_shader(&functions, name, &signature, chosen, 64, 16);
                super::super::testing::accept(&text);
            }
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
        assert_eq!(called("fn g() {} fn f_f(a: u32) {}", "f"), "f_f");
        assert_eq!(called("fn f() {} // fn f_f", "f"), "f");
        // A lowered op named `f_g`, and a function `g` that it calls.
        assert_eq!(called("fn f_g() {} fn f_f_g() {}", "f_g"), "f_f_g");
    }
}
