//! Scans, sorts, counts and the like.

use super::{dispatch, words};
use std::collections::{BTreeMap, BTreeSet};

fn prefix_sums(values: &[u32]) -> Vec<u32> {
    let sums = values.iter().scan(0_u32, |sum, value| {
        *sum = sum.wrapping_add(*value);
        Some(*sum)
    });
    sums.collect()
}

/// Oracle: sums in Rust.
#[test]
fn scans_add_up() {
    let input: Vec<u32> = words(150, 1).iter().map(|w| w % 1000).collect();
    let contents = vec![
        vec![150, 3],
        input.clone(),
        vec![0; 150],
        vec![0; 3],
        vec![0],
    ];
    let out = dispatch("scan_single_pass.wgsl", "scan", [3, 1, 1], contents);
    assert_eq!(out[0], prefix_sums(&input));
    let file = "scan_three_pass.wgsl";
    let values = words(90, 2);
    let out = dispatch(
        file,
        "scan_blocks",
        [3, 1, 1],
        vec![values.clone(), vec![0; 3]],
    );
    let sums = dispatch(file, "scan_sums", [1, 1, 1], vec![out[1].clone()]);
    let out = dispatch(
        file,
        "add_sums",
        [3, 1, 1],
        vec![out[0].clone(), sums[0].clone()],
    );
    let exclusive = [&[0], &prefix_sums(&values)[..89]].concat();
    assert_eq!(out[0], exclusive);
}

/// Oracle: the sort of Rust.
#[test]
fn sorts_sort() {
    let keys = words(256, 3);
    let out = dispatch(
        "bitonic_sort.wgsl",
        "sort_block",
        [2, 1, 1],
        vec![keys.clone()],
    );
    let mut expected: Vec<i32> = keys.iter().map(|k| *k as i32).collect();
    expected.chunks_mut(128).for_each(<[i32]>::sort_unstable);
    let expected: Vec<u32> = expected.iter().map(|k| *k as u32).collect();
    assert_eq!(out[0], expected);
    let file = "radix_sort.wgsl";
    let mut keys: Vec<u32> = words(100, 4).iter().map(|k| k & 0xffff).collect();
    let mut expected = keys.clone();
    expected.sort_unstable();
    for pass in 0..4 {
        let uniforms = vec![4 * pass, 100, 2];
        let zeros = vec![0; 32];
        let out = dispatch(
            file,
            "count",
            [2, 1, 1],
            vec![uniforms.clone(), keys.clone(), zeros],
        );
        let out = dispatch(
            file,
            "scan_histogram",
            [1, 1, 1],
            vec![uniforms.clone(), out[0].clone()],
        );
        let contents = vec![uniforms, keys.clone(), vec![0; 100], out[0].clone()];
        keys.clone_from(&dispatch(file, "scatter", [2, 1, 1], contents)[0]);
    }
    assert_eq!(keys, expected);
}

/// Oracle: counts in Rust.
#[test]
fn histograms_count() {
    let pixels = words(200, 5);
    let out = dispatch(
        "histogram_shared.wgsl",
        "main",
        [2, 1, 1],
        vec![pixels.clone(), vec![0; 256]],
    );
    let mut expected = vec![0; 256];
    for pixel in pixels {
        let [r, g, b, _] = pixel.to_le_bytes().map(u32::from);
        expected[((r * 77 + g * 150 + b * 29) >> 8) as usize] += 1;
    }
    assert_eq!(out[0], expected);
}

