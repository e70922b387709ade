//! The elements of an exact product that residues determine, and those that are summed in another way.

use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input};
use vyre_conform_runtime::valid::{Limits, validate_program};

const ID: &str = "engine::matmul_exact_residues";

/// Placeholders of an element before the last dispatch: for the wide accumulator, and for a zero with undetermined
/// sign.
const OPEN: u32 = 0x7f80_0001;
const ZERO: u32 = 0x7f80_0002;

fn residues(catalog: &Catalog) -> &'static EngineDef {
    let actual = catalog.find_engine(ID);
    actual.expect("an engine of the library")
}

/// Numbers from 1 to 2 of both signs, times 2 to these powers.
fn numbers(powers: &[i32], seed: u32) -> Vec<u32> {
    let number = |(position, power): (u32, &i32)| {
        let r = (position ^ seed).wrapping_mul(0x9E37_79B9).rotate_left(13);
        let fraction = r.wrapping_mul(0x85EB_CA6B) & 0x807f_ffff;
        fraction | ((127 + power) as u32) << 23
    };
    (0..).zip(powers).map(number).collect()
}

/// The number of elements left to the wide accumulator, of zeros, and of all elements, before the last dispatch of a
/// plan at a workgroup size.
fn paths(catalog: &Catalog, input: &Input, size: u32) -> [usize; 3] {
    let mut plan = (residues(catalog).plan)(input, size);
    plan.launch.steps.pop();
    let valid = |program| validate_program(program, catalog, &Limits::WEBGPU);
    let programs = plan.programs.into_iter().map(valid);
    let programs: Vec<_> = programs
        .map(|valid| valid.expect("a valid program"))
        .collect();
    let all = (input.columns[0][0] * input.columns[0][1]) as usize;
    if plan.launch.steps.is_empty() {
        return [all, 0, 0];
    }
    let words = run_launch(&programs, &plan.launch, &Options::default()).expect("words");
    let count = |mark: u32| words[0][..all].iter().filter(|word| **word == mark).count();
    let [open, zero] = [OPEN, ZERO].map(count);
    [open, zero, all - open - zero]
}

/// Five rows by six columns, K = 7: row 1 and column 1 have a spread of 40, row 2 one of 41, row 4 is zero, and column
/// 3 contains NaN.
fn mixed() -> Input {
    let mut powers = [0; 35];
    powers[7..14].copy_from_slice(&[0, -40, 3, -1, -20, -37, -2]);
    powers[7 + 2] = 0;
    powers[14..21].copy_from_slice(&[-40, 1, 0, 0, -3, -4, -5]);
    let mut a = numbers(&powers, 5);
    a[28..].fill(0x8000_0000);
    let mut powers = [-2; 42];
    powers[1] = 37;
    powers[7] = -3;
    let mut b = numbers(&powers, 77);
    b[3 + 6 * 2] = 0x7fc0_1234;
    Input {
        columns: vec![vec![5, 6, 7], a, b],
    }
}

/// Oracle: counting by hand, and the reference of `matmul_exact` at several sizes.
#[test]
fn elements_take_the_path_of_their_lines() {
    let catalog = Catalog::linked().expect("the library");
    let def = residues(&catalog);
    let input = mixed();
    for size in [1, 5, 32, 256] {
        // Row 2 and column 3 share one element, and row 4 has five others.
        assert_eq!(paths(&catalog, &input, size), [6 + 5 - 1, 5, 15], "{size}");
        let expected = (def.reference.expect("it has one"))(&input);
        super::references::run_fault(&catalog, def, (&input, &expected), size)
            .expect("the elements");
    }
    let mut long = mixed();
    long.columns[0] = vec![1, 1, (1 << 16) + 1];
    assert_eq!(paths(&catalog, &long, 64), [1, 0, 0]);
    let expected = (def.reference.expect("it has one"))(&long);
    super::references::run_fault(&catalog, def, (&long, &expected), 64).expect("the element");
}

/// Oracle: the reference of `matmul_exact`, over inputs of every kind; many elements take each of both paths.
#[test]
#[ignore = "a long run: seconds"]
fn residues_agree_with_exact_sums() {
    let catalog = Catalog::linked().expect("the library");
    let def = residues(&catalog);
    let reference = def.reference.expect("it has one");
    let mut all = [0; 3];
    for n in (0..16).chain([16, 17, 18, 25, 26, 27]) {
        let input = (def.inputs)(n);
        let expected = reference(&input);
        for size in [64, 256] {
            let verdict = super::references::run_fault(&catalog, def, (&input, &expected), size);
            verdict.unwrap_or_else(|actual| panic!("input {n} at {size}: {actual}"));
        }
        for (sum, count) in all.iter_mut().zip(paths(&catalog, &input, 64)) {
            *sum += count;
        }
    }
    assert!(all.iter().all(|count| *count > 100), "{all:?}");
}

/// Oracle: counting: if every line qualifies, the plan's moduli determine every element, whatever the lines contain:
/// zeros, the smallest numbers, one number among zeros, every permitted exponent of a line.
#[test]
#[ignore = "a long run: seconds"]
fn a_plan_has_the_moduli_that_its_lines_need() {
    let catalog = Catalog::linked().expect("the library");
    for inner in [1, 2, 64, 65, 1000, 9000] {
        let all = 2 * inner as usize;
        let lines = [
            vec![0; all],
            vec![1; all],
            (0..all as u32).map(|position| 1 + position % 3).collect(),
            (0..all)
                .map(|position| if position % 70 == 3 { 0x4b00_0000 } else { 0 })
                .collect(),
            numbers(
                &(0..all as i32)
                    .map(|position| position % 41)
                    .collect::<Vec<_>>(),
                3,
            ),
            numbers(&vec![7; all], 5),
        ];
        for (n, a) in lines.iter().enumerate() {
            for b in [&lines[0], &lines[1], &lines[5]] {
                let columns = vec![vec![2, 2, inner], a.clone(), b.clone()];
                let [open, ..] = paths(&catalog, &Input { columns }, 64);
                assert_eq!(open, 0, "K = {inner}, lines {n}");
            }
        }
    }
}

/// Oracle: the references of `matmul_fma_chain` and `matmul_strict`, over inputs of every kind.
#[test]
#[ignore = "a long run: seconds"]
fn tiled_engines_agree_with_references() {
    for id in [
        "engine::matmul_fma_chain_tiled",
        "engine::matmul_strict_tiled",
    ] {
        check_tiled_sums(id);
    }
}

/// The engine of this name at several workgroup sizes.
fn check_tiled_sums(id: &str) {
    let catalog = Catalog::linked().expect("the library");
    let def = catalog.find_engine(id).expect("an engine of the library");
    for n in 0..18 {
        let input = (def.inputs)(n);
        let expected = (def.reference.expect("it has one"))(&input);
        for size in [1, 5, 64, 256] {
            let verdict = super::references::run_fault(&catalog, def, (&input, &expected), size);
            verdict.unwrap_or_else(|actual| panic!("{id}: input {n} at {size}: {actual}"));
        }
    }
}
