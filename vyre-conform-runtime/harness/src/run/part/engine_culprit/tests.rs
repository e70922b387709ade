//! Faults of engines, alone and in pairs.

mod pairs;

use crate::run::execute;
use crate::{Context, Settings};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{CorpusCase, EngineDef, Input, Output, Plan};
use vyre_conform_runtime::registry::Place;
use vyre_conform_spec::Invariant;
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode,
};
use vyre_conform_suite::compare::Blame;
use vyre_conform_suite::record::{Failure, Outcome};

/// Number of records that the wrong functions get right.
const RIGHT: usize = 41;

/// The intended engine: doubles the first `words` words.
fn doubled(input: &Input, size: u32, words: usize) -> Plan {
    let column = &input.columns[0];
    let mut k = Kernel::new("doubled", [size, 1, 1]);
    let source = k.read_only("source", Type::U32);
    let target = k.read_write("target", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(words as u32), |k| {
        k.store(target, i, source.at(i) + source.at(i));
    });
    let program = k.finish();
    let valid = validate_program(program.clone(), &(), &Limits::WEBGPU).expect("it is valid");
    let workgroups = (column.len() as u32).div_ceil(size);
    let buffers = vec![
        Contents::Words(column.clone()),
        Contents::Words(vec![0; column.len()]),
    ];
    let launch = Launch::single(&valid, [workgroups, 1, 1], buffers);
    let max_steps = 6 * u64::from(workgroups * size);
    Plan::new(vec![program], launch, max_steps, |_, words| {
        words[0].iter().map(|word| vec![*word]).collect()
    })
}

fn right(input: &Input, size: u32) -> Plan {
    doubled(input, size, input.columns[0].len())
}

/// Omits words from number 41 on.
fn short(input: &Input, size: u32) -> Plan {
    doubled(input, size, input.columns[0].len().min(RIGHT))
}

fn twice(input: &Input) -> Output {
    let words = input.columns[0].iter();
    words.map(|word| vec![word.wrapping_mul(2)]).collect()
}

/// Adds one to records from number 41 on.
fn wrong_reference(input: &Input) -> Output {
    let mut output = twice(input);
    output
        .iter_mut()
        .skip(RIGHT)
        .for_each(|record| record[0] += 1);
    output
}

fn inputs(n: u64) -> Input {
    let length = [1, 2, 33, 64, 65][n as usize % 5];
    let words = (0..length).map(|word: u32| 1 + word * 3).collect();
    Input {
        columns: vec![words],
    }
}

fn no_inputs(n: u64) -> Input {
    assert!(n < 2, "no such input");
    inputs(n)
}

fn fifty() -> Input {
    Input {
        columns: vec![(1..=50).collect()],
    }
}

const CITED: &[CorpusCase] = &[CorpusCase {
    source: "the even numbers",
    input: fifty,
    output: || (1..=50).map(|word| vec![2 * word]).collect(),
}];

const MISQUOTED: &[CorpusCase] = &[CorpusCase {
    source: "the odd numbers",
    input: fifty,
    output: || (1..=50).map(|word| vec![2 * word - 1]).collect(),
}];

fn engine() -> EngineDef {
    made(right, inputs)
}

/// An engine with this plan and these inputs.
fn made(plan: fn(&Input, u32) -> Plan, inputs: fn(u64) -> Input) -> EngineDef {
    const INVARIANTS: &[Invariant] = &[Invariant::Deterministic, Invariant::OutputOrdered];
    let place = Place::new(module_path!(), file!(), line!());
    EngineDef::new("engine::doubled", "doubled", place, plan, inputs)
        .docs("Each word twice.")
        .invariants(INVARIANTS)
        .reference(Some(twice))
}

/// A backend that interprets programs, with an optional fault in the first word.
struct Programs {
    identity: Identity,
    is_wrong: bool,
}

struct WrongPrograms {
    programs: Vec<ValidProgram>,
    is_wrong: bool,
}

impl Backend for Programs {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Err(BackendError::Other(format!("{} is an op", op.id)))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Ok(Box::new(WrongPrograms {
            programs: programs.to_vec(),
            is_wrong: self.is_wrong,
        }))
    }
}

impl LoadedPrograms for WrongPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.programs, launch, &Options::default());
        let mut words = words.map_err(|fault| BackendError::Other(fault.to_string()))?;
        words[0][0] ^= u32::from(self.is_wrong) << 4;
        Ok(words)
    }
}

/// The first failure of a check of this engine.
fn failure(def: EngineDef, is_wrong: bool, check: &str) -> Failure {
    let engine: &'static EngineDef = Box::leak(Box::new(def));
    let catalog = Catalog::with_engines(vec![], vec![], vec![engine]).expect("one engine");
    let backend: &'static dyn Backend = Box::leak(Box::new(Programs {
        identity: Identity::named("fake"),
        is_wrong,
    }));
    let root = tempfile::tempdir().expect("a folder");
    let settings = Settings::default();
    let context = Context::new(catalog, settings, vec![backend], None, root.path());
    let context = context.expect("a plan");
    let all = context.plan().obligations().iter();
    let mut failures = all
        .filter(|o| o.id.contains(check))
        .filter_map(|obligation| match execute(&context, obligation).outcome {
            Outcome::Failed(failure) => Some(*failure),
            _ => None,
        });
    failures.next().expect("a failure")
}

/// Oracle: the functions above: which of them is wrong in each engine.
#[test]
fn reports_of_engines_name_the_faulty_component() {
    let reference = |engine: EngineDef| engine.reference(Some(wrong_reference));
    let program = || made(short, inputs);
    let of_inputs = made(right, no_inputs);
    for (def, is_wrong, check, expected) in [
        (engine(), true, "::reference::fake", Blame::Lowering),
        (engine(), true, "::parity::fake", Blame::Lowering),
        (
            program(),
            false,
            "::reference::interpreter",
            Blame::UndecidedProgram,
        ),
        (
            program().corpus(CITED),
            false,
            "::reference::interpreter",
            Blame::Program,
        ),
        (
            program().corpus(CITED),
            false,
            "::corpus::interpreter",
            Blame::Program,
        ),
        (
            reference(engine()).corpus(CITED),
            false,
            "::reference::interpreter",
            Blame::Reference,
        ),
        (
            engine().corpus(MISQUOTED),
            false,
            "::corpus::interpreter",
            Blame::Corpus,
        ),
        (of_inputs, false, "::reference::interpreter", Blame::Inputs),
    ] {
        let failure = failure(def, is_wrong, check);
        let culprit = failure.details.culprit.as_deref();
        assert_eq!(
            culprit,
            Some(expected.words()),
            "{check}:\n{}",
            failure.report
        );
    }
}

/// Oracle: counting: 41 records are right, so that 42 words are the fewest that fail, of 64 that are generated.
#[test]
fn the_shortest_input_that_fails_is_reported() {
    let def = made(short, inputs);
    let failure = failure(def, false, "::reference::interpreter");
    let text = &failure.report;
    assert!(text.contains("column 0 (42 words)"), "{text}");
    assert!(
        text.contains("the first 42 words of each column suffice"),
        "{text}"
    );
    assert!(text.contains("input 3, workgroup size 1"), "{text}");
}
