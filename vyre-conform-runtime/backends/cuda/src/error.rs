//! Errors of opening a device.

use cudarc::driver::DriverError;
use cudarc::driver::sys::CUresult;
use vyre_conform_suite::backend::BackendError;

/// Reason for the lack of a device.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// The driver's library is missing.
    #[error(
        "no CUDA driver: the library libcuda.so.1 cannot be loaded. Install an NVIDIA driver (580 or later, for CUDA \
         13.0), or add its library's folder to LD_LIBRARY_PATH"
    )]
    NoDriver,
    /// The compiler is missing.
    #[error(
        "no NVRTC, CUDA's compiler: the library libnvrtc.so.13 cannot be loaded. Install NVRTC 13 (NVIDIA's package \
         cuda-nvrtc-13-0), or add its folder to LD_LIBRARY_PATH"
    )]
    NoCompiler,
    /// A library is not the required one.
    #[error(
        "the library of {library} is older than CUDA 13.0: {said}. Install {library} of CUDA 13, or put its folder first in \
         LD_LIBRARY_PATH"
    )]
    WrongLibrary {
        /// The driver, or NVRTC.
        library: &'static str,
        /// The missing function.
        said: String,
    },
    /// The driver has no device.
    #[error(
        "the CUDA driver finds no GPU. `nvidia-smi` lists its GPUs; unset CUDA_VISIBLE_DEVICES if it hides them"
    )]
    NoDevice,
    /// The setting matches no device.
    #[error("`VYRE_CUDA_DEVICE={named}` names no GPU; available: {available}")]
    NotNamed {
        /// The requested name.
        named: String,
        /// The devices, with their numbers.
        available: String,
    },
    /// The compiler does not support the device.
    #[error(
        "NVRTC {version} compiles for compute capability {least} and later, and `{device}` has {capability}: install \
         an older NVRTC"
    )]
    TooOld {
        /// The version of NVRTC.
        version: String,
        /// Lowest supported compute capability.
        least: String,
        /// The device.
        device: String,
        /// Its compute capability.
        capability: String,
    },
    /// A function of the driver failed.
    #[error("CUDA: {call} fails with {}", message(*.error))]
    Call {
        /// The function.
        call: &'static str,
        /// Its error.
        error: DriverError,
    },
    /// A test kernel gives a wrong result.
    #[error("the GPU `{device}` cannot be used: {why}. Name another one in VYRE_CUDA_DEVICE")]
    Unusable {
        /// The device.
        device: String,
        /// The result.
        why: String,
    },
}

impl CudaError {
    /// The error for a library without a function, which `said` names.
    pub(super) fn wrong_library(message: String) -> Self {
        // The bindings panic with a message if a library lacks a function, and provide nothing else. Names of NVRTC
        // functions begin with its name, those of the driver do not.
        let library = if message.contains("nvrtc") {
            "NVRTC"
        } else {
            "the driver"
        };
        Self::WrongLibrary {
            library,
            said: message,
        }
    }
}

/// The error of a call.
pub(super) fn failed(call: &'static str) -> impl FnOnce(DriverError) -> CudaError {
    move |error| CudaError::Call { call, error }
}

/// The driver's name for an error.
fn message(error: DriverError) -> String {
    let text = |text: Result<&std::ffi::CStr, DriverError>| {
        text.map(|text| text.to_string_lossy().into_owned()).ok()
    };
    let name = text(error.error_name()).unwrap_or_else(|| "an unknown error".to_owned());
    let advice = match error.0 {
        CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION => {
            ". NVRTC is newer than the driver: update the driver, or install the NVRTC of its version"
        }
        CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH => {
            ". The driver's library and its kernel module have different versions: reboot the machine"
        }
        CUresult::CUDA_ERROR_STUB_LIBRARY => {
            ". The library is the stub for linking, not the driver: remove its folder from LD_LIBRARY_PATH"
        }
        _ => "",
    };
    match text(error.error_string()) {
        Some(meaning) => format!("{name} ({meaning}){advice}"),
        None => format!("{name}{advice}"),
    }
}

impl From<CudaError> for BackendError {
    fn from(error: CudaError) -> Self {
        let message = error.to_string();
        let CudaError::Call { error, .. } = error else {
            return Self::Other(message);
        };
        match error.0 {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => Self::OutOfMemory(message),
            // After each of these, nothing runs in this process any more.
            CUresult::CUDA_ERROR_ILLEGAL_ADDRESS
            | CUresult::CUDA_ERROR_MISALIGNED_ADDRESS
            | CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | CUresult::CUDA_ERROR_LAUNCH_TIMEOUT
            | CUresult::CUDA_ERROR_LAUNCH_FAILED
            | CUresult::CUDA_ERROR_ECC_UNCORRECTABLE
            | CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR
            | CUresult::CUDA_ERROR_DEVICE_UNAVAILABLE => Self::DeviceLost(message),
            CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => Self::Validation(message),
            _ => Self::Other(message),
        }
    }
}
