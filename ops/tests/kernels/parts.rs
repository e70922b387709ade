//! Checks for either backend.

use std::ops::Range;
use vyre_conform_kernels::{Device, KernelBackend};
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{self, Check, Input};
use vyre_conform_runtime::generate::{Sequence, Source, Width, Witnesses, exhaustive};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::valid::validate_program;
use vyre_conform_spec::{Invariant, Track};
use vyre_conform_suite::backend::digest::{
    BLOCK_CASES, DigestReference, MemoryDigests, parity_by_digest,
};
use vyre_conform_suite::backend::law::term_by_term;
use vyre_conform_suite::backend::{
    Backend, BackendError, BackendLaw, Code, OpCode, Operand, PATIENCE, check, parity,
};
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_suite::strategy::TypedLaw;
use vyre_conform_tests::lowered::faults::{
    Fault, OP_FAULTS, finds, missed_by_programs, missed_faults,
};
use vyre_conform_tests::lowered::native::{EXPRESSED, agrees, runs_engines};
use vyre_conform_tests::lowered::suite::{assert_met, context, lacking, run};

/// A fault in the columns.
const STEP_FAULT: Fault = ("step_0]", "step_1]", "u32::sub");

/// Faults of memory, atomic steps and workgroups in OpenCL C, and the same in CUDA C++.
const PROGRAM_FAULTS: [[(&str, &str); 2]; 8] = [
    [
        ("get_group_id(0) * ", "get_group_id(0) + "),
        ("blockIdx.x * ", "blockIdx.x + "),
    ],
    [("atomic_add(", "atomic_or("), ("atomicAdd(", "atomicOr(")],
    [("words[i] = value", "words[i] = value + (i == 3u)"); 2],
    [
        ("get_local_id(1)", "get_local_id(0)"),
        ("threadIdx.y", "threadIdx.x"),
    ],
    [("atomic_min(", "atomic_max("), ("atomicMin(", "atomicMax(")],
    [("[k] = 0u;", "[k] = 1u;"); 2],
    [("if (i >= length) return 0;", "if (i >= length) return 1;"); 2],
    [("b == 0 ? 0 : a / b", "b == 0 ? 1 : a / b"); 2],
];

/// A barrier without effect. A GPU runs all invocations of random programs' small workgroups in lockstep.
const BARRIER: [(&str, &str); 2] = [
    ("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);", ""),
    ("__syncthreads();", ""),
];

/// Asserts that a backend from `open` keeps the contract.
pub(crate) fn keeps_the_contract<D: Device>(
    open: impl FnOnce() -> Result<KernelBackend<D>, String> + Send + 'static,
) {
    assert_eq!(check(open, PATIENCE), Ok(()));
}

/// Asserts that every op and engine loads, except those that need a feature.
pub(crate) fn compiles_every_text<D: Device>(backend: &KernelBackend<D>) {
    let catalog = Catalog::linked().expect("the library");
    let mut loaded = 0;
    for op in catalog.ops() {
        let module = op.module().as_ref().expect("a body");
        let code = OpCode::of(op.def, module, op.correction());
        // The strict floats are long, and their texts consist of the same parts as those of the integers.
        if op.def.id.starts_with(['f', 'b']) && loaded % 8 != 0
            || matches!(code.code, Code::Texts(_))
        {
            loaded += 1;
            continue;
        }
        if let Err(error) = backend.load(&code) {
            panic!("{}: {error}", op.def.id);
        }
        loaded += 1;
    }
    assert!(loaded > 100, "{loaded}");
    for engine in engine::engines() {
        let programs = (engine.plan)(&(engine.inputs)(3), 64).programs;
        let valid = programs.into_iter().map(|program| {
            let valid = validate_program(program, &catalog, &backend.limits());
            valid.unwrap_or_else(|actual| panic!("{}: {}", engine.id, actual[0]))
        });
        let valid: Vec<_> = valid.collect();
        match backend.load_programs(&valid) {
            Ok(_) => {}
            // The reason names the lacking feature and its op.
            Err(BackendError::UnsupportedByBackend { hardware, .. }) => {
                assert_eq!(Some(&*hardware), lacking(engine.id), "{}", engine.id);
            }
            Err(error) => panic!("{}: {error}", engine.id),
        }
    }
}

