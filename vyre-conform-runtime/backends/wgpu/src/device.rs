//! An open device: error scopes, compiled pipelines, submission and reading back.

use super::exit;
use super::native::{self, Controls};
use super::patience;
use super::pool::Pool;
use super::recent::RecentCache;
use super::shader;
use std::borrow::Cow;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock};
use vyre_conform_lower as lower;
use vyre_conform_runtime::sync::{InFlight, lock, panic_message};
use vyre_conform_spec::PACKED_PRODUCT;
use vyre_conform_suite::backend::BackendError;

/// Features that ops may request, enabled if the adapter has them, under their names in Category C predicates.
pub(super) const FEATURES: [(&str, wgpu::Features); 10] = [
    ("shader-f16", wgpu::Features::SHADER_F16),
    ("shader-f64", wgpu::Features::SHADER_F64),
    ("shader-i16", wgpu::Features::SHADER_I16),
    ("shader-int64", wgpu::Features::SHADER_INT64),
    (
        "shader-int64-atomic-all-ops",
        wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS,
    ),
    (
        "shader-int64-atomic-min-max",
        wgpu::Features::SHADER_INT64_ATOMIC_MIN_MAX,
    ),
    (
        "shader-float32-atomic",
        wgpu::Features::SHADER_FLOAT32_ATOMIC,
    ),
    // A part of the language, which naga expands if a device has no instruction for it.
    (PACKED_PRODUCT, wgpu::Features::empty()),
    ("subgroup", wgpu::Features::SUBGROUP),
    ("subgroup-barrier", wgpu::Features::SUBGROUP_BARRIER),
];

/// An open device.
#[derive(Debug)]
pub(super) struct Gpu {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) limits: wgpu::Limits,
    /// True for an adapter on the processor.
    pub(super) software: bool,
    pub(super) pool: Pool,
    /// The best measurement.
    pub(super) bandwidth: Mutex<Option<f64>>,
    /// Float controls for the compilation of shaders with floats; without them they go through wgpu.
    controls: Option<Controls>,
    lost: Arc<OnceLock<String>>,
    uncaptured: Arc<Mutex<Vec<String>>>,
    /// Pipelines of ops and of law checks: as many as the library has.
    pipelines: Mutex<HashMap<String, wgpu::ComputePipeline>>,
    programs: Mutex<RecentCache<wgpu::ComputePipeline>>,
    /// Parallel trials of an op would each compile the same shader, which takes a driver without a cached copy a tenth
    /// of a second.
    compiling: InFlight<String>,
}

