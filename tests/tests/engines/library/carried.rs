//! That the generated inputs are long enough: a fault that shows only where an engine needs several
//! workgroups, or an invocation several turns, is caught at every workgroup size.

use super::edit::program;
use super::{INPUTS, original, plan_of, run};
use vyre_conform_runtime::engine::{Plan, SIZES};
use vyre_conform_runtime::ir::{Expr, Node};
use vyre_conform_runtime::spec::Invariant;

/// The workgroup sizes at which an engine, changed in this way, gives a wrong output for some input.
fn caught_at(id: &str, change: impl Fn(&mut Plan)) -> Vec<u32> {
    let def = original(id);
    let reference = def.reference.expect("every engine has one");
    let is_wrong = |size: u32, n: u64| {
        let input = (def.inputs)(n);
        let mut plan = plan_of(id, &input, size);
        change(&mut plan);
        let [mut due, mut found] = [reference(&input), run(&plan, &input)];
        if !def.invariants.contains(&Invariant::OutputOrdered) {
            due.sort_unstable();
            found.sort_unstable();
        }
        due != found
    };
    let sizes = SIZES.into_iter();
    sizes
        .filter(|size| (0..INPUTS).any(|n| is_wrong(*size, n)))
        .collect()
}

/// Engines that go over their items in a loop around the whole program. `matmul_fma_chain_tiled` is missing: with one invocation
/// a workgroup there is a workgroup for each of its tiles, for every generated input.
const LOOPED: &[&str] = &[
    "engine::argmax",
    "engine::attention",
    "engine::attention_lanes_256",
    "engine::attention_stream_8",
    "engine::base64_decode",
    "engine::bfs_step",
    "engine::bitonic_sort",
    "engine::box_filter",
    "engine::compact",
    "engine::concat_axis",
    "engine::convolution",
    "engine::convolve",
    "engine::cross_entropy",
    "engine::dequantize_f8e4m3",
    "engine::dequantize_i8",
    "engine::dequantize_nf4",
    "engine::dfa_scan",
    "engine::dot_rows_i8",
    "engine::elements_add",
    "engine::elements_by",
    "engine::elements_mul",
    "engine::equalize",
    "engine::felements_by",
    "engine::freduce_axis_strict",
    "engine::freduce_axis_tree",
    "engine::freduce_strict",
    "engine::freduce_tree_binary",
    "engine::fscan_axis",
    "engine::gather_rows",
    "engine::gelu_tanh",
    "engine::halve",
    "engine::hash_table",
    "engine::hex_decode",
    "engine::histogram",
    "engine::layer_norm",
    "engine::layer_norm_lanes_256",
    "engine::log_softmax",
    "engine::lower_bound",
    "engine::matmul_bf16_fma_chain",
    "engine::matmul_exact",
    "engine::matmul_exact_dot4",
    "engine::matmul_exact_residues",
    "engine::matmul_f16_fma_chain",
    "engine::matmul_fma_chain",
    "engine::matmul_i8",
    "engine::matmul_split_k",
    "engine::matmul_strict",
    "engine::matmul_tree_binary",
    "engine::max_pool",
    "engine::mixture",
    "engine::pad",
    "engine::quantize_f8e4m3",
    "engine::quantize_i8",
    "engine::quantize_nf4",
    "engine::radix_sort",
    "engine::radix_sort_pass",
    "engine::reduce",
    "engine::reduce_axis_strict",
    "engine::reduce_axis_tree",
    "engine::rms_norm",
    "engine::rms_norm_lanes_256",
    "engine::rotary",
    "engine::scan_axis",
    "engine::scan_exclusive",
    "engine::scan_inclusive",
    "engine::scatter_rows",
    "engine::selective_scan",
    "engine::silu",
    "engine::silu_gate",
    "engine::softmax",
    "engine::softmax_lanes_256",
    "engine::summed_area",
    "engine::top_k_rows",
    "engine::transpose",
];

/// Oracle: the references; every engine needs a second workgroup for some input at each size.
#[test]
fn a_dispatch_of_the_first_workgroup_alone_is_caught_at_every_size() {
    let mut missed = vec![];
    for def in super::catalog().engines() {
        let found = caught_at(def.id, |plan| {
            for step in &mut plan.launch.steps {
                step.workgroups = [1, 1, 1];
            }
        });
        if found != SIZES {
            missed.push((def.id, found));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// Oracle: the references; every loop over items or tiles turns twice for some input at each size.
#[test]
fn a_loop_that_turns_once_is_caught_at_every_size() {
    for id in LOOPED {
        let found = caught_at(id, |plan| {
            for program in &mut plan.programs {
                for node in &mut program.entry.body {
                    if let Node::Loop { to, .. } = node {
                        *to = Expr::u32(1);
                    }
                }
            }
        });
        assert_eq!(found, SIZES, "{id}");
    }
}

/// What a program over tiles carries from one to the next: the last nodes of its loop that change
/// something outside of it.
fn lose_carry(plan: &mut Plan, name: &str) {
    let program = program(plan, name).expect("a program over tiles");
    let tiles = program.entry.body.iter_mut().find_map(|node| match node {
        Node::Loop { body, .. } => Some(body),
        _ => None,
    });
    let tiles = tiles.expect("a loop over tiles");
    let carries = |node: &Node| matches!(node, Node::Assign { .. } | Node::StoreElement { .. });
    let last = tiles.iter().rposition(carries).expect("a carry");
    let first = tiles[..last].iter().rposition(|node| !carries(node));
    tiles.drain(first.map_or(0, |k| k + 1)..=last);
}

/// Oracle: the references; the second tile of a workgroup begins with the sum of the first.
#[test]
fn a_lost_carry_is_caught_at_every_size() {
    for (id, name) in [
        ("engine::scan_exclusive", "scan_tiles"),
        ("engine::scan_inclusive", "scan_tiles"),
        ("engine::compact", "scatter_kept"),
        ("engine::radix_sort_pass", "scatter_digits"),
    ] {
        let found = caught_at(id, |plan| lose_carry(plan, name));
        assert_eq!(found, SIZES, "{id}");
    }
}

/// Oracle: the references; the second workgroup begins with the sum of the first. The program that
/// scans the sums of the workgroups does not run, so that every workgroup begins with zero.
#[test]
fn a_wrong_offset_is_caught_at_every_size() {
    for (id, name) in [
        ("engine::scan_exclusive", "scan_sums"),
        ("engine::scan_inclusive", "scan_sums"),
        ("engine::compact", "scan_sums"),
        ("engine::radix_sort", "scan_tiles"),
        ("engine::radix_sort_pass", "scan_tiles"),
    ] {
        let found = caught_at(id, |plan| {
            let mut programs = plan.programs.iter();
            if let Some(scan) = programs.position(|program| program.name == name) {
                plan.launch.steps.retain(|step| step.program != scan);
            }
        });
        assert_eq!(found, SIZES, "{id}");
    }
}
