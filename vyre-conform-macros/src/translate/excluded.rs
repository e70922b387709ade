//! Numbers that an expression cannot equal, by its syntax and by facts about its locals.

use super::Translator;
use super::guards::Exclusion;
use super::syntax::{contains, diverges, has_effect, integer, name};
use crate::model::bare;
use std::ops::RangeInclusive;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprMatch, ExprMethodCall, Pat, RangeLimits, Stmt, UnOp,
};

/// The value of an integer.
pub(super) type Number = i128;

/// The divisors for which a division is not total: 0, and -1 if it is signed.
pub(super) const NUMBERS: [Number; 2] = [0, -1];

/// Methods whose result is 0 exactly if their receiver is.
const ZERO_PRESERVING: [&str; 7] = [
    "reverse_bits",
    "rotate_left",
    "rotate_right",
    "swap_bytes",
    "unsigned_abs",
    "wrapping_abs",
    "wrapping_neg",
];

impl Translator<'_> {
    /// The facts implied by a condition, or by its negation.
    pub(super) fn excluded_where(&self, condition: &Expr, holds: bool) -> Vec<Exclusion> {
        let mut exclusions = Vec::new();
        // A condition that assigns may change what it tested before.
        if !has_effect(condition) {
            self.collect(condition, holds, &mut exclusions);
        }
        exclusions
    }

    fn collect(&self, condition: &Expr, holds: bool, exclusions: &mut Vec<Exclusion>) {
        match bare(condition) {
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                self.collect(&not.expr, !holds, exclusions);
            }
            Expr::Binary(both) => match (&both.op, holds) {
                (BinOp::And(_), true) | (BinOp::Or(_), false) => {
                    self.collect(&both.left, holds, exclusions);
                    self.collect(&both.right, holds, exclusions);
                }
                _ => self.compared(both, holds, exclusions),
            },
            _ => {}
        }
    }

    /// The facts that a comparison implies about the locals on its sides.
    fn compared(&self, binary: &ExprBinary, holds: bool, exclusions: &mut Vec<Exclusion>) {
        let Some(relation) = Relation::from_operator(&binary.op) else {
            return;
        };
        let relation = if holds { relation } else { relation.negated() };
        let (left, right) = (&*binary.left, &*binary.right);
        for (side, relation, other) in [(left, relation, right), (right, relation.mirrored(), left)]
        {
            let Some(local) = name(side).and_then(|name| self.scope.find(name)) else {
                continue;
            };
            let of_number = integer(other);
            let numbers = NUMBERS.into_iter().filter(|number| match of_number {
                Some(other) => !relation.holds(*number, other),
                // A number greater than an unsigned number is greater than 0.
                None => *number == 0 && relation == Relation::More && self.is_unsigned(side),
            });
            exclusions.extend(numbers.map(|number| Exclusion { local, number }));
        }
    }

    /// True if an expression cannot equal this number; `exclusions` are additional facts.
    pub(super) fn excludes(&self, expr: &Expr, number: Number, exclusions: &[Exclusion]) -> bool {
        if let Some(value) = integer(expr) {
            return value != number;
        }
        match bare(expr) {
            Expr::Path(_) => {
                let local = name(expr).and_then(|name| self.scope.find(name));
                local.is_some_and(|local| {
                    let fact = Exclusion { local, number };
                    exclusions.contains(&fact) || self.excluded.contains(&fact)
                })
            }
            Expr::Binary(binary) => number == 0 && self.keeps_bit(binary, exclusions),
            Expr::MethodCall(call) => self.method_excludes(call, number, exclusions),
            Expr::Cast(cast) => {
                // A type of the same or greater width keeps every bit.
                let target = crate::text::source(&cast.ty);
                let narrow = || matches!(self.own_type(&cast.expr).as_deref(), Some("u32" | "i32"));
                let keeps = target == "u64" || (matches!(&*target, "u32" | "i32") && narrow());
                number == 0 && keeps && self.excludes(&cast.expr, number, exclusions)
            }
            Expr::Block(block) if block.label.is_none() => {
                self.block_excludes(&block.block, number, exclusions)
            }
            Expr::If(branch) => {
                let Some((_, otherwise)) = &branch.else_branch else {
                    return false;
                };
                // A binding of a pattern may hide a local.
                if contains(&branch.cond, &|e| matches!(e, Expr::Let(_))) {
                    return false;
                }
                let with = |holds| [exclusions, &self.excluded_where(&branch.cond, holds)].concat();
                self.block_excludes(&branch.then_branch, number, &with(true))
                    && self.branch_excludes(otherwise, number, &with(false))
            }
            Expr::Match(choice) => self.match_excludes(choice, number, exclusions),
            _ => false,
        }
    }

    /// True if a bit of an operator's result is set, so that it is not 0.
    fn keeps_bit(&self, binary: &ExprBinary, exclusions: &[Exclusion]) -> bool {
        let is_nonzero = |side: &Expr| self.excludes(side, 0, exclusions);
        match binary.op {
            BinOp::BitOr(_) => is_nonzero(&binary.left) || is_nonzero(&binary.right),
            // The lowest bit is not shifted out by any amount below the width.
            BinOp::Shl(_) => integer(&binary.left) == Some(1),
            _ => false,
        }
    }

    fn method_excludes(
        &self,
        call: &ExprMethodCall,
        number: Number,
        exclusions: &[Exclusion],
    ) -> bool {
        let method = call.method.to_string();
        let argument = call.args.first();
        let is_positive = |e: &Expr| integer(e).is_some_and(|value| value > 0);
        match (&*method, argument) {
            ("max", Some(other)) => {
                let by_sign = || {
                    let unsigned = self.is_unsigned(&call.receiver) || self.is_unsigned(other);
                    let either = [&call.receiver, other];
                    let mut either = either.into_iter();
                    number == 0 && unsigned && either.any(|e| self.excludes(e, 0, exclusions))
                };
                is_positive(&call.receiver) || is_positive(other) || by_sign()
            }
            ("saturating_add", Some(other)) => {
                number == 0 && is_positive(other) && self.is_unsigned(&call.receiver)
            }
            ("wrapping_shl", Some(_)) => number == 0 && integer(&call.receiver) == Some(1),
            (method, _) if ZERO_PRESERVING.contains(&method) => {
                number == 0 && self.excludes(&call.receiver, 0, exclusions)
            }
            _ => false,
        }
    }

    /// Blocks with statements are not examined: they may hide a name.
    fn block_excludes(&self, block: &Block, number: Number, exclusions: &[Exclusion]) -> bool {
        match &block.stmts[..] {
            [Stmt::Expr(value, None)] => self.branch_excludes(value, number, exclusions),
            [Stmt::Expr(leaves, Some(_))] => diverges(leaves),
            _ => false,
        }
    }

    /// True if a branch excludes the number or diverges.
    fn branch_excludes(&self, value: &Expr, number: Number, exclusions: &[Exclusion]) -> bool {
        diverges(value) || self.excludes(value, number, exclusions)
    }

    fn match_excludes(&self, choice: &ExprMatch, number: Number, exclusions: &[Exclusion]) -> bool {
        let matched = name(&choice.expr).and_then(|name| self.scope.find(name));
        let mut behind: Vec<Number> = NUMBERS
            .into_iter()
            .filter(|number| self.excludes(&choice.expr, *number, exclusions))
            .collect();
        for arm in &choice.arms {
            let [here, then] = self.known_by_pattern(&arm.pat);
            let of_arm = [&behind[..], &here].concat();
            let of_local = of_arm.iter().filter_map(|number| {
                let number = *number;
                matched.map(|local| Exclusion { local, number })
            });
            let exclusions = [exclusions, &of_local.collect::<Vec<_>>()].concat();
            let excludes = match bound(&arm.pat) {
                // The arm's binding hides another local of its name.
                Some(bound) if name(&arm.body) == Some(bound) => of_arm.contains(&number),
                Some(_) => {
                    integer(&arm.body).is_some_and(|value| value != number) || diverges(&arm.body)
                }
                None => {
                    binds_nothing(&arm.pat) && self.branch_excludes(&arm.body, number, &exclusions)
                }
            };
            if !excludes {
                return false;
            }
            behind.extend(then);
        }
        !choice.arms.is_empty()
    }

    /// True if a divisor is known not to be 0, other than by being a literal.
    pub(super) fn is_tested(&self, divisor: &Expr) -> bool {
        integer(divisor).is_none() && self.excludes(divisor, 0, &[])
    }

    /// True if a division of the least signed number by -1 is impossible here.
    pub(super) fn cannot_overflow(&self, left: &Expr, right: &Expr) -> bool {
        let min = Number::from(i32::MIN);
        self.excludes(right, -1, &[]) || integer(left).is_some_and(|value| value != min)
    }

    fn is_unsigned(&self, expr: &Expr) -> bool {
        matches!(
            self.own_type(expr).as_deref(),
            Some("u32" | "u64" | "usize")
        )
    }
}

