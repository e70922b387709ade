//! Programs on a device: one pipeline per program, one command buffer per launch.
//!
//! Every dispatch of a launch is recorded into one compute pass; a dispatch sees the writes of earlier ones in the
//! pass, because the WebGPU specification makes each dispatch a usage scope of its own.

use super::device::Gpu;
use super::pool::{MapReceiver, PooledBuffer, Use};
use rayon::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_ir::{Access, Program};
use vyre_conform_suite::backend::{BackendError, LoadedPrograms};

/// Stride of a uniform array in bytes; see [`program`](vyre_conform_lower::program).
const UNIFORM_STEP: u64 = 16;

/// Bytes of a buffer, rounded up to the stride of a uniform array, as which it can be bound.
fn padded(bytes: u64) -> u64 {
    if bytes <= Limits::WEBGPU.uniform_bytes.into() {
        bytes.next_multiple_of(UNIFORM_STEP)
    } else {
        bytes
    }
}

/// Programs prepared on a device.
pub(super) struct WgpuPrograms {
    gpu: Arc<Gpu>,
    programs: Vec<ValidProgram>,
    prepared: Vec<ProgramPipeline>,
}

/// A compiled program.
struct ProgramPipeline {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    /// Binding and access of each buffer that the host binds, ascending by binding.
    bound: Vec<(u32, Access)>,
}

/// A buffer of a launch on the device.
struct Slot {
    loan: PooledBuffer,
    /// Size of its contents in bytes.
    bytes: u64,
}

impl WgpuPrograms {
    /// Compiles each program from its text, several at a time: a driver takes tens of milliseconds for one.
    pub(super) fn load(
        gpu: Arc<Gpu>,
        programs: Vec<(ValidProgram, String)>,
    ) -> Result<Self, BackendError> {
        let prepared = programs
            .par_iter()
            .map(|(program, text)| ProgramPipeline::new(&gpu, program.program(), text))
            .collect::<Vec<_>>();
        // Of several errors the first program's counts, whichever thread finishes first.
        let prepared = prepared.into_iter().collect::<Result<_, _>>()?;
        Ok(Self {
            gpu,
            programs: programs.into_iter().map(|(program, _)| program).collect(),
            prepared,
        })
    }

    /// The buffers of a launch that are bound or read back, filled. It must be called inside [`Gpu::guarded`].
    fn slots(
        &self,
        launch: &Launch,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Vec<Option<Slot>>, BackendError> {
        let mut used = vec![false; launch.buffers.len()];
        let bound = launch.steps.iter().flat_map(|step| &step.buffers);
        for slot in bound.chain(&launch.read_back) {
            used[*slot] = true;
        }
        let fill = |(contents, used): (&Contents, bool)| {
            if !used || contents.is_empty() {
                return Ok(None);
            }
            let bytes = 4 * contents.len() as u64;
            let padded = padded(bytes);
            let loan = self.gpu.borrow(Use::Launch, padded)?;
            // A buffer of the pool has words of an earlier launch: every byte that this one binds is written.
            let end = match contents {
                Contents::Words(words) => {
                    self.gpu.write(&loan, words);
                    bytes
                }
                Contents::Zeros(_) => 0,
            };
            if end < padded {
                encoder.clear_buffer(&loan.buffer, end, Some(padded - end));
            }
            Ok(Some(Slot { loan, bytes }))
        };
        launch.buffers.iter().zip(used).map(fill).collect()
    }

    /// Records one dispatch. [`Launch::check`] has checked that everything in a step exists.
    fn record(&self, pass: &mut wgpu::ComputePass<'_>, step: &Step, slots: &[Option<Slot>]) {
        let program = &self.prepared[step.program];
        let entries: Vec<_> = program
            .bound
            .iter()
            .zip(step.buffers.iter().filter_map(|slot| slots[*slot].as_ref()))
            .map(|((binding, access), slot)| wgpu::BindGroupEntry {
                binding: *binding,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &slot.loan.buffer,
                    offset: 0,
                    // The exact size, which determines the length of a runtime-sized array.
                    size: wgpu::BufferSize::new(match access {
                        Access::Uniform => padded(slot.bytes),
                        _ => slot.bytes,
                    }),
                }),
            })
            .collect();
        let group = self
            .gpu
            .device
            .create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &program.layout,
                entries: &entries,
            });
        let [x, y, z] = step.workgroups;
        pass.set_pipeline(&program.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }

    fn launch(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let mut encoder = self.encoder();
        let slots = self.slots(launch, &mut encoder)?;
        self.record_steps(launch, &slots, &mut encoder);
        self.read_back(launch, slots, encoder)
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        let described = Default::default();
        self.gpu.device.create_command_encoder(&described)
    }

    /// Records every dispatch.
    fn record_steps(
        &self,
        launch: &Launch,
        slots: &[Option<Slot>],
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for step in launch.steps.iter().filter(|s| !s.workgroups.contains(&0)) {
            self.record(&mut pass, step, slots);
        }
    }

    /// Submits the recorded commands and returns the resulting words of the launch.
    fn read_back(
        &self,
        launch: &Launch,
        slots: Vec<Option<Slot>>,
        mut encoder: wgpu::CommandEncoder,
    ) -> Result<Vec<Vec<u32>>, BackendError> {
        let gpu = &self.gpu;
        let mut backs = vec![];
        for slot in &launch.read_back {
            let back = match &slots[*slot] {
                Some(Slot { loan, bytes }) => {
                    let back = gpu.borrow(Use::ReadBack, *bytes)?;
                    encoder.copy_buffer_to_buffer(&loan.buffer, 0, &back.buffer, 0, *bytes);
                    Some((back, *bytes))
                }
                None => None,
            };
            backs.push(back);
        }
        let submission = gpu.queue.submit([encoder.finish()]);
        let mapped: Vec<Option<(PooledBuffer, u64, MapReceiver)>> = backs
            .into_iter()
            .map(|back| {
                back.map(|(back, bytes)| {
                    let mapped = gpu.map(&back, bytes);
                    (back, bytes, mapped)
                })
            })
            .collect();
        gpu.wait(submission)?;
        let mut out = vec![];
        for back in mapped {
            let mut words = vec![];
            if let Some((back, bytes, mapped)) = back {
                gpu.take_mapped(back, bytes, &mapped, &mut words)?;
            }
            out.push(words);
        }
        for slot in slots.into_iter().flatten() {
            gpu.give_back(slot.loan);
        }
        Ok(out)
    }

    /// A launch in three submissions; the second has only the dispatches. Returns its duration and the resulting words.
    pub(super) fn timed(&self, launch: &Launch) -> Result<(Duration, Vec<Vec<u32>>), BackendError> {
        launch.check(&self.programs)?;
        let gpu = &self.gpu;
        gpu.guarded(|| {
            let mut filling = self.encoder();
            let slots = self.slots(launch, &mut filling)?;
            gpu.wait(gpu.queue.submit([filling.finish()]))?;
            let mut encoder = self.encoder();
            self.record_steps(launch, &slots, &mut encoder);
            let steps = encoder.finish();
            let begin = Instant::now();
            gpu.wait(gpu.queue.submit([steps]))?;
            let elapsed = begin.elapsed();
            Ok((elapsed, self.read_back(launch, slots, self.encoder())?))
        })
    }
}

