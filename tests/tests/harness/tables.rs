//! One wrong bit of a table in the product: in the translated op, as every backend receives it. The op's parity trials,
//! with the witnesses of an ordinary run, must detect it. The test of the unchanged ops must also detect the faults of
//! `planted::floats`.

use super::support::{adapters, context_with, folder, run};
use std::collections::BTreeSet;
use vyre_conform_harness::Settings;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::ir::Module;
use vyre_conform_runtime::spec::Track;
use vyre_conform_runtime::valid::validate;
use vyre_conform_suite::backend::{Backend, BackendError, Code, Identity, LoadedOp, OpCode};
use vyre_conform_tests::part::is_taken;
use vyre_ops as _;

/// One bit of an entry in a table of an op.
#[derive(Clone, Copy, Debug)]
struct TableFault {
    op: &'static str,
    table: &'static str,
    entry: usize,
    bit: u32,
}

const fn plant(op: &'static str, table: &'static str, entry: usize, bit: u32) -> TableFault {
    TableFault {
        op,
        table,
        entry,
        bit,
    }
}

/// Each bit is slightly above the least bit of its entry that is caught, so that most inputs do not show it.
const PLANTS: &[TableFault] = &[
    plant("f32::exp", "POWERS", 7, 35),
    plant("f32::exp", "EXP_COEFFICIENTS", 7, 35),
    plant("f32::exp2", "POWERS", 7, 35),
    plant("f32::exp2", "EXP_COEFFICIENTS", 7, 29),
    plant("f32::exp10", "POWERS", 7, 41),
    plant("f32::exp10", "EXP_COEFFICIENTS", 7, 29),
    plant("f32::log", "LOG_E_COEFFICIENTS", 12, 29),
    plant("f32::log", "LOG_E_HIGH", 7, 29),
    plant("f32::log", "RECIPROCALS", 7, 1),
    plant("f32::log2", "LOG_2_COEFFICIENTS", 12, 41),
    plant("f32::log2", "LOG_2_HIGH", 7, 29),
    plant("f32::log2", "RECIPROCALS", 7, 1),
    plant("f32::log10", "LOG_10_COEFFICIENTS", 12, 35),
    plant("f32::log10", "LOG_10_HIGH", 7, 29),
    plant("f32::log10", "RECIPROCALS", 7, 1),
    plant("f32::sin", "SIN_COEFFICIENTS", 8, 35),
    plant("f32::sin", "COS_COEFFICIENTS", 9, 35),
    plant("f32::sin", "TWO_OVER_PI", 0, 11),
    plant("f32::cos", "SIN_COEFFICIENTS", 8, 35),
    plant("f32::cos", "COS_COEFFICIENTS", 9, 29),
    plant("f32::cos", "TWO_OVER_PI", 0, 11),
    plant("f32::tan", "SIN_COEFFICIENTS", 8, 29),
    plant("f32::tan", "COS_COEFFICIENTS", 9, 29),
    plant("f32::tan", "TWO_OVER_PI", 0, 11),
    plant("f32::asin", "ARCS_HIGH", 7, 35),
    plant("f32::asin", "ATAN_COEFFICIENTS", 4, 47),
    plant("f32::acos", "ARCS_HIGH", 7, 35),
    plant("f32::acos", "ATAN_COEFFICIENTS", 4, 53),
    plant("f32::atan", "ARCS_HIGH", 7, 29),
    plant("f32::atan", "ATAN_COEFFICIENTS", 4, 35),
    plant("f32::atan2", "ARCS_HIGH", 7, 35),
    plant("f32::atan2", "ATAN2_COEFFICIENTS_HIGH", 9, 47),
    plant("f32::atan2", "STEPS", 1, 1),
    plant("f32::pow", "LOG2_HIGH", 7, 35),
    plant("f32::pow", "ATANH_COEFFICIENTS_HIGH", 9, 47),
    plant("f32::pow", "POWERS_HIGH", 7, 35),
    plant("f32::pow", "POW_COEFFICIENTS_HIGH", 14, 47),
    plant("f32::pow", "STEPS", 1, 1),
    plant("f32::div", "STEPS", 1, 1),
];

impl TableFault {
    fn put(self, module: &mut Module) {
        let tables = module.functions.iter_mut().flat_map(|f| &mut f.tables);
        let mut changed = 0;
        for table in tables.filter(|table| table.name == self.table) {
            table.data[self.entry] ^= 1 << self.bit;
            changed += 1;
        }
        assert!(changed > 0, "{self:?}: there is no such table");
    }
}

