//! Reduction of failing inputs.
//!
//! An input that fails in its batch and not alone is kept unreduced: it is the best evidence.

use super::subject::Run;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::List;
use vyre_conform_suite::backend::{self, Operand};
use vyre_conform_suite::strategy::{self, Evaluate, Reference, TypedLaw};

/// Reduces an input whose cases run on the host.
pub(super) fn smallest(from: &[Value], fails: &dyn Fn(&[Value]) -> bool) -> Vec<Value> {
    if fails(from) {
        strategy::minimise(from, fails)
    } else {
        from.to_vec()
    }
}

/// Reduces an input on a backend, where one case costs a dispatch, as do many: `first` returns the index of the first
/// failing one of a batch, which is then confirmed alone.
fn smallest_in_batches(
    from: &[Value],
    fails: &dyn Fn(&[Value]) -> bool,
    first: &dyn Fn(&[Vec<Value>]) -> Option<usize>,
) -> Vec<Value> {
    if !fails(from) {
        return from.to_vec();
    }
    strategy::minimise_by(from, &mut |cases| {
        let mut before = 0;
        while let Some(k) = first(&cases[before..]) {
            if fails(&cases[before + k]) {
                return Some(before + k);
            }
            before += k + 1;
        }
        None
    })
}

impl Run<'_> {
    /// The smallest operands on which the subject differs from the reference in these passing modes.
    pub(super) fn smallest_difference(&self, from: &[Value], passed: &[Passing]) -> Vec<Value> {
        let reference = &self.op().def.op;
        let fixed: Vec<Operand<'_>> = passed
            .iter()
            .zip(from)
            .map(|(passed, value)| match passed {
                Passing::Storage => Operand::Storage(&[]),
                Passing::Uniform => Operand::Uniform(*value),
                Passing::Literal => Operand::Literal(*value),
            })
            .collect();
        // A smaller literal would need another compilation, and compilers fold the value itself. An input without a
        // reference result cannot differ.
        let eligible = |inputs: &[Value]| {
            let mut places = passed.iter().enumerate();
            places.all(|(k, p)| *p == Passing::Storage || inputs[k] == from[k])
                && Reference.apply(reference, inputs).is_ok()
        };
        let fails = |inputs: &[Value]| {
            eligible(inputs) && matches!(self.differs(inputs, passed), Ok(Some(_)))
        };
        let first = |cases: &[Vec<Value>]| {
            let (numbers, cases): (Vec<usize>, Vec<Vec<Value>>) = cases
                .iter()
                .cloned()
                .enumerate()
                .filter(|(_, case)| eligible(case))
                .unzip();
            let source = List::new(reference.signature.operands, &cases);
            let range = 0..cases.len() as u64;
            let loaded = self.subject().ok()?;
            let found = backend::parity_fixed(&*loaded, reference, &source, range, &fixed).ok()?;
            numbers.get(found.first?.case as usize).copied()
        };
        smallest_in_batches(from, &fails, &first)
    }

    /// The smallest values that break a law on the subject; `evaluator` applies its ops.
    pub(super) fn smallest_breach(
        &self,
        law: &TypedLaw,
        evaluator: &dyn Evaluate,
        from: &[Value],
    ) -> Vec<Value> {
        let fails = |values: &[Value]| law.holds_with(values, evaluator) == Ok(false);
        if self.obligation.backend().is_none() {
            return smallest(from, &fails);
        }
        let first = |cases: &[Vec<Value>]| {
            let source = List::new(&law.variables, cases);
            let found = self.law_on_backend(law, &source, 0..cases.len() as u64);
            Some(found.ok()?.first?.case as usize)
        };
        smallest_in_batches(from, &fails, &first)
    }
}
