//! Text of the C family: compiled, and run on the rows of the ops.

use super::{PREFIX, catalog, everything, translated};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use vyre_conform_emit::{Request, Target, emit};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::ValueType;

/// Compiles a file; returns success and the compiler's output.
fn compiled(arguments: &[&str], file: &Path) -> (bool, String) {
    let out = Command::new("cc").args(arguments).arg(file).output();
    let out = out.expect("a C compiler");
    let output = String::from_utf8_lossy(&out.stderr).into_owned();
    (out.status.success(), output)
}

/// Writes calls of an op with its rows, if all of them are scalars; the program returns the number of the first wrong
/// row.
fn checks(catalog: &Catalog, request: &Request, out: &mut String) -> usize {
    let mut rows = 0;
    for id in translated(catalog) {
        let def = catalog.find(id).expect("an op").def;
        let signature = &def.op.signature;
        let one = |ty: &ValueType| ty.words() == 1 || *ty == ValueType::U64;
        let strict = def.op.tolerance.as_ulps().is_none();
        if !strict || !signature.operands.iter().all(one) || !one(&signature.result) {
            continue;
        }
        for row in def.rows {
            let text = |value: &vyre_conform_runtime::value::Value| match value.words() {
                [low, high] => format!("{low:#x}ull | (uint64_t){high:#x}u << 32"),
                words => format!("{:#x}u", words[0]),
            };
            let inputs: Vec<String> = (row.inputs)().iter().map(text).collect();
            let expected = text(&(row.expected)());
            let cast = match signature.result {
                ValueType::U64 => "",
                _ => "(uint32_t)",
            };
            let _ = writeln!(
                out,
                "    if ({cast}{}({}) != ({expected})) {{ puts(\"{id} row {rows}\"); wrong = 1; }}",
                request.name(id),
                inputs.join(", ")
            );
            rows += 1;
        }
    }
    rows
}

/// Oracle: the rows of the ops, which have independent sources; the C compiler, without a warning.
#[test]
fn c_header_agrees_with_the_rows() {
    let catalog = catalog();
    let request = everything(&catalog, Target::C);
    let text = emit(&catalog, &request, &[]).expect("a text");
    // Two texts go into one file, with distinct names.
    let second = request.clone().prefix("other_");
    let second = emit(&catalog, &second, &[]).expect("a text");
    let mut main = "#include <stdio.h>\nstatic int exp_of(int a) { return a; }\n".to_owned();
    main += &text;
    main += &second;
    main += "int main(void) {\n    int wrong = exp_of(0);\n";
    let rows = checks(&catalog, &request, &mut main);
    assert!(rows > 300, "{rows} rows");
    // 2 + 2 is 4, on floats.
    main += "    if (math_f32_add_f(2.0f, 2.0f) != 4.0f) { puts(\"floats\"); wrong = 1; }\n";
    main += "    return wrong;\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (file, binary) = (folder.path().join("main.c"), folder.path().join("main"));
    std::fs::write(&file, main).expect("written");
    let output = binary.to_str().expect("a name");
    let strict = [
        "-std=c11",
        "-O0",
        "-Wall",
        "-Werror",
        "-Wno-unused-function",
        "-o",
        output,
    ];
    let (done, printed) = compiled(&strict, &file);
    assert!(done, "{printed}");
    let run = Command::new(&binary).output().expect("run");
    let printed = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{printed}");
}

/// Declarations of an application that is independent of the lowering: its types, functions and macros.
const APPLICATION: &str = "\
typedef unsigned long long u64;
typedef long i64;
typedef unsigned short u32;
typedef char i32;
typedef int u128, vec2, vec4, special_values;
#define atomic_int 7
#define HAS_types 1
static int count_ones_u32(int a) { return a; }
static int mul_high_u64(int a) { return a; }
static int div_u32(int a) { return a; }
static int f_special(int a) { return a; }
";

/// The names that a text declares at file level: functions, types, tables and macros.
fn declared(text: &str) -> Vec<&str> {
    let word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let mut names = vec![];
    for line in text
        .lines()
        .filter(|line| !line.starts_with([' ', '}', '/']))
    {
        let head = line.strip_prefix("#define ").or_else(|| {
            let end = line.find(['(', '[', ';'])?;
            line[..end].rsplit(' ').next()
        });
        let head = head.map(|head| head.trim_start_matches('*'));
        names.extend(head.filter(|head| head.starts_with(word)));
    }
    let ends = text
        .lines()
        .filter_map(|line| line.strip_prefix("} ")?.strip_suffix(';'));
    names.extend(ends);
    names
}

/// Oracle: the C compiler: the header works before and after an application's own declarations, and every name in it
/// has the prefix.
#[test]
fn c_header_compiles_beside_any_application() {
    let catalog = catalog();
    let text = emit(&catalog, &everything(&catalog, Target::C), &[]).expect("a text");
    let wrong = declared(&text)
        .into_iter()
        .filter(|name| !name.starts_with(PREFIX));
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(
        !text.contains("stdatomic"),
        "functions of values step on no memory"
    );
    assert!(
        !text.contains(&format!("{PREFIX}{PREFIX}")),
        "a prefix stands once"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let without = text.replace(&format!("{PREFIX}u32"), "u32");
    for (name, combined, expected) in [
        ("before.c", format!("{text}{APPLICATION}"), true),
        ("behind.c", format!("{APPLICATION}{text}"), true),
        ("without_prefix.c", format!("{APPLICATION}{without}"), false),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, combined).expect("written");
        let strict = [
            "-std=c11",
            "-fsyntax-only",
            "-Wall",
            "-Werror",
            "-Wno-unused-function",
        ];
        let (done, message) = compiled(&strict, &file);
        assert_eq!(done, expected, "{name}: {message}");
    }
}

/// Oracle: a C++ compiler, with the keywords of CUDA defined as nothing.
#[test]
fn cuda_text_is_valid_cpp() {
    let catalog = catalog();
    let text = emit(&catalog, &everything(&catalog, Target::Cuda), &[]).expect("a text");
    let words = "#define __device__\n#define __restrict__\n\
        static inline unsigned __float_as_uint(float f) { return __builtin_bit_cast(unsigned, f); }\n\
        static inline float __uint_as_float(unsigned u) { return __builtin_bit_cast(float, u); }\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("text.cpp");
    std::fs::write(&file, format!("{words}{text}")).expect("written");
    let arguments = [
        "-x",
        "c++",
        "-std=c++17",
        "-fsyntax-only",
        "-Wall",
        "-Werror",
        "-Wno-unused-function",
    ];
    let (done, message) = compiled(&arguments, &file);
    assert!(done, "{message}");
}
