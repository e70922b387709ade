//! The baseline: the dispatches of an engine, hand-written with wgpu.

use vyre_conform_lower as lower;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::engine::{Staged, Usage};
use vyre_conform_runtime::ir::{Access, Program};
use vyre_conform_runtime::valid::{Limits, validate_program};
use wgpu::BufferUsages;

/// Pipelines, buffers and bind groups, made once.
pub(super) struct HandWrittenPipelines {
    buffers: Vec<wgpu::Buffer>,
    /// The pipeline, the buffers and the workgroups of each dispatch.
    steps: Vec<(wgpu::ComputePipeline, wgpu::BindGroup, [u32; 3])>,
    /// The buffers that hold zeros when a run begins.
    cleared: Vec<usize>,
}

impl HandWrittenPipelines {
    pub(super) fn new(device: &wgpu::Device, catalog: &Catalog, staged: &Staged) -> Self {
        let usage = BufferUsages::STORAGE
            | BufferUsages::UNIFORM
            | BufferUsages::COPY_DST
            | BufferUsages::COPY_SRC;
        let contents = &staged.launch.buffers;
        let buffer = |contents: &Contents| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: (4 * contents.len().max(4) as u64).next_multiple_of(16),
                usage,
                mapped_at_creation: false,
            })
        };
        let buffers: Vec<wgpu::Buffer> = contents.iter().map(buffer).collect();
        let pipelines = staged.programs.iter().map(|program| {
            let valid = validate_program(program.clone(), catalog, &Limits::WEBGPU);
            let text = lower::program(&valid.expect("a valid program"));
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(text.into()),
            });
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout_of(device, program))],
                immediate_size: 0,
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&layout),
                module: &module,
                entry_point: Some(lower::ENTRY_POINT),
                compilation_options: Default::default(),
                cache: None,
            })
        });
        let pipelines: Vec<wgpu::ComputePipeline> = pipelines.collect();
        let taken = staged.launch.steps.iter();
        let taken = taken.filter(|step| !step.workgroups.contains(&0));
        let steps = taken.map(|step| {
            let pipeline = &pipelines[step.program];
            let bound = staged.programs[step.program].bound().into_iter();
            let entries: Vec<_> = bound
                .zip(&step.buffers)
                .map(|((_, decl), slot)| wgpu::BindGroupEntry {
                    binding: decl.binding,
                    resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer: &buffers[*slot],
                        offset: 0,
                        size: match decl.access {
                            Access::Uniform => None,
                            _ => wgpu::BufferSize::new(4 * contents[*slot].len() as u64),
                        },
                    }),
                })
                .collect();
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &layout_of(device, &staged.programs[step.program]),
                entries: &entries,
            });
            (pipeline.clone(), group, step.workgroups)
        });
        let steps = steps.collect();
        let cleared = contents.iter().enumerate().filter_map(|(slot, contents)| {
            let of_application = staged.buffers.iter().find(|buffer| buffer.slot == slot);
            let cleared = match of_application {
                Some(buffer) => buffer.usage == Usage::WriteOnZeros,
                None => matches!(contents, Contents::Zeros(_)) && !staged.scratch.contains(&slot),
            };
            cleared.then_some(slot)
        });
        Self {
            steps,
            cleared: cleared.collect(),
            buffers,
        }
    }

    /// The buffers of an application, in the order in which a pipeline wants them.
    pub(super) fn of_application(&self, staged: &Staged) -> Vec<&wgpu::Buffer> {
        let buffers = staged.buffers.iter();
        buffers.map(|buffer| &self.buffers[buffer.slot]).collect()
    }

    /// Writes parameters, and words of every kind where the engine reads.
    pub(super) fn fill(&self, queue: &wgpu::Queue, staged: &Staged) {
        for (slot, contents) in staged.launch.buffers.iter().enumerate() {
            let word = |n: u32| n.wrapping_mul(0x9e37_79b1) ^ (n >> 7);
            let words = match contents {
                Contents::Words(words) => words.clone(),
                Contents::Zeros(len) => (0..*len as u32).map(word).collect(),
            };
            queue.write_buffer(&self.buffers[slot], 0, bytemuck::cast_slice(&words));
        }
    }

    /// Records a run.
    pub(super) fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        for slot in &self.cleared {
            encoder.clear_buffer(&self.buffers[*slot], 0, None);
        }
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for (pipeline, group, [x, y, z]) in &self.steps {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, group, &[]);
            pass.dispatch_workgroups(*x, *y, *z);
        }
    }
}

/// The buffers of a program, used or not.
fn layout_of(device: &wgpu::Device, program: &Program) -> wgpu::BindGroupLayout {
    let entries = program.bound().into_iter().map(|(_, decl)| {
        let ty = match decl.access {
            Access::Uniform => wgpu::BufferBindingType::Uniform,
            access => wgpu::BufferBindingType::Storage {
                read_only: access == Access::ReadOnly,
            },
        };
        wgpu::BindGroupLayoutEntry {
            binding: decl.binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        }
    });
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries.collect::<Vec<_>>(),
    })
}
