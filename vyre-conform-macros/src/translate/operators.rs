//! Operators: total ones by name; those that may panic are refused with the total spelling.

use super::Translator;
use super::syntax::{compound, contains, has_foreign_integer_type, integer, is_float, name};
use crate::messages::{self, Message};
use crate::model::bare;
use crate::text::source;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{BinOp, Expr, ExprBinary, ExprUnary, Lit, UnOp};

impl Translator<'_> {
    pub(super) fn unary(&mut self, unary: &ExprUnary) -> TokenStream {
        let p = self.private.clone();
        self.cost.add(1);
        match (&unary.op, bare(&unary.expr)) {
            (UnOp::Not(_), _) => {
                let operand = self.expr(&unary.expr);
                quote!(#p::Ast::Unary("not", &#operand))
            }
            (UnOp::Neg(_), Expr::Lit(lit)) => match &lit.lit {
                Lit::Int(int) => self.integer(int, true),
                other => self.literal(other),
            },
            (UnOp::Neg(minus), operand) => {
                let form = format!("{}.wrapping_neg()", self.operand(operand));
                self.refuse(minus, &messages::NEGATION, &[&form])
            }
            // What makes the reference may be refused itself.
            (UnOp::Deref(_), operand @ (Expr::MethodCall(_) | Expr::Call(_))) => {
                let before = self.errors.count();
                let translated = self.expr(operand);
                if self.errors.count() > before {
                    return translated;
                }
                self.refuse(unary, &messages::REFERENCES, &[])
            }
            _ => self.refuse(unary, &messages::REFERENCES, &[]),
        }
    }

    pub(super) fn binary(&mut self, binary: &ExprBinary) -> TokenStream {
        if compound(&binary.op).is_some() {
            return self.compound(binary);
        }
        let p = self.private.clone();
        self.cost.add(1);
        let Some((name, sign)) = sign_of(&binary.op) else {
            return self.refuse(binary, &messages::OUTSIDE, &[]);
        };
        let (left, right) = (&*binary.left, &*binary.right);
        if let Some(total) = self.total_form(name, sign, left, right) {
            self.refuse_partial(&binary.op, &total.fitting(self));
        }
        if let Some(refused) = self.compared_with_none(binary) {
            return refused;
        }
        let name = self.describe(name, left, right);
        // The right side of `&&` and `||` runs only if the left one does not decide.
        let exclusions = match name {
            "land" => self.excluded_where(left, true),
            "lor" => self.excluded_where(left, false),
            _ => Vec::new(),
        };
        let [of_left, of_right] = self.operand_types(&binary.op, left, right);
        let left = self.wanting(of_left, |t| t.expr(left));
        let right = self.wanting(of_right, |t| {
            t.knowing(exclusions, Some(right), |t| t.expr(right))
        });
        quote!(#p::Ast::Binary(#name, &#left, &#right))
    }

    /// Refuses `o == None`.
    fn compared_with_none(&self, binary: &ExprBinary) -> Option<TokenStream> {
        let is_none = |e: &Expr| name(e).is_some_and(|name| name == "None");
        let option = match (is_none(&binary.left), is_none(&binary.right)) {
            (true, false) => &binary.right,
            (false, true) => &binary.left,
            _ => return None,
        };
        let method = match binary.op {
            BinOp::Eq(_) => "is_none",
            BinOp::Ne(_) => "is_some",
            _ => return None,
        };
        let form = format!("write `{}.{method}()`", self.operand(option));
        Some(self.refuse(binary, &messages::OPTION, &[&form]))
    }

    /// Refuses an operator that may panic.
    pub(super) fn refuse_partial(&self, at: &BinOp, total: &Replacement) {
        let args: Vec<&str> = total.args.iter().map(String::as_str).collect();
        self.refuse(at, total.message, &args);
    }
}

/// The name of an operator without assignment, and its sign.
pub(super) fn sign_of(op: &BinOp) -> Option<(&'static str, &'static str)> {
    Some(match op {
        BinOp::Add(_) => ("add", "+"),
        BinOp::Sub(_) => ("sub", "-"),
        BinOp::Mul(_) => ("mul", "*"),
        BinOp::Div(_) => ("div", "/"),
        BinOp::Rem(_) => ("rem", "%"),
        BinOp::BitAnd(_) => ("and", "&"),
        BinOp::BitOr(_) => ("or", "|"),
        BinOp::BitXor(_) => ("xor", "^"),
        BinOp::And(_) => ("land", "&&"),
        BinOp::Or(_) => ("lor", "||"),
        BinOp::Shl(_) => ("shl", "<<"),
        BinOp::Shr(_) => ("shr", ">>"),
        BinOp::Eq(_) => ("eq", "=="),
        BinOp::Ne(_) => ("ne", "!="),
        BinOp::Lt(_) => ("lt", "<"),
        BinOp::Le(_) => ("le", "<="),
        BinOp::Gt(_) => ("gt", ">"),
        BinOp::Ge(_) => ("ge", ">="),
        _ => return None,
    })
}

/// The replacement for an operator that may panic.
pub(super) struct Replacement {
    /// The message and its arguments.
    message: &'static Message,
    args: Vec<String>,
    /// The total form, as an expression.
    pub(super) form: String,
}

impl Total {
    /// The same for an operand, in parentheses if it needs them.
    fn fitting(mut self, translator: &Translator<'_>) -> Self {
        let form = translator.fitting(&self.form);
        for arg in &mut self.args {
            if *arg == self.form {
                arg.clone_from(&form);
            }
        }
        self.form = form;
        self
    }

    /// The same for a compound assignment to this target.
    pub(super) fn assigning(mut self, target: &str) -> Self {
        let form = format!("{target} = {}", self.form);
        for arg in &mut self.args {
            if *arg == self.form {
                arg.clone_from(&form);
            }
        }
        if let Some(sign) = self.args.first_mut() {
            sign.push('=');
        }
        self.form = form;
        self
    }
}

impl Translator<'_> {
    /// The total spelling of an operator, unless these operands cannot make it panic.
    pub(super) fn total_form(
        &self,
        name: &str,
        sign: &str,
        left: &Expr,
        right: &Expr,
    ) -> Option<Replacement> {
        // A float and a wider integer have none of these spellings, and are refused separately.
        let other = |e: &Expr| is_float(e) || has_foreign_integer_type(e);
        if contains(left, &other) || contains(right, &other) {
            return None;
        }
        let like = (!matches!(name, "shl" | "shr")).then_some(right);
        let call = |method: &str| {
            let receiver = self.receiver(left, like);
            format!("{receiver}.{method}({})", self.text(right))
        };
        let sign = sign.to_owned();
        match name {
            "add" | "sub" | "mul" => {
                let form = call(&format!("wrapping_{name}"));
                Some(Replacement {
                    message: &messages::OVERFLOW,
                    args: vec![sign, form.clone()],
                    form,
                })
            }
            "div" | "rem" => self.partial_division(&sign, left, right, &call),
            "shl" | "shr" if !is_bounded_amount(right) => {
                let form = call(&format!("wrapping_{name}"));
                let max = self.most_amount(left);
                Some(Replacement {
                    message: &messages::SHIFT,
                    args: vec![sign, form.clone(), self.operand(right), max],
                    form,
                })
            }
            _ => None,
        }
    }

    /// The replacement for a partial division.
    fn partial_division(
        &self,
        sign: &str,
        left: &Expr,
        right: &Expr,
        call: &dyn Fn(&str) -> String,
    ) -> Option<Replacement> {
        // The runtime knows its value, and refuses 0 and an overflowing -1; rustc refuses 0 in the
        // function itself.
        if self.is_named_constant(right) {
            return None;
        }
        let is_quotient = sign == "/";
        let method = if is_quotient {
            "checked_div"
        } else {
            "checked_rem"
        };
        let checked = |otherwise: &str| {
            let call = call(method);
            format!("if let Some(q) = {call} {{ q }} else {{ {otherwise} }}")
        };
        let signed = self.is_signed(left, right);
        let (dividend, divisor) = (self.text(left), self.text(right));
        let total = |message, args: &[&str], form: String| {
            let mut args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
            args.insert(0, sign.to_owned());
            args.push(form.clone());
            Some(Replacement {
                message,
                args,
                form,
            })
        };
        match integer(right) {
            Some(0) => total(&messages::DIVISION_BY_ZERO, &[], "0".to_owned()),
            Some(-1) => {
                let negated = if is_quotient {
                    format!("{}.wrapping_neg()", self.receiver(left, None))
                } else {
                    "0".to_owned()
                };
                total(&messages::DIVISION_BY_MINUS_ONE, &[&dividend], negated)
            }
            Some(_) => None,
            None if !self.is_tested(right) => total(&messages::DIVISION, &[], checked("0")),
            // If only the runtime knows the type, it refuses an i32.
            None if signed && !self.cannot_overflow(left, right) => {
                // The quotient of the least number and -1 wraps to that number, and the remainder is 0.
                let form = if is_quotient {
                    checked(&dividend)
                } else {
                    checked("0")
                };
                total(&messages::SIGNED_DIVISION, &[&dividend, &divisor], form)
            }
            None => None,
        }
    }

    /// True if an expression names a constant rather than a local in capitals.
    fn is_named_constant(&self, e: &Expr) -> bool {
        let Expr::Path(path) = bare(e) else {
            return false;
        };
        let local = name(e).and_then(|name| self.scope.find(name));
        is_constant(path) && local.is_none()
    }

    /// The largest shift amount of a value, as text.
    pub(super) fn most_amount(&self, value: &Expr) -> String {
        let ty = self.own_type(value).unwrap_or_else(|| self.wanted_type());
        if ty == "u64" { "63" } else { "31" }.to_owned()
    }
}

