//! The checker, which replays a derivation step by step.
//!
//! A step replaces one part of a term by an equal one, if the two parts are an instance of the step's
//! justification, or goes from a term to one that is not less, under the same condition. The premises
//! of an implication must be premises of the conclusion or results of earlier chains. There is no other
//! rule.

use super::owned_term::{OwnedRelation, OwnedTerm, Rule, Substitution, rules};
use super::{CHOICE, Chain, Conclusion, Hypothesis, Justification, Rewrite, Theorem};
use vyre_conform_spec::{LawCallee, Term, law};

/// A fault of a theorem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A law that is missing in the table, or has no form for the function.
    #[error("there is no law `{0}` of a function with that number of operands")]
    Law(&'static str),
    /// Arguments that do not fit the law's parameters.
    #[error("a law has different parameters")]
    Arguments,
    /// A claim that the rules of the checker do not cover.
    #[error("the checker knows equations and inequalities, and implications of them")]
    Claim,
    /// A function with inconsistent numbers of operands.
    #[error("function {0} has different numbers of operands")]
    Arity(usize),
    /// The conclusion is a law of predicates, but nothing shows that `F` is a predicate.
    #[error(
        "the law is one of predicates, and `F` gives what no predicate of the hypotheses gives"
    )]
    Predicate,
    /// A step without justification.
    #[error("case {case}, chain {chain}, step {step} does not follow by what it names")]
    Step {
        /// The index of the case.
        case: usize,
        /// The index of the chain in the case.
        chain: usize,
        /// The index of the step in the chain.
        step: usize,
    },
    /// The number of cases does not match the conclusion.
    #[error("the conclusion has {0} cases")]
    Cases(usize),
    /// The chains do not prove the conclusion.
    #[error("the derivation does not reach the conclusion")]
    Conclusion,
    /// A hypothesis that no step uses.
    #[error("no step uses hypothesis {0}")]
    Unused(usize),
}

/// One case of a conclusion: its assumptions and its goals.
struct Case {
    premises: Vec<OwnedRelation>,
    goals: Vec<OwnedRelation>,
}

/// Replays the derivation of a theorem.
///
/// # Errors
/// The first flaw.
pub fn check(theorem: &Theorem) -> Result<(), Flaw> {
    let arities = arities(theorem)?;
    let mut known = vec![];
    for hypothesis in theorem.hypotheses {
        known.push(of_hypothesis(hypothesis, theorem, &arities)?);
    }
    let cases = cases(theorem)?;
    if cases.len() != theorem.derivation.len() {
        return Err(Flaw::Cases(cases.len()));
    }
    let mut used = vec![false; known.len()];
    for (case, (obligation, chains)) in cases.into_iter().zip(theorem.derivation).enumerate() {
        let mut premises = obligation.premises;
        for (chain, steps) in chains.iter().enumerate() {
            let mut walk = Walk {
                theorem,
                known: &known,
                premises: &premises,
                used: &mut used,
            };
            let reached = walk.chain(steps);
            premises.push(reached.map_err(|step| Flaw::Step { case, chain, step })?);
        }
        if !obligation
            .goals
            .iter()
            .all(|goal| is_given(goal, &premises))
        {
            return Err(Flaw::Conclusion);
        }
    }
    match used.iter().position(|used| !used) {
        Some(unused) => Err(Flaw::Unused(unused)),
        None => Ok(()),
    }
}

/// The walk along a chain.
struct Walk<'w> {
    theorem: &'w Theorem,
    known: &'w [Vec<Rule>],
    premises: &'w [OwnedRelation],
    used: &'w mut [bool],
}

