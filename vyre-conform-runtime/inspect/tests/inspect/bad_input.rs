//! Invalid inputs: errors with remedies, and typed outcomes.

use crate::inspect;
use vyre_conform_import::KernelSource;
use vyre_conform_inspect::{InspectError, InspectOptions, Inspection};
use vyre_conform_wgpu::required;

const RIGHT: &str = "
override BLOCK: u32;
@id(7) override SCALE: u32 = 2u;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(32)
fn first(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&out)) { out[id.x] = id.x * SCALE + 1u; }
}
@compute @workgroup_size(BLOCK)
fn second(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&out)) { out[id.x] = id.x + BLOCK; }
}
";

fn parsed(text: &str) -> KernelSource {
    KernelSource::parse("kernel.wgsl", text.as_bytes()).expect("valid WGSL")
}

fn with(change: impl FnOnce(&mut InspectOptions)) -> Result<Inspection, InspectError> {
    let mut options = InspectOptions::default();
    change(&mut options);
    inspect(&parsed(RIGHT), &options, &[])
}

/// Oracle: positions counted by hand, and the message of each mistake.
#[test]
fn texts_that_are_not_kernels_are_errors_with_places() {
    let error = |file: &str, bytes: &[u8]| {
        let error = KernelSource::parse(file, bytes).expect_err("a bad file");
        (error.place.map(|p| (p.line, p.column)), error.message)
    };
    let (place, message) = error(
        "x.wgsl",
        b"@compute @workgroup_size(1)\nfn f() {\n  x = 1;\n}",
    );
    assert_eq!(place, Some((3, 3)), "{message}");
    let (place, message) = error("x.wgsl", b"fn f() -> u32 {\n  return 1.5;\n}");
    assert_eq!(place.map(|(line, _)| line), Some(2), "{message}");
    let (_, message) = error("x.wgsl", b"ab\xff");
    assert!(
        message.contains("byte 2") && message.contains("UTF-8"),
        "{message}"
    );
    let (_, message) = error("x.wgsl", &vec![b' '; (1 << 20) + 1]);
    assert!(message.contains("1048577 bytes"), "{message}");
    let deep = format!("fn f() {{ let x = {}1; }}", "(".repeat(5000));
    assert!(error("x.wgsl", deep.as_bytes()).0.is_some());
    let chain = format!("fn f() {{ let x = {}1u; }}", "1u + ".repeat(100_000));
    let _ = KernelSource::parse("x.wgsl", chain.as_bytes());
    let (_, message) = error("x.spv", &[3, 2, 35, 7, 0]);
    assert!(message.contains("cut off"), "{message}");
    assert!(!error("x.spv", &0x0723_0203_u32.to_le_bytes()).1.is_empty());
    let (place, _) = error("x.comp", b"#version 450\nvoid main() {\n  nothing();\n}\n");
    assert_eq!(place.map(|(line, _)| line), Some(3));
}

/// Oracle: the names in the text.
#[test]
fn unknown_names_are_errors_with_a_suggestion() {
    let message = |change: fn(&mut InspectOptions)| with(change).expect_err("an error").to_string();
    let entry = message(|o| o.entries = vec!["frist".to_owned()]);
    assert!(
        entry.contains("did you mean `first`?") && entry.contains("second"),
        "{entry}"
    );
    let far = message(|o| o.entries = vec!["zzzzzz".to_owned()]);
    assert!(!far.contains("did you mean"), "{far}");
    let name = message(|o| o.overrides = vec![("BLOK".to_owned(), 4.0)]);
    assert!(name.contains("did you mean `BLOCK`?"), "{name}");
    let value = message(|_| {});
    assert!(value.contains("--override BLOCK=VALUE"), "{value}");
    let buffer = message(|o| {
        o.entries = vec!["first".to_owned()];
        o.buffer_lengths = vec![(
            "oot".to_owned(),
            vyre_conform_inspect::BufferLength::Exact(1),
        )];
    });
    assert!(buffer.contains("did you mean `out`?"), "{buffer}");
    let none = inspect(&parsed("fn f() {}"), &InspectOptions::default(), &[]);
    assert_eq!(none.expect_err("an error"), InspectError::NoEntryPoint);
}

