//! The backend `opencl`: ops and programs as OpenCL C, on any driver of OpenCL 1.2.
//!
//! It shares neither lowering nor front end with the adapters of wgpu. Nothing of OpenCL is needed to build it: the
//! loader of drivers is found when the backend is asked for. [`LIBRARY_VARIABLE`] names one, [`DEVICE_VARIABLE`] the
//! device, by a part of its name or of its platform's; without it, it is the first GPU, or else the first device.
//!
//! A crate that links this one has the backend in every run that asks for it by name (`--adapter opencl`,
//! `VYRE_ADAPTER=llvmpipe,opencl`).

mod api;
mod device;
mod discovery;
mod error;
mod object;
mod run;

pub use device::OpenCl;
pub use error::OpenClError;

use vyre_conform_kernels::KernelBackend;

/// The environment variable that names the loader.
pub const LIBRARY_VARIABLE: &str = "VYRE_OPENCL";

/// The environment variable that names the device, by a part of its name or its platform's.
pub const DEVICE_VARIABLE: &str = "VYRE_OPENCL_DEVICE";

/// A device of OpenCL as a backend.
pub type OpenClBackend = KernelBackend<OpenCl>;

vyre_conform_suite::backend!(opencl, on_request = "opencl");
vyre_conform_suite::backend!(opencl_native, on_request = "opencl+native");

/// The backend, or the reason why it is absent.
fn opencl() -> Result<OpenClBackend, String> {
    open().map_err(|error| error.to_string())
}

/// The backend in the profile of native floats, or the reason why it is absent.
fn opencl_native() -> Result<OpenClBackend, String> {
    opencl().map(OpenClBackend::native)
}

/// The backend with the loader and the device that the environment names.
///
/// # Errors
/// Why there is none, and what to do.
pub fn open() -> Result<OpenClBackend, OpenClError> {
    let named = |variable| {
        let named = std::env::var(variable).ok();
        named.filter(|named: &String| !named.trim().is_empty())
    };
    open_with(
        named(LIBRARY_VARIABLE).as_deref(),
        named(DEVICE_VARIABLE).as_deref(),
    )
}

/// The backend with this loader and this device, or with those of the system.
///
/// # Errors
/// As [`open`].
pub fn open_with(
    library: Option<&str>,
    device: Option<&str>,
) -> Result<OpenClBackend, OpenClError> {
    OpenCl::open(library, device).map(KernelBackend::new)
}