impl Walk<'_> {
    /// The relation that a chain proves, or the index of a step that does not follow.
    fn chain(&mut self, chain: &Chain) -> Result<OwnedRelation, usize> {
        let left = OwnedTerm::new(&chain.from);
        let mut relation = OwnedRelation {
            at_most: false,
            right: left.clone(),
            left,
        };
        for (number, step) in chain.steps.iter().enumerate() {
            let to = OwnedTerm::new(&step.result);
            let rules = self.rules(step);
            // Assumptions hold for these variables only, not for instances.
            let exact = step.justification == Justification::Given;
            let follows = |rule: &Rule| self.follows(rule, exact, &relation.right, &to);
            let rule = rules.iter().find(|rule| follows(rule)).ok_or(number)?;
            relation.at_most |= rule.follows.at_most;
            relation.right = to;
            if let Justification::Hypothesis(k) = step.justification {
                self.used[k] = true;
            }
        }
        Ok(relation)
    }

    /// The rules of a step's justification.
    fn rules(&self, step: &Rewrite) -> Vec<Rule> {
        let variable = OwnedTerm::Variable;
        let rule = |follows| Rule {
            premises: vec![],
            follows,
        };
        let equal = |left, right| {
            let at_most = false;
            vec![rule(OwnedRelation {
                at_most,
                left,
                right,
            })]
        };
        match (step.justification, &self.theorem.structure) {
            (Justification::Hypothesis(k), _) => self.known.get(k).cloned().unwrap_or_default(),
            (Justification::Given, _) => self.premises.iter().cloned().map(rule).collect(),
            (Justification::Choice, _) => {
                let same = vec![variable(0), variable(1), variable(1)];
                equal(OwnedTerm::Apply(Some(CHOICE), same), variable(1))
            }
            (Justification::Definition, None) => vec![],
            (Justification::Definition, Some(structure)) => {
                let operands = (0..self.theorem.arity).map(variable).collect();
                equal(OwnedTerm::Apply(None, operands), OwnedTerm::new(structure))
            }
        }
    }

    /// True if a rule leads from one term to the other.
    fn follows(&self, rule: &Rule, exact: bool, old: &OwnedTerm, new: &OwnedTerm) -> bool {
        let OwnedRelation { left, right, .. } = &rule.follows;
        let instance = |l: &OwnedTerm, r: &OwnedTerm, old: &OwnedTerm, new: &OwnedTerm| {
            if exact {
                return l == old && r == new;
            }
            let mut substitution = Substitution::new();
            l.matches(old, &mut substitution)
                && r.matches(new, &mut substitution)
                && self.holds(&rule.premises, &substitution)
        };
        if rule.follows.at_most {
            return instance(left, right, old, new);
        }
        let mut places = old.places(new).into_iter();
        places.any(|(old, new)| instance(left, right, old, new) || instance(right, left, old, new))
    }

    /// True if the premises are given, under an extension of the substitution.
    fn holds(&self, premises: &[OwnedRelation], substitution: &Substitution) -> bool {
        let Some((first, rest)) = premises.split_first() else {
            return true;
        };
        let same = |left: &OwnedTerm| OwnedRelation {
            at_most: false,
            left: left.clone(),
            right: left.clone(),
        };
        let trivial = same(&first.left.replaced(substitution));
        self.premises.iter().chain([&trivial]).any(|hypotheses| {
            let mut substitution = substitution.clone();
            (hypotheses.at_most == first.at_most || !hypotheses.at_most)
                && first.left.matches(&hypotheses.left, &mut substitution)
                && first.right.matches(&hypotheses.right, &mut substitution)
                && self.holds(rest, &substitution)
        })
    }
}

/// True if the goal is given, directly or with its sides exchanged.
fn is_given(goal: &OwnedRelation, premises: &[OwnedRelation]) -> bool {
    premises.iter().any(|premises| {
        let same = (&premises.left, &premises.right) == (&goal.left, &goal.right);
        let other = (&premises.right, &premises.left) == (&goal.left, &goal.right);
        match (premises.at_most, goal.at_most) {
            (false, _) => same || other,
            (true, true) => same,
            (true, false) => false,
        }
    })
}

fn of_hypothesis(
    hypothesis: &Hypothesis,
    theorem: &Theorem,
    arities: &[Option<usize>],
) -> Result<Vec<Rule>, Flaw> {
    match hypothesis {
        Hypothesis::Equation(left, right) => Ok(vec![Rule {
            premises: vec![],
            follows: OwnedRelation {
                at_most: false,
                left: OwnedTerm::new(left),
                right: OwnedTerm::new(right),
            },
        }]),
        Hypothesis::Law { of, law, arguments } => {
            let arity = match of {
                LawCallee::Subject => Some(theorem.arity),
                LawCallee::Parameter(k) => arities.get(*k).copied().flatten(),
            };
            let substitution = law::find(law).ok_or(Flaw::Law(law))?;
            // A function that occurs nowhere else takes its number of operands from the law.
            let form = match arity {
                Some(arity) => substitution.form(arity),
                None => substitution.forms.first(),
            };
            let form = form.ok_or(Flaw::Law(law))?;
            if substitution.params.len() != arguments.len() {
                return Err(Flaw::Arguments);
            }
            rules(&form.claim, *of, arguments)
        }
    }
}

