//! Semantics of trees and of theorems' terms, as terms of bits like those that `translate` makes of
//! bodies.

use super::application::Binding;
use super::tree::{Lambda, Operator, Tree};
use crate::claim::{bits, inputs, widths};
use crate::ring;
use crate::term::{TermId, Terms};
use crate::theorem::CHOICE;
use crate::translate::{apply, binary, cast, truth, unary};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::{LawCallee, Term, ValueType};

/// The components of a tree's value for these operands.
fn tree(terms: &mut Terms, number: &Tree, operands: &[Vec<TermId>]) -> Option<Vec<TermId>> {
    let one = |mut parts: Vec<TermId>| (parts.len() == 1).then(|| parts.remove(0));
    Some(match number {
        Tree::Operand(k) => operands.get(*k)?.clone(),
        Tree::Part(number, lane) => vec![*tree(terms, number, operands)?.get(*lane)?],
        Tree::Vector(lanes) => {
            let lanes = lanes.iter().map(|lane| one(tree(terms, lane, operands)?));
            lanes.collect::<Option<_>>()?
        }
        Tree::Literal(ty, bits) => vec![terms.constant(ty.bits(), (*bits).into())],
        Tree::Node(operator, children) => {
            let mut values = vec![];
            for child in children {
                values.push(one(tree(terms, child, operands)?)?);
            }
            vec![match (operator, &values[..]) {
                (Operator::Unary(op, ty), [a]) => unary(terms, *op, *ty, *a),
                (Operator::Binary(op, ty), [a, b]) => binary(terms, *op, *ty, [*a, *b]),
                (Operator::Cast(from, to), [a]) => cast(terms, *from, *to, *a),
                (Operator::Choice(_), [condition, yes, no]) => {
                    let condition = truth(terms, *condition);
                    terms.select(condition, *yes, *no)
                }
                _ => return None,
            }]
        }
    })
}

/// The value of a tree without operands.
pub(super) fn closed(term: &Tree) -> Option<Value> {
    let ty = term.ty(&[]).filter(|_| term.is_constant())?;
    let mut terms = Terms::default();
    let parts = tree(&mut terms, term, &[])?;
    let parts = parts.into_iter().map(|part| terms.constant_value(part));
    Some(value(ty, &parts.collect::<Option<Vec<u128>>>()?))
}

fn value(ty: ValueType, parts: &[u128]) -> Value {
    let mut words = vec![];
    for (part, width) in parts.iter().zip(widths(ty)) {
        words.push(*part as u32);
        if width > 32 {
            words.push((part >> 32) as u32);
        }
    }
    Value::from_words(ty, &words)
}

/// True if the components are equal for all inputs.
fn are_same(terms: &mut Terms, left: &[TermId], right: &[TermId]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| {
            if terms.width(*left) != terms.width(*right) {
                return false;
            }
            let equal = terms.equal(*left, *right);
            let differ = terms.not(equal);
            let differ = ring::simplified(terms, differ);
            terms.constant_value(differ) == Some(0)
        })
}

/// True if an op equals this function, by its translated body, from which the tree was not built.
pub(super) fn is_function(op: &Op, lambda: &Lambda) -> bool {
    let signature = op.def.op.signature;
    if signature.operands != lambda.operands || signature.result != lambda.result {
        return false;
    }
    let Ok(valid) = op.module() else {
        return false;
    };
    let mut terms = Terms::default();
    let operands: Vec<Vec<TermId>> = lambda
        .operands
        .iter()
        .map(|ty| inputs(&mut terms, *ty))
        .collect();
    let Ok(applied) = apply(&mut terms, valid, &operands.concat()) else {
        return false;
    };
    let Some(parts) = tree(&mut terms, &lambda.tree, &operands) else {
        return false;
    };
    terms.constant_value(applied.fault) == Some(0) && are_same(&mut terms, &applied.results, &parts)
}

/// Terms of a theorem under a binding of its letters.
pub(super) struct Instance<'b> {
    binding: &'b Binding,
    variables: Vec<Option<ValueType>>,
}

impl<'b> Instance<'b> {
    /// The terms of one scope, in which each variable has one type.
    pub(super) fn new(binding: &'b Binding, all: &[&Term]) -> Self {
        let mut variables = vec![None; 4];
        for term in all {
            term.visit(&mut |term| {
                let Term::Apply(callee, args) = term else {
                    return;
                };
                let Some(lambda) = binding.function(*callee) else {
                    return;
                };
                for (arg, ty) in args.iter().zip(&lambda.operands) {
                    if let Term::Var(k) = arg
                        && let Some(variable) = variables.get_mut(*k)
                    {
                        variable.get_or_insert(*ty);
                    }
                }
            });
        }
        Self { binding, variables }
    }