impl LoadedPrograms for WgpuPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        launch.check(&self.programs)?;
        self.gpu.guarded(|| self.launch(launch))
    }
}

impl ProgramPipeline {
    fn new(gpu: &Gpu, program: &Program, text: &str) -> Result<Self, BackendError> {
        let layout = gpu.guarded(|| Ok(bind_group_layout(gpu, program)))?;
        let bound = program.bound().into_iter();
        let bound: Vec<_> = bound.map(|(_, decl)| (decl.binding, decl.access)).collect();
        let bindings: Vec<u32> = bound.iter().map(|(binding, _)| *binding).collect();
        Ok(Self {
            pipeline: gpu.program_pipeline(&program.name, text, &layout, &bindings)?,
            bound,
            layout,
        })
    }
}

/// The layout of the program's declared buffers, used or not.
fn bind_group_layout(gpu: &Gpu, program: &Program) -> wgpu::BindGroupLayout {
    use wgpu::BufferBindingType as Binding;
    let entries: Vec<_> = program
        .bound()
        .into_iter()
        .map(|(_, decl)| wgpu::BindGroupLayoutEntry {
            binding: decl.binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match decl.access {
                    Access::Uniform => Binding::Uniform,
                    access => Binding::Storage {
                        read_only: access == Access::ReadOnly,
                    },
                },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    let label = Some(program.name.as_str());
    gpu.device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label,
            entries: &entries,
        })
}

/// Limits of programs on an adapter: its own, all of which the device requests.
pub(super) fn limits(adapter: &wgpu::Limits) -> Limits {
    Limits {
        workgroup_size: [
            adapter.max_compute_workgroup_size_x,
            adapter.max_compute_workgroup_size_y,
            adapter.max_compute_workgroup_size_z,
        ],
        workgroup_invocations: adapter.max_compute_invocations_per_workgroup,
        workgroups: adapter.max_compute_workgroups_per_dimension,
        workgroup_bytes: adapter.max_compute_workgroup_storage_size,
        // No adapter states more than WGSL guarantees.
        function_bytes: Limits::WEBGPU.function_bytes,
        private_bytes: Limits::WEBGPU.private_bytes,
        storage_bytes: adapter
            .max_storage_buffer_binding_size
            .min(adapter.max_buffer_size),
        storage_buffers: adapter.max_storage_buffers_per_shader_stage,
        uniform_bytes: (adapter.max_uniform_buffer_binding_size)
            .min(Limits::WEBGPU.uniform_bytes.into()) as u32,
        uniform_buffers: adapter.max_uniform_buffers_per_shader_stage,
        bindings: adapter.max_bindings_per_bind_group,
    }
}
