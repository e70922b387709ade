//! Products of matrices on backends, each against its reference: `cargo bench -p vyre-ops --bench products`.
//! `VYRE_ADAPTER` selects backends and profiles. GFLOP/s count two operations a product. A time is the least of several
//! rounds, and excludes transfers: a launch with several products less one with a single product. Arguments:
//!
//! ```text
//! NAME ..        fma_chain fma_chain_tiled strict strict_tiled exact exact_residues exact_dot4; all by default.
//!                softmax layer_norm rms_norm attention: parts of networks, with rows as long as their number
//! --sizes N,N    squares; 1024,2048,4096 by default, and 256 on what computes with a processor
//! --spread N     over how many powers of two the exponents of an operand spread; 16 by default
//! --normal       numbers from the normal distribution instead
//! --programs     how long each program of a product takes, too
//! ```
//!
//! Elements of every result are compared with the reference, and one that differs ends the program with an error.

mod rows;

use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre_conform_c as _;
use vyre_conform_cuda as _;
use vyre_conform_harness::backends;
use vyre_conform_opencl as _;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Input, Staged, Usage};
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::spec::AdditionOrder;
use vyre_conform_runtime::valid::validate_program;
use vyre_conform_spec::Capabilities;
use vyre_conform_suite::backend::{Backend, BackendError, INPUT_GENERATION, LoadedPrograms};
use vyre_ops::kernels;

type Failure = Box<dyn std::error::Error>;

const NAMES: [&str; 7] = [
    "fma_chain",
    "fma_chain_tiled",
    "strict",
    "strict_tiled",
    "exact",
    "exact_residues",
    "exact_dot4",
];

/// Sizes where none is named.
const HARDWARE: [u32; 3] = [1024, 2048, 4096];
const SOFTWARE: [u32; 1] = [256];

/// Rounds, of which the fastest counts.
const ROUNDS: usize = 3;

/// Minimal difference between the times of a launch of several products and of one.
const ROUND: Duration = Duration::from_millis(400);

/// Products of a launch at the most.
const MOST: usize = 1 << 10;

/// Elements that are compared with the reference.
const COMPARED: u32 = 64;

