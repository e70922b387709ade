//! `if`, `match` and loops.

use super::Translator;
use super::excluded::{Number, bound};
use super::guards::Exclusion;
use super::syntax::{CountedLoop, block_diverges, block_leaves, contains, counted, name, range};
use crate::messages;
use crate::model::bare;
use crate::text::source;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    BinOp, Block, Expr, ExprForLoop, ExprIf, ExprLet, ExprLoop, ExprMatch, ExprWhile, Pat, Stmt,
};

impl Translator<'_> {
    pub(super) fn if_(&mut self, branch: &ExprIf) -> TokenStream {
        let p = self.private.clone();
        self.cost.add(1);
        let otherwise = branch
            .else_branch
            .as_ref()
            .map(|(_, otherwise)| &**otherwise);
        if let Expr::Let(condition) = bare(&branch.cond) {
            return self.if_let(condition, &branch.then_branch, otherwise);
        }
        let has_let = |e: &Expr| matches!(e, Expr::Let(_));
        if matches!(&*branch.cond, Expr::Binary(b) if matches!(b.op, BinOp::And(_)))
            && contains(&branch.cond, &has_let)
        {
            return self.refuse(&branch.cond, &messages::LET_CONDITION, &[]);
        }
        let condition = self.expr(&branch.cond);
        let [where_true, where_false] =
            [true, false].map(|is| self.excluded_where(&branch.cond, is));
        let then = self.knowing(where_true, None, |t| t.block(&branch.then_branch));
        let otherwise = self.knowing(where_false, otherwise, |t| t.or_unit(otherwise));
        quote!(#p::Ast::If(&#condition, &#then, &#otherwise))
    }

    /// `if let p = v { .. } else { .. }` is a `match` with two arms.
    fn if_let(&mut self, let_: &ExprLet, then: &Block, otherwise: Option<&Expr>) -> TokenStream {
        let p = self.private.clone();
        let value = self.expr(&let_.expr);
        let arms = self.arm(&let_.pat, &mut |translator| translator.block(then));
        let otherwise = self.or_unit(otherwise);
        quote!(#p::Ast::Match(&#value, &[#(#arms,)* (#p::Pattern::Any, #otherwise)]))
    }

    /// An optional expression; unit if missing.
    pub(super) fn or_unit(&mut self, expr: Option<&Expr>) -> TokenStream {
        match expr {
            Some(expr) => self.expr(expr),
            None => self.unit(),
        }
    }

    pub(super) fn match_(&mut self, choice: &ExprMatch) -> TokenStream {
        let p = self.private.clone();
        self.cost.add(1);
        let value = self.expr(&choice.expr);
        let mut arms = Vec::new();
        let ty = self.type_of(&choice.expr);
        let ty = ty.unwrap_or_else(|| self.likely_type());
        let matched = name(&choice.expr).and_then(|name| self.scope.find(name));
        let mut behind = Vec::new();
        for arm in &choice.arms {
            self.matched.clone_from(&ty);
            let [here, then] = self.known_by_pattern(&arm.pat);
            let numbers = [&behind[..], &here].concat();
            arms.extend(self.arm(&arm.pat, &mut |translator| {
                let bound = bound(&arm.pat).and_then(|name| translator.scope.find(name));
                let locals = matched.into_iter().chain(bound);
                let known = locals.flat_map(|local| of_local(local, &numbers)).collect();
                translator.knowing(known, Some(&arm.body), |t| t.at(&arm.body))
            }));
            behind.extend(then);
        }
        quote!(#p::Ast::Match(&#value, &[#(#arms),*]))
    }

    /// The translated arms of one source arm; each translates the body again, with its own locals.
    fn arm(
        &mut self,
        pattern: &Pat,
        body: &mut dyn FnMut(&mut Self) -> TokenStream,
    ) -> Vec<TokenStream> {
        let mut arms = Vec::new();
        for (k, patterns) in self.alternatives(pattern).into_iter().enumerate() {
            let mark = self.scope.enter();
            let pattern = self.pattern(&patterns);
            let body = if k == 0 {
                body(self)
            } else {
                self.retranslate(body)
            };
            self.scope.leave(mark);
            arms.push(quote!((#pattern, #body)));
        }
        arms
    }

    /// Translates an expression again, without reporting its mistakes twice.
    fn retranslate(&mut self, body: &mut dyn FnMut(&mut Self) -> TokenStream) -> TokenStream {
        let before = std::mem::replace(&mut self.silent, true);
        let translated = body(self);
        self.silent = before;
        translated
    }

    pub(super) fn while_(&mut self, expr: &ExprWhile) -> TokenStream {
        self.label(expr.label.as_ref());
        if let Expr::Let(let_) = bare(&expr.cond) {
            let args = [&*source(&let_.pat), &self.text(&let_.expr)];
            return self.refuse(&let_.pat, &messages::WHILE_LET, &args);
        }
        let counted = counted(expr);
        let (stated, body) = self.stated_bound(&expr.body);
        let bound = match (&stated, &counted) {
            (Some(bound), _) => bound.clone(),
            (None, Some(counted)) => match self.local_in(counted.limit) {
                Some(local) => {
                    return self.refuse(&local, &messages::NOT_CONSTANT, &[&source(&local)]);
                }
                None => primitive(counted.limit, "u64"),
            },
            (None, None) => return self.refuse(&expr.cond, &messages::UNBOUNDED, &[]),
        };
        self.cost.open();
        let condition = self.expr(&expr.cond);
        let before = self.excluded.clone();
        self.excluded.extend(self.excluded_where(&expr.cond, true));
        let is_continue = |e: &Expr| matches!(e, Expr::Continue(_));
        let code = match counted {
            Some(CountedLoop { variable, step, .. }) => {
                let step = self.step(variable, step);
                let body = &body[..body.len() - 1];
                // `continue` skips the step of a `while`: then the step stays in the body.
                if block_leaves(&expr.body, &is_continue) {
                    let p = &self.private;
                    let step = quote!(#p::Statement::Do(#step));
                    let body = self.statements(body, false, &[step]);
                    (body, self.unit())
                } else {
                    (self.statements(body, false, &[]), step)
                }
            }
            None => (
                self.statements(body, block_diverges(&expr.body), &[]),
                self.unit(),
            ),
        };
        self.excluded = before;
        self.finish_loop(bound, condition, code)
    }

    pub(super) fn loop_(&mut self, expr: &ExprLoop) -> TokenStream {
        let p = self.private.clone();
        self.label(expr.label.as_ref());
        let (stated, body) = self.stated_bound(&expr.body);
        let Some(bound) = stated else {
            return self.refuse(expr.loop_token, &messages::UNBOUNDED, &[]);
        };
        self.cost.open();
        let ends = block_diverges(&expr.body);
        let body = self.statements(body, ends, &[]);
        let always = quote!(#p::Ast::Literal(#p::Primitive::Bool, 1));
        let unit = self.unit();
        self.finish_loop(bound, always, (body, unit))
    }

    fn finish_loop(
        &mut self,
        bound: TokenStream,
        condition: TokenStream,
        (body, step): (TokenStream, TokenStream),
    ) -> TokenStream {
        let p = &self.private;
        self.cost.add(3);
        self.cost.repeat(&bound);
        quote! {
            #p::Ast::While { bound: #bound, condition: &#condition, body: &#body, step: &#step }
        }
    }

    /// `i += step`, which cannot overflow.
    fn step(&mut self, variable: &syn::Ident, step: &Expr) -> TokenStream {
        let p = self.private.clone();
        let Some(id) = self.scope.find(variable) else {
            return self.refuse(variable, &messages::ASSIGN_TARGET, &[]);
        };
        let step = self.expr(step);
        quote!(#p::Ast::Assign(#id, &#p::Ast::Binary("add", &#p::Ast::Local(#id), &#step)))
    }

    pub(super) fn for_(&mut self, expr: &ExprForLoop) -> TokenStream {
        let p = self.private.clone();
        self.label(expr.label.as_ref());
        let Some((from, to, inclusive)) = range(&expr.expr) else {
            let form = self.for_form(expr);
            return self.refuse(&expr.expr, &messages::FOR_RANGE, &[&form]);
        };
        if let Some(local) = self.local_in(from).or_else(|| self.local_in(to)) {
            return self.refuse(&local, &messages::NOT_CONSTANT, &[&source(&local)]);
        }
        let ends = [primitive(from, "i128"), primitive(to, "i128")];
        let bound = quote!(#p::range_bound(#(#ends),*, #inclusive));
        let (from, to) = (self.expr(from), self.expr(to));
        self.cost.open();
        let mark = self.scope.enter();
        let variable = self.binding(&expr.pat);
        let body = self.block(&expr.body);
        self.scope.leave(mark);
        self.cost.add(3);
        self.cost.repeat(&bound);
        quote! {
            #p::Ast::For {
                variable: #variable,
                from: &#from,
                to: &#to,
                inclusive: #inclusive,
                bound: #bound,
                body: &#body,
            }
        }
    }

    /// The bound in `bound!(n);` at the start of a body, and the statements after it.
    fn stated_bound<'b>(&mut self, body: &'b Block) -> (Option<TokenStream>, &'b [Stmt]) {
        let stated = match body.stmts.first() {
            Some(Stmt::Macro(stmt)) if super::patterns::is_named(&stmt.mac.path, "bound") => {
                stmt.mac.parse_body::<Expr>()
            }
            _ => return (None, &body.stmts),
        };
        let bound = match stated {
            Ok(bound) => {
                if let Some(local) = self.local_in(&bound) {
                    self.refuse(&local, &messages::NOT_CONSTANT, &[&source(&local)]);
                }
                // Its type is u64, as the macro `bound!` requires.
                quote!(#bound)
            }
            Err(error) => {
                self.syntax(error);
                quote!(0u64)
            }
        };
        (Some(bound), &body.stmts[1..])
    }

    /// A local variable in an expression that must be constant.
    pub(super) fn local_in(&self, expr: &Expr) -> Option<syn::Ident> {
        let ty = std::cell::RefCell::new(None);
        contains(expr, &|e| match name(e) {
            Some(ident) if self.scope.find(ident).is_some() => {
                *ty.borrow_mut() = Some(ident.clone());
                true
            }
            _ => false,
        });
        ty.into_inner()
    }

    fn label(&self, label: Option<&syn::Label>) {
        if let Some(label) = label {
            self.refuse(&label.name, &messages::LABEL, &[]);
        }
    }

    pub(super) fn break_(&mut self, expr: &syn::ExprBreak) -> TokenStream {
        let p = &self.private;
        match (&expr.label, &expr.expr) {
            // The loop or block with the label is refused.
            (Some(_), _) => self.unit(),
            (_, Some(value)) => self.refuse(value, &messages::BREAK_VALUE, &[]),
            _ => quote!(#p::Ast::Break),
        }
    }

    pub(super) fn continue_(&mut self, expr: &syn::ExprContinue) -> TokenStream {
        let p = &self.private;
        match &expr.label {
            Some(_) => self.unit(),
            None => quote!(#p::Ast::Continue),
        }
    }
}

/// The facts that a local differs from these numbers.
fn of_local(local: u32, numbers: &[Number]) -> impl Iterator<Item = Exclusion> {
    let excluded = move |number: &Number| Exclusion {
        local,
        number: *number,
    };
    numbers.iter().map(excluded)
}

/// A constant expression as a primitive type.
fn primitive(expr: &Expr, ty: &str) -> TokenStream {
    let ty = quote::format_ident!("{ty}");
    match bare(expr) {
        plain @ (Expr::Lit(_) | Expr::Path(_)) => quote!(#plain as ::core::primitive::#ty),
        other => quote!((#other) as ::core::primitive::#ty),
    }
}
