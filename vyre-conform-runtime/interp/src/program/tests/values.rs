//! Buffers, types and ids.

use super::{results, words, workgroup};
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::{Axis, Expr, Kernel, Operand, Type};

/// Oracle: the documentation of `Load` and `Store`: index 3 of three elements and beyond read as zero,
/// and writes there do nothing.
#[test]
fn out_of_bounds_loads_are_zero_and_stores_do_nothing() {
    let element_types = [
        (Type::U32, vec![1, 2, 3]),
        (Type::I32, vec![1, 2, u32::MAX]),
        (Type::Bool, vec![1, 0, 1]),
        (Type::Bytes, vec![0x0403_0201, 2, 3]),
        (Type::U64, vec![1, 2, 3, 4, 5, 6]),
        (Type::Vec2, vec![1, 2, 3, 4, 5, 6]),
        (Type::U128, (1..13).collect()),
        (Type::Vec4, (1..13).collect()),
    ];
    for (ty, contents) in element_types {
        let mut k = Kernel::new("copy", [1, 1, 1]);
        let from = k.read_only("from", ty);
        let to = k.read_write("to", ty);
        for (position, index) in [(0, 2_u32), (1, 1), (2, 3), (3, 0), (u32::MAX, 0)] {
            k.store(to, position, from.at(index));
        }
        let per_element = ty.words();
        let old = vec![1; 3 * per_element];
        let actual = results(k, [1, 1, 1], vec![words(&contents), words(&old)]);
        let expected = [
            &contents[2 * per_element..],
            &contents[per_element..2 * per_element],
            &vec![0; per_element][..],
        ];
        assert_eq!(actual, [expected.concat()], "{ty:?}");
    }
}

/// Oracle: the documentation of `BufferLength`: elements; words for a buffer of bytes.
#[test]
fn a_length_counts_elements() {
    let mut k = Kernel::new("lengths", [1, 1, 1]);
    let to = k.read_write("to", Type::U32);
    for (n, ty) in (0_u32..).zip([Type::U32, Type::U64, Type::Vec4, Type::Bytes]) {
        let buffer = k.read_only(&format!("of_{n}"), ty);
        k.store(to, n, buffer.len());
    }
    let tile = k.workgroup("tile", Type::U128, 9);
    k.store(to, 4_u32, tile.len());
    let buffers = [5, 12, 12, 12, 7].map(Contents::Zeros);
    let actual = results(k, [1, 1, 1], buffers.to_vec());
    assert_eq!(actual, [vec![12, 6, 3, 7, 9]]);
}

/// Oracle: the formula for ids in docs/spec/ir.md#program, written with Rust's integers.
#[test]
fn ids_on_three_axes() {
    let size = [3, 2, 2];
    let groups = [2, 3, 2];
    let mut k = Kernel::new("ids", size);
    let to = k.read_write("to", Type::Vec4);
    let [x, y, z] = [Axis::X, Axis::Y, Axis::Z].map(Expr::invocation_id);
    let place = k.bind("place", (z * 6_u32 + y) * 6_u32 + x);
    let pack =
        |id: fn(Axis) -> Expr| id(Axis::X) + id(Axis::Y) * 100_u32 + id(Axis::Z) * 10_000_u32;
    let ids = Expr::compose(vec![
        pack(Expr::invocation_id),
        pack(Expr::workgroup_id),
        pack(Expr::local_id),
        Expr::u32(7),
    ]);
    k.store(to, place, ids);
    let actual = results(k, groups, vec![Contents::Zeros(6 * 6 * 4 * 4)]);
    let mut expected = vec![];
    for z in 0..4 {
        for y in 0..6 {
            for x in 0..6 {
                let pack = |x: u32, y: u32, z: u32| x + 100 * y + 10_000 * z;
                expected.push(pack(x, y, z));
                expected.push(pack(x / 3, y / 2, z / 2));
                expected.push(pack(x % 3, y % 2, z % 2));
                expected.push(7);
            }
        }
    }
    assert_eq!(actual, [expected]);
}

/// Oracle: worked out by hand from the documentation of the operators and casts.
#[test]
fn wide_values_and_vectors_in_a_program() {
    let mut k = Kernel::new("wide", [1, 1, 1]);
    let wide = k.read_write("wide", Type::U128);
    let lanes = k.read_write("lanes", Type::Vec2);
    let flags = k.read_write("flags", Type::Bool);
    let a = k.bind("a", wide.at(0_u32));
    k.store(wide, 1_u32, a + Expr::u32(1).cast(Type::U128));
    k.store(wide, 2_u32, Expr::i32(-1).cast(Type::U128) >> 100_u32);
    let v = k.bind("v", Expr::compose(vec![Expr::u32(u32::MAX), Expr::u32(5)]));
    k.store(lanes, 0_u32, v + Expr::u32(1).cast(Type::Vec2));
    let swapped = Expr::compose(vec![Expr::from(v).lane(1), Expr::from(v).lane(0)]);
    k.store(lanes, 1_u32, swapped);
    k.store(lanes, 2_u32, Expr::from(v).cast(Type::U64).cast(Type::Vec2));
    k.store(flags, 0_u32, Expr::from(a).cast(Type::Bool));
    k.store(
        flags,
        1_u32,
        a.equals(a) & a.less(Expr::u64(0).cast(Type::U128)),
    );
    let old = [u32::MAX, u32::MAX, 7, 0, 9, 9, 9, 9, 9, 9, 9, 9];
    let buffers = vec![
        (&old[..], Type::U128),
        (&[0; 6], Type::Vec2),
        (&[0; 2], Type::Bool),
    ];
    let actual = workgroup(k, buffers, 1).expect("no fault");
    assert_eq!(
        actual[0],
        [u32::MAX, u32::MAX, 7, 0, 0, 0, 8, 0, 0x0fff_ffff, 0, 0, 0]
    );
    assert_eq!(actual[1], [0, 6, 5, u32::MAX, u32::MAX, 5]);
    assert_eq!(actual[2], [1, 0]);
}

/// Oracle: docs/spec/ir.md#program: workgroup memory is zero when a workgroup begins, and no other workgroup sees it.
#[test]
fn workgroup_memory_starts_at_zero() {
    let mut k = Kernel::new("fresh", [2, 1, 1]);
    let to = k.read_write("to", Type::U32);
    let tile = k.workgroup("tile", Type::U32, 2);
    let (i, me) = (Expr::invocation_id(Axis::X), Expr::local_id(Axis::X));
    k.store(to, i.clone(), tile.at(me.clone()));
    k.store(tile, me, i + 1_u32);
    let actual = results(k, [3, 1, 1], vec![words(&[9; 6])]);
    assert_eq!(actual, [vec![0; 6]]);
}
