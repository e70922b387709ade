//! The backend over wgpu: every Vulkan adapter, every GL adapter with the feature `gles`.
//!
//! Only this package uses wgpu. [`adapters()`] enumerates adapters, and [`selected()`] applies the environment variable
//! `VYRE_ADAPTER`. Each [`WgpuBackend`] opens its device once per process, when the first op is loaded, and shares it
//! between threads; law checks of a software adapter have separate devices. Errors of the device are returned as
//! [`BackendError`]s; the next [`Backend::load`] reopens a lost device.

mod adapters;
mod bandwidth;
mod condition;
mod device;
mod digest;
mod discovery;
mod dispatch;
mod exit;
mod flight;
mod foreign;
mod generate;
mod icd;
mod lanes;
mod lavapipe;
mod law;
mod native;
mod natives;
mod op;
mod patience;
mod places;
mod pool;
mod profile;
mod program;
mod race;
mod recent;
mod rows;
mod shader;
mod shape;
mod stages;
mod stream;
#[cfg(test)]
mod tests;
mod texts;
mod values;

pub use adapters::is_called;
pub use adapters::{
    ADAPTER_VARIABLE, Adapters, ICD_VARIABLE, SelectError, adapters, required, selected,
};
pub use adapters::{loaded, select};
pub use exit::{leave, leave_at_work};
pub use foreign::{
    FinalBuffer, ForeignKernel, GUARD_BYTE, GUARD_BYTES, KernelBuffer, KernelFailure, KernelInput,
    KernelRequest, KernelSlot,
};
pub use lavapipe::{looks_for_no_windows, works_for_submitters};
pub use patience::set_patience;
pub use stream::{Stream, StreamWidth};
pub use texts::{TextError, check_text};
use vyre_conform_runtime::kernel_text::HandWrittenKernel;
use vyre_conform_runtime::sync::lock;

/// The features that the predicate of a Category C op may request.
pub fn features() -> impl Iterator<Item = &'static str> {
    device::FEATURES.iter().map(|(name, _)| *name)
}

use device::Gpu;
use lanes::IdleDevices;
use profile::{Floats, NativeText};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_runtime::generate::Source;
use vyre_conform_spec::{Capabilities as _, TextTarget};
use vyre_conform_suite::backend::law::term_by_term;
use vyre_conform_suite::backend::{
    Backend, BackendError, BackendLaw, INPUT_GENERATION, Identity, Language, LawCheck, LoadedOp,
    LoadedPrograms, NativeMeasurements, OpCode, RateExclusion, SpeedComparison, SpeedMeasurement,
    has_hardware, measure, refused, revalidated_for_limits, wgsl_unsupported_error,
};

/// One adapter as a backend, in one profile.
#[derive(Debug)]
pub struct WgpuBackend {
    identity: Identity,
    /// Its profile of float arithmetic.
    profile: Floats,
    adapter: wgpu::Adapter,
    /// Distinguishes the device from others of its model, if anything does.
    place: String,
    /// Other devices of the same model and driver.
    peers: Vec<WgpuBackend>,
    /// The open device, shared by everything loaded during its lifetime.
    gpu: Mutex<Option<Arc<Gpu>>>,
    /// Further devices of a software adapter.
    lanes: IdleDevices,
    /// The measurements of native implementations on this device.
    earned: NativeMeasurements,
    /// True if a dispatch of a foreign kernel did not end: a software adapter then has no thread left.
    hung: Arc<AtomicBool>,
}

impl WgpuBackend {
    /// A backend for a discovered device.
    fn new(identity: Identity, adapter: wgpu::Adapter, place: String) -> Self {
        Self {
            identity,
            profile: Floats::Portable,
            adapter,
            place,
            peers: vec![],
            gpu: Mutex::default(),
            lanes: IdleDevices::default(),
            earned: NativeMeasurements::default(),
            hung: Arc::default(),
        }
    }

    /// The adapter in its profiles of native floats, with separate devices: the strict one, and plain WGSL. They run
    /// ops with a native implementation; the strict one also runs programs.
    fn profiles(&self) -> impl Iterator<Item = Self> {
        let profiles = Floats::others(&self.adapter).into_iter();
        profiles.map(|profile| self.in_profile(&profile))
    }

    fn in_profile(&self, profile: &Floats) -> Self {
        let peers = self.peers.iter().map(|peer| peer.in_profile(profile));
        Self {
            profile: profile.clone(),
            peers: peers.collect(),
            ..Self::new(
                profile.identity(&self.identity),
                self.adapter.clone(),
                self.place.clone(),
            )
        }
    }

    /// The text of the op's native implementation if the profile runs it, in the strict profile only after its
    /// measurement passed.
    ///
    /// # Errors
    ///
    /// [`BackendError::UnsupportedByBackend`] for an op that is unavailable or differs from its reference.
    fn native(&self, op: &OpCode<'_>) -> Result<Option<NativeText>, BackendError> {
        let Some(text) = self.profile.native(op, &self.identity)? else {
            return Ok(None);
        };
        if let (Floats::Native(_), Some(native)) = (&self.profile, &op.native) {
            let measured = self.earned.or_measure(op.id, &text.text, || {
                let loaded = op::WgpuOp::load(self.gpu()?, &text.code(op))?;
                measure(&loaded, native.reference)
            })?;
            if let Some(wrong) = measured {
                return Err(BackendError::UnsupportedByBackend {
                    op: op.id.to_owned(),
                    backend: self.identity.slug.clone(),
                    hardware: refused(op.id, &wrong),
                });
            }
        }
        Ok(Some(text))
    }
    /// The device, opened by the first call and by the first call after a loss.
    fn gpu(&self) -> Result<Arc<Gpu>, BackendError> {
        let mut open = lock(&self.gpu);
        if let Some(gpu) = &*open
            && gpu.lost().is_none()
        {
            return Ok(gpu.clone());
        }
        let gpu = self.open(&self.adapter)?;
        *open = Some(gpu.clone());
        Ok(gpu)
    }

