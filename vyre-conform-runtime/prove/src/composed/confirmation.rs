//! Verification of an applied theorem: its derivation, its form, its types, and the ground of each
//! hypothesis. It does not depend on the matcher.

use super::application::{Application, Binding, HypothesisProof};
use super::meaning::{Instance, is_function};
use super::order::{LawLocation, OpIndex, Rank};
use crate::theorem::{Conclusion, Hypothesis, Theorem, TheoremArgument, check};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{LawDef, LawParam, Polarity};
use vyre_conform_spec::{LawCallee, Term};

/// The reason why an applied theorem proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompositionError {
    /// No theorem fits.
    #[error("no theorem has the form of its body, with laws that the ops in it declare")]
    NoTheorem,
    /// The derivation is wrong.
    #[error("the derivation of `{0}` does not hold")]
    Derivation(&'static str),
    /// The body does not have the theorem's form.
    #[error("the body does not have the form of `{0}`")]
    Form(&'static str),
    /// The functions have incompatible types.
    #[error("the functions of `{0}` do not have the types that its derivation requires")]
    Types(&'static str),
    /// A hypothesis has no ground.
    #[error("hypothesis {1} of `{0}` has no ground")]
    Hypothesis(&'static str, usize),
    /// The conclusion is another law.
    #[error("`{0}` concludes another law")]
    Conclusion(&'static str),
}

/// Checks an equation; if one side is an unbound value letter, binds it to the other side.
pub(super) fn solved(left: &Term, right: &Term, binding: Binding) -> Option<Binding> {
    for (free, other) in [(left, right), (right, left)] {
        if let Term::Param(k) = free
            && binding.value(*k).is_none()
        {
            let value = Instance::new(&binding, &[other]).closed(other)?;
            return binding.with_value(*k, value);
        }
    }
    let holds = Instance::new(&binding, &[left, right]).holds(left, right);
    holds.then_some(binding)
}

/// Checks that an applied theorem proves a declared law of an op.
pub(super) fn confirm(
    shelf: &OpIndex<'_>,
    at: LawLocation,
    application: &Application,
) -> Result<(), CompositionError> {
    let op = &shelf.ops[at.op];
    let def = &op.op.def.laws[at.law];
    let name = application.theorem.name;
    if !is_function(op.op, &application.binding.whole) {
        return Err(CompositionError::Form(name));
    }
    match application.theorem.conclusion {
        Conclusion::Law { law, arguments }
            if is_law(shelf, def, law, arguments, &application.binding) => {}
        _ => return Err(CompositionError::Conclusion(name)),
    }
    check_application(shelf, &op.rank, application)
}

/// True if a declared positive law is this one, with these arguments.
fn is_law(
    shelf: &OpIndex<'_>,
    def: &LawDef,
    law: &str,
    arguments: &[TheoremArgument],
    binding: &Binding,
) -> bool {
    let same = |(argument, param): (&TheoremArgument, &LawParam)| match (argument, param) {
        (TheoremArgument::Value(k), LawParam::Value(value)) => binding.value(*k) == Some(&value()),
        (TheoremArgument::Function(callee), LawParam::Op(op)) => {
            let lambda = binding.function(*callee);
            let op = shelf.entry(op);
            lambda
                .zip(op)
                .is_some_and(|(lambda, op)| is_function(op.op, lambda))
        }
        _ => false,
    };
    (def.law)().name == law
        && !(def.law)().is_custom()
        && matches!(def.polarity, Polarity::Holds)
        && arguments.len() == def.params.len()
        && arguments.iter().zip(def.params).all(same)
}

/// Checks the derivation, the form, the types and the grounds.
fn check_application(
    shelf: &OpIndex<'_>,
    before: &Rank,
    subject: &Application,
) -> Result<(), CompositionError> {
    let (theorem, binding) = (subject.theorem, &subject.binding);
    let name = theorem.name;
    check(theorem).map_err(|_| CompositionError::Derivation(name))?;
    if theorem.arity != binding.whole.operands.len() {
        return Err(CompositionError::Form(name));
    }
    if let Some(structure) = &theorem.structure
        && !Instance::new(binding, &[structure]).is_whole(structure)
    {
        return Err(CompositionError::Form(name));
    }
    if !is_typed(theorem, binding) {
        return Err(CompositionError::Types(name));
    }
    let mut pairs = theorem.hypotheses.iter().zip(&subject.grounds).enumerate();
    if theorem.hypotheses.len() != subject.grounds.len() {
        return Err(CompositionError::Hypothesis(name, subject.grounds.len()));
    }
    pairs.try_for_each(|(k, (hypothesis, ground))| {
        let unfounded = || CompositionError::Hypothesis(name, k);
        let holds = match (hypothesis, ground) {
            (Hypothesis::Equation(left, right), HypothesisProof::Computed) => {
                Instance::new(binding, &[left, right]).holds(left, right)
            }
            (
                Hypothesis::Law {
                    of: subject,
                    law,
                    arguments,
                },
                HypothesisProof::Declared(at),
            ) => {
                let op = shelf.ops.get(at.op).ok_or_else(unfounded)?;
                let def = op.op.def.laws.get(at.law).ok_or_else(unfounded)?;
                let lambda = binding.function(*subject).ok_or_else(unfounded)?;
                op.rank < *before
                    && is_function(op.op, lambda)
                    && is_law(shelf, def, law, arguments, binding)
            }
            (
                Hypothesis::Law {
                    of: subject,
                    law,
                    arguments,
                },
                HypothesisProof::Composed(inner),
            ) => {
                check_application(shelf, before, inner)?;
                binding.function(*subject) == Some(&inner.binding.whole)
                    && concludes(inner, law, arguments, binding)
            }
            _ => false,
        };
        holds.then_some(()).ok_or_else(unfounded)
    })
}

/// True if the conclusion of an inner theorem is this law, with the arguments' bindings in the outer
/// one.
fn concludes(
    inner: &Application,
    concluded: &str,
    arguments: &[TheoremArgument],
    outer: &Binding,
) -> bool {
    let Conclusion::Law {
        law,
        arguments: own,
    } = inner.theorem.conclusion
    else {
        return false;
    };
    let value = |binding: &Binding, k: usize| -> Option<Value> { binding.value(k).copied() };
    let same = |(own, argument): (&TheoremArgument, &TheoremArgument)| match (own, argument) {
        (TheoremArgument::Value(a), TheoremArgument::Value(b)) => {
            let (a, b) = (value(&inner.binding, *a), value(outer, *b));
            a.is_some() && a == b
        }
        (TheoremArgument::Function(a), TheoremArgument::Function(b)) => {
            let (a, b) = (inner.binding.function(*a), outer.function(*b));
            a.is_some() && a == b
        }
        _ => false,
    };
    law == concluded && own.len() == arguments.len() && own.iter().zip(arguments).all(same)
}

/// The operands of the whole function.
const OPERANDS: &[Term] = &[Term::Var(0), Term::Var(1), Term::Var(2), Term::Var(3)];

/// True if every term of the derivation is well typed, with one type per variable.
fn is_typed(theorem: &Theorem, binding: &Binding) -> bool {
    let chains = || theorem.derivation.iter().copied().flatten();
    let mut all: Vec<&Term> = vec![];
    // The operands of the whole function come first, because their types are known.
    let whole = Term::Apply(
        LawCallee::Subject,
        &OPERANDS[..theorem.arity.min(OPERANDS.len())],
    );
    all.push(&whole);
    all.extend(theorem.structure.iter());
    for chain in chains() {
        all.push(&chain.from);
        all.extend(chain.steps.iter().map(|step| &step.result));
    }
    let instance = Instance::new(binding, &all);
    chains().all(|chain| {
        let mut terms = [&chain.from]
            .into_iter()
            .chain(chain.steps.iter().map(|step| &step.result));
        let cached = terms.clone().find_map(|term| instance.ty(term, None));
        cached.is_some() && terms.all(|term| instance.ty(term, cached) == cached)
    })
}