/// Oracle: the workgroup size that the override gives, and one that no adapter has.
#[test]
fn overrides_give_workgroup_sizes() {
    let of = |size: f64| {
        with(|o| {
            o.overrides = vec![("BLOCK".to_owned(), size), ("7".to_owned(), 3.0)];
        })
    };
    let inspection = of(16.0).expect("an inspection");
    assert_eq!(inspection.entries[1].workgroup_size, [16, 1, 1]);
    assert!(!inspection.is_refuted(), "{:?}", inspection.findings);
    assert!(of(0.0).is_err(), "a workgroup of no invocations");
}

/// Oracle: WebGPU's limits: no adapter of the tests supports a workgroup of 4096 invocations.
#[test]
fn a_kernel_beyond_the_limits_is_refused_and_costs_no_other_its_verdict() {
    let options = {
        let mut options = InspectOptions::default();
        options.overrides = vec![("BLOCK".to_owned(), 4096.0)];
        options.lengths = vec![4];
        options
    };
    let inspection = inspect(&parsed(RIGHT), &options, &required()).expect("an inspection");
    let refused: Vec<&str> = inspection.findings.iter().map(|f| f.rule.id()).collect();
    assert!(
        !refused.is_empty() && refused.iter().all(|r| *r == "device-refused"),
        "{refused:?}"
    );
    assert!(inspection.findings.iter().all(|f| f.entry == "second"));
    assert!(inspection.entries[0].dispatched.iter().all(|(_, n)| *n > 0));
}

/// Oracle: an endless loop, which runs on no adapter, beside a kernel that ends.
#[test]
fn an_endless_loop_is_not_dispatched() {
    let text = "
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn spin() { loop { out[0] += 1u; if (out[0] == 0u && out[1] == 7u) { break; } } }
@compute @workgroup_size(1) fn ends() { out[0] = out[0] * 2u + 1u; }
";
    let adapters = required();
    let inspection = inspect(&parsed(text), &InspectOptions::default(), &adapters);
    let inspection = inspection.expect("an inspection");
    let [spin, ends] = &inspection.entries[..] else {
        panic!("two entry points");
    };
    assert!(spin.dispatched.is_empty(), "{spin:?}");
    assert_eq!(ends.dispatched.len(), adapters.len());
    let rules: Vec<&str> = inspection.findings.iter().map(|f| f.rule.id()).collect();
    assert!(rules.contains(&"endless-loop"), "{rules:?}");
    let reasons: Vec<&str> = inspection.omissions.iter().map(|o| &o.reason[..]).collect();
    assert!(
        reasons.iter().any(|r| r.contains("--dispatch-anyway")),
        "{reasons:?}"
    );
}

/// Oracle: the documentation of `kernel inspect`: textures and subgroups are listed with a remedy.
#[test]
fn omissions_are_listed() {
    let text = "
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn textured() { out[0] = u32(textureLoad(image, vec2(0, 0), 0).x); }
@compute @workgroup_size(32) fn grouped() { out[0] = subgroupAdd(1u); }
";
    let inspection = inspect(&parsed(text), &InspectOptions::default(), &[]);
    let inspection = inspection.expect("an inspection");
    let [image, import @ .., device] = &inspection.omissions[..] else {
        panic!("{:?}", inspection.omissions);
    };
    let of_import = import
        .iter()
        .all(|o| o.reason.contains("import") && o.place.is_some());
    assert!(of_import && !import.is_empty(), "{import:?}");
    assert!(image.reason.contains("`image`") && image.reason.contains("storage buffer"));
    assert!(
        import
            .iter()
            .any(|o| o.place.as_ref().is_some_and(|p| p.line == 5))
    );
    assert!(device.reason.contains("no adapter"), "{}", device.reason);
}

/// Oracle: the limits of an inspection: no excessive memory is allocated.
#[test]
fn large_variables_are_omitted() {
    let text = "
@group(0) @binding(0) var<storage, read_write> huge: array<u32, 500000000>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<workgroup> shared_words: array<u32, 100000000>;
var<private> own: array<u32, 100000000>;
@compute @workgroup_size(64) fn buffer() { huge[0] = 1u; }
@compute @workgroup_size(64) fn group_words() { shared_words[0] = 1u; }
@compute @workgroup_size(64) fn private_words() { own[0] = 1u; out[0] = own[0]; }
@compute @workgroup_size(64) fn local() { var a: array<u32, 100000000>; a[out[0]] = 1u; out[0] = a[1]; }
";
    let inspection = inspect(&parsed(text), &InspectOptions::default(), &[]);
    let inspection = inspection.expect("an inspection");
    for (entry, words) in [
        ("buffer", "`huge` has 2000000000 bytes"),
        ("group_words", "workgroup memory has 400000000 bytes"),
        ("private_words", "a private variable of 400000000 bytes"),
        ("local", "variables of a function of 400000000 bytes"),
    ] {
        let mut of = inspection
            .omissions
            .iter()
            .filter(|o| o.entry.as_deref() == Some(entry));
        assert!(
            of.any(|o| o.reason.contains(words)),
            "{entry}: {:?}",
            inspection.omissions
        );
    }
}

