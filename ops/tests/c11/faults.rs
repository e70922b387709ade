//! Faults planted in the C text: the suite or random programs find each.

use vyre_conform_c::CBackend;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::ir::parse;
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_tests::lowered::faults::{
    Fault, OP_FAULTS, finds, missed_by_programs, missed_faults,
};

/// A fault in the columns.
const STEP_FAULT: Fault = ("steps[0]", "steps[1]", "u32::sub");

/// Faults of memory, control, atomic steps and workgroups.
const PROGRAM_FAULTS: [(&str, &str); 13] = [
    ("if (i >= length) return 0;", "if (i >= length) return 1;"),
    (
        "if (i < length) array[i] = value;",
        "array[i < length ? i : 0] = value;",
    ),
    ("i < length ? array[i] : 0", "i < length ? array[i] : 7"),
    (
        "words[at + 1] = (u32)(value >> 32)",
        "words[at + 1] = (u32)value",
    ),
    ("words[i] = value", "words[i] = value + (i == 3u)"),
    ("    return true;\n", "\n"),
    ("b == 0 ? 0 : a / b", "b == 0 ? 1 : a / b"),
    ("b == 0 ? 0 : a % b", "b == 0 ? a : a % b"),
    ("[k] = 0u;", "[k] = 1u;"),
    ("atomic_fetch_add_explicit", "atomic_fetch_or_explicit"),
    ("value < before", "value > before"),
    ("{x, y, z}", "{y, x, z}"),
    ("workgroup_of[0] * ", "workgroup_of[0] + "),
];

/// Oracle: the edited texts; without a fault the same obligations pass.
#[test]
#[ignore = "a long run: seconds"]
fn faults_of_operators_are_caught() {
    let open = || super::c11().unoptimised();
    let faults = [&OP_FAULTS[..], &[STEP_FAULT]].concat();
    let missed = missed_faults(&faults, &|(from, to, op)| {
        finds(open().with_fault(from, to), op)
    });
    assert!(missed.is_empty(), "not caught: {missed:#?}");
    for (_, _, op) in &OP_FAULTS[..4] {
        assert!(!finds(open(), op), "{op}");
    }
}

/// Oracle: the interpreter, which evaluates everything independently.
#[test]
#[ignore = "a long run: seconds"]
fn faults_of_programs_are_caught() {
    let open = || super::c11().unoptimised();
    let missed = missed_by_programs(&PROGRAM_FAULTS, (400, &[]), open, CBackend::with_fault);
    assert!(missed.is_empty(), "not caught: {missed:#?}");
}

/// Oracle: the interpreter: each lane read past the memory of a workgroup is zero. Random programs read there too
/// rarely.
#[test]
fn a_read_beyond_the_memory_of_a_workgroup_is_zero() {
    let catalog = Catalog::linked().expect("the library");
    let text = "program beyond workgroup_size(1, 1, 1)
        binding(0) read_write out: [vec4]
        workgroup part: [vec4; 2]

        kernel {
            part[0] = vec4(1, 2, 3, 4);
            barrier();
            out[0] = part[out.len() + 1];
            out[1] = part[0];
        }";
    let program = parse::program(text).expect("a program");
    let valid = validate_program(program, &catalog, &Limits::WEBGPU).expect("a valid program");
    let programs = std::slice::from_ref(&valid);
    let launch = Launch {
        buffers: vec![Contents::Words(vec![7; 8])],
        steps: vec![Step {
            program: 0,
            workgroups: [1; 3],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    let expected = run_launch(programs, &launch, &Options::default()).expect("words");
    assert_eq!(expected, [[0, 0, 0, 0, 1, 2, 3, 4]]);
    let actual = |backend: CBackend| {
        let loaded = backend.load_programs(programs).expect("it compiles");
        loaded.run(&launch).expect("words")
    };
    let open = || super::c11().unoptimised();
    assert_eq!(actual(open()), expected);
    for at in ["at", "at + 1", "at + 2", "at + 3"] {
        let (from, to) = (format!("words[{at}] & kept"), format!("words[{at}]"));
        assert_ne!(actual(open().with_fault(&from, &to)), expected, "{at}");
    }
}

/// Oracle: the numbers of workgroups along y, by hand. No dispatch of random programs has several along both x and y.
#[test]
fn workgroups_along_y_are_numbered() {
    let catalog = Catalog::linked().expect("the library");
    let text = "program numbered workgroup_size(1, 1, 1)
        binding(0) read_write out: [u32]

        kernel {
            out[workgroup_id(0) + (workgroup_id(1) * 2)] = workgroup_id(1) + 1;
        }";
    let program = parse::program(text).expect("a program");
    let valid = validate_program(program, &catalog, &Limits::WEBGPU).expect("a valid program");
    let launch = Launch {
        buffers: vec![Contents::Words(vec![0; 4])],
        steps: vec![Step {
            program: 0,
            workgroups: [2, 2, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    let actual = |backend: CBackend| {
        let loaded = backend.load_programs(std::slice::from_ref(&valid));
        loaded.expect("it compiles").run(&launch).expect("words")
    };
    let open = || super::c11().unoptimised();
    assert_eq!(actual(open()), [[1, 1, 2, 2]]);
    let wrong = open().with_fault("n / groups[0] % groups[1]", "n % groups[1]");
    assert_ne!(actual(wrong), [[1, 1, 2, 2]]);
}
