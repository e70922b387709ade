//! The ops of the library, computed with too few bits: through floats of 32 bits, and through 16 and 24 bits. The rows
//! of each op alone must detect that, because only they judge an op that was written so from the start: reference,
//! interpreter and every adapter agree then.

use vyre_conform_runtime::generate::{self, Source, Witnesses};
use vyre_conform_runtime::registry::{self, OpDef, RowDef};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::value::Value;
use vyre_ops as _;

/// The number of cases after which an imitation without a difference counts as the op itself.
const CASES: u64 = 20_000;

/// A way of losing bits, on a value of an integer type.
type Loss = fn(ValueType, u64) -> u64;

const LOSSES: [(&str, Loss); 4] = [
    ("a float of 32 bits", |ty, x| match ty {
        ValueType::I32 => u64::from(x as u32 as i32 as f32 as i32 as u32),
        ValueType::U64 => x as f32 as u64,
        _ => u64::from(x as u32 as f32 as u32),
    }),
    ("16 bits", |_, x| x & 0xFFFF),
    ("16 bits and a sign", |ty, x| match ty {
        ValueType::I32 => u64::from(x as u16 as i16 as i32 as u32),
        _ => x & 0x7FFF,
    }),
    ("24 bits", |_, x| x & 0x00FF_FFFF),
];

fn is_integer(ty: ValueType) -> bool {
    matches!(ty, ValueType::U32 | ValueType::I32 | ValueType::U64)
}

/// A value after the loss of its bits; values that are not integers keep them.
fn with_lost_bits(loss: Loss, value: &Value) -> Value {
    let (ty, words) = (value.ty(), value.words());
    if !is_integer(ty) {
        return *value;
    }
    let bits = words
        .iter()
        .rev()
        .fold(0, |all, w| all << 32 | u64::from(*w));
    let less = loss(ty, bits);
    Value::from_words(ty, &[less as u32, (less >> 32) as u32])
}

/// Result of an op after its operands, or its result, lost bits.
fn imitated(def: &OpDef, loss: Loss, of_result: bool, inputs: &[Value]) -> Value {
    if of_result {
        with_lost_bits(loss, &def.op.call(inputs))
    } else {
        let inputs: Vec<Value> = inputs
            .iter()
            .map(|value| with_lost_bits(loss, value))
            .collect();
        def.op.call(&inputs)
    }
}

/// True if an imitation equals the op on many operands.
fn is_the_op(def: &OpDef, imitation: &dyn Fn(&[Value]) -> Value) -> bool {
    let cases = Witnesses::new(def.op.signature.operands, 24, CASES);
    (0..cases.len()).all(|n| {
        let inputs = generate::case(&cases, n);
        imitation(&inputs) == def.op.call(&inputs)
    })
}

/// The imitations of an op that pass these rows, and the number of tries.
fn passed(def: &OpDef, rows: &[&RowDef]) -> (Vec<String>, usize) {
    let (mut passed, mut tried) = (vec![], 0);
    for (name, loss) in LOSSES {
        for (what, of_result) in [("operands", false), ("result", true)] {
            let imitation = |inputs: &[Value]| imitated(def, loss, of_result, inputs);
            let refused = rows
                .iter()
                .any(|row| imitation(&(row.inputs)()) != (row.expected)());
            if refused || !is_the_op(def, &imitation) {
                tried += 1;
            }
            if !refused && !is_the_op(def, &imitation) {
                passed.push(format!("{}: {what} through {name}", def.id));
            }
        }
    }
    (passed, tried)
}

/// The ops of the library with integer operands and no floats.
fn integer_ops() -> Vec<&'static OpDef> {
    let own = |def: &&OpDef| def.place.module.starts_with("vyre_ops");
    let whole = |def: &&OpDef| {
        let signature = def.op.signature;
        let types = signature.operands.iter().chain([&signature.result]);
        signature.operands.iter().any(|ty| is_integer(*ty))
            && types.copied().all(|t| t.float().is_none())
    };
    registry::ops()
        .into_iter()
        .filter(own)
        .filter(whole)
        .collect()
}

/// Imitations that rows accept, of ops with alternates: boundaries and witnesses refuse each of them on every adapter
/// that has the op. The rows to refuse them belong to the next certificates of these ops, because new rows outdate the
/// kept certificates.
const ACCEPTED: [&str; 3] = [
    "u32::dot4_u8: operands through a float of 32 bits",
    "u32::double_product: operands through a float of 32 bits",
    "vec4::subgroup_shuffle_xor: operands through a float of 32 bits",
];

/// Oracle: the rows, which are right by definition.
#[test]
#[ignore = "a long run: seconds"]
fn no_integer_op_can_be_computed_with_fewer_bits() {
    let (mut wrong, mut all) = (vec![], 0);
    let ops = integer_ops();
    for def in &ops {
        let rows: Vec<&RowDef> = def.rows.iter().collect();
        let (passed, tried) = passed(def, &rows);
        wrong.extend(passed);
        all += tried;
    }
    wrong.sort();
    assert_eq!(
        wrong, ACCEPTED,
        "no row of an op on the left alone differs from what fewer bits give: add one, such as of an odd number above \
         2^24"
    );
    assert!(
        ops.len() > 60 && all > 300,
        "{} ops, {all} imitations",
        ops.len()
    );
}

/// Oracle: the former table of `ne`, which `a as f32 != b as f32` obeyed.
#[test]
fn small_and_extreme_numbers_are_insufficient() {
    let ne = integer_ops().into_iter().find(|def| def.id == "u32::ne");
    let ne = ne.expect("an op of the library");
    let first: Vec<&RowDef> = ne.rows.iter().take(3).collect();
    let (passed, _) = passed(ne, &first);
    let float = "u32::ne: operands through a float of 32 bits".to_owned();
    assert!(passed.contains(&float), "{passed:?}");
}
