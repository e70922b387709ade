//! Flow-sensitive facts about divisors: a divisor that cannot be 0, or -1 if signed. In
//! `if b == 0 { 0 } else { a / b }` the divisor is not 0.
//!
//! A test of a local holds in the branch that the test selects, after a diverging branch, in the body
//! of a `while b != 0`, on the right side of `b != 0 &&`, and in the arms of a `match` after that of 0;
//! there until the first statement that assigns the local. A `let` or an assignment transfers the facts
//! of its value: `let d = b | 1;`. Relations between locals are not tracked: `b - c` after `if b != c`
//! is unknown.

use super::Translator;
use super::excluded::{NUMBERS, Number, spans};
use super::syntax::{assigns, compound, contains, has_effect, name, stmt_contains};
use crate::model::bare;
use proc_macro2::TokenStream;
use syn::{BinOp, Expr, Pat, Stmt};

/// The fact that a local differs from a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exclusion {
    pub(super) local: u32,
    pub(super) number: Number,
}

/// A predicate on expressions.
type Predicate<'a> = &'a dyn Fn(&Expr) -> bool;

impl Translator<'_> {
    /// The facts about a local initialised with this expression.
    pub(super) fn known_of(&self, local: u32, value: &Expr) -> Vec<Exclusion> {
        if assigns(value) {
            return Vec::new();
        }
        let numbers = NUMBERS.into_iter();
        let numbers = numbers.filter(|number| self.excludes(value, *number, &[]));
        numbers.map(|number| Exclusion { local, number }).collect()
    }

    /// The additional facts after a statement that assigns a local.
    pub(super) fn known_behind(&self, stmt: &Stmt) -> Vec<Exclusion> {
        let Stmt::Expr(expr, _) = stmt else {
            return Vec::new();
        };
        let local = |target: &Expr| self.scope.find(name(target)?);
        match bare(expr) {
            Expr::Assign(assign) => match local(&assign.left) {
                Some(local) => self.known_of(local, &assign.right),
                None => Vec::new(),
            },
            // A set bit stays set.
            Expr::Binary(set) if matches!(set.op, BinOp::BitOrAssign(_)) => {
                let entry = local(&set.left).map(|local| self.known_of(local, &set.right));
                let entry = entry.unwrap_or_default().into_iter();
                entry.filter(|entry| entry.number == 0).collect()
            }
            // `if b == 0 { b = 1; }`
            Expr::If(branch) if branch.else_branch.is_none() => {
                let [stmt] = &branch.then_branch.stmts[..] else {
                    return Vec::new();
                };
                let otherwise = self.excluded_where(&branch.cond, false);
                let assigned = self.known_behind(stmt).into_iter();
                assigned.filter(|one| otherwise.contains(one)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The facts in an arm of a `match` on this value, and after it, by the pattern of the arm.
    pub(super) fn known_by_pattern(&self, pattern: &Pat) -> [Vec<Number>; 2] {
        let Some(spans) = spans(pattern) else {
            return [Vec::new(), Vec::new()];
        };
        let is_in = |number: &Number| spans.iter().any(|span| span.contains(number));
        let (behind, here) = NUMBERS.into_iter().partition(is_in);
        [here, behind]
    }

    /// Translates a branch under these facts.
    pub(super) fn knowing(
        &mut self,
        exclusions: Vec<Exclusion>,
        branch: Option<&Expr>,
        translate: impl FnOnce(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let before = self.excluded.clone();
        self.excluded.extend(exclusions);
        // A block drops facts statement by statement; any other expression has no statements.
        if let Some(branch) = branch
            && !matches!(branch, Expr::Block(_))
        {
            self.forget_where(&|what| contains(branch, what));
        }
        let translated = translate(self);
        self.excluded = before;
        translated
    }

    /// Drops facts about the locals that a statement assigns anywhere.
    pub(super) fn forget_assigned(&mut self, stmt: &Stmt) {
        self.forget_where(&|what| stmt_contains(stmt, what));
    }

    fn forget_where(&mut self, meets: &dyn Fn(Predicate<'_>) -> bool) {
        let scope = &self.scope;
        self.excluded.retain(|exclusions| {
            let is_local =
                |e: &Expr| name(e).is_some_and(|n| scope.find(n) == Some(exclusions.local));
            !meets(&|e| match e {
                Expr::Assign(assign) => contains(&assign.left, &is_local),
                Expr::Binary(binary) => compound(&binary.op).is_some() && is_local(&binary.left),
                _ => false,
            })
        });
    }

    /// The operator for the runtime: a division by a nonzero divisor has a separate name, and so has a
    /// signed one that cannot overflow either.
    pub(super) fn describe(
        &self,
        operator: &'static str,
        left: &Expr,
        right: &Expr,
    ) -> &'static str {
        if !self.is_tested(right) {
            return operator;
        }
        let total = self.is_signed(left, right) && self.cannot_overflow(left, right);
        match (operator, total) {
            ("div", true) => "div_total",
            ("div", false) => "div_nonzero",
            ("rem", true) => "rem_total",
            ("rem", false) => "rem_nonzero",
            (other, _) => other,
        }
    }
}

/// True if a statement assigns once, after evaluating everything in it: `(a, b) = (b, a % b);`.
pub(super) fn assigns_last(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Expr(Expr::Assign(assign), _) => {
            !has_effect(&assign.right) && !has_effect(&assign.left)
        }
        Stmt::Expr(Expr::Binary(binary), _) => {
            compound(&binary.op).is_some()
                && !has_effect(&binary.right)
                && !has_effect(&binary.left)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::stages;
    use proc_macro2::TokenStream;

    /// The number of divisions in a body that are recognised as having a nonzero divisor; `None` if the
    /// body is refused.
    fn guarded(types: &str, body: &str) -> Option<usize> {
        let item = format!("fn f({types}) -> u32 {{ {body} }}");
        let item: TokenStream = item.parse().expect("tokens");
        let output = stages::helper(TokenStream::new(), item).to_string();
        let refused = output.contains("compile_error");
        (!refused).then(|| output.matches("_nonzero\"").count())
    }

    /// Oracle: Rust's semantics, by hand: the divisor cannot be 0 where the division is reached.
    #[test]
    fn a_division_behind_a_test_of_its_divisor_is_understood() {
        let fine = [
            "if b == 0 { 0 } else { a / b }",
            "if b != 0 { a % b } else { 0 }",
            "if 0 < b { a / b } else { 0 }",
            "if !(b == 0) { a / b } else { 0 }",
            "if b == 0 { return 0; } a / b",
            "if a == 1 { 0 } else if b == 0 { 7 } else { a / b }",
            "if b != 0 && a / b > 2 { 1 } else { 0 }",
            "if b == 0 || a % b == 0 { 1 } else { 0 }",
            "if b == 0 || a == 0 { 0 } else { a / b }",
            "match b { 0 => 0, _ => a / b }",
            "match b { 0 | 1 => a, 2 => 1, _ => a / b }",
            "let mut x = a; let mut y = b; while y != 0 { bound!(48); (x, y) = (y, x % y); } x",
            "let mut x = a; if b != 0 { x /= b; } x",
            "if b == 0 { 0 } else { let c = a; { let b = 0; let _ = b; } c / b }",
            "if b > 5 { a / b } else { 0 }",
            "if b < 3 { 0 } else { a / b }",
            "if b > a { a / b } else { 0 }",
            "if b == 7 { a / b } else { 0 }",
            "match b { 0 => 0, d => a / d }",
            "match a ^ b { 0 => 0, d => a / d }",
            "match b { 1..=9 => a / b, _ => 0 }",
            "match b { 0..3 => 0, _ => a % b }",
            "a / (b | 1)",
            "a % (1 << (b & 31))",
            "a / b.max(1)",
            "a / b.saturating_add(1)",
            "let d = if b == 0 { 1 } else { b }; a / d",
            "let d = match b { 0 => 1, x => x }; a / d",
            "let d = if b == 0 { return 7; } else { b }; a % d",
            "let d = b | 8; let e = d; a / e",
            "let mut d = b; if d == 0 { d = 3; } a / d",
            "let mut d = b; d |= 1; a / d",
            "let mut d = b; d = d | 4; a / d",
            "a / { b | 1 }",
            "(a as u64 / (b as u64 | 1)) as u32",
            "if b != 0 { (7u64 / b as u64) as u32 } else { 0 }",
        ];
        for body in fine {
            assert_eq!(guarded("a: u32, b: u32", body), Some(1), "{body}");
        }
    }

    /// Oracle: the same: each of these can divide by 0, or i32::MIN by -1.
    #[test]
    fn unguarded_division_is_refused() {
        let wrong = [
            "if a == 0 { 0 } else { a / b }",
            "if b == 0 { a / b } else { 0 }",
            "if b == 1 { 0 } else { a / b }",
            "if b == 0 { 0 } else { a / (b ^ 1) }",
            "if b == 0 && a == 0 { 0 } else { a / b }",
            "if b != 0 || a / b == 1 { 1 } else { 0 }",
            "if b != 0 { 1 } else { 0 }; a / b",
            "if b == 0 { let _ = 0; } a / b",
            "let mut c = b; if c == 0 { 0 } else { c = 0; a / c }",
            "let mut c = b; if c == 0 { return 0; } c = a; a / c",
            "let mut c = b; if c == 0 { 0 } else { let d = { c = 0; 1 }; d ^ a / c }",
            "let mut c = b; if c == 0 { 0 } else if { c = 0; true } { a / c } else { 1 }",
            "let mut c = b; if c == 0 { 0 } else { if a == 1 { c = 0; } a / c }",
            "let mut c = b; match c { 0 => 0, _ => { c = a; 1 } ^ a / c }",
            "let mut c = b; if c == 0 { 0 } else { while c < 9 { bound!(3); let _ = a / c; c = 0; } 1 }",
            "if b == 0 { 0 } else { let b = a; a / b }",
            "match b { 1 => 0, _ => a / b }",
            "match a { 0 => 0, _ => a / b }",
            "if b < 5 { a / b } else { 0 }",
            "if b >= 0 { a / b } else { 0 }",
            "match b { 1 => 0, d => a / d }",
            "match b { d => a / d }",
            "match b { 1..=9 => 0, _ => a / b }",
            "match b { 0..=9 => a / b, _ => 0 }",
            "a / (b & 1)",
            "a / (b ^ 1)",
            "a / b.min(1)",
            "a / b.wrapping_add(1)",
            "let d = if b == 0 { b } else { 1 }; a / d",
            "let d = if b == 0 { 1 } else { a }; a / d",
            "let d = match b { 1 => 1, x => x }; a / d",
            "let d = if let Some(b) = a.checked_sub(1) { b } else { 1 }; a / d",
            "if b == 0 { return 0; } let d = if let Some(b) = a.checked_sub(1) { b } else { 1 }; a / d",
            "if b == 0 { return 0; } let d = match a.checked_sub(1) { Some(b) => b, None => 1 }; a / d",
            "if b == 0 { return 0; } let d = { let b = a; b }; a / d",
            "let mut d = b | 1; d = a; a / d",
            "let mut d = b | 1; d &= 2; a / d",
            "let mut d = 1; while d < 9 { bound!(9); let _ = a / d; d = b; } 1",
            "let mut d = b; if d == 1 { d = 3; } a / d",
            "let mut d = b; if a == 0 { d = 3; } a / d",
            "let (c, d) = (b | 1, b); let _ = c; a / d",
            "(a as u64 / ((b as u64 | 1) << 32) as u32 as u64) as u32",
        ];
        for body in wrong {
            assert_eq!(guarded("a: u32, b: u32", body), None, "{body}");
        }
        let signed = "if b == 0 { 0 } else { (a / b) as u32 }";
        assert_eq!(guarded("a: i32, b: i32", signed), None);
        assert_eq!(guarded("a: u32, b: u32", signed), Some(1));
    }

    /// Oracle: the same for signed numbers: the divisor is neither 0 nor -1, or the dividend is not the least number.
    #[test]
    fn a_signed_division_is_total_where_minus_one_is_excluded_too() {
        let signed = |body: &str| guarded("a: i32, b: i32", &format!("({{ {body} }}) as u32"));
        let total = [
            "if b > 0 { a / b } else { 0 }",
            "if b < -1 { a % b } else { 0 }",
            "if b == 0 || b == -1 { 0 } else { a / b }",
            "match b { 0 | -1 => 0, _ => a / b }",
            "match b { -1..=0 => 0, d => a / d }",
            "a / b.max(2)",
            "let d = if b > 3 { b } else { 3 }; a % d",
            "if b == 0 { 0 } else { 100 / b }",
        ];
        for body in total {
            assert_eq!(signed(body), Some(0), "{body}");
        }
        let partial = [
            "if b == 0 { 0 } else { a / b }",
            "if b != -1 { a / b } else { 0 }",
            "if b > -1 { a / b } else { 0 }",
            "match b { 0 => 0, d => a / d }",
            "a / (b | 1)",
            "a / b.max(0)",
            "a / b.saturating_add(1)",
            "if b > a { a / b } else { 0 }",
            "if b == 0 { 0 } else { i32::MIN / b }",
            "if b == 0 { 0 } else { -2147483648 / b }",
        ];
        for body in partial {
            assert_eq!(signed(body), None, "{body}");
        }
    }
}
