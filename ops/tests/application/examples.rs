//! The examples, at small sizes.

#[path = "../../examples/hash.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "an example of its own, with its own main"
)]
mod hash;
#[path = "../../examples/particles.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "an example of its own, with its own main"
)]
mod particles;
#[path = "../../examples/smallest.rs"]
#[allow(dead_code, reason = "an example of its own, with its own main")]
mod smallest;
#[path = "../../examples/sort.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "an example of its own, with its own main"
)]
mod sort;

use std::process::Command;
use vyre_conform_emit::{Request, Target, emit};
use vyre_conform_runtime::catalog::Catalog;

/// Oracle: the example checks its own result: sorted, stable, each pair once.
#[test]
#[ignore = "a long run: seconds"]
fn keys_are_sorted_on_every_adapter() {
    for gpu in sort::gpu::Gpu::all().expect("adapters") {
        let mut message = vec![];
        let mut progress = |text: &str| message.push(text.to_owned());
        let rate = sort::sorted(&gpu, 200_003, &mut progress).expect("sorted");
        assert!(rate > 0.0, "{rate}");
        assert!(message.contains(&"sorting".to_owned()), "{message:?}");
        // A buffer beyond the adapter's limit gives an error with the number of bytes.
        let limit = gpu.device.limits().max_storage_buffer_binding_size / 4;
        if let Ok(len) = u32::try_from(limit + 1)
            && len < 1 << 26
        {
            let error = sort::sorted(&gpu, len, &mut |_| {}).expect_err("refused");
            assert!(error.to_string().contains("bytes"), "{error}");
        }
    }
}

/// Oracle: the same step by rustc's floats, which are those of IEEE 754 on the processor; and the format of the
/// picture.
#[test]
fn particles_have_the_same_bits_on_every_adapter() {
    let (particles, steps) = (500, 40);
    let expected = particles::on_processor(particles, steps);
    let all = particles::gpu::Gpu::all().expect("adapters");
    for gpu in &all {
        let mut last = 0;
        let state = particles::simulated(gpu, particles, steps, &mut |step| last = step);
        assert!(state.expect("simulated") == expected, "{}", gpu.name);
        assert_eq!(last, steps);
    }
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("particles.png");
    particles::draw(&expected, &file).expect("drawn");
    let read = std::io::BufReader::new(std::fs::File::open(&file).expect("a file"));
    let mut picture = png::Decoder::new(read).read_info().expect("a picture");
    let mut points = vec![0; picture.output_buffer_size().expect("a size")];
    let info = picture.next_frame(&mut points).expect("points");
    assert_eq!((info.width, info.height), (512, 512));
    let dark = points
        .chunks(3)
        .filter(|point| *point == [8, 8, 24])
        .count();
    assert!((512 * 512 - 500..512 * 512).contains(&dark), "{dark}");
}

/// Oracle: the crate `blake3`; a count of the bytes read. The message names a missing file.
#[test]
#[ignore = "a long run: seconds"]
fn a_file_has_its_hash_on_every_adapter() {
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join("message");
    for gpu in hash::gpu::Gpu::all().expect("adapters") {
        for (len, part) in [
            (0, 4096),
            (1, 4096),
            (1024, 4096),
            (1025, 4096),
            (4096, 4096),
            (5001, 4096),
            (10_000, 1),
            (12_288, 4096),
            (100_003, 1 << 26),
        ] {
            let message: Vec<u8> = (0..len)
                .map(|i: u32| (i.wrapping_mul(i) >> 5) as u8)
                .collect();
            std::fs::write(&path, &message).expect("written");
            let mut file = hash::opened(&path).expect("a file");
            let mut line = vec![];
            let mut progress = |text: &str| line.push(text.to_owned());
            let actual = hash::hashed(&gpu, &mut file, part, &mut progress).expect("hashed");
            let expected = blake3::hash(&message).to_hex().to_string();
            assert_eq!(actual, expected, "{len} bytes on {}", gpu.name);
            let last = match len {
                0..=1024 => "one chunk".to_owned(),
                _ => format!("{len} bytes"),
            };
            assert_eq!(line.last(), Some(&last));
            // Parts have at least two chunks.
            let parts = u64::from(len).div_ceil(part.max(2048)).max(1);
            assert_eq!(line.len() as u64, parts, "{line:?}");
        }
        let folder = &mut hash::opened(place.path()).expect("a folder opens");
        let error = hash::hashed(&gpu, folder, 4096, &mut |_| {});
        assert!(error.is_err(), "a folder has no bytes");
    }
    let error = hash::opened(&place.path().join("nonesuch")).expect_err("missing");
    assert!(error.to_string().contains("nonesuch"), "{error}");
}

/// Oracle: quotients and sums by the processor; the last sum wraps.
#[test]
fn the_application_of_the_book_divides_and_adds_up() {
    let numbers: Vec<u32> = (0..1000).map(|i| i * 4_000_000 + i).collect();
    let mut sum = 0u32;
    let quotients = numbers.iter().map(|n| n / 10);
    let expected: Vec<u32> = quotients
        .map(|n| {
            sum = sum.wrapping_add(n);
            sum
        })
        .collect();
    assert_eq!(
        smallest::sums_of_quotients(&numbers).expect("sums"),
        expected
    );
}

/// Oracle: Cargo, which tells a build script its output folder and reads when to run it again; outside of Cargo neither
/// happens. The written file equals the result of the function for the page's request, and naga accepts it.
#[test]
fn build_script_of_the_book_writes_to_the_output_folder_of_cargo() {
    const THIS: &str = "examples::build_script_of_the_book_writes_to_the_output_folder_of_cargo";
    let requested = crate::build_script::main();
    // The test starts itself again in place of the build script.
    if std::env::var_os("OUT_DIR").is_some() {
        return requested.expect("written");
    }
    let error = requested
        .expect_err("this is not a build script")
        .to_string();
    assert!(error.contains("OUT_DIR"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ops.wgsl");
    let run = || {
        let this = std::env::current_exe().expect("this program");
        let mut script = Command::new(this);
        script.args(["--exact", THIS, "--nocapture"]);
        let out = script.env("OUT_DIR", folder.path()).output();
        let out = out.expect("it starts");
        let output = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(out.status.success(), "{output}");
        assert!(
            output.contains("cargo::rerun-if-changed=build.rs"),
            "{output}"
        );
        let written = std::fs::metadata(&file).expect("a file");
        written.modified().expect("a time")
    };
    let first = run();
    let text = std::fs::read_to_string(&file).expect("text");
    let catalog = Catalog::linked().expect("the library");
    let request = Request::new(Target::Wgsl)
        .prefix("math_")
        .ops(["u32::mul_hi"]);
    assert_eq!(text, emit(&catalog, &request, &[]).expect("a text"));
    let module = naga::front::wgsl::parse_str(&text).expect("a module");
    let mut names = module
        .functions
        .iter()
        .map(|(_, entry)| entry.name.as_deref());
    assert!(names.any(|name| name == Some("math_u32_mul_hi")));
    // An unchanged file is not written again.
    assert_eq!(run(), first);
}
