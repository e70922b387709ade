//! Ops of a crate that their declarations do not distinguish.

use super::super::limit::{LIMIT, call_with_limit};
use crate::context::Context;
use libtest_mimic::{Completion, Failed, Trial};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::{Source, adversarial, case, witnessed};
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_suite::strategy::{Collision, Evaluate, Reference, TypedLaw, collisions};

/// Maximal numbers of adversarial inputs and of witnesses on which two ops are compared.
const COMPARED: [u64; 2] = [1 << 14, 1 << 12];

/// The trial of all ops together; it fails if [`undistinguished`] finds any.
pub(super) fn trial(context: &'static Context) -> Trial {
    let run = move || {
        let limit = context.settings().limit.unwrap_or(LIMIT);
        match call_with_limit(limit, || undistinguished(context.catalog())) {
            Ok(found) if found.is_empty() => Ok(Completion::Completed),
            Ok(found) => Err(Failed::from(found.join("\n"))),
            // The trials of that function fail.
            Err(hung) => Ok(Completion::ignored_with(hung.message())),
        }
    };
    Trial::ignorable_test("library::collisions", run)
}

/// Pairs of ops whose declarations hold for each other although they give different results, each with a row that would
/// distinguish them. Two ops with equal results on all tried inputs are one function, which no declaration can tell
/// apart.
pub fn undistinguished(catalog: &Catalog) -> Vec<String> {
    // Gates report laws without types.
    let typed = catalog.ops().iter().map(|op| {
        let laws = op.def.laws.iter();
        laws.filter_map(|law| TypedLaw::new(law, &op.def.op).ok())
            .collect::<Vec<_>>()
    });
    let typed: Vec<_> = typed.collect();
    let ops = catalog.ops().iter().zip(&typed);
    let ops: Vec<(&OpDef, &[TypedLaw])> = ops.map(|(op, laws)| (op.def, &**laws)).collect();
    let found = collisions(&ops).into_iter();
    let differing = found.filter_map(|found| {
        let of = |id| catalog.ops().iter().find(|op| op.def.id == id);
        let (op, other) = (of(found.op)?.def, of(found.other)?.def);
        differing(&found, op, other)
    });
    differing.collect()
}

/// The message about two ops that differ on some input.
fn differing(found: &Collision, op: &OpDef, other: &OpDef) -> Option<String> {
    let types = op.op.signature.operands;
    let sources: [Box<dyn Source>; 2] = [
        Box::new(adversarial(types)),
        Box::new(witnessed(types, 1, COMPARED[1])),
    ];
    let cases = sources.iter().zip(COMPARED).flat_map(|(source, most)| {
        // Witnesses follow the edge values.
        let first = source.len().saturating_sub(most);
        (first..source.len()).map(|number| case(&**source, number))
    });
    let mut differing = cases.filter_map(|inputs| {
        let of = |op: &OpDef| Reference.apply(&op.op, &inputs).ok();
        let (first, second) = (of(op)?, of(other)?);
        (first != second).then_some((inputs, first, second))
    });
    let (inputs, first, second) = differing.next()?;
    let inputs: Vec<String> = inputs.iter().map(Value::to_string).collect();
    Some(format!(
        "{found}, such as ({}), for which `{}` gives {first} and `{}` gives {second}",
        inputs.join(", "),
        op.id,
        other.id
    ))
}
