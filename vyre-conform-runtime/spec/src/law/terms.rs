//! Building blocks for the rows of the table: variables, parameters, results, and forms of one or two
//! operands.

use crate::law::{Form, ParamKind, Parameter};
use crate::term::{Claim, LawCallee, Term};

pub(super) const A: Term = Term::Var(0);
pub(super) const B: Term = Term::Var(1);
pub(super) const C: Term = Term::Var(2);
pub(super) const D: Term = Term::Var(3);
pub(super) const ONE: Term = Term::Int(1);
pub(super) const ZERO: Term = Term::Int(0);
/// The first and the second parameter, as values.
pub(super) const P: Term = Term::Param(0);
pub(super) const Q: Term = Term::Param(1);

pub(super) const fn f(args: &'static [Term]) -> Term {
    Term::Apply(LawCallee::Subject, args)
}

pub(super) const fn g(args: &'static [Term]) -> Term {
    Term::Apply(LawCallee::Parameter(0), args)
}

pub(super) const fn h(args: &'static [Term]) -> Term {
    Term::Apply(LawCallee::Parameter(1), args)
}

pub(super) const fn value(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: ParamKind::Value,
    }
}

pub(super) const fn op(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: ParamKind::Op,
    }
}

pub(super) const fn unary(claim: Claim) -> Form {
    Form {
        arity: 1,
        predicate: false,
        claim,
    }
}

pub(super) const fn binary(claim: Claim) -> Form {
    Form {
        arity: 2,
        predicate: false,
        claim,
    }
}

pub(super) const fn predicate(claim: Claim) -> Form {
    Form {
        arity: 2,
        predicate: true,
        claim,
    }
}

pub(super) const FAB: Term = f(&[A, B]);
pub(super) const FBA: Term = f(&[B, A]);
pub(super) const FA: Term = f(&[A]);
pub(super) const FB: Term = f(&[B]);
