//! Two intended ops, functions with known faults, and definitions that combine them.

use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{
    self, AlternateDef, LawDef, Lowering, OpDef, Polarity, RowDef, TextPlace, lowered_fn,
};
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_spec::{Law, Texts, law::find};

/// The first intended op: inverts every bit.
#[vyre_op(id = "plant::not_right", laws(Involution))]
fn not_right(a: u32) -> u32 {
    !a
}

/// Wrong for every operand.
#[vyre_op(id = "plant::not_wide", laws(Monotone))]
fn not_wide(a: u32) -> u32 {
    a.wrapping_add(1)
}

/// Wrong for one operand.
#[vyre_op(id = "plant::not_point", laws(Bounded(0, 0xffff_ffff)))]
fn not_point(a: u32) -> u32 {
    if a == 7 { 3 } else { !a }
}

/// Wrong everywhere, and idempotent.
#[vyre_op(id = "plant::not_idempotent", laws(Monotone))]
fn not_idempotent(a: u32) -> u32 {
    a
}

#[vyre_fn]
fn lower_not_right(a: u32) -> u32 {
    a ^ 0xffff_ffff
}

#[vyre_fn]
fn lower_not_wide(a: u32) -> u32 {
    a.wrapping_add(3)
}

#[vyre_fn]
fn lower_not_point(a: u32) -> u32 {
    if a == 0 { 9 } else { !a }
}

#[vyre_fn]
fn lower_not_alike(a: u32) -> u32 {
    if a == 7 { 3 } else { a ^ 0xffff_ffff }
}

/// The second intended op: a sum.
#[vyre_op(id = "plant::sum_right", laws(Commutative))]
fn sum_right(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// Wrong with a carry; it agrees with one of three rows.
#[vyre_op(id = "plant::sum_wide", laws(Commutative))]
fn sum_wide(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

/// Wrong for one pair.
#[vyre_op(id = "plant::sum_point", laws(Bounded(0, 0xffff_ffff)))]
fn sum_point(a: u32, b: u32) -> u32 {
    if a == 7 && b == 1 {
        3
    } else {
        a.wrapping_add(b)
    }
}

/// Wrong with a carry, and idempotent.
#[vyre_op(id = "plant::sum_idempotent", laws(Idempotent))]
fn sum_idempotent(a: u32, b: u32) -> u32 {
    a | b
}

/// The absolute difference of two numbers, in place of the bitwise one.
#[vyre_op(id = "plant::distance", laws(Commutative))]
fn distance_of(a: u32, b: u32) -> u32 {
    a.max(b).wrapping_sub(a.min(b))
}

#[vyre_fn]
fn lower_sum_right(a: u32, b: u32) -> u32 {
    b.wrapping_add(a)
}

#[vyre_fn]
fn lower_sum_wide(a: u32, b: u32) -> u32 {
    a.wrapping_add(b).wrapping_add(1)
}

#[vyre_fn]
fn lower_sum_point(a: u32, b: u32) -> u32 {
    if a == 0 && b == 1 {
        9
    } else {
        a.wrapping_add(b)
    }
}

#[vyre_fn]
fn lower_sum_alike(a: u32, b: u32) -> u32 {
    if a == 7 && b == 1 {
        3
    } else {
        b.wrapping_add(a)
    }
}

/// Extent of a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Is {
    Right,
    /// Wrong everywhere.
    Wide,
    /// Wrong for one input.
    Point,
    /// Wrong for the input of one row, with the same value in reference, `lower` and alternate.
    Alike,
    /// Wrong everywhere, and idempotent.
    Idempotent,
}

/// Intended op.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meant {
    Not,
    Sum,
}

/// Source of the lowering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lower {
    /// The body of the reference.
    Body,
    /// The body of another function, as a wrong translation would produce.
    Translated(Is),
    /// A named function.
    Named(Is),
}

/// Components of an op.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) meant: Meant,
    pub(super) reference: Is,
    pub(super) lower: Lower,
    pub(super) alternate: Option<Is>,
    pub(super) false_law: bool,
    pub(super) false_not: bool,
    pub(super) wrong_row: bool,
}

