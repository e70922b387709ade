//! The environment of a kernel: buffers and ids.

use super::Dialect;
use super::function::Writer;
use super::names::{type_name, word};
use super::text::Text;
use std::collections::BTreeSet;
use vyre_conform_ir::{Access, Axis, BufferId, Expr, ExprKind, Node, Program};

/// A buffer in the text.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub(super) name: String,
    /// The number of its elements.
    pub(super) length: String,
    pub(super) kind: Kind,
}

/// The access to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No invocation writes it.
    Constant,
    /// Any invocation of the dispatch may write it.
    Written,
    /// Like `Written`, with atomics.
    Stepped,
    /// Memory of the workgroup.
    Shared,
}

/// The enclosing program of a kernel.
#[derive(Debug)]
pub(super) struct ProgramContext<'a> {
    pub(super) program: &'a Program,
    /// By index.
    pub(super) buffers: Vec<Buffer>,
    /// Names of the ids in use: of an invocation, a workgroup or an invocation in it, with the axis.
    pub(super) ids: Vec<(&'static str, Axis, String)>,
    /// True if an invocation stops at barriers and is resumed after them.
    pub(super) resumed: bool,
}

/// The access to each buffer.
pub(super) fn kinds(program: &Program) -> Vec<Kind> {
    let mut stepped = BTreeSet::new();
    steps(&program.entry.body, &mut stepped);
    let kind = |(id, access)| match access {
        Access::Workgroup => Kind::Shared,
        Access::ReadWrite if stepped.contains(&BufferId(id)) => Kind::Stepped,
        Access::ReadWrite => Kind::Written,
        _ => Kind::Constant,
    };
    let accesses = program.buffers.iter().map(|decl| decl.access);
    (0..).zip(accesses).map(kind).collect()
}

fn steps(nodes: &[Node], ids_used: &mut BTreeSet<BufferId>) {
    for node in nodes {
        if let Node::Atomic { buffer, .. } = node {
            ids_used.insert(*buffer);
        }
        node.for_each_part(|_| {}, |block| steps(block, ids_used));
    }
}

/// The ids that nodes use.
pub(super) fn ids(nodes: &[Node]) -> BTreeSet<(&'static str, Axis)> {
    let mut ids_used = BTreeSet::new();
    in_nodes(nodes, &mut ids_used);
    ids_used
}

fn in_nodes(nodes: &[Node], ids_used: &mut BTreeSet<(&'static str, Axis)>) {
    for node in nodes {
        let mut exprs = vec![];
        let mut blocks = vec![];
        node.for_each_part(|e| exprs.push(e), |b| blocks.push(b));
        exprs.into_iter().for_each(|e| in_expr(e, ids_used));
        blocks.into_iter().for_each(|b| in_nodes(b, ids_used));
    }
}

fn in_expr(expr: &Expr, ids_used: &mut BTreeSet<(&'static str, Axis)>) {
    match expr.kind {
        ExprKind::InvocationId(axis) => _ = ids_used.insert(("invocation", axis)),
        ExprKind::WorkgroupId(axis) => _ = ids_used.insert(("workgroup", axis)),
        ExprKind::LocalInvocationId(axis) => _ = ids_used.insert(("local", axis)),
        _ => expr.for_each_operand(|operand| in_expr(operand, ids_used)),
    }
}

/// An id in the dialect.
pub(super) fn id_text(id: &str, axis: Axis, size: [u32; 3], dialect: Dialect) -> String {
    let k = usize::from(axis.0);
    let letter = ["x", "y", "z"][k];
    let (workgroup, local) = match dialect {
        Dialect::C11 => (format!("workgroup_of[{k}]"), format!("local_of[{k}]")),
        Dialect::OpenCl => (
            format!("(u32)get_group_id({k})"),
            format!("(u32)get_local_id({k})"),
        ),
        Dialect::Cuda => (format!("blockIdx.{letter}"), format!("threadIdx.{letter}")),
    };
    match id {
        "workgroup" => workgroup,
        "local" => local,
        _ => format!("{workgroup} * {} + {local}", word(size[k])),
    }
}

impl Writer<'_, '_> {
    pub(super) fn buffer(&self, buffer: BufferId) -> Buffer {
        let around = self.program.expect("rule V110: only kernels touch buffers");
        around.buffers[buffer.0 as usize].clone()
    }

    pub(super) fn id(&self, id: &str, axis: Axis) -> Text {
        let around = self.program.expect("rule V110: only kernels have ids");
        let mut named = around.ids.iter();
        let ids_used = named.find(|(i, a, _)| *i == id && *a == axis);
        Text::primary(ids_used.map_or(String::new(), |(_, _, name)| name.clone()))
    }

    fn element_type(&self, buffer: BufferId) -> &'static str {
        let around = self.program.expect("rule V110: only kernels touch buffers");
        type_name(around.program.buffers[buffer.0 as usize].element.loaded())
    }

    /// An element of a buffer; zero out of bounds.
    pub(super) fn load(&mut self, buffer: BufferId, index: Text) -> Text {
        let Buffer { name, length, kind } = self.buffer(buffer);
        let stem = match kind {
            Kind::Constant => "load",
            Kind::Written => "read",
            Kind::Stepped => "peek",
            Kind::Shared => "shared",
        };
        let ty = self.element_type(buffer);
        let function = self.unit.need(&format!("{stem}_{ty}"));
        Text::call(
            &function,
            [Text::primary(name), Text::primary(length), index],
        )
    }

    /// Writes an element of a buffer; no effect out of bounds.
    pub(super) fn store(&mut self, buffer: BufferId, index: Text, value: Text) {
        let Buffer { name, length, kind } = self.buffer(buffer);
        let stem = match kind {
            Kind::Stepped => "poke",
            Kind::Shared => "share",
            _ => "store",
        };
        let ty = self.element_type(buffer);
        let function = self.unit.need(&format!("{stem}_{ty}"));
        let args = [Text::primary(name), Text::primary(length), index, value];
        let call = Text::call(&function, args).into_string();
        self.line(format!("{call};"));
    }
}