/// The relation of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Same,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Relation {
    fn from_operator(op: &BinOp) -> Option<Self> {
        Some(match op {
            BinOp::Eq(_) => Self::Same,
            BinOp::Ne(_) => Self::Other,
            BinOp::Lt(_) => Self::Less,
            BinOp::Le(_) => Self::AtMost,
            BinOp::Gt(_) => Self::More,
            BinOp::Ge(_) => Self::AtLeast,
            _ => return None,
        })
    }

    /// The complementary relation.
    fn negated(self) -> Self {
        match self {
            Self::Same => Self::Other,
            Self::Other => Self::Same,
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::More,
            Self::More => Self::AtMost,
            Self::AtLeast => Self::Less,
        }
    }

    /// The relation with the sides exchanged.
    fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            same => same,
        }
    }

    fn holds(self, left: Number, right: Number) -> bool {
        match self {
            Self::Same => left == right,
            Self::Other => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// The numbers that a pattern of literals matches.
pub(super) fn spans(pattern: &Pat) -> Option<Vec<RangeInclusive<Number>>> {
    match pattern {
        Pat::Lit(lit) => {
            let number = integer(&Expr::Lit(lit.clone()))?;
            Some(vec![number..=number])
        }
        Pat::Paren(inner) => spans(&inner.pat),
        Pat::Or(or) => {
            let each = or.cases.iter().map(spans);
            Some(each.collect::<Option<Vec<_>>>()?.concat())
        }
        Pat::Range(range) => {
            let (first, end) = (range.start.as_deref()?, range.end.as_deref()?);
            let open = matches!(range.limits, RangeLimits::HalfOpen(_));
            Some(vec![integer(first)?..=integer(end)? - Number::from(open)])
        }
        _ => None,
    }
}

/// True if a pattern consists of values, or matches everything.
fn binds_nothing(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) => true,
        Pat::Ident(_) => bound(pattern).is_none(),
        Pat::Paren(inner) => binds_nothing(&inner.pat),
        Pat::Or(or) => or.cases.iter().all(binds_nothing),
        _ => false,
    }
}

/// The name that a pattern binds.
pub(super) fn bound(pattern: &Pat) -> Option<&syn::Ident> {
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() && !super::patterns::is_constant(&name.ident) => {
            Some(&name.ident)
        }
        Pat::Paren(inner) => bound(&inner.pat),
        _ => None,
    }
}
