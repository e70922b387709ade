//! Calling conventions: programs of each on the interpreter and on every adapter. docs/book/engines.md shows the
//! program of V2.

use std::path::Path;
use vyre_conform_interp::{self as interp, Options};
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_suite::backend::Backend;
use vyre_conform_tests::adapters;

// imports
use vyre_conform_runtime::dispatch::{Arguments, Contents, Launch};
use vyre_conform_runtime::ir::{Axis, Convention, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::valid::{Limits, validate_program};

// begin
/// The binding of the table, which host and program share.
const TABLE: u32 = 7;

/// Replaces every word of the input by its entry in the table, plus a number from the params.
fn substitute() -> Program {
    let mut kernel = Kernel::new("substitute", [64, 1, 1]);
    let params = (Type::U32, 1);
    let [input, output, params, table] = kernel.v2(Type::U32, Type::U32, params, Type::U32, TABLE);
    let i = kernel.bind("i", Expr::invocation_id(Axis::X));
    kernel.when(i.less(output.len()), |kernel| {
        kernel.store(output, i, table.at(input.at(i)) + params.at(0));
    });
    kernel.finish()
}

/// Arguments from the host, by name, independent of the order in which the program binds its buffers.
fn arguments(input: &[u32], added: u32, table: &[u32]) -> Arguments {
    Arguments::V2 {
        input: Contents::Words(input.to_vec()),
        output: Contents::Zeros(input.len()),
        params: Contents::Words(vec![added]),
        table: Contents::Words(table.to_vec()),
        binding: TABLE,
    }
}
// end

/// Multiplies every word of the input by one of the params and adds the other.
fn linear() -> Program {
    let mut k = Kernel::new("linear", [64, 1, 1]);
    let [input, output, params] = k.v1(Type::U32, Type::U32, (Type::U32, 2));
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(output.len()), |k| {
        k.store(output, i, input.at(i) * params.at(0) + params.at(1));
    });
    k.finish()
}

fn valid(program: Program) -> ValidProgram {
    match validate_program(program, &(), &Limits::WEBGPU) {
        Ok(valid) => valid,
        Err(errors) => panic!("the program is not valid: {errors:#?}"),
    }
}

/// More words than a workgroup has invocations, two of them beyond the table.
fn input() -> Vec<u32> {
    (0..100).chain([256, u32::MAX]).collect()
}

/// The squares of 0 to 99: as many as the table has elements.
fn squares() -> Vec<u32> {
    (0..100).map(|n| n * n).collect()
}

/// A program of each convention, the host's arguments, and the expected results.
fn cases() -> [(ValidProgram, Arguments, Vec<u32>); 2] {
    let (input, squares) = (input(), squares());
    let scaled = input.iter().map(|n| n.wrapping_mul(3).wrapping_add(7));
    let looked_up = input
        .iter()
        .map(|n| squares.get(*n as usize).unwrap_or(&0) + 5);
    let v1 = Arguments::V1 {
        input: Contents::Words(input.clone()),
        output: Contents::Zeros(input.len()),
        params: Contents::Words(vec![3, 7]),
    };
    let v2 = arguments(&input, 5, &squares);
    [
        (valid(linear()), v1, scaled.collect()),
        (valid(substitute()), v2, looked_up.collect()),
    ]
}

fn launch(program: &ValidProgram, arguments: Arguments) -> Launch {
    match Launch::by_convention(program, [2, 1, 1], arguments) {
        Ok(launch) => launch,
        Err(actual) => panic!("the program does not follow the convention: {actual:#?}"),
    }
}

/// Oracle: plain Rust on the same words, in `cases`.
#[test]
fn programs_of_each_convention_run_on_the_interpreter() {
    for (program, arguments, expected) in cases() {
        let launch = launch(&program, arguments);
        let actual = interp::run_launch(&[program], &launch, &Options::default());
        assert_eq!(actual, Ok(vec![expected]));
    }
}

/// Oracle: plain Rust on the same words, in `cases`.
#[test]
fn programs_of_each_convention_run_on_every_adapter() {
    for device in adapters() {
        for (program, arguments, expected) in cases() {
            let slug = &device.identity().slug;
            let name = program.program().name.clone();
            let launch = launch(&program, arguments);
            let loaded = match device.load_programs(&[program]) {
                Ok(loaded) => loaded,
                Err(error) => panic!("{slug} refuses `{name}`: {error}"),
            };
            match loaded.run(&launch) {
                Ok(actual) => assert_eq!(actual, [expected], "{slug}: `{name}`"),
                Err(error) => panic!("{slug} fails on `{name}`: {error}"),
            }
        }
    }
}

/// Oracle: docs/spec/ir.md#calling-conventions; a near miss of each kind.
#[test]
fn a_program_that_follows_another_convention_is_refused() {
    let [(linear, v1, _), (substitute, v2, _)] = cases();
    for (convention, program, mismatches) in [
        (Convention::V1, &linear, 0),
        (Convention::V1, &substitute, 1),
        (Convention::V2 { table: TABLE }, &linear, 1),
        (Convention::V2 { table: TABLE }, &substitute, 0),
        (Convention::V2 { table: 3 }, &substitute, 2),
        (Convention::V2 { table: 0 }, &substitute, 1),
    ] {
        let actual = convention.check(program.program());
        let actual = actual.err().unwrap_or_default();
        assert_eq!(actual.len(), mismatches, "{convention:?}: {actual:#?}");
    }
    for (program, arguments) in [(linear, v2), (substitute, v1)] {
        assert!(Launch::by_convention(&program, [2, 1, 1], arguments).is_err());
    }
}

/// Oracle: this file.
#[test]
fn the_page_shows_this_program() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/engines.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let this = include_str!("conventions.rs");
    let (_, program) = this.split_once("// begin\n").expect("a begin");
    let (program, _) = program.split_once("// end").expect("an end");
    assert!(
        page.contains(program),
        "copy the program into docs/book/engines.md"
    );
    let (_, imports) = this.split_once("// imports\n").expect("imports");
    let (imports, _) = imports.split_once("\n// begin").expect("their end");
    assert!(page.contains(imports), "copy the imports of the program");
}
