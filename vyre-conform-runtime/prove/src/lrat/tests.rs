use super::drat::{self, Line, NoProof};
use super::*;
use crate::cnf::Cnf;
use crate::term::tests::Numbers;

/// Every full clause over this many variables: unsatisfiable, and satisfiable without any one of them.
fn every_clause(variables: u32) -> Cnf {
    let sign = |pattern: u32, k: u32| match pattern >> k & 1 {
        0 => k as Literal + 1,
        _ => -(k as Literal + 1),
    };
    let clause = |pattern: u32| (0..variables).map(|k| sign(pattern, k)).collect();
    Cnf {
        variables,
        clauses: (0..1 << variables).map(clause).collect(),
    }
}

/// A proof of that: all clauses over one variable less, and so on.
fn lines(variables: u32) -> Vec<Line> {
    let mut lines = vec![];
    for fewer in (0..variables).rev() {
        lines.extend(every_clause(fewer).clauses.into_iter().map(Line::Add));
        lines.push(Line::Delete(every_clause(fewer + 1).clauses[0].clone()));
    }
    lines
}

fn proof(variables: u32) -> (Cnf, Lrat) {
    let cnf = every_clause(variables);
    let lrat = elaborate(&cnf, &lines(variables), &|| false).expect("a proof");
    (cnf, lrat)
}

/// Oracle: the formula is unsatisfiable, by counting.
#[test]
fn a_proof_is_accepted() {
    for variables in 1..7 {
        let (cnf, lrat) = proof(variables);
        assert_eq!(check(&cnf, &lrat), Ok(()));
        assert!(lrat.steps.last().is_some_and(|step| step.clause.is_empty()));
    }
    let (_, lrat) = proof(1);
    assert_eq!(lrat.text(), "3 0 1 2 0\n");
}

/// Oracle: a satisfiable formula has no proof: every modification of another formula's proof is
/// rejected.
#[test]
fn no_proof_of_a_satisfiable_formula_is_accepted() {
    let (whole, lrat) = proof(4);
    let mut numbers = Numbers(3);
    for missing in 0..whole.clauses.len() {
        let mut cnf = whole.clone();
        // A tautology replaces the clause, so that numbers stay.
        cnf.clauses[missing] = vec![1, -1];
        assert!(check(&cnf, &lrat).is_err());
        assert!(elaborate(&cnf, &lines(4), &|| false).is_err());
        for _ in 0..200 {
            let mut edited = lrat.clone();
            for _ in 0..=numbers.below(3) {
                edit(&mut edited, &mut numbers);
            }
            assert!(check(&cnf, &edited).is_err(), "{}", edited.text());
        }
    }
}

/// Changes a proof somewhere.
fn edit(lrat: &mut Lrat, numbers: &mut Numbers) {
    let index = numbers.below(lrat.steps.len().max(1));
    let kind = numbers.below(7);
    let next = lrat.steps.len() as u64 + 16;
    let Some(step) = lrat.steps.get_mut(index) else {
        return;
    };
    match kind {
        0 => _ = step.hints.pop(),
        1 => step.hints.push(1 + numbers.below(next as usize) as u64),
        2 => _ = step.clause.pop(),
        3 => step.clause.iter_mut().take(1).for_each(|l| *l = -*l),
        4 => step.hints.reverse(),
        5 => _ = lrat.steps.remove(index),
        _ => step.hints.iter_mut().take(1).for_each(|h| *h += 1),
    }
}

