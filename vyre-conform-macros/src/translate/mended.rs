//! Code for suggestions, made from the author's: operations refused because they may panic are in total
//! form.

use super::Translator;
use super::operators::{operand_text, sign_of};
use crate::model::bare;
use crate::text::source;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, UnOp};

impl Translator<'_> {
    /// An expression as text, with panicking operations in total form.
    pub(super) fn text(&self, expr: &Expr) -> String {
        source(bare(&self.mended(bare(expr))))
    }

    /// The text as an operand of a comparison or the receiver of a method.
    pub(super) fn operand(&self, expr: &Expr) -> String {
        operand_text(&self.mended(expr))
    }

    /// Suggested code in parentheses if the refused code is an operand, and this would not be one.
    pub(super) fn fitting(&self, code: &str) -> String {
        let is_operand = |expr: &Expr| {
            matches!(expr, Expr::Paren(_)) || operand_text(expr) == source(bare(expr))
        };
        match syn::parse_str::<Expr>(code) {
            Ok(expr) if self.operand[0] && !is_operand(&expr) => format!("({code})"),
            _ => code.to_owned(),
        }
    }

    /// An expression in which every operator and method that may panic has its total form.
    pub(super) fn mended(&self, expr: &Expr) -> Expr {
        let mut mended = expr.clone();
        match &mut mended {
            Expr::Binary(binary) => {
                let total = sign_of(&binary.op).and_then(|(name, sign)| {
                    self.total_form(name, sign, &binary.left, &binary.right)
                });
                if let Some(total) = total {
                    return code(&total.form, expr.span()).unwrap_or_else(|| expr.clone());
                }
                *binary.left = self.mended(&binary.left);
                *binary.right = self.mended(&binary.right);
            }
            Expr::Unary(unary) => {
                let is_minus = matches!(unary.op, UnOp::Neg(_));
                let is_number =
                    matches!(bare(&unary.expr), Expr::Lit(lit) if matches!(lit.lit, Lit::Int(_)));
                if is_minus && !is_number {
                    let form = format!("{}.wrapping_neg()", self.operand(&unary.expr));
                    return code(&form, expr.span()).unwrap_or_else(|| expr.clone());
                }
                *unary.expr = self.mended(&unary.expr);
            }
            Expr::MethodCall(call) => {
                let arguments: Vec<&Expr> = call.args.iter().collect();
                let method = call.method.to_string();
                if let Some(form) = self.remedy(&method, &call.receiver, &arguments) {
                    return code(&form, expr.span()).unwrap_or_else(|| expr.clone());
                }
                *call.receiver = self.receiving(&call.receiver);
                self.mend_each(&mut call.args);
            }
            Expr::Call(call) => self.mend_each(&mut call.args),
            Expr::Tuple(tuple) => self.mend_each(&mut tuple.elems),
            Expr::Array(array) => self.mend_each(&mut array.elems),
            Expr::Paren(inner) => *inner.expr = self.mended(&inner.expr),
            Expr::Group(inner) => *inner.expr = self.mended(&inner.expr),
            Expr::Cast(cast) => *cast.expr = self.mended(&cast.expr),
            Expr::Field(field) => *field.base = self.mended(&field.base),
            Expr::Index(index) => {
                *index.expr = self.mended(&index.expr);
                *index.index = self.mended(&index.index);
            }
            _ => {}
        }
        mended
    }

    /// The receiver of a method, without redundant parentheses.
    fn receiving(&self, receiver: &Expr) -> Expr {
        let mended = self.mended(receiver);
        let plain = bare(&mended);
        match plain {
            Expr::MethodCall(_) | Expr::Path(_) | Expr::Call(_) => plain.clone(),
            _ => mended,
        }
    }

    fn mend_each(&self, exprs: &mut Punctuated<Expr, syn::Token![,]>) {
        for expr in exprs {
            *expr = self.mended(expr);
        }
    }
}

/// Parses suggested code as an expression at this place; its names resolve as they do there.
pub(super) fn code(text: &str, at: Span) -> Option<Expr> {
    let parsed = |text: &str| {
        let tokens: TokenStream = text.parse().ok()?;
        syn::parse2(spanned(tokens, at)).ok()
    };
    match parsed(text)? {
        plain @ (Expr::MethodCall(_) | Expr::Path(_) | Expr::Lit(_)) => Some(plain),
        _ => parsed(&format!("({text})")),
    }
}

fn spanned(tokens: TokenStream, at: Span) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inside = spanned(group.stream(), at);
            let mut group = Group::new(group.delimiter(), inside);
            group.set_span(at);
            TokenTree::Group(group)
        }
        mut token => {
            token.set_span(at);
            token
        }
    });
    each.collect()
}
