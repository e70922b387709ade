//! Batches of products of integers and of the 16-bit formats: consequences of the definitions, and detected faults.

use super::{FMA_CHAIN, Product, check_plan, original, plan_of, run};
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::FloatFormat;
use vyre_conform_suite::invariants::ClaimOutcome;

const I8: &str = "engine::matmul_i8";
const F16: &str = "engine::matmul_f16_fma_chain";
const BF16: &str = "engine::matmul_bf16_fma_chain";

/// Number of generated inputs; they have every shape.
const INPUTS: u64 = 13;

type PlanOf = fn(&Input, u32) -> Plan;

fn shape(input: &Input) -> [u32; 6] {
    std::array::from_fn(|k| input.columns[0].get(k).copied().unwrap_or(0))
}

/// The elements of an engine's result on the interpreter, matrix by matrix, row by row.
fn elements(id: &str, input: &Input) -> Vec<u32> {
    let output = run(&plan_of(id, input, 64), input);
    output.iter().map(|record| record[3]).collect()
}

/// The number of words of a matrix for each operand.
fn words_of_matrix(id: &str, [_, rows, columns, inner, a_stride, b_stride]: [u32; 6]) -> [u32; 2] {
    match id {
        I8 => [rows, columns].map(|lines| lines * inner.div_ceil(4)),
        _ => [rows * a_stride, inner * b_stride],
    }
}

/// Oracle: the definitions: matrices of a batch are independent.
#[test]
fn matrix_alone_equals_matrix_in_a_batch() {
    for id in [I8, F16, BF16] {
        let mut asked = 0;
        for n in 0..INPUTS {
            let input = (original(id).inputs)(n);
            let dimensions = shape(&input);
            let whole = elements(id, &input);
            let len = (dimensions[1] * dimensions[2]) as usize;
            for matrix in 0..dimensions[0] {
                let mut alone = input.clone();
                alone.columns[0][0] = 1;
                for (column, words) in (1..).zip(words_of_matrix(id, dimensions)) {
                    let all = &input.columns[column];
                    let from = ((matrix * words) as usize).min(all.len());
                    alone.columns[column] = all[from..].to_vec();
                }
                let expected = &whole[matrix as usize * len..][..len];
                assert_eq!(
                    elements(id, &alone),
                    expected,
                    "{id}: {dimensions:?}, {matrix}"
                );
                asked += usize::from(dimensions[0] > 1 && len > 0);
            }
        }
        assert!(asked >= 10, "{id}: {asked}");
    }
}

/// Oracle: `engine::matmul_fma_chain` on the operands as dense binary32.
#[test]
fn operands_of_16_bits_agree_with_widened_operands() {
    for (id, format) in [(F16, FloatFormat::F16), (BF16, FloatFormat::BF16)] {
        for n in 0..INPUTS {
            let input = (original(id).inputs)(n);
            let [batch, rows, columns, inner, a_stride, b_stride] = shape(&input);
            let widened = |column: usize, position: u32| {
                let word = input.columns[column].get(position as usize).copied();
                format.to_f32(word.unwrap_or(0) & 0xffff).to_bits()
            };
            let mut expected = vec![];
            for matrix in 0..batch {
                let a = (0..rows * inner).map(|position| {
                    let row = matrix * rows + position / inner;
                    widened(1, row * a_stride + position % inner)
                });
                let b = (0..inner * columns).map(|position| {
                    let row = matrix * inner + position / columns;
                    widened(2, row * b_stride + position % columns)
                });
                let product = Product {
                    shape: [rows, columns, inner, 0],
                    a: a.collect(),
                    b: b.collect(),
                };
                expected.extend(product.by(FMA_CHAIN));
            }
            assert_eq!(elements(id, &input), expected, "{id}: input {n}");
        }
    }
}

/// A plan for an input with changed shape and operands.
fn changed(id: &str, input: &Input, size: u32, change: impl Fn(&mut Vec<Vec<u32>>)) -> Plan {
    let mut other = input.clone();
    change(&mut other.columns);
    plan_of(id, &other, size)
}

/// Reverses the parts of a column, each of this many words.
fn reversed(words: &mut [u32], len: u32) {
    let parts = words.chunks_mut(len.max(1) as usize);
    parts.for_each(<[u32]>::reverse);
}

/// Adds the products of a row and a column from the last to the first, for dense products of one row and one column.
fn backwards(id: &str, input: &Input, size: u32) -> Plan {
    changed(id, input, size, |columns| {
        if let [_, 1, 1, inner, ..] = columns[0][..] {
            reversed(&mut columns[1], inner);
            reversed(&mut columns[2], inner);
        }
    })
}

