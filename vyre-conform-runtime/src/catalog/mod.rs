//! The catalog: every registered op, sorted and unique, and every engine. An op is elaborated and validated when
//! its code is first asked for: what reads certificates asks for no code.

mod bodies;
mod floats;

use crate::body::Body;
use crate::elaborate::Problem;
use crate::engine::{self, EngineDef};
use crate::ir::{Library, OpBody};
use crate::registry::{self, FnDef, FnKey, Lowering, OpDef, Place};
use crate::valid::Valid;
use bodies::Bodies;
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Why there is no catalog.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// Nothing is registered.
    #[error(
        "the catalog is empty: no op and no engine is linked into this program. Name the crate that \
         holds your ops, `use my_ops as _;` or `vyre_conform_runtime::harness!(my_ops);`, because a crate \
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
    /// Two engines have one id.
    #[error(
        "two engines have the id `{id}`: {first} and {second}. Give one of them its own, \
         `#[vyre_engine(id = \"engine::...\", ...)]`"
    )]
    DuplicateEngine {
        /// The id.
        id: &'static str,
        /// Where the first one stands.
        first: Place,
        /// Where the second one stands.
        second: Place,
    },
}

/// A registered op with what is derived from it.
#[derive(Debug)]
pub struct Op {
    /// What was registered.
    pub def: &'static OpDef,
    bodies: Arc<Bodies>,
    module: OnceLock<Result<Valid, Vec<Problem>>>,
    correction: OnceLock<Option<Result<Valid, Vec<Problem>>>>,
}

impl Op {
    /// The translated op, or why it could not be translated (gate 3, the part that needs types).
    pub fn module(&self) -> &Result<Valid, Vec<Problem>> {
        self.module.get_or_init(|| self.bodies.module(self.def))
    }

    /// The translated correction of the native implementation, where the op declares one, or why it could not be
    /// translated.
    pub fn declared_correction(&self) -> Option<&Result<Valid, Vec<Problem>>> {
        let correction = self
            .correction
            .get_or_init(|| self.bodies.correction(self.def));
        correction.as_ref()
    }

    /// The correction of the native implementation, if there is one and it could be translated.
    pub fn correction(&self) -> Option<&Valid> {
        self.declared_correction()?.as_ref().ok()
    }

    /// The body of the function that is translated for this op; `None` where the one that `lower` names has none.
    pub fn body(&self) -> Option<&'static Body> {
        self.bodies.of_key(self.def.op.key)
    }

    /// The body of a function that this op's body calls, or of its correction, if the function has one.
    pub fn body_of(&self, key: FnKey) -> Option<&'static Body> {
        self.bodies.of_key(key)
    }
}

/// Every registered op and engine.
#[derive(Debug)]
pub struct Catalog {
    ops: Vec<Op>,
    engines: Vec<&'static EngineDef>,
    by_function: HashMap<TypeId, usize>,
}

impl Catalog {
    /// The catalog of everything linked into this program.
    pub fn linked() -> Result<Self, CatalogError> {
        Self::with_engines(registry::ops(), registry::helpers(), engine::engines())
    }

    /// The catalog of these ops and helpers, without engines. Order does not matter.
    pub fn of(
        ops: Vec<&'static OpDef>,
        helpers: Vec<&'static FnDef>,
    ) -> Result<Self, CatalogError> {
        Self::with_engines(ops, helpers, vec![])
    }

    /// The catalog of these ops, helpers and engines. Order does not matter.
    pub fn with_engines(
        mut ops: Vec<&'static OpDef>,
        helpers: Vec<&'static FnDef>,
        mut engines: Vec<&'static EngineDef>,
    ) -> Result<Self, CatalogError> {
        if ops.is_empty() && engines.is_empty() {
            return Err(CatalogError::Empty);
        }
        engines.sort_by_key(|engine| (engine.id, engine.place));
        if let Some(pair) = engines.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(CatalogError::DuplicateEngine {
                id: pair[0].id,
                first: pair[0].place,
                second: pair[1].place,
            });
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
        let bodies = Arc::new(Bodies::new(&ops, &helpers));
        let by_function = ops
            .iter()
            .enumerate()
            .map(|(k, op)| ((op.op.key.id)(), k))
            .collect();
        let of = |def| Op {
            def,
            bodies: Arc::clone(&bodies),
            module: OnceLock::new(),
            correction: OnceLock::new(),
        };
        let ops = ops.into_iter().map(of).collect();
        Ok(Self {
            ops,
            engines,
            by_function,
        })
    }

    /// Every op, sorted by id.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// Every engine, sorted by id.
    pub fn engines(&self) -> &[&'static EngineDef] {
        &self.engines
    }

    /// The engine with this id, or with this name if only one has it.
    pub fn find_engine(&self, name: &str) -> Option<&'static EngineDef> {
        let with_id = self.engines.iter().find(|engine| engine.id == name);
        with_id.copied().or_else(|| {
            let mut named = self.engines.iter().filter(|engine| engine.name == name);
            named.next().copied().filter(|_| named.next().is_none())
        })
    }

    /// The op with this id, or with this name if only one has it.
    pub fn find(&self, name: &str) -> Option<&Op> {
        self.with_id(name).or_else(|| {
            let mut named = self.ops.iter().filter(|op| op.def.name == name);
            named.next().filter(|_| named.next().is_none())
        })
    }

    /// The op with this id: ops are sorted by it.
    fn with_id(&self, id: &str) -> Option<&Op> {
        let found = self.ops.binary_search_by(|op| op.def.id.cmp(id));
        found.ok().map(|k| &self.ops[k])
    }

    /// The op that this function is.
    pub fn by_key(&self, key: FnKey) -> Option<&Op> {
        self.by_function.get(&(key.id)()).map(|k| &self.ops[*k])
    }
}

/// Programs call ops by id.
impl Library for Catalog {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        let op = self.with_id(id)?;
        Some(match (op.module(), op.def.lowering) {
            // The text of a Category C op is WGSL for one feature, which no program can inline.
            (_, Lowering::Wgsl { .. }) => OpBody::Opaque(format!(
                "`{id}` is a Category C op: its code is text for one hardware feature"
            )),
            // What may be off has no place in a program whose words are compared.
            _ if !op.def.op.track().is_strict() => OpBody::Opaque(format!(
                "`{id}` is approximate: a program calls strict ops alone"
            )),
            (Ok(valid), _) => OpBody::Inlinable(valid.module()),
            (Err(problems), _) => {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                OpBody::Opaque(format!("`{id}` has no body: {}", lines.join("; ")))
            }
        })
    }
}