struct Options {
    names: Vec<String>,
    /// None where the adapter decides.
    sizes: Vec<u32>,
    spread: u32,
    normal: bool,
    programs: bool,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut options = Self {
            names: vec![],
            sizes: vec![],
            spread: 16,
            normal: false,
            programs: false,
        };
        while let Some(argument) = arguments.next() {
            let mut numbers = || -> Result<Vec<u32>, Failure> {
                let text = arguments.next().unwrap_or_default();
                let numbers = text.split(',').map(str::parse).collect::<Result<_, _>>();
                numbers.map_err(|e| format!("{argument} takes numbers, not `{text}`: {e}").into())
            };
            match argument.as_str() {
                // `cargo bench` adds it.
                "--bench" => {}
                "--sizes" => options.sizes = numbers()?,
                "--normal" => options.normal = true,
                "--programs" => options.programs = true,
                "--spread" => options.spread = numbers()?[0].min(100),
                name if NAMES.contains(&name) || rows::NAMES.contains(&name) => {
                    options.names.push(argument);
                }
                _ => {
                    let names = [&NAMES[..], &rows::NAMES].concat().join(", ");
                    return Err(format!(
                        "`{argument}`: the products are {names}; options are --sizes and --spread, with numbers, \
                         --normal and --programs"
                    )
                    .into());
                }
            }
        }
        if options.names.is_empty() {
            options.names = NAMES.map(str::to_owned).to_vec();
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    match products() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn products() -> Result<(), Failure> {
    let options = Options::read(std::env::args().skip(1))?;
    let catalog = Catalog::linked().map_err(|found| format!("{found:?}"))?;
    let selected = backends::from_env()?;
    for absent in &selected.absent {
        println!("{absent}");
    }
    for backend in selected.list {
        let slug = &backend.identity().slug;
        let (is_normal, spread) = (options.normal, options.spread);
        println!("{slug}, spread {spread}, normal distribution: {is_normal}");
        let hardware = backend.identity().has(INPUT_GENERATION);
        let usual = if hardware { &HARDWARE[..] } else { &SOFTWARE };
        let sizes = match options.sizes[..] {
            [] => usual,
            _ => &options.sizes,
        };
        for size in sizes {
            let operands = [1, 2].map(|seed| {
                if options.normal {
                    normal(size * size, seed)
                } else {
                    numbers(size * size, options.spread, seed)
                }
            });
            for name in &options.names {
                let of = (name.as_str(), *size);
                let made = if rows::NAMES.contains(&of.0) {
                    rows::made(&catalog, of, &operands)?
                } else {
                    made(&catalog, of, &operands)?
                };
                measure(backend, &catalog, of, &options, made)?;
            }
        }
    }
    Ok(())
}

/// Floats of both signs, whose exponents spread over this many powers of two below 1.
fn numbers(len: u32, spread: u32, seed: u32) -> Vec<u32> {
    let number = |at: u32| {
        let mixed = mixed(at ^ seed << 29);
        let power = (mixed ^ mixed >> 16) % (spread + 1);
        mixed & 0x807f_ffff | (126 - power) << 23
    };
    (0..len).map(number).collect()
}

/// Numbers of the normal distribution, two of two uniform ones (Box and Muller, "A Note on the Generation of Random
/// Normal Deviates", 1958, <https://doi.org/10.1214/aoms/1177706645>).
fn normal(len: u32, seed: u32) -> Vec<u32> {
    let uniform = |at: u32| (f64::from(mixed(at ^ seed << 29)) + 0.5) / 4_294_967_296.0;
    let pair = |at: u32| {
        let radius = (-2.0 * uniform(2 * at).ln()).sqrt();
        let (sine, cosine) = (std::f64::consts::TAU * uniform(2 * at + 1)).sin_cos();
        [sine, cosine].map(|part| ((radius * part) as f32).to_bits())
    };
    (0..len.div_ceil(2))
        .flat_map(pair)
        .take(len as usize)
        .collect()
}

fn mixed(at: u32) -> u32 {
    let mixed = at.wrapping_mul(0x9E37_79B9);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B);
    (mixed ^ mixed >> 13).wrapping_mul(0xC2B2_AE35)
}

fn staged(name: &str, size: u32, moduli: u32) -> Result<Staged, Failure> {
    let staged = match name {
        "fma_chain" => kernels::matmul(size, size, size, AdditionOrder::FmaChain),
        "fma_chain_tiled" => kernels::matmul_fma_chain_tiled(size, size, size),
        "strict" => kernels::matmul(size, size, size, AdditionOrder::Strict),
        "strict_tiled" => kernels::matmul_strict_tiled(size, size, size),
        "exact" => kernels::matmul(size, size, size, AdditionOrder::Exact),
        "exact_dot4" => kernels::matmul_exact_dot4(size, size, size, moduli),
        _ => kernels::matmul_exact_residues(size, size, size, moduli),
    };
    Ok(staged?)
}

/// The oracle for the resulting words.
type Check<'a> = dyn Fn(&[u32]) -> Result<(), Failure> + 'a;

/// A product to be timed.
struct Workload<'a> {
    programs: Vec<Program>,
    launch: Launch,
    /// Compares words that were read with the reference.
    right: Box<Check<'a>>,
    /// The number of operations it has, where they are counted.
    operations: Option<f64>,
}

/// The product of operands.
fn made<'a>(
    catalog: &'a Catalog,
    (name, size): (&'a str, u32),
    operands: &'a [Vec<u32>; 2],
) -> Result<Workload<'a>, Failure> {
    let [a, b] = operands;
    let moduli = match name {
        "exact_dot4" | "exact_residues" => kernels::moduli_of([size; 3], a, b),
        _ => 0,
    };
    let staged = staged(name, size, moduli)?;
    let mut launch = staged.launch;
    let mut words = operands.iter();
    for buffer in &staged.buffers {
        match (buffer.usage, words.next()) {
            (Usage::Read, Some(words)) => {
                launch.buffers[buffer.slot] = Contents::Words(words.clone())
            }
            _ => launch.read_back = vec![buffer.slot],
        }
    }
    Ok(Workload {
        programs: staged.programs,
        launch,
        right: Box::new(move |found| compare(catalog, (name, size), operands, found)),
        operations: Some(2.0 * f64::from(size).powi(3)),
    })
}

/// Prints how fast a backend is.
fn measure(
    backend: &dyn Backend,
    catalog: &Catalog,
    (name, size): (&str, u32),
    options: &Options,
    made: Workload<'_>,
) -> Result<(), Failure> {
    let operations = made.operations;
    let Some(each) = timed(backend, catalog, made, options, (name, size))? else {
        return Ok(());
    };
    let seconds = each.as_secs_f64();
    let rate = operations.map(|all| format!("  {:>9.2} GFLOP/s", all / seconds / 1e9));
    let rate = rate.unwrap_or_default();
    println!("  {name:<16} {size:>5}  {:>9.3} ms{rate}", seconds * 1e3);
    Ok(())
}

