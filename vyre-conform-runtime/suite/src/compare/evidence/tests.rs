use super::Suspect::{Law, LowerFunction, Reference, Row};
use super::*;

fn text() -> Suspect {
    Suspect::Text("the alternate `apart`".to_owned())
}

fn of(conflicts: &[&[Suspect]]) -> Evidence {
    let conflicts = conflicts.iter();
    Evidence {
        conflicts: conflicts
            .map(|between| Conflict::new(between.iter().cloned(), false))
            .collect(),
        laws: vec!["Involution".to_owned(), "Idempotent".to_owned()],
        ..Evidence::default()
    }
}

fn same(functions: [Suspect; 2], against: Suspect) -> Coincidence {
    Coincidence::new(functions, against)
}

fn certain(evidence: &Evidence, between: [Suspect; 2]) -> Culprits {
    evidence.culprits(&between.into())
}

/// Oracle: the definition: one fault explains as much as several would.
#[test]
fn one_fault_in_several_conflicts_explains_them() {
    let evidence = of(&[&[Reference, Law(0)], &[Reference, Law(1)]]);
    let found = certain(&evidence, [Reference, Law(0)]);
    assert_eq!(found, Culprits::Certain(vec![Reference]));
    let evidence = of(&[&[Reference, Law(0)]]);
    assert_eq!(certain(&evidence, [Reference, Law(0)]), Culprits::Open);
    let evidence = of(&[&[Reference, Row(0)]]);
    let found = certain(&evidence, [Reference, Row(0)]);
    assert_eq!(found, Culprits::Certain(vec![Reference]));
}

/// Oracle: the definition of a coincidence: functions that were written apart and break two declarations in the same
/// way are right, and the declarations false.
#[test]
fn declarations_refuted_by_independent_functions_convict_no_function() {
    let mut evidence = of(&[
        &[Reference, Law(0)],
        &[text(), Law(0)],
        &[Reference, Law(1)],
        &[text(), Law(1)],
    ]);
    assert_eq!(certain(&evidence, [Reference, Law(0)]), Culprits::Open);
    evidence.coincidences = vec![same([Reference, text()], Law(0))];
    let found = certain(&evidence, [Reference, Law(0)]);
    assert_eq!(found, Culprits::Certain(vec![Law(0)]));
    assert!(evidence.laws_against(&Reference).is_empty());
}

/// Oracle: the definition: a row that two functions contradict in the same way, while one of them is wrong elsewhere.
#[test]
fn lone_row_is_suspect_and_convicts_no_other() {
    let mut evidence = of(&[
        &[Reference, Row(3)],
        &[text(), Row(3)],
        &[Reference, text()],
        &[text(), Row(0)],
    ]);
    evidence.coincidences = vec![same([Reference, text()], Row(3))];
    let found = certain(&evidence, [Reference, Row(3)]);
    assert_eq!(found, Culprits::Certain(vec![Row(3)]));
    let found = certain(&evidence, [Reference, text()]);
    assert_eq!(found, Culprits::Certain(vec![text()]));
    assert_eq!(evidence.rows_against(&text()), 1);
    assert_eq!(evidence.rows_against(&Reference), 0);
}

/// Oracle: the definition: both are in each explanation, and the one that the failing input speaks against is first.
#[test]
fn two_faults_are_both_named() {
    let mut evidence = of(&[
        &[Reference, Row(0)],
        &[Reference, Row(1)],
        &[LowerFunction, Row(2)],
        &[LowerFunction, Law(0)],
        &[Reference, LowerFunction],
    ]);
    evidence.conflict(Conflict::new([LowerFunction, Law(0)], true));
    assert_eq!(evidence.conflicts.len(), 5);
    let found = certain(&evidence, [Reference, LowerFunction]);
    assert_eq!(found, Culprits::Certain(vec![LowerFunction, Reference]));
    assert_eq!(evidence.laws_against(&LowerFunction), ["Involution"]);
}

/// Oracle: the definition: one coincidence, whichever function is written first, costs one fault: 30 against a row, a
/// law and the reference for 31.
#[test]
fn a_coincidence_counts_once_in_either_order() {
    let mut evidence = of(&[
        &[LowerFunction, Row(0)],
        &[text(), Row(0)],
        &[LowerFunction, Law(0)],
        &[text(), Law(0)],
        &[Reference, LowerFunction],
        &[Reference, text()],
    ]);
    evidence.coincidences = vec![
        same([LowerFunction, text()], Row(0)),
        same([text(), LowerFunction], Reference),
    ];
    let found = certain(&evidence, [Reference, LowerFunction]);
    assert_eq!(found, Culprits::Certain(vec![LowerFunction]));
}

/// Oracle: the budget, and a conflict that each of 300 sets leaves open.
#[test]
fn many_conflicts_end() {
    let pair = |k: usize| vec![Row(k), Law(k)];
    let pairs: Vec<Vec<Suspect>> = (0..300).map(pair).collect();
    let pairs: Vec<&[Suspect]> = pairs.iter().map(Vec::as_slice).collect();
    assert!(of(&pairs).explanations().is_empty());
}
