//! Rates of the wgpu backend on every selected adapter: `cargo bench -p vyre-conform-runtime`.
//!
//! Every rate is of work with a checked result; a failed check ends the run. A missed promise is marked, and the exit
//! code is 1.

mod compiling;

use std::process::ExitCode;
use std::time::Instant;
use vyre_conform_runtime::generate::Witnesses;
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_runtime::spec::{Category, ValueType, law};
use vyre_conform_suite::backend::{Backend, BackendLaw, Code, OpCode, parity};
use vyre_conform_wgpu::{WgpuBackend, adapters, selected};

const U32: ValueType = ValueType::U32;
/// Cases of a measurement on a software adapter and on hardware.
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
        code: Code::wgsl(text),
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
    if fast {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints every rate of an adapter; returns true if the promised ones are reached.
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
    let fast = compiling::compiling(device)?;
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
        let outcome = parity(&*loaded, &add(), &pairs, 0..cases)?;
        assert!(outcome.passed(), "{outcome:?}");
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
        let outcome = device.law(&request, &source, 0..cases)?;
        assert!(outcome.passed(), "{outcome:?}");
        let rate = cases as f64 / outcome.elapsed.as_secs_f64() / 1e6;
        println!(
            "  law {name:<40} {rate:>10.1} M cases/s, {:.2} GB/s through memory",
            outcome.bytes_per_second() / 1e9
        );
    }
    for threads in [1, 2, 4] {
        let each = cases / 4;
        let begin = Instant::now();
        let outcome: Result<Vec<_>, _> = std::thread::scope(|scope| {
            let spawn = |_| scope.spawn(|| parity(&*loaded, &add(), &pairs, 0..each));
            let running: Vec<_> = (0..threads).map(spawn).collect();
            running
                .into_iter()
                .map(|t| t.join().expect("no panic"))
                .collect()
        });
        assert!(outcome?.iter().all(|outcome| outcome.passed()));
        let rate = (each * threads) as f64 / begin.elapsed().as_secs_f64() / 1e6;
        println!(
            "  parity in {threads} threads {:<25} {rate:>10.1} M cases/s",
            ""
        );
    }
    Ok(fast)
}
