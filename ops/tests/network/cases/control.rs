//! Operators with subgraphs.

use super::super::models::{Attr, Model, body};
use super::{Case, case, f, floats, longs};
use vyre_conform_network::{Element, Tensor};

fn truth(value: bool) -> Tensor {
    Tensor::new(Element::Bool, &[], vec![value.into()]).expect("a tensor")
}

/// A branch that is a constant.
fn constant(values: &[f32]) -> Attr {
    body(&[], &["c"], |model| {
        let value = Attr::Floats(values.to_vec());
        model.node("it", "Constant", [&[], &["c"]], &[("value_floats", value)]);
    })
}

/// The body of a sum that also gives every partial sum; `extra` are inputs before the sum.
fn sums(extra: &[&str], add: impl FnOnce(&mut Model)) -> Attr {
    let (own, outputs): (&[&str], &[&str]) = if extra.is_empty() {
        (&["sum", "x"], &["next", "part"])
    } else {
        (&["sum"], &["on", "next", "part"])
    };
    let inputs = [extra, own].concat();
    body(&inputs, outputs, |model| {
        add(model);
        model.node("part", "Identity", [&["next"], &["part"]], &[]);
    })
}

/// The cases: `If` whose condition is an input, `Loop` with a number of rounds, `Scan` over lines.
pub(super) fn cases() -> Vec<Case> {
    let branches = || {
        [
            ("then_branch", constant(&[1.0, 2.0])),
            ("else_branch", constant(&[3.0, 4.0])),
        ]
    };
    let rounds = sums(&["round", "before"], |model| {
        model.node("on", "Identity", [&["before"], &["on"]], &[]);
        model.node("next", "Add", [&["sum", "sum"], &["next"]], &[]);
    });
    let scan = || {
        sums(&[], |model| {
            model.node("next", "Add", [&["sum", "x"], &["next"]], &[]);
        })
    };
    let count = Attr::Int(1);
    vec![
        case("If", &branches(), [truth(true)], [f(&[1.0, 2.0])]),
        case("If", &branches(), [truth(false)], [f(&[3.0, 4.0])]),
        Case {
            inputs: vec![Some(longs(&[3])), None, Some(f(&[1.0, -1.0]))],
            ..case(
                "Loop",
                &[("body", rounds)],
                [],
                [
                    f(&[8.0, -8.0]),
                    floats(&[3, 2], &[2.0, -2.0, 4.0, -4.0, 8.0, -8.0]),
                ],
            )
        },
        case(
            "Scan",
            &[("body", scan()), ("num_scan_inputs", count.clone())],
            [f(&[0.0, 0.0]), floats(&[2, 2], &[1.0, 2.0, 3.0, 4.0])],
            [f(&[4.0, 6.0]), floats(&[2, 2], &[1.0, 2.0, 4.0, 6.0])],
        ),
        case(
            "Scan",
            &[
                ("body", scan()),
                ("num_scan_inputs", count),
                ("scan_input_axes", Attr::Ints(vec![1])),
                ("scan_input_directions", Attr::Ints(vec![1])),
                ("scan_output_axes", Attr::Ints(vec![1])),
                ("scan_output_directions", Attr::Ints(vec![1])),
            ],
            [f(&[0.0, 0.0]), floats(&[2, 2], &[1.0, 2.0, 3.0, 4.0])],
            [f(&[3.0, 7.0]), floats(&[2, 2], &[3.0, 2.0, 7.0, 4.0])],
        ),
    ]
}