    /// The type of a term in which every function has operands of the right types. A small integer has
    /// the type `wanted`, and the branches of a choice have one type.
    pub(super) fn ty(&self, term: &Term, requested: Option<ValueType>) -> Option<ValueType> {
        let laws = match term {
            Term::Var(k) => *self.variables.get(*k)?,
            Term::Param(k) => Some(self.binding.value(*k)?.ty()),
            Term::Int(_) => requested,
            Term::WrappingSum(_) => None,
            Term::Apply(LawCallee::Parameter(CHOICE), args) => {
                let [condition, yes, no] = args else {
                    return None;
                };
                self.ty(condition, None)?;
                let ty = self.ty(yes, requested)?;
                self.ty(no, Some(ty)).filter(|other| *other == ty)
            }
            Term::Apply(callee, args) => {
                let lambda = self.binding.function(*callee)?;
                let mut pairs = args.iter().zip(&lambda.operands);
                let fits = args.len() == lambda.operands.len()
                    && pairs.all(|(arg, ty)| self.ty(arg, Some(*ty)) == Some(*ty));
                fits.then_some(lambda.result)
            }
        };
        laws.filter(|laws| requested.is_none_or(|requested| requested == *laws))
    }

    /// Inputs that represent the variables.
    fn inputs(&self, terms: &mut Terms) -> Vec<Vec<TermId>> {
        let types = self.variables.iter();
        types
            .map(|ty| ty.map_or_else(Vec::new, |ty| inputs(terms, ty)))
            .collect()
    }

    fn parts(
        &self,
        terms: &mut Terms,
        term: &Term,
        ty: ValueType,
        variables: &[Vec<TermId>],
    ) -> Option<Vec<TermId>> {
        let constant = |terms: &mut Terms, value: &Value| {
            let parts = bits(value).into_iter().zip(widths(value.ty()));
            parts
                .map(|(bits, width)| terms.constant(width, bits))
                .collect()
        };
        match term {
            Term::Var(k) => variables.get(*k).cloned(),
            Term::Param(k) => Some(constant(terms, self.binding.value(*k)?)),
            Term::Int(n) => Some(constant(terms, &Value::int(*n, ty))),
            // A choice between branches is part of a body; its condition is a function of the operands.
            Term::Apply(LawCallee::Parameter(CHOICE), args) => {
                let [condition, yes, no] = args else {
                    return None;
                };
                let bool = self.ty(condition, None)?;
                let condition = self.parts(terms, condition, bool, variables)?;
                let condition = truth(terms, *condition.first()?);
                let yes = self.parts(terms, yes, ty, variables)?;
                let no = self.parts(terms, no, ty, variables)?;
                let pairs = yes.into_iter().zip(no);
                Some(
                    pairs
                        .map(|(yes, no)| terms.select(condition, yes, no))
                        .collect(),
                )
            }
            Term::Apply(callee, args) => {
                let lambda = self.binding.function(*callee)?;
                let mut operands = vec![];
                for (arg, ty) in args.iter().zip(&lambda.operands) {
                    operands.push(self.parts(terms, arg, *ty, variables)?);
                }
                tree(terms, &lambda.tree, &operands)
            }
            Term::WrappingSum(_) => None,
        }
    }

    /// The value of a term without variables.
    pub(super) fn closed(&self, term: &Term) -> Option<Value> {
        let ty = self.ty(term, None)?;
        let mut terms = Terms::default();
        let variables = self.inputs(&mut terms);
        let parts = self.parts(&mut terms, term, ty, &variables)?;
        let parts = parts.into_iter().map(|part| terms.constant_value(part));
        Some(value(ty, &parts.collect::<Option<Vec<u128>>>()?))
    }

    /// True if two terms are equal for all values of their variables.
    pub(super) fn holds(&self, left: &Term, right: &Term) -> bool {
        let both = || {
            let ty = self.ty(left, None).or_else(|| self.ty(right, None))?;
            let fit = self.ty(left, Some(ty))? == self.ty(right, Some(ty))?;
            let mut terms = Terms::default();
            let variables = self.inputs(&mut terms);
            let left = self.parts(&mut terms, left, ty, &variables)?;
            let right = self.parts(&mut terms, right, ty, &variables)?;
            Some(fit && are_same(&mut terms, &left, &right))
        };
        both().unwrap_or(false)
    }

    /// True if the whole function equals this term of its operands.
    pub(super) fn is_whole(&self, structure: &Term) -> bool {
        let whole = &self.binding.whole;
        let typed = whole.operands.iter().enumerate();
        let fits = |(k, ty): (usize, &ValueType)| {
            self.variables
                .get(k)
                .is_some_and(|v| v.is_none_or(|v| v == *ty))
        };
        let both = || {
            let mut terms = Terms::default();
            let types = whole.operands.iter();
            let variables: Vec<Vec<TermId>> = types.map(|ty| inputs(&mut terms, *ty)).collect();
            let left = tree(&mut terms, &whole.tree, &variables)?;
            let right = self.parts(&mut terms, structure, whole.result, &variables)?;
            Some(are_same(&mut terms, &left, &right))
        };
        typed.clone().all(fits) && both().unwrap_or(false)
    }
}
