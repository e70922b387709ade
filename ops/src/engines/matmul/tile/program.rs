//! The kernel of tiled products.
//!
//! While an invocation computes with the parts in workgroup memory, it loads its share of the next parts into
//! registers, so that only the first part waits for memory.

use super::side::{Side, as_type};
use super::{Columns, FOUR, PARAMS, Rows, Sources, Store, Tile, Tiled};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, LocalId, Operand, Program, Type, Var};

/// State of an invocation that computes with the parts in memory.
struct Sums {
    /// The elements, row by row.
    elements: LocalId,
    /// The first slots of both parts that it reads.
    first: [Var; 2],
}

impl Tile {
    /// The program. Bindings: parameters, A, B, target.
    pub(in super::super) fn program<S, F>(self, tiled: &Tiled<'_, S, F>) -> Program
    where
        S: Fn(&mut Kernel, [Var; 3]) -> Expr,
        F: Fn(&mut Kernel, &Store, &[Expr; 4]),
    {
        let mut k = Kernel::new(tiled.name, [self.size, 1, 1]);
        let params = k.uniform("params", Type::U32, PARAMS + tiled.own);
        let is_slots = self.sources == Sources::Slots;
        let ty = if is_slots { Type::Vec4 } else { tiled.ty };
        let [a, b] = ["a", "b"].map(|name| k.read_only(name, ty));
        let target = k.read_write("product", tiled.ty);
        let [slots_of_a, slots_of_b] = self.slots();
        let part_of_a = k.workgroup(
            "part_of_a",
            Type::Vec4,
            self.parts() * self.depth * self.stride(),
        );
        let part_of_b = k.workgroup(
            "part_of_b",
            Type::Vec4,
            self.parts() * self.depth * slots_of_b,
        );
        let [rows, columns, inner] = [0, 1, 2].map(|i| k.bind("shape", params.at(i)));
        let [across, matrix, all, groups, rounds] =
            [3, 4, 5, 6, 7].map(|i| k.bind("tiles", params.at(i)));
        let local = k.bind("local", Expr::local_id(Axis::X));
        let [x, y] = self.place(&mut k, local);
        // The end of the last part may be beyond 2^32.
        let ragged = (inner & (self.depth - 1)).min(1);
        let steps = k.bind("steps", inner / self.depth + ragged);
        k.count("round", 0, rounds, |k, round| {
            let tile = k.bind("tile", round * groups + Expr::workgroup_id(Axis::X));
            k.when(tile.less(all), |k| {
                let number = k.bind("matrix", tile / matrix);
                let place = k.bind("place", tile % matrix);
                let top = k.bind("top", place / across * self.height());
                let begin = k.bind("begin", place % across * self.width());
                // Words of a row of A and of B, or slots of a step.
                let [of_a, of_b] = match is_slots {
                    true => {
                        [rows, columns].map(|lines| k.bind("slots", (lines + (FOUR - 1)) / FOUR))
                    }
                    false => [inner, columns],
                };
                let (from_a, from_b) = match is_slots {
                    true => (
                        number * inner * of_a + top / FOUR,
                        number * inner * of_b + begin / FOUR,
                    ),
                    false => (
                        (number * rows + top) * inner,
                        number * inner * columns + begin,
                    ),
                };
                let [from_a, from_b] =
                    [("from_a", from_a), ("from_b", from_b)].map(|(name, from)| k.bind(name, from));
                let row = k.bind("row", top + y * self.steps_of_rows()[0]);
                let column = k.bind("column", begin + x * self.steps_of_columns()[0]);
                let inside = k.bind("inside", row.less(rows) & column.less(columns));
                let sums = Sums {
                    elements: k.array("sums", tiled.ty, self.each[0] * self.each[1]),
                    first: [y, x],
                };
                if let Some(from) = tiled.from {
                    k.when(inner.greater(0), |k| {
                        for n in 0..self.each[0] * self.each[1] {
                            let from = Expr::literal(tiled.ty, from.into());
                            k.store_element(sums.elements, Expr::u32(n), from);
                        }
                    });
                }
                let words = [of_a, of_b];
                let apart = match is_slots {
                    true => Expr::u32(0),
                    false => k.bind("apart", inner * slots_of_a).into(),
                };
                let forward = match is_slots {
                    true => k.bind("forward", words[0] * self.depth).into(),
                    false => self.depth.into(),
                };
                let mut of_a = Side {
                    source: a,
                    part: part_of_a,
                    slots: slots_of_a,
                    stride: self.stride(),
                    apart,
                    forward,
                    is_slots,
                    padding: tiled.padding[0],
                    loads: vec![],
                };
                // Neighbours load words that are adjacent along K.
                self.begin(k, local, &mut of_a, |step, slot| match is_slots {
                    true => from_a + step * words[0] + slot,
                    false => from_a + slot * inner + step,
                });
                let mut of_b = Side {
                    source: b,
                    part: part_of_b,
                    slots: slots_of_b,
                    stride: slots_of_b,
                    apart: self.steps_of_columns()[1].into(),
                    forward: k.bind("forward", words[1] * self.depth).into(),
                    is_slots,
                    padding: tiled.padding[1],
                    loads: vec![],
                };
                self.begin(k, local, &mut of_b, |step, slot| match is_slots {
                    true => from_b + step * words[1] + slot,
                    false => from_b + step * columns + slot * self.steps_of_columns()[0],
                });
                let sides = [of_a, of_b];
                self.pad(k, inner, &sides);
                k.count("step", 0, steps, |k, step| {
                    // Offsets of this step's part in the memory of both operands.
                    let before = is_slots.then(|| {
                        sides
                            .each_ref()
                            .map(|side| k.bind("before", (step & 1) * (self.depth * side.stride)))
                    });
                    for (number, side) in sides.iter().enumerate() {
                        self.store_part(k, side, before.map(|of| of[number]));
                    }
                    k.barrier();
                    for side in &sides {
                        for load in &side.loads {
                            k.assign(load.at, load.at + side.forward.clone());
                            k.assign(load.next, side.words(load.at));
                        }
                    }
                    match self.whole {
                        true => self.steps(k, tiled, (&sides, before), &sums),
                        false => k.when(inside, |k| self.steps(k, tiled, (&sides, before), &sums)),
                    }
                    // For a part after the last one this wraps to a large number.
                    let left = k.bind("left", inner - (step * self.depth + self.depth));
                    self.pad(k, left, &sides);
                    if !is_slots {
                        // The next step overwrites words that this one reads.
                        k.barrier();
                    }
                });
                if is_slots {
                    // So does the next tile.
                    k.barrier();
                }
                for at in 0..self.each[0] * self.each[1] / FOUR {
                    let in_row = self.each[1] / FOUR;
                    let (i, j) = (at / in_row, at % in_row);
                    let [slot, lane] = self.steps_of_rows();
                    let row = k.bind("row", row + (i / FOUR * self.down * slot + i % FOUR * lane));
                    let [first, apart] = self.steps_of_columns();
                    let column = k.bind("column", column + j * self.across * first);
                    let store = Store {
                        matrix: number,
                        rows,
                        columns,
                        row,
                        column,
                        apart,
                        params,
                        target,
                    };
                    let four: [Expr; 4] = [0, 1, 2, 3]
                        .map(|n| Expr::element(sums.elements, tiled.ty, (FOUR * at + n).into()));
                    k.when(row.less(rows) & column.less(columns), |k| {
                        (tiled.store)(k, &store, &four);
                    });
                }
            });
        });
        k.finish()
    }

    /// Column and row of an invocation in its workgroup. Of 32 invocations that read together, eight are in a row and
    /// four in a column, and neighbours differ in their row, so that both halves of them read as little of both parts
    /// as possible.
    fn place(self, k: &mut Kernel, local: Var) -> [Var; 2] {
        // The dropped bits are zero, and a compiler sees the bound of a row.
        let rows = self.down.next_power_of_two();
        let (x, y) = match (self.across, self.down % 4) {
            (8.., 0) => (
                (local >> 1) & 7 | (local >> 2) & (self.across - 8),
                local & 1 | (local >> 3) & 2 | (local >> self.across.ilog2()) & (rows - 4),
            ),
            _ => (
                local & (self.across - 1),
                (local >> self.across.ilog2()) & (rows - 1),
            ),
        };
        [k.bind("x", x), k.bind("y", y)]
    }

    /// Distance from the first column of a slot of the part of B to that of the next slot, and from one column of a
    /// slot to the next.
    fn steps_of_columns(self) -> [u32; 2] {
        match self.columns {
            Columns::Neighbours => [FOUR, 1],
            Columns::Apart => [1, self.slots()[1]],
        }
    }

    /// Distance from the first row of a slot of the part of A to that of the next slot, and from one row of a slot to
    /// the next.
    fn steps_of_rows(self) -> [u32; 2] {
        match self.sources {
            Sources::Words => [1, self.slots()[0]],
            Sources::Slots => [FOUR, 1],
        }
    }

    /// The steps with the parts in memory, which begin after `before`, if it is given.
    fn steps<S, F>(
        self,
        k: &mut Kernel,
        tiled: &Tiled<'_, S, F>,
        ([of_a, of_b], before): (&[Side; 2], Option<[Var; 2]>),
        sums: &Sums,
    ) where
        S: Fn(&mut Kernel, [Var; 3]) -> Expr,
    {
        let mut first = sums.first;
        if let Some(before) = before {
            for (first, before) in first.iter_mut().zip([before[0], before[1]]) {
                *first = k.bind("first", *first + before);
            }
        }
        let word = |k: &mut Kernel, word: Expr| k.bind("word", as_type(tiled.ty, word));
        k.count("deep", 0, self.depth, |k, step| {
            let slots = (0..self.each[1] / FOUR).map(|n| {
                let at = first[1] + (step * of_b.stride + n * self.across);
                k.bind("four", of_b.part.at(at))
            });
            let slots: Vec<Var> = slots.collect();
            let lanes = slots
                .iter()
                .flat_map(|four| (0..FOUR).map(|n| four.lane(n)));
            let columns: Vec<Var> = lanes.map(|lane| word(k, lane)).collect();
            let slot = |k: &mut Kernel, n: Expr| {
                let at = first[0] + (step * of_a.stride + n * self.down);
                k.bind("four", of_a.part.at(at))
            };
            if self.rows == Rows::Written {
                for n in 0..self.each[0] / FOUR {
                    let four = slot(k, n.into());
                    for lane in 0..FOUR {
                        let left = word(k, four.lane(lane));
                        let row = FOUR * n + lane;
                        self.row(k, tiled, sums, (row, |n| n.into()), (left, &columns));
                    }
                }
                return;
            }
            k.count("pair", 0, self.each[0] / 2, |k, pair| {
                let four = slot(k, pair >> 1);
                let second = k.bind("second", (pair & 1).equals(1));
                let first = k.bind("first", pair * (2 * self.each[1]));
                for n in 0..2 {
                    let lane = second.select(four.lane(2 + n), four.lane(n));
                    let left = word(k, lane);
                    self.row(k, tiled, sums, (n, |n| first + n), (left, &columns));
                }
            });
        });
    }

    /// A step of a row, by its number and a function that gives the index of an element by its number: its word of A
    /// with all words of B.
    fn row<S, F>(
        self,
        k: &mut Kernel,
        tiled: &Tiled<'_, S, F>,
        sums: &Sums,
        (row, place): (u32, impl Fn(u32) -> Expr),
        (left, columns): (Var, &[Var]),
    ) where
        S: Fn(&mut Kernel, [Var; 3]) -> Expr,
    {
        let width = self.each[1];
        for j in 0..width {
            // Forward, then backward, so that consecutive steps share an operand.
            let j = if row % 2 == 0 { j } else { width - 1 - j };
            let at = place(row * width + j);
            let sum = Expr::element(sums.elements, tiled.ty, at.clone());
            let sum = k.bind("sum", sum);
            let next = (tiled.step)(k, [left, columns[j as usize], sum]);
            k.store_element(sums.elements, at, next);
        }
    }
}
