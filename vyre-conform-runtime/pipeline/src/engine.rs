//! The dispatches of an engine over an application's buffers.

use super::compiled::{CompiledProgram, check_device, padded, with_error_scopes};
use super::compiler::PipelineCompiler;
use super::error::{PipelineError, RecordError};
use super::program::{Place, apart, check_buffer};
use vyre_conform_ir::dispatch::{Contents, Step};
use vyre_conform_ir::{Access, Library};
use vyre_conform_runtime::engine::{Staged, StagedBuffer, Usage};
use wgpu::BufferUsages;

/// The dispatches of an engine at one length, compiled, with their own scratch memory and parameters.
#[derive(Clone, Debug)]
pub struct EnginePipeline {
    device: wgpu::Device,
    programs: Vec<CompiledProgram>,
    steps: Vec<Step>,
    /// The internal buffers, by slot.
    own: Vec<Option<InternalBuffer>>,
    buffers: Vec<StagedBuffer>,
    /// The compiler of the programs, if it was not the lowering.
    compiler: Option<PipelineCompiler>,
}

/// An internal buffer of the pipeline.
#[derive(Clone, Debug)]
struct InternalBuffer {
    buffer: wgpu::Buffer,
    /// Size of its contents in bytes.
    bytes: u64,
    /// True if it must be zero when the dispatches begin.
    is_cleared: bool,
}

impl EnginePipeline {
    /// Compiles the dispatches and allocates memory for them. `library`, normally the catalog, resolves
    /// the ops that programs call.
    ///
    /// # Errors
    /// The missing capability of the device.
    pub fn new(
        device: &wgpu::Device,
        library: &dyn Library,
        staged: &Staged,
    ) -> Result<Self, PipelineError> {
        Self::reusing(device, library, staged, (&[], None))
    }

    /// The same, with programs compiled by `compiler` in place of the lowering.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new), and the compiler's.
    pub fn compiled_by(
        device: &wgpu::Device,
        library: &dyn Library,
        staged: &Staged,
        compiler: &PipelineCompiler,
    ) -> Result<Self, PipelineError> {
        Self::reusing(device, library, staged, (&[], Some(compiler)))
    }

    /// The same dispatches at another length: compiled programs are reused, and others are compiled in
    /// the same way.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn with(&self, library: &dyn Library, staged: &Staged) -> Result<Self, PipelineError> {
        let known = (&self.programs[..], self.compiler.as_ref());
        Self::reusing(&self.device, library, staged, known)
    }

    fn reusing(
        device: &wgpu::Device,
        library: &dyn Library,
        staged: &Staged,
        (compiled, compiler): (&[CompiledProgram], Option<&PipelineCompiler>),
    ) -> Result<Self, PipelineError> {
        check_device(device)?;
        let limit = device.limits().max_compute_workgroups_per_dimension;
        for step in &staged.launch.steps {
            let name = &staged.programs[step.program].name;
            if let Some(groups) = step.workgroups.into_iter().find(|groups| *groups > limit) {
                let program = name.clone();
                return Err(PipelineError::Workgroups {
                    program,
                    groups,
                    limit,
                });
            }
        }
        have_room(device, staged)?;
        let programs = staged.programs.iter().map(|program| {
            let known = compiled.iter().find(|known| known.program == *program);
            match known {
                Some(known) => Ok(known.clone()),
                None => CompiledProgram::of(device, library, program, compiler),
            }
        });
        let programs: Vec<CompiledProgram> = programs.collect::<Result<_, _>>()?;
        Ok(Self {
            own: own(device, staged)?,
            device: device.clone(),
            programs,
            steps: staged.launch.steps.clone(),
            buffers: staged.buffers.clone(),
            compiler: compiler.cloned(),
        })
    }

    /// Bytes of its internal memory.
    pub fn scratch_bytes(&self) -> u64 {
        let own = self.own.iter().flatten();
        own.map(|own| own.buffer.size()).sum()
    }

    /// The buffers that it needs, in the order of the arguments of [`record`](Self::record).
    pub fn buffers(&self) -> &[StagedBuffer] {
        &self.buffers
    }

    /// Records the dispatches over these buffers, in the order of [`buffers`](Self::buffers);
    /// [`record_named`](Self::record_named) takes them by name. A buffer that must be zero is cleared
    /// first. Pipelines share no memory, so several may be in flight at once; dispatches of one
    /// pipeline run in sequence.
    ///
    /// # Errors
    /// A buffer is surplus, missing, too small, lacks a usage, or is given twice and written.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        buffers: &[&wgpu::Buffer],
    ) -> Result<(), RecordError> {
        self.bind(buffers)?.record(encoder);
        Ok(())
    }

    /// The dispatches bound to these buffers, for recording repeatedly: the preparation in
    /// [`record`](Self::record) is done once.
    ///
    /// # Errors
    /// The errors of [`record`](Self::record).
    pub fn bind(&self, buffers: &[&wgpu::Buffer]) -> Result<BoundEngine<'_>, RecordError> {
        if buffers.len() != self.buffers.len() {
            let names: Vec<&str> = self.buffers.iter().map(|of| of.name).collect();
            return Err(RecordError::Count {
                given: buffers.len(),
                required: self.buffers.len(),
                names: names.join(", "),
            });
        }
        let mut places = vec![];
        for (of, buffer) in self.buffers.iter().zip(buffers) {
            let usage = match of.usage {
                Usage::WriteOnZeros => BufferUsages::STORAGE | BufferUsages::COPY_DST,
                _ => BufferUsages::STORAGE,
            };
            check_buffer(of.name, buffer, 4 * of.words as u64, usage)?;
            places.push(Place {
                name: of.name,
                buffer,
                is_written: of.usage != Usage::Read,
            });
        }
        apart(&places)?;
        let slot = |slot: &usize| {
            let given = self.buffers.iter().zip(buffers);
            let mut given = given.filter(|(of, _)| of.slot == *slot);
            match (&self.own[*slot], given.next()) {
                (Some(own), _) => Some((&own.buffer, own.bytes)),
                (None, Some((of, buffer))) => Some((*buffer, 4 * of.words as u64)),
                (None, None) => None,
            }
        };
        let taken = self.steps.iter().filter(|s| !s.workgroups.contains(&0));
        let groups = taken.map(|step| {
            let sized: Vec<_> = step.buffers.iter().filter_map(slot).collect();
            let group = self.programs[step.program].group(&self.device, &sized);
            (step, group)
        });
        let cleared = self.buffers.iter().zip(buffers);
        let cleared = cleared.filter(|(of, _)| of.usage == Usage::WriteOnZeros && of.words > 0);
        let cleared = cleared.map(|(of, buffer)| ((*buffer).clone(), 4 * of.words as u64));
        let own = self.own.iter().flatten().filter(|own| own.is_cleared);
        let own = own.map(|own| (own.buffer.clone(), own.buffer.size()));
        Ok(BoundEngine {
            pipeline: self,
            groups: groups.collect(),
            cleared: cleared.chain(own).collect(),
        })
    }
}

