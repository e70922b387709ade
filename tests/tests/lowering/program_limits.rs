//! Programs at the adapters' limits, and a launch's independence of earlier ones.

use super::devices::devices;
use vyre_conform_lower as lower;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{Axis, Expr, FunctionBuilder, Kernel, Program, Type};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::{Backend, BackendError};

fn valid(program: Program, limits: &Limits) -> ValidProgram {
    validate_program(program, &(), limits).expect("a valid program")
}

/// Every invocation of a workgroup of this size writes its number through workgroup memory of `words` words into the
/// first of `outputs` buffers.
fn program_with_outputs(size: [u32; 3], words: u32, outputs: u32) -> Program {
    let mut k = Kernel::new("filled", size);
    let out = k.read_write("out", Type::U32);
    for n in 1..outputs {
        let other = k.read_write("other", Type::U32);
        k.store(other, 0_u32, n);
    }
    let shared = k.workgroup("shared", Type::U32, words);
    let [x, y, z] = [Axis::X, Axis::Y, Axis::Z].map(Expr::local_id);
    let at = k.bind("at", (z * size[1] + y) * size[0] + x);
    let last = k.bind("last", Expr::u32(words - 1) - at);
    k.store(shared, last, at);
    k.barrier();
    k.store(out, at, shared.at(last));
    let mut program = k.finish();
    for (n, buffer) in program.buffers.iter_mut().enumerate().skip(1) {
        buffer.name = format!("{}{n}", buffer.name);
    }
    program
}

/// Oracle: the definition of the program: each word is its own number. I5: a valid program runs.
#[test]
#[ignore = "a long run: seconds"]
fn i5_programs_at_the_limits_run() {
    for device in devices() {
        let limits = device.limits();
        let slug = &device.identity().slug;
        let max = limits.workgroup_invocations;
        let wide = [std::cmp::min(max, limits.workgroup_size[0]), 1, 1];
        let flat = [16, max / 16, 1];
        let deep = [max / 32, 1, 32];
        for size in [wide, flat, deep] {
            // No launch requests more storage buffers than this.
            let outputs = std::cmp::min(limits.storage_buffers, 32);
            let program = valid(
                program_with_outputs(size, limits.workgroup_bytes / 4, outputs),
                &limits,
            );
            let count = size.iter().product::<u32>();
            let mut buffers = vec![Contents::Zeros(count as usize)];
            buffers.resize(outputs as usize, Contents::Zeros(1));
            let launch = Launch::single(&program, [1, 1, 1], buffers);
            let loaded = device.load_programs(&[program]).expect("it loads");
            let actual = loaded.run(&launch).expect("it runs");
            assert_eq!(
                actual[0],
                (0..count).collect::<Vec<_>>(),
                "{slug}: {size:?}"
            );
            let others: Vec<u32> = actual[1..].iter().map(|words| words[0]).collect();
            assert_eq!(others, (1..outputs).collect::<Vec<_>>(), "{slug}: {size:?}");
        }
    }
}

/// Oracle: I5: the adapter's limits. The program was validated for a larger target.
#[test]
fn i5_programs_beyond_an_adapter_are_unsupported() {
    for device in devices() {
        let own = device.limits();
        let more = Limits {
            workgroup_size: own.workgroup_size.map(|n| 2 * n),
            workgroup_invocations: 2 * own.workgroup_invocations,
            workgroup_bytes: 2 * own.workgroup_bytes,
            function_bytes: 2 * own.function_bytes,
            ..own.clone()
        };
        let refused = |kernel: Kernel, limit: &str| {
            let program = valid(kernel.finish(), &more);
            let Err(error) = device.load_programs(&[program]) else {
                panic!("{limit} is not asked");
            };
            let named = matches!(
                &error,
                BackendError::UnsupportedByBackend { hardware, .. } if hardware.contains(limit)
            );
            assert!(named, "{}: {error}", device.identity().slug);
        };
        let wide = [own.workgroup_size[0] * 2, 1, 1];
        refused(Kernel::new("wide", wide), "workgroup_size");
        let mut k = Kernel::new("large", [1, 1, 1]);
        k.workgroup("shared", Type::U32, own.workgroup_bytes / 4 + 1);
        refused(k, "workgroup_bytes");
        let mut k = Kernel::new("deep", [1, 1, 1]);
        k.array("own", Type::U32, own.function_bytes / 4 + 1);
        refused(k, "function_bytes");
    }
}

