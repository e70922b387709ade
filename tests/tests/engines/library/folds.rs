//! Reductions of floats that are broken on purpose: shapes with other bits, and one mutant for each invariant.

use super::edit::{append, buffer, change, program, store};
use super::{STRICT, TREE, broken, check_plan, original, plan_of};
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_runtime::ir::{Axis, BinaryOp, Expr, ExprKind, Node, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::ClaimOutcome;

/// True if a check finds that the engine with this plan gives other records than its reference.
fn differs(id: &str, plan: fn(&Input, u32) -> Plan) -> bool {
    matches!(
        check_plan(id, plan, Check::Reference),
        ClaimOutcome::Broken(_)
    )
}

/// Folds a row from its last element to its first.
pub(super) fn backwards(input: &Input, size: u32) -> Plan {
    let mut reversed = input.clone();
    let mut begin = 0;
    for end in &input.columns[1] {
        reversed.columns[2][begin..*end as usize].reverse();
        begin = *end as usize;
    }
    plan_of(STRICT, &reversed, size)
}

/// Makes the left half the longer one.
pub(super) fn split_upwards(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(TREE, input, size);
    let program = program(&mut plan, "fold_leaves").expect("a program");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Let { value, .. } = node
            && let ExprKind::Binary(BinaryOp::Shr, count, _) = &mut value.kind
            && matches!(count.kind, ExprKind::Local(_))
        {
            **count = (**count).clone() + 1;
        }
    });
    plan
}

/// Computes a sum as a fold from the neutral element of integers, +0.
fn from_zero(input: &Input, size: u32) -> Plan {
    let mut with_zeros = input.clone();
    let (mut source, mut begin) = (vec![], 0);
    for (row, end) in input.columns[1].iter().enumerate() {
        source.push(0);
        source.extend(&input.columns[2][begin..*end as usize]);
        begin = *end as usize;
        with_zeros.columns[1][row] += row as u32 + 1;
    }
    with_zeros.columns[2] = source;
    plan_of(STRICT, &with_zeros, size)
}

/// Oracle: the mutants' documentation: addition of floats is not associative, and +0 is not neutral.
#[test]
fn another_shape_is_another_result() {
    for (id, mutant) in [
        (STRICT, backwards as fn(&Input, u32) -> Plan),
        (STRICT, from_zero),
        (TREE, split_upwards),
    ] {
        assert!(differs(id, mutant), "{id}");
        assert!(!differs(id, original(id).plan), "{id}");
    }
}

/// The other shape in place of each.
fn tree_as_strict(input: &Input, size: u32) -> Plan {
    let strict = Input {
        columns: vec![
            input.columns[0].clone(),
            vec![input.columns[1].len() as u32],
            input.columns[1].clone(),
        ],
    };
    let mut plan = plan_of(STRICT, &strict, size);
    plan.decode = |_, read| match read[0][0] {
        0 => vec![read[0][..2].to_vec()],
        _ => vec![vec![1]],
    };
    plan
}

/// Oracle: the source of the corpus, whose sum depends on the shape.
#[test]
fn published_sum_distinguishes_the_shapes() {
    let strict = check_plan(TREE, tree_as_strict, Check::Corpus);
    assert!(matches!(strict, ClaimOutcome::Broken(_)), "{strict:?}");
    let tree = check_plan(TREE, original(TREE).plan, Check::Corpus);
    assert!(matches!(tree, ClaimOutcome::Holds { .. }), "{tree:?}");
}

/// Every invocation writes the word that marks the first row as having a fold: right words, but a race.
fn racing(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(STRICT, input, size);
    plan.max_steps *= 2;
    let program = program(&mut plan, "fold_rows").expect("a program");
    let (output, ends) = (buffer(program, "output"), buffer(program, "ends"));
    let first_end = Expr {
        ty: Type::U32,
        kind: ExprKind::Load(ends, Box::new(Expr::u32(0))),
    };
    let racing = store(output, Expr::u32(0), Expr::u32(0));
    append(program, first_end.greater(0), vec![racing]);
    plan
}

/// Oracle: the mutant's documentation; the same word written by two invocations is a data race.
#[test]
fn a_race_is_caught() {
    assert_eq!(broken(STRICT, racing), [Invariant::Deterministic]);
}

/// No invocation reports that an array without elements has no fold.
fn unrefusing(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(TREE, input, size);
    let program = program(&mut plan, "write_root").expect("a program");
    change(&mut program.entry.body, &mut |node| {
        if let Node::If { then, .. } = node
            && matches!(then[..], [Node::Store { .. }])
        {
            then.clear();
        }
    });
    plan
}

/// Oracle: the mutant's documentation; the record that refuses an empty array counts as well.
#[test]
fn a_lost_refusal_is_caught() {
    assert_eq!(broken(TREE, unrefusing), [Invariant::NoOutputLost]);
}

/// One invocation writes a word past the result.
fn overrunning(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(TREE, input, size);
    plan.max_steps *= 2;
    let program = program(&mut plan, "write_root").expect("a program");
    let output = buffer(program, "output");
    let first = Expr::invocation_id(Axis::X).equals(0);
    append(
        program,
        first,
        vec![store(output, Expr::u32(2), Expr::u32(7))],
    );
    plan
}

/// Oracle: the mutant's documentation; the guard begins after the two words.
#[test]
fn a_write_beyond_the_result_is_caught() {
    assert_eq!(broken(TREE, overrunning), [Invariant::BoundedResources]);
}

/// A launch that declares an eighth of its true bound of steps.
fn impatient(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(STRICT, input, size);
    plan.max_steps /= 8;
    plan
}

/// Oracle: the interpreter's count: a call on ordinary numbers takes more than an eighth of the longest one.
#[test]
fn too_few_steps_are_caught() {
    assert_eq!(broken(STRICT, impatient), [Invariant::Termination]);
}

/// Gives one more record at one workgroup size.
fn size_dependent(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(TREE, input, size);
    if size == 64 {
        plan.decode = |_, read| {
            let record = match read[0][0] {
                0 => read[0][..2].to_vec(),
                _ => vec![1],
            };
            vec![record, vec![u32::MAX]]
        };
    }
    plan
}

/// Oracle: the mutant's documentation; one more record is neither lost nor a duplicate.
#[test]
fn output_depending_on_the_workgroup_size_is_caught() {
    assert_eq!(
        broken(TREE, size_dependent),
        [Invariant::WorkgroupInvariant]
    );
}
