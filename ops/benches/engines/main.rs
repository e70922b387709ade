//! Engines against hand-written WGSL, their declared baselines, in one run on every adapter:
//! `cargo bench -p vyre-ops`. Both take the same launch: the same buffers, the same dispatches. Every time is of work
//! whose result was checked, the least of several rounds in which the two take turns. A ratio above the one that is
//! allowed is marked, and makes the exit code 1.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre_conform_lower as lower;
use vyre_conform_runtime::baseline::{BaselineKind, HandWrittenPipeline, baselines};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::engine::Plan;
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_ops as _;

const ROUNDS: usize = 7;

fn main() -> ExitCode {
    let instance = wgpu::Instance::default();
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    if adapters.is_empty() {
        println!("nothing measured: no Vulkan adapter");
    }
    let mut fast = vec![];
    for adapter in adapters {
        println!("{}", adapter.get_info().name);
        let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))
            .expect("a device with the default limits");
        let gpu = Gpu { device, queue };
        for declared in baselines() {
            if let BaselineKind::Pipeline(pipeline) = &declared.kind {
                fast.push(gpu.compare(declared.subject, pipeline));
            }
        }
    }
    if fast.contains(&false) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    /// Times the engine and the shaders by hand, one for each of its programs, and says whether the engine has the
    /// least rate that is declared.
    fn compare(&self, id: &str, pipeline: &HandWrittenPipeline) -> bool {
        let input = &(pipeline.input)();
        let allowed = 1000.0 / pipeline.min_rate as f64;
        let catalog = Catalog::linked().expect("the library");
        let mut engines = catalog.engines().iter();
        let def = engines
            .find(|def| def.id == id)
            .expect("an engine of the library");
        let plan: Plan = (def.plan)(input, pipeline.size);
        let lowered: Vec<String> = plan
            .programs
            .iter()
            .map(|program| {
                let valid = validate_program(program.clone(), &(), &Limits::WEBGPU);
                lower::program(&valid.expect("a valid program"))
            })
            .collect();
        let lowered: Vec<&str> = lowered.iter().map(String::as_str).collect();
        let [engine, baseline] = [&lowered[..], pipeline.texts].map(|texts| self.prepare(texts));
        let [mut least, mut least_hand_written] = [Duration::MAX; 2];
        let mut words: Vec<Vec<Vec<u32>>> = vec![];
        for _ in 0..ROUNDS {
            for (pipelines, least) in [(&engine, &mut least), (&baseline, &mut least_hand_written)]
            {
                let buffers = self.buffers(&plan.launch);
                *least = (*least).min(self.run(pipelines, &plan.launch, &buffers));
                words.push(self.read_back(&plan.launch, &buffers));
                let mut pairs = words[0].iter().zip(&words[words.len() - 1]).enumerate();
                assert!(
                    pairs.all(|(k, (x, y))| plan.order_dependent.contains(&k) || x == y),
                    "{id}: different words"
                );
                words.truncate(1);
            }
        }
        let reference = def.reference.expect("every engine of the library has one");
        assert!(
            (plan.decode)(input, &words[0]) == reference(input),
            "{id}: wrong records"
        );
        let ratio = least.as_secs_f64() / least_hand_written.as_secs_f64();
        let verdict = if ratio <= allowed { "" } else { "  TOO SLOW" };
        println!(
            "  {id:<24} {:>8.2} ms, by hand {:>8.2} ms, ratio {ratio:.2} (at most {allowed:.2}){verdict}",
            least.as_secs_f64() * 1e3,
            least_hand_written.as_secs_f64() * 1e3,
        );
        ratio <= allowed
    }

    fn prepare(&self, texts: &[&str]) -> Vec<wgpu::ComputePipeline> {
        let pipeline = |text: &&str| {
            let descriptor = wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl((*text).into()),
            };
            let checks = wgpu::ShaderRuntimeChecks::unchecked();
            // SAFETY: both kinds of text check every index themselves and every loop in them ends.
            let module = unsafe { self.device.create_shader_module_trusted(descriptor, checks) };
            self.device
                .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: None,
                    layout: None,
                    module: &module,
                    entry_point: None,
                    compilation_options: Default::default(),
                    cache: None,
                })
        };
        texts.iter().map(pipeline).collect()
    }

    fn buffers(&self, launch: &Launch) -> Vec<wgpu::Buffer> {
        use wgpu::BufferUsages as Usage;
        let buffer = |contents: &Contents| {
            let words = contents.to_words();
            // Parameters are uniform and take whole steps of 16 bytes; none has more than 64.
            let is_small = words.len() <= 16;
            let uniform = if is_small {
                Usage::UNIFORM
            } else {
                Usage::empty()
            };
            let size = 4 * words.len().next_multiple_of(4) as u64;
            let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: Usage::STORAGE | Usage::COPY_DST | Usage::COPY_SRC | uniform,
                mapped_at_creation: false,
            });
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.queue.write_buffer(&buffer, 0, &bytes);
            buffer
        };
        let buffers = launch.buffers.iter().map(buffer).collect();
        // What was written waits until something is submitted.
        self.queue.submit([]);
        buffers
    }

    /// The time from submission until the device is idle.
    fn run(
        &self,
        pipelines: &[wgpu::ComputePipeline],
        launch: &Launch,
        buffers: &[wgpu::Buffer],
    ) -> Duration {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        for step in &launch.steps {
            let pipeline = &pipelines[step.program];
            let entries: Vec<_> = (0..)
                .zip(&step.buffers)
                .map(|(binding, slot)| wgpu::BindGroupEntry {
                    binding,
                    resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer: &buffers[*slot],
                        offset: 0,
                        size: None,
                    }),
                })
                .collect();
            let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &entries,
            });
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &group, &[]);
            let [x, y, z] = step.workgroups;
            pass.dispatch_workgroups(x, y, z);
        }
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("an idle device");
        let begin = Instant::now();
        self.queue.submit([encoder.finish()]);
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("an idle device");
        begin.elapsed()
    }

    fn read_back(&self, launch: &Launch, buffers: &[wgpu::Buffer]) -> Vec<Vec<u32>> {
        let read = |slot: &usize| {
            let size = 4 * launch.buffers[*slot].len() as u64;
            let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(&buffers[*slot], 0, &staging, 0, size);
            self.queue.submit([encoder.finish()]);
            staging
                .slice(..)
                .map_async(wgpu::MapMode::Read, |result| result.expect("mapped"));
            self.device
                .poll(wgpu::PollType::wait_indefinitely())
                .expect("an idle device");
            let view = staging.slice(..).get_mapped_range().expect("mapped");
            let bytes: Vec<u8> = view.to_vec();
            bytes
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect()
        };
        launch.read_back.iter().map(read).collect()
    }
}
