//! Op bodies as a proptest strategy. A body consists of a few lists of choices, and the generator takes the next choice
//! of a list for every decision: the first list determines parameters and result, the last one the final value, and
//! each list between them a statement. At the end of a list every decision takes the first alternative, the simplest
//! one; so proptest shrinks a body by omitting statements and by shortening lists.

use proptest::collection::vec;
use proptest::prelude::Rng;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The lists of choices of a body.
pub type Choices = Vec<Vec<u32>>;

/// The limit on statements of a body, except for nested ones, and on choices of a list.
const STATEMENTS: usize = 7;
const MAX_NODES: usize = 250;

/// A list of up to `max` choices; a shorter one is a prefix of it.
fn list(max: usize) -> impl Strategy<Value = Vec<u32>> {
    let drawn = |len: usize, mut rng: TestRng| (0..len).map(|_| rng.next_u32()).collect();
    (0..=max).prop_perturb(drawn)
}

/// The tree of body number `k`, always the same.
pub fn tree(k: u64) -> impl ValueTree<Value = Choices> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&k.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let parts = (
        list(12),
        vec(list(MAX_NODES), 0..=STATEMENTS),
        list(MAX_NODES),
    );
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
