//! What a target can do: an input of validation.

use crate::ir::Axis;

/// The limits of a target. A program that is valid for them runs there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most invocations of a workgroup along each axis.
    pub workgroup_size: [u32; 3],
    /// Most invocations of a workgroup, all axes together.
    pub workgroup_invocations: u32,
    /// Most workgroups of a dispatch along each axis.
    pub workgroups: u32,
    /// Most bytes of all workgroup buffers together.
    pub workgroup_bytes: u32,
    /// Most bytes of one storage buffer.
    pub storage_bytes: u64,
    /// Most storage buffers.
    pub storage_buffers: u32,
    /// Most bytes of one uniform buffer, at most 64 KiB (rule V033).
    pub uniform_bytes: u32,
    /// Most uniform buffers.
    pub uniform_buffers: u32,
    /// Largest binding number plus one.
    pub bindings: u32,
}

impl Limits {
    /// What every WebGPU implementation has: the default limits of the WebGPU specification,
    /// section "Limits" (maxComputeWorkgroupSizeX and the following).
    pub const WEBGPU: Self = Self {
        workgroup_size: [256, 256, 64],
        workgroup_invocations: 256,
        workgroups: 65_535,
        workgroup_bytes: 16_384,
        storage_bytes: 128 << 20,
        storage_buffers: 8,
        uniform_bytes: 64 << 10,
        uniform_buffers: 12,
        bindings: 1000,
    };

    /// The interpreter: 64 MiB of input and 64 MiB of workgroup memory, the largest workgroup any
    /// known adapter has.
    pub const INTERPRETER: Self = Self {
        workgroup_size: [1024, 1024, 1024],
        workgroup_invocations: 1024,
        workgroups: 1 << 20,
        workgroup_bytes: 64 << 20,
        storage_bytes: 64 << 20,
        storage_buffers: u32::MAX,
        uniform_bytes: 64 << 10,
        uniform_buffers: u32::MAX,
        bindings: u32::MAX,
    };
}

/// A limit that rule V035 finds exceeded.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// [`Limits::workgroup_size`] of the x, y or z axis.
    WorkgroupSize(Axis),
    /// [`Limits::workgroup_invocations`].
    WorkgroupInvocations,
    /// [`Limits::workgroup_bytes`].
    WorkgroupBytes,
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
            Self::StorageBytes => "storage_bytes",
            Self::StorageBuffers => "storage_buffers",
            Self::UniformBytes => "uniform_bytes",
            Self::UniformBuffers => "uniform_buffers",
            Self::Bindings => "bindings",
        }
    }
}
