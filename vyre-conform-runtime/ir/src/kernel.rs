//! Construction of programs: a [`Kernel`] collects buffers and statements and returns a [`Program`].

mod calls;
mod loops;

use super::{
    Access, AtomicOp, BufferDecl, BufferId, Callee, Expr, ExprKind, FunctionBuilder, LocalId, Node,
    Program, Type, Var,
};

/// A buffer of a kernel under construction. It is `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// The buffer.
    pub id: BufferId,
    /// Type of an element.
    pub element: Type,
}

impl Buffer {
    /// The element at an index; zero out of bounds.
    pub fn at(self, index: impl Into<Expr>) -> Expr {
        Expr {
            ty: self.element.loaded(),
            kind: ExprKind::Load(self.id, Box::new(index.into())),
        }
    }

    /// The number of elements.
    pub const fn len(self) -> Expr {
        Expr {
            ty: Type::U32,
            kind: ExprKind::BufferLength(self.id),
        }
    }
}

/// A program under construction: buffers, then statements in order. Nothing is checked here; validation
/// checks the finished program and names every violation.
///
/// ```
/// use vyre_conform_ir::{Axis, Expr, Kernel, Operand, Type};
/// use vyre_conform_ir::valid::{Limits, validate_program};
///
/// let mut k = Kernel::new("increment", [64, 1, 1]);
/// let data = k.read_write("data", Type::U32);
/// let i = k.bind("i", Expr::invocation_id(Axis::X));
/// k.when(i.less(data.len()), |k| k.store(data, i, data.at(i) + 1));
/// let valid = validate_program(k.finish(), &(), &Limits::WEBGPU);
/// assert!(valid.is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Kernel {
    name: String,
    workgroup_size: [u32; 3],
    buffers: Vec<BufferDecl>,
    callees: Vec<Callee>,
    function: FunctionBuilder,
    /// The open blocks, innermost last.
    blocks: Vec<Vec<Node>>,
}

impl Kernel {
    /// A kernel with this name and workgroup size.
    pub fn new(name: &str, workgroup_size: [u32; 3]) -> Self {
        Self {
            name: name.to_owned(),
            workgroup_size,
            buffers: vec![],
            callees: vec![],
            function: FunctionBuilder::new(name, vec![]),
            blocks: vec![vec![]],
        }
    }

    /// A buffer that the host fills and the program reads, at the next binding.
    pub fn read_only(&mut self, name: &str, element: Type) -> Buffer {
        self.buffer(name, Access::ReadOnly, element, None)
    }

    /// A buffer that the program reads and writes, at the next binding.
    pub fn read_write(&mut self, name: &str, element: Type) -> Buffer {
        self.buffer(name, Access::ReadWrite, element, None)
    }

    /// A small buffer of `count` elements that the program reads, at the next binding.
    pub fn uniform(&mut self, name: &str, element: Type, count: u32) -> Buffer {
        self.buffer(name, Access::Uniform, element, Some(count))
    }

    /// Workgroup memory of `count` elements.
    pub fn workgroup(&mut self, name: &str, element: Type, count: u32) -> Buffer {
        self.buffer(name, Access::Workgroup, element, Some(count))
    }

    /// A buffer of any kind; one that the host binds gets the next free binding.
    pub fn buffer(
        &mut self,
        name: &str,
        access: Access,
        element: Type,
        count: Option<u32>,
    ) -> Buffer {
        let bound = |b: &&BufferDecl| b.access != Access::Workgroup;
        let bound = self.buffers.iter().filter(bound).map(|b| b.binding);
        let used: Vec<u32> = bound.collect();
        // A convention may have declared a buffer above a gap.
        let mut binding = used.len() as u32;
        while used.contains(&binding) {
            binding += 1;
        }
        if access == Access::Workgroup {
            binding = 0;
        }
        self.declare(BufferDecl {
            name: name.to_owned(),
            binding,
            access,
            element,
            count,
        })
    }

    /// Adds a declared buffer, at its own binding.
    pub fn declare(&mut self, decl: BufferDecl) -> Buffer {
        let id = BufferId(self.buffers.len() as u32);
        let element = decl.element;
        self.buffers.push(decl);
        Buffer { id, element }
    }

    /// The declared number of elements, if it is known before the program runs.
    pub(crate) fn count_of(&self, buffer: Buffer) -> Option<u32> {
        self.buffers.get(buffer.id.0 as usize)?.count
    }

