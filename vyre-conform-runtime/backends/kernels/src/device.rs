//! What a device must be able to do.

use vyre_conform_ir::valid::Limits;
use vyre_conform_lower_c::Dialect;
use vyre_conform_suite::backend::{BackendError, Identity};

/// A device that compiles text and runs kernels. Threads use it at once, each with a queue of its own.
pub trait Device: Send + Sync + 'static {
    /// The dialect that it compiles.
    const DIALECT: Dialect;
    /// A compiled text.
    type Unit: Send + Sync + 'static;
    /// Memory of the device. Dropped, it is freed once nothing runs on it any more.
    type Buffer: Send + 'static;
    /// What runs one thing after the other.
    type Queue: Send + 'static;

    /// Its identity.
    fn identity(&self) -> Identity;
    /// What it can do.
    fn limits(&self) -> Limits;
    /// Where it is, if that is known.
    fn place(&self) -> &str {
        ""
    }
    /// True if it makes inputs and digests results sooner than they are sent to it and read back.
    fn makes_inputs(&self) -> bool;
    /// Invocations of a workgroup of the kernels of ops.
    fn workgroup(&self) -> u32;
    /// Workgroups that keep it busy.
    fn workgroups(&self) -> u32;
    /// Bytes of memory of a workgroup that a [`Dispatch`] may ask for beside what its text declares.
    fn memory_of_workgroups(&self) -> u32 {
        0
    }
    /// Compiles the text of the op or program `name`.
    ///
    /// # Errors
    /// [`BackendError::Compile`] with what the compiler says.
    fn compile(&self, name: &str, text: &str) -> Result<Self::Unit, BackendError>;
    /// Memory of this many bytes.
    ///
    /// # Errors
    /// [`BackendError::OutOfMemory`].
    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, BackendError>;
    /// A queue.
    ///
    /// # Errors
    /// Why there is none.
    fn queue(&self) -> Result<Self::Queue, BackendError>;
    /// Writes words to the front of a buffer, which has room for them. They are the caller's again when this returns.
    ///
    /// # Errors
    /// What the driver says.
    fn write(
        &self,
        queue: &Self::Queue,
        buffer: &Self::Buffer,
        words: &[u32],
    ) -> Result<(), BackendError>;
    /// Fills the first `bytes` bytes of a buffer with zeros.
    ///
    /// # Errors
    /// What the driver says.
    fn clear(
        &self,
        queue: &Self::Queue,
        buffer: &Self::Buffer,
        bytes: usize,
    ) -> Result<(), BackendError>;
    /// Runs a kernel behind what the queue was given before.
    ///
    /// # Errors
    /// What the driver says.
    fn run(
        &self,
        queue: &Self::Queue,
        unit: &Self::Unit,
        dispatch: &Dispatch<'_, Self::Buffer>,
    ) -> Result<(), BackendError>;
    /// Reads words from the front of a buffer, which has as many, once everything before has run.
    ///
    /// # Errors
    /// What the driver says, of what ran before as well.
    fn read(
        &self,
        queue: &Self::Queue,
        buffer: &Self::Buffer,
        words: &mut [u32],
    ) -> Result<(), BackendError>;
    /// Waits until everything that the queue was given has run.
    ///
    /// # Errors
    /// What the driver says of it.
    fn finish(&self, queue: &Self::Queue) -> Result<(), BackendError>;
}

/// One run of a kernel.
#[derive(Debug)]
pub struct Dispatch<'a, B> {
    /// The name of the kernel.
    pub kernel: &'a str,
    /// Workgroups along each axis, none of them zero.
    pub workgroups: [u32; 3],
    /// Invocations of a workgroup along each axis.
    pub size: [u32; 3],
    /// Bytes of memory of a workgroup beside what the text declares, at most [`Device::memory_of_workgroups`].
    pub memory: u32,
    /// What it is given.
    pub arguments: &'a [KernelArgument<'a, B>],
}

/// An argument of a kernel.
#[derive(Debug)]
pub enum KernelArgument<'a, B> {
    /// A pointer to the front of a buffer.
    Buffer(&'a B),
    /// A `u32`.
    Word(u32),
    /// A `u64`.
    Wide(u64),
}
