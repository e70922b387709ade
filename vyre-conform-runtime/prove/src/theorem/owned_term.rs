//! The checker's representation of terms and relations.

use super::{Flaw, TheoremArgument};
use std::collections::BTreeMap;
use vyre_conform_spec::{Claim, LawCallee, Term};

/// A term over the functions and values of a theorem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OwnedTerm {
    /// A variable.
    Variable(usize),
    /// A value of the theorem.
    Value(usize),
    /// A small integer.
    Int(u32),
    /// A function, `None` for `F`, applied to terms.
    Apply(Option<usize>, Vec<OwnedTerm>),
    /// The wrapping sum of two terms.
    Sum(Vec<OwnedTerm>),
}

/// A substitution of terms for variables.
pub(super) type Substitution = BTreeMap<usize, OwnedTerm>;

impl OwnedTerm {
    /// Converts a term of a theorem.
    pub(super) fn new(term: &Term) -> Self {
        let function = |callee| match callee {
            LawCallee::Subject => None,
            LawCallee::Parameter(k) => Some(k),
        };
        Self::with(term, &|callee| Ok(function(callee)), &|k| {
            Ok(Self::Value(k))
        })
        .unwrap_or(Self::Int(0))
    }

    /// Converts a term, replacing functions and values.
    fn with(
        term: &Term,
        function: &dyn Fn(LawCallee) -> Result<Option<usize>, Flaw>,
        value: &dyn Fn(usize) -> Result<Self, Flaw>,
    ) -> Result<Self, Flaw> {
        let all = |terms: &[Term]| {
            let terms = terms.iter().map(|term| Self::with(term, function, value));
            terms.collect::<Result<Vec<_>, _>>()
        };
        Ok(match term {
            Term::Var(k) => Self::Variable(*k),
            Term::Param(k) => value(*k)?,
            Term::Int(n) => Self::Int(*n),
            Term::Apply(callee, args) => Self::Apply(function(*callee)?, all(args)?),
            Term::WrappingSum(pair) => Self::Sum(all(&pair[..])?),
        })
    }

    fn parts(&self) -> &[Self] {
        match self {
            Self::Apply(_, parts) | Self::Sum(parts) => parts,
            _ => &[],
        }
    }

    fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Apply(f, a), Self::Apply(g, b)) => f == g && a.len() == b.len(),
            (Self::Sum(_), Self::Sum(_)) => true,
            _ => false,
        }
    }

    /// True if a term is an instance of this one, under an extension of the substitution.
    pub(super) fn matches(&self, term: &Self, substitution: &mut Substitution) -> bool {
        match self {
            Self::Variable(k) => substitution.entry(*k).or_insert_with(|| term.clone()) == term,
            _ if self.is_alike(term) => {
                let mut pairs = self.parts().iter().zip(term.parts());
                pairs.all(|(mine, theirs)| mine.matches(theirs, substitution))
            }
            _ => self == term,
        }
    }

    /// The pairs of subterms along the path to the only difference of two terms, outermost first.
    pub(super) fn places<'t>(&'t self, other: &'t Self) -> Vec<(&'t Self, &'t Self)> {
        let mut places = vec![(self, other)];
        let (mut old, mut new) = (self, other);
        while old.is_alike(new) {
            let pairs = old.parts().iter().zip(new.parts());
            let mut differ = pairs.filter(|(a, b)| a != b);
            match (differ.next(), differ.next()) {
                (Some(pair), None) => (old, new) = pair,
                _ => break,
            }
            places.push((old, new));
        }
        places
    }

    /// Applies a substitution.
    pub(super) fn replaced(&self, by: &Substitution) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.replaced(by)).collect();
        match self {
            Self::Variable(k) => by.get(k).unwrap_or(self).clone(),
            Self::Apply(f, parts) => Self::Apply(*f, all(parts)),
            Self::Sum(parts) => Self::Sum(all(parts)),
            _ => self.clone(),
        }
    }
}

/// An equation, or an at-most relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnedRelation {
    pub(super) at_most: bool,
    pub(super) left: OwnedTerm,
    pub(super) right: OwnedTerm,
}

/// A relation that follows from premises, for all values of the variables.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) premises: Vec<OwnedRelation>,
    pub(super) follows: OwnedRelation,
}

/// The rules of a law's claim about a function.
pub(super) fn rules(
    claim: &Claim,
    subject: LawCallee,
    arguments: &[TheoremArgument],
) -> Result<Vec<Rule>, Flaw> {
    let number = |callee| match callee {
        LawCallee::Subject => None,
        LawCallee::Parameter(k) => Some(k),
    };
    let function = |callee| match callee {
        LawCallee::Subject => Ok(number(subject)),
        LawCallee::Parameter(k) => match arguments.get(k) {
            Some(TheoremArgument::Function(function)) => Ok(number(*function)),
            _ => Err(Flaw::Arguments),
        },
    };
    let value = |k: usize| match arguments.get(k) {
        Some(TheoremArgument::Value(value)) => Ok(OwnedTerm::Value(*value)),
        _ => Err(Flaw::Arguments),
    };
    let term = |term: &Term| OwnedTerm::with(term, &function, &value);
    let (premises, claims) = match claim {
        Claim::Implies(first, second) => (atoms(first, &term)?, atoms(second, &term)?),
        _ => (vec![], atoms(claim, &term)?),
    };
    let rule = |follows| Rule {
        premises: premises.clone(),
        follows,
    };
    Ok(claims.into_iter().map(rule).collect())
}

/// The equations and inequalities of a conjunctive claim.
fn atoms(
    claim: &Claim,
    term: &dyn Fn(&Term) -> Result<OwnedTerm, Flaw>,
) -> Result<Vec<OwnedRelation>, Flaw> {
    let related = |at_most, left, right| {
        Ok(vec![OwnedRelation {
            at_most,
            left: term(left)?,
            right: term(right)?,
        }])
    };
    match claim {
        Claim::Equal(left, right) => related(false, left, right),
        Claim::AtMost(left, right) => related(true, left, right),
        Claim::All(claims) => {
            let all = claims.iter().map(|claim| atoms(claim, term));
            Ok(all.collect::<Result<Vec<_>, _>>()?.concat())
        }
        Claim::Any(_) | Claim::ExactlyOne(_) | Claim::Implies(..) => Err(Flaw::Claim),
    }
}
