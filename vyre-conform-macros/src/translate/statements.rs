//! Blocks and their statements.

use super::Translator;
use super::guards::assigns_last;
use super::syntax::{OTHER_WIDTHS, block_diverges, diverges, is_float_type, is_unit};
use crate::messages;
use crate::model::{bare, unwrap_type};
use crate::text::source;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Block, Expr, Item, ItemConst, Local, Pat, PatSlice, PatTuple, Stmt, Type};

impl Translator<'_> {
    /// A block as an expression.
    pub(super) fn block(&mut self, block: &Block) -> TokenStream {
        self.statements(&block.stmts, block_diverges(block), &[])
    }

    /// Statements as a block; `after` are translated statements that follow them.
    pub(super) fn statements(
        &mut self,
        stmts: &[Stmt],
        diverges_: bool,
        after: &[TokenStream],
    ) -> TokenStream {
        let p = self.private.clone();
        let mark = self.scope.enter();
        let constants: Vec<_> = stmts.iter().filter_map(constant_item).collect();
        for item in &constants {
            self.scope.constant(&item.ident);
        }
        self.cost.open();
        let mut out = Vec::new();
        let mut value = quote!(::core::option::Option::None);
        let before = self.excluded.clone();
        for (k, stmt) in stmts.iter().enumerate() {
            let last = k + 1 == stmts.len();
            let behind = self.known_behind(stmt);
            if !assigns_last(stmt) {
                self.forget_assigned(stmt);
            }
            match stmt {
                Stmt::Local(local) => self.local(local, &mut out),
                Stmt::Item(Item::Const(item)) => self.constant_type(item),
                Stmt::Item(item) => {
                    self.refuse(item, &messages::ITEM, &[place_of(item)]);
                }
                Stmt::Macro(stmt) => {
                    self.macro_(&stmt.mac);
                }
                Stmt::Expr(expr, semicolon) => {
                    let translated = self.at(expr);
                    let is_value = semicolon.is_none() && last && after.is_empty();
                    if is_value && !is_unit(expr) && !diverges(expr) {
                        value = quote!(::core::option::Option::Some(&#translated));
                    } else {
                        out.push(quote!(#p::Statement::Do(#translated)));
                    }
                    self.forget_assigned(stmt);
                    self.excluded.extend(behind);
                    self.exclude_left(expr);
                }
            }
        }
        out.extend_from_slice(after);
        self.excluded = before;
        self.scope.leave(mark);
        let block = quote! {
            #p::Ast::Block { statements: &[#(#out),*], value: #value, diverges: #diverges_ }
        };
        if constants.is_empty() {
            self.cost.merge();
            return block;
        }
        // The emitted code uses the constants of the block, so they are emitted around it.
        self.cost.close(|inner| quote!({ #(#constants)* #inner }));
        quote!({ #(#constants)* #block })
    }

    /// Refuses `let [x, y] = v;`.
    fn refuse_elements(&self, slice: &PatSlice, init: Option<&Expr>) -> TokenStream {
        let form = elements_of(slice, init.map(|init| self.operand(init)));
        self.refuse(slice, &messages::ARRAY_PATTERN, &[&form])
    }

    /// Refuses a constant of a type that is not a value of a kernel.
    fn constant_type(&self, item: &ItemConst) {
        self.written_type(&item.ty);
        if let "&str" | "&'static str" | "String" = &*source(&item.ty) {
            self.refuse(&item.expr, &messages::TEXT, &[&source(&item.expr)]);
        }
    }

    /// Refuses a float type and an integer type of another width.
    fn written_type(&self, ty: &Type) {
        let text = source(ty);
        if is_float_type(&text) {
            self.refuse(ty, &messages::FLOAT, &[&text]);
        } else if let "u128" | "i128" = &*text {
            self.refuse(ty, &messages::WIDE_TYPE, &[&text]);
        } else if OTHER_WIDTHS.contains(&&*text) {
            self.refuse(ty, &messages::LITERAL_TYPE, &[&text]);
        }
    }

    /// An expression with its line.
    pub(super) fn at(&mut self, expr: &Expr) -> TokenStream {
        let p = self.private.clone();
        let line = self.line(expr.span());
        let translated = self.expr(expr);
        quote!(#p::Ast::At(#line, &#translated))
    }

    /// Behind a branch that leaves the block, its condition is false.
    fn exclude_left(&mut self, expr: &Expr) {
        if let Expr::If(branch) = bare(expr)
            && branch.else_branch.is_none()
            && block_diverges(&branch.then_branch)
        {
            self.excluded
                .extend(self.excluded_where(&branch.cond, false));
        }
    }

    fn local(&mut self, local: &Local, out: &mut Vec<TokenStream>) {
        let p = self.private.clone();
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pattern => (pattern, None),
        };
        let none = quote!(::core::option::Option::None);
        if let Some(ty) = ty {
            self.written_type(ty);
        }
        let shape = match ty.map(|ty| (unwrap_type(ty), ty)) {
            Some((Type::Infer(_), _)) | None => none.clone(),
            Some((_, ty)) => {
                quote!(::core::option::Option::Some(<#ty as #p::HostShape>::shape))
            }
        };
        let of_value = || self.own_type(&local.init.as_ref()?.expr);
        let known_type = ty.map(source).or_else(of_value);
        let value = match &local.init {
            Some(init) => match &init.diverge {
                Some((_, otherwise)) => return self.let_else(pattern, &init.expr, otherwise, out),
                None => Some(self.wanting(ty.map(source), |t| t.at(&init.expr))),
            },
            None => None,
        };
        match (pattern, value) {
            (Pat::Tuple(tuple), Some(value)) => {
                let shape = ty.map(|_| shape);
                self.destructure(tuple, shape, value, out);
            }
            (pattern, value) => {
                let late = value.is_none();
                let init = local.init.as_ref().map(|init| &*init.expr);
                // The declared name may hide one in its own initialiser.
                let exclusions = init.map(|init| self.known_of(self.scope.next(), init));
                let binding = match pattern {
                    Pat::Ident(name) if late && name.subpat.is_none() => {
                        self.bind(&name.ident, true)
                    }
                    Pat::Tuple(_) => self.refuse(pattern, &messages::PATTERN, &[]),
                    Pat::Slice(slice) => self.refuse_elements(slice, init),
                    pattern => self.binding(pattern),
                };
                if let Pat::Ident(name) = pattern
                    && let (Some(id), Some(known_type)) = (self.scope.find(&name.ident), known_type)
                {
                    self.local_types.insert(id, known_type);
                }
                if let (Pat::Ident(_), Some(exclusions)) = (pattern, exclusions) {
                    self.excluded.extend(exclusions);
                }
                let value = match value {
                    Some(value) => quote!(::core::option::Option::Some(#value)),
                    None => none,
                };
                out.push(quote! {
                    #p::Statement::Let { binding: #binding, shape: #shape, value: #value }
                });
            }
        }
    }

    /// Binds the parts of a tuple. A value of a written type is bound whole first.
    fn destructure(
        &mut self,
        tuple: &PatTuple,
        shape: Option<TokenStream>,
        mut value: TokenStream,
        out: &mut Vec<TokenStream>,
    ) {
        let p = self.private.clone();
        if let Some(shape) = shape {
            let temporary = self.scope.fresh();
            out.push(quote! {
                #p::Statement::Let {
                    binding: #p::Binding::Let(#temporary, "tuple"),
                    shape: #shape,
                    value: ::core::option::Option::Some(#value),
                }
            });
            value = quote!(#p::Ast::Local(#temporary));
        }
        let bindings: Vec<_> = tuple.elems.iter().map(|p| self.binding(p)).collect();
        out.push(quote!(#p::Statement::Destructure(&[#(#bindings),*], #value)));
    }

    /// `let Some(x) = v else { .. };` is `let x = match v { Some(y) => y, _ => .. };`
    fn let_else(
        &mut self,
        pattern: &Pat,
        value: &Expr,
        otherwise: &Expr,
        out: &mut Vec<TokenStream>,
    ) {
        let p = self.private.clone();
        let Pat::TupleStruct(some) = pattern else {
            self.refuse(pattern.to_token_stream(), &messages::PATTERN, &[]);
            return;
        };
        let (true, Some(inner)) = (super::patterns::is_some(some), some.elems.first()) else {
            self.refuse(pattern.to_token_stream(), &messages::PATTERN, &[]);
            return;
        };
        let value = self.at(value);
        let otherwise = self.expr(otherwise);
        let payload = self.scope.fresh();
        let binding = self.binding(inner);
        out.push(quote! {
            #p::Statement::Let {
                binding: #binding,
                shape: ::core::option::Option::None,
                value: ::core::option::Option::Some(#p::Ast::Match(&#value, &[
                    (
                        #p::Pattern::Some(#p::Binding::Let(#payload, "payload")),
                        #p::Ast::Local(#payload),
                    ),
                    (#p::Pattern::Any, #otherwise),
                ])),
            }
        });
    }
}

/// The remedy for an item in a body.
fn place_of(item: &Item) -> &'static str {
    match item {
        Item::Fn(_) => "move it out of the body and put #[vyre_fn] on it",
        _ => "move it out of the body",
    }
}

/// The constant that a statement declares.
fn constant_item(stmt: &Stmt) -> Option<&ItemConst> {
    match stmt {
        Stmt::Item(Item::Const(item)) => Some(item),
        _ => None,
    }
}

/// `let (x, y) = (v[0], v[1]);` for `let [x, y] = v;`.
fn elements_of(slice: &PatSlice, array: Option<String>) -> String {
    let array = array.unwrap_or_else(|| "v".to_owned());
    let named = slice.elems.iter().enumerate();
    let named = named.filter(|(_, name)| matches!(name, Pat::Ident(_)));
    let [names, values] = named.fold([vec![], vec![]], |[mut names, mut values], (k, name)| {
        names.push(source(name));
        values.push(format!("{array}[{k}]"));
        [names, values]
    });
    match (&names[..], &values[..]) {
        ([name], [value]) => format!("let {name} = {value};"),
        _ => format!("let ({}) = ({});", names.join(", "), values.join(", ")),
    }
}
