//! `switch`: one condition per case. Cases are mutually exclusive, so the conditions are in sequence
//! instead of nested.

use super::Translator;
use super::calls::{Breakable, Flag};
use super::statements::{SpannedStatement, Tail};
use naga::{Expression, Handle, SwitchCase, SwitchValue};
use vyre_conform_ir::{BinaryOp, Expr, Type, UnaryOp};

/// Cases with one body.
struct Arm<'a> {
    values: Vec<Expr>,
    has_default: bool,
    body: Vec<SpannedStatement<'a>>,
}

impl<'a> Translator<'a> {
    /// Translates `switch` into conditions, one per case.
    pub(super) fn switch(
        &mut self,
        selector: Handle<Expression>,
        cases: &'a [SwitchCase],
        tail: Tail,
    ) {
        let selector = self.data(selector).leaf();
        let selector = self.draft.bind("selector", selector);
        let span = self.draft.span;
        let at = self.draft.len();
        let local = self.draft.declare("left", Type::Bool, None);
        let flag = Flag {
            local,
            is_used: false,
        };
        self.frame().breakables.push(Breakable::Switch(flag));
        let inside = Tail {
            breaks: true,
            ..tail
        };
        let arms = arms(cases);
        let chosen = |values: &[Expr]| {
            let equal = values
                .iter()
                .map(|value| Expr::binary(BinaryOp::Eq, selector.clone(), value.clone()));
            any(equal.collect())
        };
        for arm in &arms {
            let condition = if arm.has_default {
                let others = arms.iter().filter(|arm| !arm.has_default);
                let others: Vec<Expr> = others.flat_map(|arm| arm.values.clone()).collect();
                Expr::unary(UnaryOp::Not, chosen(&others))
            } else {
                chosen(&arm.values)
            };
            self.draft.open();
            self.statements(&arm.body, inside);
            let then = self.draft.close();
            self.draft.span = span;
            self.draft.condition(condition, then, vec![]);
        }
        if let Some(Breakable::Switch(flag)) = self.frame().breakables.pop()
            && !flag.is_used
        {
            self.draft.remove(at);
        }
    }
}

/// The cases, grouped by body. A body that falls through is continued by the next one.
fn arms<'a>(cases: &'a [SwitchCase]) -> Vec<Arm<'a>> {
    let mut arms: Vec<Arm<'a>> = vec![];
    let (mut values, mut has_default) = (vec![], false);
    for (k, case) in cases.iter().enumerate() {
        match case.value {
            SwitchValue::I32(value) => values.push(Expr::i32(value)),
            SwitchValue::U32(value) => values.push(Expr::u32(value)),
            SwitchValue::Default => has_default = true,
        }
        if case.fall_through && case.body.is_empty() {
            continue;
        }
        let mut body: Vec<SpannedStatement<'a>> = vec![];
        for case in &cases[k..] {
            body.extend(case.body.span_iter());
            if !case.fall_through {
                break;
            }
        }
        let values = std::mem::take(&mut values);
        let has_default = std::mem::take(&mut has_default);
        arms.push(Arm {
            values,
            has_default,
            body,
        });
    }
    arms
}

/// The disjunction of many conditions, as a balanced tree.
fn any(mut conditions: Vec<Expr>) -> Expr {
    while conditions.len() > 1 {
        let pairs = conditions.chunks(2).map(|pair| match pair {
            [a, b] => Expr::binary(BinaryOp::Or, a.clone(), b.clone()),
            rest => rest[0].clone(),
        });
        conditions = pairs.collect();
    }
    conditions.pop().unwrap_or_else(|| Expr::bool(false))
}
