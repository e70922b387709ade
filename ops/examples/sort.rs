//! Sorts keys on every adapter with the library's radix sort, and checks the result:
//! `cargo run --release -p vyre-ops --example sort -- 100000000`, the number of keys that it takes without an argument.

pub(crate) mod gpu;

use gpu::Gpu;
use std::error::Error;
use std::time::Instant;
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_ops::kernels::{self, named::RadixSort};

fn main() -> Result<(), Box<dyn Error>> {
    let keys = match std::env::args().nth(1) {
        None => 100_000_000,
        Some(text) => (text.parse::<u32>())
            .map_err(|_| format!("`{text}` is not a number of keys up to {}", u32::MAX))?,
    };
    let mut done = 0;
    for gpu in Gpu::all()? {
        // An adapter without the memory for these keys does not take the others with it.
        match sorted(&gpu, keys, &mut |text| eprintln!("{}: {text}", gpu.name)) {
            Ok(rate) => {
                done += 1;
                println!(
                    "{}: {keys} pairs sorted, {rate:.1} million a second",
                    gpu.name
                );
            }
            Err(error) => println!("{}: not sorted: {error}", gpu.name),
        }
    }
    match done {
        0 => Err("no adapter sorted them".into()),
        _ => Ok(()),
    }
}

/// Sorts pairs of random keys and their positions, checks them, and gives how many million were sorted a second.
pub(crate) fn sorted(
    gpu: &Gpu,
    len: u32,
    progress: &mut dyn FnMut(&str),
) -> Result<f64, Box<dyn Error>> {
    progress(&format!("{len} random keys"));
    let mix = |i: u32| {
        let x = i.wrapping_mul(0x9E37_79B9);
        (x ^ (x >> 16)).wrapping_mul(0x85EB_CA6B) ^ (x >> 13)
    };
    let keys: Vec<u32> = (0..len).map(mix).collect();
    let positions: Vec<u32> = (0..len).collect();
    let kernel = EnginePipeline::new(&gpu.device, &Catalog::linked()?, &kernels::radix_sort(len))?;
    progress(&format!(
        "{} MiB of scratch memory",
        kernel.scratch_bytes() >> 20
    ));
    let inputs = [gpu.filled(&keys), gpu.filled(&positions)];
    let results = [(); 2].map(|()| gpu.words(len.max(1).into()));
    gpu.run(gpu.encoder())?;
    progress("sorting");
    let start = Instant::now();
    let mut encoder = gpu.encoder();
    let buffers = RadixSort {
        keys: &inputs[0],
        values: &inputs[1],
        sorted_keys: &results[0],
        sorted_values: &results[1],
    };
    kernel.record_named(&mut encoder, &buffers.named())?;
    gpu.run(encoder)?;
    let seconds = start.elapsed().as_secs_f64();
    progress("checking");
    let [sorted, positions] = [gpu.read(&results[0])?, gpu.read(&results[1])?];
    let pairs = sorted.iter().zip(&positions).take(len as usize);
    let pairs: Vec<(u32, u32)> = pairs.map(|(key, position)| (*key, *position)).collect();
    // Ascending pairs are in order, each its own, and stable.
    if !pairs.is_sorted_by(|a, b| a < b) {
        return Err("the pairs are not in order".into());
    }
    match pairs
        .iter()
        .find(|(key, position)| keys.get(*position as usize) != Some(key))
    {
        Some((key, position)) => Err(format!("key {key:#x} was not at {position}").into()),
        None => Ok(f64::from(len) / seconds / 1e6),
    }
}
