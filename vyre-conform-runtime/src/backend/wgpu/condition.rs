//! Shaders of a law check that apply no op: the comparison, and sums of terms.

use super::shader::{self, ROUND, entry, literal};
use crate::backend::law::plan::{Condition, Plan, Step, StepId};
use crate::lower::{self, OperandSource, wgsl_type};
use crate::spec::ValueType;

/// Words of a chunk's entry in the tally: failures, and the first failing case of the chunk.
pub(super) const TALLY_WORDS: usize = 2;

/// Counts the cases of a chunk where the condition is false, and finds the first. Binding 1 is the
/// tally, binding `2 + n` the n-th of [`compared`]; constants are written into the text.
pub(super) fn shader(plan: &Plan<'_>) -> String {
    let mut text = format!(
        "{ROUND}struct VyreTally {{ failures: atomic<u32>, first: atomic<u32> }}\n\
         @group(0) @binding(1) var<storage, read_write> vyre_tally: array<VyreTally>;\n"
    );
    for (n, step) in compared(plan).iter().enumerate() {
        text += &format!(
            "@group(0) @binding({}) var<storage, read> vyre_t{step}: array<{}>;\n",
            n + 2,
            wgsl_type(plan.steps[*step].1)
        );
    }
    text += "fn vyre_at_most_u64(a: vec2<u32>, b: vec2<u32>) -> bool {\n    \
             return a.y < b.y || (a.y == b.y && a.x <= b.x);\n}\n";
    let body = format!(
        "        if !({}) {{\n            failures += 1u;\n            \
         first = min(first, i);\n        }}\n",
        truth(plan, &plan.condition)
    );
    text + &entry(
        "    var failures = 0u;\n    var first = 0xffffffffu;\n",
        &body,
        "    if failures != 0u {\n        \
         atomicAdd(&vyre_tally[vyre_round.slot].failures, failures);\n        \
         atomicMin(&vyre_tally[vyre_round.slot].first, first);\n    }\n",
    )
}

/// The steps the comparison reads from buffers: what the condition names and is no constant.
pub(super) fn compared(plan: &Plan<'_>) -> Vec<StepId> {
    let mut steps = plan.compared();
    steps.retain(|step| !matches!(plan.steps[*step].0, Step::Constant(_)));
    steps
}

fn truth(plan: &Plan<'_>, condition: &Condition) -> String {
    let value = |step: &StepId| match &plan.steps[*step].0 {
        Step::Constant(value) => literal(*value),
        _ => format!("vyre_t{step}[i]"),
    };
    let join = |cs: &[Condition], with: &str, empty: &str| match cs.is_empty() {
        true => empty.to_owned(),
        false => cs
            .iter()
            .map(|c| format!("({})", truth(plan, c)))
            .collect::<Vec<_>>()
            .join(with),
    };
    match condition {
        Condition::Equal(l, r) if plan.steps[*l].1.words() > 1 => {
            format!("all({} == {})", value(l), value(r))
        }
        Condition::Equal(l, r) => format!("{} == {}", value(l), value(r)),
        Condition::AtMost(l, r) if plan.steps[*l].1 == ValueType::U64 => {
            format!("vyre_at_most_u64({}, {})", value(l), value(r))
        }
        Condition::AtMost(l, r) => format!("{} <= {}", value(l), value(r)),
        Condition::All(cs) => join(cs, " && ", "true"),
        Condition::Any(cs) => join(cs, " || ", "false"),
        Condition::Implies(p, q) => format!("!({}) || ({})", truth(plan, p), truth(plan, q)),
        Condition::ExactlyOne(cs) => {
            let ones: Vec<_> = cs
                .iter()
                .map(|c| format!("select(0u, 1u, {})", truth(plan, c)))
                .collect();
            format!("({}) == 1u", ones.join(" + "))
        }
    }
}

/// Name of the function of [`sum_functions`].
pub(super) const SUM: &str = "vyre_sum";

/// The sum of two values, wrapping in their type, as an op: terms such as `f(a) + g(a)` are computed
/// on the device like any other application.
pub(super) fn sum_functions(ty: ValueType) -> &'static str {
    use ValueType::*;
    match ty {
        I32 => "fn vyre_sum(a: i32, b: i32) -> i32 { return a + b; }\n",
        U64 => {
            "fn vyre_sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n    \
             let low = a.x + b.x;\n    \
             return vec2<u32>(low, a.y + b.y + u32(low < a.x));\n}\n"
        }
        Bool => "fn vyre_sum(a: u32, b: u32) -> u32 { return a ^ b; }\n",
        Vec2U32 => "fn vyre_sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return a + b; }\n",
        Vec4U32 => "fn vyre_sum(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return a + b; }\n",
        _ => "fn vyre_sum(a: u32, b: u32) -> u32 { return a + b; }\n",
    }
}

/// The shader that copies words, to measure what memory can do.
pub(super) fn copy_shader() -> String {
    lower::op_shader(
        "fn vyre_copy(a: vec4<u32>) -> vec4<u32> { return a; }",
        "vyre_copy",
        &crate::registry::Signature {
            operands: &[ValueType::Vec4U32],
            result: ValueType::Vec4U32,
        },
        &[OperandSource::Storage],
        shader::WORKGROUP,
        shader::PER_INVOCATION,
    )
}
