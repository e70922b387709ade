//! The features of a device, by the names that hardware ops use.

use vyre_conform_runtime::spec::{BINARY64, Capabilities, PACKED_PRODUCT, SUBGROUP};

/// The features that a device was requested with.
pub(super) struct Features(pub(super) wgpu::Features);

impl Capabilities for Features {
    fn has(&self, feature: &str) -> bool {
        let needed = match feature {
            "shader-f16" => wgpu::Features::SHADER_F16,
            BINARY64 => wgpu::Features::SHADER_F64,
            "shader-i16" => wgpu::Features::SHADER_I16,
            "shader-int64" => wgpu::Features::SHADER_INT64,
            "shader-int64-atomic-all-ops" => wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS,
            "shader-int64-atomic-min-max" => wgpu::Features::SHADER_INT64_ATOMIC_MIN_MAX,
            "shader-float32-atomic" => wgpu::Features::SHADER_FLOAT32_ATOMIC,
            // A language extension, which naga emulates if a device has no instruction for it.
            PACKED_PRODUCT => wgpu::Features::empty(),
            SUBGROUP => wgpu::Features::SUBGROUP,
            "subgroup-barrier" => wgpu::Features::SUBGROUP_BARRIER,
            _ => return false,
        };
        self.0.contains(needed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the features of wgpu by their names.
    #[test]
    fn device_has_the_requested_features() {
        let none = Features(wgpu::Features::empty());
        let half = Features(wgpu::Features::SHADER_F16);
        for (name, found) in [
            ("shader-f16", [false, true]),
            (PACKED_PRODUCT, [true, true]),
            (SUBGROUP, [false, false]),
            ("tensor-cores", [false, false]),
        ] {
            assert_eq!([&none, &half].map(|of| of.has(name)), found, "{name}");
        }
    }
}
