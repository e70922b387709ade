//! Missing or wrong compilers, and code with run-time checks.

use std::process::{Command, Output};
use vyre_conform_c::{CBackend, CompilerError};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::Check;
use vyre_conform_runtime::generate::Set;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Type};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_spec::Track;
use vyre_conform_suite::backend::{Backend, BackendError, OpCode, Operand, PATIENCE, check};
use vyre_conform_suite::plan::{Domain, Obligation, Part};
use vyre_conform_suite::record::Outcome;
use vyre_conform_tests::lowered::suite::{context, run};

/// Oracle: the messages, by hand: each describes the fault and names the setting.
#[test]
fn invalid_compilers_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str, mode: &str| {
        let path = folder.path().join(name);
        vyre_conform_scripts::with_mode(&path, text, mode);
        path.to_str().expect("a name").to_owned()
    };
    let message = |program: &str| {
        let error = CBackend::with_compiler(program).err();
        let error = error.unwrap_or_else(|| panic!("`{program}` is taken for a compiler"));
        let message = error.to_string();
        assert!(
            message.contains(program) && message.contains("VYRE_CC"),
            "{message}"
        );
        (error, message)
    };
    let (error, said_missing) = message("/nowhere/cc");
    assert!(matches!(error, CompilerError::Missing { .. }), "{error:?}");
    assert!(
        said_missing.contains("Install one (gcc or clang)"),
        "{said_missing}"
    );
    let (error, _) = message(&file("no_execute_bit", "#!/bin/sh\n", "644"));
    assert!(matches!(error, CompilerError::Missing { .. }), "{error:?}");
    let (error, said_nothing) = message("true");
    assert!(matches!(error, CompilerError::Refused { .. }), "{error:?}");
    assert!(said_nothing.contains("writes no file"), "{said_nothing}");
    let complains = file(
        "complains",
        "#!/bin/sh\necho no such option >&2\nexit 4\n",
        "755",
    );
    let (error, said_why) = message(&complains);
    assert!(matches!(error, CompilerError::Refused { .. }), "{error:?}");
    assert!(said_why.contains("no such option"), "{said_why}");
    // A file in place of a library.
    let script = "#!/bin/sh\nwhile [ \"$1\" != -o ]; do [ $# = 0 ] && exit 0; shift; done\necho text > \"$2\"\n";
    let (error, _) = message(&file("makes_text", script, "755"));
    assert!(matches!(error, CompilerError::Unusable { .. }), "{error:?}");
    // A library that returns other numbers.
    let script = "#!/bin/sh\nfor f; do case $f in *unit.c) sed -i 's/2u/3u/' $f;; esac; done\nexec cc \"$@\"\n";
    let (error, said_number) = message(&file("miscompiles", script, "755"));
    assert!(matches!(error, CompilerError::Unusable { .. }), "{error:?}");
    assert!(said_number.contains("must give 41"), "{said_number}");
}

/// Oracle: the documentation of the exit codes and of `--adapter`.
#[test]
fn command_names_the_missing_compiler() {
    let run = |arguments: &[&str], compiler: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-conform"));
        command.args(arguments).env("VYRE_CC", compiler);
        let ours = std::env::vars_os().filter(|(name, _)| {
            name.to_str()
                .is_some_and(|name| name.starts_with("VYRE_") && name != "VYRE_CC")
        });
        ours.for_each(|(name, _)| _ = command.env_remove(name));
        let Output {
            status,
            stdout,
            stderr,
        } = command.output().expect("the command runs");
        let output = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
        (status.code(), output.into_owned())
    };
    let check = ["check", "u32::add", "--adapter", "c11"];
    let (code, output) = run(&check, "/nowhere/cc");
    assert_eq!(code, Some(3), "{output}");
    assert!(
        output.contains("the C compiler `/nowhere/cc` cannot be run"),
        "{output}"
    );
    let (code, output) = run(&check, "");
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("c11"), "{output}");
    // No command requests it, so that it takes no part.
    let (code, output) = run(
        &["check", "u32::add", "--adapter", "cpu+kernel-rust"],
        "/nowhere/cc",
    );
    assert_eq!(code, Some(0), "{output}");
    let (code, output) = run(&["show", "u32::add", "--c"], "/nowhere/cc");
    assert_eq!(code, Some(0), "{output}");
    assert!(
        output.contains("static inline u32 vyre_add(u32 v_a, u32 v_b) {"),
        "{output}"
    );
    let (code, output) = run(&["show", "u32::add", "--cuda", "--json"], "");
    assert_eq!(code, Some(2), "{output}");
    let (code, output) = run(&["fuzz", "--programs", "3", "--adapter", "c11"], "");
    assert_eq!(code, Some(0), "{output}");
}

/// Oracle: the contract of a backend.
#[test]
fn the_backend_keeps_the_contract() {
    let open = || CBackend::open().map_err(|error| error.to_string());
    assert_eq!(check(open, PATIENCE), Ok(()));
}

