//! Random valid programs, with a place to plant a change.

use vyre_conform_runtime::ir::{
    AtomicOp, Axis, Buffer, Expr, Kernel, Library, OpBody, Operand, Program, Type, Var,
};

/// A source of small numbers (SplitMix64).
pub(super) struct Numbers(pub u64);

impl Numbers {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    pub(super) fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize].clone()
    }

    pub(super) fn word(&mut self) -> u32 {
        self.below(9) as u32
    }
}

/// The buffers of every program here.
pub(super) struct Buffers {
    pub(super) input: Buffer,
    pub(super) params: Buffer,
    pub(super) data: Buffer,
    pub(super) signed: Buffer,
    pub(super) text: Buffer,
    pub(super) scratch: Buffer,
}

/// A change planted at a place of a program.
pub(super) type PlantedChange = fn(&mut Kernel, &mut Numbers, &Buffers);

/// A library that knows one op, which cannot be inlined.
pub(super) struct Opaque;

impl Library for Opaque {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        (id == "opaque").then(|| OpBody::Opaque("it has no body".to_owned()))
    }
}

/// A valid program, with `plant` at one place of it.
pub(super) fn program(numbers: &mut Numbers, plant: PlantedChange) -> Program {
    let mut k = Kernel::new("k", [64, 1, 1]);
    let buffers = Buffers {
        input: k.read_only("input", Type::U32),
        params: k.uniform("params", Type::U32, 4),
        data: k.read_write("data", Type::U32),
        signed: k.read_write("signed", Type::I32),
        text: k.read_write("text", Type::Bytes),
        scratch: k.workgroup("scratch", Type::U32, 64),
    };
    let statements = 1 + numbers.below(6);
    let planted = numbers.below(statements);
    let mut known: Vec<Var> = vec![];
    for n in 0..statements {
        let plant = (n == planted).then_some(plant);
        statement(&mut k, numbers, &buffers, &mut known, 3, plant);
    }
    k.finish()
}

/// A value of type u32.
fn value(n: &mut Numbers, b: &Buffers, known: &[Var], depth: u32) -> Expr {
    match n.below(if depth == 0 { 4 } else { 8 }) {
        0 => n.word().into(),
        1 => {
            n.of(&[Expr::invocation_id, Expr::workgroup_id, Expr::local_id])(Axis(n.below(3) as u8))
        }
        2 if !known.is_empty() => n.of(known).into(),
        2 | 3 => n.of(&[b.input, b.params, b.data, b.scratch]).len(),
        4 => n
            .of(&[b.input, b.params, b.data, b.text, b.scratch])
            .at(value(n, b, known, depth - 1)),
        5 => value(n, b, known, depth - 1) * value(n, b, known, depth - 1),
        6 => value(n, b, known, depth - 1).less(n.word()).select(1, 2),
        _ => Expr::compose(vec![value(n, b, known, depth - 1), Expr::u32(1)]).lane(0),
    }
}

/// A value that is the same for all invocations of a workgroup.
fn uniform(n: &mut Numbers, b: &Buffers) -> Expr {
    match n.below(3) {
        0 => Expr::workgroup_id(Axis::X) & 3,
        1 => b.params.at(n.word()),
        _ => b.input.at(Expr::workgroup_id(Axis::Y)),
    }
}

fn statement(
    k: &mut Kernel,
    n: &mut Numbers,
    b: &Buffers,
    known: &mut Vec<Var>,
    depth: u32,
    plant: Option<PlantedChange>,
) {
    let inside = |k: &mut Kernel, n: &mut Numbers, known: &[Var]| {
        statement(k, n, b, &mut known.to_vec(), depth - 1, plant);
    };
    if let Some(plant) = plant
        && (depth == 0 || n.below(3) == 0)
    {
        return plant(k, n, b);
    }
    // The planted change is in a block, below uniform control.
    match n.below(if depth == 0 { 4 } else { 6 }) {
        _ if plant.is_some() && n.below(2) == 0 => {
            let condition = uniform(n, b);
            k.when(condition, |k| inside(k, n, known));
        }
        4 if plant.is_none() => {
            let condition = value(n, b, known, 2);
            k.when(condition, |k| k.store(b.data, 0, 1));
        }
        _ if plant.is_some() => {
            let to = uniform(n, b);
            k.count("i", 0, to, |k, i| {
                known.push(i);
                inside(k, n, known);
                known.pop();
            });
        }
        0 => {
            let value = value(n, b, known, 3);
            known.push(k.bind("x", value));
        }
        1 => {
            let (index, value) = (value(n, b, known, 2), value(n, b, known, 2));
            k.store(n.of(&[b.data, b.text, b.scratch]), index, value);
        }
        2 => {
            let value = value(n, b, known, 2);
            known.push(k.atomic(
                n.of(&[AtomicOp::Add, AtomicOp::Xor]),
                b.data,
                n.word(),
                value,
            ));
        }
        3 => k.barrier(),
        _ => {
            let condition = uniform(n, b);
            k.when(condition, |k| inside(k, n, known));
        }
    }
}
