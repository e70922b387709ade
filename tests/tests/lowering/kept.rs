//! Device memory of unloaded programs.

use super::devices::devices;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Type};
use vyre_conform_suite::backend::Backend;
use vyre_conform_tests::shaders::valid;

/// Resident memory of this process in kilobytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = text.lines().find(|line| line.starts_with("VmRSS"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|n| n.parse().ok()).expect("a number")
}

/// Compiles and runs this many distinct programs.
fn load(device: &dyn Backend, numbers: std::ops::Range<u32>) {
    for n in numbers {
        let mut k = Kernel::new("k", [4, 1, 1]);
        let data = k.read_write("data", Type::U32);
        let i = k.bind("i", Expr::invocation_id(Axis::X));
        let value = (0..10).fold(data.at(i), |value, m| (value ^ (n + m)) * 3);
        k.store(data, i, value);
        let program = valid(k.finish());
        let launch = Launch::single(&program, [1, 1, 1], vec![Contents::Zeros(4)]);
        let loaded = device.load_programs(&[program]).expect("it loads");
        assert_eq!(loaded.run(&launch).expect("it runs").len(), 1);
    }
}

/// Oracle: the operating system: memory does not grow with the number of programs. A leaked program takes more than
/// half a megabyte; the test allows a fiftieth of that. It takes a minute, in which nothing else may run in the
/// process.
#[test]
#[ignore = "measures: run it alone, with --nocapture"]
fn unloaded_programs_are_freed() {
    for device in devices() {
        load(*device, 0..400);
        let before = resident();
        load(*device, 400..3400);
        let grown = resident().saturating_sub(before);
        let slug = &device.identity().slug;
        println!("{slug}: {grown} kB more after 3,000 programs");
        assert!(grown < 3000 * 10, "{slug}: {grown} kB more");
    }
}
