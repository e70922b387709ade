//! Operators: total ones by name, those that can panic refused with the total spelling.

use super::Translator;
use super::syntax::{compound, contains, integer, is_float, is_of_another_width, name};
use crate::messages;
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
                let form = format!("{}.wrapping_neg()", operand_text(operand));
                self.refuse(minus, &messages::NEGATION, &[&form])
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
        let (name, sign) = match binary.op {
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
            _ => return self.refuse(binary, &messages::OUTSIDE, &[]),
        };
        let (left, right) = (&*binary.left, &*binary.right);
        let total = match self.total_form(name, left, right) {
            None => None,
            Some(Total::Method(form)) => Some((&messages::OVERFLOW, vec![sign.to_owned(), form])),
            Some(Total::Checked(form)) => Some((&messages::DIVISION, vec![sign.to_owned(), form])),
            Some(Total::Shift(form)) => Some((
                &messages::SHIFT,
                vec![
                    sign.to_owned(),
                    form,
                    source(bare(right)),
                    self.most_amount(left),
                ],
            )),
        };
        if let Some((message, args)) = total {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            self.refuse(binary.op, message, &args);
        }
        let name = self.told(name, right);
        // The right side of `&&` and `||` runs only where the left one does not decide.
        let known = match name {
            "land" => self.nonzero_where(left, true),
            "lor" => self.nonzero_where(left, false),
            _ => Vec::new(),
        };
        let [of_left, of_right] = self.operand_types(&binary.op, left, right);
        let left = self.wanting(of_left, |t| t.expr(left));
        let right = self.wanting(of_right, |t| {
            t.knowing(known, Some(right), |t| t.expr(right))
        });
        quote!(#p::Ast::Binary(#name, &#left, &#right))
    }
}

/// What to write for an operator that Rust would panic on.
pub(super) enum Total {
    Method(String),
    Checked(String),
    Shift(String),
}

impl Translator<'_> {
    /// The total spelling of an operator, unless these operands cannot make it panic.
    pub(super) fn total_form(&self, name: &str, left: &Expr, right: &Expr) -> Option<Total> {
        // A float and a wider integer have none of these spellings, and are refused themselves.
        let other = |e: &Expr| is_float(e) || is_of_another_width(e);
        if contains(left, &other) || contains(right, &other) {
            return None;
        }
        let like = (!matches!(name, "shl" | "shr")).then_some(right);
        let receiver = self.receiver(left, like);
        let call = |method: &str| format!("{receiver}.{method}({})", source(bare(right)));
        match name {
            "add" | "sub" | "mul" => Some(Total::Method(call(&format!("wrapping_{name}")))),
            // Where the type is known to the runtime alone, the runtime refuses an i32: -1 divides its least integer
            // into an overflow.
            "div" | "rem" if self.is_nonzero(right) && !self.is_signed(left, right) => None,
            // The runtime knows its value, and refuses 0 and the -1 that overflows; rustc refuses 0 in the function itself.
            "div" | "rem" if self.is_named_constant(right) => None,
            "div" | "rem" if integer(right).is_none_or(|d| d == 0 || d == -1) => {
                Some(Total::Checked(call(&format!("checked_{name}"))))
            }
            "shl" | "shr" if !is_bounded_amount(right) => {
                Some(Total::Shift(call(&format!("wrapping_{name}"))))
            }
            _ => None,
        }
    }

    /// Whether an expression names a constant, and no local that is written like one.
    fn is_named_constant(&self, e: &Expr) -> bool {
        let Expr::Path(path) = bare(e) else {
            return false;
        };
        let local = name(e).and_then(|name| self.scope.find(name));
        is_constant(path) && local.is_none()
    }

    /// The largest amount by which a value is shifted, as text.
    pub(super) fn most_amount(&self, value: &Expr) -> String {
        let ty = self.own_type(value).unwrap_or_else(|| self.wanted_type());
        if ty == "u64" { "63" } else { "31" }.to_owned()
    }
}

/// Whether a shift amount is a literal, a constant, or masked by one; the width is known to the
/// runtime's `elaborate` only.
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

/// Whether a path is a constant: `N`, `u32::BITS`; a variable has lower-case letters.
fn is_constant(path: &syn::ExprPath) -> bool {
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

    /// Whether a body of two operands is refused for a division.
    fn is_refused(body: &str) -> bool {
        let item = format!("fn f(a: u32, b: u32) -> u32 {{ {body} }}");
        let item: TokenStream = item.parse().expect("tokens");
        let output = stages::helper(TokenStream::new(), item).to_string();
        let refused = output.contains("compile_error");
        assert_eq!(refused, output.contains("the divisor is 0"), "{output}");
        refused
    }

    /// Oracle: docs/kernel-subset.md, by hand: a constant is a divisor, a local and what is computed are not, whatever they
    /// are called.
    #[test]
    fn a_constant_is_a_divisor_and_a_local_of_its_name_is_none() {
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
