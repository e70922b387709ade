//! The planted faults, and the expected blame.

use super::backends::Driver;
use super::ops::{Kind, Lower, MEANT, Parts};
use vyre_conform_suite::compare::Blame;

/// Parts of trial names, and the component to blame for a failure; the first match counts. Every entry must match a
/// failing trial. `None`: the trial fails without a diagnosis, and nothing is saved.
pub(super) type BlameTable = &'static [(&'static str, Option<Blame>)];

pub(super) const REFERENCE: Option<Blame> = Some(Blame::Reference);
const DECLARATION: Option<Blame> = Some(Blame::Declaration);
const LOWERING: Option<Blame> = Some(Blame::Lowering);
const TRANSLATION: Option<Blame> = Some(Blame::Translation);
pub(super) const NAMED: Option<Blame> = Some(Blame::NamedFunction);
const ALTERNATE: Option<Blame> = Some(Blame::Alternate);
const UNDECIDED: Option<Blame> = Some(Blame::Undecided);
const UNDECIDED_NAMED: Option<Blame> = Some(Blame::UndecidedNamed);
const UNDECIDED_ALTERNATE: Option<Blame> = Some(Blame::UndecidedAlternate);

pub(super) const fn with(parts: Parts, reference: Kind, lower: Lower) -> Parts {
    Parts {
        reference,
        lower,
        ..parts
    }
}

const fn laws(parts: Parts, laws: &'static [&'static str]) -> Parts {
    Parts { laws, ..parts }
}

const fn rows(parts: Parts, rows: &'static [u32]) -> Parts {
    Parts { rows, ..parts }
}

const fn alternate(parts: Parts, is: Kind) -> Parts {
    Parts {
        alternate: Some(is),
        ..parts
    }
}

const INVOLUTION: Parts = laws(MEANT, &["Involution"]);
pub(super) const KNOWN: Parts = rows(laws(MEANT, &["Involution", "Bounded"]), &[0, 5, 7]);
const SILENT: Parts = MEANT;
const BODY: Lower = Lower::Body;
const OK: Driver = Driver::Right;

