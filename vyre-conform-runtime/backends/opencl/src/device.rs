//! A device: its compiler, its memory, its queues.

use super::api::Api;
use super::discovery::{Device as Asked, DeviceInfo, requested_device, text};
use super::error::{OpenClError, done};
use super::object::{Object, created};
use opencl_sys as cl;
use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;
use vyre_conform_ir::valid::Limits;
use vyre_conform_kernels::{Figures, KernelArgument, probe};
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;

/// Workgroup size of the kernels of ops, and workgroups per compute unit.
const WORKGROUP: u64 = 256;
const WORKGROUPS_PER_UNIT: u64 = 256;

/// A device of OpenCL.
#[derive(Debug)]
pub struct OpenCl {
    pub(super) api: &'static Api,
    pub(super) info: DeviceInfo,
    pub(super) context: Object,
    pub(super) limits: Limits,
    pub(super) workgroup: u32,
    pub(super) workgroups: u32,
}

impl OpenCl {
    /// Opens a device and tests it with a kernel.
    pub(super) fn open(library: Option<&str>, named: Option<&str>) -> Result<Self, OpenClError> {
        // If two threads query pocl 3.1 first at once, one of them and all later ones find no device.
        static FINDING: Mutex<()> = Mutex::new(());
        let finding = lock(&FINDING);
        let api = Api::load(library)?;
        let info = requested_device(api, named)?;
        drop(finding);
        let id = info.id;
        let context = created("clCreateContext", api.clReleaseContext, |code| {
            // SAFETY: one device of the loader.
            unsafe {
                (api.clCreateContext)(ptr::null(), 1, &raw const id, None, ptr::null_mut(), code)
            }
        })?;
        let asked = Asked { api, id };
        let max = asked.number(cl::CL_DEVICE_MAX_WORK_GROUP_SIZE)?;
        let units = asked.number(cl::CL_DEVICE_MAX_COMPUTE_UNITS)?;
        let device = Self {
            api,
            limits: figures(&asked)?.limits(),
            info,
            context,
            workgroup: max.clamp(1, WORKGROUP) as u32,
            workgroups: (units * WORKGROUPS_PER_UNIT).clamp(1, 1 << 20) as u32,
        };
        device.probe()?;
        Ok(device)
    }

    /// The platform and the name of the device.
    pub fn name(&self) -> String {
        self.info.whole_name()
    }

    /// Runs a kernel with a known result.
    fn probe(&self) -> Result<(), OpenClError> {
        let unusable = |reason: BackendError| OpenClError::Unusable {
            device: self.info.whole_name(),
            why: reason.to_string(),
        };
        let text = "__kernel void vyre_probe(__global uint *a) { a[get_global_id(0)] = a[0] * 2u + 1u; }\n";
        probe(self, text).map_err(unusable)
    }

    /// The compiler's log.
    pub(super) fn log(&self, program: &Object) -> String {
        let read = |size, to, expected| {
            let what = cl::CL_PROGRAM_BUILD_LOG;
            // SAFETY: the program was created, and `to` has room for `size` bytes.
            unsafe {
                (self.api.clGetProgramBuildInfo)(
                    program.raw,
                    self.info.id,
                    what,
                    size,
                    to,
                    expected,
                )
            }
        };
        let message = text("clGetProgramBuildInfo", read);
        message.unwrap_or_else(|error| error.to_string())
    }

    /// Sets an argument of a kernel.
    pub(super) fn set(
        &self,
        kernel: &Object,
        number: usize,
        argument: &KernelArgument<'_, Object>,
    ) -> Result<(), OpenClError> {
        let set = |size: usize, from: *const c_void| {
            // SAFETY: the kernel was created and belongs to this thread; `from` has `size` bytes.
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

/// The figures of a device.
fn figures(device: &Asked<'_>) -> Result<Figures, OpenClError> {
    let sizes = device.numbers(cl::CL_DEVICE_MAX_WORK_ITEM_SIZES)?;
    Ok(Figures {
        workgroup_size: [0, 1, 2].map(|k| sizes[k]),
        invocations: device.number(cl::CL_DEVICE_MAX_WORK_GROUP_SIZE)?,
        workgroups: None,
        workgroup_bytes: device.number(cl::CL_DEVICE_LOCAL_MEM_SIZE)?,
        buffer_bytes: device.number(cl::CL_DEVICE_MAX_MEM_ALLOC_SIZE)?,
        parameter_bytes: device.number(cl::CL_DEVICE_MAX_PARAMETER_SIZE)?,
    })
}
