//! The toy backend of docs/programs.md: right, it reaches L1 and L3; broken, it is caught.

use std::path::Path;
use vyre_conform_certificate::{EngineStatus, Status, engine_standings, standings};
use vyre_conform_harness::{Context, Settings, backends, execute};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry;
use vyre_conform_suite::plan::Part;
use vyre_ops as _;

// imports
use vyre_conform_interp::{self as interp, Interpreter, run_launch};
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::{Valid, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, LoadedPrograms, OpCode, Operand,
};

// begin
/// A "device" of which a person can read every line. A stuck wire sets these bits of every result.
struct Toy(Identity, u32);

impl Toy {
    fn open() -> Result<Self, String> {
        Ok(Self(Identity::named("toy"), 0))
    }
}

vyre_conform_suite::backend!(Toy::open);

fn failed(error: impl ToString) -> BackendError {
    BackendError::Other(error.to_string())
}

impl Backend for Toy {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn lacks(&self, op: &OpCode<'_>) -> Option<String> {
        matches!(op.code, Code::Wgsl(_)).then(|| "a compiler of WGSL".into())
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.0)?;
        match op.code {
            Code::Module(module) => Ok(Box::new(ToyOp(module.clone(), op.signature, self.1))),
            _ => Err(failed("the toy reads no WGSL")),
        }
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Ok(Box::new(ToyPrograms(programs.to_vec(), self.1)))
    }
}

struct ToyOp(Valid, Signature, u32);

impl LoadedOp for ToyOp {
    fn signature(&self) -> Signature {
        self.1
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut device = Interpreter::new(&self.0);
        let mut out = vec![0; cases * self.1.result.words()];
        for (case, result) in out.chunks_mut(self.1.result.words()).enumerate() {
            let given = operands.iter().zip(self.1.operands);
            let words = given.flat_map(|(operand, ty)| operand.words(case, *ty));
            let words: Vec<u32> = words.copied().collect();
            device.call_words(&words, result).map_err(failed)?;
            result.iter_mut().for_each(|word| *word |= self.2);
        }
        Ok(out)
    }
}

struct ToyPrograms(Vec<ValidProgram>, u32);

impl LoadedPrograms for ToyPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.0, launch, &interp::Options::default());
        let mut words = words.map_err(failed)?;
        words.iter_mut().flatten().for_each(|word| *word |= self.1);
        Ok(words)
    }
}
// end

/// The toy as the self-test of backends opens it.
pub(super) fn right() -> Result<impl Backend, String> {
    Toy::open()
}

/// A toy that gives the result of the first case for the last one as well, where a call has several.
struct Forgetful(Toy);

impl Backend for Forgetful {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Ok(Box::new(ForgetfulOp(self.0.load(op)?)))
    }
}

struct ForgetfulOp<'a>(Box<dyn LoadedOp + 'a>);

impl LoadedOp for ForgetfulOp<'_> {
    fn signature(&self) -> Signature {
        self.0.signature()
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut out = self.0.run(operands, cases)?;
        let words = out.len() / cases;
        out.copy_within(..words, (cases - 1) * words);
        Ok(out)
    }
}

/// `add` brings alternates, which are WGSL: unsupported here, and nothing that the toy lacks for L1.
const OPS: [&str; 4] = ["i32::sdiv", "toy::good_xor", "u32::add", "u32::sub"];

/// What ops and an engine reach on a backend. Laws are not run: L1 needs none.
fn levels(backend: impl Backend + 'static) -> (Vec<Status>, EngineStatus) {
    let ops = registry::ops();
    let ops = ops.into_iter().filter(|op| OPS.contains(&op.id));
    let engine = super::engines::catalog().find_engine("engine::hex_decode");
    let engines = engine.into_iter().collect();
    let catalog = Catalog::with_engines(ops.collect(), registry::helpers(), engines);
    let catalog = catalog.expect("ops and an engine");
    let root = tempfile::tempdir().expect("a temporary folder");
    let backend: &'static dyn Backend = Box::leak(Box::new(backend));
    let settings = Settings::default();
    let context = Context::new(catalog, settings, vec![backend], None, root.path());
    let context = context.expect("a runnable plan");
    for obligation in context.plan().obligations() {
        if !matches!(obligation.part, Part::Law { .. }) {
            context.record(execute(&context, obligation));
        }
    }
    let (slugs, records) = (context.slugs(), context.records());
    let ops = standings(context.catalog(), context.plan(), &slugs, &records);
    let engines = engine_standings(context.catalog(), context.plan(), &slugs, &records);
    let statuses: Vec<Status> = ops.iter().map(|op| op.status.clone()).collect();
    assert_eq!(statuses.len(), OPS.len());
    (statuses, engines[0].status.clone())
}

fn toy(stuck: u32) -> Toy {
    Toy(Identity::named("toy"), stuck)
}

/// Oracle: docs/spec/conformance.md#levels.
#[test]
fn the_toy_reaches_l1_and_l3_unless_a_wire_sticks() {
    let (ops, engine) = levels(toy(0));
    for op in ops {
        assert!(matches!(op, Status::L1 { .. }), "{op:?}");
    }
    assert_eq!(engine, EngineStatus::L3);
    let (ops, engine) = levels(toy(4));
    for op in ops {
        assert_lacks_parity(&op);
    }
    let EngineStatus::NotEstablished { missing } = engine else {
        panic!("{engine:?}");
    };
    assert!(
        missing.iter().any(|m| m.contains("parity::toy")),
        "{missing:?}"
    );
}

/// Oracle: the documentation of `Forgetful`; it runs no whole programs, so no engine reaches L3.
#[test]
fn a_toy_that_forgets_the_last_case_is_caught() {
    let (ops, engine) = levels(Forgetful(toy(0)));
    for op in ops {
        assert_lacks_parity(&op);
    }
    assert_ne!(engine, EngineStatus::L3);
}

fn assert_lacks_parity(op: &Status) {
    let Status::NotEstablished { missing } = op else {
        panic!("{op:?}");
    };
    assert!(missing.iter().any(|m| m.contains("parity")), "{missing:?}");
}

/// Oracle: the line `backend!` above.
#[test]
fn a_registered_backend_takes_part_like_an_adapter() {
    let slugs = |wanted| {
        let selected = backends::selected(wanted).map(|found| found.list);
        let slug = |b: &&dyn Backend| b.identity().slug.clone();
        selected.map(|list| list.iter().map(slug).collect::<Vec<_>>())
    };
    assert_eq!(slugs("toy"), Ok(vec!["toy".to_owned()]));
    let all = slugs("").expect("every backend");
    assert!(all.contains(&"toy".into()));
    let adapters = vyre_conform_wgpu::adapters();
    assert_eq!(all.len(), adapters.list.len() + 1);
    let none = slugs("toy,tricorder").expect_err("nothing is called so");
    let none = none.to_string();
    assert!(
        none.contains("tricorder") && none.contains("toy (toy, none)"),
        "{none}"
    );
}

/// Oracle: this file.
#[test]
fn the_page_shows_this_backend() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/programs.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, toy) = include_str!("toy_backend.rs")
        .split_once("// begin\n")
        .expect("a begin");
    let (toy, _) = toy.split_once("// end").expect("an end");
    assert!(
        page.contains(toy),
        "copy the toy backend into docs/programs.md"
    );
    let (_, imports) = include_str!("toy_backend.rs")
        .split_once("// imports\n")
        .expect("imports");
    let (imports, _) = imports.split_once("\n// begin").expect("their end");
    assert!(page.contains(imports), "copy the imports of the toy");
    let lines = toy.lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 60, "a toy is short: {lines} lines");
}
