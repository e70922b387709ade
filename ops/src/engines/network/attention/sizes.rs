//! The sizes of an input, as words and in a kernel.

use crate::engines::network::shape;
use vyre_conform_runtime::engine::Input;
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Var};

/// The sizes of an input except the number of sequences, as words or in a kernel.
pub(super) struct Sizes<T> {
    pub(super) queries: T,
    pub(super) keys: T,
    pub(super) heads: T,
    pub(super) key_heads: T,
    /// Heads of a key head.
    pub(super) group: T,
    pub(super) width: T,
    pub(super) before: T,
    pub(super) scale: T,
}

impl<T: Copy> Sizes<T> {
    /// From the words of [`words`](Self::words).
    pub(super) fn of(words: &[T]) -> Self {
        Self {
            queries: words[0],
            keys: words[1],
            heads: words[2],
            key_heads: words[3],
            group: words[4],
            width: words[5],
            before: words[6],
            scale: words[7],
        }
    }

    pub(super) fn words(&self) -> [T; 8] {
        [
            self.queries,
            self.keys,
            self.heads,
            self.key_heads,
            self.group,
            self.width,
            self.before,
            self.scale,
        ]
    }
}

impl Sizes<Var> {
    /// Number of keys that the query of a row sees.
    pub(super) fn seen(&self, k: &mut Kernel, row: Var) -> Var {
        let query = row / self.heads % self.queries;
        let some = (query + self.before + 1).min(self.keys);
        let all = self.before.at_least(self.keys);
        k.bind("seen", all.select(self.keys, some))
    }

    /// Start of a row's vector of a key, or of its value.
    pub(super) fn vector(&self, row: Var, key: Var) -> Expr {
        let sequence = row / self.heads / self.queries;
        let head = row % self.heads / self.group;
        ((sequence * self.keys + key) * self.key_heads + head) * self.width
    }
}

/// The number of sequences, and the other sizes.
///
/// # Panics
/// Panics if the key heads do not divide the heads.
pub(super) fn sizes(input: &Input) -> (u32, Sizes<u32>) {
    let [sequences, queries, keys, heads, key_heads, rest @ ..]: [u32; 8] = shape(input);
    assert!(
        key_heads > 0 && heads.is_multiple_of(key_heads),
        "{heads} heads cannot share {key_heads} key heads: each has a whole number of heads"
    );
    let group = heads / key_heads;
    let [width, before, scale] = rest;
    let words = [queries, keys, heads, key_heads, group, width, before, scale];
    (sequences, Sizes::of(&words))
}
