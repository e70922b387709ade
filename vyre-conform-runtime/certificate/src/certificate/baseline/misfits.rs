//! Declarations of baselines that match no op or engine. Skipping them silently would hide the mistake.

use super::Competitor;
use std::mem::discriminant;
use vyre_conform_runtime::baseline::{Baseline, BaselineKind};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::Track;

/// The faults of declared baselines, one sentence each, in declaration order.
pub fn misfits(declared: &[&Baseline], catalog: &Catalog) -> Vec<String> {
    let mut found = vec![];
    for (k, baseline) in declared.iter().enumerate() {
        let id = baseline.subject;
        let of_operands = matches!(baseline.kind, BaselineKind::CopyOfOperands(_));
        let is_of_op = of_operands || matches!(baseline.kind, BaselineKind::Function(_));
        let op = catalog.ops().iter().find(|op| op.def.id == id);
        let is_engine = catalog.engines().iter().any(|engine| engine.id == id);
        let wrong = match op {
            _ if declared[..k].iter().any(|of| same(of, baseline)) => "it is declared twice",
            None if !is_engine => "no linked op or engine has this id",
            None if is_of_op => {
                "an engine is measured on a launch: add its `input` and `size` to the declaration"
            }
            Some(_) if !is_of_op => "an op has no launch: remove `input` and `size`",
            Some(op) if of_operands && op.def.op.track() == Track::Integer => {
                "an op of integers is compared with a copy by default, at 0.8 of its rate: remove the declaration, or \
                 give a function in WGSL"
            }
            Some(op) if of_operands && Competitor::of_op(op.def).len() > 1 => {
                "a copy is for an op without a hand-written function: remove it if a function or an alternate in WGSL \
                 exists"
            }
            _ => continue,
        };
        found.push(format!("the baseline of `{id}`: {wrong}"));
    }
    found
}

/// True if both would have the same name in a certificate.
fn same(a: &Baseline, b: &Baseline) -> bool {
    let kind = |of: &Baseline| discriminant(&of.kind);
    a.subject == b.subject && a.texts() == b.texts() && kind(a) == kind(b)
}
