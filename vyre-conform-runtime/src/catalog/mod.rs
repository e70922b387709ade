//! The catalog: every registered op, sorted, unique, elaborated and validated, and every engine.

mod floats;

use crate::body::Body;
use crate::elaborate::{self, Problem};
use crate::engine::{self, EngineDef};
use crate::ir::{Library, Module, OpBody};
use crate::parallel;
use crate::registry::{self, FnDef, FnKey, Lowering, OpDef, Place};
use crate::valid::{self, Valid};
use std::any::TypeId;
use std::collections::HashMap;

/// So many ops are worth a thread.
const FEW: usize = 8;

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

/// A registered op with what was derived from it.
#[derive(Debug)]
pub struct Op {
    /// What was registered.
    pub def: &'static OpDef,
    /// The translated op, or why it could not be translated (gate 3, the part that needs types).
    pub module: Result<Valid, Vec<Problem>>,
    /// The translated correction of the native implementation, where the op declares one.
    pub correction: Option<Result<Valid, Vec<Problem>>>,
}

impl Op {
    /// The correction of the native implementation, if there is one and it could be translated.
    pub fn correction(&self) -> Option<&Valid> {
        self.correction.as_ref()?.as_ref().ok()
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
        let bodies = Bodies::new(&ops, &helpers);
        let by_function = ops
            .iter()
            .enumerate()
            .map(|(k, op)| ((op.op.key.id)(), k))
            .collect();
        let ops = parallel::map(&ops, FEW, |def| Op {
            def,
            module: bodies.module(def),
            correction: bodies.correction(def),
        });
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
        Some(match (&op.module, op.def.lowering) {
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
        validated(def.place, floats::wrapped(module, &def.op.signature))
    }

    /// The correction of the op's native implementation: it is called with bits, and stays as it is.
    fn correction(&self, def: &OpDef) -> Option<Result<Valid, Vec<Problem>>> {
        let native = def.native?;
        let key = native.correct?;
        let place = Place {
            line: native.line,
            ..def.place
        };
        let Some(body) = self.0.get(&(key.id)()).copied() else {
            let text = format!(
                "`correct = {}` names a function that carries no #[vyre_fn]",
                (key.path)()
            );
            return Some(Err(vec![Problem::new(place, text)]));
        };
        let module = elaborate::elaborate(body, &|key| self.0.get(&key).copied());
        Some(module.and_then(|module| validated(place, module)))
    }
}

/// The module as validation gives it, or what validation says about the op that stands here.
fn validated(place: Place, module: Module) -> Result<Valid, Vec<Problem>> {
    valid::validate(module).map_err(|found| {
        let problems = found.into_iter();
        problems
            .map(|e| Problem::new(place, e.to_string()))
            .collect()
    })
}
