//! Tiled products, with faults that the references and the invariants detect.

use super::super::edit::{change, program};
use super::{EXACT, FMA_CHAIN, Product, STRICT, check_plan, plan_of};
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_runtime::ir::{BinaryOp, Callee, Expr, ExprKind, Local, Node};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::ClaimOutcome;

const CHAIN: &str = "engine::matmul_fma_chain_tiled";
const SUMS: &str = "engine::matmul_strict_tiled";
const RESIDUES: &str = "engine::matmul_exact_residues";
const DOT4: &str = "engine::matmul_exact_dot4";

/// True if a check of the engine with this plan fails.
fn is_seen(id: &str, plan: fn(&Input, u32) -> Plan, check: Check) -> bool {
    matches!(check_plan(id, plan, check), ClaimOutcome::Broken(_))
}

/// Oracle: the engines without tiles on their own inputs; both have the same reference, so that shapes and values of
/// one suit the other.
#[test]
fn tiled_engines_agree_with_untiled_engines() {
    for (id, other) in [
        (CHAIN, FMA_CHAIN),
        (SUMS, STRICT),
        (RESIDUES, EXACT),
        (DOT4, EXACT),
    ] {
        for n in [3, 13, 14, 24] {
            let product = Product::generated(other, n);
            assert!(product.by(id) == product.by(other), "{id}: input {n}");
        }
    }
}

/// Exchanges steps 3 and 4.
fn swapped(input: &Input, size: u32) -> Plan {
    let product = Product::of(input);
    let mut order: Vec<u32> = (0..product.shape[2]).collect();
    if order.len() > 4 {
        order.swap(3, 4);
    }
    plan_of(CHAIN, &product.along(&order, 0).input(), size)
}

/// The words of a step's parameters, its first buffer.
fn params(plan: &mut Plan, step: usize) -> &mut Vec<u32> {
    let slot = plan.launch.steps[step].buffers[0];
    match &mut plan.launch.buffers[slot] {
        Contents::Words(words) => words,
        _ => panic!("parameters are given"),
    }
}

/// The steps of a plan that run the program with this name.
fn steps(plan: &Plan, name: &str) -> Vec<usize> {
    let steps = plan.launch.steps.iter().enumerate();
    let of = steps.filter(|(_, step)| plan.programs[step.program].name == name);
    of.map(|(index, _)| index).collect()
}

/// True if a node assigns the padding past K to an element on its way into workgroup memory.
fn is_behind(node: &Node, locals: &[Local]) -> bool {
    let Node::If { then, .. } = node else {
        return false;
    };
    let gives = |node: &Node| matches!(node, Node::Assign { local, .. } if locals[local.0 as usize].name == "next");
    !then.is_empty() && then.iter().all(gives)
}

/// Lets the last part along K continue past the end.
fn beyond<const OF_RESIDUES: bool>(input: &Input, size: u32) -> Plan {
    let (id, name) = if OF_RESIDUES {
        (RESIDUES, "products_of_residues")
    } else {
        (CHAIN, "fma_chain_tiled")
    };
    let mut plan = plan_of(id, input, size);
    if let Some(program) = program(&mut plan, name) {
        let locals = program.entry.locals.clone();
        change(&mut program.entry.body, &mut |node| {
            if is_behind(node, &locals)
                && let Node::If { condition, .. } = node
            {
                *condition = Expr::bool(false);
            }
        });
    }
    plan
}

/// Pads K with products of +0 instead of -0.
fn positive_zeros(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(CHAIN, input, size);
    let program = program(&mut plan, "fma_chain_tiled").expect("the program");
    let locals = program.entry.locals.clone();
    change(&mut program.entry.body, &mut |node| {
        if is_behind(node, &locals)
            && let Node::If { then, .. } = node
        {
            for node in then {
                if let Node::Assign { value, .. } = node {
                    *value = Expr::compose(vec![Expr::u32(0); 4]);
                }
            }
        }
    });
    plan
}

/// Loads the next part into workgroup memory before all invocations have used this one.
fn early(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(CHAIN, input, size);
    let program = program(&mut plan, "fma_chain_tiled").expect("the program");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Loop { body, .. } = node
            && let [.., Node::Barrier] = body[..]
        {
            body.pop();
        }
    });
    plan
}

/// Also stores the results past the last column, at the start of the next row.
fn leaking(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(CHAIN, input, size);
    let program = program(&mut plan, "fma_chain_tiled").expect("the program");
    change(&mut program.entry.body, &mut |node| {
        if let Node::If {
            condition, then, ..
        } = node
            && matches!(then[..], [Node::Store { .. }])
        {
            *condition = Expr::bool(true);
        }
    });
    plan
}

