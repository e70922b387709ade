//! Overhead of this project's pipelines over hand-written dispatches of the same shaders:
//! `cargo bench -p vyre-ops --bench pipelines`, and `-- 16` for 2^16 words instead of 2^20.
//!
//! The hand-written baseline runs the same shaders through wgpu alone, with prebuilt bind groups. A round is an encoder
//! with a run of the engine, its submission and the wait for it. Three things take turns: `record`, which binds each
//! time, `bind` once and record, and by hand. Measures every Vulkan adapter, or those whose names contain
//! `VYRE_ADAPTER`. Medians of the rounds; a ratio above the limit makes the exit code 1.

mod baseline;

use baseline::HandWrittenPipelines;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Staged;
use vyre_ops::kernels;

/// Maximal time of a pipeline relative to hand-written dispatches.
const LIMIT: f64 = 1.03;
const ROUNDS: usize = 101;

/// An engine, what it dispatches for a length.
type Benchmark = (&'static str, fn(u32) -> Staged);

const ENGINES: [Benchmark; 4] = [
    ("reduce", kernels::reduce),
    ("scan_exclusive", kernels::scan_exclusive),
    ("compact", kernels::compact),
    ("radix_sort", kernels::radix_sort),
];

fn main() -> ExitCode {
    let power = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    let len = 1_u32 << power.unwrap_or(20_u32).min(26);
    let wanted = std::env::var("VYRE_ADAPTER").unwrap_or_default();
    let catalog = Catalog::linked().expect("the library");
    let instance = wgpu::Instance::default();
    let mut met = true;
    println!("{len} words; ms a run, medians of {ROUNDS} rounds by turns; limit {LIMIT}");
    for adapter in pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN)) {
        let name = adapter.get_info().name;
        if !name.to_lowercase().contains(&wanted.to_lowercase()) {
            continue;
        }
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let device = pollster::block_on(adapter.request_device(&descriptor));
        let (device, queue) = device.expect("a device");
        println!("{name}");
        for (engine, staged) in ENGINES {
            let [recorded, bound, hand_written] = measured(&device, &queue, &catalog, &staged(len));
            let ratios = [recorded, bound].map(|time| time / hand_written);
            let missed = ratios[1] > LIMIT;
            met &= !missed;
            let mark = if missed { "  TOO SLOW" } else { "" };
            println!(
                "  {engine:<16} by hand {hand_written:>8.3}, bound {bound:>8.3} ({:.3}), record {recorded:>8.3} \
                 ({:.3}){mark}",
                ratios[1], ratios[0]
            );
        }
    }
    if met {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Milliseconds of a run: recorded anew, bound once, by hand.
fn measured(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    catalog: &Catalog,
    staged: &Staged,
) -> [f64; 3] {
    let hand_written = HandWrittenPipelines::new(device, catalog, staged);
    let pipeline = EnginePipeline::new(device, catalog, staged).expect("a pipeline");
    let buffers = hand_written.of_application(staged);
    hand_written.fill(queue, staged);
    let bound = pipeline.bind(&buffers).expect("bound");
    let run = |record: &dyn Fn(&mut wgpu::CommandEncoder)| {
        let begun = Instant::now();
        let mut encoder = device.create_command_encoder(&Default::default());
        record(&mut encoder);
        queue.submit([encoder.finish()]);
        device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("a device that ends its work");
        begun.elapsed()
    };
    let recorded = |encoder: &mut wgpu::CommandEncoder| {
        pipeline.record(encoder, &buffers).expect("recorded");
    };
    let ways: [&dyn Fn(&mut wgpu::CommandEncoder); 3] =
        [&recorded, &|encoder| bound.record(encoder), &|encoder| {
            hand_written.record(encoder)
        }];
    let mut times = [const { Vec::<Duration>::new() }; 3];
    // The first round compiles and warms; no way is always behind the same one.
    for round in 0..=ROUNDS {
        for turn in 0..ways.len() {
            let way = (round + turn) % ways.len();
            let time = run(ways[way]);
            if round > 0 {
                times[way].push(time);
            }
        }
    }
    times.map(|mut all| {
        all.sort_unstable();
        all[all.len() / 2].as_secs_f64() * 1e3
    })
}
