//! The model: its sizes, its weights out of a seed, and the tables of its angles.

use vyre_ops::float::ops::elementary::{cos, pow, sin};

/// Tokens that a sequence begins with.
pub(crate) const PROMPT: u32 = 4;

/// Addend of a mean of squares.
pub(crate) const EPSILON: f32 = 1e-5;

/// The sizes of a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// Elements of the vector of a token.
    pub(crate) width: u32,
    pub(crate) layers: u32,
    pub(crate) heads: u32,
    /// Heads of keys and values.
    pub(crate) key_heads: u32,
    /// Elements of the vector of a head.
    pub(crate) head: u32,
    /// Elements inside of the MLP.
    pub(crate) hidden: u32,
    pub(crate) vocabulary: u32,
}

impl Sizes {
    /// Two layers, four heads with two key heads, a MLP of twice the width, 64 words.
    ///
    /// # Errors
    /// A width that the heads cannot share in pairs.
    pub(crate) fn of_width(width: u32) -> Result<Self, String> {
        if width.is_multiple_of(8) {
            Ok(Self {
                width,
                layers: 2,
                heads: 4,
                key_heads: 2,
                head: width / 4,
                hidden: 2 * width,
                vocabulary: 64,
            })
        } else {
            Err(format!(
                "a width of {width} is not four heads of pairs: take a multiple of 8"
            ))
        }
    }

    /// Elements of all keys of a place.
    pub(crate) fn keys(&self) -> u32 {
        self.key_heads * self.head
    }
}

/// A weight: its number, and its bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight(pub(crate) usize);

/// The weights of a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    pub(crate) norm: Weight,
    pub(crate) query: Weight,
    pub(crate) key: Weight,
    pub(crate) value: Weight,
    pub(crate) out: Weight,
    pub(crate) mlp_norm: Weight,
    pub(crate) gate: Weight,
    pub(crate) up: Weight,
    pub(crate) down: Weight,
}

/// A decoder with its weights.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) sizes: Sizes,
    /// The number of tokens it is to give.
    pub(crate) tokens: u32,
    /// All weights, as bits.
    pub(crate) weights: Vec<Vec<u32>>,
    pub(crate) embedding: Weight,
    pub(crate) layers: Vec<Layer>,
    pub(crate) norm: Weight,
    pub(crate) logits: Weight,
    pub(crate) cosines: Weight,
    pub(crate) sines: Weight,
}

impl Model {
    /// The model of these sizes, for this many tokens.
    pub(crate) fn seeded(sizes: Sizes, tokens: u32) -> Self {
        let mut weights: Vec<Vec<u32>> = vec![];
        let mut more = |of: Vec<u32>| {
            weights.push(of);
            Weight(weights.len() - 1)
        };
        let mut seed = 0;
        let mut random = |rows: u32, columns: u32, middle: f32| {
            seed += 1;
            let scale = 1.0 / (rows as f32).sqrt();
            let weight = |i: u32| (middle + scale * uniform(seed, i)).to_bits();
            (0..rows * columns).map(weight).collect::<Vec<u32>>()
        };
        let Sizes { width, hidden, .. } = sizes;
        let (queries, keys) = (sizes.heads * sizes.head, sizes.keys());
        let embedding = more(random(sizes.vocabulary, width, 0.0));
        let layers = (0..sizes.layers).map(|_| Layer {
            norm: more(random(width, 1, 1.0)),
            query: more(random(width, queries, 0.0)),
            key: more(random(width, keys, 0.0)),
            value: more(random(width, keys, 0.0)),
            out: more(random(queries, width, 0.0)),
            mlp_norm: more(random(width, 1, 1.0)),
            gate: more(random(width, hidden, 0.0)),
            up: more(random(width, hidden, 0.0)),
            down: more(random(hidden, width, 0.0)),
        });
        let layers = layers.collect();
        let norm = more(random(width, 1, 1.0));
        let logits = more(random(width, sizes.vocabulary, 0.0));
        // The functions are rounded correctly, so that the tables are the same on every machine.
        let angle = |at: u32| {
            let (place, pair) = (at / (sizes.head / 2), at % (sizes.head / 2));
            let power = -2.0 * pair as f32 / sizes.head as f32;
            place as f32 * pow(10_000.0, power)
        };
        let table = |of: fn(f32) -> f32| -> Vec<u32> {
            let angles = (0..(PROMPT + tokens) * (sizes.head / 2)).map(angle);
            angles.map(|angle| of(angle).to_bits()).collect()
        };
        let (cosines, sines) = (more(table(cos)), more(table(sin)));
        Self {
            sizes,
            tokens,
            embedding,
            layers,
            norm,
            logits,
            cosines,
            sines,
            weights,
        }
    }

    /// Places of a sequence.
    pub(crate) fn places(&self) -> u32 {
        PROMPT + self.tokens
    }

    /// The first tokens of a sequence.
    pub(crate) fn prompt(&self, sequence: u32) -> Vec<u32> {
        let token = |i| mixed(sequence.wrapping_mul(31) ^ i) % self.sizes.vocabulary;
        (0..PROMPT).map(token).collect()
    }

    /// A description in words.
    pub(crate) fn describe(&self) -> String {
        let Sizes {
            width,
            layers,
            heads,
            key_heads,
            vocabulary,
            ..
        } = self.sizes;
        let weights: usize = self.weights.iter().map(Vec::len).sum();
        format!(
            "{layers} layers of width {width}, {heads} heads with {key_heads} key heads, {vocabulary} words, {weights} \
             weights; {} tokens",
            self.tokens
        )
    }
}

/// A number from -1 to 1.
fn uniform(seed: u32, i: u32) -> f32 {
    let mixed = mixed(seed.wrapping_mul(0x9E37_79B9) ^ i);
    ((mixed >> 8) as f32 - 8_388_608.0) / 8_388_608.0
}

/// The finaliser of MurmurHash3.
fn mixed(i: u32) -> u32 {
    let x = (i ^ (i >> 16)).wrapping_mul(0x85EB_CA6B);
    let x = (x ^ (x >> 13)).wrapping_mul(0xC2B2_AE35);
    x ^ (x >> 16)
}
