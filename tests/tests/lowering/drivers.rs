//! Faults of drivers that random programs found. Each is a program with the one known wrong result of a driver: any
//! other result fails, there and elsewhere.

use super::devices::devices;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;

/// A loop around a barrier of storage and workgroup memory; its first value is loaded, and it runs zero times. Then
/// every invocation stores a 1.
fn barriers_in_an_idle_loop(size: u32) -> Program {
    let mut k = Kernel::new("idle_loop", [size, 1, 1]);
    let bounds = k.read_only("bounds", Type::U32);
    let out = k.read_write("out", Type::U32);
    k.workgroup("scratch", Type::U32, 1);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.count("round", bounds.at(1), 1, |k, _| k.barrier());
    k.when(i.less(out.len()), |k| k.store(out, i, 1));
    k.finish()
}

/// Oracle: the interpreter. Mesa 22.3.6 runs eight invocations as one. If a workgroup leaves some of the last eight
/// unused, these seem to load zeros and enter the loop, up to barriers that the others do not reach: the other
/// invocations store nothing.
#[test]
fn partial_vectors_stop_early_on_lavapipe_alone() {
    for size in [7, 8, 9, 32, 33, 63, 64] {
        let program = validate_program(barriers_in_an_idle_loop(size), &(), &Limits::WEBGPU);
        let programs: [ValidProgram; 1] = [program.expect("a valid program")];
        let bounds = Contents::Words(vec![0, 61]);
        let buffers = vec![bounds, Contents::Zeros(size as usize)];
        let launch = Launch::single(&programs[0], [1, 1, 1], buffers);
        let expected = run_launch(&programs, &launch, &Options::default()).expect("words");
        assert_eq!(expected, [vec![1; size as usize]]);
        for device in devices() {
            let loaded = device.load_programs(&programs).expect("a program");
            let actual = loaded.run(&launch).expect("words");
            let whole = size as usize / 8 * 8;
            let is_known = device.identity().slug.starts_with("llvmpipe")
                && actual[0].iter().take(whole).all(|word| *word == 1)
                && actual[0].iter().skip(whole).all(|word| *word == 0);
            let slug = &device.identity().slug;
            assert!(actual == expected || is_known, "{slug}, {size}: {actual:?}");
        }
    }
}
