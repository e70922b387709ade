//! Long formulas in several steps, so that each fits the locals and the bindings of every device.

use super::{Builder, NodeFault, Value};
use crate::element::Element;
use crate::steps::{Call, Formula, FormulaCall, Term};
use std::collections::BTreeSet;

/// The most calls of one step: each takes some 300 of the 8192 bytes of locals that every device has.
const MOST_CALLS: usize = 20;

/// The most operands of one step beside its result: WebGPU has eight storage buffers.
const MOST_OPERANDS: usize = 6;

/// The calls that a result depends on, itself among them, for every call.
fn cones(formula: &Formula) -> Vec<BTreeSet<usize>> {
    let mut cones: Vec<BTreeSet<usize>> = vec![];
    for (k, call) in formula.calls.iter().enumerate() {
        let mut cone = BTreeSet::from([k]);
        for term in &call.terms {
            if let Term::Result(i) = term {
                cone.extend(&cones[*i]);
            }
        }
        cones.push(cone);
    }
    cones
}

/// The operands that calls read.
fn operands(formula: &Formula, calls: &BTreeSet<usize>) -> BTreeSet<usize> {
    let terms = calls.iter().flat_map(|k| &formula.calls[*k].terms);
    let operands = terms.filter_map(|term| match term {
        Term::Operand(i) => Some(*i),
        _ => None,
    });
    operands.collect()
}

/// These calls as a formula of its own, over these operands.
fn part(formula: &Formula, calls: &BTreeSet<usize>, operands: &BTreeSet<usize>) -> Formula {
    let place = |of: &BTreeSet<usize>, k: usize| of.iter().position(|i| *i == k).unwrap_or(0);
    let term = |term: &Term| match term {
        Term::Operand(i) => Term::Operand(place(operands, *i)),
        Term::Result(i) => Term::Result(place(calls, *i)),
        Term::Word(word) => Term::Word(*word),
    };
    let calls = calls.iter().map(|k| FormulaCall {
        op: formula.calls[*k].op,
        terms: formula.calls[*k].terms.iter().map(term).collect(),
    });
    Formula {
        calls: calls.collect(),
    }
}

/// The step of a formula, or its steps: the largest parts that fit come first, and are operands of what is left.
pub(super) fn steps(
    out: &mut Builder<'_>,
    mut formula: Formula,
    given: &[Value],
    (element, shape): (Element, &[usize]),
) -> Result<Value, NodeFault> {
    let mut values = given.to_vec();
    loop {
        let cones = cones(&formula);
        let Some(whole) = cones.last() else {
            return Err(NodeFault::node("is a formula without calls"));
        };
        let fits = |calls: &BTreeSet<usize>| {
            calls.len() <= MOST_CALLS && operands(&formula, calls).len() <= MOST_OPERANDS
        };
        let is_last = fits(whole);
        let inner = whole
            .iter()
            .filter(|k| **k + 1 != cones.len() && fits(&cones[**k]));
        let largest = inner.max_by_key(|k| cones[**k].len()).copied();
        let (chosen, of) = match largest {
            Some(k) if !is_last => (Some(k), &cones[k]),
            _ => (None, whole),
        };
        let own = operands(&formula, of);
        let call = Call::Formula(part(&formula, of, &own));
        let read: Vec<&Value> = own.iter().map(|k| &values[*k]).collect();
        let Some(k) = chosen else {
            return out.step(call, &read, (element, shape), None);
        };
        let value = out.step(call, &read, (Element::U32, shape), None)?;
        values.push(value);
        let operand = Term::Operand(values.len() - 1);
        for term in formula.calls.iter_mut().flat_map(|call| &mut call.terms) {
            if *term == Term::Result(k) {
                *term = operand;
            }
        }
        let kept: BTreeSet<usize> = {
            let cones = self::cones(&formula);
            cones.last().cloned().unwrap_or_default()
        };
        let all: BTreeSet<usize> = (0..values.len()).collect();
        formula = part(&formula, &kept, &all);
    }
}
