//! Products of matrices on a device, each against its reference: `cargo bench -p vyre-ops --bench products`, or the
//! binary by itself. `VYRE_ADAPTER` selects adapters. TFLOP/s count two operations a product; a time is the least of
//! several rounds of several products, from submission until the device is idle, and nothing is read back in it. Arguments:
//!
//! ```text
//! NAME ..        fma_chain fma_chain_tiled exact exact_residues; all by default
//! --sizes N,N    squares; 1024,2048,4096 by default, and 256 on a processor that plays an adapter
//! --spread N     over how many powers of two the exponents of an operand spread; 16 by default
//! ```
//!
//! Elements of every result are compared with the reference, and one that differs ends the program with an error.

use std::time::{Duration, Instant};
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Input, Staged};
use vyre_conform_runtime::spec::AdditionOrder;
use vyre_conform_suite::backend::Backend;
use vyre_ops::kernels;

type Failure = Box<dyn std::error::Error>;

const NAMES: [&str; 4] = ["fma_chain", "fma_chain_tiled", "exact", "exact_residues"];

/// Sizes where none is named.
const HARDWARE: [u32; 3] = [1024, 2048, 4096];
const SOFTWARE: [u32; 1] = [256];

/// Rounds, of which the fastest counts.
const ROUNDS: usize = 3;

/// How long the products of a round are to take together, where one does not take longer.
const ROUND: Duration = Duration::from_millis(500);

/// Elements that are compared with the reference.
const COMPARED: u32 = 64;

struct Options {
    names: Vec<String>,
    /// None where the adapter decides.
    sizes: Vec<u32>,
    spread: u32,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut options = Self {
            names: vec![],
            sizes: vec![],
            spread: 16,
        };
        while let Some(argument) = arguments.next() {
            let mut numbers = || -> Result<Vec<u32>, Failure> {
                let text = arguments.next().unwrap_or_default();
                let numbers = text.split(',').map(str::parse).collect::<Result<_, _>>();
                numbers.map_err(|e| format!("{argument} takes numbers, not `{text}`: {e}").into())
            };
            match argument.as_str() {
                // `cargo bench` adds it.
                "--bench" => {}
                "--sizes" => options.sizes = numbers()?,
                "--spread" => options.spread = numbers()?[0].min(100),
                name if NAMES.contains(&name) => options.names.push(argument),
                _ => {
                    let names = NAMES.join(", ");
                    return Err(format!(
                        "`{argument}`: the products are {names}; options are --sizes and --spread, with numbers"
                    )
                    .into());
                }
            }
        }
        if options.names.is_empty() {
            options.names = NAMES.map(str::to_owned).to_vec();
        }
        Ok(options)
    }
}

fn main() -> Result<(), Failure> {
    let options = Options::read(std::env::args().skip(1))?;
    let catalog = Catalog::linked().map_err(|found| format!("{found:?}"))?;
    let selected = vyre_conform_wgpu::selected()?;
    let names: Vec<&str> = selected
        .iter()
        .map(|b| b.identity().device.as_str())
        .collect();
    let instance = wgpu::Instance::default();
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    let adapters = adapters.into_iter();
    let adapters: Vec<wgpu::Adapter> = adapters
        .filter(|adapter| names.contains(&adapter.get_info().name.as_str()))
        .collect();
    if adapters.is_empty() {
        println!("nothing measured: no Vulkan adapter is selected");
    }
    for adapter in adapters {
        println!("{}, spread {}", adapter.get_info().name, options.spread);
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))?;
        let gpu = Gpu { device, queue };
        let usual = match adapter.get_info().device_type {
            wgpu::DeviceType::Cpu => &SOFTWARE[..],
            _ => &HARDWARE,
        };
        let sizes = match options.sizes[..] {
            [] => usual,
            _ => &options.sizes,
        };
        for size in sizes {
            let operands = [1, 2].map(|seed| numbers(size * size, options.spread, seed));
            for name in &options.names {
                gpu.measure(&catalog, (name, *size, options.spread), &operands)?;
            }
        }
    }
    Ok(())
}

/// Floats of both signs, whose exponents spread over this many powers of two below 1.
fn numbers(len: u32, spread: u32, seed: u32) -> Vec<u32> {
    let number = |at: u32| {
        let mixed = (at ^ seed << 29).wrapping_mul(0x9E37_79B9);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B);
        let mixed = (mixed ^ mixed >> 13).wrapping_mul(0xC2B2_AE35);
        let power = (mixed ^ mixed >> 16) % (spread + 1);
        mixed & 0x807f_ffff | (126 - power) << 23
    };
    (0..len).map(number).collect()
}