    /// Appends any node.
    pub fn push(&mut self, node: Node) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(node);
        }
    }

    /// Names a value.
    pub fn bind(&mut self, name: &str, value: impl Into<Expr>) -> Var {
        self.let_node(name, value.into(), false)
    }

    /// A variable with an initial value that may be assigned.
    pub fn variable(&mut self, name: &str, value: impl Into<Expr>) -> Var {
        self.let_node(name, value.into(), true)
    }

    fn let_node(&mut self, name: &str, value: Expr, mutable: bool) -> Var {
        let ty = value.ty;
        let local = self.function.local(name, ty);
        self.push(Node::Let {
            local,
            value,
            mutable,
        });
        Var { local, ty }
    }

    /// Assigns a new value to a variable.
    pub fn assign(&mut self, variable: Var, value: impl Into<Expr>) {
        self.push(Node::Assign {
            local: variable.local,
            value: value.into(),
        });
    }

    /// A private array of every invocation, initialised to zeros.
    pub fn array(&mut self, name: &str, element: Type, len: u32) -> LocalId {
        let local = self.function.array(name, element, len);
        self.push(Node::Declare { local });
        local
    }

    /// Writes an element of a private array.
    pub fn store_element(
        &mut self,
        array: LocalId,
        index: impl Into<Expr>,
        value: impl Into<Expr>,
    ) {
        self.push(Node::StoreElement {
            array,
            index: index.into(),
            value: value.into(),
        });
    }

    /// A constant table; read it with [`Expr::table_element`].
    pub fn table(&mut self, name: &str, element: Type, data: Vec<u64>) -> u32 {
        self.function.table(name, element, data)
    }

    /// Writes an element of a buffer; out of bounds it does nothing.
    pub fn store(&mut self, buffer: Buffer, index: impl Into<Expr>, value: impl Into<Expr>) {
        self.push(Node::Store {
            buffer: buffer.id,
            index: index.into(),
            value: value.into(),
        });
    }

    /// Changes an element in one atomic step and returns its previous value.
    pub fn atomic(
        &mut self,
        op: AtomicOp,
        buffer: Buffer,
        index: impl Into<Expr>,
        value: impl Into<Expr>,
    ) -> Var {
        self.atomic_node(op, buffer, index.into(), value.into(), None)
    }

    /// Reads an element atomically, when other invocations change it atomically: the step `or` with 0.
    /// Lowerings emit it as an atomic load, which is faster than a step that writes.
    pub fn atomic_load(&mut self, buffer: Buffer, index: impl Into<Expr>) -> Var {
        self.atomic(AtomicOp::Or, buffer, index, 0)
    }

    /// Writes `value` if the element equals `expected`, in one atomic step, and returns the previous
    /// value.
    pub fn compare_exchange(
        &mut self,
        buffer: Buffer,
        index: impl Into<Expr>,
        expected: impl Into<Expr>,
        value: impl Into<Expr>,
    ) -> Var {
        let expected = Some(expected.into());
        let op = AtomicOp::CompareExchange;
        self.atomic_node(op, buffer, index.into(), value.into(), expected)
    }

    fn atomic_node(
        &mut self,
        op: AtomicOp,
        buffer: Buffer,
        index: Expr,
        value: Expr,
        expected: Option<Expr>,
    ) -> Var {
        let result = self.function.local("before", Type::U32);
        self.push(Node::Atomic {
            op,
            buffer: buffer.id,
            index,
            value,
            expected,
            result,
        });
        Var {
            local: result,
            ty: Type::U32,
        }
    }

    /// Synchronises the workgroup.
    pub fn barrier(&mut self) {
        self.push(Node::Barrier);
    }

    /// Ends the invocation.
    pub fn finish_invocation(&mut self) {
        self.push(Node::Return(vec![]));
    }

    /// A block that runs if the condition is true.
    pub fn when(&mut self, condition: impl Into<Expr>, then: impl FnOnce(&mut Self)) {
        self.when_else(condition, then, |_| {});
    }

    /// One of two blocks.
    pub fn when_else(
        &mut self,
        condition: impl Into<Expr>,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let then = self.inside(then);
        let otherwise = self.inside(otherwise);
        self.push(Node::If {
            condition: condition.into(),
            then,
            otherwise,
        });
    }

    /// Collects the nodes that `write` appends.
    fn inside(&mut self, write: impl FnOnce(&mut Self)) -> Vec<Node> {
        self.blocks.push(vec![]);
        write(self);
        self.blocks.pop().unwrap_or_default()
    }

    /// Returns the program.
    pub fn finish(mut self) -> Program {
        let body = self.blocks.pop().unwrap_or_default();
        Program {
            name: self.name,
            buffers: self.buffers,
            workgroup_size: self.workgroup_size,
            entry: self.function.finish(body),
            callees: self.callees,
        }
    }
}
