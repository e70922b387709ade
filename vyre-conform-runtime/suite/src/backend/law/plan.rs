//! Plan of a claim: its terms in order of computation, with types.

use super::{BackendLaw, LawOperand};
use crate::backend::{BackendError, OpCode};
use vyre_conform_ir::type_names;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::Source;
use vyre_conform_spec::{Claim, LawCallee, Term, ValueType};

/// Index of a step in [`LawPlan::steps`].
pub type StepId = usize;

/// Computation of one term.
#[derive(Clone, Debug, PartialEq)]
pub enum LawStep {
    /// A variable of the claim.
    Variable(usize),
    /// A constant for all cases.
    Constant(Value),
    /// An op of [`LawPlan::ops`] applied to earlier steps.
    Apply(usize, Vec<StepId>),
    /// The wrapping sum of two earlier steps.
    Sum(StepId, StepId),
}

/// Condition on the steps' values that must hold in every case.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The two values are equal.
    Equal(StepId, StepId),
    /// The first value is not larger than the second.
    AtMost(StepId, StepId),
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one holds.
    Any(Vec<Condition>),
    /// If the first holds, so does the second.
    Implies(Box<Condition>, Box<Condition>),
    /// Exactly one holds.
    ExactlyOne(Vec<Condition>),
}

/// The steps of a claim and the condition over them.
pub struct LawPlan<'a> {
    /// The distinct terms with their types, operands before applications. A term that occurs twice in the claim is one
    /// step.
    pub steps: Vec<(LawStep, ValueType)>,
    /// The condition.
    pub condition: Condition,
    /// The ops applied.
    pub ops: Vec<&'a OpCode<'a>>,
    callees: Vec<LawCallee>,
}

impl<'a> LawPlan<'a> {
    /// The plan of a law's claim.
    ///
    /// # Errors
    ///
    /// A parameter of the law whose kind does not match its use in the claim.
    pub fn of(law: &'a BackendLaw<'a>) -> Result<Self, BackendError> {
        let mut plan = Self {
            // Every variable, so that all values of a source have a place.
            steps: law
                .variables
                .iter()
                .enumerate()
                .map(|(k, ty)| (LawStep::Variable(k), *ty))
                .collect(),
            condition: Condition::All(Vec::new()),
            ops: Vec::new(),
            callees: Vec::new(),
        };
        let mut conditions = Vec::new();
        for term in &law.predicates {
            conditions.push(plan.condition(law, &Claim::AtMost(*term, Term::Int(1)))?);
        }
        conditions.push(plan.condition(law, law.claim)?);
        plan.condition = Condition::All(conditions);
        Ok(plan)
    }

    /// Checks that a source's values are the law's variables.
    ///
    /// # Errors
    ///
    /// [`BackendError`] with both lists of types.
    pub fn check_source(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
    ) -> Result<(), BackendError> {
        if source.types() == law.variables {
            return Ok(());
        }
        Err(refuse(format!(
            "the source makes cases of ({}), the law quantifies over ({})",
            type_names(source.types()),
            type_names(&law.variables)
        )))
    }

    /// Bytes moved per case: every application reads its operands and writes its result, and the condition reads the
    /// values that it compares.
    pub fn bytes_per_case(&self) -> u64 {
        let bytes = |step: &StepId| self.steps[*step].1.bytes() as u64;
        let mut sum = 0;
        for (k, (step, _)) in self.steps.iter().enumerate() {
            sum += match step {
                LawStep::Apply(_, args) => bytes(&k) + args.iter().map(bytes).sum::<u64>(),
                LawStep::Sum(l, r) => bytes(&k) + bytes(l) + bytes(r),
                LawStep::Variable(_) | LawStep::Constant(_) => 0,
            };
        }
        sum + self.compared().iter().map(bytes).sum::<u64>()
    }

