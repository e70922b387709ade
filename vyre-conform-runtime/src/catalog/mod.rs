//! The catalog: every registered op, sorted and unique, and every engine. An op is elaborated and
//! validated on first use of its code, so reading certificates elaborates nothing.

mod bodies;
mod floats;
mod steps;
mod versions;

pub use steps::max_steps;

use crate::body::Body;
use crate::elaborate::Problem;
use crate::engine::{self, EngineDef};
use crate::registry::{
    self, FnDef, FnKey, Lowering, OpDef, OpRef, Place, base_id, stable_id, versioned_id,
};
use bodies::Bodies;
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::{HardwareOp, Library, OpBody};
use vyre_conform_spec::{Capabilities, Category, SUBGROUP};

/// The reason why a catalog cannot be built.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// Nothing is registered.
    #[error(
        "the catalog is empty: no op and no engine is linked into this program. Name the crate that \
         holds your ops, `use my_ops as _;` or `vyre_conform_harness::harness!(my_ops);`, because a crate \
         nothing names is not linked"
    )]
    Empty,
    /// Two ops, or two engines, share an id and a version.
    #[error(
        "two {kind} have the id `{id}` in version {version}: {first} and {second}. Give one of them its own id, \
         `#[{attribute}(id = \"...\", ...)]`, or, where it replaces the other one, `version = {next}`"
    )]
    Duplicate {
        /// `ops` or `engines`.
        kind: &'static str,
        /// The attribute that registers one.
        attribute: &'static str,
        /// The id.
        id: &'static str,
        /// The version.
        version: u32,
        /// The version that follows it.
        next: u32,
        /// Place of the first definition.
        first: Box<Place>,
        /// Place of the second definition.
        second: Box<Place>,
    },
    /// A version of an id is missing between two others.
    #[error(
        "version {missing} of `{id}` is missing between {before} and version {version}, {after}. Published versions \
         stay: restore it, or write `version = {missing}` there if it never existed"
    )]
    Gap {
        /// The id.
        id: &'static str,
        /// The version that is missing.
        missing: u32,
        /// Place of the preceding version.
        before: Place,
        /// The next existing version.
        version: u32,
        /// Place of that version.
        after: Place,
    },
    /// A newer version exists, and the older one lacks a deprecation note.
    #[error(
        "version {version} of `{id}`, {place}, is superseded by version {newest}, {by}. Deprecate it: write \
         `#[deprecated(note = \"why, and what to use\")]` above its function"
    )]
    NotDeprecated {
        /// The id.
        id: &'static str,
        /// The older version.
        version: u32,
        /// Its place.
        place: Place,
        /// The newest version.
        newest: u32,
        /// Place of the newest version.
        by: Place,
    },
}

crate::debug_is_display!(CatalogError);

/// A registered op with its derived data.
#[derive(Debug)]
pub struct Op {
    /// The registered definition.
    pub def: &'static OpDef,
    bodies: Arc<Bodies>,
    module: OnceLock<Result<Valid, Vec<Problem>>>,
    correction: OnceLock<Option<Result<Valid, Vec<Problem>>>>,
}

impl Op {
    /// The translated op, or the problems that prevent its translation (gate 3, the part that needs
    /// types).
    pub fn module(&self) -> &Result<Valid, Vec<Problem>> {
        self.module.get_or_init(|| self.bodies.module(self.def))
    }

    /// The translated correction of the native implementation, if the op declares one, or the problems
    /// that prevent its translation.
    pub fn declared_correction(&self) -> Option<&Result<Valid, Vec<Problem>>> {
        let correction = self
            .correction
            .get_or_init(|| self.bodies.correction(self.def));
        correction.as_ref()
    }

    /// The correction of the native implementation, if the op declares one that translates.
    pub fn correction(&self) -> Option<&Valid> {
        self.declared_correction()?.as_ref().ok()
    }

    /// The translation of another function with this op's types.
    ///
    /// # Errors
    /// The function has no body, or its body cannot be translated.
    pub fn module_of(&self, function: &OpRef) -> Result<Valid, Vec<Problem>> {
        self.bodies.function(self.def, function)
    }