/// An adapter that receives the wrong table.
struct WrongTable {
    under: &'static dyn Backend,
    plant: TableFault,
}

/// Ops without tables whose parity trials must detect a fault in their sources.
const OPS_WITHOUT_TABLES: &[&str] = &[
    "bf16::mul_add",
    "f16::mul_add",
    "f32::add",
    "f32::mul",
    "f32::mul_add",
    "f32::round",
    "i32::to_bf16",
];

impl Backend for WrongTable {
    fn identity(&self) -> &Identity {
        self.under.identity()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let Code::Module(right) = op.code else {
            return self.under.load(op);
        };
        let mut module = right.module().clone();
        self.plant.put(&mut module);
        let wrong = validate(module).expect("a table with other numbers in it");
        let code = Code::Module(&wrong);
        self.under.load(&OpCode { code, ..op.clone() })
    }
}

/// The first parity trial of an op that fails on a backend, if any.
fn failing(op: &str, backend: &'static dyn Backend) -> Option<String> {
    let root = folder();
    let context = context_with(Settings::default(), &[op], vec![backend], root.path());
    let parity = format!("{op}::parity::");
    let trials = context.plan().obligations().iter();
    let trials: Vec<String> = trials
        .filter(|o| o.id.starts_with(&parity))
        .map(|o| o.id.clone())
        .collect();
    assert!(
        trials.iter().any(|id| id.ends_with("::witnessed")),
        "{trials:?}"
    );
    trials.into_iter().find(|id| {
        let outcomes = run(&context, id);
        assert_eq!(outcomes.len(), 1, "{id} is one trial");
        !outcomes[0].1.passed()
    })
}

/// The trial that detects the wrong bit.
fn detecting_trial(under: &'static dyn Backend, plant: TableFault) -> Option<String> {
    failing(plant.op, Box::leak(Box::new(WrongTable { under, plant })))
}

/// Oracle: the references of the ops: CORE-MATH, the processor, `half`, `rustc_apfloat`. Each part of the test covers
/// its own ops.
#[test]
#[ignore = "a long run: a minute"]
fn the_ops_as_they_are_agree() {
    let Some(device) = adapters().first().copied() else {
        return;
    };
    let ops: BTreeSet<&str> = PLANTS.iter().map(|p| p.op).collect();
    let ops = ops
        .into_iter()
        .chain(OPS_WITHOUT_TABLES.iter().copied())
        .enumerate();
    let ops = ops.filter(|(place, _)| is_taken(*place)).map(|(_, op)| op);
    let wrong: Vec<String> = ops.filter_map(|op| failing(op, device)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Every table of the strict ops of `f32`. Low words are omitted: their bits change a result so rarely that these
/// inputs do not show it. The tests of the tables compare them bit by bit, like all others.
fn tables() -> BTreeSet<(&'static str, String)> {
    let catalog = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    let ops = catalog.ops().iter();
    let ops = ops.filter(|op| op.def.op.track() == Track::Float && op.def.id.starts_with("f32::"));
    ops.flat_map(|op| {
        let module = op.module().as_ref().expect("an op of the library").module();
        let tables = module.functions.iter().flat_map(|f| &f.tables);
        tables.map(|table| (op.def.id, table.name.clone()))
    })
    .filter(|(_, name)| !name.ends_with("_LOW"))
    .collect()
}

/// Oracle: the tables of the translated ops.
#[test]
fn a_bit_is_planted_in_every_table() {
    let planted = PLANTS.iter().map(|p| (p.op, p.table.to_owned()));
    assert_eq!(planted.collect::<BTreeSet<_>>(), tables());
}

/// Oracle: the references of the ops, CORE-MATH and the processor, with which the unchanged ops agree. Each part of the
/// test covers its own plants.
#[test]
#[ignore = "a long run: a minute"]
fn a_wrong_bit_of_every_table_is_caught() {
    let Some(device) = adapters().first().copied() else {
        return;
    };
    let missed = |plant: &&TableFault| match detecting_trial(device, **plant) {
        Some(trial) => {
            println!("{plant:?}: {trial}");
            false
        }
        None => true,
    };
    let plants = PLANTS.iter().enumerate();
    let plants = plants.filter(|(place, _)| is_taken(*place));
    let missed: Vec<&TableFault> = plants.map(|(_, plant)| plant).filter(missed).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