/// The time that the steps of a launch take on a backend, and where it is asked each of its programs, whose times are
/// printed; nothing where the backend lacks something, which is printed.
fn timed(
    backend: &dyn Backend,
    catalog: &Catalog,
    made: Workload<'_>,
    options: &Options,
    (name, size): (&str, u32),
) -> Result<Option<Duration>, Failure> {
    let Workload {
        programs,
        mut launch,
        right,
        ..
    } = made;
    let limits = backend.limits();
    let programs = programs.into_iter().map(|program| {
        let name = program.name.clone();
        let valid = validate_program(program, catalog, &limits);
        valid.map_err(|broken| format!("{name}: {}", broken[0]))
    });
    let programs = programs.collect::<Result<Vec<_>, _>>()?;
    let began = Instant::now();
    let loaded = match backend.load_programs(&programs) {
        Err(lacks @ BackendError::UnsupportedByBackend { .. }) => {
            println!("  {name:<16} {size:>5}  {lacks}");
            return Ok(None);
        }
        loaded => loaded?,
    };
    // The first launch wakes the device up, and compiles where loading does not.
    let (_, found) = fastest_run(&*loaded, &launch, 1)?;
    println!(
        "  {name:<16} {size:>5}  {} programs ready in {:.1} s",
        programs.len(),
        began.elapsed().as_secs_f64()
    );
    right(&found)?;
    let (one, _) = fastest_run(&*loaded, &launch, ROUNDS)?;
    let steps = launch.steps.clone();
    let again = |times: usize| (0..times).flat_map(|_| steps.clone()).collect();
    let each = repeated(&*loaded, &mut launch, one, again, &right)?;
    if options.programs {
        for (k, program) in programs.iter().enumerate() {
            // A step is repeated where it stands, so that the next ones find what they found before.
            let again = |times: usize| {
                let times = |step: &Step| if step.program == k { times } else { 1 };
                let steps = steps.iter();
                steps
                    .flat_map(|step| vec![step.clone(); times(step)])
                    .collect()
            };
            let each = repeated(&*loaded, &mut launch, one, again, &right)?;
            let name = &program.program().name;
            println!("    {name:<24} {:>9.3} ms", each.as_secs_f64() * 1e3);
        }
    }
    Ok(Some(each))
}

/// The time that it takes what a launch of several times over has more than that of one time. `steps` gives those of
/// this many times.
fn repeated(
    loaded: &dyn LoadedPrograms,
    launch: &mut Launch,
    one: Duration,
    steps: impl Fn(usize) -> Vec<Step>,
    right: impl Fn(&[u32]) -> Result<(), Failure>,
) -> Result<Duration, Failure> {
    let mut times = 1;
    loop {
        times *= 2;
        launch.steps = steps(times);
        let (many, _) = fastest_run(loaded, launch, 1)?;
        if many >= one + ROUND || times >= MOST {
            let (many, again) = fastest_run(loaded, launch, ROUNDS)?;
            right(&again)?;
            return Ok(many.saturating_sub(one) / (times - 1) as u32);
        }
    }
}

/// The time that a launch takes, the least of this many, and the words of the product.
fn fastest_run(
    loaded: &dyn LoadedPrograms,
    launch: &Launch,
    rounds: usize,
) -> Result<(Duration, Vec<u32>), Failure> {
    let mut least = Duration::MAX;
    let mut words = vec![];
    for _ in 0..rounds {
        let began = Instant::now();
        words = loaded.run(launch)?;
        least = least.min(began.elapsed());
    }
    Ok((least, words.pop().ok_or("a launch without a result")?))
}

/// Compares elements with the reference of the engine.
fn compare(
    catalog: &Catalog,
    (name, size): (&str, u32),
    [a, b]: &[Vec<u32>; 2],
    found: &[u32],
) -> Result<(), Failure> {
    let engine = catalog.find_engine(&format!("engine::matmul_{name}"));
    let reference = engine.and_then(|engine| engine.reference);
    let reference = reference.ok_or("an engine without a reference")?;
    for n in 0..COMPARED {
        let [row, column] = [0x9E37_79B9, 0x85EB_CA6B].map(|by: u32| n.wrapping_mul(by) % size);
        let (row, column) = (row as usize, column as usize);
        let side = size as usize;
        let input = Input {
            columns: vec![
                vec![1, 1, size],
                a[row * side..][..side].to_vec(),
                b.iter().skip(column).step_by(side).copied().collect(),
            ],
        };
        let due = reference(&input)[0][2];
        let found = found[row * side + column];
        if found != due {
            return Err(format!(
                "{name} of {size}: element ({row}, {column}) is {found:#010x} and not {due:#010x}"
            )
            .into());
        }
    }
    Ok(())
}