impl Gpu {
    pub(super) fn open(
        adapter: &wgpu::Adapter,
        slug: &str,
        controls: Option<&Controls>,
    ) -> Result<Self, BackendError> {
        let mut requested = FEATURES
            .iter()
            .fold(wgpu::Features::empty(), |all, (_, one)| all | *one);
        if controls.is_some() {
            requested |= wgpu::Features::PASSTHROUGH_SHADERS;
        }
        let limits = adapter.limits();
        let request = adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("vyre-conform"),
            required_features: adapter.features() & requested,
            required_limits: limits.clone(),
            ..Default::default()
        });
        let (device, queue) = pollster::block_on(request).map_err(|e| {
            BackendError::Other(format!("the device of `{slug}` cannot be opened: {e}"))
        })?;
        let lost = Arc::new(OnceLock::new());
        let uncaptured = Arc::new(Mutex::new(Vec::new()));
        device.set_device_lost_callback({
            let lost = lost.clone();
            move |reason, message| {
                let cause = match reason {
                    wgpu::DeviceLostReason::Destroyed => "it was destroyed",
                    wgpu::DeviceLostReason::Unknown => "the driver gives no reason",
                };
                let _ = lost.set(format!("{cause}: {message}"));
            }
        });
        device.on_uncaptured_error({
            let uncaptured = uncaptured.clone();
            Arc::new(move |error: wgpu::Error| lock(&uncaptured).push(error.to_string()))
        });
        let software = adapter.get_info().device_type == wgpu::DeviceType::Cpu;
        if !software {
            exit::opened();
        }
        Ok(Self {
            device,
            queue,
            limits,
            software,
            pool: Pool::default(),
            bandwidth: Mutex::default(),
            controls: controls.cloned(),
            lost,
            uncaptured,
            pipelines: Mutex::default(),
            programs: Mutex::default(),
            compiling: InFlight::default(),
        })
    }

    /// Reason for the loss of the device, if it is lost.
    pub(super) fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    pub(super) fn destroy(&self) {
        self.device.destroy();
        // The callback runs while the device is polled.
        let _ = catch_unwind(AssertUnwindSafe(|| self.device.poll(wgpu::PollType::Poll)));
        let _ = self.lost.set("destroyed".to_owned());
    }

    /// Runs `work` on the device and catches every error of the device: a lost device first, then errors from the
    /// scopes, then those of `work`. Scopes belong to the calling thread, so parallel calls do not see each other's
    /// errors.
    pub(super) fn guarded<T>(
        &self,
        work: impl FnOnce() -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        self.check_lost()?;
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        // wgpu panics if it cannot report an error, such as when a wait outlives its device.
        let result = catch_unwind(AssertUnwindSafe(work));
        let [validation, memory, internal] =
            [validation.pop(), memory.pop(), internal.pop()].map(pollster::block_on);
        self.check_lost()?;
        // Using a buffer that could not be created is refused as invalid: the cause comes first.
        let caught = [memory, validation, internal];
        if let Some(error) = caught.into_iter().flatten().next() {
            return Err(match error {
                wgpu::Error::OutOfMemory { source } => BackendError::OutOfMemory(chain(&*source)),
                wgpu::Error::Validation { description, .. } => {
                    BackendError::Validation(description)
                }
                wgpu::Error::Internal { description, .. } => BackendError::Other(description),
            });
        }
        let uncaptured = std::mem::take(&mut *lock(&self.uncaptured));
        if !uncaptured.is_empty() {
            return Err(BackendError::Other(format!(
                "the device reported an error outside of any call: {}",
                uncaptured.join("; ")
            )));
        }
        result.unwrap_or_else(|panic| {
            let message = panic_message(&*panic).unwrap_or("no message");
            Err(BackendError::Other(format!("wgpu panicked: {message}")))
        })
    }

    /// Marks a hanging device as lost, without waiting for it.
    pub(super) fn abandon(&self) {
        let _ = self.lost.set("a dispatch did not end".to_owned());
    }

    /// True if the device generates inputs faster than the host generates and sends them. A software adapter shares the
    /// host's processor and compiles less well than rustc.
    pub(super) fn makes_inputs(&self) -> bool {
        !self.software
    }

    fn check_lost(&self) -> Result<(), BackendError> {
        match self.lost() {
            Some(reason) => Err(BackendError::DeviceLost(reason.to_owned())),
            None => Ok(()),
        }
    }

    /// The pipeline of a shader's entry point with the layout that its text implies, compiled once per device.
    pub(super) fn pipeline(
        &self,
        op: &str,
        text: &str,
    ) -> Result<wgpu::ComputePipeline, BackendError> {
        let cached = || lock(&self.pipelines).get(text).cloned();
        self.compiling.get(text, cached, || {
            let pipeline = self.compiled(op, text, None)?;
            lock(&self.pipelines).insert(text.to_owned(), pipeline.clone());
            Ok(pipeline)
        })
    }

    /// [`Gpu::pipeline`] for a program, with a layout of its one bind group and its bindings, ascending, which must be
    /// equal for equal texts. The number of programs is unbounded, so only the last few are kept.
    pub(super) fn program_pipeline(
        &self,
        program: &str,
        text: &str,
        layout: &wgpu::BindGroupLayout,
        bound: &[u32],
    ) -> Result<wgpu::ComputePipeline, BackendError> {
        let cached = || lock(&self.programs).get(text);
        self.compiling.get(text, cached, || {
            let pipeline = self.compiled(program, text, Some((layout, bound)))?;
            lock(&self.programs).keep(text, pipeline.clone());
            Ok(pipeline)
        })
    }

    fn compiled(
        &self,
        op: &str,
        text: &str,
        layout: Option<(&wgpu::BindGroupLayout, &[u32])>,
    ) -> Result<wgpu::ComputePipeline, BackendError> {
        let refused = |message: String| BackendError::Compile {
            op: op.to_owned(),
            message: format!("{message}\n{}", shader::listing(text)),
        };
        let strict = match &self.controls {
            Some(controls) => {
                let bound = layout.map(|(_, bound)| bound);
                native::compile(text, controls, bound).map_err(refused)?
            }
            None => None,
        };
        let compiled = self.guarded(|| {
            let (module, own) = match &strict {
                Some(strict) => self.strict(op, strict),
                None => {
                    let wgsl = wgpu::ShaderModuleDescriptor {
                        label: Some(op),
                        source: wgpu::ShaderSource::Wgsl(text.into()),
                    };
                    (self.device.create_shader_module(wgsl), None)
                }
            };
            let groups = layout.map(|(group, _)| group);
            let layout = groups.or(own.as_ref()).map(|group| {
                self.device
                    .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                        label: Some(op),
                        bind_group_layouts: &[Some(group)],
                        immediate_size: 0,
                    })
            });
            let pipeline = wgpu::ComputePipelineDescriptor {
                label: Some(op),
                layout: layout.as_ref(),
                module: &module,
                entry_point: Some(lower::ENTRY_POINT),
                compilation_options: wgpu::PipelineCompilationOptions {
                    zero_initialize_workgroup_memory: true,
                    ..Default::default()
                },
                cache: None,
            };
            Ok(self.device.create_compute_pipeline(&pipeline))
        });
        compiled.map_err(|error| match error {
            BackendError::Validation(message) | BackendError::Other(message) => refused(message),
            other => other,
        })
    }

    /// The module of a shader for direct use by the driver, and the layout of its bind group.
    fn strict(
        &self,
        op: &str,
        strict: &native::SpirvShader,
    ) -> (wgpu::ShaderModule, Option<wgpu::BindGroupLayout>) {
        let spirv = wgpu::ShaderModuleDescriptorPassthrough {
            label: Some(op),
            entry_points: Cow::Owned(vec![wgpu::PassthroughShaderEntryPoint {
                name: lower::ENTRY_POINT.into(),
                workgroup_size: strict.workgroup.into(),
            }]),
            spirv: Some(Cow::Borrowed(&strict.words)),
            ..Default::default()
        };
        // SAFETY: the words are a module that naga validated and wrote, with bounds checks, execution modes that the
        // driver supports, and decorations that every driver knows.
        let module = unsafe { self.device.create_shader_module_passthrough(spirv) };
        let layout = wgpu::BindGroupLayoutDescriptor {
            label: Some(op),
            entries: &strict.layout,
        };
        (module, Some(self.device.create_bind_group_layout(&layout)))
    }

    /// Waits for a submission. It must be called inside [`Gpu::guarded`].
    pub(super) fn wait(&self, submission: wgpu::SubmissionIndex) -> Result<(), BackendError> {
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: Some(patience::patience()),
        };
        match self.device.poll(wait) {
            Ok(_) => Ok(()),
            Err(wgpu::PollError::Timeout) => Err(patience::exceeded()),
            Err(error) => Err(BackendError::Other(error.to_string())),
        }
    }
}

/// An error and its causes in one line.
pub(super) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}
