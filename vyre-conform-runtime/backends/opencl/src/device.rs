//! A device: its compiler, its memory, its queues.

use super::api::Api;
use super::error::{OpenClError, done};
use super::found::{Device as Asked, Found, meant, text};
use opencl_sys as cl;
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::Mutex;
use vyre_conform_ir::valid::Limits;
use vyre_conform_kernels::{Device, Dispatch, KernelArgument, probe};
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{BackendError, Identity};

/// The options of every unit. The text has no float arithmetic, and no option gives a meaning to what is undefined, since the
/// text has none of that.
const OPTIONS: &str = "-cl-std=CL1.2 -w";

/// Invocations of a workgroup of the kernels of ops, and workgroups for each compute unit.
const WORKGROUP: u64 = 256;
const EACH: u64 = 256;

/// A device of OpenCL.
#[derive(Debug)]
pub struct OpenCl {
    api: &'static Api,
    found: Found,
    context: Object,
    limits: Limits,
    workgroup: u32,
    workgroups: u32,
}

/// An object of OpenCL, which counts who refers to it: what a queue still needs outlives its object here.
#[derive(Debug)]
pub struct Object {
    raw: *mut c_void,
    release: unsafe extern "C" fn(*mut c_void) -> i32,
}

// SAFETY: any thread may use an object of OpenCL. That of a kernel, which one thread at a time may use, is never shared.
unsafe impl Send for Object {}
// SAFETY: as above.
unsafe impl Sync for Object {}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the object was created, and is released once.
        unsafe { (self.release)(self.raw) };
    }
}

/// What a function that creates something gave.
fn created(
    call: &'static str,
    release: unsafe extern "C" fn(*mut c_void) -> i32,
    create: impl FnOnce(*mut i32) -> *mut c_void,
) -> Result<Object, OpenClError> {
    let mut code = cl::CL_SUCCESS;
    let raw = create(&raw mut code);
    done(call, code)?;
    Ok(Object { raw, release })
}

impl OpenCl {
    /// A device that shows that it runs a kernel.
    pub(super) fn open(library: Option<&str>, named: Option<&str>) -> Result<Self, OpenClError> {
        // Of two threads that ask pocl 3.1 first at once, one and all later ones hear that there is no device.
        static FINDING: Mutex<()> = Mutex::new(());
        let finding = lock(&FINDING);
        let api = Api::load(library)?;
        let found = meant(api, named)?;
        drop(finding);
        let id = found.id;
        let context = created("clCreateContext", api.clReleaseContext, |code| {
            // SAFETY: one device of the loader's.
            unsafe {
                (api.clCreateContext)(ptr::null(), 1, &raw const id, None, ptr::null_mut(), code)
            }
        })?;
        let asked = Asked { api, id };
        let most = asked.number(cl::CL_DEVICE_MAX_WORK_GROUP_SIZE)?;
        let units = asked.number(cl::CL_DEVICE_MAX_COMPUTE_UNITS)?;
        let device = Self {
            api,
            limits: limits(&asked)?,
            found,
            context,
            workgroup: most.clamp(1, WORKGROUP) as u32,
            workgroups: (units * EACH).clamp(1, 1 << 20) as u32,
        };
        device.probe()?;
        Ok(device)
    }

    /// The platform and the name of the device.
    pub fn name(&self) -> String {
        self.found.whole_name()
    }

    /// Runs a kernel whose result is known.
    fn probe(&self) -> Result<(), OpenClError> {
        let unusable = |why: BackendError| OpenClError::Unusable {
            device: self.found.whole_name(),
            why: why.to_string(),
        };
        let text = "__kernel void vyre_probe(__global uint *a) { a[get_global_id(0)] = a[0] * 2u + 1u; }\n";
        probe(self, text).map_err(unusable)
    }

    /// What the compiler says.
    fn log(&self, program: &Object) -> String {
        let read = |size, to, due| {
            let what = cl::CL_PROGRAM_BUILD_LOG;
            // SAFETY: the program was created, and `to` has room for `size` bytes.
            unsafe {
                (self.api.clGetProgramBuildInfo)(program.raw, self.found.id, what, size, to, due)
            }
        };
        let said = text("clGetProgramBuildInfo", read);
        said.unwrap_or_else(|error| error.to_string())
    }

