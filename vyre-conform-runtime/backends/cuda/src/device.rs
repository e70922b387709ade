//! A GPU: its memory, its streams, its kernels.

use super::compile::Compiler;
use super::error::{CudaError, failed};
use cudarc::driver::sys::{CUdevice_attribute, CUdeviceptr, cuDriverGetVersion, is_culib_present};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaStream, LaunchConfig, PushKernelArg, result,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::valid::Limits;
use vyre_conform_kernels::{Device, Dispatch, KernelArgument};
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{BackendError, Identity};
use vyre_conform_suite::strategy::quietly;

/// Invocations of a workgroup of the kernels of ops, and workgroups for each multiprocessor.
const WORKGROUP: u32 = 256;
const EACH: u32 = 32;

/// A GPU of NVIDIA.
#[derive(Debug)]
pub struct Cuda {
    context: Arc<CudaContext>,
    compiler: Compiler,
    name: String,
    capability: (i32, i32),
    /// The version of CUDA that the driver has.
    driver: String,
    place: String,
    limits: Limits,
    workgroups: u32,
}

/// A compiled text, and the kernels of it that were asked for.
#[derive(Debug)]
pub struct Unit {
    module: Arc<CudaModule>,
    kernels: Mutex<HashMap<String, CudaFunction>>,
}

/// Memory of the GPU.
#[derive(Debug)]
pub struct Memory {
    at: CUdeviceptr,
    context: Arc<CudaContext>,
}

impl Drop for Memory {
    fn drop(&mut self) {
        // After an error of the context there is nothing to be freed.
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: it was allocated, and is freed once; the driver waits for what still runs.
            let _ = unsafe { result::free_sync(self.at) };
        }
    }
}

impl Unit {
    fn kernel(&self, name: &str) -> Result<CudaFunction, CudaError> {
        let mut kernels = lock(&self.kernels);
        if let Some(known) = kernels.get(name) {
            return Ok(known.clone());
        }
        let kernel = self.module.load_function(name);
        let kernel = kernel.map_err(failed("cuModuleGetFunction"))?;
        kernels.insert(name.to_owned(), kernel.clone());
        Ok(kernel)
    }
}

impl Cuda {
    /// A device that shows that it runs a kernel.
    pub(super) fn open(named: Option<&str>) -> Result<Self, CudaError> {
        // SAFETY: a library that is loaded to see whether it is there.
        if !unsafe { is_culib_present() } {
            return Err(CudaError::NoDriver);
        }
        // A function that a library lacks is a panic where it is called first, and every one is called here.
        let opened = quietly(|| Self::opened(named));
        opened.unwrap_or_else(|said| Err(CudaError::wrong_library(said.to_string())))
    }

    fn opened(named: Option<&str>) -> Result<Self, CudaError> {
        let number = meant(named)?;
        let context = CudaContext::new(number).map_err(failed("cuDevicePrimaryCtxRetain"))?;
        let name = context.name().map_err(failed("cuDeviceGetName"))?;
        let capability = context.compute_capability();
        let capability = capability.map_err(failed("cuDeviceGetAttribute"))?;
        let asked = Asked(&context);
        let device = Self {
            compiler: Compiler::for_device(&name, capability)?,
            driver: driver_version(),
            place: format!(
                "{:04x}:{:02x}:{:02x}.0",
                asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID)?,
                asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID)?,
                asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID)?
            ),
            limits: asked.limits()?,
            workgroups: EACH
                * asked.number(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            context,
            name,
            capability,
        };
        device.probe()?;
        Ok(device)
    }

    /// Runs a kernel whose result is known.
    fn probe(&self) -> Result<(), CudaError> {
        let unusable = |why: BackendError| CudaError::Unusable {
            device: self.name.clone(),
            why: why.to_string(),
        };
        let text = "extern \"C\" __global__ void vyre_probe(unsigned *a) { a[threadIdx.x] = a[0] * 2u + 1u; }\n";
        vyre_conform_kernels::probe(self, text).map_err(unusable)
    }
}

/// The version of CUDA that the driver has.
fn driver_version() -> String {
    let mut version = 0;
    // SAFETY: it writes a number.
    unsafe { cuDriverGetVersion(&raw mut version) };
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

/// The number of the device that is meant.
fn meant(named: Option<&str>) -> Result<usize, CudaError> {
    let count = CudaContext::device_count();
    let count = match count {
        Err(error) if is_none(&error) => 0,
        other => other.map_err(failed("cuInit"))?,
    };
    if count < 1 {
        return Err(CudaError::NoDevice);
    }
    let Some(named) = named.map(str::trim) else {
        return Ok(0);
    };
    let names = (0..count).map(|number| {
        let name = result::device::get(number).and_then(result::device::get_name);
        name.map_err(failed("cuDeviceGetName"))
    });
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let part = named.to_lowercase();
    let found = match named.parse::<usize>() {
        Ok(number) => (number < names.len()).then_some(number),
        Err(_) => names.iter().position(|n| n.to_lowercase().contains(&part)),
    };
    let there = names.iter().enumerate().map(|(k, n)| format!("{k} {n}"));
    found.ok_or_else(|| CudaError::NotNamed {
        named: named.to_owned(),
        there: there.collect::<Vec<_>>().join("; "),
    })
}

fn is_none(error: &result::DriverError) -> bool {
    error.0 == cudarc::driver::sys::CUresult::CUDA_ERROR_NO_DEVICE
}

/// A device that is asked about itself.
struct Asked<'a>(&'a CudaContext);