/// A text for the planted backend, which compiles no WGSL.
pub(super) fn text(meant: Meant, is: Is) -> &'static str {
    match (meant, is) {
        (Meant::Not, Is::Right) => "fn meant(a: u32) -> u32 { return ~a; }",
        (Meant::Not, Is::Wide) => "fn meant(a: u32) -> u32 { return a + 2u; }",
        (Meant::Not, Is::Point) => "fn meant(a: u32) -> u32 { return select(~a, 6u, a == 6u); }",
        (Meant::Not, Is::Alike) => "fn meant(a: u32) -> u32 { return select(~a, 3u, a == 7u); }",
        (Meant::Sum, Is::Right) => "fn meant(a: u32, b: u32) -> u32 { return a + b; }",
        (Meant::Sum, Is::Wide) => "fn meant(a: u32, b: u32) -> u32 { return a ^ b ^ 16u; }",
        (Meant::Sum, Is::Point) => {
            "fn meant(a: u32, b: u32) -> u32 { return select(a + b, 6u, a == 6u && b == 1u); }"
        }
        (Meant::Sum, Is::Alike) => {
            "fn meant(a: u32, b: u32) -> u32 { return select(a + b, 3u, a == 7u && b == 1u); }"
        }
        (_, Is::Idempotent) => panic!("only references are idempotent in these tests"),
    }
}

/// The meaning of these texts.
pub(super) fn meaning(of: &str, operands: &[u32]) -> u32 {
    let is = |meant, is| of == text(meant, is);
    match *operands {
        [a] if is(Meant::Not, Is::Right) => !a,
        [a] if is(Meant::Not, Is::Wide) => a.wrapping_add(2),
        [a] if is(Meant::Not, Is::Point) => [!a, 6][usize::from(a == 6)],
        [a] if is(Meant::Not, Is::Alike) => [!a, 3][usize::from(a == 7)],
        [a, b] if is(Meant::Sum, Is::Right) => a.wrapping_add(b),
        [a, b] if is(Meant::Sum, Is::Wide) => a ^ b ^ 16,
        [a, b] if is(Meant::Sum, Is::Point) => {
            [a.wrapping_add(b), 6][usize::from([a, b] == [6, 1])]
        }
        [a, b] if is(Meant::Sum, Is::Alike) => {
            [a.wrapping_add(b), 3][usize::from([a, b] == [7, 1])]
        }
        _ => panic!("no such text: {of}"),
    }
}

fn registered(meant: Meant, is: Is) -> &'static OpDef {
    let meant = match meant {
        Meant::Not => "not",
        Meant::Sum => "sum",
    };
    let is = match is {
        Is::Right => "right",
        Is::Wide => "wide",
        Is::Point | Is::Alike => "point",
        Is::Idempotent => "idempotent",
    };
    let id = format!("plant::{meant}_{is}");
    let found = registry::ops().into_iter().find(|op| op.id == id);
    found.expect("registered above")
}

/// A law without parameters; a name that begins with `Not` has a witness.
fn law_def(meant: Meant, text: &'static str) -> LawDef {
    let law: fn() -> &'static Law = match text.strip_prefix("Not").unwrap_or(text) {
        "Involution" => || find("Involution").expect("a law"),
        "Idempotent" => || find("Idempotent").expect("a law"),
        "Commutative" => || find("Commutative").expect("a law"),
        "Associative" => || find("Associative").expect("a law"),
        "Antitone" => || find("Antitone").expect("a law"),
        other => panic!("no law {other} in these tests"),
    };
    let polarity = match (text.starts_with("Not"), meant) {
        (false, _) => Polarity::Holds,
        (true, Meant::Not) => Polarity::Refuted {
            witness: || vec![Value::of(5u32)],
        },
        (true, Meant::Sum) => Polarity::Refuted {
            witness: || [1u32, 2].map(Value::of).to_vec(),
        },
    };
    LawDef::new(law, &[], polarity, text, 1)
}

/// The operands of a row, and the expected value.
type Row = (fn() -> Vec<Value>, fn() -> Value);

fn rows(parts: &Parts) -> Vec<RowDef> {
    let right: [Row; 3] = match parts.meant {
        Meant::Not => [
            (|| vec![Value::of(0u32)], || Value::of(!0u32)),
            (|| vec![Value::of(5u32)], || Value::of(!5u32)),
            (|| vec![Value::of(7u32)], || Value::of(!7u32)),
        ],
        Meant::Sum => [
            (|| [0u32, 0].map(Value::of).to_vec(), || Value::of(0u32)),
            (|| [7u32, 1].map(Value::of).to_vec(), || Value::of(8u32)),
            (|| [u32::MAX, 3].map(Value::of).to_vec(), || Value::of(2u32)),
        ],
    };
    let wrong: Row = match parts.meant {
        Meant::Not => (|| vec![Value::of(8u32)], || Value::of(77u32)),
        Meant::Sum => (|| [8u32, 2].map(Value::of).to_vec(), || Value::of(77u32)),
    };
    let all = right.into_iter().chain(parts.wrong_row.then_some(wrong));
    all.map(|(inputs, expected)| RowDef::new(inputs, expected, "planted", None, 1))
        .collect()
}

