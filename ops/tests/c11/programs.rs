//! Random programs on the backend and on the interpreter.

use vyre_conform_fuzz::Callable;
use vyre_conform_harness::backends;
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::ir::{Kernel, Type};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_tests::lowered::faults::missed_by_programs_of;
use vyre_conform_tests::lowered::programs::{compare, compare_with_hardware};

/// The ops of one hardware feature for programs on `c11`, and those for programs on lavapipe.
const ON_C11: [&str; 1] = ["u32::double_product"];
const ON_LAVAPIPE: [&str; 3] = ["u32::dot4_i8", "u32::dot4_u8", "u32::double_product"];

/// Oracle: the function names in the lowering's library.
#[test]
fn an_atomic_load_is_one_in_every_dialect() {
    let mut k = Kernel::new("loads", [1, 1, 1]);
    let cells = k.read_write("cells", Type::U32);
    let out = k.read_write("out", Type::U32);
    let loaded = k.atomic_load(cells, 0);
    k.store(out, 0, loaded);
    let valid = validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a valid program");
    for dialect in Dialect::ALL {
        let text = vyre_conform_lower_c::program(&valid, dialect);
        let called = text.contains("= peek_u32(b_cells, b_cells_length, 0");
        assert!(called && !text.contains("step_or"), "{text}");
    }
}

/// Oracle: the interpreter.
#[test]
#[ignore = "a long run: seconds"]
fn random_programs_agree() {
    compare(&super::c11().unoptimised(), 600);
}

/// Oracle: the interpreter. `--ignored`: it takes minutes.
#[test]
#[ignore = "a long run: minutes"]
fn twenty_thousand_random_programs_agree() {
    compare(&super::c11(), 20_000);
}

/// Oracle: the interpreter. `--ignored`: it takes hours.
#[test]
#[ignore = "a long run: hours"]
fn twenty_thousand_random_programs_agree_on_every_adapter() {
    let adapters = backends::selected("").expect("adapters");
    for adapter in adapters.list {
        compare(adapter, 20_000);
    }
}

fn with_hardware(count: u64) {
    compare_with_hardware(&super::c11(), count, &ON_C11, &[]);
    let adapters = backends::selected("llvmpipe").expect("lavapipe");
    compare_with_hardware(adapters.list[0], count, &ON_LAVAPIPE, &[]);
}

/// Oracle: the interpreter, which runs the references of ops of one hardware feature.
#[test]
#[ignore = "a long run: seconds"]
fn random_programs_call_ops_of_one_hardware_feature() {
    with_hardware(200);
}

/// Oracle: the interpreter. `--ignored`: it takes minutes.
#[test]
#[ignore = "a long run: minutes"]
fn twenty_thousand_random_programs_call_ops_of_one_hardware_feature() {
    with_hardware(20_000);
}

/// Oracle: the planted fault in a hand-written text, which programs without such ops do not detect.
#[test]
#[ignore = "a long run: seconds"]
fn a_wrong_text_is_found_by_random_programs() {
    const FAULT: [(&str, &str); 1] = [("(u64)(x * y)", "(u64)(x + y)")];
    let catalog = Catalog::linked().expect("the library");
    let c11 = super::c11();
    let calling = Callable::with_hardware(&catalog, &[&c11]);
    let missed = |callable: &Callable| {
        let plant = |c11: vyre_conform_c::CBackend, from: &str, to: &str| c11.with_fault(from, to);
        let open = || super::c11().unoptimised();
        missed_by_programs_of(&catalog, callable, &FAULT, (600, &[]), open, plant)
    };
    assert_eq!(missed(&calling), [] as [&(&str, &str); 0]);
    assert_eq!(missed(&Callable::of(catalog.ops())).len(), 1);
}