/// Oracle: every text that results from changing bytes of the planted kernels: an error or an
/// inspection, no panic.
#[test]
fn changed_texts_do_not_panic() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut state = 1_u64;
    let mut random = |n: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 33) as usize % n
    };
    let mut options = InspectOptions::default();
    (options.lengths, options.budget) = (vec![3], 2000);
    let mut inspected = 0;
    for entry in std::fs::read_dir(folder).expect("the kernels") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a text");
        for _ in 0..60 {
            let mut bytes = bytes.clone();
            for _ in 0..=random(2) {
                let at = random(bytes.len());
                match random(3) {
                    0 => bytes[at] = b"0123456789+-*/<>=&|(){};,u."[random(27)],
                    1 => drop(bytes.drain(at..bytes.len().min(at + 1 + random(12)))),
                    _ => {
                        let from = random(bytes.len());
                        let piece = bytes[from..bytes.len().min(from + random(40))].to_vec();
                        bytes.splice(at..at, piece);
                    }
                }
            }
            if let Ok(source) = KernelSource::parse("x.wgsl", &bytes) {
                inspected += usize::from(inspect(&source, &options, &[]).is_ok());
            }
        }
    }
    assert!(inspected > 150, "{inspected}");
}

/// Oracle: names by hand: one that no buffer has, and the one that was probably meant.
#[test]
fn values_name_scalars() {
    let text = "
struct Params { stride: u32, scale: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
    let at = i * params.stride;
    if (at < arrayLength(&out)) { out[at] = 1u + u32(params.scale); }
}
";
    let with = |name: &str, value| {
        let mut options = InspectOptions::default();
        options.values = vec![(name.to_owned(), value)];
        inspect(&parsed(text), &options, &[])
    };
    let wrong = with("params.strid", 2.0)
        .expect_err("an unknown name")
        .to_string();
    assert!(wrong.contains("did you mean `params.stride`?"), "{wrong}");
    let races = |inspection: &Inspection| {
        let mut findings = inspection.findings.iter();
        findings.any(|f| f.rule.id() == "data-race")
    };
    let stated = with("stride", 2.0).expect("an inspection");
    assert!(!races(&stated), "{:?}", stated.findings);
    let stated = with("params.stride", 0.0).expect("an inspection");
    assert!(races(&stated), "{:?}", stated.findings);
    let guessed = inspect(&parsed(text), &InspectOptions::default(), &[]).expect("an inspection");
    assert!(!races(&guessed), "{:?}", guessed.findings);
}

/// Oracle: a race for the guessed stride 1 alone, whose omission names the scalar to state.
#[test]
fn a_finding_of_a_guessed_value_is_a_note() {
    let text = "
struct Params { pitch: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    let at = i * (params.pitch - 1u);
    if (at < arrayLength(&out)) { out[at] = i + 1u; }
}
";
    let inspection =
        inspect(&parsed(text), &InspectOptions::default(), &[]).expect("an inspection");
    let race = inspection
        .findings
        .iter()
        .find(|f| f.rule.id() == "data-race")
        .expect("a race");
    assert_eq!(
        race.level,
        vyre_conform_inspect::FindingLevel::Note,
        "{race:?}"
    );
    let named =
        |o: &&vyre_conform_inspect::Omission| o.reason.contains("`--value params.pitch=VALUE`");
    assert!(
        inspection.omissions.iter().any(|o| named(&o)),
        "{:?}",
        inspection.omissions
    );
}

/// Oracle: both overrides without a value, by hand.
#[test]
fn all_overrides_without_a_value_are_named() {
    let text = "override A: u32; override B: u32;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(A) fn main() { out[0] = B; }";
    let error = inspect(&parsed(text), &InspectOptions::default(), &[]).expect_err("no values");
    let words = error.to_string();
    assert!(
        words.contains("`--override A=VALUE`") && words.contains("`--override B=VALUE`"),
        "{words}"
    );
}
