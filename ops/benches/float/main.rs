//! Floats, in one run: kernel Rust against CORE-MATH on the processor; every input of an op, and very many pairs,
//! on a device; streaming against native instructions and against shaders written by hand.
//!
//! `cargo bench -p vyre-ops --bench float`, or the binary by itself, which needs neither cargo nor the repository.
//! `VYRE_ADAPTER` selects adapters. Every time is of work whose result was checked; ratios are of medians of rounds in
//! which the candidates take turns. Times of the processor are those for which its threads ran. On hardware a missed
//! target ends the program with an error; on a software adapter the numbers are smaller and only printed. Arguments:
//!
//! ```text
//! host every-input pairs streaming   the tables to print; all by default
//! --share N        host: one in N of all inputs, 1024 by default; 1 takes all 2^32
//! --threads N      host: threads, one a core by default
//! --inputs N       every-input: inputs of an op, 2^32 by default on hardware, fewer in software
//! --pairs N        pairs: cases of an op, 10^9 by default on hardware, fewer in software
//! --elements N     streaming: elements of a buffer, 2^26 by default on hardware, fewer in software
//! ```
//!
//! Numbers may be written as `4096`, `1e9` or `2^26`.

mod baseline;
mod clock;
mod device;
mod every_input;
mod host;
mod options;
mod pairs;
mod streaming;

use device::Device;
use options::Options;
use std::process::ExitCode;
use vyre_conform_runtime::catalog::Catalog;

pub(crate) type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let ran = Options::read(std::env::args().skip(1)).map_err(Failure::from);
    match ran.and_then(|options| run(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(missed) => {
            eprintln!("{missed} targets missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the tables that are asked for; gives the number of targets that hardware misses.
fn run(options: &Options) -> Result<u32, Failure> {
    let catalog = Catalog::linked()?;
    let mut missed = 0;
    if options.prints("host") {
        missed += host::table(options, &catalog)?;
    }
    if options.prints("pairs") {
        pairs::reference_table(&catalog)?;
    }
    let on_devices = ["every-input", "pairs", "streaming"];
    if !on_devices.into_iter().any(|table| options.prints(table)) {
        return Ok(missed);
    }
    for device in Device::selected()? {
        device.introduce();
        if options.prints("every-input") {
            missed += every_input::table(options, &catalog, &device)?;
        }
        if options.prints("pairs") {
            pairs::table(options, &catalog, &device)?;
        }
        if options.prints("streaming") {
            missed += streaming::table(options, &catalog, &device)?;
        }
    }
    Ok(missed)
}

/// The middle one.
pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The remark on a figure with the limit `most`, and whether it counts as missed.
pub(crate) fn verdict(figure: f64, most: f64, counts: bool) -> (String, u32) {
    match (figure <= most, counts) {
        (true, true) => (format!("at most {most}: met"), 0),
        (false, true) => (format!("at most {most}: MISSED"), 1),
        _ => (format!("at most {most} on hardware"), 0),
    }
}
