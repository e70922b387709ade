//! Shaders of a law check without ops: the comparison, and sums of terms.

use super::places::Places;
use super::rows::{self, QUAD};
use super::shader::{self, literal};
use vyre_conform_lower::{self as lower, OperandSource};
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::law::plan::{Condition, LawPlan, LawStep, StepId};

/// Words of a chunk's entry in the tally: the number of failures, and the first failing case, relative to the first
/// case compared.
pub(super) const TALLY_WORDS: usize = 2;

/// Counts the cases of a round in which the condition is false, and finds the first. Binding 1 is the tally, value `n`
/// the n-th of [`compared`]; constants are in the text.
///
/// An invocation checks all its vectors at once, including places beyond the end of a row or round; only if the
/// condition is false somewhere, it checks again case by case.
pub(super) fn shader(plan: &LawPlan<'_>, places: &Places) -> String {
    let compared = compared(plan);
    let values: Vec<_> = compared
        .iter()
        .map(|step| (plan.steps[*step].1, places.access(None, *step)))
        .collect();
    let declarations = "struct VyreTally { failures: atomic<u32>, first: atomic<u32> }
@group(0) @binding(1) var<storage, read_write> vyre_tally: array<VyreTally>;
fn vyre_at_most_u64(a: vec2<u32>, b: vec2<u32>) -> bool {
    return (a.y < b.y) | ((a.y == b.y) & (a.x <= b.x));
}
fn vyre_is_nan(a: u32, sign: u32, infinity: u32) -> bool {
    return (a & (sign - 1u)) > infinity;
}
fn vyre_same_float(a: u32, b: u32, sign: u32, infinity: u32) -> bool {
    return (a == b) | (vyre_is_nan(a, sign, infinity) & vyre_is_nan(b, sign, infinity));
}
fn vyre_float_key(a: u32, sign: u32) -> i32 {
    let magnitude = i32(a & (sign - 1u));
    return select(magnitude, -magnitude, (a & sign) != 0u);
}
fn vyre_float_at_most(a: u32, b: u32, sign: u32, infinity: u32) -> bool {
    return !vyre_is_nan(a, sign, infinity) & !vyre_is_nan(b, sign, infinity)
        & (vyre_float_key(a, sign) <= vyre_float_key(b, sign));
}
";
    let truth = |lane| {
        let value = |step: &StepId| match &plan.steps[*step].0 {
            LawStep::Constant(value) => literal(*value),
            _ => {
                let n = compared.iter().position(|c| c == step).unwrap_or_default();
                let (ty, access) = values[n];
                rows::value(n, ty, access, lane)
            }
        };
        truth(plan, &plan.condition, &value)
    };
    let any_false: Vec<_> = (0..QUAD).map(|k| format!(" | !({})", truth(k))).collect();
    let any_false = format!("        vyre_wrong = vyre_wrong{};\n", any_false.concat());
    let mut counted = String::new();
    for lane in 0..QUAD {
        counted += &format!(
            "        let vyre_column{lane} = vyre_quad * {QUAD}u + {lane}u;
        let vyre_case{lane} = vyre_row * vyre_rows.len + vyre_column{lane} - vyre_rows.low;
        let vyre_bad{lane} = !({}) & (vyre_column{lane} < vyre_rows.len)
            & (vyre_case{lane} < vyre_rows.count);
        failures += u32(vyre_bad{lane});
        first = min(first, select(0xffffffffu, vyre_case{lane}, vyre_bad{lane}));
",
            truth(lane)
        );
    }
    rows::shader(declarations, &values, |each_row| {
        format!(
            "    var vyre_wrong = false;
{}    if vyre_wrong {{
    var failures = 0u;
    var first = 0xffffffffu;
{}    if failures != 0u {{
        atomicAdd(&vyre_tally[vyre_rows.slot].failures, failures);
        atomicMin(&vyre_tally[vyre_rows.slot].first, first);
    }}
    }}
",
            each_row(&any_false),
            each_row(&counted)
        )
    })
}

/// The steps that the comparison reads from buffers: those in the condition that are not constants.
pub(super) fn compared(plan: &LawPlan<'_>) -> Vec<StepId> {
    let mut steps = plan.compared();
    steps.retain(|step| !matches!(plan.steps[*step].0, LawStep::Constant(_)));
    steps
}

fn truth(plan: &LawPlan<'_>, condition: &Condition, value: &dyn Fn(&StepId) -> String) -> String {
    let join = |cs: &[Condition], with: &str, empty: &str| {
        if cs.is_empty() {
            empty.to_owned()
        } else {
            cs.iter()
                .map(|c| format!("({})", truth(plan, c, value)))
                .collect::<Vec<_>>()
                .join(with)
        }
    };
    if let Condition::Equal(l, r) | Condition::AtMost(l, r) = condition
        && let Some(format) = plan.steps[*l].1.float()
    {
        let name = match condition {
            Condition::Equal(..) => "vyre_same_float",
            _ => "vyre_float_at_most",
        };
        let (sign, greatest) = (format.sign(), format.greatest());
        return format!("{name}({}, {}, {sign}u, {greatest}u)", value(l), value(r));
    }
    match condition {
        Condition::Equal(l, r) if plan.steps[*l].1.words() > 1 => {
            format!("all({} == {})", value(l), value(r))
        }
        Condition::Equal(l, r) => format!("{} == {}", value(l), value(r)),
        Condition::AtMost(l, r) if plan.steps[*l].1 == ValueType::U64 => {
            format!("vyre_at_most_u64({}, {})", value(l), value(r))
        }
        Condition::AtMost(l, r) => format!("{} <= {}", value(l), value(r)),
        Condition::All(cs) => join(cs, " & ", "true"),
        Condition::Any(cs) => join(cs, " | ", "false"),
        Condition::Implies(p, q) => {
            format!("!({}) | ({})", truth(plan, p, value), truth(plan, q, value))
        }
        Condition::ExactlyOne(cs) => {
            let ones: Vec<_> = cs
                .iter()
                .map(|c| format!("select(0u, 1u, {})", truth(plan, c, value)))
                .collect();
            format!("({}) == 1u", ones.join(" + "))
        }
    }
}

/// Name of the function in [`sum_functions`].
pub(super) const SUM: &str = "vyre_sum";

/// The wrapping sum of two values of a type, as an op: terms such as `f(a) + g(a)` are computed on the device like any
/// other application.
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

/// A shader that copies words, to measure bandwidth.
pub(super) fn copy_shader() -> String {
    lower::op_shader(
        "fn vyre_copy(a: vec4<u32>) -> vec4<u32> { return a; }",
        "vyre_copy",
        &vyre_conform_runtime::registry::Signature {
            operands: &[ValueType::Vec4U32],
            result: ValueType::Vec4U32,
        },
        &[OperandSource::Storage],
        shader::WORKGROUP,
        shader::PER_INVOCATION,
    )
}
