//! The scan of pairs of flag and value, by tiles as in `tiles`. Unlike with sums, subtraction cannot give the pair
//! before another, and the order of the pairs matters.

use super::super::dispatches::{Dispatches, Slot};
use super::super::tiles::{ITEMS, Params, Tiling};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, Operand, Program, Type, Var};

/// Fold operation of the values; 0 is neutral.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) of: fn(u32, u32) -> u32,
    pub(super) expr: fn(Expr, Expr) -> Expr,
}

/// A folded pair: a flag word, not 0 if a segment begins within it, and the fold of the values after the last
/// beginning.
#[derive(Clone, Copy)]
struct Pair {
    head: Var,
    value: Var,
}

impl Pair {
    fn of(k: &mut Kernel, [head, value]: [Expr; 2]) -> Self {
        Self {
            head: k.bind("head", head),
            value: k.bind("value", value),
        }
    }

    /// A pair that begins with these words and is appended to.
    fn starting(k: &mut Kernel, [head, value]: [Expr; 2]) -> Self {
        Self {
            head: k.variable("head", head),
            value: k.variable("value", value),
        }
    }

    /// Appends another pair to one that was created for it.
    fn append(self, k: &mut Kernel, operation: Operation, next: Self) {
        let both = self.then(k, operation, next);
        k.assign(self.head, both.head);
        k.assign(self.value, both.value);
    }

    /// This pair followed by another.
    fn then(self, k: &mut Kernel, operation: Operation, next: Self) -> Self {
        let both = (operation.expr)(self.value.into(), next.value.into());
        let value = next.head.differs(0).select(next.value, both);
        Self::of(k, [self.head | next.head, value])
    }
}

/// The pairs at an index; zeros, which are neutral, out of bounds.
fn at(buffers: [Buffer; 2], index: impl Into<Expr>) -> [Expr; 2] {
    let index = index.into();
    buffers.map(|buffer| buffer.at(index.clone()))
}

/// The folds of `own` over the invocations before this one, and over all.
fn scan_group(
    k: &mut Kernel,
    size: u32,
    operation: Operation,
    parts: [[Buffer; 2]; 2],
    own: Pair,
) -> [Pair; 2] {
    let [mut from, mut to] = parts;
    let local = k.bind("local", Expr::local_id(Axis::X));
    let store = |k: &mut Kernel, to: [Buffer; 2], pair: Pair| {
        k.store(to[0], local, pair.head);
        k.store(to[1], local, pair.value);
        k.barrier();
    };
    store(k, from, own);
    let mut step = 1;
    while step < size {
        // An index below zero wraps out of bounds.
        let parts = (0..4).rev().filter(|j| j * step < size);
        let parts: Vec<Pair> = parts
            .map(|j| Pair::of(k, at(from, local - j * step)))
            .collect();
        let all = parts
            .into_iter()
            .reduce(|all, part| all.then(k, operation, part));
        store(k, to, all.unwrap_or(own));
        (from, to) = (to, from);
        step *= 4;
    }
    let before = Pair::of(k, at(from, local - 1));
    let all = Pair::of(k, at(from, Expr::u32(size - 1)));
    if from == parts[0] {
        // The next tile begins by writing words that this one still reads.
        k.barrier();
    }
    [before, all]
}

/// Output of a scan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    /// The fold of every workgroup's run.
    Totals,
    /// The folds before every pair.
    Before,
    /// For every value, the fold of its segment before it.
    Exclusive,
    /// For every value, the fold of its segment up to and including it.
    Inclusive,
}

