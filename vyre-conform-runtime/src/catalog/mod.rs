//! The catalog: every registered op, sorted, unique, elaborated and validated.

use crate::body::Body;
use crate::elaborate::{self, Problem};
use crate::ir::Module;
use crate::registry::{self, FnDef, FnKey, Lowering, OpDef, Place};
use crate::valid::{self, Valid};
use std::any::TypeId;
use std::collections::HashMap;

/// Why there is no catalog.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// Nothing is registered.
    #[error(
        "the catalog is empty: no op is linked into this program. Name the crate that holds your \
         ops, `use my_ops as _;` or `vyre_conform_runtime::harness!(my_ops);`, because a crate \
         nothing names is not linked"
    )]
    Empty,
    /// Two ops have one id.
    #[error(
        "two ops have the id `{id}`: {first} and {second}. Give one of them its own, \
         `#[vyre_op(id = \"...\", ...)]`"
    )]
    Duplicate {
        /// The id.
        id: &'static str,
        /// Where the first one stands.
        first: Place,
        /// Where the second one stands.
        second: Place,
    },
}

/// A registered op with what was derived from it.
#[derive(Debug)]
pub struct Op {
    /// What was registered.
    pub def: &'static OpDef,
    /// The translated op, or why it could not be translated (gate 3, the part that needs types).
    pub module: Result<Valid, Vec<Problem>>,
}

/// Every registered op.
#[derive(Debug)]
pub struct Catalog {
    ops: Vec<Op>,
    by_function: HashMap<TypeId, usize>,
}

impl Catalog {
    /// The catalog of everything linked into this program.
    pub fn linked() -> Result<Self, CatalogError> {
        Self::of(registry::ops(), registry::helpers())
    }

    /// The catalog of these ops and helpers. Order does not matter.
    pub fn of(
        mut ops: Vec<&'static OpDef>,
        helpers: Vec<&'static FnDef>,
    ) -> Result<Self, CatalogError> {
        if ops.is_empty() {
            return Err(CatalogError::Empty);
        }
        ops.sort_by_key(|op| (op.id, op.place));
        if let Some(pair) = ops.windows(2).find(|pair| pair[0].id == pair[1].id) {
            let [first, second] = [pair[0].place, pair[1].place];
            return Err(CatalogError::Duplicate {
                id: pair[0].id,
                first,
                second,
            });
        }
        let bodies = Bodies::new(&ops, &helpers);
        let by_function = ops
            .iter()
            .enumerate()
            .map(|(k, op)| ((op.op.key.id)(), k))
            .collect();
        let ops = ops
            .into_iter()
            .map(|def| Op {
                def,
                module: bodies.module(def),
            })
            .collect();
        Ok(Self { ops, by_function })
    }

    /// Every op, sorted by id.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The op with this id, or with this name if only one has it.
    pub fn find(&self, name: &str) -> Option<&Op> {
        self.ops.iter().find(|op| op.def.id == name).or_else(|| {
            let mut named = self.ops.iter().filter(|op| op.def.name == name);
            named.next().filter(|_| named.next().is_none())
        })
    }

    /// The op that this function is.
    pub fn by_key(&self, key: FnKey) -> Option<&Op> {
        self.by_function.get(&(key.id)()).map(|k| &self.ops[*k])
    }
}

/// Bodies by function, for calls.
struct Bodies(HashMap<TypeId, &'static Body>);

impl Bodies {
    fn new(ops: &[&'static OpDef], helpers: &[&'static FnDef]) -> Self {
        let mut bodies = HashMap::new();
        for op in ops {
            match op.lowering {
                Lowering::Body(body) | Lowering::Wgsl { body, .. } => {
                    bodies.insert((op.op.key.id)(), body);
                }
                Lowering::Function(_) => {}
            }
        }
        for helper in helpers {
            bodies.insert((helper.key.id)(), helper.body);
        }
        // An op with an explicit lowering is called through that lowering.
        for op in ops {
            if let Lowering::Function(key) = op.lowering
                && let Some(body) = bodies.get(&(key.id)()).copied()
            {
                bodies.insert((op.op.key.id)(), body);
            }
        }
        Self(bodies)
    }

    fn module(&self, def: &OpDef) -> Result<Valid, Vec<Problem>> {
        let body = self.0.get(&(def.op.key.id)()).copied().ok_or_else(|| {
            let Lowering::Function(key) = def.lowering else {
                unreachable!("ops have bodies")
            };
            vec![Problem::new(
                def.place,
                format!(
                    "`lower = {}` names a function that carries neither #[vyre_fn] nor #[vyre_op]",
                    (key.path)()
                ),
            )]
        })?;
        let module: Module = elaborate::elaborate(body, &|key| self.0.get(&key).copied())?;
        valid::validate(module).map_err(|found| {
            found
                .into_iter()
                .map(|e| Problem::new(def.place, e.to_string()))
                .collect()
        })
    }
}
