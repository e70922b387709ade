//! The parser from closures to claims.

use super::leaked;
use crate::errors::Errors;
use crate::messages::{self, Message};
use crate::model::{Function, bare, count};
use crate::text::source;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{BinOp, Expr, ExprCall, ExprClosure, ExprMethodCall, Pat, Path, UnOp};
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{Claim, LawCallee, ParamKind, Parameter, Term};

/// The maximum number of op calls in one claim: each is a separate dispatch on a backend.
const MAX_CALLS: usize = 16;

/// A parser for one closure.
pub(super) struct Reader<'a> {
    errors: &'a Errors,
    function: &'a Function,
    /// The name of the op in the closure.
    subject: Ident,
    variables: Vec<Ident>,
    /// Parameters of the law, with their values.
    pub(super) params: Vec<(Parameter, Expr)>,
    calls: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        errors: &'a Errors,
        closure: &ExprClosure,
        function: &'a Function,
    ) -> Option<Self> {
        let plain = closure.asyncness.is_none()
            && closure.capture.is_none()
            && matches!(closure.output, syn::ReturnType::Default);
        let names: Option<Vec<Ident>> = closure.inputs.iter().map(ident).collect();
        let Some([subject, variables @ ..]) = names.as_deref().filter(|_| plain) else {
            errors.refuse(closure, &messages::CUSTOM_FORM, &[]);
            return None;
        };
        let max = VARIABLES.len();
        if variables.is_empty() || variables.len() > max {
            let actual = count(variables.len(), "variable");
            let args = [&*actual, &max.to_string()];
            errors.refuse(&closure.inputs, &messages::CUSTOM_VARIABLES, &args);
            return None;
        }
        for (k, name) in closure.inputs.iter().filter_map(ident).enumerate() {
            let mut before = closure.inputs.iter().filter_map(ident).take(k);
            if before.any(|other| other == name) {
                errors.refuse(&name, &messages::CUSTOM_TWICE, &[&name.to_string()]);
                return None;
            }
        }
        Some(Self {
            errors,
            function,
            subject: subject.clone(),
            variables: variables.to_vec(),
            params: vec![],
            calls: 0,
        })
    }

    fn refuse<T>(&self, at: &dyn ToTokens, message: &Message) -> Option<T> {
        let text = source(at.to_token_stream());
        self.errors.refuse(at.to_token_stream(), message, &[&text]);
        None
    }

    pub(super) fn claim(&mut self, expr: &Expr) -> Option<Claim> {
        let Expr::Binary(binary) = expr else {
            return self.refuse(expr, &messages::CUSTOM_CLAIM);
        };
        let (left, right) = (bare(&binary.left), bare(&binary.right));
        match binary.op {
            BinOp::Eq(_) => Some(Claim::Equal(self.term(left)?, self.term(right)?)),
            BinOp::Le(_) => Some(Claim::AtMost(self.term(left)?, self.term(right)?)),
            BinOp::Ge(_) => {
                let (greater, less) = (self.term(left)?, self.term(right)?);
                Some(Claim::AtMost(less, greater))
            }
            BinOp::And(_) => {
                let both = vec![self.claim(left)?, self.claim(right)?];
                Some(Claim::All(both.leak()))
            }
            BinOp::Or(_) => match left {
                Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                    let (premise, then) = (self.claim(bare(&not.expr))?, self.claim(right)?);
                    let boxed = |claim| -> &'static Claim { Box::leak(Box::new(claim)) };
                    Some(Claim::Implies(boxed(premise), boxed(then)))
                }
                _ => {
                    let either = vec![self.claim(left)?, self.claim(right)?];
                    Some(Claim::Any(either.leak()))
                }
            },
            _ => self.refuse(expr, &messages::CUSTOM_CLAIM),
        }
    }

    fn term(&mut self, expr: &Expr) -> Option<Term> {
        match expr {
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.sum(call),
            Expr::Path(path) if path.qself.is_none() => self.name(expr, &path.path),
            Expr::Lit(_) | Expr::Array(_) => self.value(expr),
            Expr::Unary(minus) if matches!(minus.op, UnOp::Neg(_)) => match bare(&minus.expr) {
                Expr::Lit(_) => self.value(expr),
                _ => self.refuse(expr, &messages::CUSTOM_TERM),
            },
            _ => self.refuse(expr, &messages::CUSTOM_TERM),
        }
    }

    fn call(&mut self, call: &ExprCall) -> Option<Term> {
        let Expr::Path(callee) = bare(&call.func) else {
            return self.refuse(&*call.func, &messages::CUSTOM_TERM);
        };
        self.calls += 1;
        let subject = callee.path.is_ident(&self.subject);
        let (actual, expected) = (call.args.len(), self.function.operands.len());
        if subject && actual != expected {
            let (actual, expected) = (count(actual, "operand"), count(expected, "operand"));
            let args = [&*source(call), &actual, &self.function.name(), &expected];
            self.errors.refuse(call, &messages::CUSTOM_ARITY, &args);
            return None;
        }
        if !(1..=VARIABLES.len()).contains(&actual) {
            return self.refuse(call, &messages::CUSTOM_TERM);
        }
        let callee = if subject {
            LawCallee::Subject
        } else {
            LawCallee::Parameter(self.parameter(ParamKind::Op, &call.func))
        };
        let args: Option<Vec<Term>> = call.args.iter().map(|a| self.term(bare(a))).collect();
        Some(Term::Apply(callee, args?.leak()))
    }

    /// `a.wrapping_add(b)`.
    fn sum(&mut self, call: &ExprMethodCall) -> Option<Term> {
        let [other] = call.args.iter().collect::<Vec<_>>()[..] else {
            return self.refuse(call, &messages::CUSTOM_TERM);
        };
        if call.method != "wrapping_add" {
            return self.refuse(call, &messages::CUSTOM_TERM);
        }
        let pair = [self.term(bare(&call.receiver))?, self.term(bare(other))?];
        Some(Term::WrappingSum(Box::leak(Box::new(pair))))
    }

    /// A variable, or a constant, which is in capitals or has a path.
    fn name(&mut self, expr: &Expr, path: &Path) -> Option<Term> {
        let Some(ident) = path.get_ident() else {
            return self.value(expr);
        };
        if let Some(k) = self.variables.iter().position(|v| v == ident) {
            return Some(Term::Var(k));
        }
        if ident.to_string().contains(char::is_uppercase) {
            self.value(expr)
        } else {
            self.refuse(expr, &messages::CUSTOM_UNKNOWN)
        }
    }

    fn value(&mut self, expr: &Expr) -> Option<Term> {
        Some(Term::Param(self.parameter(ParamKind::Value, expr)))
    }

    /// The index of a parameter; repeated expressions share one.
    fn parameter(&mut self, kind: ParamKind, expr: &Expr) -> usize {
        let name = source(expr);
        let mut known = self.params.iter();
        if let Some(k) = known.position(|(param, _)| param.kind == kind && param.name == name) {
            return k;
        }
        let name = leaked(name);
        self.params.push((Parameter { name, kind }, expr.clone()));
        self.params.len() - 1
    }

    /// Refuses a claim that says nothing about the op, or with a variable of unknown type.
    pub(super) fn admit(&self, closure: &ExprClosure, claim: &Claim) -> Option<()> {
        let (mut applied, mut trivial) = (false, false);
        let mut operands = vec![false; self.variables.len()];
        claim.visit_terms(&mut |term| {
            if let Term::Apply(callee, args) = term {
                applied |= *callee == LawCallee::Subject;
                for arg in *args {
                    if let Term::Var(k) = arg {
                        operands[*k] = true;
                    }
                }
            }
        });
        compared(claim, &mut |l, r| trivial |= l == r);
        let body = &*closure.body;
        if !applied {
            let (name, subject) = (self.function.name(), self.subject.to_string());
            let args = [&*source(body), &name, &subject];
            self.errors.refuse(body, &messages::CUSTOM_SUBJECT, &args);
            return None;
        }
        if trivial {
            return self.refuse(body, &messages::CUSTOM_TRIVIAL);
        }
        if self.calls > MAX_CALLS {
            let args = [&*self.calls.to_string(), &MAX_CALLS.to_string()];
            self.errors.refuse(body, &messages::CUSTOM_CALLS, &args);
            return None;
        }
        match operands.iter().position(|is_operand| !is_operand) {
            Some(k) => self.refuse(&self.variables[k], &messages::CUSTOM_UNTYPED),
            None => Some(()),
        }
    }
}

/// Calls `visit` on both sides of every comparison.
fn compared(claim: &Claim, visit: &mut dyn FnMut(&Term, &Term)) {
    match claim {
        Claim::Equal(l, r) | Claim::AtMost(l, r) => visit(l, r),
        Claim::All(claims) | Claim::Any(claims) | Claim::ExactlyOne(claims) => {
            claims.iter().for_each(|claim| compared(claim, visit));
        }
        Claim::Implies(p, q) => {
            compared(p, visit);
            compared(q, visit);
        }
    }
}

/// The name of a closure parameter without pattern and type.
fn ident(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(name)
            if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() =>
        {
            Some(name.ident.clone())
        }
        _ => None,
    }
}