/// Oracle: the rules of LRAT, with one wrong step for each.
#[test]
fn each_rule_of_the_checker_is_exercised() {
    let (cnf, lrat) = proof(2);
    let with = |change: &dyn Fn(&mut Vec<ProofStep>)| {
        let mut edited = lrat.clone();
        change(&mut edited.steps);
        check(&cnf, &edited).expect_err("it is wrong")
    };
    let last = lrat.steps.len() - 1;
    let id = lrat.steps[0].id;
    assert_eq!(with(&|s| s[0].id = 1), RefusedProof::Number(1));
    assert_eq!(with(&|s| s[0].hints = vec![]), RefusedProof::NoConflict(id));
    assert_eq!(
        with(&|s| s[0].hints[0] = 99),
        RefusedProof::Unknown { step: id, hint: 99 }
    );
    assert_eq!(with(&|s| s[0].clause = vec![7]), RefusedProof::Literal(id));
    assert_eq!(with(&|s| s.truncate(last)), RefusedProof::NotEmpty);
    assert_eq!(with(&|s| s.clear()), RefusedProof::NotEmpty);
    let result = with(&|s| (s[0].clause, s[0].hints) = (vec![], vec![1, 2]));
    assert_eq!(result, RefusedProof::NotUnit { step: id, hint: 1 });
}

/// Oracle: the binary form of DRAT, by hand.
#[test]
fn drat_is_read_and_invalid_drat_is_refused() {
    let line = |bytes: &[u8]| drat::read(bytes, 300);
    assert_eq!(line(b"a\x02\x05\x00"), Ok(vec![Line::Add(vec![1, -2])]));
    assert_eq!(line(b"d\x90\x03\x00"), Ok(vec![Line::Delete(vec![200])]));
    assert_eq!(line(b"a\x02"), Err(NoProof::Cut(2)));
    assert_eq!(line(b"hello"), Err(NoProof::Tag { byte: b'h', at: 0 }));
    assert_eq!(line(b"a\xff\xff\x00"), Err(NoProof::Literal(1)));
    let cnf = every_clause(2);
    assert_eq!(
        elaborate(&cnf, &[], &|| false),
        Err(ElaborationError::Unfinished)
    );
    assert_eq!(
        elaborate(&cnf, &lines(2), &|| true),
        Err(ElaborationError::Time)
    );
    let other = every_clause(3);
    let lie = [Line::Add(vec![1]), Line::Add(vec![-1])];
    let result = elaborate(&other, &lie, &|| false);
    assert_eq!(result, Err(ElaborationError::DoesNotFollow(2)));
    let result = elaborate(&other, &[Line::Add(vec![])], &|| false);
    assert_eq!(result, Err(ElaborationError::DoesNotFollow(1)));
}

/// Oracle: by hand: the clauses that nothing needs.
#[test]
fn unneeded_clauses_are_omitted() {
    let cnf = every_clause(3);
    let mut more = lines(3);
    more.insert(0, Line::Add(vec![]));
    assert!(elaborate(&cnf, &more, &|| false).is_err());
    // The contradiction does not need the two, and propagation does not derive the second.
    more[0] = Line::Add(vec![3, -3, 2]);
    more.insert(1, Line::Add(vec![2, 2, 1]));
    let lrat = elaborate(&cnf, &more, &|| false).expect("a proof");
    assert_eq!(check(&cnf, &lrat), Ok(()));
    assert!(
        lrat.steps.iter().all(|s| !s.clause.contains(&3)),
        "{}",
        lrat.text()
    );
}

/// Oracle: the rules of DRAT: a consequence of a clause survives its deletion, and a clause that occurs
/// twice exists after one deletion.
#[test]
fn deletion_keeps_derived_and_duplicate_clauses() {
    let cnf = Cnf {
        variables: 3,
        clauses: [[1, 2], [1, -2], [-1, 3], [-1, -3], [1, 2]]
            .map(Vec::from)
            .to_vec(),
    };
    let gone = |clause: &[Literal]| Line::Delete(clause.to_vec());
    let first = [gone(&[2, 1]), Line::Add(vec![1])];
    let lrat = elaborate(&cnf, &first, &|| false).expect("the other one is there");
    assert_eq!(check(&cnf, &lrat), Ok(()));
    let both = [gone(&[2, 1]), gone(&[1, 2]), Line::Add(vec![1])];
    let result = elaborate(&cnf, &both, &|| false);
    assert_eq!(result, Err(ElaborationError::DoesNotFollow(3)));
    let cnf = every_clause(3);
    let mut lines = lines(3);
    let at = lines
        .iter()
        .position(|line| matches!(line, Line::Delete(_)));
    let at = at.expect("a deletion");
    let formula = every_clause(3).clauses;
    lines.splice(at..at, formula.into_iter().map(Line::Delete));
    let lrat = elaborate(&cnf, &lines, &|| false).expect("what was needed came before");
    assert_eq!(check(&cnf, &lrat), Ok(()));
}

