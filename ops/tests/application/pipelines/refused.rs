//! Refused records, before anything is recorded.

use super::{Gpu, Usage, catalog, programs};
use vyre_conform_pipeline::{EnginePipeline, Pipeline, PipelineError, RecordError};
use vyre_conform_runtime::ir::{Kernel, Type};
use vyre_conform_runtime::spec::AdditionOrder;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_ops::kernels::{self, SizeError};

const LEN: u32 = 1000;

/// The error of recording; the encoder must remain usable.
fn refused(gpu: &Gpu, kernel: &EnginePipeline, bindings: &[&wgpu::Buffer]) -> RecordError {
    let mut encoder = gpu.encoder();
    let error = kernel.record(&mut encoder, bindings).expect_err("refused");
    gpu.queue.submit([encoder.finish()]);
    error
}

/// Oracle: the documentation of [`RecordError`], by hand.
#[test]
fn mismatched_buffers_are_refused() {
    let gpu = &Gpu::all()[0];
    let sort = kernels::radix_sort(LEN);
    let sort = EnginePipeline::new(&gpu.device, &catalog(), &sort).expect("a kernel");
    let storage = Usage::STORAGE;
    let [a, b, c, d] = [(); 4].map(|()| gpu.empty(4 * u64::from(LEN), storage));
    let short = gpu.empty(4 * u64::from(LEN) - 4, storage);
    let copied = gpu.empty(4 * u64::from(LEN), Usage::COPY_DST);
    let of = |bindings: &[&wgpu::Buffer]| refused(gpu, &sort, bindings);
    assert_eq!(
        of(&[&a, &b, &c]),
        RecordError::Count {
            given: 3,
            required: 4,
            names: "keys, values, sorted_keys, sorted_values".into()
        }
    );
    assert_eq!(
        of(&[&a, &short, &c, &d]),
        RecordError::TooSmall {
            name: "values".into(),
            has: 3996,
            needs: 4000
        }
    );
    assert_eq!(
        of(&[&a, &b, &copied, &d]),
        RecordError::Usage {
            name: "sorted_keys".into(),
            missing: "STORAGE".into()
        }
    );
    let twice = |first: &str, second: &str| RecordError::Twice {
        first: first.into(),
        second: second.into(),
    };
    assert_eq!(of(&[&a, &b, &c, &c]), twice("sorted_keys", "sorted_values"));
    assert_eq!(of(&[&a, &b, &a, &d]), twice("keys", "sorted_keys"));
    // Two read-only places may share a buffer.
    let mut encoder = gpu.encoder();
    sort.record(&mut encoder, &[&a, &a, &c, &d])
        .expect("recorded");
    // A buffer that is cleared first is a copy destination.
    let counts = kernels::histogram(LEN, 8).expect("bins");
    let counts = EnginePipeline::new(&gpu.device, &catalog(), &counts).expect("a kernel");
    let missing_feature = refused(gpu, &counts, &[&a, &b, &c]);
    let RecordError::Usage { name, missing } = missing_feature else {
        panic!("{missing_feature}");
    };
    assert_eq!((&*name, &*missing), ("counts", "COPY_DST"));
}

/// Oracle: the documentation of the kernels, by hand; the message names the numbers.
#[test]
fn unsupported_sizes_are_refused() {
    let refused = [
        (
            kernels::histogram(LEN, 0).err(),
            SizeError::NoBins,
            "one bin",
        ),
        (
            kernels::top_k(LEN, LEN + 1).err(),
            SizeError::TooManyTaken {
                len: LEN,
                k: LEN + 1,
            },
            "at most 1000",
        ),
        (
            kernels::softmax(1 << 16, 1 << 16).err(),
            SizeError::TooLarge {
                buffer: "source",
                rows: 1 << 16,
                columns: 1 << 16,
                most: 1 << 25,
            },
            "`source` would have 65536 x 65536 elements",
        ),
        (
            kernels::matmul((1 << 17) + 1, 4096, 1, AdditionOrder::Exact).err(),
            SizeError::TooLarge {
                buffer: "product",
                rows: (1 << 17) + 1,
                columns: 4096,
                most: 1 << 29,
            },
            "536870912",
        ),
        (
            kernels::matmul(1, 2, 1 << 31, AdditionOrder::Strict).err(),
            SizeError::TooLarge {
                buffer: "b",
                rows: 1 << 31,
                columns: 2,
                most: u32::MAX,
            },
            "split the rows",
        ),
        (
            kernels::blake3_chunks(0, 3).err(),
            SizeError::NoBytes,
            "without bytes",
        ),
        (
            kernels::blake3_chunks(1025, u32::MAX).err(),
            SizeError::TooManyChunks {
                first: u32::MAX,
                chunks: 2,
            },
            "4 TiB",
        ),
        (
            kernels::blake3_root(&[0; 17]).err(),
            SizeError::NoTree { words: 17 },
            "17 words",
        ),
        (
            kernels::blake3_root(&[0; 8]).err(),
            SizeError::NoTree { words: 8 },
            "two chunks",
        ),
    ];
    for (actual, expected, message) in refused {
        assert_eq!(actual, Some(expected));
        let text = expected.to_string();
        assert!(text.contains(message), "{text}");
    }
    // The largest permitted sizes, and the smallest.
    assert!(kernels::top_k(LEN, LEN).is_ok() && kernels::top_k(0, 0).is_ok());
    assert!(kernels::histogram(0, 1).is_ok());
    assert!(kernels::matmul(0, 5, 0, AdditionOrder::SplitK(0)).is_ok());
    assert!(kernels::blake3_chunks(1024, u32::MAX).is_ok());
    assert!(kernels::blake3_root(&[0; 16]).is_ok());
}

