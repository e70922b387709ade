//! Kernel-only operations: buffer accesses, ids, and synchronisation.
//!
//! An index that is not provably in range is checked in the text: a load reads an existing cell and
//! returns zero instead of its value, and a store or an atomic step is inside an `if`. Nothing relies
//! on an implementation's out-of-bounds behaviour.

use super::names::literal;
use super::scope::Writer;
use super::text::Text;
use super::walk::each_node;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_ir::{
    Access, AtomicOp, BufferDecl, BufferId, Expr, ExprKind, LocalId, Node, Program, Type,
};

/// The context of a kernel's text.
#[derive(Clone, Debug)]
pub(super) struct KernelContext<'a> {
    pub(super) program: &'a Program,
    /// A name for each buffer.
    pub(super) names: Vec<String>,
    /// The buffers with atomics: every access to them is atomic.
    pub(super) atomic: BTreeSet<BufferId>,
    /// The names of the ids: invocation, workgroup, local.
    pub(super) ids: [String; 3],
    /// Names of buffer lengths, for those with one.
    pub(super) lengths: BTreeMap<BufferId, String>,
    /// Names of the load functions of buffers, for those with one.
    pub(super) loads: BTreeMap<BufferId, String>,
    /// The functions with hand-written texts, by index.
    pub(super) hand_written: BTreeSet<usize>,
}

impl KernelContext<'_> {
    pub(super) fn decl(&self, buffer: BufferId) -> &BufferDecl {
        &self.program.buffers[buffer.0 as usize]
    }
}

/// The buffers on which a kernel uses atomics.
pub(super) fn atomic_buffers(nodes: &[Node]) -> BTreeSet<BufferId> {
    let mut atomics = BTreeSet::new();
    each_node(nodes, &mut |node| {
        if let Node::Atomic { buffer, .. } = node {
            atomics.insert(*buffer);
        }
    });
    atomics
}

/// A place in a buffer: an index, and true if it needs no check.
struct CheckedIndex {
    index: Text,
    in_range: bool,
}

impl<'a> Writer<'a> {
    /// The enclosing program; by rule V110 only its kernel needs it.
    pub(super) fn around(&self) -> &'a KernelContext<'a> {
        self.kernel
            .unwrap_or_else(|| unreachable!("rule V110: only kernels touch buffers"))
    }

    /// An id, as a component of a builtin value.
    pub(super) fn id(&mut self, kind: &ExprKind) -> Text {
        let (which, axis) = match kind {
            ExprKind::WorkgroupId(axis) => (1, axis),
            ExprKind::LocalInvocationId(axis) => (2, axis),
            ExprKind::InvocationId(axis) => (0, axis),
            _ => unreachable!("asked of ids alone"),
        };
        let name = self.around().ids[which].clone();
        Text::primary(name).member(["x", "y", "z"][axis.0 as usize])
    }

    /// The number of elements of a buffer.
    pub(super) fn length(&mut self, buffer: BufferId) -> Text {
        let around = self.around();
        match fixed_count(around.decl(buffer)) {
            Some(count) => Text::primary(literal(Type::U32, count.into())),
            None => {
                let call = || format!("arrayLength(&{})", around.names[buffer.0 as usize]);
                Text::primary(around.lengths.get(&buffer).cloned().unwrap_or_else(call))
            }
        }
    }

    /// True if an index is certainly in range.
    fn is_in_range(&self, buffer: BufferId, index: &Expr) -> bool {
        match fixed_count(self.around().decl(buffer)) {
            Some(count) => self.ranges.upper_bound(index) < u64::from(count),
            None => self.ranges.is_inside(index, buffer),
        }
    }

    fn place(&mut self, buffer: BufferId, index: &Expr) -> CheckedIndex {
        let in_range = self.is_in_range(buffer, index);
        let text = self.expr(index);
        let index = if in_range {
            text
        } else {
            self.shared(text, "index")
        };
        CheckedIndex { index, in_range }
    }

    /// The check that an index is in range, as text.
    fn inside(&mut self, buffer: BufferId, index: Text) -> Text {
        let length = self.length(buffer);
        Text::binary("<", index, length)
    }

    /// An element; zero out of bounds.
    pub(super) fn load(&mut self, buffer: BufferId, index: &Expr) -> Text {
        self.touch(buffer);
        let text = self.expr(index);
        if self.is_in_range(buffer, index) {
            return self.read_cell(buffer, text, self.ranges.constant(index));
        }
        if let Some(function) = self.around().loads.get(&buffer) {
            return Text::call(function, vec![text]);
        }
        let index = self.shared(text, "index");
        self.checked_load(buffer, index)
    }

    /// An element at a repeatable index; zero out of bounds.
    pub(super) fn checked_load(&mut self, buffer: BufferId, index: Text) -> Text {
        let element = self.around().decl(buffer).element.loaded();
        let zero = Text::primary(literal(element, 0));
        let inside = self.inside(buffer, index.clone());
        let last = match fixed_count(self.around().decl(buffer)) {
            Some(count) => Text::primary(literal(Type::U32, u64::from(count) - 1)),
            None => Text::binary("-", self.length(buffer), Text::primary("1u")),
        };
        let nearest = Text::call("min", vec![index, last]);
        let value = self.read_cell(buffer, nearest, None);
        Text::call("select", vec![zero, value, inside])
    }

    /// The value of an existing cell.
    fn read_cell(&mut self, buffer: BufferId, index: Text, constant: Option<u64>) -> Text {
        let around = self.around();
        let decl = around.decl(buffer);
        let cell = match decl.access {
            Access::Uniform => self.uniform_cell(buffer, index, constant),
            _ => Text::index(&around.names[buffer.0 as usize], index),
        };
        if around.atomic.contains(&buffer) {
            return Text::call("atomicLoad", vec![reference(cell)]);
        }
        match decl.element {
            Type::Bool => Text::binary("!=", cell, Text::primary("0u")),
            _ => cell,
        }
    }

