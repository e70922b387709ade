//! The toy backend of docs/book/backends.md: a right one reaches L1 and L3; a broken one is caught.

use std::path::Path;
use vyre_conform_certificate::{EngineStatus, OpStatus, engine_standings, standings};
use vyre_conform_harness::{Context, Settings, backends, execute};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry;
use vyre_conform_suite::plan::Part;
use vyre_ops as _;

use vyre_conform_runtime::registry::Signature;
use vyre_conform_suite::backend::{Backend, BackendError, Identity, LoadedOp, OpCode, Operand};
use vyre_conform_tests::toy::Toy;

vyre_conform_suite::backend!(Toy::open);

/// The toy for the self-test of backends.
pub(super) fn right() -> Result<impl Backend, String> {
    Toy::open()
}

/// A toy that repeats the result of the first case for the last one, if a call has several.
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

/// `add` has alternates in WGSL: they are unsupported here, which does not affect L1.
const OPS: [&str; 4] = ["i32::sdiv", "toy::good_xor", "u32::add", "u32::sub"];

/// Levels of ops and an engine on a backend. Laws do not run: L1 needs none.
fn levels(backend: impl Backend + 'static) -> (Vec<OpStatus>, EngineStatus) {
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
    let engines = engine_standings(
        context.catalog(),
        context.plan(),
        &slugs,
        &records,
        &context.settings().plan,
    );
    let statuses: Vec<OpStatus> = ops.iter().map(|op| op.status.clone()).collect();
    assert_eq!(statuses.len(), OPS.len());
    (statuses, engines[0].status.clone())
}

fn toy(stuck: u32) -> Toy {
    Toy {
        identity: Identity::named("toy"),
        stuck,
    }
}

/// Oracle: docs/spec/conformance.md#levels.
#[test]
#[ignore = "a long run: seconds"]
fn the_toy_reaches_l1_and_l3_unless_a_wire_sticks() {
    let (ops, engine) = levels(toy(0));
    for op in ops {
        assert!(matches!(op, OpStatus::L1 { .. }), "{op:?}");
    }
    assert_eq!(engine, EngineStatus::Holds);
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
#[ignore = "a long run: seconds"]
fn toy_without_the_last_case_is_caught() {
    let (ops, engine) = levels(Forgetful(toy(0)));
    for op in ops {
        assert_lacks_parity(&op);
    }
    assert_ne!(engine, EngineStatus::Holds);
}

fn assert_lacks_parity(op: &OpStatus) {
    let OpStatus::NotEstablished { missing } = op else {
        panic!("{op:?}");
    };
    assert!(missing.iter().any(|m| m.contains("parity")), "{missing:?}");
}

/// Oracle: the contract, in the documentation of `Backend`.
#[test]
fn the_toy_keeps_the_contract() {
    use vyre_conform_suite::backend::{PATIENCE, check};
    assert_eq!(check(Toy::open, PATIENCE), Ok(()));
}

/// Oracle: the line `backend!` above.
#[test]
fn registered_backend_runs_like_an_adapter() {
    let slugs = |selects| {
        let selected = backends::selected(selects).map(|selection| selection.list);
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

/// Oracle: the file of the toy.
#[test]
fn the_page_shows_this_backend() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/backends.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let file = include_str!("../src/toy.rs");
    let between = |from: &str, to: &str| {
        let (_, rest) = file.split_once(from).expect("a beginning");
        rest.split_once(to).expect("an end").0
    };
    let (imports, toy) = (
        between("// imports\n", "// begin"),
        between("// begin\n", "// end"),
    );
    let shown = format!("{imports}{toy}\nvyre_conform_suite::backend!(Toy::open);\n");
    assert!(
        page.contains(&shown),
        "copy the toy backend into docs/book/backends.md"
    );
    let lines = toy.lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 84, "a toy is short: {lines} lines");
}
