//! Programs that call ops of one hardware feature: with the feature they give the interpreter's words, without it the
//! whole program is unsupported, with the op and the reason. A wrong text is detected.

use vyre_conform_certificate::{EngineStatus, MemberStatus, engine_standings};
use vyre_conform_harness::backends;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_lower as lower;
use vyre_conform_lower_c::{self as lower_c, Dialect};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::Check;
use vyre_conform_runtime::ir::{parse, print, wire};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::{
    Backend, BackendError, Language, LoadedPrograms, availability, missing_hardware,
};
use vyre_conform_suite::invariants::{
    CheckRequest, ClaimOutcome, EngineSession, Runner, check_claim,
};
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::record::Outcome;
use vyre_conform_tests::lowered::suite::{CALLING, context, run};
use vyre_ops as _;

/// The ops whose operands are values of one invocation, with the types of their operands and results.
const OPS: [(&str, &str, &str); 5] = [
    ("u32::dot4_i8", "u32", "i32"),
    ("u32::dot4_u8", "u32", "u32"),
    ("u32::double_product", "u32", "u64"),
    ("u32::half_product", "u32", "u32"),
    ("u64::mul_int64", "u64", "u64"),
];

/// Elements of a buffer.
const LEN: usize = 200;

/// The text of a program that calls the op on two buffers, with names from the op and its text.
fn text(id: &str, operand: &str, result: &str) -> String {
    let name = id.rsplit("::").next().unwrap_or(id);
    format!(
        "program {name} workgroup_size(64, 1, 1)
        binding(0) read_only x: [{operand}]
        binding(1) read_only p: [{operand}]
        binding(2) read_write {name}: [{result}]
        use op {id}

        kernel {{
            let i: u32 = invocation_id(0);
            if i < {name}.len() {{
                let a: {result} = call {id}(x[i], p[i]);
                let b: {result} = call {id}(p[i], p[i]);
                {name}[i] = a ^ b;
            }}
        }}"
    )
}

/// The program of the text that calls the op on two operands, validated against the library.
fn program(catalog: &Catalog, (id, operand, result): (&str, &str, &str)) -> ValidProgram {
    let program = parse::program(&text(id, operand, result)).expect("a program");
    let printed = print::program(&program);
    assert_eq!(parse::program(&printed).as_ref(), Ok(&program), "{printed}");
    let bytes = wire::encode(&program).expect("bytes");
    assert_eq!(wire::decode(&bytes).as_ref(), Ok(&program), "{printed}");
    let valid = validate_program(program, catalog, &Limits::WEBGPU);
    valid.unwrap_or_else(|broken| panic!("{}", broken[0]))
}

/// A launch of program `number` of the list, over words without a pattern.
fn launch(number: usize, (_, operand, result): (&str, &str, &str)) -> Launch {
    let len = |ty: &str| LEN * if ty == "u64" { 2 } else { 1 };
    let words = |salt: u32| {
        let all =
            (0..len(operand) as u32).map(|n| (n ^ salt).wrapping_mul(0x9e37_79b1).rotate_left(n));
        Contents::Words(all.collect())
    };
    Launch {
        buffers: vec![words(1), words(0x5555), Contents::Zeros(len(result))],
        steps: vec![Step {
            program: number,
            workgroups: [4, 1, 1],
            buffers: vec![0, 1, 2],
        }],
        read_back: vec![2],
    }
}

fn expected_words(program: &ValidProgram, launch: &Launch) -> Vec<Vec<u32>> {
    let programs = std::slice::from_ref(program);
    run_launch(programs, launch, &Options::default()).expect("words")
}

fn words(loaded: &dyn LoadedPrograms, launch: &Launch) -> Vec<Vec<u32>> {
    loaded.run(launch).expect("words")
}

