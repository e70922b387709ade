//! I6: no invalid program passes. Every rule of programs and functions has a family of programs that break only this
//! rule, planted at random places of random valid programs.

mod control;
mod functions;
mod memory;
mod values;

use super::programs::{Numbers, Opaque, PlantedChange, program};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use vyre_conform_runtime::ir::{Expr, Program, Type};
use vyre_conform_runtime::valid::{Limits, validate_program};

/// A way to break a rule.
#[derive(Clone, Copy)]
enum Breakage {
    /// By nodes at some place.
    Nodes(PlantedChange),
    /// By declarations of the program.
    Program(fn(&mut Program, &mut Numbers)),
}

/// Values that are neither u32 nor Bool.
const OTHER_TYPES: [fn() -> Expr; 5] = [
    || Expr::i32(1),
    || Expr::u64(1),
    || Expr::cast(Type::U128, Expr::u32(1)),
    || Expr::cast(Type::Vec2, Expr::u32(1)),
    || Expr::cast(Type::Vec4, Expr::u32(1)),
];

fn wrong_value(n: &mut Numbers) -> Expr {
    n.of(&OTHER_TYPES)()
}

/// Every rule of programs and of functions, with a way to break it; some rules have more than one family.
fn families() -> impl Iterator<Item = &'static (&'static str, Breakage)> {
    let parts = [
        memory::FAMILIES,
        values::FAMILIES,
        control::FAMILIES,
        functions::FAMILIES,
    ];
    parts.into_iter().flatten()
}

fn violated_rules(program: Program) -> Vec<&'static str> {
    match validate_program(program, &Opaque, &Limits::WEBGPU) {
        Ok(_) => vec![],
        Err(violations) => violations.iter().map(|invalid| invalid.rule).collect(),
    }
}

/// Oracle: every program is valid except for the planted fault: it is refused by that rule and no other.
#[test]
fn i6_every_rule_refuses_its_family() {
    let mut wrong = vec![];
    for (rule, how) in families() {
        // The programs of this family have 100,000 nodes each.
        let seeds = if *rule == "V019" { 3 } else { 300 };
        for seed in 0..seeds {
            let mut n = Numbers(seed);
            let rules = match how {
                Breakage::Nodes(plant) => violated_rules(program(&mut n, *plant)),
                Breakage::Program(change) => {
                    let mut program = program(&mut n, |_, _, _| {});
                    change(&mut program, &mut n);
                    violated_rules(program)
                }
            };
            if rules.is_empty() || rules.iter().any(|r| r != rule) {
                wrong.push(format!("{rule}, seed {seed}: {rules:?}"));
                break;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "a program of a family is refused with its rule and no other; these were with:\n{}",
        wrong.join("\n")
    );
}

/// Oracle: the same programs without a planted fault are valid.
#[test]
fn i6_programs_without_a_planted_fault_are_valid() {
    for seed in 0..2_000 {
        let program = program(&mut Numbers(seed), |_, _, _| {});
        let result = validate_program(program, &Opaque, &Limits::WEBGPU);
        assert!(result.is_ok(), "seed {seed}: {:#?}", result.err());
    }
}

/// Oracle: the same programs with a planted change that barely obeys a rule are valid.
#[test]
fn i6_programs_at_the_edge_of_a_rule_are_valid() {
    for seed in 0..300 {
        for (what, plant) in control::BARELY_VALID.iter().chain(values::BARELY_VALID) {
            let violations = violated_rules(program(&mut Numbers(seed), *plant));
            assert!(violations.is_empty(), "{what}, seed {seed}: {violations:?}");
        }
        let mut n = Numbers(seed);
        let mut program = program(&mut n, |_, _, _| {});
        control::returning_last(&mut program, &mut n);
        let violations = violated_rules(program);
        assert!(
            violations.is_empty(),
            "a return at the end, seed {seed}: {violations:?}"
        );
    }
}

/// The rule without a family: it concerns ops, and the planted programs are kernels.
const OP_RULE: &str = "V120";

/// The rules with rows in the tables of a page: `| <a id="v008"></a>V008 | ..`.
fn rules(page: &str) -> BTreeSet<String> {
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| <a id=\"v"));
    let named = rows.filter_map(|row| Some(row.split_once("</a>")?.1.split_once(' ')?.0));
    named.map(str::to_owned).collect()
}

/// Oracle: docs/spec/ir.md#validation, the tables of rules.
#[test]
fn i6_every_rule_has_a_family() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/spec/ir.md");
    let mut expected = rules(&fs::read_to_string(page).expect("the specification"));
    assert!(
        expected.len() >= 50 && expected.remove(OP_RULE),
        "{expected:?}"
    );
    let families: BTreeSet<String> = families().map(|(rule, _)| (*rule).to_owned()).collect();
    let missing: Vec<&String> = expected.difference(&families).collect();
    let unknown: Vec<&String> = families.difference(&expected).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "add families of programs that break {missing:?} to memory.rs, values.rs, control.rs or functions.rs beside \
         this file; {unknown:?} have families and no row in docs/spec/ir.md"
    );
    assert_eq!(
        rules("| <a id=\"v008\"></a>V008 | a |\n| V009 | b |"),
        BTreeSet::from(["V008".to_owned()])
    );
}
