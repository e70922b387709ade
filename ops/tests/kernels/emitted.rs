//! The output of `emit` for OpenCL, in a program of an application.

use super::opencl::Driver;
use std::fmt::Write;
use vyre_conform_emit::{Request, Target, emit};
use vyre_conform_kernels::{Device, Dispatch, KernelArgument};
use vyre_conform_opencl::open;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::{self, Witnesses};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::value::MAX_WORDS;
use vyre_conform_spec::ValueType;

/// Ops on every scalar type of one or two words, some of which call the same functions.
const OPS: [&str; 14] = [
    "bool::xor",
    "f32::add",
    "f32::exp",
    "f32::lt",
    "f32::mul_add",
    "i32::sdiv",
    "i32::slt",
    "i32::srem",
    "u32::div",
    "u32::mul_hi",
    "u32::popcount",
    "u64::add",
    "u64::div",
    "u64::mul",
];

/// Invocations of a workgroup, and workgroups of a kernel.
const SIZE: usize = 64;
const GROUPS: usize = 8;

/// An application's kernel that calls this function for every case, with a buffer of words for each operand.
fn kernel(name: &str, function: &str, signature: &Signature) -> String {
    let mut params = String::new();
    let mut arguments = vec![];
    for (k, ty) in signature.operands.iter().enumerate() {
        let _ = write!(params, "__global const uint *given_{k}, ");
        arguments.push(match ty {
            ValueType::U64 => {
                format!("(ulong)given_{k}[2 * i] | (ulong)given_{k}[2 * i + 1] << 32")
            }
            ValueType::I32 => format!("as_int(given_{k}[i])"),
            ValueType::Bool => format!("given_{k}[i] != 0"),
            _ => format!("given_{k}[i]"),
        });
    }
    let call = format!("{function}({})", arguments.join(", "));
    let body = match signature.result {
        ValueType::U64 => {
            format!("ulong r = {call}; out[2 * i] = (uint)r; out[2 * i + 1] = (uint)(r >> 32);")
        }
        _ => format!("out[i] = (uint){call};"),
    };
    format!(
        "__kernel void {name}({params}__global uint *out) {{ size_t i = get_global_id(0); {body} }}\n"
    )
}

/// Oracle: the references of the ops, and the driver's compiler, which accepts one text with functions on floats
/// followed by an application's kernels.
pub(crate) fn emitted_text_agrees_with_the_references(_: Driver) {
    let catalog = Catalog::linked().expect("the library");
    let request = Request::new(Target::OpenCl)
        .prefix("math_")
        .ops(OPS)
        .on_floats();
    let mut text = emit(&catalog, &request, &[]).expect("a text");
    for (n, id) in OPS.iter().enumerate() {
        let op = catalog.find(id).expect("an op").def;
        let signature = &op.op.signature;
        text += &kernel(&format!("check_{n}"), &request.name(id), signature);
    }
    text += "__kernel void on_floats(__global float *a) { a[0] = math_f32_add_f(a[0], 2.0f); }\n";
    let backend = open().expect("it was there before");
    let device = backend.device();
    let unit = device.compile("emitted", &text).expect("compiled");
    let queue = device.queue().expect("a queue");
    let run = |kernel: &str, groups, size, operand_words: &[Vec<u32>], results: usize| {
        let filled = |words: &Vec<u32>| {
            let buffer = device.allocate(4 * words.len()).expect("memory");
            device.write(&queue, &buffer, words).expect("written");
            buffer
        };
        let mut buffers: Vec<_> = operand_words.iter().map(filled).collect();
        if results > 0 {
            buffers.push(filled(&vec![0xA5A5_A5A5; results]));
        }
        let arguments: Vec<_> = buffers.iter().map(KernelArgument::Buffer).collect();
        let dispatch = Dispatch {
            kernel,
            workgroups: [groups, 1, 1],
            size: [size, 1, 1],
            memory: 0,
            arguments: &arguments,
        };
        device.run(&queue, &unit, &dispatch).expect("run");
        let last = buffers.last().expect("a buffer");
        let mut words = vec![0; results.max(1)];
        device.read(&queue, last, &mut words).expect("read");
        words
    };
    let cases = (SIZE * GROUPS) as u64;
    for (n, id) in OPS.iter().enumerate() {
        let op = catalog.find(id).expect("an op").def;
        let signature = op.op.signature;
        let source = Witnesses::new(signature.operands, 11, cases);
        let cases: Vec<_> = (0..cases).map(|n| generate::case(&source, n)).collect();
        let column = |k: usize| -> Vec<u32> {
            let values = cases.iter().map(|case| case[k]);
            values.flat_map(|value| value.words().to_vec()).collect()
        };
        let columns: Vec<Vec<u32>> = (0..signature.operands.len()).map(column).collect();
        let words = signature.result.words();
        let name = format!("check_{n}");
        let results = cases.len() * words;
        let actual = run(&name, GROUPS as u32, SIZE as u32, &columns, results);
        for (case, actual) in cases.iter().zip(actual.chunks(words)) {
            let operand_words: Vec<u32> = case.iter().flat_map(|v| v.words().to_vec()).collect();
            let mut expected = [0; MAX_WORDS];
            (op.op.scalar)(&operand_words, &mut expected);
            assert_eq!(actual, &expected[..words], "{id} of {case:?}");
        }
    }
    let four = run("on_floats", 1, 1, &[vec![2_f32.to_bits()]], 0);
    assert_eq!(four, [4_f32.to_bits()]);
}
