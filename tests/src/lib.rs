//! Tests of vyre-conform from outside: their common code.

pub mod barriers;
pub mod book;
pub mod edits;
pub mod harmless;
pub mod lies;
pub mod limits;
pub mod lowered;
pub mod part;
pub mod passing;
pub mod programs;
pub mod sample;
pub mod sandbox;
pub mod shaders;
pub mod tint;
pub mod tool;
pub mod toy;

/// A definition with some fields changed: otherwise only attributes create definitions.
#[macro_export]
macro_rules! changed {
    ($base:expr, $($field:ident: $value:expr),+ $(,)?) => {{
        let mut changed = $base;
        $(changed.$field = $value;)+
        changed
    }};
}

use std::sync::OnceLock;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::{self, Source, Witnesses};
use vyre_conform_suite::strategy;
use vyre_conform_wgpu::WgpuBackend;

/// Every adapter, from [`vyre_conform_wgpu::required`].
///
/// # Panics
///
/// If there is none.
pub fn adapters() -> &'static [&'static WgpuBackend] {
    static ADAPTERS: OnceLock<Vec<&'static WgpuBackend>> = OnceLock::new();
    ADAPTERS.get_or_init(vyre_conform_wgpu::required)
}

/// The number of engines of the library according to its published list.
pub fn published_engines() -> usize {
    let engines = include_str!("../tests/published.txt").lines();
    let ids = engines.filter_map(|line| line.strip_prefix("engine ")?.split(' ').next());
    ids.collect::<std::collections::BTreeSet<_>>().len()
}

/// Number of cases of an op in the interpreter, half of them edges.
const INTERPRETED: u64 = 200;

/// The ops of a catalog for which the interpreter and the compiled reference differ.
pub fn misinterpreted(catalog: &Catalog) -> Vec<String> {
    let mut problems = vec![];
    for op in catalog.ops() {
        let module = match op.module() {
            Ok(module) => module,
            Err(actual) => {
                problems.push(format!("{}: {}", op.def.id, actual[0]));
                continue;
            }
        };
        let types = op.def.op.signature.operands;
        let sources: [Box<dyn Source>; 2] = [
            generate::edges(types),
            Box::new(Witnesses::new(types, 1, INTERPRETED)),
        ];
        for source in sources {
            let step = (source.len() / (INTERPRETED / 2)).max(1);
            let numbers = (0..source.len()).step_by(step as usize);
            let cases: Vec<_> = numbers.map(|n| generate::case(&*source, n)).collect();
            let list = generate::List::new(types, &cases);
            if let Some(first) = strategy::interpreter(&op.def.op, module, &list, 2).first {
                problems.push(format!("{}: {first:?}", op.def.id));
                break;
            }
        }
    }
    problems
}
