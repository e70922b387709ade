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

/// Invocations of a workgroup of the kernels of ops, and workgroups for each multiprocessor.
pub(super) const WORKGROUP: u32 = 256;
const EACH: u32 = 32;

/// A GPU of NVIDIA.
#[derive(Debug)]
pub struct Cuda {
    pub(super) context: Arc<CudaContext>,
    pub(super) compiler: Compiler,
    pub(super) name: String,
    pub(super) capability: (i32, i32),
    /// The version of CUDA that the driver has.
    pub(super) driver: String,
    pub(super) place: String,
    pub(super) limits: Limits,
    pub(super) workgroups: u32,
    pub(super) memory_of_workgroups: u32,
}

impl Cuda {
    /// A device that shows that it runs a kernel.
    pub(super) fn open(named: Option<&str>) -> Result<Self, CudaError> {
        // SAFETY: a library that is loaded to see whether it is there.
        if !unsafe { is_culib_present() } {
            return Err(CudaError::NoDriver);
        }
        // A function that a library lacks is a panic where it is called first, and every one is called here.
        let opened = quietly(|| Self::opened(named));
        opened.unwrap_or_else(|said| Err(CudaError::wrong_library(said.to_string())))
    }

    fn opened(named: Option<&str>) -> Result<Self, CudaError> {
        let number = meant(named)?;
        let context = CudaContext::new(number).map_err(failed("cuDevicePrimaryCtxRetain"))?;
        let name = context.name().map_err(failed("cuDeviceGetName"))?;
        let capability = context.compute_capability();
        let capability = capability.map_err(failed("cuDeviceGetAttribute"))?;
        let asked = DeviceAttributes(&context);
        let device = Self {
            compiler: Compiler::for_device(&name, capability)?,
            driver: driver_version(),
            place: format!(
                "{:04x}:{:02x}:{:02x}.0",
                asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID)?,
                asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID)?,
                asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID)?
            ),
            limits: asked.figures()?.limits(),
            workgroups: EACH
                * asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            memory_of_workgroups: asked.number(
                CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            )?,
            context,
            name,
            capability,
        };
        device.probe()?;
        Ok(device)
    }

    /// Runs a kernel whose result is known.
    fn probe(&self) -> Result<(), CudaError> {
        let unusable = |why: BackendError| CudaError::Unusable {
            device: self.name.clone(),
            why: why.to_string(),
        };
        let text = "extern \"C\" __global__ void vyre_probe(unsigned *a) { a[threadIdx.x] = a[0] * 2u + 1u; }\n";
        vyre_conform_kernels::probe(self, text).map_err(unusable)
    }
}

/// The features that an op may ask for, by compute capability: products of packed bytes since 6.1, reductions of the
/// lanes of a warp, and products of matrices of bytes, since 8.0.
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

/// The version of CUDA that the driver has.
fn driver_version() -> String {
    let mut version = 0;
    // SAFETY: it writes a number.
    unsafe { cuDriverGetVersion(&raw mut version) };
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

/// The number of the device that is meant.
fn meant(named: Option<&str>) -> Result<usize, CudaError> {
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
    let found = match named.parse::<usize>() {
        Ok(number) => (number < names.len()).then_some(number),
        Err(_) => names.iter().position(|n| n.to_lowercase().contains(&part)),
    };
    let there = names.iter().enumerate().map(|(k, n)| format!("{k} {n}"));
    found.ok_or_else(|| CudaError::NotNamed {
        named: named.to_owned(),
        there: there.collect::<Vec<_>>().join("; "),
    })
}

fn is_none(error: &result::DriverError) -> bool {
    error.0 == cudarc::driver::sys::CUresult::CUDA_ERROR_NO_DEVICE
}

/// A device that is asked about itself.
struct DeviceAttributes<'a>(&'a CudaContext);

impl DeviceAttributes<'_> {
    fn number(&self, what: CUdevice_attribute) -> Result<u32, CudaError> {
        let number = self.0.attribute(what);
        let number = number.map_err(failed("cuDeviceGetAttribute"))?;
        Ok(number.max(0) as u32)
    }

    /// What it says of itself.
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
            // Along y and z there are no more.
            workgroups: Some(number(Of::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?),
            workgroup_bytes: number(Of::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)?,
            buffer_bytes: total as u64 / 2,
            // No attribute says it.
            parameter_bytes: 4096,
        })
    }
}

impl Cuda {
    /// Makes the context that of this thread.
    pub(super) fn bind(&self) -> Result<(), CudaError> {
        let bound = self.context.bind_to_thread();
        bound.map_err(failed("cuCtxSetCurrent"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the certificate's rule for what a backend lists: sorted, and nothing twice.
    #[test]
    fn features_are_sorted() {
        for capability in [(1, 0), (6, 1), (7, 5), (8, 0), (9, 0)] {
            let all = features(capability);
            assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
        }
        assert_eq!(features((9, 0)).len(), 4);
    }
}
