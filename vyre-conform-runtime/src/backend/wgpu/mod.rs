//! The backend over wgpu: every Vulkan adapter, every GL adapter with the feature `gles`.
//!
//! This is the only place that names wgpu. [`adapters()`] enumerates, [`selected()`] applies the
//! environment variable `VYRE_ADAPTER`; each [`WgpuBackend`] opens its device once a process, when
//! the first op is loaded, and shares it between threads. Errors of the device come back as
//! [`BackendError`]s; a lost device is opened anew by the next [`Backend::load`].

mod adapters;
mod bandwidth;
mod condition;
mod device;
mod digest;
mod dispatch;
mod flight;
mod found;
mod generate;
mod icd;
mod law;
mod op;
mod places;
mod pool;
mod program;
mod rows;
mod shader;
mod shape;
mod stages;
#[cfg(test)]
mod tests;
mod values;

pub use adapters::{ADAPTER_VARIABLE, Adapters, ICD_VARIABLE, SelectError, adapters, selected};
pub(crate) use adapters::{loaded, select};

use super::{
    Backend, BackendError, BackendLaw, Identity, LawCheck, LoadedOp, LoadedPrograms, OpCode,
};
use crate::generate::Source;
use crate::lower;
use crate::valid::{Invalid, Limits, ValidProgram};
use device::Gpu;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// One adapter as a backend.
#[derive(Debug)]
pub struct WgpuBackend {
    identity: Identity,
    adapter: wgpu::Adapter,
    /// What tells the device from others of its model, as far as anything does.
    place: String,
    /// Other devices of the same model and driver.
    peers: Vec<WgpuBackend>,
    /// The open device, shared by everything that was loaded while it lived.
    gpu: Mutex<Option<Arc<Gpu>>>,
}

impl WgpuBackend {
    /// The device, opened by the first call and again by the first call after it was lost.
    fn gpu(&self) -> Result<Arc<Gpu>, BackendError> {
        let mut open = self.gpu.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(gpu) = &*open
            && gpu.lost().is_none()
        {
            return Ok(gpu.clone());
        }
        let gpu = Arc::new(Gpu::open(&self.adapter, &self.identity.slug)?);
        *open = Some(gpu.clone());
        Ok(gpu)
    }

    /// Bytes a second that this adapter moves from buffer to buffer in a shader, at best: the rate
    /// no check may exceed whose values pass through memory. Measured at the first call.
    pub fn bandwidth(&self) -> Result<f64, BackendError> {
        bandwidth::bandwidth(&*self.gpu()?)
    }

    /// As [`Backend::load_programs`], with a text for each program in place of the lowered one: what is
    /// written by hand to be compared with it. The text keeps to the program's bindings and to the name
    /// of the entry point, [`lower::ENTRY_POINT`].
    ///
    /// # Errors
    /// Those of [`Backend::load_programs`].
    pub fn load_texts<'a>(
        &'a self,
        programs: Vec<(ValidProgram, String)>,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let limits = self.limits();
        let fitted = programs.into_iter().map(|(program, text)| {
            let fitted = program.within(&limits);
            let fitted = fitted.map_err(|found| self.unsupported(&program, &found))?;
            Ok((fitted, text))
        });
        let programs = fitted.collect::<Result<_, BackendError>>()?;
        Ok(Box::new(program::WgpuPrograms::load(
            self.gpu()?,
            programs,
        )?))
    }

    /// The answer to a program that needs more than the adapter has.
    fn unsupported(&self, program: &ValidProgram, exceeded: &[Invalid]) -> BackendError {
        let messages: Vec<&str> = exceeded.iter().map(|e| e.message.as_str()).collect();
        BackendError::UnsupportedByBackend {
            op: program.program().name.clone(),
            backend: self.identity.slug.clone(),
            hardware: format!("larger limits: {}", messages.join("; ")),
        }
    }

    /// Destroys the open device, as a driver reset would: what was loaded answers
    /// [`BackendError::DeviceLost`] from now on, what is loaded later works on a new device.
    pub fn lose_device(&self) {
        if let Some(gpu) = &*self.gpu.lock().unwrap_or_else(|e| e.into_inner()) {
            gpu.destroy();
        }
    }
}

impl Backend for WgpuBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        Ok(Box::new(op::WgpuOp::load(self.gpu()?, op)?))
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        law::check(self, law, source, range)
    }

    fn peers(&self) -> Vec<&dyn Backend> {
        self.peers.iter().map(|peer| peer as &dyn Backend).collect()
    }

    /// Its PCI address, or the file that its driver came from.
    fn place(&self) -> &str {
        &self.place
    }

    fn limits(&self) -> Limits {
        program::limits(&self.adapter.limits())
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let texts = programs.iter().map(lower::program);
        self.load_texts(programs.iter().cloned().zip(texts).collect())
    }
}
