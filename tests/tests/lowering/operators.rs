//! Every operator on each of its types, at edge values, on every adapter.

use super::devices::{Op, check};
use super::oracle::{self, bits, edges, value, value_type};
use vyre_conform_runtime::ir::{BinaryOp, Expr, FunctionBuilder, LocalId, Node, Type, UnaryOp};

const INTEGERS: [Type; 3] = [Type::U32, Type::I32, Type::U64];
const ALL: [Type; 4] = [Type::U32, Type::I32, Type::U64, Type::Bool];

/// An op of operands `a`, `b`, ... with one expression as its body.
pub(super) fn op(
    name: &str,
    operands: &[Type],
    result: Type,
    body: impl Fn(&[Expr]) -> Expr,
) -> Op {
    let mut f = FunctionBuilder::new(name, vec![result]);
    let operand = |(k, ty): (usize, &Type)| {
        let local = f.param(["a", "b", "c", "d"][k], *ty);
        f.read(local)
    };
    let reads: Vec<Expr> = operands.iter().enumerate().map(operand).collect();
    let module = f.module(vec![Node::Return(vec![body(&reads)])]);
    let types: Vec<_> = operands.iter().map(|ty| value_type(*ty)).collect();
    Op::new(module, &types, value_type(result))
}

/// Oracle: Rust's integer methods.
#[test]
fn unary_operators() {
    use UnaryOp::*;
    for op_kind in [
        Not,
        Negate,
        CountOnes,
        LeadingZeros,
        TrailingZeros,
        ReverseBits,
        SwapBytes,
    ] {
        let types = if op_kind == Not { &ALL[..] } else { &INTEGERS };
        for ty in types {
            let result = op_kind.result(*ty);
            let op = op("op", &[*ty], result, |v| Expr::unary(op_kind, v[0].clone()));
            check(&op, &[edges(*ty)], |case| {
                value(result, oracle::unary(op_kind, *ty, bits(case[0])))
            });
        }
    }
}

fn binary_operator(kind: BinaryOp, types: &[Type]) {
    for ty in types {
        let right = if kind.is_shift() { Type::U32 } else { *ty };
        let result = kind.result(*ty);
        let op = op("op", &[*ty, right], result, |v| {
            Expr::binary(kind, v[0].clone(), v[1].clone())
        });
        check(&op, &[edges(*ty), edges(right)], |case| {
            let [a, b] = [0, 1].map(|k| bits(case[k]));
            value(result, oracle::binary(kind, *ty, a, b))
        });
    }
}

/// Oracle: Rust's integer methods, and 0 for a divisor of 0.
#[test]
#[ignore = "a long run: seconds"]
fn arithmetic() {
    use BinaryOp::*;
    for kind in [Add, Sub, Mul, Div, Rem, Min, Max] {
        binary_operator(kind, &INTEGERS);
    }
    binary_operator(MulHigh, &[Type::U32, Type::U64]);
}

/// Oracle: Rust's integer methods.
#[test]
#[ignore = "a long run: seconds"]
fn bits_and_shifts() {
    use BinaryOp::*;
    for kind in [And, Or, Xor] {
        binary_operator(kind, &ALL);
    }
    for kind in [Shl, Shr, RotateLeft, RotateRight] {
        binary_operator(kind, &INTEGERS);
    }
}

/// Oracle: Rust's comparison operators.
#[test]
#[ignore = "a long run: seconds"]
fn comparisons() {
    use BinaryOp::*;
    for kind in [Eq, Ne, Lt, Le, Gt, Ge] {
        binary_operator(kind, &ALL);
    }
}

/// Oracle: Rust's `as`, and `!= 0` for casts to bool.
#[test]
fn casts_and_selections() {
    for from in ALL {
        for to in ALL.into_iter().filter(|to| *to != from) {
            let op = op("op", &[from], to, |v| Expr::cast(to, v[0].clone()));
            check(&op, &[edges(from)], |case| {
                value(to, oracle::cast(from, to, bits(case[0])))
            });
        }
        let sample: Vec<_> = edges(from).into_iter().take(5).collect();
        let op = op("op", &[Type::Bool, from, from], from, |v| {
            Expr::select(v[0].clone(), v[1].clone(), v[2].clone())
        });
        check(&op, &[edges(Type::Bool), sample.clone(), sample], |case| {
            if bits(case[0]) != 0 { case[1] } else { case[2] }
        });
    }
}