/// Oracle: the launch: a buffer has the given elements, or zeros if none are given.
#[test]
fn launch_is_independent_of_earlier_launches() {
    let mut k = Kernel::new("look", [1, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let out = k.read_write("out", Type::U32);
    k.store(out, 0_u32, data.len());
    k.count("n", 0_u32, 80_u32, |k, n| {
        k.store(out, n + 1_u32, data.at(n))
    });
    k.count("n", 0_u32, 80_u32, |k, n| k.store(data, n, 0xdead_u32));
    let program = k.finish();
    for device in devices() {
        let program = valid(program.clone(), &Limits::WEBGPU);
        let loaded = device
            .load_programs(std::slice::from_ref(&program))
            .expect("it loads");
        for len in [64, 3, 61, 1, 64] {
            let buffers = vec![Contents::Zeros(len), Contents::Zeros(81)];
            let launch = Launch::single(&program, [1, 1, 1], buffers);
            let actual = loaded.run(&launch).expect("it runs");
            assert_eq!(actual[0], vec![0xdead; len]);
            let mut expected = vec![0; 81];
            expected[0] = len as u32;
            assert_eq!(
                actual[1],
                expected,
                "{}: {len} words",
                device.identity().slug
            );
        }
    }
}

/// Oracle: the launch: steps run in order and see the writes of earlier ones; a slot is bound as storage and as a
/// uniform.
#[test]
fn steps_see_writes_of_earlier_steps() {
    let mut k = Kernel::new("double", [8, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(data, i, data.at(i) * 2_u32);
    let double = k.finish();
    let mut k = Kernel::new("add", [8, 1, 1]);
    let by = k.uniform("by", Type::U32, 6);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(to, i, to.at(i) + by.at(i));
    let add = k.finish();
    let programs = [double, add].map(|p| valid(p, &Limits::WEBGPU));
    let step = |program, buffers: &[usize]| vyre_conform_runtime::dispatch::Step {
        program,
        workgroups: [1, 1, 1],
        buffers: buffers.to_vec(),
    };
    let launch = Launch {
        buffers: vec![Contents::Words((1..7).collect()), Contents::Zeros(7)],
        steps: vec![
            step(0, &[0]),
            step(1, &[0, 1]),
            step(0, &[0]),
            step(1, &[0, 1]),
        ],
        read_back: vec![1, 0, 1],
    };
    for device in devices() {
        let loaded = device.load_programs(&programs).expect("they load");
        let actual = loaded.run(&launch).expect("it runs");
        let sums = vec![6, 12, 18, 24, 30, 36, 0];
        let doubled = vec![4, 8, 12, 16, 20, 24];
        assert_eq!(actual, [sums.clone(), doubled, sums]);
        let mut wrong = launch.clone();
        wrong.steps[0].buffers = vec![9];
        let refused = loaded.run(&wrong);
        assert!(
            matches!(refused, Err(BackendError::Launch(_))),
            "{refused:?}"
        );
    }
}

/// Oracle: the text of the same program with the body of the function inlined. I2.
#[test]
fn i2_a_call_leaves_no_trace() {
    let mut f = FunctionBuilder::new("average", vec![Type::U32]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, Type::U32));
    let average = |a: Expr, b: Expr| (a.clone() & b.clone()) + ((a ^ b) >> 1_u32);
    let body = average(f.read(a), f.read(b));
    let function = f.finish(vec![vyre_conform_runtime::ir::Node::Return(vec![body])]);
    let text = |by_call: bool| {
        let mut k = Kernel::new("k", [64, 1, 1]);
        let data = k.read_write("data", Type::U32);
        let i = k.bind("i", Expr::invocation_id(Axis::X));
        let [x, y] = [data.at(i), data.at(i + 1_u32)];
        let x = k.bind("x", x);
        let y = k.bind("y", y);
        if by_call {
            let function = k.function(function.clone());
            let value = k.call_function(function, vec![x.into(), y.into()])[0];
            k.store(data, i, value);
        } else {
            k.store(data, i, average(x.into(), y.into()));
        }
        lower::program(&valid(k.finish(), &Limits::WEBGPU))
    };
    assert_eq!(text(true), text(false));
}
