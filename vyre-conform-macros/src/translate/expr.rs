//! Expressions: one arm per kind, the larger ones in separate files.

use super::Translator;
use super::syntax::{OTHER_WIDTHS, compound, is_float_type, is_untyped_integer, name};
use crate::messages;
use crate::model::unwrap_type;
use crate::text::source;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprCast, ExprField, ExprPath, Lit, LitInt, Member, Type};

/// The remedy for an `Option` that is made.
pub(super) const MADE: &str = "return a tuple `(found, value)` instead";

impl Translator<'_> {
    /// An expression, in the order in which Rust evaluates it.
    pub(super) fn expr(&mut self, expr: &Expr) -> TokenStream {
        if self.wanted.is_some() && !passes_expected_type_on(expr) {
            return self.wanting(None, |t| t.expr(expr));
        }
        let before = self.operand;
        self.operand = [before[1], has_operands(expr)];
        let translated = self.one(expr);
        self.operand = before;
        translated
    }

    fn one(&mut self, expr: &Expr) -> TokenStream {
        if let Some(refused) = self.wrapped(expr) {
            return refused;
        }
        let p = self.private.clone();
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Lit(lit) => self.literal(&lit.lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Cast(cast) => self.cast(cast),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            Expr::Tuple(tuple) => {
                let elements = self.exprs(&tuple.elems);
                quote!(#p::Ast::Tuple(&[#(#elements),*]))
            }
            Expr::Array(array) => {
                let elements = self.exprs(&array.elems);
                quote!(#p::Ast::Array(&[#(#elements),*]))
            }
            Expr::Repeat(repeat) => {
                let element = self.expr(&repeat.expr);
                let length = &repeat.len;
                quote!(#p::Ast::Repeat(&#element, #length))
            }
            Expr::Field(field) => self.field(field),
            Expr::Index(index) => {
                if let Some(refused) = self.slice(index) {
                    return refused;
                }
                self.cost.add(2);
                let base = self.expr(&index.expr);
                let of_index = Some("usize".to_owned());
                let index = self.wanting(of_index, |t| t.expr(&index.index));
                quote!(#p::Ast::Index(&#base, &#index))
            }
            Expr::If(branch) => self.if_(branch),
            Expr::Match(choice) => self.match_(choice),
            Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            Expr::Return(return_) => {
                let result = Some(self.result.clone());
                let value = self.wanting(result, |t| t.or_unit(return_.expr.as_deref()));
                quote!(#p::Ast::Return(&#value))
            }
            Expr::Break(break_) => self.break_(break_),
            Expr::Continue(continue_) => self.continue_(continue_),
            Expr::Assign(assign) => self.assign(assign),
            Expr::While(while_) => self.while_(while_),
            Expr::Loop(loop_) => self.loop_(loop_),
            Expr::ForLoop(for_) => self.for_(for_),
            Expr::Macro(macro_) => self.macro_(&macro_.mac),
            other => self.outside(other),
        }
    }

    fn field(&mut self, field: &ExprField) -> TokenStream {
        let p = self.private.clone();
        match &field.member {
            Member::Unnamed(index) => {
                let (base, index) = (self.expr(&field.base), index.index as usize);
                quote!(#p::Ast::Field(&#base, #index))
            }
            Member::Named(name) => {
                let constant = name.unraw().to_string().to_uppercase();
                let args = [&*constant, &name.to_string()];
                self.refuse(name, &messages::FIELD, &args)
            }
        }
    }

    pub(super) fn exprs<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
    ) -> Vec<TokenStream> {
        let before = std::mem::take(&mut self.operand);
        let translated = exprs.into_iter().map(|expr| self.expr(expr)).collect();
        self.operand = before;
        translated
    }

    /// Refuses expressions outside the kernel subset, with suggestions.
    fn outside(&self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Block(block) => self.refuse(&block.label, &messages::LABEL, &[]),
            Expr::Closure(closure) => self.refuse(closure, &messages::CLOSURE, &[]),
            Expr::Reference(reference) => self.refuse(reference, &messages::REFERENCES, &[]),
            Expr::RawAddr(address) => self.refuse(address, &messages::REFERENCES, &[]),
            Expr::Struct(literal) => self.refuse(literal, &messages::STRUCTS, &[]),
            Expr::Try(question) => self.refuse(question, &messages::TRY, &[]),
            Expr::Unsafe(block) => self.refuse(block, &messages::UNSAFE_BLOCK, &[]),
            Expr::Async(block) => self.refuse(block, &messages::ASYNC_BLOCK, &[]),
            Expr::Await(await_) => self.refuse(await_, &messages::ASYNC_BLOCK, &[]),
            Expr::Range(range) => {
                let hint = "compare with both ends: `lo <= x && x < hi`";
                self.refuse(range, &messages::RANGE, &[hint])
            }
            Expr::Let(let_) => self.refuse(let_, &messages::LET_CONDITION, &[]),
            other => self.refuse(other, &messages::OUTSIDE, &[]),
        }
    }

    pub(super) fn literal(&mut self, lit: &Lit) -> TokenStream {
        let p = &self.private;
        match lit {
            Lit::Bool(value) => {
                let bits = u64::from(value.value);
                quote!(#p::Ast::Literal(#p::Primitive::Bool, #bits))
            }
            Lit::Int(int) => self.integer(int, false),
            Lit::Float(_) => self.refuse(lit, &messages::FLOAT, &[&source(lit)]),
            Lit::Byte(byte) => {
                let number = byte.value().to_string();
                self.refuse(lit, &messages::CHARACTER, &[&source(lit), &number])
            }
            Lit::Char(character) => {
                let number = u32::from(character.value()).to_string();
                self.refuse(lit, &messages::CHARACTER, &[&source(lit), &number])
            }
            _ => self.refuse(lit, &messages::TEXT, &[&source(lit)]),
        }
    }

    /// An integer literal, with its sign if it has one.
    pub(super) fn integer(&self, int: &LitInt, negative: bool) -> TokenStream {
        let p = &self.private;
        let value: i128 = match int.base10_parse() {
            Ok(value) => value,
            Err(error) => {
                self.syntax(error);
                0
            }
        };
        let value = if negative { -value } else { value };
        let primitive = match int.suffix() {
            "" => {
                let value = Literal::i128_unsuffixed(value);
                return quote!(#p::Ast::Int(#value));
            }
            "u32" => quote!(U32),
            "i32" => quote!(I32),
            "u64" => quote!(U64),
            "usize" => quote!(Usize),
            other => return self.refuse(int, &messages::LITERAL_TYPE, &[other]),
        };
        // Rustc reports a literal out of its type's range in the function itself.
        let bits = if int.suffix() == "u64" {
            value as u64
        } else {
            u64::from(value as u32)
        };
        quote!(#p::Ast::Literal(#p::Primitive::#primitive, #bits))
    }

    fn path(&mut self, path: &ExprPath) -> TokenStream {
        let p = &self.private;
        if path.qself.is_none()
            && let Some(ident) = path.path.get_ident()
        {
            if let Some(id) = self.scope.find(ident) {
                return quote!(#p::Ast::Local(#id));
            }
            if ident == "None" {
                return self.refuse(ident, &messages::OPTION, &[MADE]);
            }
        }
        self.constant(path)
    }

    /// A constant by its path.
    pub(super) fn constant(&self, path: impl ToTokens) -> TokenStream {
        let p = &self.private;
        let text = source(&path);
        // The compiler points here if the constant has no type of the kernel subset.
        let at = Span::mixed_site().located_at(path.span());
        let reference = quote_spanned!(at=> &#path);
        quote!(#p::Ast::Constant(#text, #reference))
    }

    fn cast(&mut self, cast: &ExprCast) -> TokenStream {
        let p = self.private.clone();
        self.cost.add(1);
        let ty = &cast.ty;
        if let Type::Path(path) = unwrap_type(ty) {
            let text = source(path);
            if is_float_type(&text) {
                return self.refuse(ty, &messages::FLOAT, &[&text]);
            }
            if let "u128" | "i128" = &*text {
                return self.refuse(ty, &messages::WIDE_TYPE, &[&text]);
            }
            if OTHER_WIDTHS.contains(&&*text) {
                return self.refuse(ty, &messages::LITERAL_TYPE, &[&text]);
            }
        }
        // An untyped literal takes the type of the cast, and rustc knows its value.
        if is_untyped_integer(&cast.expr) {
            let text = source(cast);
            return quote!(#p::Ast::Constant(#text, &(#cast)));
        }
        // Untyped literals in it preferably have this type.
        let value = self.wanting(Some(source(ty)), |t| t.expr(&cast.expr));
        quote!(#p::Ast::Cast(<#ty as #p::HostPrimitive>::PRIMITIVE, &#value))
    }

    /// The local that an expression refers to.
    pub(super) fn place(&self, expr: &Expr) -> Option<u32> {
        self.scope.find(name(expr)?)
    }
}

/// True if the expected type of an expression also applies to its operands, or if the expression
/// handles it itself.
fn passes_expected_type_on(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Paren(_)
            | Expr::Group(_)
            | Expr::Lit(_)
            | Expr::Path(_)
            | Expr::Unary(_)
            | Expr::Binary(_)
            | Expr::MethodCall(_)
    )
}

/// True for an expression whose parts bind less tightly than it only in parentheses.
fn has_operands(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(binary) => compound(&binary.op).is_none(),
        expr => matches!(
            expr,
            Expr::Cast(_) | Expr::Field(_) | Expr::Index(_) | Expr::MethodCall(_) | Expr::Unary(_)
        ),
    }
}
