//! The library's engines in an application, compared with the standard library.

use super::{Gpu, catalog, random};
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::engine::Staged;
use vyre_ops::kernels;

/// Lengths around the sizes of workgroups and tiles, and of more than one workgroup.
const LENGTHS: [u32; 9] = [0, 1, 2, 255, 256, 257, 4095, 65_537, 300_001];

/// One kernel: its dispatches at a length, its inputs, and its expected outputs. The words after the expected ones are
/// arbitrary.
struct Case {
    name: &'static str,
    staged: fn(u32) -> Staged,
    inputs: fn(u32, u32) -> Vec<Vec<u32>>,
    expected: fn(&[Vec<u32>]) -> Vec<Vec<u32>>,
}

const BINS: u32 = 37;

/// More bins than a workgroup has counters.
const MANY_BINS: u32 = 1000;

/// The number of words that `top_k` selects, if there are enough.
const TOP_K_LENGTH: u32 = 300;

const CASES: [Case; 10] = [
    Case {
        name: "reduce",
        staged: kernels::reduce,
        inputs: |len, seed| vec![random(len, seed)],
        expected: |of| {
            vec![vec![
                of[0].iter().fold(0, |sum, word| sum.wrapping_add(*word)),
            ]]
        },
    },
    Case {
        name: "scan_exclusive",
        staged: kernels::scan_exclusive,
        inputs: |len, seed| vec![random(len, seed)],
        expected: |of| vec![running(&of[0], false)],
    },
    Case {
        name: "scan_inclusive",
        staged: kernels::scan_inclusive,
        inputs: |len, seed| vec![random(len, seed)],
        expected: |of| vec![running(&of[0], true)],
    },
    Case {
        name: "compact",
        staged: kernels::compact,
        inputs: |len, seed| {
            let flags = random(len, seed).iter().map(|word| word & 2).collect();
            vec![flags, random(len, seed + 1)]
        },
        expected: |of| {
            let kept = (0..of[0].len()).filter(|k| of[0][*k] != 0);
            let kept: Vec<usize> = kept.collect();
            vec![
                kept.iter().map(|k| *k as u32).collect(),
                kept.iter().map(|k| of[1][*k]).collect(),
                vec![kept.len() as u32],
            ]
        },
    },
    Case {
        name: "histogram",
        staged: |len| kernels::histogram(len, BINS).expect("bins"),
        inputs: |len, seed| vec![random(len, seed)],
        expected: |of| counted(&of[0], BINS),
    },
    Case {
        name: "histogram of many bins",
        staged: |len| kernels::histogram(len, MANY_BINS).expect("bins"),
        inputs: |len, seed| vec![random(len, seed)],
        expected: |of| counted(&of[0], MANY_BINS),
    },
    Case {
        name: "radix_sort",
        staged: kernels::radix_sort,
        inputs: |len, seed| {
            // Frequent keys, which show stability.
            let keys = random(len, seed)
                .iter()
                .map(|key| key & 0xF00F_000F)
                .collect();
            vec![keys, (0..len).collect()]
        },
        expected: |of| {
            let mut order: Vec<usize> = (0..of[0].len()).collect();
            order.sort_by_key(|k| of[0][*k]);
            let of_column = |column: &Vec<u32>| order.iter().map(|k| column[*k]).collect();
            of.iter().map(of_column).collect()
        },
    },
    Case {
        name: "partition",
        staged: kernels::partition,
        inputs: |len, seed| {
            let flags = random(len, seed).iter().map(|word| word & 2).collect();
            vec![flags, random(len, seed + 1)]
        },
        expected: |of| {
            let mut order: Vec<usize> = (0..of[0].len()).collect();
            order.sort_by_key(|k| of[0][*k] == 0);
            let flagged = of[0].iter().filter(|flag| **flag != 0);
            vec![
                order.iter().map(|k| *k as u32).collect(),
                order.iter().map(|k| of[1][*k]).collect(),
                vec![flagged.count() as u32],
            ]
        },
    },
    Case {
        name: "top_k",
        staged: |len| kernels::top_k(len, TOP_K_LENGTH.min(len)).expect("as many words"),
        inputs: |len, seed| {
            // Frequent words, which show the choice among equal ones.
            let words = random(len, seed);
            vec![words.iter().map(|word| word & 0x0300_000F).collect()]
        },
        expected: |of| {
            let mut order: Vec<usize> = (0..of[0].len()).collect();
            order.sort_by_key(|k| std::cmp::Reverse(of[0][*k]));
            order.truncate(TOP_K_LENGTH as usize);
            vec![
                order.iter().map(|k| of[0][*k]).collect(),
                order.iter().map(|k| *k as u32).collect(),
            ]
        },
    },
    Case {
        name: "unique",
        staged: kernels::unique,
        inputs: |len, seed| {
            let mut words: Vec<u32> = random(len, seed).iter().map(|word| word & 0xFFF).collect();
            words.sort_unstable();
            vec![words]
        },
        expected: |of| {
            let runs: Vec<&[u32]> = of[0].chunk_by(|a, b| a == b).collect();
            vec![
                runs.iter().map(|run| run[0]).collect(),
                runs.iter().map(|run| run.len() as u32).collect(),
                vec![runs.len() as u32],
            ]
        },
    },
];

/// The number of words with each remainder. The order of their ranks is not defined.
fn counted(words: &[u32], bins: u32) -> Vec<Vec<u32>> {
    let mut counts = vec![0; bins as usize];
    words
        .iter()
        .for_each(|word| counts[(word % bins) as usize] += 1);
    vec![counts, vec![]]
}

