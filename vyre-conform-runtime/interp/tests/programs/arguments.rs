//! Arguments of a calling convention arrive in the right buffers.

use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::dispatch::{Arguments, Contents, Launch};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Axis, Expr, Kernel, Type};

/// `output[i] = input[i] + 10 * params[1]`, plus `100 * table[i]` with a table at a binding.
fn program(table: Option<u32>) -> ValidProgram {
    let mut k = Kernel::new("weighted", [2, 1, 1]);
    let u32s = (Type::U32, 2);
    let ([input, output, params], hundreds) = match table {
        None => (k.v1(Type::U32, Type::U32, u32s), Expr::u32(0)),
        Some(binding) => {
            let [input, output, params, table] =
                k.v2(Type::U32, Type::U32, u32s, Type::U32, binding);
            let i = Expr::invocation_id(Axis::X);
            ([input, output, params], table.at(i) * Expr::u32(100))
        }
    };
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let sum = input.at(i) + params.at(1) * Expr::u32(10) + hundreds;
    k.store(output, i, sum);
    validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a valid program")
}

/// Arguments whose words identify their buffer.
fn arguments(table: Option<u32>) -> Arguments {
    let input = Contents::Words(vec![1, 2, 3]);
    let output = Contents::Zeros(3);
    let params = Contents::Words(vec![9, 4]);
    match table {
        None => Arguments::V1 {
            input,
            output,
            params,
        },
        Some(binding) => Arguments::V2 {
            input,
            output,
            params,
            table: Contents::Words(vec![5, 6, 7]),
            binding,
        },
    }
}

fn run(program: &ValidProgram, arguments: Arguments) -> Vec<Vec<u32>> {
    let launch = Launch::by_convention(program, [2, 1, 1], arguments);
    let launch = launch.expect("the program follows the convention");
    let programs = std::slice::from_ref(program);
    run_launch(programs, &launch, &Options::default()).expect("it runs")
}

/// Oracle: the sums by hand, with each digit from another buffer.
#[test]
fn arguments_reach_the_buffers_of_their_names() {
    assert_eq!(run(&program(None), arguments(None)), [[41, 42, 43]]);
    for binding in [3, 999] {
        let table = Some(binding);
        let actual = run(&program(table), arguments(table));
        assert_eq!(actual, [[541, 642, 743]]);
    }
}

/// Oracle: docs/spec/ir.md#dispatch: the convention is checked before anything runs.
#[test]
fn a_program_of_another_convention_is_refused() {
    let refused = |table, input| {
        let launch = Launch::by_convention(&program(table), [2, 1, 1], arguments(input));
        let violations = launch.expect_err("another convention");
        let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
        texts.join("\n")
    };
    assert!(refused(None, Some(3)).contains("no buffer at binding 3"));
    assert!(refused(Some(3), None).contains("binding 3, where V1 has nothing"));
    let other = refused(Some(3), Some(4));
    assert!(other.contains("no buffer at binding 4"), "{other}");
    assert!(
        other.contains("at binding 3, where V2 has nothing"),
        "{other}"
    );
    assert!(refused(Some(3), Some(1)).contains("where the output is"));
}
