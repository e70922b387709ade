//! Work on a GPU.

use super::device::{Cuda, WORKGROUP, features};
use super::error::{CudaError, failed};
use cudarc::driver::sys::{CUdeviceptr, CUfunction_attribute};
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

/// A compiled text, and its kernels so far.
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
        // After an error of the context, nothing can be freed.
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: the memory was allocated and is freed once; the driver waits for running work.
            let _ = unsafe { result::free_sync(self.at) };
        }
    }
}

impl Unit {
    fn kernel(&self, name: &str) -> Result<CudaFunction, CudaError> {
        let mut kernels = lock(&self.kernels);
        if let Some(cached) = kernels.get(name) {
            return Ok(cached.clone());
        }
        let kernel = self.module.load_function(name);
        let kernel = kernel.map_err(failed("cuModuleGetFunction"))?;
        kernels.insert(name.to_owned(), kernel.clone());
        Ok(kernel)
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
            features: features(self.capability),
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

    fn memory_of_workgroups(&self) -> u32 {
        self.memory_of_workgroups
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
        // SAFETY: every reader writes it first.
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
        // SAFETY: the buffer has room for the words, which stay in place until the copy is done.
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
        if dispatch.memory > 0 {
            let memory = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            let allowed = kernel.set_attribute(memory, dispatch.memory as i32);
            allowed.map_err(failed("cuFuncSetAttribute"))?;
        }
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
            shared_mem_bytes: dispatch.memory,
        };
        // SAFETY: the arguments are those of the kernel's head, and every access of the text is within the lengths
        // among them; the buffers live until the queue was waited for.
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
        // SAFETY: the buffer has this many words, and their destination lives until the copy is done.
        let read = unsafe { result::memcpy_dtoh_async(words, buffer.at, queue.cu_stream()) };
        read.map_err(failed("cuMemcpyDtoHAsync"))?;
        self.finish(queue)
    }

    fn finish(&self, queue: &Arc<CudaStream>) -> Result<(), BackendError> {
        Ok(queue.synchronize().map_err(failed("cuStreamSynchronize"))?)
    }
}