/// Oracle: C11, 6.5.7: a shift by the width or more is undefined. The result depends on the machine.
#[test]
fn undefined_behaviour_is_an_error() {
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find("u32::shl").expect("shl");
    let module = op.module().as_ref().expect("a body");
    let code = OpCode::of(op.def, module, op.correction());
    let run = |backend: CBackend, amount: u32| {
        let loaded = backend.load(&code).expect("compiled");
        loaded.run(&[Operand::Storage(&[1]), Operand::Storage(&[amount])], 1)
    };
    let right = || CBackend::checked("cc").expect("a C compiler");
    let wrong = || right().with_fault("& 31u", "& 63u");
    assert_eq!(run(right(), 33), Ok(vec![2]));
    assert_eq!(run(wrong(), 1), Ok(vec![2]));
    let Err(BackendError::Validation(message)) = run(wrong(), 33) else {
        panic!("not an error");
    };
    assert!(
        message.contains("a shift by an amount that its type lacks"),
        "{message}"
    );
}

/// Oracle: the program and the op, whose text checks each access; without the check they access the next word.
#[test]
fn an_access_beyond_its_memory_is_an_error() {
    let mut k = Kernel::new("adding", [2, 1, 1]);
    let (from, to) = (
        k.read_only("from", Type::U32),
        k.read_write("to", Type::U32),
    );
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(to, i, to.at(i) + from.at(i));
    let program = validate_program(k.finish(), &(), &Limits::WEBGPU).expect("valid");
    let launch = Launch {
        buffers: vec![Contents::Words(vec![10, 20, 30]), Contents::Zeros(4)],
        steps: vec![Step {
            program: 0,
            workgroups: [2, 1, 1],
            buffers: vec![0, 1],
        }],
        read_back: vec![1],
    };
    let right = || CBackend::checked("cc").expect("a C compiler");
    let add = |backend: CBackend| {
        let loaded = backend
            .load_programs(std::slice::from_ref(&program))
            .expect("compiled");
        loaded.run(&launch)
    };
    assert_eq!(add(right()), Ok(vec![vec![10, 20, 30, 0]]));
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find("u32::bit_not").expect("bit_not");
    let code = OpCode::of(
        op.def,
        op.module().as_ref().expect("a body"),
        op.correction(),
    );
    let not = |backend: CBackend| {
        let loaded = backend.load(&code).expect("compiled");
        loaded.run(&[Operand::Storage(&[1, 2, 3])], 3)
    };
    assert_eq!(not(right()), Ok(vec![!1, !2, !3]));
    let reads = add(right().with_fault("if (i >= length) return 0;", "if (i > length) return 0;"));
    let writes = not(right().with_fault("n < cases", "n <= cases"));
    for (wrong, name) in [(reads.err(), "adding"), (writes.err(), "u32::bit_not")] {
        let Some(BackendError::Validation(message)) = wrong else {
            panic!("{name}: {wrong:?}");
        };
        let expected = "an access beyond the memory that it was given";
        assert!(
            message.contains(name) && message.contains(expected),
            "{message}"
        );
    }
}

/// Runs these obligations on checked code. Unsupported ones are excluded: they have WGSL text, or need a feature.
fn is_defined(selects: impl Fn(&Obligation) -> bool, min: usize) {
    let backend = CBackend::checked("cc").expect("a C compiler").unoptimised();
    let (context, _root) = context(backend, |_, track| track != Track::Approximate, true);
    run(&context, |o| {
        o.backend().is_some() && !o.id.contains("::alternate::") && selects(o)
    });
    let mut records = context.records();
    records.retain(|r| !matches!(r.outcome, Outcome::UnsupportedByBackend { .. }));
    assert!(records.len() > min, "{}", records.len());
    for record in records {
        let passed = record.outcome.passed();
        assert!(passed, "{}: {:?}", record.obligation.id, record.outcome);
    }
}

/// Oracle: the compiler's checks: no edge case leads to undefined behaviour in the text of an op, and no input does in
/// an engine with barriers or one with atomic steps.
#[test]
#[ignore = "a long run: seconds"]
fn ops_have_no_undefined_behaviour() {
    let engines = ["engine::scan_exclusive", "engine::histogram"];
    let is_quick = |o: &Obligation| match &o.part {
        Part::Parity(Set::Edges) => !o.op.starts_with('f'),
        Part::Engine(Check::Reference) => engines.contains(&&*o.op),
        _ => false,
    };
    is_defined(is_quick, 80);
}

/// Oracle: the same for floats, for every input of the suite, and for every engine. `--ignored`: it takes minutes.
#[test]
#[ignore = "a long run: minutes"]
fn ops_and_engines_have_no_undefined_behaviour() {
    let all = |o: &Obligation| match &o.part {
        Part::Law { domain, .. } => *domain == Domain::Witness,
        Part::Programs => false,
        _ => true,
    };
    is_defined(all, 500);
}
