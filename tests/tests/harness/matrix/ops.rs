//! The intended function, functions that are wrong in known ways, and definitions of one op from any of them.

use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{
    self, AlternateDef, LawDef, LawParam, Lowering, OpDef, OpRef, Polarity, RowDef, TextPlace,
    lowered_fn,
};
use vyre_conform_runtime::spec::{Law, Texts, law::find};
use vyre_conform_runtime::value::Value;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The intended op: flips every bit.
#[vyre_op(id = "toy::plant_right", laws(Involution))]
fn right(a: u32) -> u32 {
    !a
}

/// Wrong everywhere, and not an involution.
#[vyre_op(id = "toy::plant_next", laws(Monotone))]
fn next(a: u32) -> u32 {
    a.wrapping_add(1)
}

/// Wrong everywhere, although an involution.
#[vyre_op(id = "toy::plant_same", laws(Involution))]
fn same(a: u32) -> u32 {
    a
}

/// Wrong for one operand.
#[vyre_op(id = "toy::plant_point", laws(Bounded(0, 0xffff_ffff)))]
fn point(a: u32) -> u32 {
    if a == 7 { 3 } else { !a }
}

#[vyre_fn]
fn named_right(a: u32) -> u32 {
    a ^ 0xffff_ffff
}

#[vyre_fn]
fn named_next(a: u32) -> u32 {
    a.wrapping_add(1)
}

#[vyre_fn]
fn named_point(a: u32) -> u32 {
    if a == 7 { 3 } else { !a }
}

/// A function of the op.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Right,
    Next,
    Same,
    Point,
}

/// The lowering of an op.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lower {
    /// The body of the reference.
    Body,
    /// The body of another function, in place of a wrong translation.
    Translated(Kind),
    /// A named function.
    Named(Kind),
}

fn registered(is: Kind) -> &'static OpDef {
    let id = match is {
        Kind::Right => "toy::plant_right",
        Kind::Next => "toy::plant_next",
        Kind::Same => "toy::plant_same",
        Kind::Point => "toy::plant_point",
    };
    let op = registry::ops().into_iter().find(|op| op.id == id);
    op.expect("registered above")
}

fn law(name: &'static str) -> fn() -> &'static Law {
    match name {
        "Involution" => || find("Involution").expect("a law"),
        "Idempotent" => || find("Idempotent").expect("a law"),
        "Antitone" => || find("Antitone").expect("a law"),
        "Monotone" => || find("Monotone").expect("a law"),
        "Bounded" => || find("Bounded").expect("a law"),
        other => panic!("no law {other} in these tests"),
    }
}

/// A law by name; the witness of a negative law (`Not..`) is 5, or (3, 3) for two variables.
fn law_def(text: &'static str) -> LawDef {
    let name = text.strip_prefix("Not").unwrap_or(text);
    let params: &'static [LawParam] = match name {
        "Bounded" => &[
            LawParam::Value(|| Value::of(0u32)),
            LawParam::Value(|| Value::of(u32::MAX)),
        ],
        _ => &[],
    };
    let polarity = match (name == text, name) {
        (true, _) => Polarity::Holds,
        (false, "Monotone" | "Antitone") => Polarity::Refuted {
            witness: || [3u32, 3].map(Value::of).to_vec(),
        },
        (false, _) => Polarity::Refuted {
            witness: || vec![Value::of(5u32)],
        },
    };
    LawDef::new(law(name), params, polarity, text, 1)
}

/// The operands of a row, and the expected result.
type Row = (fn() -> Vec<Value>, fn() -> Value);

/// A row by its operand: the intended result, or for `8` a wrong one.
fn row_def(operand: u32) -> RowDef {
    let (inputs, expected): Row = match operand {
        0 => (|| vec![Value::of(0u32)], || Value::of(!0u32)),
        1 => (|| vec![Value::of(!0u32)], || Value::of(0u32)),
        5 => (|| vec![Value::of(5u32)], || Value::of(!5u32)),
        6 => (|| vec![Value::of(!5u32)], || Value::of(5u32)),
        7 => (|| vec![Value::of(7u32)], || Value::of(!7u32)),
        8 => (|| vec![Value::of(8u32)], || Value::of(9u32)),
        other => panic!("no row {other} in these tests"),
    };
    RowDef::new(inputs, expected, "planted", None, 1)
}

/// The parts of an op.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) reference: Kind,
    pub(super) lower: Lower,
    pub(super) laws: &'static [&'static str],
    pub(super) rows: &'static [u32],
    pub(super) alternate: Option<Kind>,
}

/// The intended op, without rows and laws.
pub(super) const MEANT: Parts = Parts {
    reference: Kind::Right,
    lower: Lower::Body,
    laws: &[],
    rows: &[],
    alternate: None,
};

/// The catalog of the op `toy::plant_meant` with these parts.
pub(super) fn catalog(parts: &Parts) -> Catalog {
    let of = registered(parts.reference);
    let op: OpRef = of.op;
    let lowering = match parts.lower {
        Lower::Body => of.lowering,
        Lower::Translated(matches) => registered(matches).lowering,
        Lower::Named(Kind::Right) => Lowering::Function(lowered_fn(named_right)),
        Lower::Named(Kind::Next) => Lowering::Function(lowered_fn(named_next)),
        Lower::Named(Kind::Point) => Lowering::Function(lowered_fn(named_point)),
        Lower::Named(Kind::Same) => panic!("no such named function in these tests"),
    };
    let alternates: Vec<AlternateDef> = parts
        .alternate
        .iter()
        .map(|matches| {
            let wgsl = match matches {
                Kind::Right => super::backends::TEXTS[0].0,
                Kind::Next => super::backends::TEXTS[1].0,
                Kind::Point => super::backends::TEXTS[2].0,
                Kind::Same => panic!("no such text in these tests"),
            };
            AlternateDef::new("apart", Texts::wgsl(wgsl), 1, TextPlace::of_line(1))
        })
        .collect();
    let laws: Vec<LawDef> = parts.laws.iter().map(|text| law_def(text)).collect();
    let rows: Vec<RowDef> = parts.rows.iter().map(|row| row_def(*row)).collect();
    let (id, name) = ("toy::plant_meant", "meant");
    let def = OpDef::new(id, name, of.place, of.package, op, lowering)
        .params(&["a"])
        .category(of.category)
        .laws(laws.leak())
        .rows(rows.leak())
        .alternates(alternates.leak());
    let ops = vec![&*Box::leak(Box::new(def))];
    Catalog::of(ops, registry::helpers()).expect("one op")
}