/// Rounds every product before the addition.
fn unfused(id: &str, input: &Input, size: u32, widened: &str, ty: Type) -> Plan {
    let mut plan = plan_of(id, input, size);
    let mut k = Kernel::new("unfused", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 8);
    let a = k.read_only("a", Type::U32);
    let b = k.read_only("b", Type::U32);
    let product = k.read_write("product", Type::F32);
    let [
        items,
        stride,
        rounds,
        rows,
        columns,
        inner,
        a_stride,
        b_stride,
    ] = std::array::from_fn(|i| k.bind("param", params.at(i as u32)));
    k.count("round", 0, rounds, |k, round| {
        let item = k.bind("item", round * stride + Expr::invocation_id(Axis::X));
        k.when(item.less(items), |k| {
            let row = k.bind("row", item / columns);
            let begin = k.bind("begin", row * a_stride);
            let other = k.bind("other", row / rows * inner * b_stride + item % columns);
            let sum = k.variable("sum", Expr::literal(Type::F32, 0));
            k.count("i", 0, inner, |k, i| {
                let operands = [a.at(begin + i), b.at(other + i * b_stride)];
                let operands = operands.map(|word| {
                    let wide = k.call(widened, vec![word.cast(ty)], Type::F32);
                    Expr::from(wide)
                });
                let rounded = k.call("f32::mul", operands.into(), Type::F32);
                let next = k.call("f32::add", vec![sum.into(), rounded.into()], Type::F32);
                k.assign(sum, next);
            });
            k.store(product, item, sum);
        });
    });
    plan.programs = vec![k.finish()];
    plan.max_steps *= 4;
    plan
}

fn is_seen(id: &str, plan: PlanOf, check: Check) -> bool {
    matches!(check_plan(id, plan, check), ClaimOutcome::Broken(_))
}

/// Oracle: the planted faults: the reverse order, and rounded products, which for binary16 change nothing.
#[test]
fn probing_detects_planted_orders() {
    let unfused_f16: PlanOf = |i, s| unfused(F16, i, s, "f16::to_f32", Type::F16);
    let unfused_bf16: PlanOf = |i, s| unfused(BF16, i, s, "bf16::to_f32", Type::BF16);
    for (id, plan, expected) in [
        (F16, (|i, s| backwards(F16, i, s)) as PlanOf, true),
        (BF16, |i, s| backwards(BF16, i, s), true),
        (BF16, unfused_bf16, true),
        // Every product of binary16 numbers is a binary32 number.
        (F16, unfused_f16, false),
        (F16, original(F16).plan, false),
        (BF16, original(BF16).plan, false),
    ] {
        assert_eq!(
            is_seen(id, plan, Check::AccumulationOrder),
            expected,
            "{id}"
        );
    }
    assert!(!is_seen(F16, unfused_f16, Check::Reference));
}

/// Oracle: the planted faults: integers without a sign, another order of the lanes, another value of the padding past
/// K, rows and columns exchanged; ignored strides of either operand, a matrix that begins with another one, and the
/// high half of a word; the other format.
#[test]
#[ignore = "a long run: seconds"]
fn faulty_batches_are_detected() {
    let planted: [(&str, PlanOf); 9] = [
        (I8, |i, s| {
            changed(I8, i, s, |columns| {
                columns[1].iter_mut().for_each(|word| *word &= 0x7f7f_7f7f);
            })
        }),
        (I8, |i, s| {
            changed(I8, i, s, |columns| {
                let words = columns[1].iter_mut();
                words.for_each(|word| *word = word.swap_bytes());
            })
        }),
        (I8, |i, s| {
            changed(I8, i, s, |columns| {
                columns[0][3] = columns[0][3].next_multiple_of(4);
            })
        }),
        (I8, |i, s| changed(I8, i, s, |columns| columns.swap(1, 2))),
        (F16, |i, s| {
            changed(F16, i, s, |columns| columns[0][4] = columns[0][3])
        }),
        (F16, |i, s| {
            changed(F16, i, s, |columns| columns[0][5] = columns[0][2])
        }),
        (BF16, |i, s| {
            changed(BF16, i, s, |columns| columns[0][4] += 1)
        }),
        (BF16, |i, s| {
            changed(BF16, i, s, |columns| {
                columns[2].iter_mut().for_each(|word| *word >>= 16);
            })
        }),
        (BF16, |i, s| plan_of(F16, i, s)),
    ];
    for (id, plan) in planted {
        assert!(is_seen(id, plan, Check::Reference), "{id}");
        assert!(!is_seen(id, original(id).plan, Check::Reference), "{id}");
    }
}
