//! Float controls: what SPIR-V can ask of a device's float arithmetic (SPV_KHR_float_controls, part of
//! Vulkan 1.2), and which of it a driver offers.

use ash::vk;
use spirv::{Capability, ExecutionMode};

/// A promise about the arithmetic of one width of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Control {
    /// Subnormal operands and results are not flushed.
    DenormPreserve,
    /// The sign of a zero, infinities and NaNs are not assumed away.
    SignedZeroInfNanPreserve,
    /// Results are rounded to the nearest, ties to even.
    RoundingModeRte,
}

impl Control {
    /// Every control.
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

/// The controls of 32-bit floats that the adapter's driver offers, at least one.
///
/// A driver that offers no more than some may still do all of it by nature, as one does that computes with the
/// processor; whether it does is measured op by op.
///
/// # Errors
/// The name of what the adapter lacks.
pub(in super::super) fn offered(adapter: &wgpu::Adapter) -> Result<Vec<Control>, &'static str> {
    if !adapter
        .features()
        .contains(wgpu::Features::PASSTHROUGH_SHADERS)
    {
        return Err("SPIR-V passthrough (PASSTHROUGH_SHADERS)");
    }
    // SAFETY: the adapter of the driver is only asked for its properties, and not kept.
    let vulkan = unsafe { adapter.as_hal::<wgpu::hal::vulkan::Api>() };
    let vulkan = vulkan.ok_or("Vulkan, for SPIR-V with float controls")?;
    let shared = vulkan.shared_instance();
    let instance = shared.raw_instance();
    let device = vulkan.raw_physical_device();
    // SAFETY: the handle is that of the adapter, which lives, and of this instance.
    let version = unsafe { instance.get_physical_device_properties(device) }.api_version;
    if version.min(shared.instance_api_version()) < vk::API_VERSION_1_2 {
        return Err("float controls (Vulkan 1.2)");
    }
    let mut floats = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut floats);
    // SAFETY: as above; instance and device speak Vulkan 1.2, to which call and structure belong.
    unsafe { instance.get_physical_device_properties2(device, &mut properties) };
    let has = |control: &Control| {
        vk::TRUE
            == match control {
                Control::DenormPreserve => floats.shader_denorm_preserve_float32,
                Control::SignedZeroInfNanPreserve => {
                    floats.shader_signed_zero_inf_nan_preserve_float32
                }
                Control::RoundingModeRte => floats.shader_rounding_mode_rte_float32,
            }
    };
    let offered: Vec<Control> = Control::ALL.into_iter().filter(has).collect();
    match offered.is_empty() {
        true => Err("float controls of 32-bit floats"),
        false => Ok(offered),
    }
}
