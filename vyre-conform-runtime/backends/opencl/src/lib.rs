//! The backend `opencl`: ops and programs as OpenCL C, on any driver of OpenCL 1.2.
//!
//! It shares neither lowering nor front end with the adapters of wgpu. Building it does not need OpenCL: the loader of
//! drivers is located on first use. [`LIBRARY_VARIABLE`] names the loader, [`DEVICE_VARIABLE`] the device by a part of
//! its name or of its platform's; the default is the first GPU, or else the first device.
//!
//! In crates that link this one, the backend takes part in every run that requests it by name (`--adapter opencl`,
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

/// Opens the backend with the loader and device that the environment names.
///
/// # Errors
///
/// The reason for the lack of a device, with the remedy.
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

/// Opens the backend with this loader and device, or with the system's.
///
/// # Errors
///
/// As for [`open`].
pub fn open_with(
    library: Option<&str>,
    device: Option<&str>,
) -> Result<OpenClBackend, OpenClError> {
    OpenCl::open(library, device).map(KernelBackend::new)
}
