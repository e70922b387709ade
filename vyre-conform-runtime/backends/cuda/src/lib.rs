//! The backend `cuda`: ops and programs as CUDA C++, compiled by NVRTC, on a GPU of NVIDIA.
//!
//! It shares neither lowering nor front end with the adapters of wgpu. Building it does not need CUDA: the libraries of
//! the driver and of NVRTC are located on first use. [`DEVICE_VARIABLE`] selects the device by its number or a part of
//! its name; the default is the first.
//!
//! In crates that link this one, the backend takes part in every run that requests it by name (`--adapter cuda`,
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

/// Opens the backend with the device that the environment names.
///
/// # Errors
///
/// The reason for the lack of a device, with the remedy.
pub fn open() -> Result<CudaBackend, CudaError> {
    let named = std::env::var(DEVICE_VARIABLE).ok();
    let named = named.filter(|named| !named.trim().is_empty());
    open_with(named.as_deref())
}

/// Opens the backend with this device, or with the first.
///
/// # Errors
///
/// As for [`open`].
pub fn open_with(device: Option<&str>) -> Result<CudaBackend, CudaError> {
    Cuda::open(device).map(KernelBackend::new)
}
