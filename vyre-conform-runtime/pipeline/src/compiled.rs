//! A program on a device.

use super::compiler::{PipelineCompiler, Reason};
use super::error::PipelineError;
use super::features::Features;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Access, Library, Program};
use vyre_conform_lower as lower;
use vyre_conform_runtime::spec::TextTarget;

/// Bytes per step of a uniform array; see [`lower::program`].
const UNIFORM_STEP: u64 = 16;

/// A program compiled on a device.
#[derive(Clone, Debug)]
pub(super) struct CompiledProgram {
    pub(super) program: Program,
    pub(super) pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    /// Binding and access of each buffer that the host binds, ascending by binding.
    bound: Vec<(u32, Access)>,
}

/// Runs `work` and returns the errors that the device reports meanwhile as a single one.
pub(super) fn with_error_scopes<T>(
    device: &wgpu::Device,
    what: &str,
    work: impl FnOnce() -> T,
) -> Result<T, PipelineError> {
    let filters = [
        wgpu::ErrorFilter::Internal,
        wgpu::ErrorFilter::Validation,
        wgpu::ErrorFilter::OutOfMemory,
    ];
    let mut scopes = filters.map(|filter| Some(device.push_error_scope(filter)));
    let made = work();
    // An object that uses unallocated memory is invalid: the cause comes first.
    let errors = scopes.iter_mut().rev().filter_map(Option::take);
    let errors: Vec<_> = errors
        .map(|scope| pollster::block_on(scope.pop()))
        .collect();
    match errors.into_iter().flatten().next() {
        None => Ok(made),
        Some(error) => Err(PipelineError::Device {
            what: what.to_owned(),
            why: error.to_string(),
        }),
    }
}

/// Checks that a device is not lost. Objects created on a lost device are silently invalid, and only
/// the application learns of the loss, through its own callback. Memory of a lost device cannot be
/// mapped.
pub(super) fn check_device(device: &wgpu::Device) -> Result<(), PipelineError> {
    let probe = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("vyre-conform"),
        size: 4,
        usage: wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: true,
    });
    let mapped = probe.slice(..).get_mapped_range_mut();
    mapped.map(drop).map_err(|_| PipelineError::Lost)
}

/// The limits of a device.
pub(super) fn limits(device: &wgpu::Device) -> Limits {
    let of = device.limits();
    Limits {
        workgroup_size: [
            of.max_compute_workgroup_size_x,
            of.max_compute_workgroup_size_y,
            of.max_compute_workgroup_size_z,
        ],
        workgroup_invocations: of.max_compute_invocations_per_workgroup,
        workgroups: of.max_compute_workgroups_per_dimension,
        workgroup_bytes: of.max_compute_workgroup_storage_size,
        storage_bytes: of.max_storage_buffer_binding_size.min(of.max_buffer_size),
        storage_buffers: of.max_storage_buffers_per_shader_stage,
        uniform_bytes: (of.max_uniform_buffer_binding_size).min(Limits::WEBGPU.uniform_bytes.into())
            as u32,
        uniform_buffers: of.max_uniform_buffers_per_shader_stage,
        bindings: of.max_bindings_per_bind_group,
        ..Limits::WEBGPU
    }
}

impl CompiledProgram {
    /// Validates a program for a device and compiles it.
    pub(super) fn of(
        device: &wgpu::Device,
        library: &dyn Library,
        program: &Program,
        compiler: Option<&PipelineCompiler>,
    ) -> Result<Self, PipelineError> {
        let valid = validate_program(program.clone(), library, &limits(device));
        let valid = valid.map_err(|broken| PipelineError::Program {
            program: program.name.clone(),
            why: broken
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("; "),
        })?;
        Self::new(device, &valid, compiler)
    }

    pub(super) fn new(
        device: &wgpu::Device,
        valid: &ValidProgram,
        compiler: Option<&PipelineCompiler>,
    ) -> Result<Self, PipelineError> {
        let program = valid.program();
        let name = program.name.as_str();
        has_hardware(device, valid)?;
        check_device(device)?;
        let made: Result<Self, Reason> = with_error_scopes(device, name, || {
            let layout = layout(device, program);
            let pipeline = match compiler {
                Some(compiler) => compiler.pipeline(valid, &layout),
                None => Ok(lowered(device, valid, &layout)),
            };
            let bound = program.bound().into_iter();
            Ok(Self {
                program: program.clone(),
                pipeline: pipeline?,
                layout,
                bound: bound.map(|(_, decl)| (decl.binding, decl.access)).collect(),
            })
        })?;
        made.map_err(|why| PipelineError::Device {
            what: name.to_owned(),
            why: why.to_string(),
        })
    }

    /// The bind group of these buffers, each limited to its first bytes.
    pub(super) fn group(
        &self,
        device: &wgpu::Device,
        buffers: &[(&wgpu::Buffer, u64)],
    ) -> wgpu::BindGroup {
        let all = self.bound.iter().zip(buffers);
        let entries: Vec<_> = all
            .map(
                |((binding, access), (buffer, bytes))| wgpu::BindGroupEntry {
                    binding: *binding,
                    resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer,
                        offset: 0,
                        // The exact size: the length of a runtime-sized array follows from it.
                        size: wgpu::BufferSize::new(match access {
                            Access::Uniform => padded(*bytes),
                            _ => *bytes,
                        }),
                    }),
                },
            )
            .collect();
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(&self.program.name),
            layout: &self.layout,
            entries: &entries,
        })
    }
}

/// The pipeline of a program's lowering.
fn lowered(
    device: &wgpu::Device,
    valid: &ValidProgram,
    layout: &wgpu::BindGroupLayout,
) -> wgpu::ComputePipeline {
    let label = Some(valid.program().name.as_str());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label,
        source: wgpu::ShaderSource::Wgsl(lower::program(valid).into()),
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label,
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some(lower::ENTRY_POINT),
        compilation_options: wgpu::PipelineCompilationOptions {
            // Lowered texts declare variables that they read before writing.
            zero_initialize_workgroup_memory: true,
            ..Default::default()
        },
        cache: None,
    })
}

/// Checks that the device supports the hardware ops that the program calls.
fn has_hardware(device: &wgpu::Device, valid: &ValidProgram) -> Result<(), PipelineError> {
    let features = Features(device.features());
    let lacking = valid.hardware().iter().find_map(|call| {
        let op = &call.op;
        let text = op.texts.of(TextTarget::Wgsl);
        let missing = match ((op.available)(&features), text) {
            (true, Some(_)) => return None,
            (true, None) => "a text for WGSL",
            (false, _) => op.hardware,
        };
        Some((op.id, missing))
    });
    match lacking {
        None => Ok(()),
        Some((op, hardware)) => Err(PipelineError::Unsupported {
            program: valid.program().name.clone(),
            op: op.to_owned(),
            hardware: hardware.to_owned(),
        }),
    }
}

/// Bytes rounded up to a step of a uniform array.
pub(super) const fn padded(bytes: u64) -> u64 {
    bytes.next_multiple_of(UNIFORM_STEP)
}

/// The layout of the buffers as the program declares them, used or not.
fn layout(device: &wgpu::Device, program: &Program) -> wgpu::BindGroupLayout {
    use wgpu::BufferBindingType as Binding;
    let bound = program.bound().into_iter();
    let entries: Vec<_> = bound
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
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(&program.name),
        entries: &entries,
    })
}