    /// The steps that the condition reads, each once, ascending.
    pub fn compared(&self) -> Vec<StepId> {
        let mut found = Vec::new();
        self.condition.visit(&mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn condition(
        &mut self,
        law: &'a BackendLaw<'a>,
        claim: &Claim,
    ) -> Result<Condition, BackendError> {
        let mut all = |claims: &[Claim]| {
            claims
                .iter()
                .map(|c| self.condition(law, c))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match claim {
            Claim::All(claims) => Condition::All(all(claims)?),
            Claim::Any(claims) => Condition::Any(all(claims)?),
            Claim::ExactlyOne(claims) => Condition::ExactlyOne(all(claims)?),
            Claim::Implies(p, q) => Condition::Implies(
                Box::new(self.condition(law, p)?),
                Box::new(self.condition(law, q)?),
            ),
            Claim::Equal(left, right) | Claim::AtMost(left, right) => {
                let ty = self
                    .type_of(law, left)
                    .or_else(|| self.type_of(law, right))
                    .ok_or_else(|| {
                        refuse("neither side of a comparison of the law has a type".into())
                    })?;
                let left = self.term(law, left, ty)?;
                let right = self.term(law, right, ty)?;
                if matches!(claim, Claim::Equal(..)) {
                    Condition::Equal(left, right)
                } else if ty.is_ordered() {
                    Condition::AtMost(left, right)
                } else {
                    return Err(refuse(format!(
                        "{} has no order, and the law compares by it",
                        ty.rust_name()
                    )));
                }
            }
        })
    }

    fn term(
        &mut self,
        law: &'a BackendLaw<'a>,
        term: &Term,
        expected: ValueType,
    ) -> Result<StepId, BackendError> {
        let (step, ty) = match term {
            Term::Var(k) => match law.variables.get(*k) {
                Some(ty) => (LawStep::Variable(*k), *ty),
                None => return Err(refuse(format!("the law has no variable {k}"))),
            },
            Term::Int(n) => (LawStep::Constant(Value::int(*n, expected)), expected),
            Term::Param(k) => match law.params.get(*k) {
                Some(LawOperand::Value(value)) => (LawStep::Constant(*value), value.ty()),
                _ => return Err(refuse(format!("parameter {k} of the law is not a value"))),
            },
            Term::WrappingSum([left, right]) => {
                let left = self.term(law, left, expected)?;
                let right = self.term(law, right, expected)?;
                (LawStep::Sum(left, right), expected)
            }
            Term::Apply(callee, args) => self.apply(law, *callee, args)?,
        };
        if ty != expected {
            return Err(refuse(format!(
                "a term of the law is {} where the law needs {}",
                ty.rust_name(),
                expected.rust_name()
            )));
        }
        let known = self.steps.iter().position(|(s, t)| *s == step && *t == ty);
        Ok(known.unwrap_or_else(|| {
            self.steps.push((step, ty));
            self.steps.len() - 1
        }))
    }

    /// The application of an op to terms, with the type of its result.
    fn apply(
        &mut self,
        law: &'a BackendLaw<'a>,
        callee: LawCallee,
        args: &[Term],
    ) -> Result<(LawStep, ValueType), BackendError> {
        let code = code(law, callee)?;
        let op = match self.callees.iter().position(|c| *c == callee) {
            Some(op) => op,
            None => {
                self.callees.push(callee);
                self.ops.push(code);
                self.ops.len() - 1
            }
        };
        let types = code.signature.operands;
        if types.len() != args.len() {
            return Err(refuse(format!(
                "`{}` takes {} operands, the law gives it {}",
                code.id,
                types.len(),
                args.len()
            )));
        }
        let args = args.iter().zip(types);
        let args = args.map(|(arg, ty)| self.term(law, arg, *ty));
        let args = args.collect::<Result<Vec<_>, _>>()?;
        Ok((LawStep::Apply(op, args), code.signature.result))
    }

    fn type_of(&self, law: &BackendLaw<'_>, term: &Term) -> Option<ValueType> {
        match term {
            Term::Var(k) => law.variables.get(*k).copied(),
            Term::Param(k) => match law.params.get(*k) {
                Some(LawOperand::Value(value)) => Some(value.ty()),
                _ => None,
            },
            Term::Apply(callee, _) => Some(code(law, *callee).ok()?.signature.result),
            Term::WrappingSum([l, r]) => self.type_of(law, l).or_else(|| self.type_of(law, r)),
            Term::Int(_) => None,
        }
    }
}

impl Condition {
    fn visit(&self, found: &mut Vec<StepId>) {
        match self {
            Self::Equal(l, r) | Self::AtMost(l, r) => found.extend([*l, *r]),
            Self::All(cs) | Self::Any(cs) | Self::ExactlyOne(cs) => {
                cs.iter().for_each(|c| c.visit(found));
            }
            Self::Implies(p, q) => {
                p.visit(found);
                q.visit(found);
            }
        }
    }
}

fn code<'a>(law: &'a BackendLaw<'a>, callee: LawCallee) -> Result<&'a OpCode<'a>, BackendError> {
    match callee {
        LawCallee::Subject => Ok(&law.subject),
        LawCallee::Parameter(k) => match law.params.get(k) {
            Some(LawOperand::Op(op)) => Ok(op),
            _ => Err(refuse(format!("parameter {k} of the law is not an op"))),
        },
    }
}

fn refuse(message: String) -> BackendError {
    BackendError::Validation(format!("the law cannot be checked: {message}"))
}
