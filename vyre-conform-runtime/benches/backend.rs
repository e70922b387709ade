//! Rates of the wgpu backend on every selected adapter: `cargo bench -p vyre-conform-runtime`.
//!
//! Every rate is of work whose result was checked; a failed check ends the run. A promise that is missed is marked,
//! and makes the exit code 1.

use std::process::ExitCode;
use std::time::Instant;
use vyre_conform_runtime::backend::wgpu::{WgpuBackend, adapters, selected};
use vyre_conform_runtime::backend::{Backend, BackendLaw, Code, OpCode, parity};
use vyre_conform_runtime::generate::Witnesses;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Node, Operand, Program, Type};
use vyre_conform_runtime::lower;
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_runtime::spec::{Category, ValueType, law};
use vyre_conform_runtime::valid::{Limits, validate_program};

const U32: ValueType = ValueType::U32;
/// Cases of a measurement on a software adapter, and on hardware.
const SOFTWARE: u64 = 1 << 24;
const HARDWARE: u64 = 1 << 30;

fn add() -> OpRef {
    op_ref(|a: u32, b: u32| a.wrapping_add(b))
}

fn op<'a>(name: &'a str, text: &'a str) -> OpCode<'a> {
    OpCode {
        id: name,
        name,
        signature: add().signature,
        category: Category::A,
        code: Code::Wgsl(text),
        native: None,
        host: None,
    }
}

fn main() -> ExitCode {
    let devices = selected().unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(2)
    });
    if let (true, Some(reason)) = (devices.is_empty(), &adapters().reason) {
        println!("nothing measured: {reason}");
    }
    let mut fast = true;
    for device in devices {
        match measure(device) {
            Ok(promises_kept) => fast &= promises_kept,
            Err(error) => {
                eprintln!("{}: {error}", device.identity().slug);
                return ExitCode::FAILURE;
            }
        }
    }
    match fast {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Nodes of [`thousand`].
const NODES: usize = 1000;

/// A kernel of a thousand nodes; another text for another number, so that no driver has it already.
fn thousand(salt: u32) -> Program {
    let mut k = Kernel::new("thousand", [64, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(to, i, salt);
    for n in 0..249_u32 {
        let x = k.bind(
            "x",
            (from.at(i + n) * 0x9e37_79b9_u32) ^ (from.at(i) >> (n % 32)),
        );
        k.when(x.less(to.len()), |k| {
            let y = k.bind("y", (x & 0xffff_u32).max(i + 1_u32).differs(n).select(x, i));
            k.store(to, x, y + from.at(y % 1000_u32));
        });
    }
    k.barrier();
    k.store(to, i, i);
    k.finish()
}

fn nodes_of(nodes: &[Node]) -> usize {
    let mut count = nodes.len();
    for node in nodes {
        node.for_each_part(|_| {}, |block| count += nodes_of(block));
    }
    count
}

/// From a valid program to a pipeline: the least of 20 runs, and the parts of it that take place on
/// the host. Says whether it takes less than the 50 ms that are promised.
fn compiling(device: &WgpuBackend) -> Result<bool, Box<dyn std::error::Error>> {
    assert_eq!(nodes_of(&thousand(0).entry.body), NODES);
    let mut least = [f64::INFINITY; 3];
    for salt in 0..20 {
        let valid = validate_program(thousand(salt), &(), &Limits::WEBGPU);
        let valid = valid.map_err(|found| found[0].to_string())?;
        let time = |slot: &mut f64, begin: Instant| {
            *slot = slot.min(begin.elapsed().as_secs_f64() * 1e3);
        };
        let begin = Instant::now();
        let text = lower::program(&valid);
        time(&mut least[0], begin);
        let begin = Instant::now();
        let module = naga::front::wgsl::parse_str(&text)?;
        let flags = naga::valid::ValidationFlags::all();
        let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
        validator.validate(&module)?;
        time(&mut least[1], begin);
        let begin = Instant::now();
        device.load_programs(&[valid])?;
        time(&mut least[2], begin);
    }
    let [lowering, naga, whole] = least;
    let verdict = if whole < 50.0 { "" } else { "  TOO SLOW" };
    println!(
        "  {:<44} {whole:>10.2} ms: lowering {lowering:.2}, naga {naga:.2}, the rest the driver{verdict}",
        "1,000-node program to a pipeline"
    );
    Ok(whole < 50.0)
}

/// Every rate of an adapter; whether those that are promised are reached.
fn measure(device: &WgpuBackend) -> Result<bool, Box<dyn std::error::Error>> {
    let identity = device.identity();
    println!(
        "{} ({}, {})",
        identity.slug, identity.device, identity.driver
    );
    let text = "fn add(a: u32, b: u32) -> u32 { return a + b; }";
    let begin = Instant::now();
    let loaded = device.load(&op("add", text))?;
    println!(
        "  {:<44} {:>10.2} ms",
        "first load, device opened",
        begin.elapsed().as_secs_f64() * 1e3
    );
    let begin = Instant::now();
    for k in 0..10 {
        let text = format!("fn add(a: u32, b: u32) -> u32 {{ return a + b ^ {k}u; }}");
        device.load(&op("add", &text))?;
    }
    println!(
        "  {:<44} {:>10.2} ms",
        "load of an op, pipeline included",
        begin.elapsed().as_secs_f64() * 100.0
    );
    let fast = compiling(device)?;
    let memory = device.bandwidth()?;
    println!(
        "  {:<44} {:>10.2} GB/s",
        "memory, shader copy read + write",
        memory / 1e9
    );
    let cases = if memory > 5e11 { HARDWARE } else { SOFTWARE };
    let pairs = Witnesses::new(&[U32; 2], 1, cases);
    for _ in 0..2 {
        let begin = Instant::now();
        let found = parity(&*loaded, &add(), &pairs, 0..cases)?;
        assert!(found.passed(), "{found:?}");
        let rate = cases as f64 / begin.elapsed().as_secs_f64() / 1e6;
        println!(
            "  {:<44} {rate:>10.1} M cases/s",
            "parity, binary u32, end to end"
        );
    }
    for (name, variables) in [("Commutative", 2), ("Associative", 3)] {
        let form = law::find(name)
            .and_then(|law| law.form(2))
            .ok_or("the table has it")?;
        let request = BackendLaw {
            subject: op("add", text),
            params: vec![],
            variables: vec![U32; variables],
            claim: &form.claim,
            predicates: vec![],
        };
        let source = Witnesses::new(&request.variables, 1, cases);
        device.law(&request, &source, 0..1 << 20)?;
        let found = device.law(&request, &source, 0..cases)?;
        assert!(found.passed(), "{found:?}");
        let rate = cases as f64 / found.elapsed.as_secs_f64() / 1e6;
        println!(
            "  law {name:<40} {rate:>10.1} M cases/s, {:.2} GB/s through memory",
            found.bytes_per_second() / 1e9
        );
    }
    for threads in [1, 2, 4] {
        let each = cases / 4;
        let begin = Instant::now();
        let found: Result<Vec<_>, _> = std::thread::scope(|scope| {
            let spawn = |_| scope.spawn(|| parity(&*loaded, &add(), &pairs, 0..each));
            let running: Vec<_> = (0..threads).map(spawn).collect();
            running
                .into_iter()
                .map(|t| t.join().expect("no panic"))
                .collect()
        });
        assert!(found?.iter().all(|found| found.passed()));
        let rate = (each * threads) as f64 / begin.elapsed().as_secs_f64() / 1e6;
        println!(
            "  parity in {threads} threads {:<25} {rate:>10.1} M cases/s",
            ""
        );
    }
    Ok(fast)
}
