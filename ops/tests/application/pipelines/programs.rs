//! An application's program that calls verified functions, as a pipeline.

use super::{Gpu, Usage, bytes, catalog, random};
use vyre_conform_pipeline::Pipeline;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Program, Type};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};

/// `out[i] = mul_hi(data[i], factor)` for every word of `data`.
fn scaled() -> Program {
    let mut k = Kernel::new("scaled", [64, 1, 1]);
    let params = k.uniform("params", Type::U32, 1);
    let data = k.read_only("data", Type::U32);
    let out = k.read_write("out", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let product = k.call("u32::mul_hi", vec![data.at(i), params.at(0)], Type::U32);
    k.store(out, i, product);
    k.finish()
}

pub(super) fn valid() -> ValidProgram {
    validate_program(scaled(), &catalog(), &Limits::WEBGPU).expect("a valid program")
}

/// Oracle: the product in 64 bits. The buffers determine the length of the arrays, so that workgroups beyond the end
/// change nothing.
#[test]
fn a_program_runs_over_buffers_of_any_length() {
    for gpu in Gpu::all() {
        let pipeline = Pipeline::new(&gpu.device, &valid()).expect("a pipeline");
        let params = gpu.empty(16, Usage::UNIFORM | Usage::COPY_DST);
        let factor = 0x8765_4321_u32;
        gpu.queue.write_buffer(&params, 0, &bytes(&[factor]));
        for len in [1, 63, 64, 65, 1000] {
            let data = random(len, 5);
            let [source, out] = [gpu.exact(&data), gpu.exact(&vec![1; len as usize])];
            let mut encoder = gpu.encoder();
            let groups = [(len).div_ceil(64), 1, 1];
            let buffers = [&params, &source, &out];
            pipeline
                .record(&mut encoder, groups, &buffers)
                .expect("recorded");
            gpu.queue.submit([encoder.finish()]);
            let product = |word: &u32| ((u64::from(*word) * u64::from(factor)) >> 32) as u32;
            let expected: Vec<u32> = data.iter().map(product).collect();
            assert_eq!(gpu.all_words(&out), expected, "{len}");
        }
    }
}