/// One op for a list of bodies: its last operand selects the result.
fn chosen(operand: Type, result: Type, bodies: &[Expr]) -> Op {
    op("op", &[operand, Type::U32], result, |v| {
        let numbered = bodies.iter().enumerate().rev();
        numbered.fold(Expr::literal(result, 0), |other, (k, body)| {
            let this = Expr::binary(BinaryOp::Eq, v[1].clone(), Expr::u32(k as u32));
            Expr::select(this, body.clone(), other)
        })
    })
}

/// Oracle: Rust's integer methods. A literal operand is folded or masked, and must not create a constant expression
/// that a WGSL compiler rejects.
#[test]
#[ignore = "a long run: seconds"]
fn operators_with_literal_operands() {
    use BinaryOp::*;
    let constants = |ty: Type| match ty {
        Type::U64 => vec![0, 1, 10, u64::MAX, 1 << 63, 1 << 32, 31, 64],
        _ => vec![0, 1, 10, 0xffff_ffff, 0x8000_0000, 31, 32, 64],
    };
    for ty in INTEGERS {
        for kind in [
            Add,
            Sub,
            Mul,
            Div,
            Rem,
            And,
            Shl,
            Shr,
            RotateLeft,
            RotateRight,
            Min,
            Eq,
            Lt,
            Ge,
        ] {
            let right = if kind.is_shift() { Type::U32 } else { ty };
            let result = kind.result(ty);
            let (lefts, rights) = (constants(ty), constants(right));
            let a = Expr::local(LocalId(0), ty);
            let by_right: Vec<_> = rights
                .iter()
                .map(|c| Expr::binary(kind, a.clone(), Expr::literal(right, *c)))
                .collect();
            let which: Vec<_> = (0..8).map(|k| value(Type::U32, k)).collect();
            let op = chosen(ty, result, &by_right);
            check(&op, &[edges(ty), which.clone()], |case| {
                let [a, k] = [0, 1].map(|k| bits(case[k]));
                value(result, oracle::binary(kind, ty, a, rights[k as usize]))
            });
            let b = Expr::local(LocalId(0), right);
            let by_left: Vec<_> = lefts
                .iter()
                .map(|c| Expr::binary(kind, Expr::literal(ty, *c), b.clone()))
                .collect();
            let op = chosen(right, result, &by_left);
            check(&op, &[edges(right), which.clone()], |case| {
                let [b, k] = [0, 1].map(|k| bits(case[k]));
                value(result, oracle::binary(kind, ty, lefts[k as usize], b))
            });
            for left in &lefts {
                let folded: Vec<_> = rights
                    .iter()
                    .map(|c| Expr::binary(kind, Expr::literal(ty, *left), Expr::literal(right, *c)))
                    .collect();
                let op = chosen(Type::U32, result, &folded);
                let text = op.text();
                for (k, right) in rights.iter().enumerate() {
                    let bits = oracle::binary(kind, ty, *left, *right);
                    assert!(
                        text.contains(&literal(result, bits)),
                        "{kind:?} {ty:?} {left:#x} by {right:#x}, number {k}, is {bits:#x}: {text}"
                    );
                }
            }
        }
    }
}

/// A literal in the form of the lowering, parsed from WGSL.
fn literal(ty: Type, bits: u64) -> String {
    let word = |word: u32| {
        let hex = word >= 0x1_0000 || (word > 255 && (word + 1).is_power_of_two());
        if hex {
            format!("{word:#x}u")
        } else {
            format!("{word}u")
        }
    };
    match ty {
        Type::U32 => word(bits as u32),
        Type::I32 if bits == 0x8000_0000 => "i32(-2147483648)".to_owned(),
        Type::I32 => format!("{}i", bits as u32 as i32),
        Type::U64 => format!(
            "vec2<u32>({}, {})",
            word(bits as u32),
            word((bits >> 32) as u32)
        ),
        _ => (bits != 0).to_string(),
    }
}