/// Oracle: SHA-256 of "abc", FIPS 180-4, appendix B.1.
#[test]
fn sha256_has_the_digest_of_the_standard() {
    let mut message = b"abc\x80".to_vec();
    message.resize(63, 0);
    message.push(24);
    let block = message
        .chunks(4)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let out = dispatch(
        "sha256.wgsl",
        "main",
        [1, 1, 1],
        vec![block.collect(), vec![0; 8]],
    );
    let bytes: Vec<u8> = out[0].iter().flat_map(|w| w.to_le_bytes()).collect();
    let text: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(
        text,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

/// Oracle: the digest of "abc" in the test vectors of BLAKE3.
#[test]
fn blake3_has_the_digest_of_its_paper() {
    let mut block = vec![0; 16];
    block[0] = u32::from_le_bytes(*b"abc\0");
    let out = dispatch(
        "blake3.wgsl",
        "main",
        [1, 1, 1],
        vec![block, vec![0; 8], vec![3]],
    );
    let bytes: Vec<u8> = out[0].iter().flat_map(|w| w.to_le_bytes()).collect();
    let text: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(
        text,
        "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"
    );
}

/// Oracle: the check value of CRC-32, 0xcbf43926 of "123456789".
#[test]
fn crc32_has_its_check_value() {
    let text = b"123456789\0\0\0"
        .chunks(4)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let contents = vec![text.collect(), vec![0; 2], vec![0, 9, 0, 0]];
    let out = dispatch("crc32.wgsl", "crc", [1, 1, 1], contents);
    assert_eq!(out[0], [0xcbf4_3926, 0]);
}

/// Oracle: the odd numbers of each block, in Rust.
#[test]
fn compaction_keeps_odd_numbers() {
    let src = words(70, 6);
    let out = dispatch(
        "compaction.wgsl",
        "compact",
        [3, 1, 1],
        vec![src.clone(), vec![0; 70], vec![0]],
    );
    let odd: Vec<u32> = src.into_iter().filter(|w| w % 2 == 1).collect();
    assert_eq!(out[1], [odd.len() as u32]);
    // Workgroups run in order here.
    assert_eq!(out[0][..odd.len()], odd);
}

/// Oracle: the rules of the game, in Rust.
#[test]
fn life_lives() {
    let cells: Vec<u32> = words(30, 7).iter().map(|w| w & 1).collect();
    let out = dispatch(
        "game_of_life.wgsl",
        "step_board",
        [2, 2, 1],
        vec![vec![6, 5], cells.clone(), vec![0; 30]],
    );
    let at = |x: i32, y: i32| cells[(y.rem_euclid(5) * 6 + x.rem_euclid(6)) as usize];
    for y in 0..5 {
        for x in 0..6 {
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
            let sum: u32 = around
                .filter(|d| *d != (0, 0))
                .map(|(dx, dy)| at(x + dx, y + dy))
                .sum();
            let lives = sum == 3 || sum == 2 && at(x, y) == 1;
            assert_eq!(out[0][(y * 6 + x) as usize], u32::from(lives), "{x} {y}");
        }
    }
}

/// Oracle: a map in Rust.
#[test]
fn the_hash_table_finds_room() {
    let pairs: Vec<u32> = words(60, 8).iter().map(|w| w % 40).collect();
    let table = [u32::MAX, 0].repeat(64);
    let out = dispatch(
        "hash_table.wgsl",
        "build",
        [2, 1, 1],
        vec![pairs.clone(), table, vec![0]],
    );
    let mut expected: BTreeMap<u32, u32> = BTreeMap::new();
    for pair in pairs.chunks(2) {
        let value = expected.entry(pair[0]).or_default();
        *value = pair[1].max(*value);
    }
    let slots = out[0].chunks(2).filter(|slot| slot[0] != u32::MAX);
    assert_eq!(
        slots
            .map(|slot| (slot[0], slot[1]))
            .collect::<BTreeMap<_, _>>(),
        expected
    );
    assert_eq!(out[1], [0]);
}

/// Oracle: components by hand.
#[test]
fn unions_find_their_roots() {
    let edges = vec![5, 4, 4, 3, 7, 8, 1, 2, 8, 9, 2, 0];
    let parents: Vec<u32> = (0..11).collect();
    let out = dispatch("union_find.wgsl", "link", [1, 1, 1], vec![edges, parents]);
    let out = dispatch(
        "union_find.wgsl",
        "flatten",
        [2, 1, 1],
        vec![out[0].clone()],
    );
    assert_eq!(out[0], [0, 0, 0, 3, 3, 3, 6, 7, 7, 7, 10]);
}

/// Oracle: depths by hand.
#[test]
fn a_frontier_expands() {
    let offsets = vec![0, 2, 4, 5, 5];
    let targets = vec![1, 2, 3, 0, 3];
    let depth = vec![0, u32::MAX, u32::MAX, u32::MAX];
    let contents = vec![
        offsets,
        targets,
        vec![0],
        vec![9; 4],
        depth,
        vec![1, 0],
        vec![0],
    ];
    let out = dispatch("bfs_frontier.wgsl", "expand", [1, 1, 1], contents);
    assert_eq!(out[1], [0, 1, 1, u32::MAX]);
    assert_eq!(out[2], [2]);
    assert_eq!(
        out[0][..2].iter().collect::<BTreeSet<_>>(),
        BTreeSet::from([&1, &2])
    );
}

/// Oracle: a merge, a transposition and segmented sums in Rust.
#[test]
fn arrays_are_rearranged() {
    let [mut a, mut b] = [words(13, 9), words(20, 10)];
    a.sort_unstable();
    b.sort_unstable();
    let mut expected = [a.clone(), b.clone()].concat();
    expected.sort_unstable();
    let out = dispatch(
        "merge_path.wgsl",
        "merge",
        [2, 1, 1],
        vec![a, b, vec![0; 33]],
    );
    assert_eq!(out[0], expected);
    let matrix: Vec<u32> = (0..110).collect();
    let out = dispatch(
        "transpose.wgsl",
        "transpose",
        [2, 2, 1],
        vec![matrix, vec![0; 110], vec![11, 10]],
    );
    let expected: Vec<u32> = (0..11)
        .flat_map(|x| (0..10).map(move |y| y * 11 + x))
        .collect();
    assert_eq!(out[0], expected);
    let heads: Vec<u32> = (0..32).map(|k| u32::from(k % 5 == 0)).collect();
    let data: Vec<u32> = (1..=32).collect();
    let out = dispatch(
        "segmented_sum.wgsl",
        "segmented",
        [1, 1, 1],
        vec![heads, data.clone()],
    );
    let expected: Vec<u32> = (0..32).map(|k| data[k / 5 * 5..=k].iter().sum()).collect();
    assert_eq!(out[0], expected);
}