/// Asserts that some ops of every shape, and some engines, meet the obligations that depend on the backend.
pub(crate) fn meets_a_sample<D: Device>(backend: KernelBackend<D>) {
    let ops = ["u32::add", "i32::srem", "u64::mul", "bool::select"];
    let engines = ["scan_exclusive", "histogram"];
    let engines = engines.map(|name| format!("engine::{name}"));
    let (context, _root) = context(backend, |_, track| track != Track::Approximate, true);
    let linearizable = Check::Invariant(Invariant::AtomicLinearizable);
    let selects = |o: &Obligation| match &o.part {
        Part::Engine(Check::Reference) => engines.contains(&o.op),
        Part::Engine(asked) => o.op == "engine::histogram" && *asked == linearizable,
        Part::Table | Part::Parity(_) | Part::Operands => ops.contains(&&*o.op),
        Part::Law { .. } => {
            o.op == "u32::add" && !vyre_conform_tests::lowered::suite::is_long(&o.part)
        }
        _ => false,
    };
    run(&context, |o| o.backend().is_some() && selects(o));
    let met = context.records().len();
    assert!(met > 25, "{met}");
    assert_eq!(assert_met(&context), []);
}

/// Tests numbers of cases around those of invocations and workgroups, and more than one dispatch handles.
pub(crate) fn gives_any_number_of_cases<D: Device>(backend: &KernelBackend<D>) {
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find("u32::sub").expect("sub");
    let module = op.module().as_ref().expect("a body");
    let code = OpCode::of(op.def, module, op.correction());
    let loaded = backend.load(&code).expect("compiled");
    let at_once = backend.device().workgroup() as usize * backend.device().workgroups() as usize;
    for cases in [1, 255, 257, at_once + 1, 3 * at_once, (1 << 22) + 1] {
        let a: Vec<u32> = (0..cases as u32).collect();
        let b: Vec<u32> = a.iter().map(|a| a.wrapping_mul(0x9E37_79B9)).collect();
        let actual = loaded.run(&[Operand::Storage(&a), Operand::Storage(&b)], cases);
        let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a.wrapping_sub(*b)).collect();
        assert!(actual == Ok(expected), "{cases}");
    }
}

/// Asserts that the backend checks laws of integers where it makes the cases: each of these holds there, and it finds a
/// wrong text of an op with the same case and count as the host. In `wrong`, `a + b` is `a | b`.
pub(crate) fn checks_laws_where_cases_are_made<D: Device>(
    right: &KernelBackend<D>,
    wrong: &KernelBackend<D>,
) {
    let catalog = Catalog::linked().expect("the library");
    let mut broken = 0;
    let ops = [
        "u32::add",
        "u32::max",
        "u64::add",
        "u64::lt",
        "i32::sle",
        "i32::sub",
        "bool::select",
        "u32::rotate_left",
    ];
    for op in ops {
        let Some(op) = catalog.find(op) else {
            panic!("the library has {op}")
        };
        for law in op.def.laws {
            let typed = TypedLaw::new(law, &op.def.op).expect("it fits");
            if typed.witness.is_some() {
                continue;
            }
            let code = |called: &OpRef| {
                let mut all = catalog.ops().iter();
                let op = all.find(|op| (op.def.op.key.id)() == (called.key.id)())?;
                let module = op.module().as_ref().ok()?;
                Some(OpCode::of(op.def, module, op.correction()))
            };
            let law = BackendLaw::of(&typed, &code).expect("known ops");
            let first = exhaustive(&law.variables, Width::U5).expect("a domain");
            let witnesses = Witnesses::new(&law.variables, 5, 100_001);
            let len = first.len();
            let source = Sequence::new(&law.variables, vec![first, Box::new(witnesses)]);
            let range = 3..len + 100_000;
            for (backend, is_right) in [(right, true), (wrong, false)] {
                let outcome = backend.law(&law, &source, range.clone()).expect("checked");
                let host = term_by_term(backend, &law, &source, range.clone()).expect("checked");
                assert_eq!(outcome.bytes, host.bytes, "{}: {}", op.def.id, typed.text);
                let tally = outcome.tally;
                assert_eq!(tally, host.tally, "{}: {}", op.def.id, typed.text);
                assert_eq!(tally.cases, range.end - range.start);
                assert!(
                    !is_right || tally.failures == 0,
                    "{}: {}",
                    op.def.id,
                    typed.text
                );
                broken += u32::from(tally.failures > 0);
            }
        }
    }
    assert!(broken > 1, "{broken}");
}

