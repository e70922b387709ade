//! A GPU: its memory, its streams, its kernels.

use super::compile::Compiler;
use super::error::{CudaError, failed};
use cudarc::driver::sys::{CUdevice_attribute, cuDriverGetVersion, is_culib_present};
use cudarc::driver::{CudaContext, result};
use std::sync::Arc;
use vyre_conform_ir::valid::Limits;
use vyre_conform_kernels::Figures;
use vyre_conform_runtime::spec::{BINARY64, MATRIX_PRODUCT, PACKED_PRODUCT, SUBGROUP};
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::strategy::quietly;

/// Workgroup size of the kernels of ops, and workgroups per multiprocessor.
pub(super) const WORKGROUP: u32 = 256;
const WORKGROUPS_PER_UNIT: u32 = 32;

/// A GPU of NVIDIA.
#[derive(Debug)]
pub struct Cuda {
    pub(super) context: Arc<CudaContext>,
    pub(super) compiler: Compiler,
    pub(super) name: String,
    pub(super) capability: (i32, i32),
    /// CUDA version of the driver.
    pub(super) driver: String,
    pub(super) place: String,
    pub(super) limits: Limits,
    pub(super) workgroups: u32,
    pub(super) memory_of_workgroups: u32,
}

impl Cuda {
    /// Opens a device and tests it with a kernel.
    pub(super) fn open(named: Option<&str>) -> Result<Self, CudaError> {
        // SAFETY: the library is loaded only to check its presence.
        if !unsafe { is_culib_present() } {
            return Err(CudaError::NoDriver);
        }
        // A missing function of a library panics at its first call, and every function is called here.
        let opened = quietly(|| Self::opened(named));
        opened.unwrap_or_else(|message| Err(CudaError::wrong_library(message.to_string())))
    }

    fn opened(named: Option<&str>) -> Result<Self, CudaError> {
        let number = requested_device(named)?;
        let context = CudaContext::new(number).map_err(failed("cuDevicePrimaryCtxRetain"))?;
        let name = context.name().map_err(failed("cuDeviceGetName"))?;
        let capability = context.compute_capability();
        let capability = capability.map_err(failed("cuDeviceGetAttribute"))?;
        let attributes = DeviceAttributes(&context);
        let device = Self {
            compiler: Compiler::for_device(&name, capability)?,
            driver: driver_version(),
            place: format!(
                "{:04x}:{:02x}:{:02x}.0",
                attributes.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID)?,
                attributes.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID)?,
                attributes.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID)?
            ),
            limits: attributes.figures()?.limits(),
            workgroups: WORKGROUPS_PER_UNIT
                * attributes
                    .number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            memory_of_workgroups: attributes.number(
                CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            )?,
            context,
            name,
            capability,
        };
        device.probe()?;
        Ok(device)
    }

    /// Runs a kernel with a known result.
    fn probe(&self) -> Result<(), CudaError> {
        let unusable = |reason: BackendError| CudaError::Unusable {
            device: self.name.clone(),
            why: reason.to_string(),
        };
        let text = "extern \"C\" __global__ void vyre_probe(unsigned *a) { a[threadIdx.x] = a[0] * 2u + 1u; }\n";
        vyre_conform_kernels::probe(self, text).map_err(unusable)
    }
}

/// Features that ops may request, by compute capability: products of packed bytes since 6.1; reductions of the lanes of
/// a warp and products of matrices of bytes since 8.0.
pub(super) fn features(capability: (i32, i32)) -> Vec<String> {
    let all = [
        (MATRIX_PRODUCT, (8, 0)),
        (PACKED_PRODUCT, (6, 1)),
        (BINARY64, (2, 0)),
        (SUBGROUP, (8, 0)),
    ];
    let has = all.into_iter().filter(|(_, since)| capability >= *since);
    has.map(|(name, _)| name.to_owned()).collect()
}

/// The CUDA version of the driver.
fn driver_version() -> String {
    let mut version = 0;
    // SAFETY: the function writes a number.
    unsafe { cuDriverGetVersion(&raw mut version) };
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

/// The number of the requested device.
fn requested_device(named: Option<&str>) -> Result<usize, CudaError> {
    let count = CudaContext::device_count();
    let count = match count {
        Err(error) if is_none(&error) => 0,
        other => other.map_err(failed("cuInit"))?,
    };
    if count < 1 {
        return Err(CudaError::NoDevice);
    }
    let Some(named) = named.map(str::trim) else {
        return Ok(0);
    };
    let names = (0..count).map(|number| {
        let name = result::device::get(number).and_then(result::device::get_name);
        name.map_err(failed("cuDeviceGetName"))
    });
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let part = named.to_lowercase();
    let devices = match named.parse::<usize>() {
        Ok(number) => (number < names.len()).then_some(number),
        Err(_) => names.iter().position(|n| n.to_lowercase().contains(&part)),
    };
    let available = names.iter().enumerate().map(|(k, n)| format!("{k} {n}"));
    devices.ok_or_else(|| CudaError::NotNamed {
        named: named.to_owned(),
        available: available.collect::<Vec<_>>().join("; "),
    })
}

fn is_none(error: &result::DriverError) -> bool {
    error.0 == cudarc::driver::sys::CUresult::CUDA_ERROR_NO_DEVICE
}

/// Attributes of a device.
struct DeviceAttributes<'a>(&'a CudaContext);

impl DeviceAttributes<'_> {
    fn number(&self, what: CUdevice_attribute) -> Result<u32, CudaError> {
        let number = self.0.attribute(what);
        let number = number.map_err(failed("cuDeviceGetAttribute"))?;
        Ok(number.max(0) as u32)
    }

    /// The figures of the device.
    fn figures(&self) -> Result<Figures, CudaError> {
        use CUdevice_attribute as Of;
        let number = |what| self.number(what).map(u64::from);
        let total = self.0.total_mem().map_err(failed("cuDeviceTotalMem"))?;
        Ok(Figures {
            workgroup_size: [
                number(Of::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
                number(Of::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
                number(Of::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
            ],
            invocations: number(Of::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            // The limits along y and z are no larger.
            workgroups: Some(number(Of::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?),
            workgroup_bytes: number(Of::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)?,
            buffer_bytes: total as u64 / 2,
            // No attribute states it.
            parameter_bytes: 4096,
        })
    }
}

impl Cuda {
    /// Makes the context current in this thread.
    pub(super) fn bind(&self) -> Result<(), CudaError> {
        let bound = self.context.bind_to_thread();
        bound.map_err(failed("cuCtxSetCurrent"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the rule of certificates for lists of backends: sorted, without duplicates.
    #[test]
    fn features_are_sorted() {
        for capability in [(1, 0), (6, 1), (7, 5), (8, 0), (9, 0)] {
            let all = features(capability);
            assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
        }
        assert_eq!(features((9, 0)).len(), 4);
    }
}
