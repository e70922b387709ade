use super::Fault;
use crate::cnf::{Cnf, Literal};
use crate::lrat::check::check_with;
use crate::lrat::{Lrat, ProofStep, RefusedProof};

/// Every fault, and true if a checker with it accepts a proof of a satisfiable formula.
const FAULTS: [(Fault, bool); 14] = [
    (Fault::Number, false),
    (Fault::Literal, true),
    (Fault::Sign, true),
    (Fault::Twice, true),
    (Fault::Unknown, false),
    (Fault::NotUnit, false),
    (Fault::FirstOfSeveral, true),
    (Fault::Holds, true),
    (Fault::Unsigned, true),
    (Fault::Kept, true),
    (Fault::Circle, true),
    (Fault::NoConflict, true),
    (Fault::Rat, false),
    (Fault::NotEmpty, true),
];

/// A step: its number, clause and hints.
type StepRow<'w> = (u64, &'w [Literal], &'w [u64]);

/// A formula, steps, and the verdict by the rules of docs/spec/proofs.md#what-is-trusted.
type Example<'w> = (
    &'w [&'w [Literal]],
    &'w [StepRow<'w>],
    Result<(), RefusedProof>,
);

/// Unsatisfiable.
const NONE: &[&[Literal]] = &[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];
/// Satisfied if the second variable is true.
const SECOND: &[&[Literal]] = &[&[1, 2], &[-1, 2]];
/// Satisfied if the second variable is true and the first false.
const ONE: &[&[Literal]] = &[&[1, 2], &[-1]];

/// Oracle: each rule by hand. In most examples only the fault in one step makes the whole a proof.
const EXAMPLES: &[Example<'static>] = &[
    (NONE, &[(5, &[2], &[1, 2]), (6, &[], &[5, 3, 4])], Ok(())),
    // A repeated literal does not change a clause; one with its negation makes a tautology.
    (NONE, &[(5, &[2, 2], &[1, 2]), (6, &[], &[5, 3, 4])], Ok(())),
    (
        NONE,
        &[(5, &[1, -1], &[]), (6, &[2], &[1, 2]), (7, &[], &[6, 3, 4])],
        Ok(()),
    ),
    (
        NONE,
        &[(4, &[2], &[1, 2]), (5, &[], &[4, 3, 1])],
        Err(RefusedProof::Number(4)),
    ),
    (
        NONE,
        &[(5, &[2], &[1, 2]), (5, &[], &[5, 3, 4])],
        Err(RefusedProof::Number(5)),
    ),
    (
        SECOND,
        &[(3, &[0], &[]), (4, &[], &[3])],
        Err(RefusedProof::Literal(3)),
    ),
    (
        SECOND,
        &[(3, &[-2], &[1, 2]), (4, &[], &[3, 1, 2])],
        not_unit(3, 1),
    ),
    (
        SECOND,
        &[(3, &[-2, -2], &[]), (4, &[], &[3, 1, 2])],
        Err(RefusedProof::NoConflict(3)),
    ),
    (
        NONE,
        &[(5, &[2], &[9, 1, 2]), (6, &[], &[5, 3, 4])],
        unknown(5, 9),
    ),
    (
        NONE,
        &[(5, &[2], &[3, 1, 2]), (6, &[], &[5, 3, 4])],
        not_unit(5, 3),
    ),
    (ONE, &[(3, &[], &[1, 2])], not_unit(3, 1)),
    (ONE, &[(3, &[], &[2, 1, 2])], not_unit(3, 2)),
    (
        SECOND,
        &[(3, &[2], &[1, 2]), (4, &[], &[2])],
        not_unit(4, 2),
    ),
    (SECOND, &[(3, &[], &[3])], unknown(3, 3)),
    (SECOND, &[(3, &[], &[])], Err(RefusedProof::NoConflict(3))),
    (SECOND, &[(3, &[2], &[])], Err(RefusedProof::NoConflict(3))),
    (SECOND, &[(3, &[2], &[1, 2])], Err(RefusedProof::NotEmpty)),
    (SECOND, &[], Err(RefusedProof::NotEmpty)),
];

const fn not_unit(step: u64, hint: u64) -> Result<(), RefusedProof> {
    Err(RefusedProof::NotUnit { step, hint })
}

const fn unknown(step: u64, hint: u64) -> Result<(), RefusedProof> {
    Err(RefusedProof::Unknown { step, hint })
}

fn verdict(
    (clauses, steps, _): &Example<'_>,
    planted: impl Fn(Fault) -> bool,
) -> Result<(), RefusedProof> {
    let cnf = Cnf {
        variables: 2,
        clauses: clauses.iter().map(|clause| clause.to_vec()).collect(),
    };
    let step = |(id, clause, hints): &StepRow<'_>| ProofStep {
        id: *id,
        clause: clause.to_vec(),
        hints: hints.to_vec(),
    };
    let steps = steps.iter().map(step).collect();
    check_with(&cnf, &Lrat { steps }, planted)
}

/// Oracle: the examples. Each fault changes the verdict of one of them; those that make a checker
/// unsound accept a proof of a satisfiable formula.
#[test]
fn a_fault_in_the_checker_is_caught() {
    for example in EXAMPLES {
        assert_eq!(verdict(example, |_| false), example.2, "{example:?}");
    }
    for (fault, is_worthless) in FAULTS {
        let result = |example: &&Example<'_>| verdict(example, |f| f == fault);
        let wrong = EXAMPLES
            .iter()
            .filter(|example| result(example) != example.2);
        assert!(wrong.count() > 0, "{fault:?} is not caught");
        let solved = EXAMPLES.iter().filter(|(clauses, ..)| *clauses != NONE);
        let accepted = solved.filter(|example| result(example).is_ok()).count();
        assert_eq!(accepted > 0, is_worthless, "{fault:?}: {accepted}");
    }
}
