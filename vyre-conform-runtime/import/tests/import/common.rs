//! Runs imported kernels on the interpreter.

use std::sync::LazyLock;
use vyre_conform_import::{ImportOptions, ImportedKernel, KernelSource, import};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_runtime::catalog::Catalog;
use vyre_ops as _;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| Catalog::linked().expect("the library has a catalog"));

/// The only entry point of a text, or the named one.
pub(crate) fn imported(text: &str, options: &ImportOptions) -> ImportedKernel {
    let source = KernelSource::parse_wgsl(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    import(&source, options).unwrap_or_else(|refusals| {
        let lines: Vec<String> = refusals
            .iter()
            .map(|r| format!("{}: {r}", r.place.map_or(String::new(), |p| p.to_string())))
            .collect();
        panic!("{}\n{text}", lines.join("\n"))
    })
}

/// The program with the library's ops, within the limits of the interpreter.
pub(crate) fn validated(kernel: &ImportedKernel) -> ValidProgram {
    let valid = validate_program(kernel.program.clone(), &*CATALOG, &Limits::INTERPRETER);
    valid.unwrap_or_else(|invalid| {
        let lines: Vec<String> = invalid.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

/// The buffers that a kernel writes, after a run on the interpreter.
pub(crate) fn run(text: &str, workgroups: [u32; 3], contents: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let kernel = imported(text, &ImportOptions::default());
    run_kernel(&kernel, workgroups, contents)
}

pub(crate) fn run_kernel(
    kernel: &ImportedKernel,
    workgroups: [u32; 3],
    contents: Vec<Vec<u32>>,
) -> Vec<Vec<u32>> {
    let valid = validated(kernel);
    let contents = contents.into_iter().map(Contents::Words).collect();
    let launch = kernel.launch(workgroups, contents);
    run_launch(&[valid], &launch, &Options::default()).expect("it ends")
}

/// The words in `output` after one invocation of a body that reads `input`.
pub(crate) fn body(body: &str, input: &[u32], output: usize) -> Vec<u32> {
    let text = format!(
        "@group(0) @binding(0) var<storage, read> input: array<u32>;\n\
         @group(0) @binding(1) var<storage, read_write> output: array<u32>;\n\
         @compute @workgroup_size(1) fn main() {{ _ = arrayLength(&input);\n{body}\n}}"
    );
    run(&text, [1, 1, 1], vec![input.to_vec(), vec![0; output]]).remove(0)
}
