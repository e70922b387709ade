//! Laws as data: terms and claims.
//!
//! A claim is universally quantified over its variables. Everything about a law derives from its claim:
//! arity and type checks in the macro, the compile-time assertions of a `const fn`, the block-wise
//! check on the CPU, the dispatches on a backend, and the text of a report.

/// The function that [`Term::Apply`] applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawCallee {
    /// The op that declares the law: `f`.
    Subject,
    /// The op given as the n-th parameter of the law: `g`, `h`, ...
    Parameter(usize),
}

/// A value inside a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The n-th variable: `a`, `b`, `c`, `d`.
    Var(usize),
    /// The n-th parameter of the law, a value: `e`, `z`, `r`, `u`, `lo`, `hi`.
    Param(usize),
    /// A small integer of the type of the other side.
    Int(u32),
    /// An op applied to terms.
    Apply(LawCallee, &'static [Term]),
    /// The sum of two terms, wrapping in their type.
    WrappingSum(&'static [Term; 2]),
}

/// A statement about terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Both terms have the same value.
    Equal(Term, Term),
    /// The first term is at most the second, in the order of their type (signed for `i32`).
    AtMost(Term, Term),
    /// Every claim holds.
    All(&'static [Claim]),
    /// At least one claim holds.
    Any(&'static [Claim]),
    /// The first claim implies the second.
    Implies(&'static Claim, &'static Claim),
    /// Exactly one claim holds.
    ExactlyOne(&'static [Claim]),
}

/// The names variables are printed with.
pub const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];

impl Term {
    /// Calls `visit` on this term and every term inside it, operands before the application.
    pub fn visit(&self, visit: &mut dyn FnMut(&Term)) {
        match self {
            Self::Apply(_, args) => args.iter().for_each(|t| t.visit(visit)),
            Self::WrappingSum(pair) => pair.iter().for_each(|t| t.visit(visit)),
            Self::Var(_) | Self::Param(_) | Self::Int(_) => {}
        }
        visit(self);
    }
}

impl Claim {
    /// Calls `visit` on every term of the claim, operands before the application.
    pub fn visit_terms(&self, visit: &mut dyn FnMut(&Term)) {
        match self {
            Self::Equal(l, r) | Self::AtMost(l, r) => {
                l.visit(visit);
                r.visit(visit);
            }
            Self::All(cs) | Self::Any(cs) | Self::ExactlyOne(cs) => {
                cs.iter().for_each(|c| c.visit_terms(visit));
            }
            Self::Implies(p, q) => {
                p.visit_terms(visit);
                q.visit_terms(visit);
            }
        }
    }

    /// The number of variables the claim quantifies over.
    pub fn variables(&self) -> usize {
        let mut n = 0;
        self.visit_terms(&mut |t| {
            if let Term::Var(k) = t {
                n = n.max(k + 1);
            }
        });
        n
    }

    /// True if the claim is exactly "a <= b implies f(a) <= f(b)" or its reverse. Such a claim holds
    /// for all pairs if it holds for all neighbours, because the order is transitive.
    pub fn is_stepwise(&self) -> bool {
        let Self::Implies(Self::AtMost(Term::Var(0), Term::Var(1)), Self::AtMost(l, r)) = self
        else {
            return false;
        };
        let one = |side: &Term, variable: usize| matches!(side, Term::Apply(_, [Term::Var(k)]) if *k == variable);
        match (l, r) {
            (Term::Apply(f, _), Term::Apply(g, _)) if f == g => {
                (one(l, 0) && one(r, 1)) || (one(l, 1) && one(r, 0))
            }
            _ => false,
        }
    }
}
