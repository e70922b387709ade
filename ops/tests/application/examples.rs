//! The examples, at small sizes.

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

/// Oracle: the example checks its own result: in order, stable, each pair once.
#[test]
fn keys_are_sorted_on_every_adapter() {
    for gpu in sort::gpu::Gpu::all().expect("adapters") {
        let mut said = vec![];
        let mut progress = |text: &str| said.push(text.to_owned());
        let rate = sort::sorted(&gpu, 200_003, &mut progress).expect("sorted");
        assert!(rate > 0.0, "{rate}");
        assert!(said.contains(&"sorting".to_owned()), "{said:?}");
        // More than any buffer of the adapter: an error, with the number of bytes.
        let limit = gpu.device.limits().max_storage_buffer_binding_size / 4;
        if let Ok(len) = u32::try_from(limit + 1)
            && len < 1 << 26
        {
            let error = sort::sorted(&gpu, len, &mut |_| {}).expect_err("refused");
            assert!(error.to_string().contains("bytes"), "{error}");
        }
    }
}

/// Oracle: the same step by rustc's floats, which are those of IEEE 754 on the processor; and a picture that is one.
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

/// Oracle: quotients and sums by the processor; the last sum wraps.
#[test]
fn the_application_of_the_book_divides_and_adds_up() {
    let numbers: Vec<u32> = (0..1000).map(|i| i * 4_000_000 + i).collect();
    let mut sum = 0u32;
    let tenths = numbers.iter().map(|n| n / 10);
    let due: Vec<u32> = tenths
        .map(|n| {
            sum = sum.wrapping_add(n);
            sum
        })
        .collect();
    assert_eq!(smallest::sums_of_tenths(&numbers).expect("sums"), due);
}

/// Oracle: Cargo, which says where a build script writes; outside of one nobody does.
#[test]
fn the_build_script_of_the_book_writes_where_cargo_says() {
    let asked = crate::build_script::main();
    let error = asked.expect_err("this is not a build script").to_string();
    assert!(error.contains("OUT_DIR"), "{error}");
}