    /// Opens a separate device.
    fn open(&self, adapter: &wgpu::Adapter) -> Result<Arc<Gpu>, BackendError> {
        let controls = self.profile.controls();
        Gpu::open(adapter, &self.identity.slug, controls).map(Arc::new)
    }

    /// Maximal bytes per second that this adapter moves between buffers in a shader: the limit of any check whose
    /// values pass through memory. The first call measures it.
    pub fn bandwidth(&self) -> Result<f64, BackendError> {
        bandwidth::bandwidth(&*self.gpu()?)
    }

    /// [`Backend::load_programs`] with a hand-written text for each program in place of its lowering, for comparisons.
    /// The text must use the program's bindings and the entry point [`ENTRY_POINT`](vyre_conform_lower::ENTRY_POINT).
    ///
    /// # Errors
    ///
    /// The errors of [`Backend::load_programs`].
    pub fn load_texts<'a>(
        &'a self,
        programs: Vec<(ValidProgram, String)>,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let limits = self.limits();
        let programs = programs.into_iter().map(|(program, text)| {
            Ok((
                revalidated_for_limits(&program, &self.identity, &limits)?,
                text,
            ))
        });
        let programs = programs.collect::<Result<_, BackendError>>()?;
        Ok(Box::new(program::WgpuPrograms::load(
            self.gpu()?,
            programs,
        )?))
    }

    /// Destroys the open device, as a driver reset would: loaded ops return [`BackendError::DeviceLost`] from now on,
    /// and later loads use a new device.
    pub fn lose_device(&self) {
        if let Some(gpu) = &*lock(&self.gpu) {
            gpu.destroy();
        }
    }
}

impl Backend for WgpuBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn implementation(&self) -> Option<&str> {
        Some(concat!(
            env!("CARGO_PKG_NAME"),
            " ",
            env!("CARGO_PKG_VERSION")
        ))
    }

    /// A profile runs native texts by their authors.
    fn language(&self) -> Option<Language> {
        self.identity.profile().is_none().then_some(Language::Wgsl)
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        match self.profile.native(op, &self.identity) {
            Err(BackendError::UnsupportedByBackend { hardware, .. }) => Some(hardware),
            Ok(None) => op.missing_target(TextTarget::Wgsl),
            _ => None,
        }
    }

    fn missing_support_in_program(&self, op: &OpCode<'_>) -> Option<String> {
        op.missing_target(TextTarget::Wgsl)
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        op.fits(&self.identity, &self.limits())?;
        let native = self.native(op)?;
        if native.is_none() {
            op.source_for(&self.identity, &self.limits(), TextTarget::Wgsl)?;
        }
        let code = native.as_ref().map(|text| text.code(op));
        let code = code.as_ref().unwrap_or(op);
        Ok(Box::new(op::WgpuOp::load(self.gpu()?, code)?))
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        if self.profile == Floats::Portable {
            // The shaders of laws let lanes without a case exit early.
            return if profile::ops(law).any(op::crosses_lanes) {
                term_by_term(self, law, source, range)
            } else {
                law::check(self, law, source, range)
            };
        }
        let texts = profile::ops(law).map(|op| self.native(op));
        let texts = texts.filter_map(Result::transpose);
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        law::check(self, &profile::law(law, &texts), source, range)
    }

    fn peers(&self) -> Vec<&dyn Backend> {
        self.peers.iter().map(|peer| peer as &dyn Backend).collect()
    }

    /// Its PCI address, or the file of its driver.
    fn device_location(&self) -> &str {
        &self.place
    }

    fn rate_exclusion(&self) -> Option<RateExclusion> {
        let software = !self.identity.has(INPUT_GENERATION);
        software.then_some(RateExclusion::Software)
    }

    fn race(
        &self,
        race: &SpeedComparison<'_>,
        turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        self.take_turns(race, turns)
    }

    fn limits(&self) -> Limits {
        program::limits(&self.adapter.limits())
    }

    fn hand_written_kernels(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<HandWrittenKernel>>, BackendError> {
        self.in_place_of(programs)
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let texts = self.texts(programs)?;
        for program in programs {
            has_hardware(program, &self.identity, Some(TextTarget::Wgsl))?;
        }
        self.load_texts(programs.iter().cloned().zip(texts).collect())
    }

    /// A profile compiles only native texts, not shaders with arbitrary memory accesses.
    fn load_wgsl<'a>(
        &'a self,
        program: &ValidProgram,
        text: &str,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        if self.language() != Some(Language::Wgsl) {
            return Err(wgsl_unsupported_error(&self.identity, program));
        }
        self.load_texts(vec![(program.clone(), text.to_owned())])
    }
}