/// The planted faults, each with the expected blame.
#[rustfmt::skip]
pub(super) const TABLE: &[(&str, Parts, Driver, BlameTable)] = &[
    ("nothing", alternate(KNOWN, Kind::Right), OK, &[]),
    ("nothing, lowered apart", with(KNOWN, Kind::Right, Lower::Named(Kind::Right)), OK, &[]),
    // The reference.
    ("reference, rows", rows(with(MEANT, Kind::Next, BODY), &[0]), OK, &[("", REFERENCE)]),
    ("reference, rows and law", with(KNOWN, Kind::Next, BODY), OK,
        &[("::table", REFERENCE), ("::law::involution", REFERENCE)]),
    ("reference at 7, row elsewhere", rows(with(INVOLUTION, Kind::Point, BODY), &[0]), OK, &[("::law::", UNDECIDED)]),
    ("reference at 7, row there", rows(with(INVOLUTION, Kind::Point, BODY), &[7]), OK, &[("", REFERENCE)]),
    ("reference, one law", with(INVOLUTION, Kind::Next, BODY), OK, &[("", UNDECIDED)]),
    ("reference, a law that says nothing", laws(with(MEANT, Kind::Next, BODY), &["Involution", "Bounded"]), OK,
        &[("", UNDECIDED)]),
    ("reference, two laws", laws(with(MEANT, Kind::Next, BODY), &["Involution", "Antitone"]), OK, &[("", REFERENCE)]),
    ("reference, alternate", alternate(with(INVOLUTION, Kind::Next, BODY), Kind::Right), OK, &[("", REFERENCE)]),
    ("reference at 7, alternate", alternate(with(INVOLUTION, Kind::Point, BODY), Kind::Right), OK, &[("", REFERENCE)]),
    ("reference, alternate and rows", alternate(with(KNOWN, Kind::Next, BODY), Kind::Right), OK, &[("", REFERENCE)]),
    // Rows are right by definition.
    ("row", rows(INVOLUTION, &[8]), OK, &[("::table", REFERENCE)]),
    // Laws.
    ("law, other law", laws(MEANT, &["Involution", "Idempotent"]), OK, &[("::law::idempotent", DECLARATION)]),
    ("law, row", rows(laws(MEANT, &["Idempotent"]), &[7]), OK, &[("::law::", DECLARATION)]),
    ("law, rows that break it", rows(laws(MEANT, &["Idempotent"]), &[0, 1]), OK, &[("::law::", DECLARATION)]),
    ("law, nothing else", laws(MEANT, &["Idempotent"]), OK, &[("::law::", UNDECIDED)]),
    ("law, alternate", alternate(laws(MEANT, &["Idempotent"]), Kind::Right), OK, &[("::law::", DECLARATION)]),
    ("law, lowered apart", laws(with(MEANT, Kind::Right, Lower::Named(Kind::Right)), &["Idempotent"]), OK,
        &[("::law::", DECLARATION)]),
    // Witnesses.
    ("witness, rows", rows(laws(MEANT, &["NotInvolution"]), &[5, 6]), OK, &[("", DECLARATION)]),
    ("witness that breaks no law", laws(MEANT, &["NotAntitone"]), OK, &[("", DECLARATION)]),
    ("witness, nothing else", laws(MEANT, &["NotInvolution"]), OK, &[("", UNDECIDED)]),
    ("witness, alternate", alternate(laws(MEANT, &["NotInvolution"]), Kind::Right), OK, &[("", DECLARATION)]),
    ("witness right, reference, row", rows(laws(with(MEANT, Kind::Same, BODY), &["NotIdempotent"]), &[5]), OK,
        &[("", REFERENCE)]),
    ("witness right, reference, law", laws(with(MEANT, Kind::Same, BODY), &["NotIdempotent", "Antitone"]), OK,
        &[("", REFERENCE)]),
    ("witness right, reference", laws(with(MEANT, Kind::Same, BODY), &["NotIdempotent"]), OK, &[("", UNDECIDED)]),
    ("witness right, reference, alternate", alternate(laws(with(MEANT, Kind::Same, BODY), &["NotIdempotent"]), Kind::Right), OK,
        &[("", REFERENCE)]),
    ("witness right, translation", laws(with(MEANT, Kind::Right, Lower::Translated(Kind::Same)), &["NotIdempotent"]), OK,
        &[("", TRANSLATION)]),
    ("witness right, named function", laws(with(MEANT, Kind::Same, Lower::Named(Kind::Right)), &["NotIdempotent"]), OK,
        &[("::law::", REFERENCE), ("", REFERENCE)]),
    // The function that `lower` names.
    ("reference beside a right function, rows", rows(with(MEANT, Kind::Next, Lower::Named(Kind::Right)), &[0]), OK,
        &[("::table", REFERENCE), ("::interpreter", REFERENCE), ("::parity::", REFERENCE)]),
    ("reference beside a right function, law", with(INVOLUTION, Kind::Next, Lower::Named(Kind::Right)), OK,
        &[("::law::", REFERENCE), ("::interpreter", REFERENCE), ("::parity::", REFERENCE)]),
    ("reference beside a right function", with(SILENT, Kind::Next, Lower::Named(Kind::Right)), OK,
        &[("", UNDECIDED_NAMED)]),
    ("reference at 7 beside a right function", with(SILENT, Kind::Point, Lower::Named(Kind::Right)), OK,
        &[("", UNDECIDED_NAMED)]),
    ("reference beside a right function, alternate", alternate(with(SILENT, Kind::Next, Lower::Named(Kind::Right)), Kind::Right), OK,
        &[("", REFERENCE)]),
    ("named function, rows", rows(with(MEANT, Kind::Right, Lower::Named(Kind::Next)), &[0]), OK,
        &[("::table::fake", NAMED), ("::interpreter", NAMED), ("::parity::", NAMED)]),
    ("named function, law", with(INVOLUTION, Kind::Right, Lower::Named(Kind::Next)), OK,
        &[("::law::involution::fake", NAMED), ("::interpreter", NAMED), ("::parity::", NAMED)]),
    ("named function at 7", with(INVOLUTION, Kind::Right, Lower::Named(Kind::Point)), OK, &[("", NAMED)]),
    ("named function", with(SILENT, Kind::Right, Lower::Named(Kind::Next)), OK, &[("", UNDECIDED_NAMED)]),
    ("named function, alternate", alternate(with(SILENT, Kind::Right, Lower::Named(Kind::Next)), Kind::Right), OK,
        &[("", NAMED)]),
    // The translation.
    ("translation", with(SILENT, Kind::Right, Lower::Translated(Kind::Next)), OK, &[("", TRANSLATION)]),
    ("translation, rows and laws", with(KNOWN, Kind::Right, Lower::Translated(Kind::Next)), OK,
        &[("::table::fake", TRANSLATION), ("::law::involution::fake", TRANSLATION), ("", TRANSLATION)]),
    ("translation at 7", with(KNOWN, Kind::Right, Lower::Translated(Kind::Point)), OK, &[("", TRANSLATION)]),
    // The driver.
    ("driver", SILENT, Driver::Wide, &[("::parity::", LOWERING)]),
    ("driver, rows and laws", KNOWN, Driver::Wide,
        &[("::table::fake", LOWERING), ("::operands", LOWERING), ("::law::", LOWERING), ("", LOWERING)]),
    ("driver at 7", KNOWN, Driver::Point, &[("::table::fake", LOWERING), ("::law::", LOWERING), ("", LOWERING)]),
    ("driver in batches", KNOWN, Driver::Batch, &[("::parity::", LOWERING), ("::law::", LOWERING), ("", None)]),
    ("driver, lowered apart", with(KNOWN, Kind::Right, Lower::Named(Kind::Right)), Driver::Wide, &[("", LOWERING)]),
    ("driver, alternate", alternate(KNOWN, Kind::Right), Driver::Wide,
        &[("::alternate::", LOWERING), ("", LOWERING)]),
    ("driver that gives errors", alternate(KNOWN, Kind::Right), Driver::Error,
        &[("::table::fake", None), ("::law::", None), ("::alternate::", None), ("", None)]),
    ("driver that gives too little", laws(KNOWN, &["Involution", "NotIdempotent"]), Driver::Short,
        &[("::table::fake", None), ("::law::not_", None), ("", None)]),
    // Alternates.
    ("alternate", alternate(KNOWN, Kind::Next), OK,
        &[("apart::fake::edges", ALTERNATE), ("apart::fake::table", ALTERNATE),
        ("apart::fake::law", ALTERNATE), ("", ALTERNATE)]),
    ("alternate at 7", alternate(INVOLUTION, Kind::Point), OK, &[("", ALTERNATE)]),
    ("alternate, nothing else", alternate(SILENT, Kind::Next), OK, &[("", UNDECIDED_ALTERNATE)]),
    ("alternate, lowered apart", alternate(with(SILENT, Kind::Right, Lower::Named(Kind::Right)), Kind::Next), OK,
        &[("", ALTERNATE)]),
    // Two at once.
    ("reference and driver", with(KNOWN, Kind::Next, BODY), Driver::Wide,
        &[("::parity::", LOWERING), ("::table::fake", LOWERING), ("::table", REFERENCE), ("::law::involution", REFERENCE)]),
    ("reference and driver, row elsewhere", rows(with(INVOLUTION, Kind::Next, BODY), &[5]), Driver::Wide,
        &[("::parity::", LOWERING), ("::table::fake", LOWERING), ("::table", REFERENCE), ("::law::involution", REFERENCE)]),
    ("law and driver", laws(KNOWN, &["Involution", "Idempotent"]), Driver::Point,
        &[("::law::idempotent", DECLARATION), ("", LOWERING)]),
    ("named function and driver", with(KNOWN, Kind::Right, Lower::Named(Kind::Next)), Driver::Wide,
        &[("::interpreter", NAMED), ("", LOWERING)]),
    ("reference and named function", with(KNOWN, Kind::Next, Lower::Named(Kind::Next)), OK,
        &[("::table::fake", NAMED), ("", REFERENCE)]),
    ("reference and alternate", alternate(with(KNOWN, Kind::Next, BODY), Kind::Point), OK,
        &[("apart::fake::table", ALTERNATE), ("", REFERENCE)]),
    ("alternate and named function", alternate(with(KNOWN, Kind::Right, Lower::Named(Kind::Next)), Kind::Next), OK,
        &[("::alternate::", ALTERNATE), ("", NAMED)]),
    ("alternate and driver", alternate(KNOWN, Kind::Next), Driver::Wide, &[("", LOWERING)]),
    ("law and named function", laws(with(KNOWN, Kind::Right, Lower::Named(Kind::Next)), &["Involution", "Idempotent"]), OK,
        &[("::law::idempotent", DECLARATION), ("", NAMED)]),
    ("row and driver", rows(INVOLUTION, &[8]), Driver::Wide,
        &[("::table::fake", LOWERING), ("::table", REFERENCE), ("::law::", LOWERING), ("", LOWERING)]),
];