/// Oracle: by hand: the steps that the first contradiction needs.
#[test]
fn proofs_are_trimmed_to_the_needed_steps() {
    let (cnf, lrat) = proof(2);
    let written = |text: &str| WrittenProof::Lrat(text.into()).accepted(&cnf, &|| false);
    let text = lrat.text();
    assert_eq!(written(&text), Ok(lrat.clone()));
    assert_eq!(written(&format!("{text}99 1 0 77 0\n")), Ok(lrat));
    // Nothing needs step 5, which has an invalid reason.
    let more = "5 1 2 0 77 0\n5 d 77 0\n6 1 0 1 3 0\n7 -1 0 2 4 0\n8 0 6 7 0\n";
    let expected = "6 1 0 1 3 0\n7 -1 0 2 4 0\n8 0 6 7 0\n";
    assert_eq!(written(more).map(|p| p.text()), Ok(expected.into()));
}

/// Oracle: the rules of LRAT: a hint that is already true is wrong, though the clause follows; a clause
/// that does not follow is rejected with the fault of its hints.
#[test]
fn wrong_hints_of_right_clauses_are_found_again() {
    let cnf = every_clause(2);
    let written = |text: &str| WrittenProof::Lrat(text.into()).accepted(&cnf, &|| false);
    let right = "5 1 0 1 3 0\n6 -1 0 2 4 0\n7 0 5 6 0\n";
    assert_eq!(written(right).map(|p| p.text()), Ok(right.into()));
    // If 1 is false, the second clause is true.
    let wrong = right.replace("5 1 0 1 3", "5 1 0 2 1 3");
    let refused = RefusedProof::NotUnit { step: 5, hint: 2 };
    assert_eq!(read(&wrong).map(|p| check(&cnf, &p)), Ok(Err(refused)));
    let result = written(&wrong).expect("the clauses follow");
    assert_eq!(check(&cnf, &result), Ok(()));
    let late = WrittenProof::Lrat(wrong).accepted(&cnf, &|| true);
    assert!(late.is_err_and(|reason| reason.is_of_time()));
    let cnf = every_clause(3);
    let lie = WrittenProof::Lrat(
        right
            .replace('5', "9")
            .replace('6', "10")
            .replace('7', "11"),
    );
    let refused = RefusedProof::NotUnit { step: 9, hint: 1 };
    assert_eq!(lie.accepted(&cnf, &|| false), Err(refused.into()));
    let foreign = WrittenProof::Lrat("9 1 -1 4 0 0\n10 0 9 0\n".into());
    assert_eq!(
        foreign.accepted(&cnf, &|| false),
        Err(RefusedProof::Literal(9).into())
    );
}

/// Oracle: by hand: 2 follows from the first two clauses, before any line, and 3 from it.
#[test]
fn consequences_of_the_formula_are_steps() {
    let clauses: [&[Literal]; 6] = [
        &[1],
        &[-1, 2],
        &[-2, 3, 4],
        &[-2, 3, -4],
        &[-3, 5],
        &[-3, -5],
    ];
    let cnf = Cnf {
        variables: 5,
        clauses: clauses.map(<[_]>::to_vec).to_vec(),
    };
    let lrat = elaborate(&cnf, &[Line::Add(vec![3])], &|| false).expect("a proof");
    assert_eq!(check(&cnf, &lrat), Ok(()));
    assert!(
        lrat.steps.iter().any(|step| step.clause == [2]),
        "{}",
        lrat.text()
    );
}
