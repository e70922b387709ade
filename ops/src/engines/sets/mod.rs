//! Sets as ascending words.
//!
//! | engine | gives |
//! |---|---|
//! | [`set_union`] | the words that are in either of two sets |
//! | [`set_intersection`] | the words that are in both |
//! | [`set_difference`] | the words that are only in the first |
//!
//! Input: two sets, each of distinct words, ascending. Output: a record for every word of the result, ascending. One
//! invocation per word looks it up in the other set by binary search (Knuth, The Art of Computer Programming 3, section
//! 6.2.1).

mod difference;
mod intersection;
mod union;

pub use difference::set_difference;
pub use intersection::set_intersection;
pub use union::set_union;

use super::dispatches::{Dispatches, Slot};
use super::items::{self, Items};
use super::{compact, shapes};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Kernel, Operand, Program, Type, Var};

/// A set on the device and its number of words.
type Set = (Slot, u32);

/// The index in a set of `len` words of the first word that is not less.
fn place_in(k: &mut Kernel, set: Buffer, len: Var, word: Var) -> Var {
    items::first(k, 0, len, |_, middle| set.at(middle).less(word))
}

/// The dispatch that flags the words of a set that are in another, or those that are not.
fn look_up(
    d: &mut Dispatches,
    size: u32,
    (set, len): Set,
    (other, other_len): Set,
    present: bool,
    flags: Slot,
) {
    let buffers = [set, other, flags];
    let iterations = [items::halvings(other_len)];
    let program = flag(size, present);
    items::dispatch(d, program, (len, size), [other_len], &buffers, &iterations);
}

fn flag(size: u32, present: bool) -> Program {
    let name = match present {
        true => "flag_present",
        false => "flag_absent",
    };
    let mut of = Items::<1>::new(name, size);
    let set = of.kernel.read_only("set", Type::U32);
    let other = of.kernel.read_only("other", Type::U32);
    let flags = of.kernel.read_write("flags", Type::U32);
    let [len] = of.words;
    of.for_each(|k, i| {
        let word = k.bind("word", set.at(i));
        let place = place_in(k, other, len, word);
        let is_present = place.less(len) & other.at(place).equals(word);
        let flag = if present { is_present } else { !is_present };
        k.store(flags, i, flag.cast(Type::U32));
    })
}

/// The plan that keeps the words of the first set that are in the second, or those that are not.
fn kept(input: &Input, size: u32, present: bool) -> Plan {
    let [len, other_len] = [0, 1].map(|k| input.columns[k].len() as u32);
    let mut d = Dispatches::new(words);
    let [set, other] = [0, 1].map(|k| d.given(&input.columns[k]));
    let [flags, indices] = [(); 2].map(|()| d.scratch(len));
    let kept = d.output(len);
    let count = d.output(1);
    d.counts_queue(0, len);
    let sets = [(set, len), (other, other_len)];
    look_up(&mut d, size, sets[0], sets[1], present, flags);
    compact::dispatches(&mut d, size, len, [flags, set, indices, kept, count]);
    d.finish()
}

/// The output with the number of words in the second buffer.
fn words(_: &Input, read: &[Vec<u32>]) -> Output {
    let words = read[0].iter().take(read[1][0] as usize);
    words.map(|word| vec![*word]).collect()
}

/// The result for both as sets of the standard library.
fn by_trees(
    input: &Input,
    of: impl Fn(&std::collections::BTreeSet<u32>, &std::collections::BTreeSet<u32>) -> Vec<u32>,
) -> Output {
    let [a, b] = [0, 1].map(|k| input.columns[k].iter().copied().collect());
    of(&a, &b).into_iter().map(|word| vec![word]).collect()
}

/// Sets of most lengths: equal ones, every third word of the other, words between those of the other, words beyond it;
/// the others random, starting at 0 or ending at the largest word.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n).min(2100);
    let other_len = shapes::length(n / 2 + 5 * (n % 2)).min(1100);
    let set = |column: u32, len: u32, gap: u32| {
        let steps = (0..len).map(move |i| 1 + shapes::random(n, column << 30 ^ i) % gap);
        steps.scan(0_u32, |last, step| {
            *last += step;
            Some(*last - 1)
        })
    };
    let a: Vec<u32> = set(0, len, [1, 3, 400_000][(n % 3) as usize]).collect();
    let b: Vec<u32> = match n % 5 {
        0 => a.clone(),
        1 => a.iter().copied().skip(1).step_by(3).collect(),
        2 => a
            .iter()
            .map(|word| word + 1)
            .filter(|word| word % 8 != 1)
            .collect(),
        3 => set(1, other_len, 2).map(|word| word + len * 3).collect(),
        _ => set(1, other_len, 5).collect(),
    };
    let mut columns = vec![a, b];
    if n % 7 > 3 {
        for column in &mut columns {
            column.reverse();
            column.iter_mut().for_each(|word| *word = !*word);
        }
    }
    if n % 4 == 1 {
        columns.swap(0, 1);
    }
    Input { columns }
}

/// Two sets.
fn two(a: &[u32], b: &[u32]) -> Input {
    Input {
        columns: vec![a.to_vec(), b.to_vec()],
    }
}

/// A record for every word.
fn records(words: &[u32]) -> Output {
    words.iter().map(|word| vec![*word]).collect()
}
