//! An application that divides numbers by ten in a shader of its own, which calls a verified function, and adds the
//! results up by a verified engine: `cargo run --release -p vyre-ops --example smallest`.

use std::error::Error;
use vyre_conform_emit::{Request, Target, emit};
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_ops::kernels;
use wgpu::BufferUsages as Usage;

/// `math_u32_mul_hi`, the high word of a product, is the verified function: a quotient by ten is a product.
const SHADER: &str = "
@group(0) @binding(0) var<storage, read> dividends: array<u32>;
@group(0) @binding(1) var<storage, read_write> quotients: array<u32>;

@compute @workgroup_size(64)
fn divide(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&dividends) {
        quotients[id.x] = math_u32_mul_hi(dividends[id.x], 0xcccccccdu) >> 3u;
    }
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u32> = (0..1000).map(|i| i * 4_000_000).collect();
    let sums = sums_of_quotients(&numbers)?;
    println!("{:?} ... {:?}", &sums[..4], sums.last());
    Ok(())
}

/// For each number, the sum of the quotients by ten, rounded down, up to and including its own.
pub(crate) fn sums_of_quotients(numbers: &[u32]) -> Result<Vec<u32>, Box<dyn Error>> {
    // An adapter and its device: nothing of this is vyre-conform's.
    let instance = wgpu::Instance::default();
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let len = u32::try_from(numbers.len())?;
    let buffer = |usage| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 4 * u64::from(len),
            usage,
            mapped_at_creation: false,
        })
    };
    let [dividends, quotients, sums] =
        [(); 3].map(|()| buffer(Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST));
    let staging = buffer(Usage::MAP_READ | Usage::COPY_DST);
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    queue.write_buffer(&dividends, 0, &bytes);

    // The ops that are linked into this program; a build script writes the same text.
    let catalog = Catalog::linked()?;
    let request = Request::new(Target::Wgsl)
        .prefix("math_")
        .ops(["u32::mul_hi"]);
    let functions = emit(&catalog, &request, &[])?;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl((functions + SHADER).into()),
    });
    let divide = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("divide"),
        compilation_options: Default::default(),
        cache: None,
    });
    let entries = [&dividends, &quotients].into_iter().zip(0..);
    let entries = entries.map(|(buffer, binding)| wgpu::BindGroupEntry {
        binding,
        resource: buffer.as_entire_binding(),
    });
    let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &divide.get_bind_group_layout(0),
        entries: &entries.collect::<Vec<_>>(),
    });

    // The engine, compiled for this length, behind the application's own pass in one encoder.
    let scan = EnginePipeline::new(&device, &catalog, &kernels::scan_inclusive(len))?;
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&divide);
    pass.set_bind_group(0, &bound, &[]);
    pass.dispatch_workgroups(len.div_ceil(64), 1, 1);
    drop(pass);
    scan.record(&mut encoder, &[&quotients, &sums])?;
    encoder.copy_buffer_to_buffer(&sums, 0, &staging, 0, staging.size());
    queue.submit([encoder.finish()]);

    staging.slice(..).map_async(wgpu::MapMode::Read, drop);
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let view = staging.slice(..).get_mapped_range()?;
    let words = view.chunks_exact(4);
    Ok(words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect())
}
