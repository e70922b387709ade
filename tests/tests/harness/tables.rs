//! One wrong bit of a table in the product: in the translated op, as every backend gets it. The parity trials of the
//! op, with as many witnesses as every run has, must see it.

use super::support::{adapters, context_with, folder, run};
use vyre_conform_runtime::backend::{Backend, BackendError, Code, Identity, LoadedOp, OpCode};
use vyre_conform_runtime::harness::Settings;
use vyre_conform_runtime::ir::Module;
use vyre_conform_runtime::record::Outcome;
use vyre_conform_runtime::valid::validate;
use vyre_ops as _;

/// A bit of an entry of a table of an op.
#[derive(Clone, Copy, Debug)]
struct Plant {
    op: &'static str,
    table: &'static str,
    entry: usize,
    bit: u32,
}

const fn plant(op: &'static str, table: &'static str, entry: usize, bit: u32) -> Plant {
    Plant { op, table, entry, bit }
}

const PLANTS: &[Plant] = &[
    plant("f32::exp", "POWERS", 7, 40),
];

impl Plant {
    fn put(self, module: &mut Module) {
        let tables = module.functions.iter_mut().flat_map(|f| &mut f.tables);
        let mut found = 0;
        for table in tables.filter(|table| table.name == self.table) {
            table.data[self.entry] ^= 1 << self.bit;
            found += 1;
        }
        assert!(found > 0, "{self:?}: there is no such table");
    }
}

/// An adapter that gets the wrong table.
struct Planted {
    under: &'static dyn Backend,
    plant: Plant,
}

impl Backend for Planted {
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

/// The first parity trial of the op that sees the wrong bit, and nothing where none does.
fn caught(under: &'static dyn Backend, plant: Plant) -> Option<String> {
    let planted: &'static Planted = Box::leak(Box::new(Planted { under, plant }));
    let root = folder();
    // The ops that its laws name are there too.
    let ids = [plant.op, "f32::neg"];
    let context = context_with(Settings::default(), &ids, vec![planted], root.path());
    let parity = format!("{}::parity::", plant.op);
    let trials = context.plan().obligations().iter();
    let trials: Vec<String> = trials
        .filter(|o| o.id.starts_with(&parity))
        .map(|o| o.id.clone())
        .collect();
    assert!(trials.iter().any(|id| id.ends_with("::witnessed")), "{trials:?}");
    trials.into_iter().find(|id| {
        run(&context, id)
            .iter()
            .any(|(_, outcome)| matches!(outcome, Outcome::Failed(_)))
    })
}

#[test]
fn explore() {
    let ops: [(&'static str, &[(&'static str, usize)]); 14] = [
        ("f32::exp", &[("POWERS", 7), ("EXP_COEFFICIENTS", 7)]),
        ("f32::exp2", &[("POWERS", 7), ("EXP_COEFFICIENTS", 7)]),
        ("f32::exp10", &[("POWERS", 7), ("EXP_COEFFICIENTS", 7)]),
        ("f32::log", &[("LOG_E_COEFFICIENTS", 12), ("LOG_E_HIGH", 7), ("LOG_E_LOW", 7), ("RECIPROCALS", 7)]),
        ("f32::log2", &[("LOG_2_COEFFICIENTS", 12), ("LOG_2_HIGH", 7), ("LOG_2_LOW", 7), ("RECIPROCALS", 7)]),
        ("f32::log10", &[("LOG_10_COEFFICIENTS", 12), ("LOG_10_HIGH", 7), ("LOG_10_LOW", 7), ("RECIPROCALS", 7)]),
        ("f32::sin", &[("SIN_COEFFICIENTS", 8), ("COS_COEFFICIENTS", 9), ("TWO_OVER_PI", 0)]),
        ("f32::cos", &[("SIN_COEFFICIENTS", 8), ("COS_COEFFICIENTS", 9), ("TWO_OVER_PI", 0)]),
        ("f32::tan", &[("SIN_COEFFICIENTS", 8), ("COS_COEFFICIENTS", 9), ("TWO_OVER_PI", 0)]),
        ("f32::asin", &[("ARCS_HIGH", 7), ("ARCS_LOW", 7), ("ATAN_COEFFICIENTS", 4)]),
        ("f32::acos", &[("ARCS_HIGH", 7), ("ARCS_LOW", 7), ("ATAN_COEFFICIENTS", 4)]),
        ("f32::atan", &[("ARCS_HIGH", 7), ("ARCS_LOW", 7), ("ATAN_COEFFICIENTS", 4)]),
        ("f32::atan2", &[("ARCS_HIGH", 7), ("ARCS_LOW", 7), ("ATAN2_COEFFICIENTS_HIGH", 9), ("ATAN2_COEFFICIENTS_LOW", 9)]),
        ("f32::pow", &[("LOG2_HIGH", 7), ("LOG2_LOW", 7), ("ATANH_COEFFICIENTS_HIGH", 9), ("ATANH_COEFFICIENTS_LOW", 9), ("POWERS_HIGH", 7), ("POWERS_LOW", 7), ("POW_COEFFICIENTS_HIGH", 14), ("POW_COEFFICIENTS_LOW", 14)]),
    ];
    let device = adapters()[0];
    for (op, tables) in ops {
        for (table, entry) in tables {
            let top = if *table == "RECIPROCALS" { 7 } else { 63 };
            let mut bit: i32 = top;
            let mut last = None;
            let begun = std::time::Instant::now();
            while bit >= 0 {
                match caught(device, plant(op, table, *entry, bit as u32)) {
                    Some(id) => last = Some((bit, id)),
                    None => break,
                }
                bit -= if bit > 50 { 4 } else { 6 };
            }
            println!("EXPLORED {op} {table} {entry} {last:?} {:.1}", begun.elapsed().as_secs_f64());
        }
    }
}
