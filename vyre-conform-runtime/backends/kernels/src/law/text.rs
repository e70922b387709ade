//! The kernels of a law apart from those of its ops: sums of two columns, and counts of the cases in which the
//! condition is false.

use std::fmt::Write;
use vyre_conform_lower_c::Dialect;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::law::plan::{Condition, LawPlan, StepId};

/// The kernel of a wrapping sum. Arguments: two pointers, one to the results, number of cases.
pub(super) const SUM: &str = "vyre_sum";

/// The comparing kernel. Arguments: a pointer for each step that the condition reads, in order; the tallies (number of
/// false cases and the first one); index of this round's tally; number of cases.
pub(super) const COMPARE: &str = "vyre_compare";

/// Sums of this type; lanes wrap separately, and a Bool has one bit.
pub(super) fn sum(ty: ValueType, dialect: Dialect) -> String {
    let storage = dialect.storage();
    let mut out = format!(
        "{}\n{}void {SUM}(const {storage}u32 *l, const {storage}u32 *r, {storage}u32 *sums, u64 cases) {{\n    {} {{\n",
        dialect.prologue(),
        dialect.kernel(),
        dialect.for_each_case()
    );
    match ty {
        ValueType::U64 => {
            out += "        const u32 low = l[n * 2] + r[n * 2];\n        \
                    sums[n * 2 + 1] = l[n * 2 + 1] + r[n * 2 + 1] + (low < l[n * 2] ? 1u : 0u);\n        \
                    sums[n * 2] = low;\n";
        }
        _ => {
            let (words, operator) = (ty.words(), if ty == ValueType::Bool { '^' } else { '+' });
            for lane in 0..words {
                let element = format!("[n * {words} + {lane}]");
                let _ = writeln!(
                    out,
                    "        sums{element} = l{element} {operator} r{element};"
                );
            }
        }
    }
    out + "    }\n}\n"
}

/// The condition of a plan over integers.
pub(super) fn compare(plan: &LawPlan<'_>, dialect: Dialect) -> String {
    let storage = dialect.storage();
    let (add, min) = match dialect {
        Dialect::Cuda => ("atomicAdd", "atomicMin"),
        _ => ("atomic_add", "atomic_min"),
    };
    let steps = plan.compared().into_iter();
    let params = steps.map(|step| format!("const {storage}u32 *t_{step}, "));
    let params: String = params.collect();
    format!(
        "{}\n{}void {COMPARE}({params}{storage}u32 *tallies, u64 slot, u64 cases) {{\n    {} {{\n        \
         if (!({})) {{\n            \
         {add}(&tallies[slot * 2], 1u);\n            \
         {min}(&tallies[slot * 2 + 1], (u32)n);\n        }}\n    }}\n}}\n",
        dialect.prologue(),
        dialect.kernel(),
        dialect.for_each_case(),
        condition(plan, &plan.condition)
    )
}

fn condition(plan: &LawPlan<'_>, subject: &Condition) -> String {
    let word = |step: StepId, word: usize| {
        format!("t_{step}[n * {} + {word}]", plan.steps[step].1.words())
    };
    let joined = |parts: &[Condition], with: &str, none: &str| match parts {
        [] => none.to_owned(),
        _ => {
            let parts = parts.iter().map(|part| condition(plan, part));
            format!("({})", parts.collect::<Vec<_>>().join(with))
        }
    };
    match subject {
        Condition::Equal(l, r) => {
            let words = (0..plan.steps[*l].1.words())
                .map(|lane| format!("{} == {}", word(*l, lane), word(*r, lane)));
            format!("({})", words.collect::<Vec<_>>().join(" && "))
        }
        Condition::AtMost(l, r) => match plan.steps[*l].1 {
            ValueType::I32 => format!("((i32){} <= (i32){})", word(*l, 0), word(*r, 0)),
            ValueType::U64 => format!(
                "({lh} < {rh} || ({lh} == {rh} && {ll} <= {rl}))",
                lh = word(*l, 1),
                rh = word(*r, 1),
                ll = word(*l, 0),
                rl = word(*r, 0)
            ),
            _ => format!("({} <= {})", word(*l, 0), word(*r, 0)),
        },
        Condition::All(parts) => joined(parts, " && ", "1"),
        Condition::Any(parts) => joined(parts, " || ", "0"),
        Condition::Implies(p, q) => {
            format!("(!{} || {})", condition(plan, p), condition(plan, q))
        }
        Condition::ExactlyOne(parts) => {
            let parts = parts
                .iter()
                .map(|part| format!("({} ? 1u : 0u)", condition(plan, part)));
            let parts: Vec<String> = parts.collect();
            format!("({} == 1u)", parts.join(" + "))
        }
    }
}
