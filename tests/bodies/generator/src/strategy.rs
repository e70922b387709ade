//! Op bodies as a proptest strategy. A body is a few lists of choices, and the generator takes the next one of a list
//! wherever it has to decide: the first list decides parameters and result, the last one the value at the end, and each
//! one between them a statement. Where a list is at its end every decision falls on the first alternative, which is the
//! simplest; so proptest makes a body smaller by leaving statements out and by cutting lists short.

use proptest::collection::vec;
use proptest::prelude::Rng;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The lists of choices of a body.
pub type Choices = Vec<Vec<u32>>;

/// The most statements of a body, those within others aside, and the most choices of a list.
const STATEMENTS: usize = 7;
const MOST: usize = 250;

/// A list of up to `most` choices; a shorter one has the same beginning.
fn list(most: usize) -> impl Strategy<Value = Vec<u32>> {
    let drawn = |len: usize, mut rng: TestRng| (0..len).map(|_| rng.next_u32()).collect();
    (0..=most).prop_perturb(drawn)
}

/// The tree of body number `k`, always the same.
pub fn tree(k: u64) -> impl ValueTree<Value = Choices> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&k.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let parts = (list(12), vec(list(MOST), 0..=STATEMENTS), list(MOST));
    let joined = |(first, mut statements, last): (_, Choices, _)| {
        statements.insert(0, first);
        statements.push(last);
        statements
    };
    parts
        .prop_map(joined)
        .new_tree(&mut runner)
        .expect("nothing is filtered out")
}
