//! The used functions of OpenCL 1.2, from a loader that is located on first use.
//!
//! The declarations are those of `opencl-sys`. Its own loading searches only `libOpenCL.so`, a name that only
//! development packages have.

// Names of the specification.
#![allow(non_snake_case)]

use super::error::OpenClError;
use libloading::Library;
use opencl_sys::cl_function_types::*;

/// Type of an optional function.
pub(super) trait OptionalFunction {
    /// Type of the function.
    type Function;
}

impl<F> OptionalFunction for Option<F> {
    type Function = F;
}

macro_rules! api {
    ($($name:ident: $ty:ident),* $(,)?) => {
        /// The functions.
        #[derive(Debug)]
        pub(super) struct Api {
            $(pub(super) $name: <$ty as OptionalFunction>::Function,)*
        }

        impl Api {
            /// The functions of a library.
            fn of(library: &Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    // SAFETY: the functions of OpenCL have these types.
                    $($name: unsafe {
                        *library.get::<<$ty as OptionalFunction>::Function>(stringify!($name).as_bytes())?
                    },)*
                })
            }
        }
    };
}

api! {
    clGetPlatformIDs: clGetPlatformIDs_t,
    clGetPlatformInfo: clGetPlatformInfo_t,
    clGetDeviceIDs: clGetDeviceIDs_t,
    clGetDeviceInfo: clGetDeviceInfo_t,
    clCreateContext: clCreateContext_t,
    clReleaseContext: clReleaseContext_t,
    clCreateCommandQueue: clCreateCommandQueue_t,
    clReleaseCommandQueue: clReleaseCommandQueue_t,
    clCreateBuffer: clCreateBuffer_t,
    clReleaseMemObject: clReleaseMemObject_t,
    clCreateProgramWithSource: clCreateProgramWithSource_t,
    clBuildProgram: clBuildProgram_t,
    clGetProgramBuildInfo: clGetProgramBuildInfo_t,
    clReleaseProgram: clReleaseProgram_t,
    clCreateKernel: clCreateKernel_t,
    clReleaseKernel: clReleaseKernel_t,
    clSetKernelArg: clSetKernelArg_t,
    clEnqueueNDRangeKernel: clEnqueueNDRangeKernel_t,
    clEnqueueWriteBuffer: clEnqueueWriteBuffer_t,
    clEnqueueFillBuffer: clEnqueueFillBuffer_t,
    clEnqueueReadBuffer: clEnqueueReadBuffer_t,
    clFinish: clFinish_t,
}

/// Names of loaders.
const NAMES: &[&str] = if cfg!(target_os = "windows") {
    &["OpenCL.dll"]
} else if cfg!(target_os = "macos") {
    &["/System/Library/Frameworks/OpenCL.framework/OpenCL"]
} else {
    &["libOpenCL.so.1", "libOpenCL.so"]
};

impl Api {
    /// Loads this library, or the system's. It stays loaded for the lifetime of the process, because drivers leave
    /// threads behind.
    pub(super) fn load(named: Option<&str>) -> Result<&'static Self, OpenClError> {
        let names = named.as_ref().map_or(NAMES, std::slice::from_ref);
        let mut first = None;
        for name in names {
            // SAFETY: an OpenCL loader, whose initialisers search drivers, or the library named as one.
            let library = unsafe { Library::new(name) };
            let api = library.and_then(|library| Self::of(Box::leak(Box::new(library))));
            match api {
                Ok(api) => return Ok(Box::leak(Box::new(api))),
                Err(error) => _ = first.get_or_insert((*name, error)),
            }
        }
        let (name, error) = first.unwrap_or_else(|| unreachable!("there is a name"));
        Err(OpenClError::Library {
            name: name.to_owned(),
            error,
        })
    }
}
