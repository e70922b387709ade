//! Probes, places and refusals.

use crate::common::{imported, run_kernel};
use vyre_conform_import::{ImportOptions, KernelSource, ProbeKind, import};
use vyre_conform_ir::valid::{Limits, validate_program};

const TEXT: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32, 6>;
@compute @workgroup_size(1) fn main() {
    var a: array<u32, 3>;
    data[1] = data[0] / data[5];
    data[2] = data[0] << data[3];
    a[data[4]] = 1u;
    data[3] = u32(bitcast<f32>(data[2]));
    data[0] = bitcast<u32>(bitcast<i32>(data[0]) / bitcast<i32>(data[4])) + a[2];
}";

/// Oracle: by hand; each probe with the line of its operation.
#[test]
fn probes_note_what_they_meet() {
    let options = ImportOptions {
        probes: true,
        ..ImportOptions::default()
    };
    let kernel = imported(TEXT, &options);
    let fired = |words: [u32; 6]| {
        let out = run_kernel(&kernel, [1, 1, 1], vec![words.to_vec()]);
        let fired = kernel.fired(&out[1]).into_iter();
        let fired = fired.map(|p| (p.kind, p.place.map_or(0, |place| place.line)));
        fired.collect::<Vec<_>>()
    };
    assert_eq!(fired([1, 0, 0, 1, 2, 1]), []);
    assert_eq!(fired([1, 0, 0, 1, 1, 0]), [(ProbeKind::DivisionByZero, 4)]);
    assert_eq!(fired([1, 0, 0, 32, 1, 1]), [(ProbeKind::WideShift, 5)]);
    assert_eq!(
        fired([1, 0, 0, 1, 3, 1]),
        [(ProbeKind::IndexOutOfBounds, 6)]
    );
    assert_eq!(
        fired([0xbf80_0000, 0, 0, 0, 1, 1]),
        [(ProbeKind::ConversionOutOfRange, 7)]
    );
    let overflow = [
        (ProbeKind::IndexOutOfBounds, 6),
        (ProbeKind::DivisionOverflow, 8),
    ];
    assert_eq!(fired([0x8000_0000, 0, 0, 0, u32::MAX, 1]), overflow);
}

/// Oracle: the lines of the text, counted by hand.
#[test]
fn nodes_keep_their_places() {
    let text = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    if i < 3u {
        data[0] = i;
    }
}";
    let kernel = imported(text, &ImportOptions::default());
    let valid =
        validate_program(kernel.program.clone(), &(), &Limits::WEBGPU).expect("it is valid");
    let races = vyre_conform_interp::certain_races(&valid);
    let launch = kernel.launch(
        [1, 1, 1],
        vec![vyre_conform_ir::dispatch::Contents::Zeros(4)],
    );
    let options = vyre_conform_interp::Options {
        races: true,
        ..vyre_conform_interp::Options::default()
    };
    let report = vyre_conform_interp::report_launch(&[valid], &launch, &options).expect("it ends");
    let race = report.races.first().or(races.first()).expect("a race");
    let place = kernel.place_of(&race.first.place).expect("a place");
    assert_eq!((place.line, place.column), (4, 9), "{}", race.first.place);
}

/// Oracle: by hand; each construct with its line.
#[test]
fn refusals_name_construct_and_place() {
    let text = "@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main() {
    data[0] = u32(textureLoad(image, vec2<u32>(0u), 0).x);
    data[1] = subgroupAdd(data[2]);
}";
    let source = KernelSource::parse_wgsl(text).expect("it is valid");
    let refusals = import(&source, &ImportOptions::default()).expect_err("it is refused");
    let lines: Vec<u32> = refusals
        .iter()
        .map(|r| r.place.expect("a place").line)
        .collect();
    assert!(
        lines.contains(&1) && lines.contains(&4) && lines.contains(&5),
        "{refusals:?}"
    );
    assert!(refusals.iter().all(|r| r.remedy.len() > 20), "{refusals:?}");
    let source = KernelSource::parse_wgsl(TEXT).expect("it is valid");
    let options = ImportOptions {
        entry: "other".to_owned(),
        ..ImportOptions::default()
    };
    let refusals = import(&source, &options).expect_err("there is no such entry point");
    assert!(refusals[0].to_string().contains("main"), "{refusals:?}");
    let mut options = ImportOptions::default();
    options.overrides.insert("none".to_owned(), 1.0);
    assert!(import(&source, &options).is_err());
}
