//! Invalid sources: mutated kernels, bombs, and meaningless bytes.

use crate::kernels::{folder, text};
use std::fs;
use std::time::{Duration, Instant};
use vyre_conform_import::{ImportOptions, KernelSource, import};

/// A source of random numbers (PCG, O'Neill 2014).
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let word = ((self.0 >> 18 ^ self.0) >> 27) as u32;
        let word = word.rotate_right((self.0 >> 59) as u32);
        word as usize % bound.max(1)
    }
}

const PIECES: &[&str] = &[
    "0u",
    "-1",
    "4294967295u",
    "{",
    "}",
    "(",
    ")",
    ";",
    "return",
    "break;",
    "continue;",
    "loop {",
    "vec4<f32>(",
    "array<u32, 4>(",
    "&",
    "*",
    "[0]",
    "atomic<u32>",
    "i32",
    "f16",
    "u32",
    "%",
    "<<",
    "workgroupBarrier();",
    "0x1p-149",
    "1e38f",
    "override",
    "const",
    "ptr<function, u32>",
    "switch x { default: {} }",
    "arrayLength(&",
    "select(",
    "bitcast<",
    "@workgroup_size(0)",
    "@id(1)",
    "var<private>",
    ".xyzw",
    "65536",
    "true",
];

/// A text with one to four changes.
fn mutated(text: &str, draws: &mut Draws) -> String {
    let mut parts: Vec<&str> = text
        .split_inclusive(|c: char| !c.is_alphanumeric())
        .collect();
    for _ in 0..=draws.below(4) {
        let at = draws.below(parts.len());
        let other = parts[draws.below(parts.len())];
        match draws.below(5) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, other),
            2 => parts[at] = other,
            3 => parts[at] = PIECES[draws.below(PIECES.len())],
            _ => parts.insert(at, PIECES[draws.below(PIECES.len())]),
        }
    }
    parts.concat()
}

/// Mutates kernels and imports those that naga accepts; returns their number.
fn mutate(count: usize, seed: u64) -> usize {
    let files = fs::read_dir(folder()).expect("a folder");
    let names = files.map(|file| {
        file.expect("a file")
            .file_name()
            .into_string()
            .expect("UTF-8")
    });
    let mut texts: Vec<String> = names.map(|name| text(&name)).collect();
    texts.sort();
    let mut draws = Draws(seed);
    let mut accepted = 0;
    for _ in 0..count {
        let text = mutated(&texts[draws.below(texts.len())], &mut draws);
        let began = Instant::now();
        let Ok(source) = KernelSource::parse_wgsl(&text) else {
            continue;
        };
        for point in source.entry_points() {
            let options = ImportOptions {
                entry: point.name.clone(),
                probes: draws.below(2) == 0,
                subgroup_size: [None, Some(8)][draws.below(2)],
                ..ImportOptions::default()
            };
            let result = import(&source, &options);
            let own = |refusals: &[vyre_conform_import::Refusal]| {
                refusals
                    .iter()
                    .any(|refusal| refusal.construct == "the importer")
            };
            assert!(
                !result.as_ref().is_err_and(|r| own(r)),
                "{result:?}\n{text}"
            );
            accepted += usize::from(result.is_ok());
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{text}");
    }
    accepted
}

/// Oracle: a panic of the importer is a refusal of "the importer"; each text takes at most seconds.
#[test]
fn mutated_kernels_do_no_harm() {
    let accepted = mutate(20_000, 1);
    assert!(accepted > 1_000, "{accepted}");
}

/// Oracle: the same as for fewer.
#[test]
#[ignore = "a long run: minutes"]
fn a_million_mutated_kernels_do_no_harm() {
    assert!(mutate(1_000_000, 2) > 50_000);
}

/// Oracle: each text exceeds a limit or is invalid, and the message says so.
#[test]
fn bombs_are_refused() {
    let inside = |body: &str| format!("@compute @workgroup_size(1) fn main() {{ {body} }}");
    let nested = inside(&format!(
        "let x = {}1{};",
        "(".repeat(100_000),
        ")".repeat(100_000)
    ));
    let chained = inside(&format!("var x = 1; x = x{};", " + x".repeat(100_000)));
    let minus = inside(&format!("let x = {}1;", "- ".repeat(100_000)));
    let branches = inside(&format!(
        "if true {{}}{}",
        " else if true {}".repeat(20_000)
    ));
    let blocks = inside(&format!("{}{}", "{".repeat(5_000), "}".repeat(5_000)));
    let types = format!(
        "var<private> x: {}u32{};",
        "array<".repeat(3_000),
        ", 2>".repeat(3_000)
    );
    let members = inside(&format!("var x = 1; x = x{};", ".x".repeat(50_000)));
    let long = " ".repeat((1 << 20) + 1);
    for (text, part) in [
        (&nested, "brackets"),
        (&chained, "chained"),
        (&minus, "chained"),
        (&branches, "chained"),
        (&blocks, "brackets"),
        (&types, "chained"),
        (&members, "chained"),
        (&long, "1048577 bytes"),
    ] {
        let error = KernelSource::parse_wgsl(text).expect_err("it is refused");
        assert!(error.message.contains(part), "{error}");
    }
    let calls: String = (0..40)
        .map(|k| {
            format!(
                "fn f{}(x: u32) -> u32 {{ return f{k}(x) + f{k}(x + 1u); }}\n",
                k + 1
            )
        })
        .collect();
    let text = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>; fn f0(x: u32) -> u32 {{ return out[x];
            }}\n{calls}\
         @compute @workgroup_size(1) fn main() {{ out[0] = f40(1u); }}"
    );
    let source = KernelSource::parse_wgsl(&text).expect("it is valid");
    let refusals = import(&source, &ImportOptions::default()).expect_err("it is too long");
    assert!(
        refusals.iter().any(|r| r.remedy.contains("100,000 nodes")),
        "{refusals:?}"
    );
}

/// Oracle: naga's messages with the place counted by hand.
#[test]
fn errors_have_their_place() {
    let error = KernelSource::parse_wgsl("fn f() {\n  let x = ;\n}").expect_err("it is refused");
    let place = error.place.expect("a place");
    assert_eq!((place.line, place.column), (2, 11), "{error}");
    let error =
        KernelSource::parse_wgsl("fn f() -> u32 {\n  return 1i;\n}").expect_err("it is refused");
    assert_eq!(error.place.expect("a place").line, 2, "{error}");
}

/// Oracle: meaningless bytes are errors and never cause a panic.
#[test]
fn wrong_spirv_is_refused() {
    let mut draws = Draws(3);
    for length in 0..300 {
        let mut words: Vec<u32> = (0..length).map(|_| draws.below(1 << 20) as u32).collect();
        if let Some(first) = words.first_mut() {
            *first = 0x0723_0203;
        }
        let parsed = KernelSource::parse_spirv(&words);
        assert!(parsed.is_err() || parsed.is_ok_and(|module| module.entry_points().is_empty()));
    }
}
