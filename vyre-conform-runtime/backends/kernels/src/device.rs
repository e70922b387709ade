//! Interface of devices.

use vyre_conform_ir::valid::Limits;
use vyre_conform_lower_c::Dialect;
use vyre_conform_suite::backend::{BackendError, Identity};

/// A device that compiles text and runs kernels. Threads use it concurrently, each with its own queue.
pub trait Device: Send + Sync + 'static {
    /// The dialect that it compiles.
    const DIALECT: Dialect;
    /// A compiled text.
    type Unit: Send + Sync + 'static;
    /// Memory of the device. After its drop it is freed once nothing uses it any more.
    type Buffer: Send + 'static;
    /// A queue that executes in order.
    type Queue: Send + 'static;

    /// Its identity.
    fn identity(&self) -> Identity;
    /// Its limits.
    fn limits(&self) -> Limits;
    /// Its location, if known.
    fn place(&self) -> &str {
        ""
    }
    /// True if generating inputs and digesting results on the device is faster than transferring them.
    fn makes_inputs(&self) -> bool;
    /// Workgroup size of the kernels of ops.
    fn workgroup(&self) -> u32;
    /// Number of workgroups that keep it busy.
    fn workgroups(&self) -> u32;
    /// Bytes of workgroup memory that a [`Dispatch`] may request in addition to the text's declarations.
    fn memory_of_workgroups(&self) -> u32 {
        0
    }
    /// Compiles the text of the op or program `name`.
    ///
    /// # Errors
    ///
    /// [`BackendError::Compile`] with the compiler's message.
    fn compile(&self, name: &str, text: &str) -> Result<Self::Unit, BackendError>;
    /// Allocates this many bytes.
    ///
    /// # Errors
    ///
    /// [`BackendError::OutOfMemory`].
    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, BackendError>;
    /// Creates a queue.
    ///
    /// # Errors
    ///
    /// The reason for its lack.
    fn queue(&self) -> Result<Self::Queue, BackendError>;
    /// Writes words to the front of a buffer, which has room for them. The caller may reuse them when this returns.
    ///
    /// # Errors
    ///
    /// Errors of the driver.
    fn write(
        &self,
        queue: &Self::Queue,
        buffer: &Self::Buffer,
        words: &[u32],
    ) -> Result<(), BackendError>;
    /// Fills the first `bytes` bytes of a buffer with zeros.
    ///
    /// # Errors
    ///
    /// Errors of the driver.
    fn clear(
        &self,
        queue: &Self::Queue,
        buffer: &Self::Buffer,
        bytes: usize,
    ) -> Result<(), BackendError>;
    /// Runs a kernel after the previous commands of the queue.
    ///
    /// # Errors
    ///
    /// Errors of the driver.
    fn run(
        &self,
        queue: &Self::Queue,
        unit: &Self::Unit,
        dispatch: &Dispatch<'_, Self::Buffer>,
    ) -> Result<(), BackendError>;
    /// Reads words from the front of a buffer, which has this many, after all previous commands.
    ///
    /// # Errors
    ///
    /// Errors of the driver, including those of previous commands.
    fn read(
        &self,
        queue: &Self::Queue,
        buffer: &Self::Buffer,
        words: &mut [u32],
    ) -> Result<(), BackendError>;
    /// Waits for all commands of the queue.
    ///
    /// # Errors
    ///
    /// Errors of the driver for any of them.
    fn finish(&self, queue: &Self::Queue) -> Result<(), BackendError>;
}

/// One run of a kernel.
#[derive(Debug)]
pub struct Dispatch<'a, B> {
    /// Name of the kernel.
    pub kernel: &'a str,
    /// Workgroups along each axis, each at least one.
    pub workgroups: [u32; 3],
    /// Workgroup size along each axis.
    pub size: [u32; 3],
    /// Bytes of workgroup memory in addition to the text's declarations, at most [`Device::memory_of_workgroups`].
    pub memory: u32,
    /// Its arguments.
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
