//! The translation of an entry point into one kernel without calls, whose nodes keep their source
//! places.

mod access;
mod atomics;
mod bits;
mod builtins;
mod calls;
mod convert;
mod draft;
mod entry;
mod exits;
mod expressions;
mod floats;
mod halves;
mod loops;
mod math;
mod memory;
mod operators;
mod packing;
mod pointer;
mod remedy;
mod shape;
mod statements;
mod subgroups;
mod switches;
mod values;
mod vectors;

pub(crate) use entry::import;

use crate::{KernelSource, Probe, ProbeKind, Refusal, SubgroupOperation, source::Lines};
use calls::Frame;
use draft::Draft;
use naga::valid::ModuleInfo;
use naga::{GlobalVariable, Handle, Module, Span, Type as SourceType};
use pointer::Root;
use remedy::Remedy;
use shape::Shape;
use std::collections::HashMap;
use std::rc::Rc;
use vyre_conform_ir::{AtomicOp, BufferDecl, BufferId, Expr, MAX_NODES, Node, Type};

/// Maximum number of scalars in one value.
const MAX_VALUE: u64 = 4096;

/// A value of the source: the scalars of its shape, in order.
#[derive(Clone, Debug)]
struct Data {
    shape: Rc<Shape>,
    leaves: Vec<Expr>,
}

/// A translated expression: its words, or the place that it points to.
#[derive(Clone, Debug)]
enum Value {
    Data(Data),
    Pointer(pointer::Pointer),
}

/// The translation of an entry point.
struct Translator<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    lines: Lines<'a>,
    loop_bound: u64,
    draft: Draft,
    buffers: Vec<BufferDecl>,
    shapes: HashMap<Handle<SourceType>, Rc<Shape>>,
    globals: HashMap<Handle<GlobalVariable>, (Root, Rc<Shape>)>,
    workgroup_size: [u32; 3],
    /// The buffer with the number of workgroups, if the kernel needs it.
    counts: Option<BufferId>,
    /// The buffer of the probes, if requested.
    probe_buffer: Option<BufferId>,
    probes: Vec<Probe>,
    /// The place of an invocation in its subgroup, if the options state a size.
    lane: Option<subgroups::Lane>,
    /// The memory through which lanes exchange operands, once an operation needs it.
    exchanges: Option<BufferId>,
    subgroup_operations: Vec<SubgroupOperation>,
    refusals: Vec<Refusal>,
    /// The functions being inlined, innermost last.
    frames: Vec<Frame<'a>>,
}

impl<'a> Translator<'a> {
    fn new(
        source: &'a KernelSource,
        module: &'a Module,
        info: &'a ModuleInfo,
        loop_bound: u64,
    ) -> Self {
        Self {
            module,
            info,
            lines: Lines::new(source.text()),
            loop_bound,
            draft: Draft::new(),
            buffers: vec![],
            shapes: HashMap::new(),
            globals: HashMap::new(),
            workgroup_size: [1; 3],
            counts: None,
            probe_buffer: None,
            probes: vec![],
            lane: None,
            exchanges: None,
            subgroup_operations: vec![],
            refusals: vec![],
            frames: vec![],
        }
    }

    /// Refuses the construct at this place, only once.
    fn refuse(&mut self, construct: impl Into<String>, remedy: Remedy) {
        let refusal = Refusal {
            place: self.lines.place(self.draft.span),
            construct: construct.into(),
            remedy: remedy.words().to_owned(),
        };
        if !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }

    /// Checks the limit on nodes of a program.
    fn is_too_long(&mut self) -> bool {
        let exceeded = self.draft.nodes > MAX_NODES;
        if exceeded {
            let construct = "a kernel of this length";
            if self.refusals.iter().all(|r| r.construct != construct) {
                self.refuse(construct, Remedy::TooLong);
            }
        }
        exceeded
    }

    /// Sets the place of the following nodes, and returns the previous one.
    fn at(&mut self, span: Span) -> Span {
        if span.is_defined() {
            std::mem::replace(&mut self.draft.span, span)
        } else {
            self.draft.span
        }
    }

    /// Adds a probe that records if the condition is true here at run time.
    fn probe(&mut self, kind: ProbeKind, condition: impl FnOnce() -> Expr) {
        let Some(buffer) = self.probe_buffer else {
            return;
        };
        let place = self.lines.place(self.draft.span);
        let probe = Probe { kind, place };
        let known = self.probes.iter().position(|p| *p == probe);
        let number = known.unwrap_or_else(|| {
            self.probes.push(probe);
            self.probes.len() - 1
        });
        self.draft.open();
        let result = self.draft.local("noted", Type::U32, None);
        self.draft.push(Node::Atomic {
            op: AtomicOp::Or,
            buffer,
            index: Expr::u32(number as u32),
            value: Expr::u32(1),
            expected: None,
            result,
        });
        let then = self.draft.close();
        self.draft.condition(condition(), then, vec![]);
    }
}

impl Data {
    fn new(shape: impl Into<Rc<Shape>>, leaves: Vec<Expr>) -> Self {
        let shape = shape.into();
        Self { shape, leaves }
    }

    fn scalar(leaf: Expr) -> Self {
        Self::new(Shape::Scalar(leaf.ty), vec![leaf])
    }

    /// The zero value of this shape.
    fn zero(shape: Rc<Shape>) -> Self {
        let leaves = shape.leaves(shape::Packing::Dense).into_iter();
        let leaves = leaves.map(|(_, ty)| Expr::literal(ty, 0)).collect();
        Self { shape, leaves }
    }

    /// The first scalar, which is the only one of a scalar shape.
    fn leaf(&self) -> Expr {
        self.leaves.first().cloned().unwrap_or_else(|| Expr::u32(0))
    }

    /// The type of the scalars; that of the first one if they differ.
    fn ty(&self) -> Type {
        self.leaves.first().map_or(Type::U32, |leaf| leaf.ty)
    }
}