    /// The body that is translated for this op; `None` if the function named by `lower` has none.
    pub fn body(&self) -> Option<&'static Body> {
        self.bodies.of_key(self.def.op.key)
    }

    /// The body of a function that this op's body or its correction calls, if the function has one.
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
        ops: Vec<&'static OpDef>,
        helpers: Vec<&'static FnDef>,
        engines: Vec<&'static EngineDef>,
    ) -> Result<Self, CatalogError> {
        if ops.is_empty() && engines.is_empty() {
            return Err(CatalogError::Empty);
        }
        let (ops, engines) = (versions::by_name(ops)?, versions::by_name(engines)?);
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

    /// Every op, sorted by id. The newest version of an id has the plain id; an older one is named
    /// `id@version`.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// Every op's name with a name that does not change when a newer version appears; saved failures
    /// are stored under the latter.
    pub fn kept_names(&self) -> impl Iterator<Item = (String, String)> {
        let kept = |op: &Op| stable_id(op.def.id, op.def.version);
        self.ops
            .iter()
            .map(move |op| (op.def.id.to_owned(), kept(op)))
    }

    /// Every engine, sorted by id.
    pub fn engines(&self) -> &[&'static EngineDef] {
        &self.engines
    }

    /// The engine with this id, or with this name if the name is unique. The newest version may also be
    /// named with its version, `engine::scan@2`.
    pub fn find_engine(&self, name: &str) -> Option<&'static EngineDef> {
        let exact = |id: &str| self.engines.iter().find(|engine| engine.id == id).copied();
        let newest = || {
            let (id, version) = versioned_id(name)?;
            exact(id).filter(|engine| engine.version == version)
        };
        exact(name).or_else(newest).or_else(|| {
            let named = self.engines.iter().filter(|engine| engine.name == name);
            let mut named = named.filter(|engine| engine.id == base_id(engine.id));
            named.next().copied().filter(|_| named.next().is_none())
        })
    }

    /// The op with this id, or with this name if the name is unique among newest versions. The newest
    /// version may also be named with its version, `u32::add@2`.
    pub fn find(&self, name: &str) -> Option<&Op> {
        self.with_id(name).or_else(|| {
            let named = self.ops.iter().filter(|op| op.def.name == name);
            let mut named = named.filter(|op| op.def.id == base_id(op.def.id));
            named.next().filter(|_| named.next().is_none())
        })
    }

    /// The op with this id, by binary search.
    fn with_id(&self, id: &str) -> Option<&Op> {
        let exact = |id: &str| {
            let found = self.ops.binary_search_by(|op| op.def.id.cmp(id));
            found.ok().map(|k| &self.ops[k])
        };
        exact(id).or_else(|| {
            let (id, version) = versioned_id(id)?;
            exact(id).filter(|op| op.def.version == version)
        })
    }

    /// The op that wraps this function.
    pub fn by_key(&self, key: FnKey) -> Option<&Op> {
        self.by_function.get(&(key.id)()).map(|k| &self.ops[*k])
    }
}

/// Resolves the ops that programs call by id.
impl Library for Catalog {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        let op = self.with_id(id)?;
        Some(match (op.module(), op.def.category) {
            // An approximate result has no place in a program whose words are compared.
            _ if !op.def.op.track().is_strict() => OpBody::Opaque(format!(
                "`{id}` is approximate: a program calls strict ops alone"
            )),
            (Err(problems), _) => {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                OpBody::Opaque(format!("`{id}` has no body: {}", lines.join("; ")))
            }
            (_, Category::C { available, .. }) if !available(&WithoutSubgroups) => {
                OpBody::Opaque(format!(
                    "`{id}` is about the lanes of a subgroup: its operand is what several lanes hold, and an \
                     invocation of a program is one of them"
                ))
            }
            (Ok(valid), _) => match hardware_op(op.def) {
                Some(op) => OpBody::Hardware {
                    module: valid.module(),
                    op,
                },
                None => OpBody::Inlinable(valid.module()),
            },
        })
    }
}

/// The hardware op of a definition, if the definition is one.
fn hardware_op(def: &OpDef) -> Option<HardwareOp> {
    match (def.category, def.lowering) {
        (
            Category::C {
                hardware,
                available,
            },
            Lowering::Texts { texts, .. },
        ) => Some(HardwareOp {
            id: def.id,
            name: def.name,
            signature: def.op.signature,
            hardware,
            available,
            texts,
        }),
        _ => None,
    }
}

/// A backend with every feature except subgroups: an op that it lacks operates on several lanes.
struct WithoutSubgroups;

impl Capabilities for WithoutSubgroups {
    fn has(&self, feature: &str) -> bool {
        feature != SUBGROUP
    }
}
