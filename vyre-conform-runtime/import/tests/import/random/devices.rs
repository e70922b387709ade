//! Random kernels on the interpreter and on adapters.

use super::kernel;
use crate::common::{imported, validated};
use crate::mutations::Draws;
use vyre_conform_import::ImportOptions;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;
use vyre_conform_wgpu::{WgpuBackend, required};

/// The adapters that the environment requires, each without a profile.
fn devices() -> Vec<&'static WgpuBackend> {
    let devices = required().into_iter();
    devices
        .filter(|device| device.identity().profile().is_none())
        .collect()
}

/// A kernel with the interpreter's results.
struct Sample {
    text: String,
    program: ValidProgram,
    launch: Launch,
    expected: Vec<Vec<u32>>,
}

const GROUPS: u32 = 2;

/// The contents of the kernel's buffers.
fn contents(seed: u64) -> Vec<Vec<u32>> {
    let mut draws = Draws(seed ^ 0x5555);
    let mut words = |count: usize| -> Vec<u32> {
        let word = |draws: &mut Draws| match draws.below(4) {
            0 => draws.below(4) as u32,
            1 => u32::MAX - draws.below(3) as u32,
            2 => 1 << draws.below(32),
            _ => draws.below(usize::MAX) as u32,
        };
        (0..count).map(|_| word(&mut draws)).collect()
    };
    let matrix = [1.0_f32, 2.0, -1.0, 3.0].map(f32::to_bits);
    let params = [&[0; 7][..], &[0], &matrix].concat();
    vec![words(32), vec![0; 16 * 8], params, words(16 * 12), words(4)]
}

fn sample(seed: u64) -> Sample {
    let text = kernel(seed);
    let options = ImportOptions {
        loop_bound: 1000,
        ..ImportOptions::default()
    };
    let kernel = imported(&text, &options);
    let words = contents(seed);
    let launch = kernel.launch(
        [GROUPS, 1, 1],
        words.iter().cloned().map(Contents::Words).collect(),
    );
    let expected = run_launch(&[validated(&kernel)], &launch, &Options::default());
    let expected = expected.unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let program =
        validate_program(kernel.declarations(), &(), &Limits::WEBGPU).expect("it is valid");
    let read_back = launch.read_back;
    let mut launch = Launch::single(
        &program,
        [GROUPS, 1, 1],
        words.into_iter().map(Contents::Words).collect(),
    );
    launch.read_back = read_back;
    Sample {
        text,
        program,
        launch,
        expected,
    }
}

/// Runs kernels on every adapter, and returns the seeds with results other than the interpreter's, with
/// the adapter.
fn differences(seeds: std::ops::Range<u64>) -> Vec<(u64, String)> {
    let mut wrong = vec![];
    for first in seeds.clone().step_by(50) {
        let range = first..seeds.end.min(first + 50);
        let samples: Vec<(u64, Sample)> = range.map(|seed| (seed, sample(seed))).collect();
        for device in devices() {
            // SwiftShader takes a second to compile such a kernel.
            let every = match device.identity().slug.as_str() {
                "llvmpipe" => 1,
                _ => 4,
            };
            for (seed, sample) in samples.iter().step_by(every) {
                let texts = vec![(sample.program.clone(), sample.text.clone())];
                let loaded = device.load_texts(texts);
                let loaded =
                    loaded.unwrap_or_else(|error| panic!("{seed}: {error}\n{}", sample.text));
                let found = loaded.run(&sample.launch).expect("it runs");
                if found != sample.expected {
                    wrong.push((*seed, device.identity().slug.clone()));
                }
            }
        }
    }
    wrong
}

/// Oracle: the results of the drivers' compilers.
#[test]
fn random_kernels_leave_the_words_of_devices() {
    assert!(!devices().is_empty(), "an adapter is required");
    assert_eq!(differences(0..100), []);
}

/// Oracle: the same as for fewer.
#[test]
#[ignore = "a long run: half an hour"]
fn many_random_kernels_leave_the_words_of_devices() {
    assert_eq!(differences(1000..21_000), []);
}