/// The number of commutativity cases of `u32::add` per second, both sides through memory.
pub(crate) fn laws_a_second<D: Device>(backend: &KernelBackend<D>, cases: u64) -> f64 {
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find("u32::add").expect("add");
    let law = op.def.laws.iter().find(|law| law.text == "Commutative");
    let typed = TypedLaw::new(law.expect("declared"), &op.def.op).expect("it fits");
    let module = op.module().as_ref().expect("a body");
    let code = |_: &OpRef| Some(OpCode::of(op.def, module, op.correction()));
    let law = BackendLaw::of(&typed, &code).expect("known ops");
    let source = Witnesses::new(&law.variables, 5, cases);
    let check = |cases| backend.law(&law, &source, 0..cases).expect("checked");
    // This compiles the kernels and allocates the memory.
    assert!(check(cases / 64).passed());
    let found = check(cases);
    assert!(found.passed() && found.tally.cases == cases);
    found.tally.cases as f64 / found.elapsed.as_secs_f64()
}

/// Asserts that cases made on the device give the reference's results, one by one and by digests: ranges of products
/// and of witness streams, also across a block and across 2^32, of operands and results of every shape.
fn makes_cases<D: Device>(backend: &KernelBackend<D>, ops: &[&str]) -> Result<(), String> {
    let catalog = Catalog::linked().expect("the library");
    let top = 1_u64 << 32;
    for id in ops {
        let op = catalog.find(id).expect("an op");
        let module = op.module().as_ref().expect("a body");
        let code = OpCode::of(op.def, module, op.correction());
        let loaded = backend.load(&code).expect("compiled");
        let reference = &op.def.op;
        let types = reference.signature.operands;
        // For floats the small domain is a list, which the host makes.
        let is_float = types.iter().any(|ty| ty.float().is_some());
        let small = exhaustive(types, Width::U8).expect("a product");
        let stream = Witnesses::new(types, 0x0123_4567_89ab_cdef, u64::MAX);
        let both: Vec<Box<dyn Source>> = vec![
            exhaustive(types, Width::U8).expect("a product"),
            Box::new(Witnesses::new(types, 3, 5000)),
        ];
        let sequence = Sequence::new(types, both);
        let end = small.len();
        let near = [
            (BLOCK_CASES - 700, BLOCK_CASES + 900),
            (top - 1500, top + 2500),
        ];
        let mut requested: Vec<(&dyn Source, Range<u64>)> = vec![];
        if !is_float {
            requested.push((&*small, end.saturating_sub(3000)..end));
            requested.push((&sequence, end.saturating_sub(2000)..end + 2000));
        }
        requested.extend(near.map(|(start, end)| (&stream as &dyn Source, start..end)));
        for (source, range) in requested {
            assert!(loaded.generates(source), "{id}");
            let cases = range.end - range.start;
            let outcome = parity(&*loaded, reference, source, range.clone());
            let outcome = outcome.map_err(|error| error.to_string())?;
            if (outcome.cases, outcome.failures) != (cases, 0) {
                return Err(format!("{id}, {range:?}: {outcome:?}"));
            }
            let of = DigestReference::of(op.def).expect("a reference");
            let known = MemoryDigests::default();
            let outcome = parity_by_digest(&*loaded, of, source, range.clone(), 7, &known, 1);
            match outcome {
                None if source.len() == sequence.len() => {}
                Some(Ok(outcome)) if (outcome.cases, outcome.failures) == (cases, 0) => {}
                other => return Err(format!("{id}, {range:?}: {other:?}")),
            }
        }
    }
    Ok(())
}

