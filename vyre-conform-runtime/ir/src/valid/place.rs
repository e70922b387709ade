//! The place of a check in a function.

use super::linked::LinkedModule;
use super::scope::Scope;
use super::uniformity::{PartialBarriers, unreached};
use crate::{BufferDecl, BufferId, Function, Local, LocalId, Node, Program};

/// A place in a function, with its context.
pub(super) struct Location<'a> {
    pub(super) linked: &'a LinkedModule<'a>,
    pub(super) function: &'a Function,
    /// The index of the function in the module.
    pub(super) number: usize,
    /// The program whose kernel this function is; `None` in every other function.
    pub(super) program: Option<&'a Program>,
    pub(super) scope: Scope,
    unreached: PartialBarriers,
    /// Number of enclosing loops.
    pub(super) loops: usize,
    /// True inside the head or the step of a `While`, at any depth.
    pub(super) beside_body: bool,
    /// Number of enclosing blocks.
    pub(super) nodes: usize,
    /// Number of enclosing levels of statements, as [`own_levels`](crate::own_levels) counts them.
    pub(super) statements: usize,
    /// Number of enclosing expressions, this one included.
    pub(super) expressions: usize,
    pub(super) path: Vec<(&'static str, usize)>,
}

impl<'a> Location<'a> {
    /// The start of a function.
    pub(super) fn new(linked: &'a LinkedModule<'a>, number: usize) -> Self {
        let function = &linked.module.functions[number];
        let entry = linked.module.entry.0 as usize;
        let program = linked.program.filter(|_| number == entry);
        Self {
            linked,
            function,
            number,
            program,
            scope: Scope::new(function.locals.len()),
            unreached: program.map_or_else(PartialBarriers::default, |p| unreached(p, function)),
            loops: 0,
            beside_body: false,
            nodes: 0,
            statements: 1,
            expressions: 0,
            path: vec![],
        }
    }

    /// A local that exists, visible or not.
    pub(super) fn local(&self, local: LocalId) -> Option<&'a Local> {
        self.function.locals.get(local.0 as usize)
    }

    /// A local that exists and is not an array.
    pub(super) fn single(&self, local: LocalId) -> Option<&'a Local> {
        self.local(local).filter(|l| l.len.is_none())
    }

    /// A local array that exists.
    pub(super) fn array(&self, local: LocalId) -> Option<&'a Local> {
        self.local(local).filter(|l| l.len.is_some())
    }

    /// A buffer that exists, in the kernel of a program.
    pub(super) fn buffer(&self, buffer: BufferId) -> Option<&'a BufferDecl> {
        self.program?.buffer(buffer)
    }

    /// The reason why only some invocations of a workgroup may reach a barrier, if that is so.
    pub(super) fn unreached(&self, barrier: &Node) -> Option<&str> {
        self.unreached.reason(barrier)
    }

    /// The name of a local with its index, for messages.
    pub(super) fn name(&self, local: LocalId) -> String {
        match self.local(local) {
            Some(cached) => format!("`{}` (local {})", cached.name, local.0),
            None => format!("local {}", local.0),
        }
    }

    /// The path to this place, such as `body[2].then[0].value.operand[1]`. A part that repeats more
    /// than twice is written once with a count: `body[0].result[0].operand[0] (63 times)`.
    pub(super) fn place(&self) -> String {
        let repeated = self.path.chunk_by(|a, b| a == b);
        let parts = repeated.flat_map(|same| {
            let (part, k) = same[0];
            let text = match part {
                "body" | "then" | "otherwise" | "head" | "step" | "block" | "operand"
                | "argument" | "result" => format!("{part}[{k}]"),
                part => part.to_owned(),
            };
            match same.len() {
                n @ ..=2 => vec![text; n],
                n => vec![format!("{text} ({n} times)")],
            }
        });
        parts.collect::<Vec<_>>().join(".")
    }
}
