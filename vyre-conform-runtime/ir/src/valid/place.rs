//! A place in a function, as a rule sees it.

use super::linked::LinkedModule;
use super::scope::Scope;
use super::uniformity::{PartialBarriers, unreached};
use crate::{BufferDecl, BufferId, Function, Local, LocalId, Node, Program};

/// A place in a function.
pub(super) struct At<'a> {
    pub(super) linked: &'a LinkedModule<'a>,
    pub(super) function: &'a Function,
    /// The number of the function in the module.
    pub(super) number: usize,
    /// The program whose kernel this function is; `None` in every other function.
    pub(super) program: Option<&'a Program>,
    pub(super) scope: Scope,
    unreached: PartialBarriers,
    /// Loops around this place.
    pub(super) loops: usize,
    /// True if it is in the head or the step of a `While`, however deep.
    pub(super) beside_body: bool,
    /// Blocks around this place.
    pub(super) nodes: usize,
    /// Levels of statements around this place, as [`own_levels`](crate::own_levels) counts them.
    pub(super) statements: usize,
    /// Expressions around this place, this one included.
    pub(super) expressions: usize,
    pub(super) path: Vec<(&'static str, usize)>,
}

impl<'a> At<'a> {
    /// The beginning of a function.
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

    /// A local that exists, whether or not it is visible.
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

    /// The reason why only a part of a workgroup may reach a barrier, if so.
    pub(super) fn unreached(&self, barrier: &Node) -> Option<&str> {
        self.unreached.reason(barrier)
    }

    /// The name of a local with its number, for messages.
    pub(super) fn name(&self, local: LocalId) -> String {
        match self.local(local) {
            Some(known) => format!("`{}` (local {})", known.name, local.0),
            None => format!("local {}", local.0),
        }
    }

    /// Where this is, such as `body[2].then[0].value.operand[1]`. A part that follows itself more than twice is
    /// written once, with its number: `body[0].result[0].operand[0] (63 times)`.
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
