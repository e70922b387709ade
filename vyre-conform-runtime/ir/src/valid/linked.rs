//! What is checked: a module, and of a program what its callees are.

use super::depth::{cut, measure};
use crate::{
    Callee, FunctionId, HardwareCall, HardwareOp, Library, MAX_NODES, Module, OpBody, Program,
};
use std::collections::HashMap;

/// The reason why an op has no body in the linked module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MissingBody {
    /// The library does not know it (rule V016).
    Unknown,
    /// It cannot be inlined, for this reason (rule V020).
    Opaque(String),
    /// With the bodies of all ops there are too many nodes (rule V019).
    Withheld,
}

/// A module to check; of a program, the module of the kernel and everything it calls.
pub(super) struct LinkedModule<'a> {
    pub(super) module: &'a Module,
    /// The program whose kernel is the module's entry, if there is one.
    pub(super) program: Option<&'a Program>,
    /// For every callee of the program why it is absent, if it is.
    pub(super) absent: &'a [Option<MissingBody>],
    /// Nodes of all functions.
    pub(super) nodes: usize,
}

impl LinkedModule<'_> {
    /// The reason why the function of this number stands for an op that has no body, if it does.
    pub(super) fn absent(&self, function: usize) -> Option<&MissingBody> {
        self.absent.get(function)?.as_ref()
    }

    /// The number of functions a function of this number may call: those of a program's callees, and in
    /// the body of an op all.
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

/// The owner of what [`LinkedModule`] borrows.
pub(super) struct Link {
    pub(super) module: Module,
    pub(super) absent: Vec<Option<MissingBody>>,
    pub(super) nodes: usize,
    /// The functions that are ops of one hardware feature.
    pub(super) hardware: Vec<HardwareCall>,
}

/// An op that may be copied.
struct CopyableOp<'a> {
    module: &'a Module,
    nodes: usize,
    hardware: Option<HardwareOp>,
}

/// Cuts off what nests too deep in a module and counts its nodes.
pub(super) fn cut_module(module: &mut Module) -> usize {
    module.functions.iter_mut().map(cut).sum()
}

/// Cuts off what nests too deep in a program and links it with those ops that may be copied.
pub(super) fn link(program: &mut Program, library: &dyn Library) -> Link {
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
    // Few callees can name large ops: nothing is copied that rule V019 refuses.
    if nodes > MAX_NODES {
        known.clear();
        for (callee, absent) in program.callees.iter().zip(&mut absent) {
            if let Callee::Op(_) = callee {
                absent.get_or_insert(MissingBody::Withheld);
            }
        }
    }
    let module = program.link(&Present(known));
    Link {
        module,
        absent,
        nodes,
        hardware,
    }
}

/// The body of an op and how many nodes it has, if it may be copied.
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
    } else if measure.dangling {
        opaque("it calls a function that its module has not")
    } else if measure.deep {
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
struct Present<'a>(HashMap<&'a str, Result<CopyableOp<'a>, MissingBody>>);

impl Library for Present<'_> {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        match self.0.get(id) {
            Some(Ok(of)) => Some(OpBody::Inlinable(of.module)),
            _ => None,
        }
    }
}
