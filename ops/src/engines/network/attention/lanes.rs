//! Attention by workgroups: both products by tiles, and a row of weights by 256 lanes.

use super::cases::{self, CORPUS};
use super::reference::attended;
use super::sizes::{Sizes, sizes};
use super::tile::{self, Neighbours, SIDE, Tile};
use super::{column, elements, op, records};
use crate::engines::dispatches::{Dispatches, Slot};
use crate::engines::grid::groups;
use crate::engines::network::float;
use crate::engines::rows::lanes::{self, Workspace, softmax_of};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Parameters after those of [`Sizes`]: work, workgroups, rounds, tiles of queries and across.
const PARAMS: u32 = 8 + 5;

/// Attention of heads that share keys and values, under a causal mask, with the sums of 256 lanes.
///
/// Input and output are those of `engine::attention`:
/// `[sequences, queries, keys, heads, key heads, width, before, bits of scale]`, queries, keys and values; for every
/// element a record of its row, its column and its bits. The mask, the heads, the score of a key and the chain over the
/// values, keys ascending, are the same. The weights are the softmax of the scores in the order of
/// `engine::softmax_lanes_256`.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn attention_lanes_256(input: &Input, size: u32) -> Plan {
    let (sequences, of) = sizes(input);
    let rows = elements(&[sequences, of.queries, of.heads]);
    let mut d = Dispatches::new(records);
    let [queries, keys, values] = [1, 2, 3].map(|k| d.given(column(input, k)));
    let [scores, weights] = [0; 2].map(|_| d.scratch(elements(&[rows, of.keys])));
    let result = d.output(elements(&[rows, of.width]));
    let heads = elements(&[sequences, of.heads]);
    let down = of.queries.div_ceil(SIDE);
    let mut dispatch =
        |program: Program, [work, across]: [u32; 2], iterations: &[u64], slots: &[Slot]| {
            let groups = groups(work);
            let rounds = work.div_ceil(groups);
            let params =
                d.given(&[&of.words()[..], &[work, groups, rounds, down, across]].concat());
            let program = d.program(program);
            let iterations = [&[rounds.into()], iterations].concat();
            d.step(program, groups, &[&[params], slots].concat(), &iterations);
        };
    let tiles = |columns: u32| {
        let across = columns.div_ceil(SIDE);
        [elements(&[heads, down, across]), across]
    };
    let chains = tile::iterations(size, of.width);
    let slots = [queries, keys, scores];
    dispatch(scores_of(size), tiles(of.keys), &chains, &slots);
    let passes = lanes::SOFTMAX.iter();
    let steps = of.keys.div_ceil(lanes::LANES);
    let folds: Vec<u64> = passes
        .flat_map(|pass| lanes::iterations(*pass, size, steps))
        .collect();
    dispatch(weights_of(size), [rows, 0], &folds, &[scores, weights]);
    let chains = tile::iterations(size, of.keys);
    let slots = [weights, values, result];
    dispatch(values_of(size), tiles(of.width), &chains, &slots);
    d.finish()
}

/// Work item of a workgroup.
struct Work {
    of: Sizes<Var>,
    number: Var,
    down: Var,
    across: Var,
}

/// A tile of queries of a head, and of columns.
struct Place {
    /// The row of the first query.
    row: Var,
    /// The first query, and the first column.
    query: Var,
    column: Var,
}

impl Work {
    fn place(&self, k: &mut Kernel) -> Place {
        let rest = k.bind("rest", self.number / self.across);
        let head = k.bind("head", rest / self.down);
        let query = k.bind("query", rest % self.down * SIDE);
        let sequence = k.bind("sequence", head / self.of.heads);
        let row = (sequence * self.of.queries + query) * self.of.heads + head % self.of.heads;
        Place {
            row: k.bind("row", row),
            query,
            column: k.bind("column", self.number % self.across * SIDE),
        }
    }

    /// The row of a line of the tile.
    fn row(&self, k: &mut Kernel, place: &Place, line: Var) -> Var {
        k.bind("row", place.row + line * self.of.heads)
    }

    /// Number of keys that some query of the tile sees: those of the last one.
    fn seen(&self, k: &mut Kernel, place: &Place) -> Var {
        let last = (self.of.queries - 1 - place.query).min(SIDE - 1);
        let last = k.bind("last", last);
        let row = self.row(k, place, last);
        self.of.seen(k, row)
    }
}

/// A kernel whose workgroups process one work item after another.
fn for_each(k: &mut Kernel, params: Buffer, body: impl FnOnce(&mut Kernel, Work)) {
    let words: Vec<Var> = (0..PARAMS).map(|i| k.bind("param", params.at(i))).collect();
    k.count("round", 0, words[10], |k, round| {
        let number = k.bind("number", round * words[9] + Expr::workgroup_id(Axis::X));
        k.when(number.less(words[8]), |k| {
            let work = Work {
                of: Sizes::of(&words),
                number,
                down: words[11],
                across: words[12],
            };
            body(k, work);
        });
    });
}