/// Oracle: the limits of WebGPU, which the device was requested with: 65,535 workgroups, 128 MiB in a binding.
#[test]
fn work_beyond_the_device_limits_is_refused() {
    let gpu = &Gpu::all()[0];
    let catalog = catalog();
    let large = EnginePipeline::new(&gpu.device, &catalog, &kernels::reduce(1 << 26));
    let Err(PipelineError::Memory { name, bytes, limit }) = large else {
        panic!("{large:?}");
    };
    assert_eq!((&*name, bytes, limit), ("source", 1 << 28, 1 << 27));
    let pipeline = Pipeline::new(&gpu.device, &programs::valid()).expect("a pipeline");
    let params = gpu.empty(16, Usage::UNIFORM);
    let [a, b] = [(); 2].map(|()| gpu.empty(4000, Usage::STORAGE));
    let mut encoder = gpu.encoder();
    let many = pipeline.record(&mut encoder, [65_536, 1, 1], &[&params, &a, &b]);
    let limit = 65_535;
    let groups = 65_536;
    assert_eq!(many, Err(RecordError::Workgroups { groups, limit }));
    let small = pipeline.record(&mut encoder, [1, 1, 1], &[&params, &a]);
    assert!(
        matches!(small, Err(RecordError::Count { required: 3, .. })),
        "{small:?}"
    );
    let uniform = pipeline.record(&mut encoder, [1, 1, 1], &[&a, &b, &b]);
    assert!(
        matches!(uniform, Err(RecordError::Usage { .. })),
        "{uniform:?}"
    );
}

/// Oracle: the limits of WebGPU, as above: dispatches of any size are built, and the device's limit refuses buffers
/// that exceed every binding, before anything is compiled.
#[test]
fn kernels_of_more_words_than_a_binding_holds() {
    let gpu = &Gpu::all()[0];
    for len in [(1 << 25) + 1, 1 << 30, 1 << 31, u32::MAX] {
        let all = [
            kernels::reduce(len),
            kernels::scan_exclusive(len),
            kernels::scan_inclusive(len),
            kernels::compact(len),
            kernels::histogram(len, 256).expect("bins"),
            kernels::radix_sort(len),
            kernels::partition(len),
            kernels::top_k(len, 1000).expect("words"),
            kernels::top_k(len, len).expect("words"),
            kernels::unique(len),
        ];
        for staged in all {
            let groups = staged.launch.steps.iter().flat_map(|s| s.workgroups);
            assert!(groups.max() <= Some(65_535));
            let pipeline = EnginePipeline::new(&gpu.device, &catalog(), &staged);
            let Err(PipelineError::Memory { bytes, limit, .. }) = pipeline else {
                panic!("{pipeline:?}");
            };
            assert_eq!((bytes, limit), (4 * u64::from(len), 1 << 27));
        }
    }
}

/// Oracle: a device with 128 invocations per workgroup has no pipeline for 256.
#[test]
fn devices_with_too_few_invocations_are_refused() {
    let instance = wgpu::Instance::default();
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    let adapter = adapters.into_iter().next().expect("a Vulkan driver");
    let required_limits = wgpu::Limits {
        max_compute_invocations_per_workgroup: 128,
        max_compute_workgroup_size_x: 128,
        ..wgpu::Limits::default()
    };
    let descriptor = wgpu::DeviceDescriptor {
        required_limits,
        ..Default::default()
    };
    let (device, _queue) =
        pollster::block_on(adapter.request_device(&descriptor)).expect("a small device");
    let pipeline = EnginePipeline::new(&device, &catalog(), &kernels::reduce(LEN));
    let Err(PipelineError::Program { program, why }) = pipeline else {
        panic!("{pipeline:?}");
    };
    assert_eq!(program, "reduce");
    assert!(why.contains("256") && why.contains("128"), "{why}");
}

/// Oracle: a destroyed device is lost, whatever its driver.
#[test]
fn a_lost_device() {
    for gpu in Gpu::all() {
        gpu.device.destroy();
        let kernel = EnginePipeline::new(&gpu.device, &catalog(), &kernels::reduce(LEN));
        assert_eq!(kernel.err(), Some(PipelineError::Lost));
        let pipeline = Pipeline::new(&gpu.device, &programs::valid());
        assert_eq!(pipeline.err(), Some(PipelineError::Lost));
    }
}

/// A program that calls an op with two operands of one word.
fn program_that_calls(id: &str, result: Type) -> ValidProgram {
    let mut k = Kernel::new("calling", [1, 1, 1]);
    let given = k.read_only("given", Type::U32);
    let out = k.read_write("out", result);
    let value = k.call(id, vec![given.at(0), given.at(1)], result);
    k.store(out, 0, value);
    validate_program(k.finish(), &catalog(), &Limits::WEBGPU).expect("a valid program")
}

/// Oracle: the features that the device was requested with (none); the packed product is a part of WGSL.
#[test]
fn op_of_an_unrequested_feature_is_refused() {
    for gpu in Gpu::all() {
        let half = program_that_calls("u32::half_product", Type::U32);
        let error = Pipeline::new(&gpu.device, &half).expect_err("refused");
        assert_eq!(
            error,
            PipelineError::Unsupported {
                program: "calling".into(),
                op: "u32::half_product".into(),
                hardware: "shader-f16".into()
            }
        );
        assert_eq!(
            error.to_string(),
            "`calling` calls `u32::half_product`, which cannot run on this device: it lacks shader-f16"
        );
        let dot = program_that_calls("u32::dot4_i8", Type::I32);
        assert!(Pipeline::new(&gpu.device, &dot).is_ok());
    }
}
