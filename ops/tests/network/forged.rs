//! Forged attributes and shapes: every operator has a plan, or a reason why there is none, and never panics.

use super::cases::{Case, cases};
use super::machines::catalog;
use super::models::Attr;
use super::operators::model;
use std::panic::AssertUnwindSafe;
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{Element, Orders, Plan, PlanError, Tensor};
use vyre_conform_runtime::catalog::Catalog;

/// Integers that no length, axis or step is, and some that are.
const EXTREMES: [i64; 9] = [
    i64::MIN,
    -(1 << 32),
    -2,
    -1,
    0,
    1,
    1 << 25,
    1 << 40,
    i64::MAX,
];

/// The case with an attribute, or an operand of integers, in every way that an extreme takes the place of a number.
fn forged(case: &Case) -> Vec<Case> {
    let mut all = vec![];
    for (k, (_, value)) in case.attributes.iter().enumerate() {
        let mut with = |value| {
            let mut forged = case.clone();
            forged.attributes[k].1 = value;
            all.push(forged);
        };
        for extreme in EXTREMES {
            match value {
                Attr::Int(_) => with(Attr::Int(extreme)),
                Attr::Ints(item) => {
                    for place in 0..item.len() {
                        let mut item = item.clone();
                        item[place] = extreme;
                        with(Attr::Ints(item));
                    }
                    with(Attr::Ints(vec![extreme; item.len() + 1]));
                }
                Attr::Float(_) => with(Attr::Float(extreme as f32)),
                _ => {}
            }
        }
    }
    for (k, item) in case.inputs.iter().enumerate() {
        let Some(item) = item.as_ref().filter(|item| item.element() == Element::I64) else {
            continue;
        };
        for extreme in EXTREMES {
            for place in 0..item.to_longs().len() {
                let mut longs = item.to_longs();
                longs[place] = extreme;
                let mut forged = case.clone();
                forged.inputs[k] = Tensor::longs(item.shape(), &longs).ok();
                all.push(forged);
            }
        }
    }
    all
}

/// The operands one after another without their last dimension, and without elements.
fn reshaped(case: &Case) -> Vec<Case> {
    let mut all = vec![];
    for (k, of) in case.inputs.iter().enumerate() {
        let Some(of) = of else { continue };
        let empty = Tensor::new(of.element(), &[0, 2], vec![]);
        let len = of.words().len() / of.element().words();
        let flat = Tensor::new(of.element(), &[len], of.words().to_vec());
        let deep = Tensor::new(
            of.element(),
            &[1, 1, 1, 1, 1, 1, 1, len],
            of.words().to_vec(),
        );
        for tensor in [empty, flat, deep] {
            let mut forged = case.clone();
            forged.inputs[k] = tensor.ok();
            all.push(forged);
        }
        let mut absent = case.clone();
        absent.inputs[k] = None;
        all.push(absent);
    }
    all
}

fn plan(case: &Case, catalog: &Catalog) -> Result<Plan, PlanError> {
    let (model, _) = model(case);
    Plan::new(&model.graph(), catalog, &Shapes::new(), &Orders::new())
}

/// Oracle: a plan, or a message that names the node.
#[test]
fn forged_cases_are_planned_or_refused() {
    let catalog = catalog();
    let (mut planned, mut refused, mut wrong) = (0, 0, vec![]);
    for case in cases() {
        for case in forged(&case).into_iter().chain(reshaped(&case)) {
            let actual = std::panic::catch_unwind(AssertUnwindSafe(|| plan(&case, &catalog)));
            match actual {
                Ok(Ok(_)) => planned += 1,
                Ok(Err(PlanError::Nodes(problems))) => {
                    let text = problems[0].to_string();
                    assert!(text.starts_with("node `it` ("), "{text}");
                    refused += 1;
                }
                Ok(Err(PlanError::Memory { .. })) => refused += 1,
                Ok(Err(error)) => wrong.push(format!("{}: {error}", case.operator)),
                Err(_) => wrong.push(format!("panics: {case:?}")),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        planned > 500 && refused > 1000,
        "{planned} planned, {refused} refused"
    );
}
