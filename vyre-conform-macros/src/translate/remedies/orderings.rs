//! Replacements for comparisons by `cmp`, and for checked methods that the kernel subset lacks.

use super::super::Translator;
use super::others::{quoted, without_reference};
use crate::model::bare;
use syn::Expr;

/// Tests of an `Ordering` and their operators.
const TESTS: [(&str, &str); 6] = [
    ("is_eq", "=="),
    ("is_ge", ">="),
    ("is_gt", ">"),
    ("is_le", "<="),
    ("is_lt", "<"),
    ("is_ne", "!="),
];

impl Translator<'_> {
    /// `a.cmp(&b)` and `a.cmp(&b).is_lt()`; `a.checked_pow(b)` and the like.
    pub(super) fn of_ordering(
        &self,
        method: &str,
        receiver: &Expr,
        arguments: &[&Expr],
    ) -> Option<String> {
        if let Some((_, sign)) = TESTS.iter().find(|(name, _)| *name == method)
            && let Expr::MethodCall(call) = bare(receiver)
            && let "cmp" | "partial_cmp" = call.method.to_string().as_str()
        {
            let other = self.operand(without_reference(call.args.first()?));
            let form = format!("{} {sign} {other}", self.operand(&call.receiver));
            return Some(format!("write `{}`", self.fitting(&form)));
        }
        let value = self.operand(receiver);
        let remedy = |name: &str| self.remedy(name, receiver, arguments);
        let behind = |name: &str, test: String| {
            let form = quoted(&remedy(name)?);
            Some(format!("write {form}, behind a test `{test}`"))
        };
        Some(match method {
            "cmp" | "partial_cmp" => {
                let other = self.operand(without_reference(arguments.first()?));
                format!(
                    "compare by operators: `if {value} < {other} {{ .. }} else if {value} == {other} {{ .. }} \
                     else {{ .. }}`"
                )
            }
            "checked_ilog2" => behind("ilog2", format!("{value} > 0"))?,
            "checked_ilog10" => behind("ilog10", format!("{value} > 0"))?,
            "checked_next_power_of_two" => behind(
                "next_power_of_two",
                format!("{value} <= 1 << {}", self.most_amount(receiver)),
            )?,
            "checked_pow" | "saturating_pow" | "overflowing_pow" => {
                let multiply = method.replace("pow", "mul");
                format!(
                    "multiply in a loop, `while n != 0 {{ bound!(32); ..; n = n.wrapping_sub(1); }}`, by `{multiply}` \
                     (`use vyre_conform_runtime::bound;`)"
                )
            }
            "ilog" => match self.text(arguments.first()?).as_str() {
                "2" => format!("write {}", quoted(&self.fitting(&remedy("ilog2")?))),
                "10" => format!("write {}", quoted(&self.fitting(&remedy("ilog10")?))),
                _ => return None,
            },
            _ => return None,
        })
    }
}
