//! I12: no index reaches memory outside of its buffer, on the interpreter and on every adapter; the shaders check every
//! index themselves.

use super::devices::devices;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{AtomicOp, Expr, ExprKind, Kernel, Program, Type};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_suite::backend::Backend;

/// Elements of every buffer and array.
const LEN: u32 = 5;

/// Indexes: the first is inside, the others are outside, and their byte offsets overflow in several ways.
const INDEXES: [u32; 8] = [
    LEN - 1,
    LEN,
    LEN + 1,
    64,
    0x3fff_ffff,
    0x4000_0000,
    0x8000_0000,
    u32::MAX,
];

/// Loads, stores and updates every kind of memory at a given index, and returns the loaded values and the final ones.
fn prober() -> Program {
    let mut k = Kernel::new("prober", [1, 1, 1]);
    let given = k.uniform("given", Type::U32, 1);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let pairs = k.read_write("pairs", Type::Vec2);
    let cells = k.read_write("cells", Type::U32);
    let observed = k.read_write("seen", Type::U32);
    let shared = k.workgroup("shared", Type::U32, LEN);
    let own = k.array("own", Type::U32, LEN);
    let i = k.bind("i", given.at(0));
    let mut loaded = vec![k.bind("loaded", from.at(i))];
    k.store(to, i, 1);
    k.store(pairs, i, pairs.at(i) + Expr::cast(Type::Vec2, Expr::u32(1)));
    loaded.push(k.atomic(AtomicOp::Add, cells, i, 1));
    loaded.push(k.atomic_load(cells, i));
    k.store(shared, i, 1);
    k.store_element(own, i, 1);
    for n in 0..LEN {
        loaded.push(k.bind("of_shared", shared.at(n)));
        let element = ExprKind::Element(own, Box::new(Expr::u32(n)));
        let ty = Type::U32;
        loaded.push(k.bind("of_own", Expr { ty, kind: element }));
    }
    for (n, value) in (0_u32..).zip(loaded) {
        k.store(observed, n, value);
    }
    k.finish()
}

/// The buffers after a launch with this index, in plain Rust.
fn expected_buffers(index: u32) -> Vec<Vec<u32>> {
    let inside = (index < LEN).then_some(index as usize);
    let mut to = vec![7; LEN as usize];
    let mut pairs = vec![7; 2 * LEN as usize];
    let mut cells = vec![7; LEN as usize];
    let mut observed = vec![0; 3 + 2 * LEN as usize];
    if let Some(i) = inside {
        to[i] = 1;
        pairs[2 * i] = 8;
        pairs[2 * i + 1] = 8;
        cells[i] = 8;
        observed[0] = 9;
        observed[1] = 7;
        observed[2] = 8;
        observed[3 + 2 * i] = 1;
        observed[4 + 2 * i] = 1;
    }
    vec![to, pairs, cells, observed]
}

/// Oracle: plain Rust, from docs/spec/ir.md#execution.
#[test]
fn i12_no_index_leaves_its_buffer() {
    let program = validate_program(prober(), &(), &Limits::WEBGPU).expect("a valid program");
    let programs = [program];
    for index in INDEXES {
        let sevens = |words: u32| Contents::Words(vec![7; words as usize]);
        let buffers = vec![
            Contents::Words(vec![index]),
            Contents::Words(vec![9; LEN as usize]),
            sevens(LEN),
            sevens(2 * LEN),
            sevens(LEN),
            Contents::Zeros(3 + 2 * LEN as usize),
        ];
        let launch = Launch::single(&programs[0], [1, 1, 1], buffers);
        let actual = run_launch(&programs, &launch, &Options::default());
        assert_eq!(
            actual,
            Ok(expected_buffers(index)),
            "the interpreter at {index:#x}"
        );
        for device in devices() {
            let loaded = device.load_programs(&programs).expect("it loads");
            let actual = loaded.run(&launch);
            assert_eq!(
                actual,
                Ok(expected_buffers(index)),
                "{} at {index:#x}",
                device.identity().slug
            );
        }
    }
}

/// Oracle: the names of the WGSL functions.
#[test]
fn an_atomic_load_is_one_in_the_text() {
    let program = validate_program(prober(), &(), &Limits::WEBGPU).expect("a valid program");
    let text = vyre_conform_lower::program(&program);
    let loaded = text.matches("= atomicLoad(&b_cells[").count();
    assert_eq!((loaded, text.contains("atomicOr")), (1, false), "{text}");
}