/// True if a shift amount is a literal, a constant, or masked by one; only the runtime's `elaborate`
/// knows the width.
fn is_bounded_amount(amount: &Expr) -> bool {
    match bare(amount) {
        Expr::Lit(_) => true,
        Expr::Path(path) => is_constant(path),
        Expr::Cast(cast) => is_bounded_amount(&cast.expr),
        Expr::Binary(binary) => {
            let bounded = |e: &Expr| match bare(e) {
                Expr::Lit(_) => true,
                Expr::Path(path) => is_constant(path),
                _ => false,
            };
            match binary.op {
                BinOp::BitAnd(_) => bounded(&binary.left) || bounded(&binary.right),
                BinOp::Rem(_) => bounded(&binary.right),
                _ => false,
            }
        }
        _ => false,
    }
}

/// True if a path is a constant: `N`, `u32::BITS`; a variable has lower-case letters.
pub(super) fn is_constant(path: &syn::ExprPath) -> bool {
    path.path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
    })
}

/// An operand as the receiver of a method.
pub(super) fn operand_text(operand: &Expr) -> String {
    let operand = bare(operand);
    match operand {
        Expr::Path(_)
        | Expr::Lit(_)
        | Expr::MethodCall(_)
        | Expr::Call(_)
        | Expr::Index(_)
        | Expr::Field(_) => source(operand),
        _ => format!("({})", source(operand)),
    }
}