/// Bindings: parameters, flags, values; for scans of values, the flags and values folded before the run of each
/// workgroup; then the output: flags and values for totals and prefixes, otherwise values only.
fn scan(name: &str, size: u32, operation: Operation, written: Written) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = Params::of(&mut k);
    let source = ["heads", "values"].map(|name| k.read_only(name, Type::U32));
    let carried = match written {
        Written::Exclusive | Written::Inclusive => {
            Some(["carried_heads", "carried_values"].map(|name| k.read_only(name, Type::U32)))
        }
        Written::Totals | Written::Before => None,
    };
    let to = match written {
        Written::Totals | Written::Before => ["to_heads", "to_values"].as_slice(),
        Written::Exclusive | Written::Inclusive => &["output"],
    };
    let to: Vec<Buffer> = to
        .iter()
        .map(|name| k.read_write(name, Type::U32))
        .collect();
    let parts = [["heads_a", "values_a"], ["heads_b", "values_b"]]
        .map(|names| names.map(|name| k.workgroup(name, Type::U32, size)));
    let local = k.bind("local", Expr::local_id(Axis::X));
    let group = k.bind("group", Expr::workgroup_id(Axis::X));
    let first = k.bind("first", group * params.tiles);
    let carry = match carried {
        Some(carried) => at(carried, group),
        None => [0, 0].map(Expr::u32),
    };
    let carry = Pair::starting(&mut k, carry);
    k.count("tile", 0, params.tiles, |k, tile| {
        let start = k.bind("start", ((first + tile) * size + local) * ITEMS);
        let own = Pair::starting(k, [0, 0].map(Expr::u32));
        k.count("item", 0, ITEMS, |k, item| {
            let item = Pair::of(k, at(source, start + item));
            own.append(k, operation, item);
        });
        let [before, all] = scan_group(k, size, operation, parts, own);
        if written != Written::Totals {
            let folded = carry.then(k, operation, before);
            let folded = Pair::starting(k, [folded.head, folded.value].map(Expr::from));
            k.count("item", 0, ITEMS, |k, item| {
                let i = k.bind("i", start + item);
                let item = Pair::of(k, at(source, i));
                let before = Pair::of(k, [folded.head, folded.value].map(Expr::from));
                folded.append(k, operation, item);
                let is_head = item.head.differs(0);
                k.when(i.less(params.len), |k| match written {
                    Written::Exclusive => k.store(to[0], i, is_head.select(0, before.value)),
                    Written::Inclusive => k.store(to[0], i, folded.value),
                    Written::Totals | Written::Before => {
                        k.store(to[0], i, before.head);
                        k.store(to[1], i, before.value);
                    }
                });
            });
        }
        carry.append(k, operation, all);
    });
    if written == Written::Totals {
        k.when(local.equals(0), |k| {
            k.store(to[0], group, carry.head);
            k.store(to[1], group, carry.value);
        });
    }
    k.finish()
}

/// The dispatches that write the scan of `len` flags and values.
pub(super) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    operation: Operation,
    source: [Slot; 2],
    output: Slot,
    inclusive: bool,
) {
    let tiling = Tiling::of(len, size);
    let params = d.given(&tiling.params());
    // The tiles, and their items twice.
    let iterations = |of: Tiling| [of.iterations(), ITEMS.into(), ITEMS.into()];
    let carried = match tiling.groups {
        1 => [(); 2].map(|()| d.zeros(1)),
        groups => {
            let totals = [(); 2].map(|()| d.scratch(groups));
            let program = d.program(scan("fold_runs", size, operation, Written::Totals));
            let buffers = [&[params][..], &source, &totals].concat();
            d.step(
                program,
                groups,
                &buffers,
                &[tiling.iterations(), ITEMS.into()],
            );
            let one = Tiling::of_one_group(groups, size);
            let params = d.given(&one.params());
            let carried = [(); 2].map(|()| d.scratch(groups));
            let program = d.program(scan("scan_folds", size, operation, Written::Before));
            let buffers = [&[params][..], &totals, &carried].concat();
            d.step(program, 1, &buffers, &iterations(one));
            carried
        }
    };
    let written = match inclusive {
        true => Written::Inclusive,
        false => Written::Exclusive,
    };
    let program = d.program(scan("scan_segments", size, operation, written));
    let buffers = [&[params][..], &source, &carried, &[output]].concat();
    d.step(program, tiling.groups, &buffers, &iterations(tiling));
}
