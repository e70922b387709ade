//! Programs: a kernel, its buffers, and its callees.

use super::node::renumber;
use super::{Function, FunctionBuilder, FunctionId, HardwareOp, Module, Type};
use std::cmp::Ordering;

/// A buffer of its program, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub u32);

/// One of the three axes of a dispatch: 0, 1 or 2 for x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axis(pub u8);

impl Axis {
    /// The first axis.
    pub const X: Self = Self(0);
    /// The second axis.
    pub const Y: Self = Self(1);
    /// The third axis.
    pub const Z: Self = Self(2);
}

/// Access to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Access {
    /// The host supplies the contents; the program reads them.
    ReadOnly,
    /// The program reads and writes. The initial contents are zeros unless the host supplies them, and
    /// the host gets the final contents.
    ReadWrite,
    /// Like `ReadOnly`, with at most 64 KiB.
    Uniform,
    /// Memory of one workgroup, initially zero; invisible to the host.
    Workgroup,
}

impl Access {
    /// Every access.
    pub const ALL: &'static [Self] = &[
        Self::ReadOnly,
        Self::ReadWrite,
        Self::Uniform,
        Self::Workgroup,
    ];

    /// The name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::ReadWrite => "read_write",
            Self::Uniform => "uniform",
            Self::Workgroup => "workgroup",
        }
    }
}

/// The declaration of a buffer in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferDecl {
    /// Name, unique in the program.
    pub name: String,
    /// Number by which the host binds it, unique in the program; unused and 0 for a workgroup buffer.
    pub binding: u32,
    /// The access of the program.
    pub access: Access,
    /// Type of an element.
    pub element: Type,
    /// Number of elements (words for a buffer of bytes); `None` if the host decides it. Uniform and
    /// workgroup buffers have a count.
    pub count: Option<u32>,
}

/// A callee of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function of the program; its own calls are indices into the program's callees.
    Function(Function),
    /// A library op, by id. Linking replaces it by its body.
    Op(String),
}

/// A kernel with its buffers. Every invocation of a dispatch runs `entry`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name, for messages and texts.
    pub name: String,
    /// The buffers.
    pub buffers: Vec<BufferDecl>,
    /// Invocations of a workgroup along each axis.
    pub workgroup_size: [u32; 3],
    /// The kernel: a function without parameters and results.
    pub entry: Function,
    /// The callees of the kernel and the functions, by index ([`FunctionId`]).
    pub callees: Vec<Callee>,
}

impl Program {
    /// The buffer with this id, if it exists.
    pub fn buffer(&self, id: BufferId) -> Option<&BufferDecl> {
        self.buffers.get(id.0 as usize)
    }

    /// The buffers that the host binds, ascending by binding, with their ids.
    pub fn bound(&self) -> Vec<(BufferId, &BufferDecl)> {
        let mut bound: Vec<_> = (0..)
            .map(BufferId)
            .zip(&self.buffers)
            .filter(|(_, decl)| decl.access != Access::Workgroup)
            .collect();
        bound.sort_by_key(|(id, decl)| (decl.binding, *id));
        bound
    }

    /// Invocations per workgroup, all axes together; saturates.
    pub fn invocations(&self) -> u64 {
        let axes = self.workgroup_size.iter().map(|n| u64::from(*n));
        axes.fold(1, u64::saturating_mul)
    }

    /// The module of the kernel and all its callees: the callees under their indices, then the kernel,
    /// then the functions that the bodies of ops call. A callee that `library` does not contain becomes
    /// an empty function of the same name, without parameters and results; validation rejects it.
    pub fn link(&self, library: &dyn Library) -> Module {
        let entry = FunctionId(self.callees.len() as u32);
        let mut functions: Vec<Function> = vec![];
        let mut appended: Vec<Function> = vec![];
        for (slot, callee) in (0..).zip(&self.callees) {
            functions.push(match callee {
                Callee::Function(function) => function.clone(),
                Callee::Op(id) => match library.find(id) {
                    Some(OpBody::Inlinable(module) | OpBody::Hardware { module, .. }) => {
                        let first = entry.0 + 1 + appended.len() as u32;
                        // The op gets the callee's index; its other functions follow the kernel.
                        let number = |id: FunctionId| match id.0.cmp(&module.entry.0) {
                            Ordering::Less => FunctionId(first + id.0),
                            Ordering::Equal => FunctionId(slot),
                            Ordering::Greater => FunctionId(first + id.0 - 1),
                        };
                        let mut linked = module.functions.clone();
                        for function in &mut linked {
                            renumber(&mut function.body, &number);
                        }
                        let op = linked.remove(module.entry.0 as usize);
                        appended.extend(linked);
                        op
                    }
                    _ => FunctionBuilder::new(id, vec![]).finish(vec![]),
                },
            });
        }
        functions.push(self.entry.clone());
        functions.extend(appended);
        Module { functions, entry }
    }
}

impl Module {
    /// The functions as a program without buffers, for the wire format. The entry of such a program is
    /// the module's entry, and may have parameters and results, unlike that of an executable program.
    /// [`Program::link`] restores the functions, with the entry last.
    ///
    /// # Panics
    /// If the module has no entry.
    pub fn to_program(&self) -> Program {
        let mut functions = self.functions.clone();
        let entry = self.entry;
        // No function calls the entry: there is no recursion.
        let number = |id: FunctionId| match id.0.cmp(&entry.0) {
            Ordering::Greater => FunctionId(id.0 - 1),
            _ => id,
        };
        for function in &mut functions {
            renumber(&mut function.body, &number);
        }
        let entry = functions.remove(entry.0 as usize);
        Program {
            name: entry.name.clone(),
            buffers: vec![],
            workgroup_size: [1, 1, 1],
            entry,
            callees: functions.into_iter().map(Callee::Function).collect(),
        }
    }
}

/// A source of ops by id.
pub trait Library {
    /// The op with this id.
    fn find(&self, id: &str) -> Option<OpBody<'_>>;
}

/// A library's entry for an op.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OpBody<'a> {
    /// The body, which can be inlined.
    Inlinable(&'a Module),
    /// An op that is one hardware feature: the body of its reference, which lowerings replace by a
    /// hand-written text.
    Hardware {
        /// The body of the reference.
        module: &'a Module,
        /// The op with its texts.
        op: HardwareOp,
    },
    /// The reason why it cannot be inlined.
    Opaque(String),
}

/// A library without ops.
impl Library for () {
    fn find(&self, _: &str) -> Option<OpBody<'_>> {
        None
    }
}
