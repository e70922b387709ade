//! Errors of opening a device.

use opencl_sys as cl;
use vyre_conform_suite::backend::BackendError;

/// Reason for the lack of a device.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum OpenClError {
    /// There is no loader.
    #[error(
        "the OpenCL loader `{name}` cannot be loaded: {error}. Install one, and a driver (Debian: ocl-icd-libopencl1 \
         and pocl-opencl-icd), or name a loader with VYRE_OPENCL=/path/to/libOpenCL.so.1"
    )]
    Library {
        /// The first name tried.
        name: String,
        /// The message of the system.
        error: libloading::Error,
    },
    /// The loader finds no driver.
    #[error(
        "the OpenCL loader finds no platform. Install a driver (Debian: pocl-opencl-icd for the processor; drivers of \
         GPUs include one); OCL_ICD_VENDORS, if set, must name the folder of the drivers' .icd files"
    )]
    NoPlatform,
    /// The drivers find no usable device.
    #[error(
        "no OpenCL platform has a device with a compiler; the platforms are: {platforms}. Check that the driver sees \
         its device (`clinfo -l`), or install one for the processor (Debian: pocl-opencl-icd)"
    )]
    NoDevice {
        /// The platforms with their lacks.
        platforms: String,
    },
    /// The setting matches no device.
    #[error("`VYRE_OPENCL_DEVICE={named}` names no OpenCL device; available: {there}")]
    NotNamed {
        /// The requested name.
        named: String,
        /// The usable devices.
        there: String,
    },
    /// A function of OpenCL failed.
    #[error("OpenCL: {call} fails with {}", code_name(*.code))]
    Call {
        /// The function.
        call: &'static str,
        /// Its error code.
        code: i32,
    },
    /// A test kernel gives a wrong result.
    #[error(
        "the OpenCL device `{device}` cannot be used: {why}. Name another one in VYRE_OPENCL_DEVICE"
    )]
    Unusable {
        /// The device.
        device: String,
        /// The result.
        why: String,
    },
}

impl From<OpenClError> for BackendError {
    fn from(error: OpenClError) -> Self {
        let message = error.to_string();
        match error {
            OpenClError::Call { code, .. } => match code {
                cl::CL_MEM_OBJECT_ALLOCATION_FAILURE
                | cl::CL_OUT_OF_HOST_MEMORY
                | cl::CL_OUT_OF_RESOURCES
                | cl::CL_INVALID_BUFFER_SIZE => Self::OutOfMemory(message),
                cl::CL_DEVICE_NOT_AVAILABLE => Self::DeviceLost(message),
                _ => Self::Other(message),
            },
            _ => Self::Other(message),
        }
    }
}

/// `Ok` for the success code.
pub(super) fn done(call: &'static str, code: i32) -> Result<(), OpenClError> {
    match code {
        cl::CL_SUCCESS => Ok(()),
        code => Err(OpenClError::Call { call, code }),
    }
}

/// The specification's name for an error.
fn code_name(code: i32) -> String {
    let name = match code {
        cl::CL_DEVICE_NOT_FOUND => "CL_DEVICE_NOT_FOUND",
        cl::CL_DEVICE_NOT_AVAILABLE => "CL_DEVICE_NOT_AVAILABLE",
        cl::CL_COMPILER_NOT_AVAILABLE => "CL_COMPILER_NOT_AVAILABLE",
        cl::CL_MEM_OBJECT_ALLOCATION_FAILURE => "CL_MEM_OBJECT_ALLOCATION_FAILURE",
        cl::CL_OUT_OF_RESOURCES => "CL_OUT_OF_RESOURCES",
        cl::CL_OUT_OF_HOST_MEMORY => "CL_OUT_OF_HOST_MEMORY",
        cl::CL_BUILD_PROGRAM_FAILURE => "CL_BUILD_PROGRAM_FAILURE",
        cl::CL_INVALID_VALUE => "CL_INVALID_VALUE",
        cl::CL_INVALID_BUFFER_SIZE => "CL_INVALID_BUFFER_SIZE",
        cl::CL_INVALID_KERNEL_NAME => "CL_INVALID_KERNEL_NAME",
        cl::CL_INVALID_KERNEL_ARGS => "CL_INVALID_KERNEL_ARGS",
        cl::CL_INVALID_WORK_GROUP_SIZE => "CL_INVALID_WORK_GROUP_SIZE",
        cl::CL_INVALID_GLOBAL_WORK_SIZE => "CL_INVALID_GLOBAL_WORK_SIZE",
        _ => return format!("error {code}"),
    };
    format!("{name} ({code})")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the hand-written numbers of the header `CL/cl.h`.
    #[test]
    fn errors_have_their_names_and_kinds() {
        let of = |code| {
            BackendError::from(OpenClError::Call {
                call: "clFinish",
                code,
            })
        };
        assert!(matches!(of(-4), BackendError::OutOfMemory(_)));
        assert!(matches!(of(-2), BackendError::DeviceLost(_)));
        let message = of(-54).to_string();
        assert_eq!(
            message,
            "OpenCL: clFinish fails with CL_INVALID_WORK_GROUP_SIZE (-54)"
        );
        assert_eq!(
            of(-9999).to_string(),
            "OpenCL: clFinish fails with error -9999"
        );
        assert!(done("clFinish", 0).is_ok());
    }
}