/// The scores of all keys that some query of a tile sees.
fn scores_of(size: u32) -> Program {
    let mut k = Kernel::new("attention_scores", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, PARAMS);
    let [queries, keys] = ["queries", "keys"].map(|name| k.read_only(name, Type::F32));
    let scores = k.read_write("scores", Type::F32);
    let tile = Tile::new(&mut k, size);
    for_each(&mut k, params, |k, work| {
        let place = work.place(k);
        let of = &work.of;
        let seen = work.seen(k, &place);
        let first = k.bind("first", of.vector(place.row, place.column));
        let apart = k.bind("apart", of.key_heads * of.width);
        k.when(place.column.less(seen), |k| {
            let query = |k: &mut Kernel, line: Var, step: Var| {
                let row = work.row(k, &place, line);
                let is_there = (place.query + line).less(of.queries) & step.less(of.width);
                is_there.select(queries.at(row * of.width + step), float(0))
            };
            let key = |_: &mut Kernel, line: Var, step: Var| {
                let is_there = (place.column + line).less(of.keys) & step.less(of.width);
                is_there.select(keys.at(first + line * apart + step), float(0))
            };
            let sides: [tile::Side<'_>; 2] =
                [(Neighbours::Steps, &query), (Neighbours::Steps, &key)];
            tile.chains(
                k,
                of.width,
                sides,
                |_, _| None,
                |k, [line, key], sum| {
                    let key = k.bind("key", place.column + key);
                    let row = work.row(k, &place, line);
                    let is_there = (place.query + line).less(of.queries) & key.less(seen);
                    k.when(is_there, |k| {
                        let score = op(k, "f32::mul", [sum, of.scale.cast(Type::F32)]);
                        k.store(scores, row * of.keys + key, score);
                    });
                },
            );
        });
    });
    k.finish()
}

/// The softmax of the scores that each row sees.
fn weights_of(size: u32) -> Program {
    let mut k = Kernel::new("attention_weights", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, PARAMS);
    let scores = k.read_only("scores", Type::F32);
    let weights = k.read_write("weights", Type::F32);
    let workspace = Workspace::new(&mut k, size);
    for_each(&mut k, params, |k, work| {
        let begin = k.bind("begin", work.number * work.of.keys);
        let seen = work.of.seen(k, work.number);
        let row = workspace.row(k, [scores, weights], [begin, seen]);
        softmax_of(k, &row);
    });
    k.finish()
}

/// The values of a tile, each over the keys that its query sees.
fn values_of(size: u32) -> Program {
    let mut k = Kernel::new("attention_values", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, PARAMS);
    let [weights, values] = ["weights", "values"].map(|name| k.read_only(name, Type::F32));
    let result = k.read_write("result", Type::F32);
    let tile = Tile::new(&mut k, size);
    for_each(&mut k, params, |k, work| {
        let place = work.place(k);
        let of = &work.of;
        let seen = work.seen(k, &place);
        let none = k.bind("none", 0);
        let first = k.bind("first", of.vector(place.row, none));
        let apart = k.bind("apart", of.key_heads * of.width);
        let weight = |k: &mut Kernel, line: Var, key: Var| {
            let row = work.row(k, &place, line);
            let is_there = (place.query + line).less(of.queries) & key.less(seen);
            is_there.select(weights.at(row * of.keys + key), float(0))
        };
        let value = |k: &mut Kernel, line: Var, key: Var| {
            let column = k.bind("column", place.column + line);
            let is_there = column.less(of.width) & key.less(seen);
            is_there.select(values.at(first + key * apart + column), float(0))
        };
        let sides: [tile::Side<'_>; 2] =
            [(Neighbours::Steps, &weight), (Neighbours::Lines, &value)];
        let seen_by = |k: &mut Kernel, line: Var| {
            let row = work.row(k, &place, line);
            Some(of.seen(k, row))
        };
        tile.chains(k, seen, sides, seen_by, |k, [line, column], sum| {
            let column = k.bind("column", place.column + column);
            let row = work.row(k, &place, line);
            let is_there = (place.query + line).less(of.queries) & column.less(of.width);
            k.when(is_there, |k| {
                k.store(result, row * of.width + column, sum);
            });
        });
    });
    k.finish()
}

/// The attention whose weights are those of the lanes.
fn reference(input: &Input) -> Output {
    attended(input, lanes::weights)
}

/// Sizes as in [`cases`]: more queries, keys and elements than one tile has. A tile is computed as a whole, so more
/// tiles take the interpreter a long time. At one invocation per workgroup, lavapipe, which ends loops early
/// (`docs/results/findings.md`), has iterations for five of them.
const WIDE: [[u32; 7]; 3] = [
    [1, 35, 40, 1, 1, 3, 5],
    [1, 1, 97, 1, 1, 1, 96],
    [1, 1, 40, 1, 1, 33, 39],
];

/// The inputs of attention, and for every fifth input one of [`WIDE`], with numbers near 1 and a scale that makes all
/// weights of a row similar, so that the order of their sum shows.
fn inputs(n: u64) -> Input {
    if n % 5 != 1 {
        return cases::inputs(n);
    }
    let of = WIDE[(n / 5) as usize % WIDE.len()];
    // Multiples of 36 have such numbers.
    let mut input = cases::of_shape(36 * n, of);
    input.columns[0][7] = (1f32 / 64.0).to_bits();
    input
}
