//! Constant tables of every size: as variables, and as functions that select.

use super::devices::{Op, check};
use super::oracle::{bits, value, value_type};
use vyre_conform_runtime::ir::{Expr, FunctionBuilder, Node, Type};
use vyre_conform_runtime::value::Value;

/// The words of an element, distinct for each index.
fn element(k: u64) -> u64 {
    (k + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Oracle: the numbers in the table, and zero out of bounds, at every index of tables around the sizes at which the
/// text changes.
#[test]
fn a_table_of_any_size_gives_its_elements() {
    let sizes = [
        (Type::U32, 1),
        (Type::U32, 256),
        (Type::U32, 257),
        (Type::U32, 512),
        (Type::U32, 1000),
        (Type::U64, 128),
        (Type::U64, 129),
    ];
    for (ty, len) in sizes {
        let max = if ty == Type::U32 {
            u64::from(u32::MAX)
        } else {
            u64::MAX
        };
        let data: Vec<u64> = (0..len).map(|k| element(k) & max).collect();
        let mut f = FunctionBuilder::new("looked_up", vec![ty]);
        let index = f.param("index", Type::U32);
        let table = f.table("table", ty, data.clone());
        let actual = Expr::table_element(table, ty, f.read(index));
        let module = f.module(vec![Node::Return(vec![actual])]);
        let op = Op::new(module, &[value_type(Type::U32)], value_type(ty));
        let beyond = [
            len,
            len + 1,
            2 * len,
            1023,
            1024,
            1 << 31,
            u64::from(u32::MAX),
        ];
        let indices = (0..len).chain(beyond);
        let indices: Vec<Value> = indices.map(|k| value(Type::U32, k)).collect();
        check(&op, &[indices], |case| {
            let position = bits(case[0]) as usize;
            value(ty, data.get(position).copied().unwrap_or(0))
        });
    }
}
