//! Engines for applications: the dispatches that the suite checks, over an application's own buffers.
//!
//! Each function takes sizes and returns a kernel that an `EnginePipeline` of the package
//! [`vyre-conform-pipeline`](https://docs.rs/vyre-conform-pipeline) compiles. Unsupported sizes are a [`SizeError`].
//! Every buffer holds words (`u32`). The order of the parameters in each table is the order of the buffers; [`named`]
//! has their names as fields. A workgroup has at most [`WORKGROUP`] invocations, which every WebGPU device supports.
//!
//! Zero is a valid length for every function except [`blake3_chunks`]. The sum or count of nothing is 0. Where no
//! output has a word, nothing is dispatched or written: `radix_sort(0)` sorts nothing.
//!
//! | function | engine |
//! |---|---|
//! | [`reduce`] | [`engine::reduce`](crate::engines::reduce()) |
//! | [`scan_exclusive`], [`scan_inclusive`] | [`engine::scan_exclusive`](crate::engines::scan_exclusive), [`engine::scan_inclusive`](crate::engines::scan_inclusive) |
//! | the same from 65,536 words on | [`engine::scan_single_pass`](crate::engines::scan_single_pass()) |
//! | [`compact`] | [`engine::compact`](crate::engines::compact()) |
//! | [`histogram`] | [`engine::histogram`](crate::engines::histogram()) |
//! | [`radix_sort`] | [`engine::radix_sort`](crate::engines::radix_sort()) |
//! | [`partition`] | [`engine::partition`](crate::engines::select::partition()) |
//! | [`top_k`] | [`engine::top_k`](crate::engines::select::top_k()) |
//! | [`unique`] | [`engine::unique`](crate::engines::select::unique()) |
//! | [`softmax`] | [`engine::softmax`](crate::engines::rows::softmax) |
//! | [`matmul()`] | [`engine::matmul_fma_chain`](crate::engines::matmul::matmul_fma_chain) and the others of [`matmul`](crate::engines::matmul) |
//! | [`matmul_strict_tiled`] | [`engine::matmul_strict_tiled`](crate::engines::matmul::matmul_strict_tiled) |
//! | [`matmul_fma_chain_tiled`], [`matmul_exact_residues`] | [`engine::matmul_fma_chain_tiled`](crate::engines::matmul::matmul_fma_chain_tiled), [`engine::matmul_exact_residues`](crate::engines::matmul::matmul_exact_residues) |
//! | [`matmul_exact_dot4`] | [`engine::matmul_exact_dot4`](crate::engines::matmul::matmul_exact_dot4) |
//! | [`blake3`], [`blake3_chunks`], [`blake3_root`] | [`engine::blake3`](crate::engines::hashes::blake3()) |

mod floats;
mod hashes;
pub mod named;
mod size;

pub use floats::{
    matmul, matmul_exact_dot4, matmul_exact_residues, matmul_fma_chain_tiled, matmul_strict_tiled,
    moduli, moduli_of, softmax,
};
pub use hashes::{BLAKE3_CHUNK, blake3, blake3_chunks, blake3_root};
pub use size::SizeError;

use crate::engines::dispatches::Dispatches;
use crate::engines::{self, select, single_pass, tiles};
use vyre_conform_runtime::engine::{Staged, Usage};

/// Invocations of a workgroup; kernels that keep counters in workgroup memory have fewer.
pub const WORKGROUP: u32 = 256;

/// Length from which a single-pass scan is faster than one in several dispatches.
const SINGLE_PASS: u32 = 1 << 16;

/// Invocations of a workgroup of a single-pass scan. With fewer invocations each has more elements, and larger tiles
/// look back less often.
const SINGLE_PASS_WORKGROUP: u32 = 128;

/// The wrapping sum of `len` words.
///
/// | buffer | words | |
/// |---|---|---|
/// | `source` | `len` | read |
/// | `total` | 1 | written |
pub fn reduce(len: u32) -> Staged {
    let mut d = Dispatches::staged();
    let source = d.bound("source", len, Usage::Read);
    let total = d.bound("total", 1, Usage::Write);
    engines::reduce::dispatches(&mut d, WORKGROUP, len, [source, total]);
    d.finish_staged()
}

/// For each of `len` words, the wrapping sum of the words before it.
///
/// | buffer | words | |
/// |---|---|---|
/// | `source` | `len` | read |
/// | `sums` | `len` | written |
pub fn scan_exclusive(len: u32) -> Staged {
    scan(len, false)
}

/// For each of `len` words, the wrapping sum of the words up to and including it, in the buffers of [`scan_exclusive`].
pub fn scan_inclusive(len: u32) -> Staged {
    scan(len, true)
}

fn scan(len: u32, inclusive: bool) -> Staged {
    let mut d = Dispatches::staged();
    let source = d.bound("source", len, Usage::Read);
    let sums = d.bound("sums", len, Usage::Write);
    let buffers = [source, sums];
    match len < SINGLE_PASS {
        true => tiles::scan_array(&mut d, WORKGROUP, len, buffers, inclusive),
        false => single_pass::scan_array(&mut d, SINGLE_PASS_WORKGROUP, len, buffers, inclusive),
    }
    d.finish_staged()
}