fn cases(theorem: &Theorem) -> Result<Vec<Case>, Flaw> {
    match theorem.conclusion {
        Conclusion::Law { law, arguments } => {
            let substitution = law::find(law).ok_or(Flaw::Law(law))?;
            let form = substitution.form(theorem.arity).ok_or(Flaw::Law(law))?;
            if substitution.params.len() != arguments.len() {
                return Err(Flaw::Arguments);
            }
            if form.predicate && !is_predicate(theorem) {
                return Err(Flaw::Predicate);
            }
            let conclusions = rules(&form.claim, LawCallee::Subject, arguments)?;
            let premises = conclusions.first().map(|rule| rule.premises.clone());
            Ok(vec![Case {
                premises: premises.unwrap_or_default(),
                goals: conclusions.into_iter().map(|rule| rule.follows).collect(),
            }])
        }
        Conclusion::Equation(left, right) => Ok(vec![Case {
            premises: vec![],
            goals: vec![equation(&left, &right, &Substitution::new())],
        }]),
        Conclusion::Induction(left, right) => {
            let mut variables = 0;
            for term in [&left, &right] {
                term.visit(&mut |term| {
                    if let Term::Var(k) = term {
                        variables = variables.max(k + 1);
                    }
                });
            }
            let last = variables.checked_sub(1).ok_or(Flaw::Conclusion)?;
            let element = OwnedTerm::Variable(variables);
            let one = OwnedTerm::Apply(Some(ONE), vec![element.clone()]);
            let more = OwnedTerm::Apply(Some(PUSH), vec![OwnedTerm::Variable(last), element]);
            let case = |list: OwnedTerm, premises: Vec<OwnedRelation>| Case {
                premises,
                goals: vec![equation(&left, &right, &Substitution::from([(last, list)]))],
            };
            let assumed = equation(&left, &right, &Substitution::new());
            Ok(vec![case(one, vec![]), case(more, vec![assumed])])
        }
    }
}

/// An equation under a substitution.
fn equation(left: &Term, right: &Term, by: &Substitution) -> OwnedRelation {
    OwnedRelation {
        at_most: false,
        left: OwnedTerm::new(left).replaced(by),
        right: OwnedTerm::new(right).replaced(by),
    }
}

/// The constructor of a list with one element.
const ONE: usize = 11;
/// The constructor of a list with another element.
const PUSH: usize = 12;

/// True if the outermost function of `F` is a predicate by a hypothesis.
fn is_predicate(theorem: &Theorem) -> bool {
    let Some(Term::Apply(top, args)) = theorem.structure else {
        return false;
    };
    theorem
        .hypotheses
        .iter()
        .any(|hypothesis| match hypothesis {
            Hypothesis::Law { of, law, .. } => {
                let form = law::find(law).and_then(|law| law.form(args.len()));
                *of == top && form.is_some_and(|form| form.predicate)
            }
            Hypothesis::Equation(..) => false,
        })
}

/// The number of operands of each function, which must be the same in every term of the theorem.
pub(super) fn arities(theorem: &Theorem) -> Result<Vec<Option<usize>>, Flaw> {
    let mut substitution: Vec<Option<usize>> = vec![None; super::FUNCTIONS.len()];
    let mut wrong = None;
    let mut note = |term: &Term| {
        term.visit(&mut |term| {
            let Term::Apply(LawCallee::Parameter(k), args) = term else {
                return;
            };
            if substitution[*k]
                .replace(args.len())
                .is_some_and(|n| n != args.len())
            {
                wrong = Some(*k);
            }
        });
    };
    theorem.structure.iter().for_each(&mut note);
    for hypothesis in theorem.hypotheses {
        if let Hypothesis::Equation(left, right) = hypothesis {
            [left, right].into_iter().for_each(&mut note);
        }
    }
    for chain in theorem.derivation.iter().copied().flatten() {
        note(&chain.from);
        chain.steps.iter().for_each(|step| note(&step.result));
    }
    match wrong {
        Some(function) => Err(Flaw::Arity(function)),
        None => Ok(substitution),
    }
}