/// Oracle: the interpreter, which runs the references; the backend's own support of the op.
#[test]
fn program_runs_exactly_where_its_op_runs() {
    let catalog = Catalog::linked().expect("the library");
    let adapters = backends::selected("llvmpipe,swiftshader,c11").expect("all three");
    let (mut ran, mut absent) = (vec![], vec![]);
    for item in OPS {
        let valid = program(&catalog, item);
        let launch = launch(0, item);
        let op = catalog.find(item.0).expect("an op");
        for backend in &adapters.list {
            let slug = &backend.identity().slug;
            let loaded = backend.load_programs(std::slice::from_ref(&valid));
            match (availability(op, None, *backend), loaded) {
                (Ok(_), Ok(loaded)) => {
                    assert_eq!(
                        words(&*loaded, &launch),
                        expected_words(&valid, &launch),
                        "{} on {slug}",
                        item.0
                    );
                    assert_eq!(missing_hardware(&valid, *backend), None);
                    ran.push((item.0, slug.clone()));
                }
                (Err(_), Err(BackendError::UnsupportedByBackend { op, hardware, .. })) => {
                    assert_eq!(op, valid.program().name);
                    assert!(hardware.contains(&format!("`{}`", item.0)), "{hardware}");
                    assert_eq!(missing_hardware(&valid, *backend), Some(hardware));
                    absent.push((item.0, slug.clone()));
                }
                (_, Ok(_)) => panic!("{} has words on {slug}, which lacks the op", item.0),
                (_, Err(error)) => panic!("{} on {slug}: {error}", item.0),
            }
        }
    }
    let contains = |all: &[(&str, String)], id: &str, slug: &str| {
        all.iter().any(|(item, on)| *item == id && on == slug)
    };
    assert!(contains(&ran, "u32::dot4_i8", "llvmpipe"), "{ran:?}");
    assert!(contains(&ran, "u32::double_product", "c11"), "{ran:?}");
    assert!(contains(&absent, "u32::dot4_i8", "c11"), "{absent:?}");
}

/// Oracle: the declared texts: each occurs in a unit once, for any calls, and no reference does.
#[test]
fn text_occurs_once_per_unit() {
    let catalog = Catalog::linked().expect("the library");
    let double = program(&catalog, OPS[2]);
    let unit = lower_c::programs([&double, &double], Dialect::C11).text;
    assert_eq!(unit.matches("(u64)(x * y)").count(), 1, "{unit}");
    let c11 = super::c11();
    let both = [double.clone(), double.clone()];
    let loaded = c11.load_programs(&both).expect("a unit of two programs");
    for number in 0..2 {
        let of = launch(number, OPS[2]);
        assert_eq!(
            words(&*loaded, &of),
            expected_words(&double, &launch(0, OPS[2]))
        );
    }
    for (of, once) in [(OPS[0], "dot4I8Packed("), (OPS[1], "dot4U8Packed(")] {
        let wgsl = lower::program(&program(&catalog, of));
        assert_eq!(wgsl.matches(once).count(), 1, "{wgsl}");
        let cuda = lower_c::program(&program(&catalog, of), Dialect::Cuda);
        assert_eq!(cuda.matches("__dp4a(").count(), 1, "{cuda}");
    }
    // A directive precedes everything else.
    let half = lower::program(&program(&catalog, OPS[3]));
    assert!(half.starts_with("enable f16;"), "{half}");
}

/// Oracle: the expected pragmas of the CUDA C++ compiler: it unrolls short loops of instructions with a constant end,
/// and decides by itself for all others.
#[test]
fn a_short_loop_of_instructions_is_written_out() {
    let catalog = Catalog::linked().expect("the library");
    let [dot, high] = ["u32::dot4_u8", "u32::mul_hi"];
    for (end, op, is_asked) in [
        ("8", dot, true),
        ("2048", dot, true),
        ("2049", dot, false),
        ("out.len()", dot, false),
        ("8", high, false),
    ] {
        let text = format!(
            "program sum workgroup_size(1, 1, 1)
            binding(0) read_write out: [u32]
            use op {op}

            kernel {{
                let mut sum: u32 = 0;
                for i in 0..{end} {{
                    let product: u32 = call {op}(sum, i);
                    sum = sum + product;
                }}
                out[0] = sum;
            }}"
        );
        let program = parse::program(&text).expect("a program");
        let valid = validate_program(program, &catalog, &Limits::WEBGPU).expect("a valid program");
        for dialect in Dialect::ALL {
            let text = lower_c::program(&valid, dialect);
            let has_unroll = is_asked && dialect == Dialect::Cuda;
            assert_eq!(
                text.contains("#pragma unroll\n    for"),
                has_unroll,
                "{text}"
            );
        }
    }
}