    fn set(
        &self,
        kernel: &Object,
        number: usize,
        argument: &KernelArgument<'_, Object>,
    ) -> Result<(), OpenClError> {
        let set = |size: usize, from: *const c_void| {
            // SAFETY: the kernel was created and is this thread's; `from` has `size` bytes.
            let code = unsafe { (self.api.clSetKernelArg)(kernel.raw, number as u32, size, from) };
            done("clSetKernelArg", code)
        };
        match argument {
            KernelArgument::Buffer(buffer) => {
                set(size_of_val(&buffer.raw), (&raw const buffer.raw).cast())
            }
            KernelArgument::Word(word) => set(4, (&raw const *word).cast()),
            KernelArgument::Wide(wide) => set(8, (&raw const *wide).cast()),
        }
    }
}

/// What programs may ask of a device.
fn limits(asked: &Asked<'_>) -> Result<Limits, OpenClError> {
    let least = |number: u64, most: u32| number.min(most.into()) as u32;
    let most = Limits::INTERPRETER;
    let webgpu = Limits::WEBGPU;
    let sizes = asked.numbers(cl::CL_DEVICE_MAX_WORK_ITEM_SIZES)?;
    let invocations = asked.number(cl::CL_DEVICE_MAX_WORK_GROUP_SIZE)?;
    let parameters = asked.number(cl::CL_DEVICE_MAX_PARAMETER_SIZE)?;
    // A parameter of a buffer is a pointer and a length.
    let buffers = least(parameters / 16, most.storage_buffers).max(webgpu.storage_buffers);
    Ok(Limits {
        workgroup_size: [0, 1, 2].map(|k| least(sizes[k], most.workgroup_size[k])),
        workgroup_invocations: least(invocations, most.workgroup_invocations),
        workgroup_bytes: least(
            asked.number(cl::CL_DEVICE_LOCAL_MEM_SIZE)?,
            most.workgroup_bytes,
        ),
        storage_bytes: asked.number(cl::CL_DEVICE_MAX_MEM_ALLOC_SIZE)?,
        storage_buffers: buffers,
        uniform_buffers: buffers,
        // No device states how much memory an invocation has.
        ..webgpu
    })
}

impl Device for OpenCl {
    const DIALECT: Dialect = Dialect::OpenCl;
    type Unit = Object;
    type Buffer = Object;
    type Queue = Object;

    fn identity(&self) -> Identity {
        Identity {
            kind: "opencl".to_owned(),
            slug: "opencl".to_owned(),
            device: self.found.name.clone(),
            driver: format!("{}, {}", self.found.platform, self.found.driver),
            features: vec![],
            limits: vec![],
        }
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn makes_inputs(&self) -> bool {
        self.found.is_gpu
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
        let options = CString::new(OPTIONS).unwrap_or_default();
        let device = self.found.id;
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
            // SAFETY: the driver allocates, and nothing of the host's is named.
            unsafe { (api.clCreateBuffer)(self.context.raw, flags, bytes, ptr::null_mut(), code) }
        };
        Ok(created("clCreateBuffer", api.clReleaseMemObject, create)?)
    }

    fn queue(&self) -> Result<Object, BackendError> {
        let api = self.api;
        let create = |code| {
            // SAFETY: the context is that of the device. No property: one thing runs after the other.
            unsafe { (api.clCreateCommandQueue)(self.context.raw, self.found.id, 0, code) }
        };
        let release = api.clReleaseCommandQueue;
        Ok(created("clCreateCommandQueue", release, create)?)
    }

    fn write(&self, queue: &Object, buffer: &Object, words: &[u32]) -> Result<(), BackendError> {
        let (bytes, from) = (size_of_val(words), words.as_ptr().cast());
        // SAFETY: the buffer has room for the words, and the call returns when they are copied.
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
        // SAFETY: the buffer has room for the bytes, and the pattern is copied by the call.
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
        // SAFETY: the buffer has as many words, and the call returns when they are here.
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
