//! Encoding one dispatch.

use super::device::Gpu;
use super::pool::PooledBuffer;
use vyre_conform_lower::Grid;

/// A buffer at a binding: (number, buffer, bytes).
pub(super) type BufferBinding<'a> = (u32, &'a PooledBuffer, u64);

impl Gpu {
    /// Encodes one dispatch.
    pub(super) fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        pipeline: &wgpu::ComputePipeline,
        bindings: &[BufferBinding<'_>],
        grid: Grid,
    ) {
        let entries: Vec<_> = bindings
            .iter()
            .map(|(binding, loan, bytes)| wgpu::BindGroupEntry {
                binding: *binding,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &loan.buffer,
                    offset: 0,
                    size: wgpu::BufferSize::new(*bytes),
                }),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let [x, y, z] = grid.workgroups;
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }
}
