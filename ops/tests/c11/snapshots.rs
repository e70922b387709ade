//! Snapshots of the texts. Review a changed file before you keep it: `VYRE_BLESS=1` writes them again.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use vyre_conform_lower_c::{Dialect, functions, program};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine;
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_ops as _;

/// Ops of every shape: one operator each of those that C lacks, several words, loops, calls, tables and floats.
const OPS: [&str; 20] = [
    "u32::add",
    "u32::div",
    "u32::shl",
    "u32::rotate_left",
    "u32::mul_hi",
    "u32::popcount",
    "u32::clz",
    "u32::reverse_bits",
    "u32::insert_bits",
    "u32::saturating_add",
    "bool::select",
    "i32::sdiv",
    "i32::srem",
    "i32::sabs",
    "i32::sar",
    "u64::mul",
    "u64::shr",
    "vec4::cast_u64",
    "f32::add",
    "f32::sqrt",
];

/// Engines with and without barriers, with atomic steps, and with workgroup memory.
const ENGINES: [&str; 5] = [
    "engine::reduce",
    "engine::scan_exclusive",
    "engine::histogram",
    "engine::hex_decode",
    "engine::bitonic_sort",
];

/// Compares a text with the file of that name.
#[track_caller]
fn snapshot(id: &str, dialect: Dialect, text: &str) {
    let name = format!("{}.{}", id.replace("::", "_"), extension(dialect));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/c11/snapshots")
        .join(name);
    if std::env::var_os("VYRE_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("the snapshot is written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == stored,
        "{} changed:\n{text}\nwhere it is right, write it with VYRE_BLESS=1 and commit it",
        path.display()
    );
}

/// Oracle: the text as a person would write it, reviewed once and kept.
#[test]
fn the_texts_of_ops() {
    let catalog = Catalog::linked().expect("the library");
    for id in OPS {
        let op = catalog
            .find(id)
            .unwrap_or_else(|| panic!("there is no `{id}`"));
        let module = op.module().as_ref().expect("a body");
        for dialect in Dialect::ALL {
            snapshot(id, dialect, &functions(module, op.def.name, dialect));
        }
    }
}

/// Oracle: the text as a person would write it, reviewed once and kept.
#[test]
fn the_texts_of_engines() {
    let catalog = Catalog::linked().expect("the library");
    let engines = engine::engines();
    for id in ENGINES {
        let engine = engines.iter().find(|e| e.id == id);
        let engine = engine.unwrap_or_else(|| panic!("there is no `{id}`"));
        let input = (engine.inputs)(3);
        let programs = (engine.plan)(&input, 64).programs;
        for dialect in Dialect::ALL {
            let texts = programs.iter().map(|p| {
                let valid = validate_program(p.clone(), &catalog, &Limits::WEBGPU);
                program(&valid.expect("a valid program"), dialect)
            });
            snapshot(id, dialect, &texts.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// Definitions of the keywords of OpenCL C and CUDA C++ for a C or C++ compiler that knows neither.
const OPENCL: &str = "\
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
#define bool _Bool
#define true 1
#define false 0
#define __kernel
#define __global
#define __local
#define __constant const
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
void barrier(int);
size_t get_group_id(uint);
size_t get_local_id(uint);
uint atomic_add(volatile uint *, uint);
uint atomic_min(volatile uint *, uint);
";
const CUDA: &str = "\
typedef unsigned long size_t;
#define __device__
#define __global__
#define __shared__ static
#define __launch_bounds__(n)
struct Place { unsigned x, y, z; };
extern const Place blockIdx, threadIdx;
void __syncthreads();
unsigned atomicAdd(unsigned *, unsigned);
unsigned atomicMin(unsigned *, unsigned);
";

/// Oracle: the compiler of this machine, which checks names, types and grammar, with the keywords of the dialect
/// declared. No OpenCL or CUDA compiler is required.
#[test]
fn the_texts_are_of_their_grammar() {
    let snapshots = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/c11/snapshots");
    for dialect in Dialect::ALL {
        let files = fs::read_dir(&snapshots)
            .expect("the folder")
            .map(|f| f.expect("a file").path());
        let files = files.filter(|path| path.extension().is_some_and(|e| e == extension(dialect)));
        let files: Vec<PathBuf> = files.collect();
        assert_eq!(files.len(), OPS.len() + ENGINES.len());
        assert_grammar(dialect, &files);
    }
}

/// The suffix of file names of a dialect.
fn extension(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::C11 => "c",
        Dialect::OpenCl => "cl",
        Dialect::Cuda => "cu",
    }
}

/// Checks files of a dialect with the compiler of this machine, after declarations of the dialect's keywords.
#[track_caller]
pub(super) fn assert_grammar(dialect: Dialect, files: &[PathBuf]) {
    let (language, words, standard) = match dialect {
        Dialect::C11 => ("c", "", "-std=c11"),
        Dialect::OpenCl => ("c", OPENCL, "-std=c99"),
        Dialect::Cuda => ("c++", CUDA, "-std=c++17"),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let header = folder.path().join("words.h");
    fs::write(&header, words).expect("written");
    let result = Command::new("cc")
        .args([
            standard,
            "-ffreestanding",
            "-fsyntax-only",
            "-Werror",
            "-Wall",
            "-Wextra",
            "-Wno-unused-parameter",
            "-Wno-unused-variable",
            "-Wno-unused-function",
            "-Wno-attributes",
            "-Wno-unknown-pragmas",
            "-include",
        ])
        .arg(&header)
        .args(["-x", language])
        .args(files)
        .output()
        .expect("a C compiler");
    let output = String::from_utf8_lossy(&result.stderr);
    assert!(result.status.success(), "{output}");
}