/// The flagged values among `len` words, in order. Only the first `count` words of `indices` and `kept` are written.
///
/// | buffer | words | |
/// |---|---|---|
/// | `flags` | `len` | read: a word that is not 0 keeps its value |
/// | `values` | `len` | read |
/// | `indices` | `len` | written: the index of each kept value |
/// | `kept` | `len` | written: the kept values |
/// | `count` | 1 | written: the number of kept values |
pub fn compact(len: u32) -> Staged {
    let mut d = Dispatches::staged();
    let [flags, values] = ["flags", "values"].map(|name| d.bound(name, len, Usage::Read));
    let [indices, kept] = ["indices", "kept"].map(|name| d.bound(name, len, Usage::Write));
    let count = d.bound("count", 1, Usage::Write);
    let buffers = [flags, values, indices, kept, count];
    engines::compact::dispatches(&mut d, WORKGROUP, len, buffers);
    d.finish_staged()
}

/// Counts how many of `len` words have each remainder modulo `bins`.
///
/// | buffer | words | |
/// |---|---|---|
/// | `source` | `len` | read |
/// | `counts` | `bins` | cleared, then written |
/// | `ranks` | `len` | written: for each word, how many words of its bin were counted before it, in no fixed order |
///
/// # Errors
/// `bins` is 0.
pub fn histogram(len: u32, bins: u32) -> Result<Staged, SizeError> {
    if bins == 0 {
        return Err(SizeError::NoBins);
    }
    let mut d = Dispatches::staged();
    let source = d.bound("source", len, Usage::Read);
    let counts = d.bound("counts", bins, Usage::WriteOnZeros);
    let ranks = d.bound("ranks", len, Usage::Write);
    engines::histogram::dispatches(&mut d, WORKGROUP, [len, bins], [source, counts, ranks]);
    Ok(d.finish_staged())
}

/// Sorts `len` pairs by key; pairs with equal keys keep their order.
///
/// | buffer | words | |
/// |---|---|---|
/// | `keys` | `len` | read |
/// | `values` | `len` | read |
/// | `sorted_keys` | `len` | written |
/// | `sorted_values` | `len` | written |
pub fn radix_sort(len: u32) -> Staged {
    let mut d = Dispatches::staged();
    let given = ["keys", "values"].map(|name| d.bound(name, len, Usage::Read));
    let sorted = ["sorted_keys", "sorted_values"];
    let sorted = sorted.map(|name| d.bound(name, len, Usage::Write));
    engines::radix_sort::dispatches(&mut d, WORKGROUP, len, given, sorted);
    d.finish_staged()
}

/// Moves the flagged ones of `len` words to the front; flagged words and others each keep their order.
///
/// | buffer | words | |
/// |---|---|---|
/// | `flags` | `len` | read: a word that is not 0 flags its value |
/// | `values` | `len` | read |
/// | `indices` | `len` | written: the original index of each value |
/// | `placed` | `len` | written: the values |
/// | `count` | 1 | written: the number of flagged values |
pub fn partition(len: u32) -> Staged {
    let mut d = Dispatches::staged();
    let [flags, values] = ["flags", "values"].map(|name| d.bound(name, len, Usage::Read));
    let [indices, placed] = ["indices", "placed"].map(|name| d.bound(name, len, Usage::Write));
    let count = d.bound("count", 1, Usage::Write);
    let buffers = [flags, values, indices, placed, count];
    select::partition::dispatches(&mut d, WORKGROUP, len, buffers);
    d.finish_staged()
}

/// The `k` largest of `len` words, descending. Among equal words, the one with the lower index is taken first and comes
/// first.
///
/// | buffer | words | |
/// |---|---|---|
/// | `words` | `len` | read |
/// | `largest` | `k` | written |
/// | `indices` | `k` | written: the index of each |
///
/// # Errors
/// `k` is more than `len`.
pub fn top_k(len: u32, k: u32) -> Result<Staged, SizeError> {
    if k > len {
        return Err(SizeError::TooManyTaken { len, k });
    }
    let mut d = Dispatches::staged();
    let words = d.bound("words", len, Usage::Read);
    let [largest, indices] = ["largest", "indices"].map(|name| d.bound(name, k, Usage::Write));
    let buffers = [words, largest, indices];
    select::top_k::dispatches(&mut d, WORKGROUP, [len, k], buffers);
    Ok(d.finish_staged())
}

/// One word for every run of equal neighbours among `len` words, in order. Of sorted words these are the distinct words
/// with their counts. Only the first `runs` words of `distinct` and `counts` are written.
///
/// | buffer | words | |
/// |---|---|---|
/// | `words` | `len` | read |
/// | `distinct` | `len` | written: the word of each run |
/// | `counts` | `len` | written: the length of each run |
/// | `runs` | 1 | written: the number of runs |
pub fn unique(len: u32) -> Staged {
    let mut d = Dispatches::staged();
    let words = d.bound("words", len, Usage::Read);
    let [distinct, counts] = ["distinct", "counts"].map(|name| d.bound(name, len, Usage::Write));
    let runs = d.bound("runs", 1, Usage::Write);
    let buffers = [words, distinct, counts, runs];
    select::unique::dispatches(&mut d, WORKGROUP, len, buffers);
    d.finish_staged()
}
