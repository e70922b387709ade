//! Functions in kernel Rust that are declared equal to an op.

use super::laws::{SatSolver, settings};
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::method::{LawOutcome, decide};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::same_as_ops;
use vyre_conform_runtime::{same, vyre_fn};
use vyre_conform_tests::sandbox::Sandbox;

/// The count of the lowest byte loses its highest bit, which is set if all bits of the byte are.
#[vyre_fn]
const fn lost(a: u32) -> u32 {
    let pairs = a.wrapping_sub((a >> 1) & 0x5555_5555);
    let fours = (pairs & 0x3333_3333).wrapping_add((pairs >> 2) & 0x3333_3333);
    let bytes = fours.wrapping_add(fours >> 4) & 0x0F0F_0F07;
    bytes.wrapping_mul(0x0101_0101) >> 24
}

/// A sum, except for one pair of all 2^64.
#[vyre_fn]
const fn nearly(a: u32, b: u32) -> u32 {
    if a == 0x1357_9bdf && b == 0x0246_8ace {
        return 7;
    }
    a.wrapping_add(b)
}

same!("u32::popcount", lost = lost);
same!("u32::add", nearly = nearly);

/// Oracle: the functions of the library, which match their names; those above differ as their comments say.
pub(crate) fn functions_are_proved_equal_or_refuted(solver: SatSolver) {
    let catalog = Catalog::linked().expect("a catalog");
    let mut refuted = vec![];
    let all = same_as_ops();
    for same in &all {
        let op = catalog.find(same.op).expect("an op");
        let body = op.module_of(&same.function).expect("a body");
        let declared = DeclaredLaw::same(&catalog, op, same, &body).expect("it fits");
        let message = format!("{}::alternate::{}::equal", same.op, same.name);
        assert_eq!(declared.name(), message);
        match decide(&declared, &settings(&solver.0)) {
            LawOutcome::Proved(_) => {}
            LawOutcome::Refuted { inputs, .. } => {
                let [op, other] = [&op.def.op, &same.function].map(|item| item.call(&inputs));
                assert_ne!(op, other, "{message}: {inputs:?}");
                refuted.push((same.name, inputs));
            }
            other => panic!("{message}: {other:?}"),
        }
    }
    refuted.sort_by_key(|(name, _)| *name);
    let names: Vec<&str> = refuted.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["lost", "nearly"]);
    let words: Vec<u32> = refuted[1].1.iter().map(|value| value.words()[0]).collect();
    assert_eq!(words, [0x1357_9bdf, 0x0246_8ace], "there is no other");
    assert!(all.len() >= refuted.len() + 8, "{}", all.len());
}

/// Oracle: the documentation of the command, on a function of the library.
pub(crate) fn command_proves_functions_equal_by_name(_: SatSolver) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let output = sandbox.run(&["prove", "u32::popcount::alternate::swar::equal", "-v"]);
    let text = output.stdout + &output.stderr;
    assert_eq!(output.code, Some(0), "{text}");
    assert!(
        text.contains("u32::popcount::alternate::swar::equal: proved ("),
        "{text}"
    );
    assert!(
        text.contains("1 function in kernel Rust: 1 proved"),
        "{text}"
    );
    let output = sandbox.run(&["prove", "u32::popcount::alternate::none::equal"]);
    assert_eq!(output.code, Some(3), "{}", output.stderr);
}