#[cfg(test)]
mod tests {
    use crate::stages;
    use proc_macro2::TokenStream;

    /// True if a body of two operands is refused for a division.
    fn is_refused(body: &str) -> bool {
        let item = format!("fn f(a: u32, b: u32) -> u32 {{ {body} }}");
        let item: TokenStream = item.parse().expect("tokens");
        let output = stages::helper(TokenStream::new(), item).to_string();
        let refused = output.contains("compile_error");
        assert_eq!(refused, output.contains("the divisor is 0"), "{output}");
        refused
    }

    /// Oracle: docs/spec/kernel-subset.md, by hand: a constant is a valid divisor; a local and a
    /// computed value are not, whatever their names.
    #[test]
    fn constant_is_a_valid_divisor_and_shadowing_local_is_not() {
        for body in [
            "a / 3",
            "a % MODULUS",
            "a / (MODULUS)",
            "a / u32::BITS",
            "a % crate::field::P",
            "const M: u32 = 5; a % M",
            "let mut c = a; c %= MODULUS; c /= MODULUS; c",
            "let M = a; { const M: u32 = 3; b / M }",
        ] {
            assert!(!is_refused(body), "{body}");
        }
        for body in [
            "a / b",
            "let M = b; a % M",
            "let mut c = a; let M = b; c %= M; c",
            "{ const M: u32 = 3; } let M = b; a / M",
            "a / (MODULUS ^ b)",
            "a % modulus",
            "a / TABLE[0]",
            "a % self::modulus()",
        ] {
            assert!(is_refused(body), "{body}");
        }
    }
}
