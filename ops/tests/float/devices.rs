//! The translated functions on the interpreter and on every adapter, compared with rustc's code for them.

use crate::cases::{operand, special};
use std::any::TypeId;
use std::collections::HashMap;
use vyre_conform_interp::Interpreter;
use vyre_conform_lower as lower;
use vyre_conform_runtime::body::Body;
use vyre_conform_runtime::elaborate::elaborate;
use vyre_conform_runtime::registry::{OpRef, helpers, op_ref};
use vyre_conform_runtime::spec::Category;
use vyre_conform_runtime::valid::{Valid, validate};
use vyre_conform_suite::backend::{Backend, Code, OpCode, Operand};
use vyre_ops::float::soft::{approximate, bfloat16, binary16, binary32};

/// Random operand sets for each function on adapters; the interpreter uses every tenth.
const RANDOM: u64 = 20_000;

/// Every function, with its name in a shader.
fn functions() -> Vec<(String, OpRef)> {
    macro_rules! of {
        ($format:ident: $($name:ident)*) => {
            vec![$((concat!(stringify!($format), "_", stringify!($name)).to_owned(), op_ref($format::$name))),*]
        };
    }
    [
        of!(binary32: add sub mul div min max eq lt le gt ge fma fma_to_odd atan2 pow neg abs floor ceil trunc round_ties_even sqrt rsqrt class is_nan is_infinite to_i32_nearest to_i32_truncate to_i32_floor to_i32_ceil to_u32_nearest to_u32_truncate to_u32_floor to_u32_ceil from_u32 from_i32 from_u32_to_odd from_i32_to_odd to_binary16 to_bfloat16 from_binary16 from_bfloat16 exp exp2 exp10 log log2 log10 sin cos tan asin acos atan),
        of!(approximate: rcp rsqrt exp sin),
        of!(binary16: add sub mul div min max eq lt le gt ge fma neg abs floor ceil trunc round_ties_even sqrt rsqrt class is_nan is_infinite to_i32_nearest to_i32_truncate to_i32_floor to_i32_ceil to_u32_nearest to_u32_truncate to_u32_floor to_u32_ceil from_u32 from_i32),
        of!(bfloat16: add sub mul div min max eq lt le gt ge fma neg abs floor ceil trunc round_ties_even sqrt rsqrt class is_nan is_infinite to_i32_nearest to_i32_truncate to_i32_floor to_i32_ceil to_u32_nearest to_u32_truncate to_u32_floor to_u32_ceil from_u32 from_i32),
    ]
    .concat()
}

/// The validated IR of a function.
fn translated(op: OpRef) -> Valid {
    let bodies: HashMap<TypeId, &'static Body> =
        helpers().iter().map(|f| ((f.key.id)(), f.body)).collect();
    let module = elaborate(bodies[&(op.key.id)()], &|key| bodies.get(&key).copied());
    let module = module.unwrap_or_else(|e| panic!("{}: {e:#?}", (op.key.path)()));
    validate(module).unwrap_or_else(|e| panic!("{e:#?}"))
}

/// Words of cases: special operands combined, and random ones.
fn cases(operands: usize) -> Vec<Vec<u32>> {
    let special = special();
    let count = special.len();
    // Every pair; a third operand rotates.
    let combined = (0..count.pow(operands.min(2) as u32)).map(|n| {
        let places = [n % count, n / count, n * 7 + n / count];
        places[..operands]
            .iter()
            .map(|k| special[k % count])
            .collect()
    });
    let random = (0..RANDOM).map(|n| (0..operands as u64).map(|k| operand(3 * n + k)).collect());
    combined.chain(random).collect()
}

fn expected(op: OpRef, case: &[u32]) -> u32 {
    let mut result = [0];
    (op.scalar)(case, &mut result);
    result[0]
}

/// Oracle: rustc's code for the same functions.
#[test]
fn the_interpreter_agrees() {
    for (name, op) in functions() {
        let valid = translated(op);
        let mut interpreter = Interpreter::new(&valid).strict();
        for case in cases(op.signature.operands.len()).iter().step_by(10) {
            let mut actual = [0];
            let run = interpreter.call_words(case, &mut actual);
            assert_eq!(run, Ok(()), "{name}({case:08x?})");
            assert_eq!(actual[0], expected(op, case), "{name}({case:08x?})");
        }
    }
}

/// Oracle: rustc's code for the same functions.
#[test]
#[ignore = "a long run: seconds"]
fn every_adapter_agrees() {
    for device in vyre_conform_wgpu::required() {
        for (name, op) in functions() {
            let text = lower::functions(&translated(op), &op.signature, &name);
            let code = OpCode {
                id: &name,
                name: &name,
                signature: op.signature,
                category: Category::A,
                code: Code::wgsl(&text),
                native: None,
                host: None,
            };
            let slug = &device.identity().slug;
            let start = std::time::Instant::now();
            let loaded = device
                .load(&code)
                .unwrap_or_else(|e| panic!("{slug} refuses `{name}`: {e}\n{text}"));
            let cases = cases(op.signature.operands.len());
            let columns: Vec<Vec<u32>> = (0..op.signature.operands.len())
                .map(|k| cases.iter().map(|case| case[k]).collect())
                .collect();
            let operands: Vec<Operand<'_>> = columns.iter().map(|c| Operand::Storage(c)).collect();
            let actual = loaded
                .run(&operands, cases.len())
                .unwrap_or_else(|e| panic!("{slug} fails on `{name}`: {e}"));
            println!(
                "{slug} {name}: {} bytes, {:.2} s",
                text.len(),
                start.elapsed().as_secs_f64()
            );
            for (case, actual) in cases.iter().zip(actual) {
                let expected = expected(op, case);
                assert_eq!(actual, expected, "{slug}: {name}({case:08x?})\n{text}");
            }
        }
    }
}
