use super::drat::{Line, NoProof, read};
use super::*;
use crate::cnf::Cnf;
use crate::term::tests::Numbers;

/// Every clause over this many variables: nothing solves it, and without any one of them something does.
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

/// Oracle: the formula has no solution, by counting.
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

/// Oracle: a formula that has a solution has no proof: whatever is done to one of another formula, it is refused.
#[test]
fn no_proof_of_what_has_a_solution_is_accepted() {
    let (whole, lrat) = proof(4);
    let mut numbers = Numbers(3);
    for missing in 0..whole.clauses.len() {
        let mut cnf = whole.clone();
        // In place of the clause one that says nothing, so that numbers stay.
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
    let at = numbers.below(lrat.steps.len().max(1));
    let kind = numbers.below(7);
    let next = lrat.steps.len() as u64 + 16;
    let Some(step) = lrat.steps.get_mut(at) else {
        return;
    };
    match kind {
        0 => _ = step.hints.pop(),
        1 => step.hints.push(1 + numbers.below(next as usize) as u64),
        2 => _ = step.clause.pop(),
        3 => step.clause.iter_mut().take(1).for_each(|l| *l = -*l),
        4 => step.hints.reverse(),
        5 => _ = lrat.steps.remove(at),
        _ => step.hints.iter_mut().take(1).for_each(|h| *h += 1),
    }
}

/// Oracle: the rules of LRAT, one wrong step for each.
#[test]
fn each_rule_of_the_checker_is_asked() {
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
    let found = with(&|s| (s[0].clause, s[0].hints) = (vec![], vec![1, 2]));
    assert_eq!(found, RefusedProof::NotUnit { step: id, hint: 1 });
}

/// Oracle: the binary form of DRAT, by hand.
#[test]
fn drat_is_read_and_what_is_none_is_refused() {
    let line = |bytes: &[u8]| read(bytes, 300);
    assert_eq!(line(b"a\x02\x05\x00"), Ok(vec![Line::Add(vec![1, -2])]));
    assert_eq!(line(b"d\x90\x03\x00"), Ok(vec![Line::Delete(vec![200])]));
    assert_eq!(line(b"a\x02"), Err(NoProof::Cut(2)));
    assert_eq!(line(b"hello"), Err(NoProof::Tag { byte: b'h', at: 0 }));
    assert_eq!(line(b"a\xff\xff\x00"), Err(NoProof::Literal(1)));
    let cnf = every_clause(2);
    assert_eq!(
        elaborate(&cnf, &[], &|| false),
        Err(NotElaborated::Unfinished)
    );
    assert_eq!(
        elaborate(&cnf, &lines(2), &|| true),
        Err(NotElaborated::Time)
    );
    let other = every_clause(3);
    let found = elaborate(&other, &[Line::Add(vec![1])], &|| false);
    assert_eq!(found, Err(NotElaborated::DoesNotFollow(1)));
}
