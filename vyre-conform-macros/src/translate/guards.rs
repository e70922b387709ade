//! What the author has asked already: `if b == 0 { 0 } else { a / b }` divides by no 0.
//!
//! A local is known not to be 0 in the branch that a test of it leads to, behind a branch that leaves, in the body of a
//! `while b != 0`, on the right side of `b != 0 &&`, and in the arms of a `match` behind that of 0; there until the
//! first statement that assigns it. Only names are followed: `b - c` after `if b != c` is not understood.

use super::Translator;
use super::syntax::{compound, contains, has_effect, integer, name, stmt_contains};
use crate::model::bare;
use proc_macro2::TokenStream;
use syn::{BinOp, Expr, Pat, Stmt, UnOp};

/// Whether an expression is one that is looked for.
type Meets<'a> = &'a dyn Fn(&Expr) -> bool;

impl Translator<'_> {
    /// The locals that are not 0 where a condition holds, or where it does not.
    pub(super) fn nonzero_where(&self, condition: &Expr, holds: bool) -> Vec<u32> {
        let mut found = Vec::new();
        // A condition that assigns may change what it asked before.
        if !has_effect(condition) {
            self.collect(condition, holds, &mut found);
        }
        found
    }

    fn collect(&self, condition: &Expr, holds: bool, found: &mut Vec<u32>) {
        match bare(condition) {
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                self.collect(&not.expr, !holds, found);
            }
            Expr::Binary(both) => {
                let (left, right) = (&both.left, &both.right);
                match (&both.op, holds) {
                    (BinOp::And(_), true) | (BinOp::Or(_), false) => {
                        self.collect(left, holds, found);
                        self.collect(right, holds, found);
                    }
                    (BinOp::Eq(_), false) | (BinOp::Ne(_), true) => {
                        let local = self.against(left, right, 0);
                        found.extend(local.or_else(|| self.against(right, left, 0)));
                    }
                    // Of a signed one as well: what is more than 0 is not 0.
                    (BinOp::Gt(_), true) | (BinOp::Le(_), false) => {
                        found.extend(self.against(left, right, 0));
                    }
                    (BinOp::Lt(_), true) | (BinOp::Ge(_), false) => {
                        found.extend(self.against(right, left, 0));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The local that `side` is, where the other side is this number.
    fn against(&self, side: &Expr, other: &Expr, number: i128) -> Option<u32> {
        let is_number = integer(other) == Some(number);
        is_number.then(|| self.scope.find(name(side)?)).flatten()
    }

    /// The local that is not 0 in the arms behind one with this pattern.
    pub(super) fn nonzero_behind(&self, value: &Expr, pattern: &Pat) -> Option<u32> {
        fn has_zero(pattern: &Pat) -> bool {
            match pattern {
                Pat::Lit(lit) => integer(&Expr::Lit(lit.clone())) == Some(0),
                Pat::Paren(inner) => has_zero(&inner.pat),
                Pat::Or(or) => or.cases.iter().any(has_zero),
                _ => false,
            }
        }
        has_zero(pattern)
            .then(|| self.scope.find(name(value)?))
            .flatten()
    }

    /// Translates a branch in which these locals are not 0.
    pub(super) fn knowing(
        &mut self,
        nonzero: Vec<u32>,
        branch: Option<&Expr>,
        translate: impl FnOnce(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let before = self.nonzero.clone();
        self.nonzero.extend(nonzero);
        // The statements of a block forget one by one; another expression has no place between them.
        if let Some(branch) = branch
            && !matches!(branch, Expr::Block(_))
        {
            self.forget_where(&|what| contains(branch, what));
        }
        let translated = translate(self);
        self.nonzero = before;
        translated
    }

    /// Forgets the locals that a statement assigns, anywhere inside it.
    pub(super) fn forget_assigned(&mut self, stmt: &Stmt) {
        self.forget_where(&|what| stmt_contains(stmt, what));
    }

    fn forget_where(&mut self, has: &dyn Fn(Meets<'_>) -> bool) {
        let scope = &self.scope;
        self.nonzero.retain(|local| {
            let is_local = |e: &Expr| name(e).is_some_and(|n| scope.find(n) == Some(*local));
            !has(&|e| match e {
                Expr::Assign(assign) => contains(&assign.left, &is_local),
                Expr::Binary(binary) => compound(&binary.op).is_some() && is_local(&binary.left),
                _ => false,
            })
        });
    }

    /// Whether a divisor is a local that was asked for 0.
    pub(super) fn is_nonzero(&self, divisor: &Expr) -> bool {
        let local = name(divisor).and_then(|name| self.scope.find(name));
        local.is_some_and(|local| self.nonzero.contains(&local))
    }

    /// The operator as the runtime gets it: a division by what is not 0 has a name of its own.
    pub(super) fn told(&self, operator: &'static str, right: &Expr) -> &'static str {
        match operator {
            "div" if self.is_nonzero(right) => "div_nonzero",
            "rem" if self.is_nonzero(right) => "rem_nonzero",
            other => other,
        }
    }
}

/// Whether a statement assigns once, after everything in it was evaluated: `(a, b) = (b, a % b);`.
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

    /// Whether a body is accepted, and how many divisions in it are recognised as being by what is not 0.
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
        ];
        for body in fine {
            assert_eq!(guarded("a: u32, b: u32", body), Some(1), "{body}");
        }
    }

    /// Oracle: the same: each of these can divide by 0, or i32::MIN by -1.
    #[test]
    fn a_division_that_the_test_does_not_cover_is_refused() {
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
            "let mut c = b; if c == 0 { 0 } else { while c > 1 { bound!(3); let _ = a / c; c = 0; } 1 }",
            "if b == 0 { 0 } else { let b = a; a / b }",
            "match b { 1 => 0, _ => a / b }",
            "match a { 0 => 0, _ => a / b }",
        ];
        for body in wrong {
            assert_eq!(guarded("a: u32, b: u32", body), None, "{body}");
        }
        let signed = "if b == 0 { 0 } else { (a / b) as u32 }";
        assert_eq!(guarded("a: i32, b: i32", signed), None);
        assert_eq!(guarded("a: u32, b: u32", signed), Some(1));
    }
}
