//! Programs in the self-test: two small ones in sequence in one launch.

use super::ContractReport;
use crate::backend::{Backend, BackendError, Clause};
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::validate_program;
use vyre_conform_ir::{Axis, Expr, Kernel, Program, Type};

/// Adds or multiplies every element by a small number.
fn program(name: &str, change: fn(Expr) -> Expr) -> Program {
    let mut k = Kernel::new(name, [1, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(data, i, change(data.at(i)));
    k.finish()
}

/// The difference between the words of a launch and the expected ones.
fn difference(found: &[Vec<u32>], expected: &[Vec<u32>]) -> String {
    let lengths = |words: &[Vec<u32>]| words.iter().map(Vec::len).collect::<Vec<_>>();
    if lengths(found) == lengths(expected) {
        "a launch of two programs left other words than its steps in order".into()
    } else {
        format!(
            "a launch that reads {:?} words back gave {:?}",
            lengths(expected),
            lengths(found)
        )
    }
}

pub(super) fn check(report: &mut ContractReport<'_>) {
    let backend = report.backend;
    let limits = backend.limits();
    let programs = [
        program("self_test_plus", |e| e + 1),
        program("self_test_times", |e| e * 3),
    ];
    let valid = programs.map(|program| validate_program(program, &(), &limits));
    let valid: Result<Vec<_>, _> = valid.into_iter().collect();
    let valid = match valid {
        Ok(valid) => valid,
        Err(broken) => {
            let rules: Vec<String> = broken.iter().map(ToString::to_string).collect();
            let seen_limits = format!("its limits allow no program: {}", rules.join("; "));
            return report.broken(Clause::Programs, seen_limits);
        }
    };
    let loaded = match backend.load_programs(&valid) {
        Ok(loaded) => loaded,
        Err(BackendError::Programs { .. }) => return,
        Err(error) => return report.error(Clause::Programs, "`load_programs`", &error),
    };
    let words: Vec<u32> = (0..100).map(|n: u32| n.wrapping_mul(0x9e37_79b9)).collect();
    let step = |program, buffer| Step {
        program,
        workgroups: [100, 1, 1],
        buffers: vec![buffer],
    };
    let launch = Launch {
        buffers: vec![Contents::Words(words.clone()), Contents::Zeros(100)],
        steps: vec![step(0, 0), step(1, 0), step(0, 1)],
        read_back: vec![1, 0],
    };
    let changed = words.iter().map(|n| n.wrapping_add(1).wrapping_mul(3));
    let expected = vec![vec![1; 100], changed.collect()];
    // The second launch must not see data of the first.
    for _ in 0..2 {
        match loaded.run(&launch) {
            Ok(found) if found == expected => {}
            Ok(found) => {
                return report.broken(Clause::Programs, difference(&found, &expected));
            }
            Err(error) => return report.error(Clause::Programs, "`run` of a launch", &error),
        }
    }
    let beyond = Launch {
        steps: vec![step(7, 0)],
        ..launch
    };
    if loaded.run(&beyond).is_ok() {
        report.broken(
            Clause::Programs,
            "a launch of a missing program gave words: `Launch::check` reports it",
        );
    }
}
