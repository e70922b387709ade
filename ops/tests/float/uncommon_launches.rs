//! Hand-written kernels in launches that no engine makes, where they match the program.

use super::hand_written_kernels::{SIZE, engine, integers, native, valid};
use vyre_conform_c::CBackend;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::engine::Plan;
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_suite::backend::Backend;

/// Changes the parameters, the lengths of A, B and the product, and the workgroups of a dispatch.
type Change<'c> = &'c dyn Fn(&mut [u32], &mut [usize; 3], &mut [u32; 3]);

/// Launches that no engine makes: products that end before their shape, several matrices, numbers of workgroups that
/// differ from the parameters, and parameters of zero.
fn uncommon(catalog: &Catalog) -> Vec<(Plan, &'static str)> {
    let [matrix, all, groups, rounds] = [4, 5, 6, 7];
    let engine = engine(catalog, "engine::matmul_fma_chain_tiled");
    let changed = |shape, name, change: Change<'_>| {
        let input = integers(shape, [0, 0], 11);
        let mut plan = (engine.plan)(&input, SIZE);
        let launch = &mut plan.launch;
        let buffer = launch.steps[0].buffers.clone();
        let mut params = launch.buffers[buffer[0]].to_words();
        // One workgroup per tile.
        (params[groups], params[rounds]) = (params[all], 1);
        launch.steps[0].workgroups = [params[all], 1, 1];
        let mut lengths = [1, 2, 3].map(|n| launch.buffers[buffer[n]].len());
        change(&mut params, &mut lengths, &mut launch.steps[0].workgroups);
        launch.buffers[buffer[0]] = Contents::Words(params);
        for (index, len) in buffer[1..].iter().zip(lengths) {
            let words = launch.buffers[*index].to_words();
            let cycled = words.iter().copied().cycle().take(len);
            launch.buffers[*index] = Contents::Words(cycled.collect());
        }
        (plan, name)
    };
    let twice = |params: &mut [u32], lengths: &mut [usize; 3]| {
        params[matrix] = params[all];
        params[all] *= 2;
        params[rounds] = 2;
        for (len, each) in lengths.iter_mut().zip([20 * 9, 9 * 140, 20 * 140]) {
            *len = 2 * each;
        }
    };
    let shape = [20, 140, 9];
    vec![
        changed(shape, "a short product", &|_, lengths, _| lengths[2] = 1700),
        changed(shape, "one element", &|_, lengths, _| lengths[2] = 1),
        changed(shape, "two matrices", &|params, lengths, _| {
            twice(params, lengths);
        }),
        changed(shape, "one and a half", &|params, lengths, _| {
            twice(params, lengths);
            lengths[2] -= 1400;
        }),
        changed(shape, "the same tiles twice", &|params, _, workgroups| {
            params[groups] = 1;
            params[rounds] = 2;
            workgroups[0] = 2;
        }),
        changed(shape, "workgroups of another axis", &|_, _, groups| {
            groups[1] = 2;
        }),
        changed(shape, "no matrix", &|params, _, _| params[matrix] = 0),
        changed([140, 20, 9], "nothing across", &|params, _, _| {
            params[3] = 0
        }),
        changed(shape, "no rounds", &|params, _, _| params[rounds] = 0),
        changed(shape, "no tiles", &|params, _, _| params[all] = 0),
        changed([3, 4, 0], "no steps", &|_, lengths, _| lengths[2] = 5),
    ]
}

/// The uncommon launches for which the words of a kernel differ from those of the program on the processor.
fn uncommonly_wrong(kernel: &dyn Fn(&ValidProgram, &Launch) -> Vec<Vec<u32>>) -> Vec<&'static str> {
    let catalog = Catalog::linked().expect("a catalog");
    let portable = CBackend::open().expect("a C compiler");
    let all = uncommon(&catalog).into_iter();
    let wrong = all.filter(|(plan, _)| {
        let program = valid(plan, &catalog);
        let loaded = portable.load_programs(std::slice::from_ref(&program));
        let expected = loaded.expect("it compiles").run(&plan.launch);
        kernel(&program, &plan.launch) != expected.expect("words")
    });
    wrong.map(|(_, name)| name).collect()
}

/// Oracle: the program, lowered to C. Planted: an element past the product, several matrices at one place, division by
/// zero as in WGSL.
#[test]
fn uncommon_launches_agree_with_the_program() {
    let lavapipe = native("llvmpipe");
    let wrong = |from: &str, to: &str| {
        uncommonly_wrong(&|program, launch| {
            let text = lavapipe.unearned_kernel(program).expect("a kernel");
            assert!(text.contains(from), "{from}");
            let text = text.replacen(from, to, 1);
            let loaded = lavapipe.load_texts(vec![(program.clone(), text)]);
            loaded.expect("it compiles").run(launch).expect("words")
        })
    };
    assert_eq!(wrong("", ""), [""; 0]);
    let actual = wrong("at < arrayLength(&product)", "true");
    assert!(actual.contains(&"a short product"), "{actual:?}");
    let several = ["two matrices", "one and a half"];
    assert_eq!(
        wrong(
            "begin_of_product = number * rows",
            "begin_of_product = 0u * rows"
        ),
        several
    );
    assert_eq!(
        wrong("tile / matrix * once", "tile / matrix"),
        ["no matrix"]
    );
    assert_eq!(
        wrong("across * height", "across * 128u"),
        ["nothing across"]
    );
}

/// Oracle: the same, for the text in C. Planted: other workgroups, several matrices at one place, a product that ends
/// early, nonexistent tiles and rounds. Two workgroups that sum one tile concurrently are not planted, because their
/// result depends on timing.
#[test]
fn uncommon_launches_agree_with_the_program_in_c() {
    let wrong = |backend: CBackend| {
        uncommonly_wrong(&|program, launch| {
            let loaded = backend.load_programs(std::slice::from_ref(program));
            loaded.expect("it compiles").run(launch).expect("words")
        })
    };
    let native = || CBackend::open().expect("a C compiler").native();
    assert_eq!(wrong(native()), [""; 0]);
    for (from, to, expected) in [
        ("round * apart + n", "round * apart", "a short product"),
        ("(u64)number * rows * all", "0", "two matrices"),
        (
            "if (at < lengths[3])",
            "if (at + 1 < lengths[3])",
            "one element",
        ),
        ("tile >= tiles)", "tile >= tiles + !tiles)", "no tiles"),
        ("round < rounds", "round <= rounds", "no rounds"),
    ] {
        let actual = wrong(native().with_fault(from, to));
        assert!(actual.contains(&expected), "{from}: {actual:?}");
    }
}
