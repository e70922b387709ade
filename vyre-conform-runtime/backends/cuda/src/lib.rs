//! The backend `cuda`: ops and programs as CUDA C++, compiled by NVRTC, on a GPU of NVIDIA.
//!
//! It shares neither lowering nor front end with the adapters of wgpu. Nothing of CUDA is needed to build it: the
//! libraries of the driver and of NVRTC are found when the backend is asked for. [`DEVICE_VARIABLE`] names the device,
//! by its number or by a part of its name; without it, it is the first.
//!
//! A crate that links this one has the backend in every run that asks for it by name (`--adapter cuda`,
//! `VYRE_ADAPTER=llvmpipe,cuda`).

mod compile;
mod device;
mod error;
mod run;

pub use device::Cuda;
pub use error::CudaError;

use vyre_conform_kernels::KernelBackend;

/// The environment variable that names the device.
pub const DEVICE_VARIABLE: &str = "VYRE_CUDA_DEVICE";

/// A GPU of NVIDIA as a backend.
pub type CudaBackend = KernelBackend<Cuda>;

vyre_conform_suite::backend!(cuda, on_request = "cuda");
vyre_conform_suite::backend!(cuda_native, on_request = "cuda+native");

/// The backend, or the reason why it is absent.
fn cuda() -> Result<CudaBackend, String> {
    open().map_err(|error| error.to_string())
}

/// The backend in the profile of native floats, or the reason why it is absent.
fn cuda_native() -> Result<CudaBackend, String> {
    cuda().map(CudaBackend::native)
}

/// The backend with the device that the environment names.
///
/// # Errors
/// Why there is none, and what to do.
pub fn open() -> Result<CudaBackend, CudaError> {
    let named = std::env::var(DEVICE_VARIABLE).ok();
    let named = named.filter(|named| !named.trim().is_empty());
    open_with(named.as_deref())
}

/// The backend with this device, or with the first.
///
/// # Errors
/// As [`open`].
pub fn open_with(device: Option<&str>) -> Result<CudaBackend, CudaError> {
    Cuda::open(device).map(KernelBackend::new)
}