impl Asked<'_> {
    fn number(&self, what: CUdevice_attribute) -> Result<u32, CudaError> {
        let number = self.0.attribute(what);
        let number = number.map_err(failed("cuDeviceGetAttribute"))?;
        Ok(number.max(0) as u32)
    }

    /// What programs may ask of it.
    fn limits(&self) -> Result<Limits, CudaError> {
        use CUdevice_attribute as Of;
        let webgpu = Limits::WEBGPU;
        let total = self.0.total_mem().map_err(failed("cuDeviceTotalMem"))?;
        // The parameters of a kernel have 4096 bytes; one of a buffer is a pointer and a length.
        let buffers = 256;
        Ok(Limits {
            workgroup_size: [
                self.number(Of::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
                self.number(Of::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
                self.number(Of::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
            ],
            workgroup_invocations: self.number(Of::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            // Along y and z there are no more.
            workgroups: self
                .number(Of::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?
                .min(webgpu.workgroups),
            workgroup_bytes: self.number(Of::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)?,
            // A length is a number of words in 32 bits.
            storage_bytes: (total as u64 / 2).min(4 * u64::from(u32::MAX)),
            storage_buffers: buffers,
            uniform_buffers: buffers,
            ..webgpu
        })
    }
}

impl Device for Cuda {
    const DIALECT: Dialect = Dialect::Cuda;
    type Unit = Unit;
    type Buffer = Memory;
    type Queue = Arc<CudaStream>;

    fn identity(&self) -> Identity {
        let (major, minor) = self.capability;
        let (driver, compiler) = (&self.driver, &self.compiler.version);
        Identity {
            kind: "cuda".to_owned(),
            slug: "cuda".to_owned(),
            device: format!("{}, compute capability {major}.{minor}", self.name),
            driver: format!("driver of CUDA {driver}, NVRTC {compiler}"),
            features: vec![],
            limits: vec![],
        }
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn place(&self) -> &str {
        &self.place
    }

    fn makes_inputs(&self) -> bool {
        true
    }

    fn workgroup(&self) -> u32 {
        WORKGROUP
    }

    fn workgroups(&self) -> u32 {
        self.workgroups
    }

    fn compile(&self, name: &str, text: &str) -> Result<Unit, BackendError> {
        let compiled = self.compiler.compile(name, text)?;
        let module = self.context.load_module(compiled);
        Ok(Unit {
            module: module.map_err(failed("cuModuleLoadData"))?,
            kernels: Mutex::default(),
        })
    }

    fn allocate(&self, bytes: usize) -> Result<Memory, BackendError> {
        let context = &self.context;
        self.bind()?;
        // SAFETY: whoever reads it has written it before.
        let at = unsafe { result::malloc_sync(bytes) };
        Ok(Memory {
            at: at.map_err(failed("cuMemAlloc"))?,
            context: context.clone(),
        })
    }

    fn queue(&self) -> Result<Arc<CudaStream>, BackendError> {
        let stream = self.context.new_stream();
        Ok(stream.map_err(failed("cuStreamCreate"))?)
    }

    fn write(
        &self,
        queue: &Arc<CudaStream>,
        buffer: &Memory,
        words: &[u32],
    ) -> Result<(), BackendError> {
        self.bind()?;
        // SAFETY: the buffer has room for the words, which stay where they are until the copy is done.
        let sent = unsafe { result::memcpy_htod_async(buffer.at, words, queue.cu_stream()) };
        sent.map_err(failed("cuMemcpyHtoDAsync"))?;
        self.finish(queue)
    }

    fn clear(
        &self,
        queue: &Arc<CudaStream>,
        buffer: &Memory,
        bytes: usize,
    ) -> Result<(), BackendError> {
        self.bind()?;
        // SAFETY: the buffer has room for the bytes.
        let cleared = unsafe { result::memset_d8_async(buffer.at, 0, bytes, queue.cu_stream()) };
        Ok(cleared.map_err(failed("cuMemsetD8Async"))?)
    }

    fn run(
        &self,
        queue: &Arc<CudaStream>,
        unit: &Unit,
        dispatch: &Dispatch<'_, Memory>,
    ) -> Result<(), BackendError> {
        let kernel = unit.kernel(dispatch.kernel)?;
        let mut builder = queue.launch_builder(&kernel);
        for argument in dispatch.arguments {
            match argument {
                KernelArgument::Buffer(buffer) => builder.arg(&buffer.at),
                KernelArgument::Word(word) => builder.arg(word),
                KernelArgument::Wide(wide) => builder.arg(wide),
            };
        }
        let config = LaunchConfig {
            grid_dim: dispatch.workgroups.into(),
            block_dim: dispatch.size.into(),
            shared_mem_bytes: 0,
        };
        // SAFETY: the arguments are those of the kernel's head, and every access of the text is within the lengths
        // among them; the buffers are kept until the queue was waited for.
        let launched = unsafe { builder.launch(config) };
        launched.map_err(failed("cuLaunchKernel"))?;
        Ok(())
    }

    fn read(
        &self,
        queue: &Arc<CudaStream>,
        buffer: &Memory,
        words: &mut [u32],
    ) -> Result<(), BackendError> {
        self.bind()?;
        // SAFETY: the buffer has as many words, and the place for them is kept until they are here.
        let read = unsafe { result::memcpy_dtoh_async(words, buffer.at, queue.cu_stream()) };
        read.map_err(failed("cuMemcpyDtoHAsync"))?;
        self.finish(queue)
    }

    fn finish(&self, queue: &Arc<CudaStream>) -> Result<(), BackendError> {
        Ok(queue.synchronize().map_err(failed("cuStreamSynchronize"))?)
    }
}

impl Cuda {
    /// Makes the context that of this thread.
    fn bind(&self) -> Result<(), CudaError> {
        let bound = self.context.bind_to_thread();
        bound.map_err(failed("cuCtxSetCurrent"))
    }
}
