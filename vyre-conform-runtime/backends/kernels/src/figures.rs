//! Figures of a device, and the limits of programs that follow from them.

use vyre_conform_ir::valid::Limits;

/// Bytes of kernel parameters per buffer: a pointer and a length.
const BYTES_PER_BUFFER: u64 = 16;

/// Maximal bytes that a 32-bit length in words can express.
const COUNTED: u64 = 4 * u32::MAX as u64;

/// The figures of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Maximal workgroup size along each axis.
    pub workgroup_size: [u64; 3],
    /// Maximal invocations of a workgroup.
    pub invocations: u64,
    /// Maximal workgroups along the most limited axis; `None` without a limit.
    pub workgroups: Option<u64>,
    /// Bytes of workgroup memory.
    pub workgroup_bytes: u64,
    /// Bytes of the largest buffer.
    pub buffer_bytes: u64,
    /// Bytes of the parameters of a kernel.
    pub parameter_bytes: u64,
}

impl Figures {
    /// The limits for programs. No device states the memory of an invocation.
    pub fn limits(&self) -> Limits {
        let (max, webgpu) = (Limits::INTERPRETER, Limits::WEBGPU);
        let lowest = |number: u64, limit: u32| number.min(limit.into()) as u32;
        let buffers = lowest(self.parameter_bytes / BYTES_PER_BUFFER, max.storage_buffers);
        let buffers = buffers.max(webgpu.storage_buffers);
        Limits {
            workgroup_size: [0, 1, 2]
                .map(|k| lowest(self.workgroup_size[k], max.workgroup_size[k])),
            workgroup_invocations: lowest(self.invocations, max.workgroup_invocations),
            workgroups: lowest(self.workgroups.unwrap_or(u64::MAX), webgpu.workgroups),
            workgroup_bytes: lowest(self.workgroup_bytes, max.workgroup_bytes),
            storage_bytes: self.buffer_bytes.min(COUNTED),
            storage_buffers: buffers,
            uniform_buffers: buffers,
            ..webgpu
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: NVIDIA's documented figures for compute capability 9.0 and CUDA's limits of a launch, hand-written.
    #[test]
    fn limits_follow_from_figures() {
        let gpu = Figures {
            workgroup_size: [1024, 1024, 64],
            invocations: 1024,
            workgroups: Some(65_535),
            workgroup_bytes: 48 << 10,
            buffer_bytes: 70 << 30,
            parameter_bytes: 4096,
        };
        let limits = gpu.limits();
        assert_eq!(limits.workgroup_size, [1024, 1024, 64]);
        assert_eq!(
            (limits.workgroups, limits.workgroup_bytes),
            (65_535, 49_152)
        );
        assert_eq!(limits.storage_bytes, 17_179_869_180);
        assert_eq!((limits.storage_buffers, limits.uniform_buffers), (256, 256));
        let small = Figures {
            workgroup_size: [u64::MAX; 3],
            workgroups: None,
            parameter_bytes: 16,
            buffer_bytes: 100,
            ..gpu
        };
        let limits = small.limits();
        assert_eq!(limits.workgroup_size, Limits::INTERPRETER.workgroup_size);
        assert_eq!(limits.workgroups, Limits::WEBGPU.workgroups);
        assert_eq!(limits.storage_buffers, Limits::WEBGPU.storage_buffers);
        assert_eq!(limits.storage_bytes, 100);
    }
}
