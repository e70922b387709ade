//! The compression function of BLAKE3 in a kernel.

use vyre_conform_runtime::ir::{BinaryOp, Buffer, Expr, Kernel, LocalId, Operand, Type, Var};

/// The compression function in a kernel.
pub(super) struct Compression {
    /// The chaining value.
    pub(super) value: [Var; 8],
    /// Sixteen words of the message.
    pub(super) block: LocalId,
    state: LocalId,
    /// The word of the block that each G of each round takes.
    order: u32,
}

impl Compression {
    /// Starts with the initial chaining value of a chunk.
    pub(super) fn declare(k: &mut Kernel) -> Self {
        Self {
            value: INITIAL.map(|word| k.variable("value", word)),
            block: k.array("block", Type::U32, 16),
            state: k.array("state", Type::U32, 16),
            order: k.table("order", Type::U32, order()),
        }
    }

    /// The next chaining value, from this one, the block, its number of bytes and its flags. The counter has one word.
    pub(super) fn run(&self, k: &mut Kernel, counter: Expr, used: Expr, flags: Expr) {
        let value = self.value.map(Expr::from).into_iter();
        let constants = INITIAL[..4].iter().map(|word| Expr::u32(*word));
        let rest = [counter, Expr::u32(0), used, flags];
        for (place, word) in (0..).zip(value.chain(constants).chain(rest)) {
            k.store_element(self.state, Expr::u32(place), word);
        }
        k.count("round", 0, 7, |k, round| {
            k.count("g", 0, 8, |k, g| {
                // Columns first, then diagonals.
                let turn = k.bind("turn", g >> 2);
                let places =
                    [0, 1, 2, 3].map(|row: u32| k.bind("place", ((g + turn * row) & 3) + 4 * row));
                let word = |k: &mut Kernel, second: u32| {
                    let at = (round << 4) + (g << 1) + second;
                    let place = Expr::table_element(self.order, Type::U32, at);
                    k.bind("word", element(self.block, place))
                };
                let words = [word(k, 0), word(k, 1)];
                let lanes = places.map(|place| k.variable("lane", element(self.state, place)));
                mix(k, lanes, words);
                for (lane, place) in lanes.into_iter().zip(places) {
                    k.store_element(self.state, place, lane);
                }
            });
        });
        for (at, value) in (0..).zip(self.value) {
            let halves = [at, at + 8].map(|place| element(self.state, place));
            let [low, high] = halves;
            k.assign(value, low ^ high);
        }
    }

    /// Stores the eight words of the chaining value at an address.
    pub(super) fn store(&self, k: &mut Kernel, values: Buffer, place: Var) {
        for (j, word) in (0..).zip(self.value) {
            k.store(values, (place << 3) + j, word);
        }
    }
}

/// The function G, as the op `vec4::blake3_g`.
fn mix(k: &mut Kernel, [a, b, c, d]: [Var; 4], words: [Var; 2]) {
    for (word, [first, second]) in words.into_iter().zip([[16, 12], [8, 7]]) {
        k.assign(a, a + b + word);
        k.assign(d, (d ^ a).binary(BinaryOp::RotateRight, first));
        k.assign(c, c + d);
        k.assign(b, (b ^ c).binary(BinaryOp::RotateRight, second));
    }
}

fn element(array: LocalId, at: impl Into<Expr>) -> Expr {
    Expr::element(array, Type::U32, at.into())
}

/// The initial hash value of SHA-256.
pub(super) const INITIAL: [u32; 8] = [
    0x6A09_E667,
    0xBB67_AE85,
    0x3C6E_F372,
    0xA54F_F53A,
    0x510E_527F,
    0x9B05_688C,
    0x1F83_D9AB,
    0x5BE0_CD19,
];

/// The permutation of words between two rounds (table 2 of the paper).
pub(super) const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

/// The numbers of the words of the block in the order of the seven rounds.
fn order() -> Vec<u64> {
    let first: Vec<u64> = (0..16).collect();
    let rounds = std::iter::successors(Some(first), |round| {
        Some(PERMUTATION.iter().map(|from| round[*from]).collect())
    });
    rounds.take(7).flatten().collect()
}
