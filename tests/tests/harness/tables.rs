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

#[test]
fn list() {
    use vyre_conform_runtime::catalog::Catalog;
    let catalog = Catalog::linked().expect("a catalog");
    for op in catalog.ops() {
        if let Ok(m) = &op.module {
            let mut names: Vec<_> = m.module().functions.iter().flat_map(|f| &f.tables).map(|t| format!("{}:{:?}:{}", t.name, t.ty, t.data.len())).collect();
            names.sort(); names.dedup();
            if !names.is_empty() && op.def.id.starts_with("f32") { println!("{} {names:?}", op.def.id); }
        }
    }
}