/// Asserts that the device makes the host's cases, and that a different one is detected.
pub(crate) fn makes_the_cases_of_the_host<D: Device>(open: impl Fn() -> KernelBackend<D>) {
    let right = open().making_inputs();
    let ops = [
        "u32::add",
        "u64::add",
        "bool::select",
        "vec4::cast_u64",
        "f32::neg",
    ];
    assert_eq!(makes_cases(&right, &ops), Ok(()));
    for (from, to) in [
        ("0xed5ad4bbu", "0xed5ad4b9u"),
        ("start + n;", "start + n + 1;"),
        ("(lo & 1023u) < 896u", "(lo & 1023u) < 895u"),
        ("sum_2 += v2;", "sum_2 += v1;"),
        ("slot + (start", "(start"),
    ] {
        let wrong = open().with_fault(from, to).making_inputs();
        assert!(makes_cases(&wrong, &ops[..1]).is_err(), "{from}");
    }
}

/// Asserts that the first `max` faults of either kind are caught, and that texts without a fault pass.
pub(crate) fn misses_no_fault<D: Device>(
    max: usize,
    programs: (u64, &[&str]),
    open: impl Fn() -> KernelBackend<D> + Sync,
) {
    let faults = [&[STEP_FAULT], &OP_FAULTS[..]].concat();
    let faults = &faults[..max.min(faults.len())];
    let missed = missed_faults(faults, &|(from, to, op)| {
        finds(open().with_fault(from, to), op)
    });
    assert!(missed.is_empty(), "not caught: {missed:#?}");
    assert!(!finds(open(), faults[0].2));
    let dialect = usize::from(D::DIALECT == Dialect::Cuda);
    let faults = PROGRAM_FAULTS.map(|each| each[dialect]);
    let faults = &faults[..max.min(faults.len())];
    let missed = missed_by_programs(faults, programs, open, KernelBackend::with_fault);
    assert!(missed.is_empty(), "not caught: {missed:#?}");
}

/// The profile of native floats: ops load if the device computes their expressions right; programs give the
/// interpreter's words, also with a wrong expression, which is then not earned.
pub(crate) fn runs_native_floats<D: Device>(open: impl Fn() -> KernelBackend<D>) {
    let native = open().native();
    let catalog = Catalog::linked().expect("the library");
    let loads = |backend: &KernelBackend<D>, id: &str| {
        let op = catalog.find(id).expect("an op of the library");
        let module = op.module().as_ref().expect("a body");
        let code = OpCode::of(op.def, module, op.correction());
        backend.load(&code).map(|_| ())
    };
    let refused = EXPRESSED.iter().filter_map(|id| {
        let refused = loads(&native, id).err()?;
        Some(format!("{id}: {refused}"))
    });
    let refused: Vec<String> = refused.collect();
    println!("not earned: {refused:#?}");
    // A device may compute roots and quotients wrong, or flush subnormal numbers; comparisons are right on all of them.
    assert!(refused.len() < EXPRESSED.len(), "{refused:#?}");
    assert!(agrees(&native));
    runs_engines(&native);
    let fault = ("bits_f32(a + b)", "bits_f32(a - b)");
    let wrong = open().native().with_fault(fault.0, fault.1);
    assert!(loads(&wrong, "f32::add").is_err());
    assert!(agrees(&wrong), "a program ran what is wrong");
}

/// Asserts that a program without its barriers gives other words, for an engine with several subgroups per workgroup.
pub(crate) fn misses_no_barrier<D: Device>(open: impl Fn() -> KernelBackend<D>) {
    let catalog = Catalog::linked().expect("the library");
    let def = catalog
        .find_engine("engine::scan_exclusive")
        .expect("an engine");
    let words = |backend: KernelBackend<D>| {
        let words = (0..40_000_u32).map(|n| n.wrapping_mul(0x9e37_79b1));
        let input = Input {
            columns: vec![words.collect()],
        };
        let plan = (def.plan)(&input, 256);
        let programs = plan.programs.into_iter();
        let programs = programs.map(|program| {
            validate_program(program, &catalog, &backend.limits()).expect("a valid program")
        });
        let programs: Vec<_> = programs.collect();
        let loaded = backend.load_programs(&programs).expect("they load");
        loaded.run(&plan.launch).expect("they run")
    };
    let dialect = usize::from(D::DIALECT == Dialect::Cuda);
    let (from, to) = BARRIER[dialect];
    let right = words(open());
    assert_eq!(words(open()), right);
    // A race may happen to give the right result.
    let races = (0..8).any(|_| words(open().with_fault(from, to)) != right);
    assert!(races, "nothing differs without barriers");
}
