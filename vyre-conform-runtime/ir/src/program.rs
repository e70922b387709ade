//! Programs: a kernel, the buffers it works on, and what it calls.

use super::node::renumber;
use super::{Function, FunctionBuilder, FunctionId, HardwareOp, Module, Type};
use std::cmp::Ordering;

/// A buffer of the program it stands in, by index.
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

/// Who may do what with a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Access {
    /// The host gives the contents; the program reads them.
    ReadOnly,
    /// The program reads and writes; zeros before the dispatch unless the host gives contents. The
    /// host gets the contents back.
    ReadWrite,
    /// As `ReadOnly`, of at most 64 KiB.
    Uniform,
    /// Memory of each workgroup of its own, zeros when the workgroup begins; the host sees nothing.
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

/// A buffer as the program declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferDecl {
    /// Name, unique in the program.
    pub name: String,
    /// Number by which the host binds it, unique in the program; of a workgroup buffer it means
    /// nothing and is 0.
    pub binding: u32,
    /// Who may do what.
    pub access: Access,
    /// Type of an element.
    pub element: Type,
    /// Number of elements, of a buffer of bytes the number of words; `None` where the host decides
    /// it. Uniform and workgroup buffers have a count.
    pub count: Option<u32>,
}

/// Something a program calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function the program brings along; its own calls go by index into the program's callees.
    Function(Function),
    /// An op of a library, by id. Linking puts its body here.
    Op(String),
}

/// A kernel with its buffers. Every invocation of a dispatch runs `entry`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name, for people.
    pub name: String,
    /// The buffers.
    pub buffers: Vec<BufferDecl>,
    /// Invocations of a workgroup along each axis.
    pub workgroup_size: [u32; 3],
    /// The kernel: a function without parameters and results.
    pub entry: Function,
    /// What the kernel and the functions call, by index ([`FunctionId`]).
    pub callees: Vec<Callee>,
}

impl Program {
    /// A buffer that exists.
    pub fn buffer(&self, id: BufferId) -> Option<&BufferDecl> {
        self.buffers.get(id.0 as usize)
    }

    /// The buffers the host binds, ascending by binding, with their ids.
    pub fn bound(&self) -> Vec<(BufferId, &BufferDecl)> {
        let mut bound: Vec<_> = (0..)
            .map(BufferId)
            .zip(&self.buffers)
            .filter(|(_, decl)| decl.access != Access::Workgroup)
            .collect();
        bound.sort_by_key(|(id, decl)| (decl.binding, *id));
        bound
    }

    /// Invocations of a workgroup, all axes together; the largest u64 where there are more.
    pub fn invocations(&self) -> u64 {
        let axes = self.workgroup_size.iter().map(|n| u64::from(*n));
        axes.fold(1, u64::saturating_mul)
    }

    /// The module of the kernel and everything it calls: the callees under their numbers, the kernel
    /// last, and after it the functions that the bodies of ops call. A callee that `library` does not
    /// know is a function of the same name that takes and gives nothing; validation refuses it.
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
                        // The op takes the callee's number, its other functions follow the kernel.
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
    /// The functions as a program without buffers, which the wire format can take: its entry is that of the module, and
    /// may have parameters and results, which no program that runs has. [`Program::link`] gives the functions back, the
    /// entry as the last one.
    ///
    /// # Panics
    /// If the module has no entry.
    pub fn to_program(&self) -> Program {
        let mut functions = self.functions.clone();
        let entry = self.entry;
        // Nothing calls the entry: calls do not recur.
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

/// Where programs find ops by id.
pub trait Library {
    /// The op with this id.
    fn find(&self, id: &str) -> Option<OpBody<'_>>;
}

/// What a library knows of an op.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OpBody<'a> {
    /// It can be inlined: this is its body.
    Inlinable(&'a Module),
    /// It is one hardware feature: this is the body of its reference, in whose place a lowering calls a text by hand.
    Hardware {
        /// The body of the reference.
        module: &'a Module,
        /// The op with its texts.
        op: HardwareOp,
    },
    /// It cannot be inlined, for this reason.
    Opaque(String),
}

/// A library without ops.
impl Library for () {
    fn find(&self, _: &str) -> Option<OpBody<'_>> {
        None
    }
}
