//! The input of validation: a module and, for a program, the state of its callees.

use super::depth::{cut, measure};
use crate::{
    Callee, FunctionId, HardwareCall, HardwareOp, Library, MAX_NODES, Module, OpBody, Program,
};
use std::collections::HashMap;

/// The reason why an op has no body in the linked module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MissingBody {
    /// The library does not contain it (rule V016).
    Unknown,
    /// It cannot be inlined, for this reason (rule V020).
    Opaque(String),
    /// With the bodies of all ops the module would have too many nodes (rule V019).
    Withheld,
}

/// A module to check; for a program, the module of the kernel and all its callees.
pub(super) struct LinkedModule<'a> {
    pub(super) module: &'a Module,
    /// The program whose kernel is the module's entry, if there is one.
    pub(super) program: Option<&'a Program>,
    /// For every callee of the program the reason why its body is missing, if it is.
    pub(super) missing_bodies: &'a [Option<MissingBody>],
    /// Number of nodes of all functions.
    pub(super) nodes: usize,
}

impl LinkedModule<'_> {
    /// The reason why this function is the placeholder of an op without a body, if it is.
    pub(super) fn absent(&self, function: usize) -> Option<&MissingBody> {
        self.missing_bodies.get(function)?.as_ref()
    }

    /// The number of functions that a function with this index may call: the program's callees, or all
    /// functions in the body of an op.
    pub(super) fn callable(&self, function: usize) -> usize {
        let all = self.module.functions.len();
        let Some(program) = self.program else {
            return all;
        };
        match program.callees.get(function) {
            Some(Callee::Function(_)) => program.callees.len(),
            None if function == program.callees.len() => program.callees.len(),
            _ => all,
        }
    }
}

/// Owns the data that [`LinkedModule`] borrows.
pub(super) struct LinkedStorage {
    pub(super) module: Module,
    pub(super) absent: Vec<Option<MissingBody>>,
    pub(super) nodes: usize,
    /// The functions that are hardware ops.
    pub(super) hardware: Vec<HardwareCall>,
}

/// An op whose body may be copied.
struct CopyableOp<'a> {
    module: &'a Module,
    nodes: usize,
    hardware: Option<HardwareOp>,
}

/// Cuts off subtrees that nest too deeply in a module, and counts its nodes.
pub(super) fn cut_module(module: &mut Module) -> usize {
    module.functions.iter_mut().map(cut).sum()
}

/// Cuts off subtrees that nest too deeply in a program, and links it with the ops that may be copied.
pub(super) fn link(program: &mut Program, library: &dyn Library) -> LinkedStorage {
    let mut nodes = cut(&mut program.entry);
    for callee in &mut program.callees {
        if let Callee::Function(function) = callee {
            nodes += cut(function);
        }
    }
    let mut known: HashMap<&str, Result<CopyableOp<'_>, MissingBody>> = HashMap::new();
    let (mut absent, mut hardware) = (vec![], vec![]);
    for (function, callee) in (0..).map(FunctionId).zip(&program.callees) {
        absent.push(match callee {
            Callee::Function(_) => None,
            Callee::Op(id) => match known.entry(id).or_insert_with(|| examine(id, library)) {
                Ok(of) => {
                    nodes = nodes.saturating_add(of.nodes);
                    let call = of.hardware.map(|op| HardwareCall { function, op });
                    hardware.extend(call);
                    None
                }
                Err(absent) => Some(absent.clone()),
            },
        });
    }
    // A few callees can name large ops, so nothing is copied that rule V019 rejects.
    if nodes > MAX_NODES {
        known.clear();
        for (callee, absent) in program.callees.iter().zip(&mut absent) {
            if let Callee::Op(_) = callee {
                absent.get_or_insert(MissingBody::Withheld);
            }
        }
    }
    let module = program.link(&CopyableOps(known));
    LinkedStorage {
        module,
        absent,
        nodes,
        hardware,
    }
}

/// The body of an op and its number of nodes, if it may be copied.
fn examine<'a>(id: &str, library: &'a dyn Library) -> Result<CopyableOp<'a>, MissingBody> {
    let (module, hardware) = match library.find(id) {
        None => return Err(MissingBody::Unknown),
        Some(OpBody::Opaque(reason)) => return Err(MissingBody::Opaque(reason)),
        Some(OpBody::Inlinable(module)) => (module, None),
        Some(OpBody::Hardware { module, op }) => (module, Some(op)),
    };
    let opaque = |reason: &str| Err(MissingBody::Opaque(reason.to_owned()));
    let measure = measure(module);
    if module.entry.0 as usize >= module.functions.len() {
        opaque("its module has no entry")
    } else if measure.has_dangling_calls {
        opaque("it calls a function that its module has not")
    } else if measure.is_too_deep {
        opaque("its body nests too deep")
    } else {
        Ok(CopyableOp {
            module,
            nodes: measure.nodes,
            hardware,
        })
    }
}

/// The ops of a library that may be copied.
struct CopyableOps<'a>(HashMap<&'a str, Result<CopyableOp<'a>, MissingBody>>);

impl Library for CopyableOps<'_> {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        match self.0.get(id) {
            Some(Ok(of)) => Some(OpBody::Inlinable(of.module)),
            _ => None,
        }
    }
}