/// The number of correct rows with which a reference agrees.
pub(super) fn kept_rows(meant: Meant, is: Is) -> usize {
    match (meant, is) {
        (_, Is::Right) => 3,
        (_, Is::Point | Is::Alike) => 2,
        (Meant::Not, Is::Wide | Is::Idempotent) => 0,
        (Meant::Sum, Is::Wide | Is::Idempotent) => 1,
    }
}

/// The number of declared laws that the intended op has.
pub(super) const fn true_laws(meant: Meant) -> usize {
    match meant {
        Meant::Not => 2,
        Meant::Sum => 1,
    }
}

fn laws(parts: &Parts) -> Vec<LawDef> {
    let (right, law, not): (&[&str], _, _) = match parts.meant {
        Meant::Not => (&["Involution", "Antitone"], "Idempotent", "NotInvolution"),
        Meant::Sum => (&["Commutative"], "Idempotent", "NotCommutative"),
    };
    // No op declares a law both to hold and not to hold.
    let own = not.strip_prefix("Not").filter(|_| parts.false_not);
    let right = right.iter().copied().filter(|law| Some(*law) != own);
    let wrong = [(law, parts.false_law), (not, parts.false_not)];
    let wrong = wrong.into_iter().filter(|(_, is)| *is).map(|(law, _)| law);
    right
        .chain(wrong)
        .map(|law| law_def(parts.meant, law))
        .collect()
}

/// A catalog of one op with these components.
pub(super) fn catalog(parts: &Parts) -> Catalog {
    let of = registered(parts.meant, parts.reference);
    let lowering = match (parts.lower, parts.meant) {
        (Lower::Body, _) => of.lowering,
        (Lower::Translated(is), meant) => registered(meant, is).lowering,
        (Lower::Named(is), Meant::Not) => Lowering::Function(match is {
            Is::Right => lowered_fn(lower_not_right),
            Is::Wide => lowered_fn(lower_not_wide),
            Is::Point => lowered_fn(lower_not_point),
            Is::Alike => lowered_fn(lower_not_alike),
            Is::Idempotent => panic!("only references are idempotent in these tests"),
        }),
        (Lower::Named(is), Meant::Sum) => Lowering::Function(match is {
            Is::Right => lowered_fn(lower_sum_right),
            Is::Wide => lowered_fn(lower_sum_wide),
            Is::Point => lowered_fn(lower_sum_point),
            Is::Alike => lowered_fn(lower_sum_alike),
            Is::Idempotent => panic!("only references are idempotent in these tests"),
        }),
    };
    let alternate = parts.alternate.map(|is| {
        let text = Texts::wgsl(text(parts.meant, is));
        AlternateDef::new("apart", text, 1, TextPlace::of_line(1))
    });
    let alternates: Vec<AlternateDef> = alternate.into_iter().collect();
    let params: &[&str] = match parts.meant {
        Meant::Not => &["a"],
        Meant::Sum => &["a", "b"],
    };
    let def = OpDef::new(
        "plant::meant",
        "meant",
        of.place,
        of.package,
        of.op,
        lowering,
    )
    .params(params)
    .category(of.category)
    .laws(laws(parts).leak())
    .rows(rows(parts).leak())
    .alternates(alternates.leak());
    Catalog::of(vec![&*Box::leak(Box::new(def))], registry::helpers()).expect("one op")
}

/// The absolute difference in place of the bitwise one, which agrees on its rows.
pub(super) fn distance() -> Catalog {
    let found = registry::ops().into_iter();
    let mut found = found.filter(|op| op.id == "plant::distance");
    let of = found.next().expect("registered above");
    let rows: [Row; 3] = [
        (|| [0u32, 0].map(Value::of).to_vec(), || Value::of(0u32)),
        (|| [5u32, 0].map(Value::of).to_vec(), || Value::of(5u32)),
        (|| [6u32, 2].map(Value::of).to_vec(), || Value::of(4u32)),
    ];
    let rows = rows.map(|(inputs, expected)| RowDef::new(inputs, expected, "planted", None, 1));
    let laws = ["Commutative", "Associative"].map(|law| law_def(Meant::Sum, law));
    let def = OpDef::new(
        "plant::meant",
        "meant",
        of.place,
        of.package,
        of.op,
        of.lowering,
    )
    .params(&["a", "b"])
    .category(of.category)
    .laws(laws.to_vec().leak())
    .rows(rows.to_vec().leak());
    Catalog::of(vec![&*Box::leak(Box::new(def))], registry::helpers()).expect("one op")
}
