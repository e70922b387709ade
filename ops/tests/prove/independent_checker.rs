//! Kept proofs, checked by an independent checker: that of the SAT solver [Varisat](https://docs.rs/varisat-checker),
//! which shares no code with this project.
//!
//! It reads the kept formula, in DIMACS. A step of its proof format names clauses by hashes where LRAT has numbers, and
//! is the same otherwise: a clause, and the clauses that lead to a contradiction with its negation. So the test
//! translates an LRAT proof step by step, and only the outside checker decides whether a step follows.

use super::laws::SatSolver;
use std::collections::{BTreeSet, HashMap};
use varisat_checker::{Checker, ProofTranscriptProcessor, ProofTranscriptStep};
use varisat_formula::{Lit, Var};
use varisat_internal_proof::binary_format::write_step;
use varisat_internal_proof::{ProofStep, clause_hash};
use vyre_conform_prove::cnf::Cnf;
use vyre_conform_prove::lrat::{check, read};
use vyre_conform_tests::sandbox::Sandbox;

/// Laws that SAT proves, the last two with lemmas.
const LAWS: [&str; 10] = [
    "u32::saturating_add::Associative",
    "u32::bit_or::Associative",
    "u32::shl::RightDistributiveOver(bit_or)",
    "u64::ctz::Even(negate)",
    "u32::base64_digit::ComplementUnder(eq,0)",
    "u32::has_zero_byte::Even(reverse_bits)",
    "u64::lt::RightMonotone",
    "vec4::min::LatticeAbsorption(max)",
    "u32::div::LeftMonotone",
    "vec2::threefry2x32_key::LeftInjective",
];

/// True if the checker saw the contradiction: it accepts a proof that stops before it.
#[derive(Default)]
struct Contradiction(bool);

impl ProofTranscriptProcessor for Contradiction {
    fn process_step(&mut self, step: &ProofTranscriptStep<'_>) -> Result<(), anyhow::Error> {
        self.0 |= matches!(step, ProofTranscriptStep::Unsat);
        Ok(())
    }
}

/// A clause for the outside checker: a set.
fn set(literals: &[&str]) -> Vec<Lit> {
    let number = |word: &&str| word.parse().expect("a literal");
    let set: BTreeSet<Lit> = literals.iter().map(number).map(Lit::from_dimacs).collect();
    set.into_iter().collect()
}

/// The words of a line up to the next `0`.
fn list<'w>(words: &mut impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    words.take_while(|word| *word != "0").collect()
}

/// An LRAT proof of a DIMACS formula, in the format of the outside checker. A hint that names no clause is omitted: it
/// could only have helped.
fn binary_proof(cnf: &str, lrat: &str) -> Vec<u8> {
    let mut proof = vec![];
    let mut write = |step: ProofStep<'_>| write_step(&mut proof, &step).expect("memory");
    let mut lines = cnf.lines();
    let head: Vec<&str> = lines.next().expect("a line").split(' ').collect();
    for index in 0..head[2].parse().expect("how many variables") {
        // Clauses are hashed by the solver's names of variables: the same as in the formula.
        let global = Var::from_index(index);
        write(ProofStep::SolverVarName {
            global,
            solver: Some(global),
        });
    }
    let clause = |line: &str| set(&list(&mut line.split_ascii_whitespace()));
    let numbers = (1..).map(|number: usize| number.to_string());
    let mut clauses: HashMap<String, Vec<Lit>> = numbers.zip(lines.map(clause)).collect();
    for line in lrat.lines() {
        let mut words = line.split_ascii_whitespace();
        let number = words.next().expect("a number").to_owned();
        let clause = set(&list(&mut words));
        let hints = list(&mut words);
        let hints = hints.iter().filter_map(|hint| clauses.get(*hint));
        // The checker uses clauses of one literal without hints.
        let named: Vec<u64> = hints
            .filter(|hint| hint.len() > 1)
            .map(|hint| clause_hash(hint))
            .collect();
        // It also finds the contradiction of two of them.
        if !(clause.is_empty() && named.is_empty()) {
            write(ProofStep::AtClause {
                redundant: true,
                clause: &clause,
                propagation_hashes: &named,
            });
        }
        clauses.insert(number, clause);
    }
    write(ProofStep::End);
    proof
}

/// Accepts an LRAT proof of a DIMACS formula, or returns the reason for refusing it.
fn check_independently(cnf: &str, lrat: &str) -> Result<(), String> {
    let mut observed = Contradiction::default();
    let mut checker = Checker::new();
    checker.add_transcript(&mut observed);
    checker
        .add_dimacs_cnf(cnf.as_bytes())
        .map_err(|error| error.to_string())?;
    checker
        .check_proof(&*binary_proof(cnf, lrat))
        .map_err(|error| error.to_string())?;
    drop(checker);
    if observed.0 {
        Ok(())
    } else {
        Err("there is no contradiction".into())
    }
}

