//! Law sets that do not characterise their op: another op of the same signature satisfies them as well.

use super::explain::{Evaluate, Reference};
use super::implication::conjuncts;
use super::rows::rows;
use super::typed::TypedLaw;
use crate::failing::NoValue;
use std::collections::BTreeSet;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Source, adversarial, case};
use vyre_conform_runtime::registry::{OpDef, OpRef};
use vyre_conform_spec::Tolerance;

/// An op whose laws hold for another op, without a declaration that distinguishes the two.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the laws of `{op}` {} those of `{other}` ({laws}) and no class, boundary or table row tells the two \
     apart: add a row or a boundary on which they differ",
    if *.equal { "equal" } else { "include" }
)]
pub struct Collision {
    /// The op.
    pub op: &'static str,
    /// The other op.
    pub other: &'static str,
    /// True if the sets are equal; otherwise the first op's is larger.
    pub equal: bool,
    /// The laws of the other op.
    pub laws: String,
}

/// All claims of a set of laws, in canonical form.
fn claims(laws: &[TypedLaw]) -> BTreeSet<String> {
    let one = |law: &TypedLaw| {
        let negative = if law.is_negative() { "not " } else { "" };
        let parts = conjuncts(law, false).into_iter();
        let whole: Vec<_> = parts.map(|part| format!("{negative}{part}")).collect();
        if law.is_negative() {
            vec![whole.join(" and ")]
        } else {
            whole
        }
    };
    laws.iter().flat_map(one).collect()
}

/// Law sets that equal or strictly contain another op's set of the same signature, if no other declaration of either op
/// distinguishes them. Ops without laws are left out: gate 6 and the levels report them.
pub fn collisions(ops: &[(&OpDef, &[TypedLaw])]) -> Vec<Collision> {
    let sets: Vec<BTreeSet<String>> = ops.iter().map(|(_, laws)| claims(laws)).collect();
    let mut found = Vec::new();
    for (i, (op, _)) in ops.iter().enumerate() {
        for (j, (other, laws)) in ops.iter().enumerate() {
            let equal = sets[i] == sets[j];
            let contains = sets[i].is_superset(&sets[j]) && !sets[j].is_empty();
            let once = i != j && (!equal || i < j);
            if once
                && contains
                && op.op.signature == other.op.signature
                && !is_distinguished(op, other)
                && !is_distinguished(other, op)
            {
                let laws: Vec<_> = laws.iter().map(|law| law.text.as_str()).collect();
                found.push(Collision {
                    op: op.id,
                    other: other.id,
                    equal,
                    laws: laws.join(", "),
                });
            }
        }
    }
    found
}

/// The reference of another op in place of the requested one.
struct SubstitutedOp<'a>(&'a OpRef);

impl Evaluate for SubstitutedOp<'_> {
    fn apply(&self, _: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        Reference.apply(self.0, operands)
    }
}

/// True if a declaration of `op` other than its laws fails for `other`. Alternates are texts of the op and do not
/// define it.
fn is_distinguished(op: &OpDef, other: &OpDef) -> bool {
    let differ =
        |inputs: &[Value]| Reference.apply(&op.op, inputs) != Reference.apply(&other.op, inputs);
    let types = op.op.signature.operands;
    let fits = |case: &Vec<Value>| case.iter().map(Value::ty).eq(types.iter().copied());
    let by_row = !rows(op, &SubstitutedOp(&other.op), Tolerance::EXACT)
        .failures
        .is_empty();
    let by_boundary = || {
        op.boundaries
            .iter()
            .map(|b| b())
            .filter(fits)
            .any(|b| differ(&b))
    };
    let by_class = || {
        let inputs = adversarial(types);
        let holds = |predicate: &OpRef, inputs: &[Value]| {
            Reference.apply(predicate, inputs) == Ok(Value::of(true))
        };
        let mut classes = op.classes.iter().map(|c| &c.predicate);
        classes.any(|predicate| {
            predicate.signature.operands == types
                && (0..inputs.len())
                    .map(|n| case(&inputs, n))
                    .any(|inputs| holds(predicate, &inputs) && differ(&inputs))
        })
    };
    by_row || by_boundary() || by_class()
}
