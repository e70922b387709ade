//! The bodies of all ops and helpers, and the modules built from them.

use super::floats::wrapped;
use crate::body::Body;
use crate::elaborate::{self, Problem};
use crate::registry::{FnDef, FnKey, LoweredFn, Lowering, OpDef, OpRef, Place};
use std::any::TypeId;
use std::collections::HashMap;
use vyre_conform_ir::Module;
use vyre_conform_ir::valid::{self, Valid};
use vyre_conform_spec::Category;

/// The bodies of functions.
#[derive(Debug)]
pub(super) struct Bodies {
    /// Bodies by function, to resolve calls.
    of: HashMap<TypeId, &'static Body>,
    /// The references of ops that are one hardware feature, with those ops.
    hardware: Vec<(&'static Body, &'static OpDef)>,
}

impl Bodies {
    pub(super) fn new(ops: &[&'static OpDef], helpers: &[&'static FnDef]) -> Self {
        let (mut bodies, mut hardware) = (HashMap::new(), vec![]);
        for op in ops {
            match op.lowering {
                Lowering::Body(body) => {
                    bodies.insert((op.op.key.id)(), body);
                }
                Lowering::Texts { body, .. } => {
                    bodies.insert((op.op.key.id)(), body);
                    hardware.push((body, *op));
                }
                Lowering::Function(_) => {}
            }
        }
        for helper in helpers {
            bodies.insert((helper.key.id)(), helper.body);
        }
        // An op with an explicit lowering is called through that lowering.
        for op in ops {
            if let Lowering::Function(LoweredFn { key, .. }) = op.lowering
                && let Some(body) = bodies.get(&(key.id)()).copied()
            {
                bodies.insert((op.op.key.id)(), body);
            }
        }
        Self {
            of: bodies,
            hardware,
        }
    }

    /// The body of a function, if it has one.
    pub(super) fn of_key(&self, key: FnKey) -> Option<&'static Body> {
        self.of((key.id)())
    }

    fn of(&self, id: TypeId) -> Option<&'static Body> {
        self.of.get(&id).copied()
    }

    /// The validated module of an op.
    pub(super) fn module(&self, def: &OpDef) -> Result<Valid, Vec<Problem>> {
        let body = self.of_key(def.op.key).ok_or_else(|| {
            let Lowering::Function(LoweredFn { key, .. }) = def.lowering else {
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
        let module: Module = match (def.category, def.lowering) {
            // Backends run the text of such an op; only the interpreter runs the body.
            (Category::C { .. }, _) => elaborate::elaborate(body, &|id| self.of(id))?,
            (_, Lowering::Function(LoweredFn { key, .. })) => {
                if let Some(reason) = self.needs_hardware(body) {
                    let message = format!("`lower = {}`: that {reason}", (key.path)());
                    return Err(vec![Problem::new(def.place, message)]);
                }
                self.portable(body)?
            }
            _ => self.portable(body)?,
        };
        validated(def.place, wrapped(module, &def.op.signature))
    }

    /// The module of a portable body: it calls no op that is one hardware feature, directly or
    /// indirectly.
    fn portable(&self, body: &'static Body) -> Result<Module, Vec<Problem>> {
        let refused = |called| self.needs_hardware(called);
        elaborate::elaborate_without(body, &|id| self.of(id), &refused)
    }

    /// The reason why a portable op cannot be lowered to this body: the body is the reference of an op
    /// that is one hardware feature, and lowering it would be the fallback that such an op must not
    /// have.
    fn needs_hardware(&self, body: &'static Body) -> Option<String> {
        let mut all = self.hardware.iter();
        let (_, op) = all.find(|(of, _)| std::ptr::eq(*of, body))?;
        let Category::C { hardware, .. } = op.category else {
            return None;
        };
        let id = op.id;
        Some(format!(
            "is the op `{id}` of the hardware feature {hardware}, which has no fallback, but this op is lowered for \
             every backend. Write the computation with portable ops; or make this op one of the feature as well, \
             `category = C {{ hardware = \"{hardware}\", .. }}` with texts of its own; or call `{id}` in a program \
             or an engine, which is unsupported where the feature is absent"
        ))
    }

    /// The validated module of another function with the op's types. Messages point at the op.
    pub(super) fn function(&self, op: &OpDef, function: &OpRef) -> Result<Valid, Vec<Problem>> {
        let Some(body) = self.of_key(function.key) else {
            let message = format!(
                "`{}` carries neither #[vyre_fn] nor #[vyre_op]",
                (function.key.path)()
            );
            return Err(vec![Problem::new(op.place, message)]);
        };
        let module: Module = elaborate::elaborate(body, &|id| self.of(id))?;
        validated(op.place, wrapped(module, &function.signature))
    }

    /// The correction of the op's native implementation. It operates on bits, so it needs no float
    /// wrapper.
    pub(super) fn correction(&self, def: &OpDef) -> Option<Result<Valid, Vec<Problem>>> {
        let native = def.native?;
        let key = native.correct?;
        let place = Place {
            line: native.line,
            ..def.place
        };
        let Some(body) = self.of_key(key) else {
            let text = format!(
                "`correct = {}` names a function that carries no #[vyre_fn]",
                (key.path)()
            );
            return Some(Err(vec![Problem::new(place, text)]));
        };
        Some(
            self.portable(body)
                .and_then(|module| validated(place, module)),
        )
    }
}

/// The validated module, or the validation errors at the place of the op.
fn validated(place: Place, module: Module) -> Result<Valid, Vec<Problem>> {
    valid::validate(module).map_err(|found| {
        let problems = found.into_iter();
        problems
            .map(|e| Problem::new(place, e.to_string()))
            .collect()
    })
}