fn staged(name: &str, size: u32, spread: u32) -> Result<Staged, Failure> {
    let staged = match name {
        "fma_chain" => kernels::matmul(size, size, size, AdditionOrder::FmaChain),
        "fma_chain_tiled" => kernels::matmul_fma_chain_tiled(size, size, size),
        "exact" => kernels::matmul(size, size, size, AdditionOrder::Exact),
        _ => {
            let moduli = kernels::moduli(2 * spread, size);
            kernels::matmul_exact_residues(size, size, size, moduli)
        }
    };
    Ok(staged?)
}

struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn measure(
        &self,
        catalog: &Catalog,
        (name, size, spread): (&str, u32, u32),
        operands: &[Vec<u32>; 2],
    ) -> Result<(), Failure> {
        let staged = staged(name, size, spread)?;
        let began = Instant::now();
        let pipeline = EnginePipeline::new(&self.device, catalog, &staged)?;
        let compiled = began.elapsed();
        let [a, b] = operands.each_ref().map(|words| self.buffer(words));
        let product = self.buffer(&vec![0; (size * size) as usize]);
        let bound = pipeline.bind(&[&a, &b, &product])?;
        let products = |count: u32| -> Result<Duration, Failure> {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            for _ in 0..count {
                bound.record(&mut encoder);
            }
            self.wait()?;
            let began = Instant::now();
            self.queue.submit([encoder.finish()]);
            self.wait()?;
            Ok(began.elapsed())
        };
        // The first one wakes the device up, the second says how many a round has.
        products(1)?;
        let one = products(1)?.max(Duration::from_micros(1));
        let count = (ROUND.as_secs_f64() / one.as_secs_f64()).clamp(1.0, 200.0) as u32;
        let mut least = Duration::MAX;
        for _ in 0..ROUNDS {
            least = least.min(products(count)? / count);
        }
        self.compare(catalog, (name, size), operands, &product)?;
        let operations = 2.0 * f64::from(size).powi(3);
        println!(
            "  {name:<16} {size:>5}  {:>9.3} ms  {:>7.3} TFLOP/s  ({} programs compiled in {:.1} s, scratch {} MiB)",
            least.as_secs_f64() * 1e3,
            operations / least.as_secs_f64() / 1e12,
            staged.programs.len(),
            compiled.as_secs_f64(),
            pipeline.scratch_bytes() >> 20,
        );
        Ok(())
    }

    /// Compares elements with the reference of the engine.
    fn compare(
        &self,
        catalog: &Catalog,
        (name, size): (&str, u32),
        [a, b]: &[Vec<u32>; 2],
        product: &wgpu::Buffer,
    ) -> Result<(), Failure> {
        let found = self.words(product)?;
        let engine = catalog.find_engine(&format!("engine::matmul_{name}"));
        let reference = engine.and_then(|engine| engine.reference);
        let reference = reference.ok_or("an engine without a reference")?;
        for n in 0..COMPARED {
            let [row, column] = [0x9E37_79B9, 0x85EB_CA6B].map(|by: u32| n.wrapping_mul(by) % size);
            let (row, column) = (row as usize, column as usize);
            let side = size as usize;
            let input = Input {
                columns: vec![
                    vec![1, 1, size],
                    a[row * side..][..side].to_vec(),
                    b.iter().skip(column).step_by(side).copied().collect(),
                ],
            };
            let due = reference(&input)[0][2];
            let found = found[row * side + column];
            if found != due {
                return Err(format!(
                    "{name} of {size}: element ({row}, {column}) is {found:#010x} and not {due:#010x}"
                )
                .into());
            }
        }
        Ok(())
    }

    fn wait(&self) -> Result<(), Failure> {
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        Ok(())
    }

    fn buffer(&self, words: &[u32]) -> wgpu::Buffer {
        use wgpu::BufferUsages as Usage;
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 4 * words.len() as u64,
            usage: Usage::STORAGE | Usage::COPY_DST | Usage::COPY_SRC,
            mapped_at_creation: false,
        });
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.queue.write_buffer(&buffer, 0, &bytes);
        buffer
    }

    fn words(&self, buffer: &wgpu::Buffer) -> Result<Vec<u32>, Failure> {
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        staging
            .slice(..)
            .map_async(wgpu::MapMode::Read, |result| result.expect("mapped"));
        self.wait()?;
        let bytes = staging.slice(..).get_mapped_range()?.to_vec();
        let words = bytes.chunks_exact(4);
        Ok(words
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect())
    }
}
