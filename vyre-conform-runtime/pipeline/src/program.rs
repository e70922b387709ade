//! A program as a pipeline.

use super::compiled::{CompiledProgram, padded};
use super::error::{PipelineError, RecordError};
use vyre_conform_ir::Access;
use vyre_conform_ir::valid::ValidProgram;

/// A program on an application's device.
#[derive(Clone, Debug)]
pub struct Pipeline {
    device: wgpu::Device,
    compiled: CompiledProgram,
}

impl Pipeline {
    /// Compiles a program.
    ///
    /// # Errors
    /// The message of the device.
    pub fn new(device: &wgpu::Device, program: &ValidProgram) -> Result<Self, PipelineError> {
        Ok(Self {
            device: device.clone(),
            compiled: CompiledProgram::new(device, program, None)?,
        })
    }

    /// Records one dispatch with this many workgroups over these whole buffers, ascending by binding.
    /// The length of an array without a count follows from the size of its buffer. Nothing is recorded
    /// if the device supports fewer workgroups, if a buffer is too small or lacks a usage, or if one
    /// buffer is given twice and written.
    ///
    /// # Errors
    /// The conditions above.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        workgroups: [u32; 3],
        buffers: &[&wgpu::Buffer],
    ) -> Result<(), RecordError> {
        let bound = self.compiled.program.bound();
        if bound.len() != buffers.len() {
            let names: Vec<&str> = bound.iter().map(|(_, decl)| &*decl.name).collect();
            return Err(RecordError::Count {
                given: buffers.len(),
                required: bound.len(),
                names: names.join(", "),
            });
        }
        let limit = self.device.limits().max_compute_workgroups_per_dimension;
        if let Some(groups) = workgroups.into_iter().find(|groups| *groups > limit) {
            return Err(RecordError::Workgroups { groups, limit });
        }
        for ((_, decl), buffer) in bound.iter().zip(buffers) {
            let element = 4 * decl.element.words() as u64;
            let bytes = element * u64::from(decl.count.unwrap_or(1));
            let (needs, usage) = match decl.access {
                Access::Uniform => (padded(bytes), wgpu::BufferUsages::UNIFORM),
                _ => (bytes, wgpu::BufferUsages::STORAGE),
            };
            check_buffer(&decl.name, buffer, needs, usage)?;
        }
        let places = bound.iter().zip(buffers).map(|((_, decl), buffer)| Place {
            name: &decl.name,
            buffer,
            is_written: decl.access == Access::ReadWrite,
        });
        apart(&places.collect::<Vec<_>>())?;
        let sized = bound.iter().zip(buffers).map(|((_, decl), buffer)| {
            let element = 4 * decl.element.words() as u64;
            let bytes = match (decl.access, decl.count) {
                (Access::Uniform, Some(count)) => element * u64::from(count),
                _ => buffer.size() / element * element,
            };
            (*buffer, bytes)
        });
        let group = self
            .compiled
            .group(&self.device, &sized.collect::<Vec<_>>());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        let [x, y, z] = workgroups;
        pass.set_pipeline(&self.compiled.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(x, y, z);
        Ok(())
    }
}

/// Checks that a buffer is large enough and has the required usage.
pub(super) fn check_buffer(
    name: &str,
    buffer: &wgpu::Buffer,
    needs: u64,
    usage: wgpu::BufferUsages,
) -> Result<(), RecordError> {
    let name = name.to_owned();
    let has = buffer.size();
    if has < needs {
        return Err(RecordError::TooSmall { name, has, needs });
    }
    let missing = usage - buffer.usage();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(RecordError::Usage {
            name,
            missing: missing
                .iter_names()
                .map(|(name, _)| name)
                .collect::<Vec<_>>()
                .join(" and "),
        })
    }
}

/// A buffer at its place.
pub(super) struct Place<'a> {
    pub(super) name: &'a str,
    pub(super) buffer: &'a wgpu::Buffer,
    pub(super) is_written: bool,
}

/// Checks that no written buffer occurs in two places.
pub(super) fn apart(places: &[Place<'_>]) -> Result<(), RecordError> {
    for (k, second) in places.iter().enumerate() {
        let before = places[..k].iter();
        let mut same = before.filter(|first| first.buffer == second.buffer);
        if let Some(first) = same.find(|first| first.is_written || second.is_written) {
            return Err(RecordError::Twice {
                first: first.name.to_owned(),
                second: second.name.to_owned(),
            });
        }
    }
    Ok(())
}