    /// Reads a uniform array, whose 16-byte steps are full of elements, so that the host's words need
    /// no padding.
    fn uniform_cell(&mut self, buffer: BufferId, index: Text, constant: Option<u64>) -> Text {
        let around = self.around();
        let name = &around.names[buffer.0 as usize];
        let words = around.decl(buffer).element.words() as u64;
        let number = |n: u64| Text::primary(literal(Type::U32, n));
        let per_step = 4 / words;
        if per_step == 1 {
            return Text::index(name, index);
        }
        if let Some(position) = constant {
            let step = Text::index(name, number(position / per_step));
            let lanes = ["x", "y", "z", "w", "xy", "zw"];
            let first = if words == 1 { 0 } else { 4 };
            return step.member(lanes[first + (position % per_step) as usize]);
        }
        let index = self.shared(index, "index");
        let shift = if words == 1 { 2 } else { 1 };
        let step = Text::index(name, Text::binary(">>", index.clone(), number(shift)));
        let lane = Text::binary("&", index, number(per_step - 1));
        if words == 1 {
            return Text::index(&step.into_string(), lane);
        }
        let second = Text::binary("!=", Text::call("", vec![lane]), number(0));
        let halves = [step.clone().member("xy"), step.member("zw")];
        let [low, high] = halves;
        Text::call("select", vec![low, high, second])
    }

    /// Writes an element; no effect out of bounds.
    pub(super) fn store(&mut self, buffer: BufferId, index: &Expr, value: &Expr) {
        self.touch(buffer);
        let place = self.place(buffer, index);
        let value = self.expr(value);
        let value = match self.around().decl(buffer).element {
            Type::Bool => Text::call("u32", vec![value]),
            _ => value,
        };
        let around = self.around();
        let cell = Text::index(&around.names[buffer.0 as usize], place.index.clone());
        let line = if around.atomic.contains(&buffer) {
            Text::call("atomicStore", vec![reference(cell), value]).into_string() + ";"
        } else {
            format!("{} = {};", cell.into_string(), value.into_string())
        };
        self.checked(buffer, place, |w| w.line(line));
    }

    /// The output of `write`, conditional on the existence of a place.
    fn checked(&mut self, buffer: BufferId, place: CheckedIndex, write: impl FnOnce(&mut Self)) {
        if place.in_range {
            return write(self);
        }
        let inside = self.inside(buffer, place.index).into_string();
        self.line(format!("if {inside} {{"));
        self.nested(write);
        self.line("}");
    }

    /// One atomic step; out of bounds it has no effect and returns 0.
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        (buffer, index): (BufferId, &Expr),
        value: &Expr,
        expected: Option<&Expr>,
        result: LocalId,
    ) {
        self.touch(buffer);
        let requested = self.is_read(result);
        let place = self.place(buffer, index);
        let is_load = op.is_load(value);
        let value = self.expr(value);
        let name = &self.around().names[buffer.0 as usize];
        let cell = reference(Text::index(name, place.index.clone()));
        let Some(expected) = expected else {
            let step = if is_load {
                Text::call("atomicLoad", vec![cell])
            } else {
                Text::call(function(op), vec![cell, value])
            };
            let step = step.into_string();
            if place.in_range && requested {
                let name = self.bind(result);
                return self.line(format!("let {name} = {step};"));
            }
            let assigned = requested.then(|| self.zero(result));
            return self.checked(buffer, place, |w| match assigned {
                Some(name) => w.line(format!("{name} = {step};")),
                None => w.line(format!("{step};")),
            });
        };
        let value = self.shared(value, "value");
        let expected = self.expr(expected);
        let expected = self.shared(expected, "expected");
        // The previous value also decides about a retry.
        let name = self.zero(result);
        self.checked(buffer, place, |w| w.exchange(&name, cell, expected, value));
    }

    /// A zero variable that receives the previous value of a step.
    fn zero(&mut self, result: LocalId) -> String {
        let name = self.bind(result);
        self.line(format!("var {name} = 0u;"));
        name
    }

    /// A compare-exchange. WGSL's weak version may fail although the values are equal; such a failure
    /// changes nothing, does not exist in the IR, and is retried.
    fn exchange(&mut self, before: &str, cell: Text, expected: Text, value: Text) {
        let attempt = self.fresh("attempt");
        let expected = expected.into_string();
        let step = Text::call(
            "atomicCompareExchangeWeak",
            vec![cell, Text::primary(expected.clone()), value],
        );
        self.line("loop {");
        self.nested(|w| {
            w.line(format!("let {attempt} = {};", step.into_string()));
            w.line(format!("{before} = {attempt}.old_value;"));
            w.line(format!(
                "if {attempt}.exchanged || {before} != {expected} {{"
            ));
            w.nested(|w| w.line("break;"));
            w.line("}");
        });
        self.line("}");
    }
}

/// The number of elements of a buffer, if the text states it. WGSL has no empty arrays, and no host
/// binds an empty buffer.
pub(super) fn fixed_count(buffer: &BufferDecl) -> Option<u32> {
    buffer.count.filter(|count| *count > 0)
}

fn reference(cell: Text) -> Text {
    cell.prefixed("&")
}

fn function(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Add => "atomicAdd",
        AtomicOp::Or => "atomicOr",
        AtomicOp::And => "atomicAnd",
        AtomicOp::Xor => "atomicXor",
        AtomicOp::Min => "atomicMin",
        AtomicOp::Max => "atomicMax",
        AtomicOp::Exchange => "atomicExchange",
        AtomicOp::CompareExchange => "atomicCompareExchangeWeak",
    }
}
