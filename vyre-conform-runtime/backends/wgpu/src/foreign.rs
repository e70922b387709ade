//! Foreign kernels: a text compiled unchanged, with guard words around each buffer.
//!
//! The text keeps its own names, bind groups and overrides. Only the declared bindings of its entry point are known, so
//! every fault of a device is returned as a [`KernelFailure`] that names its kind.

use super::device::Gpu;
use super::{WgpuBackend, exit};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use vyre_conform_suite::backend::BackendError;

/// Bytes in front of and behind each bound range; a multiple of every offset alignment that WebGPU allows
/// (<https://www.w3.org/TR/webgpu/#limits>).
pub const GUARD_BYTES: usize = 256;
/// Fill byte of guards.
pub const GUARD_BYTE: u8 = 0xa5;

/// A resource binding of a kernel, as numbered in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KernelSlot {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
}

/// The source of a kernel.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum KernelInput<'a> {
    /// A text in WGSL.
    Wgsl(&'a str),
    /// A module that naga parsed from another language.
    Module(&'a naga::Module),
}

/// A kernel to compile.
#[derive(Clone, Copy, Debug)]
pub struct KernelRequest<'a> {
    /// Its source.
    pub source: KernelInput<'a>,
    /// Name of the entry point.
    pub entry: &'a str,
    /// Values of pipeline overrides, by the names or numeric ids of WebGPU's pipeline constants.
    pub overrides: &'a [(String, f64)],
}

/// A buffer that a dispatch binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelBuffer {
    /// The binding.
    pub slot: KernelSlot,
    /// Its contents, at least one byte.
    pub bytes: Vec<u8>,
    /// True if it is bound as a uniform.
    pub uniform: bool,
}

/// A buffer after a dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FinalBuffer {
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Distance in bytes, from the start of the buffer, of the first changed guard byte; negative in front of it.
    pub guard_touched: Option<i64>,
}

/// Failure of a device to run a kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KernelFailure {
    /// The device or its compiler refused the kernel or a buffer.
    #[error("the device refuses the kernel: {0}")]
    Refused(String),
    /// The device was lost.
    #[error("the device was lost: {0}")]
    Lost(String),
    /// The dispatch did not end in time. The device is abandoned.
    #[error("the dispatch did not end within {} s", .0.as_secs_f64())]
    TimeLimit(Duration),
}

impl From<BackendError> for KernelFailure {
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::DeviceLost(reason) => Self::Lost(reason),
            other => Self::Refused(other.to_string()),
        }
    }
}

/// A compiled entry point of a foreign text.
#[derive(Debug)]
pub struct ForeignKernel {
    gpu: Arc<Gpu>,
    pipeline: wgpu::ComputePipeline,
    hung: Arc<AtomicBool>,
}

impl WgpuBackend {
    /// Compiles an entry point of an unchanged text.
    ///
    /// # Errors
    ///
    /// [`KernelFailure`] if the device refuses it, an override has no value, or a limit is exceeded.
    pub fn load_kernel(&self, request: &KernelRequest<'_>) -> Result<ForeignKernel, KernelFailure> {
        if self.hung.load(Ordering::Relaxed) {
            let reason =
                "an earlier dispatch did not end, and the adapter runs inside this process";
            return Err(KernelFailure::Lost(reason.to_owned()));
        }
        let gpu = self.gpu()?;
        let constants = request.overrides.iter();
        let constants: Vec<(&str, f64)> = constants.map(|(name, v)| (&name[..], *v)).collect();
        let pipeline = gpu.guarded(|| {
            let module = gpu
                .device
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(request.entry),
                    source: match request.source {
                        KernelInput::Wgsl(text) => wgpu::ShaderSource::Wgsl(text.into()),
                        KernelInput::Module(module) => {
                            wgpu::ShaderSource::Naga(Cow::Owned(module.clone()))
                        }
                    },
                });
            let described = wgpu::ComputePipelineDescriptor {
                label: Some(request.entry),
                layout: None,
                module: &module,
                entry_point: Some(request.entry),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &constants,
                    zero_initialize_workgroup_memory: true,
                },
                cache: None,
            };
            Ok(gpu.device.create_compute_pipeline(&described))
        })?;
        Ok(ForeignKernel {
            gpu,
            pipeline,
            hung: self.hung.clone(),
        })
    }
}

impl ForeignKernel {
    /// Dispatches the kernel once over these buffers, and returns each buffer afterwards.
    ///
    /// # Errors
    ///
    /// [`KernelFailure`] for a buffer beyond the limits, a lost device, or a dispatch longer than `limit`.
    pub fn run(
        &self,
        buffers: &[KernelBuffer],
        workgroups: [u32; 3],
        limit: Duration,
    ) -> Result<Vec<FinalBuffer>, KernelFailure> {
        let mut exceeded = false;
        let left = self.gpu.guarded(|| {
            let allocated: Vec<wgpu::Buffer> = buffers.iter().map(|b| self.filled(b)).collect();
            let backs: Vec<wgpu::Buffer> =
                allocated.iter().map(|b| self.read_back(b.size())).collect();
            let submission = self.submit(buffers, &allocated, &backs, workgroups);
            let mapped: Vec<_> = backs.iter().map(mapping).collect();
            let wait = wgpu::PollType::Wait {
                submission_index: Some(submission),
                timeout: Some(limit),
            };
            match self.gpu.device.poll(wait) {
                Ok(_) => {}
                Err(wgpu::PollError::Timeout) => {
                    exceeded = true;
                    // The device still uses these buffers: freeing them would wait for it.
                    std::mem::forget((allocated, backs));
                    return Ok(vec![]);
                }
                Err(error) => return Err(BackendError::Other(error.to_string())),
            }
            let each = buffers.iter().zip(&backs).zip(mapped);
            each.map(|((bound, back), mapped)| left(bound, back, &mapped, limit))
                .collect()
        });
        if exceeded {
            self.give_up();
            return Err(KernelFailure::TimeLimit(limit));
        }
        Ok(left?)
    }