/// Oracle: the planted faults in the texts; without them the words are the interpreter's, as above.
#[test]
fn wrong_text_is_caught_by_the_words_of_a_program() {
    let catalog = Catalog::linked().expect("the library");
    let (valid, on) = (program(&catalog, OPS[0]), launch(0, OPS[0]));
    let right = lower::program(&valid);
    let wrong = right.replace("dot4I8Packed(a, b)", "i32(dot4U8Packed(a, b))");
    assert_ne!(wrong, right);
    let adapters = vyre_conform_tests::adapters();
    for adapter in adapters
        .iter()
        .filter(|a| a.language() == Some(Language::Wgsl))
    {
        let loaded = adapter.load_texts(vec![(valid.clone(), wrong.clone())]);
        let loaded = loaded.expect("it compiles");
        assert_ne!(words(&*loaded, &on), expected_words(&valid, &on));
    }
    let (valid, on) = (program(&catalog, OPS[2]), launch(0, OPS[2]));
    let faulty = super::c11().with_fault("(u64)(x * y)", "(u64)((float)x * y)");
    let loaded = faulty
        .load_programs(std::slice::from_ref(&valid))
        .expect("it compiles");
    assert_ne!(words(&*loaded, &on), expected_words(&valid, &on));
}

/// Oracle: rule V020: an invocation of a program is one lane.
#[test]
fn cross_lane_ops_are_refused_with_the_reason() {
    let catalog = Catalog::linked().expect("the library");
    let text = "program p workgroup_size(4, 1, 1)
        binding(0) read_write out: [u32]
        use op vec4::subgroup_add
        kernel {
            let sum: u32 = call vec4::subgroup_add(out[0], out[1], out[2], out[3]);
            out[0] = sum;
        }";
    let program = parse::program(text).expect("a program");
    let broken = validate_program(program, &catalog, &Limits::WEBGPU).expect_err("refused");
    let [broken] = &broken[..] else {
        panic!("{broken:?}")
    };
    assert_eq!(broken.rule, "V020");
    let reason = "is about the lanes of a subgroup: its operand is what several lanes hold, and an invocation of a \
               program is one of them";
    assert!(broken.to_string().contains(reason), "{broken}");
}

/// Oracle: docs/spec/conformance.md#levels: on a backend without the feature no result is expected of callers of the
/// op.
#[test]
fn an_engine_is_unsupported_where_its_op_is() {
    let (engine, missing) = CALLING[0];
    let (context, _root) = context(super::c11(), |id, _| id == "u32::dot4_i8", true);
    let of_engine = |part: &Part| matches!(part, Part::Engine(_));
    run(&context, |o| {
        o.op == engine && of_engine(&o.part) && o.backend().is_some()
    });
    let records = context.records();
    assert!(records.len() > 5, "{}", records.len());
    for record in &records {
        match &record.outcome {
            Outcome::UnsupportedByBackend { hardware } => assert_eq!(hardware, missing),
            other => panic!("{}: {other:?}", record.obligation.id),
        }
    }
    run(&context, |o| o.op == engine && o.backend().is_none());
    let (slugs, records) = (context.slugs(), context.records());
    let mut all = engine_standings(
        context.catalog(),
        context.plan(),
        &slugs,
        &records,
        &context.settings().plan,
    )
    .into_iter();
    let found = all.find(|of| of.engine == engine).expect("its standing");
    let hardware = missing.to_owned();
    assert_eq!(found.status, EngineStatus::MissingHardware { hardware });
    assert_eq!(found.member().1.status, MemberStatus::Exempt(missing));
    assert_eq!(found.level(), "unsupported");
}

/// Oracle: the engine's reference.
#[test]
fn an_engine_runs_where_its_op_does() {
    let adapters = backends::selected("llvmpipe").expect("the adapter");
    let catalog = Catalog::linked().expect("the library");
    let engine = catalog.find_engine(CALLING[0].0).expect("the engine");
    let bench = EngineSession::new(engine, Runner::Backend(adapters.list[0]));
    let interpreted = EngineSession::new(engine, Runner::Interpreter);
    for check in [Check::Reference, Check::Corpus, Check::Parity] {
        let verdict = check_claim(&CheckRequest {
            check,
            session: &bench,
            interpreted: &interpreted,
            library: &catalog,
            inputs: 4,
            single_case: None,
        });
        assert!(matches!(verdict, ClaimOutcome::Holds { .. }), "{verdict:?}");
    }
}
