//! Work on a device of OpenCL.

use super::device::OpenCl;
use super::error::{OpenClError, done};
use super::object::{Object, created};
use opencl_sys as cl;
use std::ffi::CString;
use std::ptr;
use vyre_conform_ir::valid::Limits;
use vyre_conform_kernels::{Device, Dispatch};
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::spec::BINARY64;
use vyre_conform_suite::backend::{BackendError, Identity};

/// Options of every unit. The text has no float arithmetic except in native expressions. No option defines undefined
/// behaviour, because the text has none.
const OPTIONS: &str = "-cl-std=CL1.2 -w";

/// Additional option for devices that support it: quotients and roots are rounded to nearest, which is optional
/// otherwise.
const ROUNDED: &str = " -cl-fp32-correctly-rounded-divide-sqrt";

impl Device for OpenCl {
    const DIALECT: Dialect = Dialect::OpenCl;
    type Unit = Object;
    type Buffer = Object;
    type Queue = Object;

    fn identity(&self) -> Identity {
        Identity {
            kind: "opencl".to_owned(),
            slug: "opencl".to_owned(),
            device: self.info.name.clone(),
            driver: format!("{}, {}", self.info.platform, self.info.driver),
            features: if self.info.has_doubles {
                vec![BINARY64.to_owned()]
            } else {
                vec![]
            },
            limits: vec![],
        }
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn makes_inputs(&self) -> bool {
        self.info.is_gpu
    }

    fn workgroup(&self) -> u32 {
        self.workgroup
    }

    fn workgroups(&self) -> u32 {
        self.workgroups
    }

    fn compile(&self, name: &str, text: &str) -> Result<Object, BackendError> {
        let api = self.api;
        let (mut from, length) = (text.as_ptr().cast(), text.len());
        let create = |code| {
            // SAFETY: one text of this length.
            unsafe {
                (api.clCreateProgramWithSource)(
                    self.context.raw,
                    1,
                    &raw mut from,
                    &raw const length,
                    code,
                )
            }
        };
        let program = created("clCreateProgramWithSource", api.clReleaseProgram, create)?;
        let rounded = if self.info.rounds_quotients {
            ROUNDED
        } else {
            ""
        };
        let options = CString::new(format!("{OPTIONS}{rounded}")).unwrap_or_default();
        let device = self.info.id;
        // SAFETY: the program was created for the context of this device.
        let code = unsafe {
            (api.clBuildProgram)(
                program.raw,
                1,
                &raw const device,
                options.as_ptr(),
                None,
                ptr::null_mut(),
            )
        };
        match done("clBuildProgram", code) {
            Ok(()) => Ok(program),
            Err(OpenClError::Call {
                code: cl::CL_OUT_OF_HOST_MEMORY | cl::CL_OUT_OF_RESOURCES,
                ..
            }) => Err(BackendError::OutOfMemory(format!("compiling `{name}`"))),
            Err(error) => Err(BackendError::Compile {
                op: name.to_owned(),
                message: format!("{error}: {}", self.log(&program)),
            }),
        }
    }

    fn allocate(&self, bytes: usize) -> Result<Object, BackendError> {
        let api = self.api;
        let create = |code| {
            let flags = cl::CL_MEM_READ_WRITE;
            // SAFETY: the driver allocates, and no host memory is passed.
            unsafe { (api.clCreateBuffer)(self.context.raw, flags, bytes, ptr::null_mut(), code) }
        };
        Ok(created("clCreateBuffer", api.clReleaseMemObject, create)?)
    }

    fn queue(&self) -> Result<Object, BackendError> {
        let api = self.api;
        let create = |code| {
            // SAFETY: the context is that of the device. Without properties, the queue executes in order.
            unsafe { (api.clCreateCommandQueue)(self.context.raw, self.info.id, 0, code) }
        };
        let release = api.clReleaseCommandQueue;
        Ok(created("clCreateCommandQueue", release, create)?)
    }

    fn write(&self, queue: &Object, buffer: &Object, words: &[u32]) -> Result<(), BackendError> {
        let (bytes, from) = (size_of_val(words), words.as_ptr().cast());
        // SAFETY: the buffer has room for the words, and the call returns after copying them.
        let code = unsafe {
            (self.api.clEnqueueWriteBuffer)(
                queue.raw,
                buffer.raw,
                cl::CL_TRUE,
                0,
                bytes,
                from,
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        Ok(done("clEnqueueWriteBuffer", code)?)
    }

    fn clear(&self, queue: &Object, buffer: &Object, bytes: usize) -> Result<(), BackendError> {
        let zero = 0_u32;
        // SAFETY: the buffer has room for the bytes, and the call copies the pattern.
        let code = unsafe {
            (self.api.clEnqueueFillBuffer)(
                queue.raw,
                buffer.raw,
                (&raw const zero).cast(),
                4,
                0,
                bytes,
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        Ok(done("clEnqueueFillBuffer", code)?)
    }

    fn run(
        &self,
        queue: &Object,
        unit: &Object,
        dispatch: &Dispatch<'_, Object>,
    ) -> Result<(), BackendError> {
        let api = self.api;
        let name = CString::new(dispatch.kernel).unwrap_or_default();
        let create = |code| {
            // SAFETY: the program was built, and the name ends with a zero.
            unsafe { (api.clCreateKernel)(unit.raw, name.as_ptr(), code) }
        };
        let kernel = created("clCreateKernel", api.clReleaseKernel, create)?;
        for (number, argument) in dispatch.arguments.iter().enumerate() {
            self.set(&kernel, number, argument)?;
        }
        let local = dispatch.size.map(|n| n as usize);
        let global = [0, 1, 2].map(|k| local[k] * dispatch.workgroups[k] as usize);
        // SAFETY: the arguments are those of the kernel's head, and every access of the text is within the lengths
        // among them.
        let code = unsafe {
            (api.clEnqueueNDRangeKernel)(
                queue.raw,
                kernel.raw,
                3,
                ptr::null(),
                global.as_ptr(),
                local.as_ptr(),
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        Ok(done("clEnqueueNDRangeKernel", code)?)
    }

    fn read(&self, queue: &Object, buffer: &Object, words: &mut [u32]) -> Result<(), BackendError> {
        // SAFETY: the buffer has this many words, and the call returns after copying them.
        let code = unsafe {
            (self.api.clEnqueueReadBuffer)(
                queue.raw,
                buffer.raw,
                cl::CL_TRUE,
                0,
                size_of_val(words),
                words.as_mut_ptr().cast(),
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        Ok(done("clEnqueueReadBuffer", code)?)
    }

    fn finish(&self, queue: &Object) -> Result<(), BackendError> {
        // SAFETY: the queue was created.
        let code = unsafe { (self.api.clFinish)(queue.raw) };
        Ok(done("clFinish", code)?)
    }
}
