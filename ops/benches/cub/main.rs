//! Engines as CUDA C++ beside CUB, in one run: `cargo bench -p vyre-ops --bench cub`, and `-- 28` for 2^28 words.
//!
//! For each engine a program is written: the kernels of the lowering to C over the buffers of an application, and a
//! host (`host.cuh`) that runs them and the same work by CUB in turns, and compares the results. `nvcc` compiles it.
//! Times are medians of eleven rounds. Where there is no `nvcc` nothing is measured, and the bench says so; a ratio
//! below the aim is marked, and makes the exit code 1.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use vyre_conform_lower_c::{Dialect, programs};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::engine::{Staged, Usage};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_ops::kernels;

/// An engine, what it dispatches for a length, and the least ratio.
type Benchmark = (&'static str, fn(u32) -> Staged, Option<f64>);

/// Minimal ratio of CUB's time to the engine's.
const ENGINES: [Benchmark; 5] = [
    ("reduce", kernels::reduce, Some(0.9)),
    ("scan_exclusive", kernels::scan_exclusive, Some(0.9)),
    ("compact", kernels::compact, Some(0.8)),
    (
        "histogram",
        |len| kernels::histogram(len, 256).expect("bins"),
        None,
    ),
    ("radix_sort", kernels::radix_sort, Some(0.5)),
];

fn main() -> ExitCode {
    let power = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    let len = 1_u32 << power.unwrap_or(24_u32).min(30);
    if !Command::new("nvcc")
        .arg("--version")
        .output()
        .is_ok_and(|found| found.status.success())
    {
        println!("nothing measured: no nvcc on the PATH");
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("{len} words; ms, medians of 11 rounds by turns; ratio: CUB's time by the engine's");
    let mut fast = true;
    for (name, staged, aim) in ENGINES {
        match measured(folder.path(), name, &staged(len), len) {
            Ok([engine, cub]) => {
                let ratio = cub / engine;
                let missed = aim.is_some_and(|aim| ratio < aim);
                fast &= !missed;
                let mark = if missed { "  TOO SLOW" } else { "" };
                let aim = aim.map_or_else(String::new, |aim| format!(" (at least {aim})"));
                println!("  {name:<16} {engine:>9.3}, CUB {cub:>9.3}, ratio {ratio:.2}{aim}{mark}");
            }
            Err(why) => {
                println!("  {name}: {why}");
                fast = false;
            }
        }
    }
    if fast {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Milliseconds of the engine and of CUB.
fn measured(folder: &Path, name: &str, staged: &Staged, len: u32) -> Result<[f64; 2], String> {
    let source = folder.join(format!("{name}.cu"));
    let binary = folder.join(name);
    std::fs::write(&source, text(name, staged, len)).map_err(|error| error.to_string())?;
    let options = [
        "-O3",
        "-std=c++17",
        "-arch=native",
        "--fmad=false",
        "-w",
        "-o",
    ];
    ran(Command::new("nvcc").args(options).arg(&binary).arg(&source))?;
    let printed = ran(&mut Command::new(&binary))?;
    let numbers: Vec<f64> = printed
        .split_whitespace()
        .filter_map(|n| n.parse().ok())
        .collect();
    <[f64; 2]>::try_from(numbers).map_err(|_| printed)
}

fn ran(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(format!(
            "{}: {}{}",
            output.status,
            text(&output.stdout),
            text(&output.stderr)
        ))
    }
}

/// The whole program of an engine.
fn text(name: &str, staged: &Staged, len: u32) -> String {
    let catalog = Catalog::linked().expect("the library");
    let valid = |program: &_| validate_program(Clone::clone(program), &catalog, &Limits::WEBGPU);
    let valid: Vec<ValidProgram> = staged
        .programs
        .iter()
        .map(|program| valid(program).expect("a valid program"))
        .collect();
    let lowered = programs(&valid, Dialect::Cuda);
    let buffers = &staged.launch.buffers;
    let mut text = format!(
        "#include <cub/cub.cuh>\n{}\n#define BENCH_{name}\nstatic const u32 LEN = {len}u;\n\
         static const unsigned SLOTS = {};\nstatic const size_t SIZES[SLOTS] = {{",
        lowered.text,
        buffers.len()
    );
    for contents in buffers {
        let _ = write!(text, "{}ull, ", contents.len());
    }
    text += "};\nenum { ";
    for buffer in &staged.buffers {
        let _ = write!(text, "slot_{} = {}, ", buffer.name, buffer.slot);
    }
    text += "};\nstatic void give(u32 **b) {\n";
    for (slot, contents) in buffers.iter().enumerate() {
        if let Contents::Words(words) = contents {
            let words: Vec<String> = words.iter().map(|word| format!("{word}u")).collect();
            let _ = writeln!(
                text,
                "  {{ const u32 words[] = {{{}}}; cudaMemcpy(b[{slot}], words, sizeof words, cudaMemcpyHostToDevice); }}",
                words.join(", ")
            );
        }
    }
    text += "}\nstatic void engine(u32 **b) {\n";
    // What an application's pipeline clears before each run.
    for (slot, contents) in buffers.iter().enumerate() {
        let of_application = staged.buffers.iter().find(|buffer| buffer.slot == slot);
        let cleared = match of_application {
            Some(buffer) => buffer.usage == Usage::WriteOnZeros,
            None => matches!(contents, Contents::Zeros(_)) && !staged.scratch.contains(&slot),
        };
        if cleared {
            let _ = writeln!(text, "  cudaMemsetAsync(b[{slot}], 0, 4 * SIZES[{slot}]);");
        }
    }
    for step in &staged.launch.steps {
        let program = valid[step.program].program();
        let bound = program.bound();
        let arguments: Vec<String> = bound
            .iter()
            .zip(&step.buffers)
            .map(|((_, decl), slot)| {
                format!(
                    "b[{slot}], {}u",
                    buffers[*slot].len() / decl.element.words()
                )
            })
            .collect();
        let [x, y, z] = step.workgroups;
        let [i, j, k] = program.workgroup_size;
        let kernel = &lowered.names[step.program];
        let arguments = arguments.join(", ");
        let _ = writeln!(
            text,
            "  {kernel}<<<dim3({x}, {y}, {z}), dim3({i}, {j}, {k})>>>({arguments});"
        );
    }
    text + "}\n" + include_str!("host.cuh")
}