/// Starts sums with +0 instead of -0.
fn from_zero(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(SUMS, input, size);
    let program = program(&mut plan, "strict_tiled").expect("the program");
    let begins = |node: &Node| matches!(node, Node::StoreElement { .. });
    change(&mut program.entry.body, &mut |node| {
        if let Node::If { then, .. } = node
            && then.iter().all(begins)
        {
            then.clear();
        }
    });
    plan
}

/// Starts empty sums with -0 as well.
fn nothing_is_negative(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(SUMS, input, size);
    let program = program(&mut plan, "strict_tiled").expect("the program");
    let begins = |node: &Node| matches!(node, Node::StoreElement { .. });
    change(&mut program.entry.body, &mut |node| {
        if let Node::If {
            condition, then, ..
        } = node
            && then.iter().all(begins)
        {
            *condition = Expr::bool(true);
        }
    });
    plan
}

/// Multiplies words, not the bytes in them.
fn words_for_bytes(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(DOT4, input, size);
    if let Some(program) = program(&mut plan, "products_of_residues") {
        program.callees.fill(Callee::Op("u32::mul".to_owned()));
    }
    plan
}

/// Omits the product of the last modulus.
fn a_modulus_too_few(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(RESIDUES, input, size);
    if let Some(last) = steps(&plan, "products_of_residues").last() {
        let params = params(&mut plan, *last);
        // The tiles of all matrices, less those of one matrix.
        params[5] -= params[4];
    }
    plan
}

/// Combines lines whatever their spread.
fn any_spread(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(RESIDUES, input, size);
    if let Some(program) = program(&mut plan, "combine_residues") {
        let locals = program.entry.locals.clone();
        change(&mut program.entry.body, &mut |node| {
            if let Node::Let { local, value, .. } = node
                && locals[local.0 as usize].name == "spread"
                && matches!(value.kind, ExprKind::Binary(..))
            {
                *value = Expr::u32(0);
            }
        });
    }
    plan
}

/// Resolves every tie to the greater magnitude, or every tie to the smaller one.
fn ties<const UP: bool>(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(RESIDUES, input, size);
    let program = program(&mut plan, "combine_residues").expect("the program");
    let locals = program.entry.locals.clone();
    change(&mut program.entry.body, &mut |node| {
        node.for_each_expr_mut(|expr| decide(expr, &locals, UP));
    });
    plan
}

/// Replaces the last bit of the significand, which decides a tie, by a constant.
fn decide(expr: &mut Expr, locals: &[Local], up: bool) {
    if let ExprKind::Binary(BinaryOp::Or, _, odd) = &mut expr.kind
        && let ExprKind::Local(local) = odd.kind
        && locals[local.0 as usize].name == "significand"
    {
        **odd = Expr::u32(up.into());
    }
    expr.for_each_operand_mut(|part| decide(part, locals, up));
}

/// Leaves the initial value in place of the sum of a zero.
fn zeros_left_open(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(RESIDUES, input, size);
    if plan.launch.steps.len() > 1 {
        plan.launch.steps.pop();
    }
    plan
}

/// Oracle: the mutants' documentation.
#[test]
#[ignore = "a long run: seconds"]
fn faults_of_tiles_are_detected() {
    assert!(is_seen(CHAIN, swapped, Check::Reference), "swapped");
    assert!(
        is_seen(CHAIN, beyond::<false>, Check::Reference),
        "beyond K"
    );
    assert!(
        is_seen(RESIDUES, beyond::<true>, Check::Reference),
        "beyond K"
    );
    assert!(
        is_seen(CHAIN, positive_zeros, Check::Reference),
        "+0 behind K"
    );
    assert!(is_seen(SUMS, from_zero, Check::Reference), "from +0");
    assert!(
        is_seen(SUMS, nothing_is_negative, Check::Reference),
        "-0 of nothing"
    );
    let same = Check::Invariant(Invariant::Deterministic);
    assert!(is_seen(CHAIN, early, same), "a part too early");
    let bounded = Check::Invariant(Invariant::BoundedResources);
    assert!(is_seen(CHAIN, leaking, bounded), "beyond the last element");
    assert!(is_seen(CHAIN, leaking, same), "beyond the last column");
}

/// Oracle: the mutants' documentation.
#[test]
#[ignore = "a long run: seconds"]
fn faults_of_residues_are_detected() {
    assert!(is_seen(RESIDUES, a_modulus_too_few, Check::Reference));
    assert!(is_seen(RESIDUES, any_spread, Check::Reference));
    assert!(is_seen(RESIDUES, zeros_left_open, Check::Reference));
    assert!(is_seen(DOT4, words_for_bytes, Check::Reference));
    assert!(is_seen(RESIDUES, ties::<true>, Check::Corpus), "up");
    assert!(is_seen(RESIDUES, ties::<false>, Check::Corpus), "down");
}
