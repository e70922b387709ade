//! The conformance suite of the library.

use std::path::Path;
use std::process::ExitCode;
// They take part where they are named: VYRE_ADAPTER=c11,opencl.
use vyre_conform_c as _;
use vyre_conform_cuda as _;
use vyre_conform_harness::Context;
use vyre_conform_opencl as _;
use vyre_conform_tests::sampled;
use vyre_ops as _;

fn main() -> ExitCode {
    let root = env!("CARGO_MANIFEST_DIR");
    let Some(sample) = sampled::sample() else {
        return vyre_conform_harness::main(root);
    };
    let mut arguments = libtest_mimic::Arguments::from_args();
    let context = match Context::open(Path::new(root)) {
        Ok(context) => context,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(101);
        }
    };
    let (ops, engines) = (
        context.catalog().ops(),
        vyre_conform_runtime::engine::engines(),
    );
    let ids = ops.iter().map(|op| op.def.id);
    let ids: Vec<&str> = ids.chain(engines.iter().map(|engine| engine.id)).collect();
    arguments.skip.extend(sample.skipped(&ids));
    vyre_conform_harness::main_with(arguments, context)
}