/// The running sums of words.
fn running(values: &[u32], inclusive: bool) -> Vec<u32> {
    let mut sum = 0_u32;
    let sums = values.iter().map(|word| {
        let before = sum;
        sum = sum.wrapping_add(*word);
        if inclusive { sum } else { before }
    });
    sums.collect()
}

/// Buffers for one run, with outputs full of wrong words.
fn buffers(gpu: &Gpu, staged: &Staged, inputs: &[Vec<u32>]) -> Vec<wgpu::Buffer> {
    let pipeline = staged
        .buffers
        .iter()
        .enumerate()
        .map(|(k, buffer)| match inputs.get(k) {
            Some(words) if words.is_empty() => gpu.buffer(&[7]),
            Some(words) => gpu.buffer(words),
            None => gpu.buffer(&vec![0xA5A5_A5A5; buffer.words.max(1)]),
        });
    pipeline.collect()
}

fn check(gpu: &Gpu, case: &Case, inputs: &[Vec<u32>], buffers: &[wgpu::Buffer], description: &str) {
    let outputs = &buffers[inputs.len()..];
    for (k, (expected, buffer)) in (case.expected)(inputs).iter().zip(outputs).enumerate() {
        let words = gpu.words(buffer);
        let name = case.name;
        assert!(
            words[..expected.len()] == **expected,
            "{name}, {description}: output {k}"
        );
    }
}

/// Oracle: the standard library, on every adapter at every length, over buffers with other words, and with guarded
/// words after their ends.
#[test]
#[ignore = "a long run: seconds"]
fn engines_agree_with_the_standard_library() {
    let catalog = catalog();
    for gpu in Gpu::all() {
        for case in &CASES {
            let mut kernel: Option<EnginePipeline> = None;
            for len in LENGTHS {
                let staged = (case.staged)(len);
                let pipeline = match &kernel {
                    None => EnginePipeline::new(&gpu.device, &catalog, &staged),
                    Some(kernel) => kernel.with(&catalog, &staged),
                };
                let pipeline = pipeline.expect("a kernel");
                let inputs = (case.inputs)(len, len + 1);
                let buffers = buffers(&gpu, &staged, &inputs);
                let mut encoder = gpu.encoder();
                let bindings: Vec<&wgpu::Buffer> = buffers.iter().collect();
                pipeline.record(&mut encoder, &bindings).expect("recorded");
                gpu.queue.submit([encoder.finish()]);
                check(&gpu, case, &inputs, &buffers, &format!("{len} words"));
                kernel = Some(pipeline);
            }
        }
    }
}

/// More words than a 32-bit float counts, and not a multiple of the tile size.
const MANY: u32 = (1 << 24) + 4099;

/// The first adapter runs the kernel on [`MANY`] words.
fn check_many(gpu: &Gpu, case: &Case) {
    let staged = (case.staged)(MANY);
    let pipeline = EnginePipeline::new(&gpu.device, &catalog(), &staged).expect("a kernel");
    let inputs = (case.inputs)(MANY, 5);
    let buffers = buffers(gpu, &staged, &inputs);
    let mut encoder = gpu.encoder();
    let bindings: Vec<&wgpu::Buffer> = buffers.iter().collect();
    pipeline.record(&mut encoder, &bindings).expect("recorded");
    gpu.queue.submit([encoder.finish()]);
    check(gpu, case, &inputs, &buffers, "many words");
}

/// Oracle: the standard library. Every adapter supports bindings of 128 MiB, 2^25 words.
#[test]
#[ignore = "a long run: seconds"]
fn sums_of_more_than_2_24_words() {
    let gpu = &Gpu::all()[0];
    for case in &CASES[..3] {
        check_many(gpu, case);
    }
}

/// Oracle: the standard library. `--ignored`: sorting as many words takes a processor a minute.
#[test]
#[ignore = "a long run: a minute"]
fn every_engine_accepts_more_than_2_24_words() {
    let gpu = &Gpu::all()[0];
    for case in &CASES[3..] {
        check_many(gpu, case);
    }
}

/// Oracle: the standard library. Every kernel is recorded several times over different buffers, into one encoder and
/// into others, and the test waits only after submitting everything. The scratch memory of a kernel contains the words
/// of the previous run.
#[test]
#[ignore = "a long run: seconds"]
fn several_are_in_flight() {
    const LEN: u32 = 20_011;
    let catalog = catalog();
    for gpu in Gpu::all() {
        let mut runs = vec![];
        let mut encoders = vec![gpu.encoder(), gpu.encoder()];
        for case in &CASES {
            let staged = (case.staged)(LEN);
            let kernel = EnginePipeline::new(&gpu.device, &catalog, &staged).expect("a kernel");
            for run in 0..3 {
                let inputs = (case.inputs)(LEN, 100 + run);
                let buffers = buffers(&gpu, &staged, &inputs);
                let bindings: Vec<&wgpu::Buffer> = buffers.iter().collect();
                let bound = kernel.bind(&bindings).expect("bound");
                // Twice: the second run overwrites the results of the first.
                for _ in 0..2 {
                    bound.record(&mut encoders[run as usize % 2]);
                }
                runs.push((case, inputs, buffers));
            }
        }
        gpu.queue
            .submit(encoders.into_iter().map(wgpu::CommandEncoder::finish));
        for (n, (case, inputs, buffers)) in runs.iter().enumerate() {
            check(&gpu, case, inputs, buffers, &format!("run {n}"));
        }
    }
}
