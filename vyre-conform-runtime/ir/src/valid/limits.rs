//! The limits of a target, an input of validation.

use crate::Axis;

/// The limits of a target. A program that validates against them runs there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of invocations of a workgroup along each axis.
    pub workgroup_size: [u32; 3],
    /// Maximum number of invocations of a workgroup, all axes together.
    pub workgroup_invocations: u32,
    /// Maximum number of workgroups of a dispatch along each axis.
    pub workgroups: u32,
    /// Maximum total bytes of the workgroup buffers, each rounded up to 16.
    pub workgroup_bytes: u32,
    /// Maximum bytes of the variables of a function, including those of its callees: local arrays and
    /// mutable locals.
    pub function_bytes: u32,
    /// Maximum bytes of the tables of a program.
    pub private_bytes: u32,
    /// Maximum bytes of one storage buffer.
    pub storage_bytes: u64,
    /// Maximum number of storage buffers.
    pub storage_buffers: u32,
    /// Maximum bytes of one uniform buffer, at most 64 KiB (rule V033).
    pub uniform_bytes: u32,
    /// Maximum number of uniform buffers.
    pub uniform_buffers: u32,
    /// Largest binding number plus one.
    pub bindings: u32,
}

impl Limits {
    /// The guaranteed limits of WebGPU: the default limits of the WebGPU specification, section
    /// "Limits" (maxComputeWorkgroupSizeX and the following), and of the WGSL specification, section
    /// "Limits" (8,192 bytes of variables in a function, and in the private address space).
    pub const WEBGPU: Self = Self {
        workgroup_size: [256, 256, 64],
        workgroup_invocations: 256,
        workgroups: 65_535,
        workgroup_bytes: 16_384,
        function_bytes: 8_192,
        private_bytes: 8_192,
        storage_bytes: 128 << 20,
        storage_buffers: 8,
        uniform_bytes: 64 << 10,
        uniform_buffers: 12,
        bindings: 1000,
    };

    /// The limits of the interpreter: 64 MiB of input, 64 MiB of workgroup memory, and the largest
    /// workgroup of any known adapter.
    pub const INTERPRETER: Self = Self {
        workgroup_size: [1024, 1024, 1024],
        workgroup_invocations: 1024,
        workgroups: 1 << 20,
        workgroup_bytes: 64 << 20,
        function_bytes: 64 << 20,
        private_bytes: 64 << 20,
        storage_bytes: 64 << 20,
        storage_buffers: u32::MAX,
        uniform_bytes: 64 << 10,
        uniform_buffers: u32::MAX,
        bindings: u32::MAX,
    };

    /// The minimum of the limits of both targets.
    pub fn min(&self, other: &Self) -> Self {
        Self {
            workgroup_size: [0, 1, 2].map(|k| self.workgroup_size[k].min(other.workgroup_size[k])),
            workgroup_invocations: self.workgroup_invocations.min(other.workgroup_invocations),
            workgroups: self.workgroups.min(other.workgroups),
            workgroup_bytes: self.workgroup_bytes.min(other.workgroup_bytes),
            function_bytes: self.function_bytes.min(other.function_bytes),
            private_bytes: self.private_bytes.min(other.private_bytes),
            storage_bytes: self.storage_bytes.min(other.storage_bytes),
            storage_buffers: self.storage_buffers.min(other.storage_buffers),
            uniform_bytes: self.uniform_bytes.min(other.uniform_bytes),
            uniform_buffers: self.uniform_buffers.min(other.uniform_buffers),
            bindings: self.bindings.min(other.bindings),
        }
    }
}

/// A limit that a violation of rule V035 exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::workgroup_size`] of the x, y or z axis.
    WorkgroupSize(Axis),
    /// [`Limits::workgroup_invocations`].
    WorkgroupInvocations,
    /// [`Limits::workgroup_bytes`].
    WorkgroupBytes,
    /// [`Limits::function_bytes`].
    FunctionBytes,
    /// [`Limits::private_bytes`].
    PrivateBytes,
    /// [`Limits::storage_bytes`].
    StorageBytes,
    /// [`Limits::storage_buffers`].
    StorageBuffers,
    /// [`Limits::uniform_bytes`].
    UniformBytes,
    /// [`Limits::uniform_buffers`].
    UniformBuffers,
    /// [`Limits::bindings`].
    Bindings,
}

impl Limit {
    /// The name of the field of [`Limits`].
    pub const fn name(self) -> &'static str {
        match self {
            Self::WorkgroupSize(_) => "workgroup_size",
            Self::WorkgroupInvocations => "workgroup_invocations",
            Self::WorkgroupBytes => "workgroup_bytes",
            Self::FunctionBytes => "function_bytes",
            Self::PrivateBytes => "private_bytes",
            Self::StorageBytes => "storage_bytes",
            Self::StorageBuffers => "storage_buffers",
            Self::UniformBytes => "uniform_bytes",
            Self::UniformBuffers => "uniform_buffers",
            Self::Bindings => "bindings",
        }
    }
}