    /// Abandons a hanging device; the process ends without waiting for it.
    fn give_up(&self) {
        exit::opened();
        self.hung.store(self.gpu.software, Ordering::Relaxed);
        self.gpu.abandon();
        std::mem::forget((self.gpu.clone(), self.pipeline.clone()));
    }

    /// A buffer with its contents between two guards.
    fn filled(&self, bound: &KernelBuffer) -> wgpu::Buffer {
        let whole = GUARD_BYTES + padded(bound) + GUARD_BYTES;
        let mut bytes = vec![GUARD_BYTE; whole];
        let inner = &mut bytes[GUARD_BYTES..][..padded(bound)];
        inner.fill(0);
        inner[..bound.bytes.len()].copy_from_slice(&bound.bytes);
        use wgpu::BufferUsages as Usage;
        let usage = if bound.uniform {
            Usage::UNIFORM
        } else {
            Usage::STORAGE
        };
        let buffer = self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: whole as u64,
            usage: usage | Usage::COPY_DST | Usage::COPY_SRC,
            mapped_at_creation: false,
        });
        self.gpu.queue.write_buffer(&buffer, 0, &bytes);
        buffer
    }

    fn read_back(&self, size: u64) -> wgpu::Buffer {
        self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    fn submit(
        &self,
        buffers: &[KernelBuffer],
        allocated: &[wgpu::Buffer],
        backs: &[wgpu::Buffer],
        workgroups: [u32; 3],
    ) -> wgpu::SubmissionIndex {
        let device = &self.gpu.device;
        let mut groups: BTreeMap<u32, Vec<wgpu::BindGroupEntry<'_>>> = BTreeMap::new();
        for (bound, buffer) in buffers.iter().zip(allocated) {
            let range = wgpu::BufferBinding {
                buffer,
                offset: GUARD_BYTES as u64,
                size: wgpu::BufferSize::new(padded(bound) as u64),
            };
            let entries = groups.entry(bound.slot.group).or_default();
            entries.push(wgpu::BindGroupEntry {
                binding: bound.slot.binding,
                resource: wgpu::BindingResource::Buffer(range),
            });
        }
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            for (group, entries) in &groups {
                let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: None,
                    layout: &self.pipeline.get_bind_group_layout(*group),
                    entries,
                });
                pass.set_bind_group(*group, &bound, &[]);
            }
            let [x, y, z] = workgroups;
            pass.dispatch_workgroups(x, y, z);
        }
        for (buffer, back) in allocated.iter().zip(backs) {
            encoder.copy_buffer_to_buffer(buffer, 0, back, 0, buffer.size());
        }
        self.gpu.queue.submit([encoder.finish()])
    }
}

/// Size of the bound range in bytes: whole words, and for a uniform whole multiples of 16.
fn padded(bound: &KernelBuffer) -> usize {
    let step = if bound.uniform { 16 } else { 4 };
    bound.bytes.len().next_multiple_of(step)
}

/// Receiver of the result of mapping a buffer.
type Mapping = mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>;

fn mapping(back: &wgpu::Buffer) -> Mapping {
    let (tell, mapped) = mpsc::channel();
    back.map_async(wgpu::MapMode::Read, .., move |result| {
        // Nobody receives after an earlier error.
        let _ = tell.send(result);
    });
    mapped
}

/// The buffer after the dispatch.
fn left(
    bound: &KernelBuffer,
    back: &wgpu::Buffer,
    mapped: &Mapping,
    limit: Duration,
) -> Result<FinalBuffer, BackendError> {
    let mapped = mapped.recv_timeout(limit);
    let mapped = mapped.map_err(|_| BackendError::Other("the result was never mapped".to_owned()));
    mapped?.map_err(|error| BackendError::Other(error.to_string()))?;
    let view = back.get_mapped_range(..);
    let view = view.map_err(|error| BackendError::Other(error.to_string()))?;
    let end = GUARD_BYTES + padded(bound);
    let front = view[..GUARD_BYTES].iter().rposition(|b| *b != GUARD_BYTE);
    let guard = view[end..].iter().position(|b| *b != GUARD_BYTE);
    let guard = guard.map(|k| (k + padded(bound)) as i64);
    let front = front.map(|k| k as i64 - GUARD_BYTES as i64);
    Ok(FinalBuffer {
        bytes: view[GUARD_BYTES..][..bound.bytes.len()].to_vec(),
        guard_touched: guard.or(front),
    })
}
