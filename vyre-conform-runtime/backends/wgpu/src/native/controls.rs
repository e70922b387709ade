//! Float controls: the guarantees that SPIR-V can request for float arithmetic (SPV_KHR_float_controls, part of Vulkan
//! 1.2), and those that a driver supports.

use ash::vk;
use spirv::{Capability, ExecutionMode};

/// A guarantee about the arithmetic of one float width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Control {
    /// Subnormal operands and results are not flushed.
    DenormPreserve,
    /// Signed zeros, infinities and NaNs are preserved.
    SignedZeroInfNanPreserve,
    /// Results are rounded to nearest, ties to even.
    RoundingModeRte,
}

impl Control {
    /// All controls.
    pub(in super::super) const ALL: [Self; 3] = [
        Self::DenormPreserve,
        Self::SignedZeroInfNanPreserve,
        Self::RoundingModeRte,
    ];

    /// Its name in SPIR-V.
    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            Self::DenormPreserve => "DenormPreserve",
            Self::SignedZeroInfNanPreserve => "SignedZeroInfNanPreserve",
            Self::RoundingModeRte => "RoundingModeRTE",
        }
    }

    pub(super) const fn capability(self) -> Capability {
        match self {
            Self::DenormPreserve => Capability::DenormPreserve,
            Self::SignedZeroInfNanPreserve => Capability::SignedZeroInfNanPreserve,
            Self::RoundingModeRte => Capability::RoundingModeRTE,
        }
    }

    pub(super) const fn mode(self) -> ExecutionMode {
        match self {
            Self::DenormPreserve => ExecutionMode::DenormPreserve,
            Self::SignedZeroInfNanPreserve => ExecutionMode::SignedZeroInfNanPreserve,
            Self::RoundingModeRte => ExecutionMode::RoundingModeRTE,
        }
    }
}

/// The controls for the compilation of shaders, by float width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Controls {
    /// Controls of 32-bit floats.
    pub(in super::super) single: Vec<Control>,
    /// Controls of 16-bit floats; empty if the adapter has no arithmetic for them.
    pub(in super::super) half: Vec<Control>,
    /// True if the device has instructions for sums of byte products (SPV_KHR_integer_dot_product). Otherwise naga
    /// expands them.
    pub(in super::super) packed_products: bool,
    /// True if the device zero-initializes workgroup memory on request (VK_KHR_zero_initialize_workgroup_memory).
    /// Otherwise naga writes a store per word, which takes some compilers minutes.
    pub(in super::super) zeroed_memory: bool,
    /// True if the device has arithmetic of 64-bit floats.
    pub(in super::super) double: bool,
}

impl Controls {
    /// The widths of floats that have controls, in bits.
    pub(super) const WIDTHS: [u32; 2] = [32, 16];

    /// The controls of a width.
    pub(super) fn of(&self, width: u32) -> &[Control] {
        match width {
            32 => &self.single,
            16 => &self.half,
            _ => &[],
        }
    }

    /// Their names as features of a backend: `float-control-RoundingModeRTE`, with the suffix `-16` for 16 bits.
    pub(in super::super) fn features(&self) -> impl Iterator<Item = String> {
        let name =
            |control: &Control, width: &str| format!("float-control-{}{width}", control.name());
        let single = self.single.iter().map(move |c| name(c, ""));
        single.chain(self.half.iter().map(move |c| name(c, "-16")))
    }
}

/// True for integer dot products, and true for zeroed workgroup memory. wgpu enables both on every device that supports
/// them.
///
/// # Safety
///
/// The device belongs to the instance, and both support Vulkan 1.3.
unsafe fn integer_features(instance: &ash::Instance, device: vk::PhysicalDevice) -> [bool; 2] {
    let mut products = vk::PhysicalDeviceShaderIntegerDotProductFeatures::default();
    let mut zeros = vk::PhysicalDeviceZeroInitializeWorkgroupMemoryFeatures::default();
    let mut features = vk::PhysicalDeviceFeatures2::default()
        .push_next(&mut products)
        .push_next(&mut zeros);
    // SAFETY: the caller's promise; the structures belong to Vulkan 1.3.
    unsafe { instance.get_physical_device_features2(device, &mut features) };
    [
        products.shader_integer_dot_product,
        zeros.shader_zero_initialize_workgroup_memory,
    ]
    .map(|supported| supported == vk::TRUE)
}

/// The controls that the adapter's driver supports, at least one for 32-bit floats.
///
/// A driver with few controls may still satisfy all of them, as one that computes on the processor does; measurements
/// decide it op by op.
///
/// # Errors
///
/// The name of the adapter's lack.
pub(in super::super) fn offered(adapter: &wgpu::Adapter) -> Result<Controls, &'static str> {
    if !adapter
        .features()
        .contains(wgpu::Features::PASSTHROUGH_SHADERS)
    {
        return Err("SPIR-V passthrough (PASSTHROUGH_SHADERS)");
    }
    // SAFETY: the driver's adapter is only queried for properties, and not kept.
    let vulkan = unsafe { adapter.as_hal::<wgpu::hal::vulkan::Api>() };
    let vulkan = vulkan.ok_or("Vulkan, for SPIR-V with float controls")?;
    let shared = vulkan.shared_instance();
    let instance = shared.raw_instance();
    let device = vulkan.raw_physical_device();
    // SAFETY: the handle belongs to the adapter, which is alive, and to this instance.
    let version = unsafe { instance.get_physical_device_properties(device) }.api_version;
    let version = version.min(shared.instance_api_version());
    if version < vk::API_VERSION_1_2 {
        return Err("float controls (Vulkan 1.2)");
    }
    let [packed_products, zeroed_memory] = if version >= vk::API_VERSION_1_3 {
        // SAFETY: as above; instance and device support Vulkan 1.3.
        unsafe { integer_features(instance, device) }
    } else {
        [false; 2]
    };
    let mut floats = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut floats);
    // SAFETY: as above; instance and device support Vulkan 1.2, to which call and structure belong.
    unsafe { instance.get_physical_device_properties2(device, &mut properties) };
    let of = |flags: [vk::Bool32; 3]| {
        let all = Control::ALL.into_iter().zip(flags);
        let supported = all.filter(|(_, supported)| *supported == vk::TRUE);
        supported.map(|(control, _)| control).collect::<Vec<_>>()
    };
    let single = of([
        floats.shader_denorm_preserve_float32,
        floats.shader_signed_zero_inf_nan_preserve_float32,
        floats.shader_rounding_mode_rte_float32,
    ]);
    let half = of([
        floats.shader_denorm_preserve_float16,
        floats.shader_signed_zero_inf_nan_preserve_float16,
        floats.shader_rounding_mode_rte_float16,
    ]);
    if single.is_empty() {
        return Err("float controls of 32-bit floats");
    }
    let has_half = adapter.features().contains(wgpu::Features::SHADER_F16);
    Ok(Controls {
        single,
        half: if has_half { half } else { vec![] },
        packed_products,
        zeroed_memory,
        double: adapter.features().contains(wgpu::Features::SHADER_F64),
    })
}
