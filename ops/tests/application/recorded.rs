use std::error::Error;
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_ops::kernels;

/// Sorts pairs by their keys: the buffers have `len` words each.
pub fn sorted(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    len: u32,
    [keys, values, sorted_keys, sorted_values]: [&wgpu::Buffer; 4],
) -> Result<(), Box<dyn Error>> {
    let catalog = Catalog::linked()?;
    let sort = EnginePipeline::new(device, &catalog, &kernels::radix_sort(len))?;
    let mut encoder = device.create_command_encoder(&Default::default());
    let buffers = kernels::named::RadixSort {
        keys,
        values,
        sorted_keys,
        sorted_values,
    };
    sort.record_named(&mut encoder, &buffers.named())?;
    queue.submit([encoder.finish()]);
    Ok(())
}
