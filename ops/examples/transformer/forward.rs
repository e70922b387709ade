//! One pass through the model as calls of engines.

use super::model::{EPSILON, Model, Weight};

/// A tensor of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tensor(pub(crate) usize);

/// The origin of a tensor.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A weight of the model.
    Weight(usize),
    /// A tensor that an earlier pass kept, by its number, and its length.
    Kept(usize, u32),
    /// Words of this pass.
    Words(Vec<u32>),
    /// A call, and how many words it gives.
    Made(u32),
}

/// A call of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) engine: &'static str,
    /// The first column of its input.
    pub(crate) shape: Vec<u32>,
    /// The other columns.
    pub(crate) operands: Vec<Tensor>,
    pub(crate) result: Tensor,
}

/// Calls in their order, and what becomes of the results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pass {
    pub(crate) tensors: Vec<Source>,
    pub(crate) calls: Vec<Call>,
    /// Tensors that the host reads.
    pub(crate) read: Vec<Tensor>,
    /// Tensors that the next pass finds as kept, by number.
    pub(crate) kept: Vec<Tensor>,
}

impl Pass {
    fn tensor(&mut self, source: Source) -> Tensor {
        self.tensors.push(source);
        Tensor(self.tensors.len() - 1)
    }

    fn weight(&mut self, weight: Weight) -> Tensor {
        self.tensor(Source::Weight(weight.0))
    }

    fn call(
        &mut self,
        engine: &'static str,
        shape: &[u32],
        operands: &[Tensor],
        words: u32,
    ) -> Tensor {
        let result = self.tensor(Source::Made(words));
        self.calls.push(Call {
            engine,
            shape: shape.to_vec(),
            operands: operands.to_vec(),
            result,
        });
        result
    }

    fn matmul(&mut self, a: Tensor, [m, n, k]: [u32; 3], b: Weight) -> Tensor {
        let b = self.weight(b);
        self.call("engine::matmul_fma_chain", &[m, n, k], &[a, b], m * n)
    }

    fn norm(&mut self, x: Tensor, [rows, width]: [u32; 2], weights: Weight) -> Tensor {
        let weights = self.weight(weights);
        let shape = [rows, width, EPSILON.to_bits()];
        self.call(
            "engine::rms_norm_lanes_256",
            &shape,
            &[x, weights],
            rows * width,
        )
    }
}

/// The next tokens of several sequences.
pub(crate) struct Step<'a> {
    pub(crate) sequences: u32,
    /// Places that are computed, of each sequence one after another.
    pub(crate) tokens: &'a [u32],
    /// Places of each sequence before these, whose keys and values were kept.
    pub(crate) before: u32,
    /// True if keys and values are kept.
    pub(crate) with_cache: bool,
}

/// The pass that reads the logits of every place and the most likely token behind it.
pub(crate) fn forward(model: &Model, step: &Step<'_>) -> Pass {
    let of = model.sizes;
    let rows = step.tokens.len() as u32;
    let new = rows / step.sequences;
    let places = model.places();
    let numbers = |of: &dyn Fn(u32, u32) -> u32| -> Source {
        let all = (0..rows).map(|row| of(row / new, step.before + row % new));
        Source::Words(all.collect())
    };
    let mut pass = Pass::default();
    let tokens = pass.tensor(Source::Words(step.tokens.to_vec()));
    let positions = pass.tensor(numbers(&|_, place| place));
    let in_cache = pass.tensor(numbers(&|sequence, place| sequence * places + place));
    let [cosines, sines] = [model.cosines, model.sines].map(|table| pass.weight(table));
    let embedding = pass.weight(model.embedding);
    let shape = [rows, of.vocabulary, of.width];
    let (operands, len) = ([tokens, embedding], rows * of.width);
    let mut x = pass.call("engine::gather_rows", &shape, &operands, len);
    for layer in &model.layers {
        let normed = pass.norm(x, [rows, of.width], layer.norm);
        let projected = [
            (of.heads, layer.query),
            (of.key_heads, layer.key),
            (of.key_heads, layer.value),
        ];
        let [query, key, value] = projected.map(|(heads, weight)| {
            let shape = [rows, heads * of.head, of.width];
            pass.matmul(normed, shape, weight)
        });
        let turned = [(of.heads, query), (of.key_heads, key)];
        let [query, key] = turned.map(|(heads, vectors)| {
            let shape = [rows, heads, of.head / 2, places];
            let operands = [vectors, positions, cosines, sines];
            pass.call("engine::rotary", &shape, &operands, rows * heads * of.head)
        });
        let [keys, values] = if step.with_cache {
            [key, value].map(|vectors| {
                let len = step.sequences * places * of.keys();
                let cache = pass.tensor(Source::Kept(pass.kept.len(), len));
                let shape = [rows, step.sequences * places, of.keys()];
                let operands = [in_cache, cache, vectors];
                let cache = pass.call("engine::scatter_rows", &shape, &operands, len);
                pass.kept.push(cache);
                cache
            })
        } else {
            [key, value]
        };
        let shape = [
            step.sequences,
            new,
            if step.with_cache { places } else { new },
            of.heads,
            of.key_heads,
            of.head,
            step.before,
            (1.0 / (of.head as f32).sqrt()).to_bits(),
        ];
        let (operands, len) = ([query, keys, values], rows * of.heads * of.head);
        let mixed = pass.call("engine::attention", &shape, &operands, len);
        let shape = [rows, of.width, of.heads * of.head];
        let out = pass.matmul(mixed, shape, layer.out);
        let len = rows * of.width;
        x = pass.call("engine::elements_add", &[len], &[x, out], len);
        let normed = pass.norm(x, [rows, of.width], layer.mlp_norm);
        let inside = [rows, of.hidden, of.width];
        let [gate, up] = [layer.gate, layer.up].map(|weight| pass.matmul(normed, inside, weight));
        let hidden = rows * of.hidden;
        let gated = pass.call("engine::silu_gate", &[hidden], &[gate, up], hidden);
        let out = pass.matmul(gated, [rows, of.width, of.hidden], layer.down);
        x = pass.call("engine::elements_add", &[len], &[x, out], len);
    }
    let normed = pass.norm(x, [rows, of.width], model.norm);
    let logits = pass.matmul(normed, [rows, of.vocabulary, of.width], model.logits);
    let shape = [rows, of.vocabulary];
    let next = pass.call("engine::argmax", &shape, &[logits], rows);
    pass.read = vec![logits, next];
    pass
}