/// Dispatches bound to buffers of an application.
#[derive(Clone, Debug)]
pub struct BoundEngine<'a> {
    pipeline: &'a EnginePipeline,
    groups: Vec<(&'a Step, wgpu::BindGroup)>,
    /// The buffers to clear first, with the number of bytes.
    cleared: Vec<(wgpu::Buffer, u64)>,
}

impl BoundEngine<'_> {
    /// Records the dispatches.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        for (buffer, bytes) in &self.cleared {
            encoder.clear_buffer(buffer, 0, Some(*bytes));
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        for (step, group) in &self.groups {
            let [x, y, z] = step.workgroups;
            pass.set_pipeline(&self.pipeline.programs[step.program].pipeline);
            pass.set_bind_group(0, group, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
    }
}

/// The maximum size of a buffer in bytes on any device: the limit of Vulkan bindings, in whole 32-bit
/// words.
const MAX_BYTES: u64 = u32::MAX as u64 / 4 * 4;

/// Checks that a device has room for the application's buffers and the internal ones.
fn have_room(device: &wgpu::Device, staged: &Staged) -> Result<(), PipelineError> {
    let limits = device.limits();
    let most = limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size)
        .min(MAX_BYTES);
    let check = |name: String, bytes: u64| {
        if bytes > most {
            Err(PipelineError::Memory {
                name,
                bytes,
                limit: most,
            })
        } else {
            Ok(())
        }
    };
    for of in &staged.buffers {
        check(of.name.to_owned(), 4 * of.words as u64)?;
    }
    let mut all = staged.launch.buffers.iter();
    all.try_for_each(|contents| check("scratch memory".to_owned(), 4 * contents.len() as u64))
}

/// Creates the internal buffers: parameters, filled, and scratch memory.
fn own(
    device: &wgpu::Device,
    staged: &Staged,
) -> Result<Vec<Option<InternalBuffer>>, PipelineError> {
    let mut uniform = vec![false; staged.launch.buffers.len()];
    for step in &staged.launch.steps {
        let bound = staged.programs[step.program].bound();
        for ((_, decl), slot) in bound.iter().zip(&step.buffers) {
            uniform[*slot] |= decl.access == Access::Uniform;
        }
    }
    let mut all = vec![];
    for (slot, contents) in staged.launch.buffers.iter().enumerate() {
        // A binding must not be empty: a zero replaces an application's buffer of no words, whose
        // content is arbitrary.
        if (staged.buffers.iter()).any(|of| of.slot == slot && of.words > 0) {
            all.push(None);
            continue;
        }
        let bytes = 4 * contents.len().max(1) as u64;
        let usage = if uniform[slot] {
            BufferUsages::UNIFORM | BufferUsages::STORAGE | BufferUsages::COPY_DST
        } else {
            BufferUsages::STORAGE | BufferUsages::COPY_DST
        };
        let words = match contents {
            Contents::Words(words) => Some(words),
            Contents::Zeros(_) => None,
        };
        let buffer = with_error_scopes(device, "scratch memory", || {
            let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("vyre-conform"),
                size: padded(bytes),
                usage,
                mapped_at_creation: words.is_some(),
            });
            if let Some(words) = words {
                // Unallocated memory cannot be mapped, which the device reports.
                if let Ok(mut view) = buffer.slice(..).get_mapped_range_mut() {
                    view.slice(..4 * words.len())
                        .copy_from_slice(bytemuck::cast_slice(words));
                }
                buffer.unmap();
            }
            buffer
        })?;
        all.push(Some(InternalBuffer {
            buffer,
            bytes,
            is_cleared: words.is_none() && !staged.scratch.contains(&slot),
        }));
    }
    Ok(all)
}