/// The formulas and proofs of the laws that the command keeps, by the names of their files.
fn all_kept(laws: &[&str]) -> Vec<(String, String, String)> {
    let sandbox = Sandbox::bare(crate::BINARY);
    let options = ["--time", "60s", "--keep-proofs", "kept"];
    let arguments = [&["prove"], laws, &options];
    let output = sandbox.run(&arguments.concat());
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    let files = std::fs::read_dir(sandbox.path("kept")).expect("a folder");
    let formulas = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "cnf"));
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("text");
    let each = |path: std::path::PathBuf| {
        let proof = path.with_extension("lrat");
        (path.display().to_string(), read(&path), read(&proof))
    };
    formulas.map(each).collect()
}

/// Oracle: an independent checker: it accepts ten proofs, and none for a formula with a solution, without its last
/// step, without a step that others name, with another literal, or for another formula.
pub(crate) fn independent_checker_accepts_kept_proofs(_: SatSolver) {
    let all = all_kept(&LAWS);
    assert_eq!(all.len(), LAWS.len());
    let lemmas = all
        .iter()
        .filter(|(name, ..)| name.ends_with(".lemmas.cnf"));
    assert_eq!(lemmas.count(), 2);
    for (k, (name, cnf, lrat)) in all.iter().enumerate() {
        assert_eq!(check_independently(cnf, lrat), Ok(()), "{name}");
        let lines: Vec<&str> = cnf.split_inclusive('\n').collect();
        // The last clause negates the law: gates alone have a solution for any inputs.
        let fewer = lines[..lines.len() - 1].concat();
        assert!(check_independently(&fewer, lrat).is_err(), "{name}");
        let steps: Vec<&str> = lrat.split_inclusive('\n').collect();
        let unfinished = steps[..steps.len() - 1].concat();
        assert!(check_independently(cnf, &unfinished).is_err(), "{name}");
        let (_, other, _) = &all[(k + 1) % all.len()];
        assert!(check_independently(other, lrat).is_err(), "{name}");
        // The first step with more than one literal: without it a later step names a missing clause.
        let literals = |step: &str| list(&mut step.split(' ')).len() - 1;
        let named = steps.iter().position(|step| literals(step) > 1);
        let named = named.expect("a step");
        let without = [&steps[..named], &steps[named + 1..]].concat().concat();
        assert!(check_independently(cnf, &without).is_err(), "{name}");
        let negated = steps[named].replacen(' ', " -", 1).replace("--", "");
        let edited = [&steps[..named], &[&negated], &steps[named + 1..]];
        assert!(
            check_independently(cnf, &edited.concat().concat()).is_err(),
            "{name}"
        );
    }
}

/// A formula in DIMACS, for our checker.
fn formula(cnf: &str) -> Cnf {
    let mut lines = cnf.lines();
    let head: Vec<&str> = lines.next().expect("a line").split(' ').collect();
    let literal = |word: &str| word.parse().expect("a literal");
    let clause = |line: &str| {
        let words = list(&mut line.split_ascii_whitespace());
        words.into_iter().map(literal).collect()
    };
    Cnf {
        variables: head[2].parse().expect("how many variables"),
        clauses: lines.map(clause).collect(),
    }
}

/// Oracle: the outside checker: ours accepts no edited proof that it refuses.
pub(crate) fn independent_checker_agrees_about_edited_proofs(_: SatSolver) {
    let all = all_kept(&["u32::base64_digit::ComplementUnder(eq,0)"]);
    let [(_, cnf, lrat)] = &all[..] else {
        panic!("{all:?}")
    };
    let formula = formula(cnf);
    let lines = lrat.lines().map(|line| line.split(' ').collect());
    let steps: Vec<Vec<&str>> = lines.collect();
    let (mut accepted, mut refused) = (0, 0);
    let mut both = |edited: &[Vec<&str>]| {
        let lines = edited.iter().map(|words| words.join(" ") + "\n");
        let edited: String = lines.collect();
        let ours = read(&edited).is_ok_and(|proof| check(&formula, &proof).is_ok());
        match (ours, check_independently(cnf, &edited)) {
            (true, Ok(())) => accepted += 1,
            (false, Err(_)) => refused += 1,
            (true, Err(reason)) => panic!("{reason}: {edited}"),
            // It finds consequences of clauses of one literal itself, and does not require ordered numbers.
            (false, Ok(())) => {}
        }
    };
    both(&steps);
    for k in 0..steps.len() {
        let mut without = steps.clone();
        without.remove(k);
        both(&without);
        // Every word except the number of the step: a literal or a hint.
        for index in 1..steps[k].len() {
            let other = match steps[k][index].strip_prefix('-') {
                _ if steps[k][index] == "0" => continue,
                Some(variable) => variable.to_owned(),
                None => format!("-{}", steps[k][index]),
            };
            let mut negated = steps.clone();
            negated[k][index] = &other;
            both(&negated);
            let mut shorter = steps.clone();
            shorter[k].remove(index);
            both(&shorter);
        }
    }
    assert!(accepted > 0 && refused > 100, "{accepted}, {refused}");
}
