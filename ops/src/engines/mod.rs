//! Engines: whole programs with global behaviour, each checked against its invariants.
//!
//! | module | what it does | published as |
//! |---|---|---|
//! | [`scan_inclusive`], [`scan_exclusive`] | prefix sums of any length | Blelloch 1990, Hillis and Steele 1986 |
//! | [`scan_single_pass`] | the same with one reading of the words | Merrill and Garland 2016 |
//! | [`reduce`] | the sum of any length | Harris 2007 |
//! | [`freduce_strict`], [`freduce_tree_binary`] | folds of floats from left to right, or in a tree | |
//! | [`matmul`] | matrix products of floats, one engine per order of additions; of 8-bit integers | |
//! | [`rows`] | normalisation of rows: softmax, RMS norm, layer norm | |
//! | [`network`] | attention, selective scan, rotary embedding, activations, gather and scatter, argmax, losses, convolution, int8, FP8, NF4 | |
//! | [`axis`] | folds and prefixes along an axis, ops element by element, transposes, tensors joined and padded | |
//! | [`compact`] | flagged values, in order | GPU Gems 3, chapter 39 |
//! | [`histogram`] | counts by atomic additions | Podlozhnyuk 2007 |
//! | [`bitonic_sort`] | sorts pairs of any number | Batcher 1968 |
//! | [`radix_sort`] | sorts pairs by keys of 32 bits, stable | Satish, Harris and Garland 2009 |
//! | [`radix_sort_pass`] | a stable pass over a digit of four bits | Satish, Harris and Garland 2009 |
//! | [`sorts`] | sorts pairs by merging, and by keys of 64 bits, stable | Green, McColl and Bader 2012 |
//! | [`segments`] | prefixes and folds of the segments of an array | Blelloch 1990 |
//! | [`select`] | partitions, the largest words, and runs of equal ones | Alabi, Blanchard, Gordon and Steinbach 2012 |
//! | [`sets`] | union, intersection and difference of ascending words | |
//! | [`graph`] | search, components, ranks, triangles and transposes of graphs | Shiloach and Vishkin 1982, Brin and Page 1998 |
//! | [`lower_bound`] | many binary searches | Knuth 3, section 6.2.1 |
//! | [`dfa_scan`] | all occurrences of many patterns, in order | Aho and Corasick 1975 |
//! | [`hash_table`] | insertion and lookup with open addressing | Knuth 3, section 6.4, Alcantara 2009 |
//! | [`bfs_step`] | a level of a breadth-first search with a queue | Merrill, Garland and Grimshaw 2012 |
//! | [`atomics`] | every atomic operation under contention | |
//! | [`barriers`] | guarantees of a barrier, one per engine | |
//! | [`base64_decode`], [`hex_decode`] | text to bytes, or the offset of the error | RFC 4648 |
//! | [`substring_search`] | all occurrences of a pattern, in order | Boyer and Moore 1977 (definition) |
//! | [`line_index`], [`csv_index`] | starts of lines, and fields of a table | POSIX, RFC 4180, Langdale and Lemire 2019 |
//! | [`word_count`] | lines and words of a text | POSIX |
//! | [`parse_decimal`] | the decimal number at the start of each field | The Rust Reference |
//! | [`edit_distance`] | the Levenshtein distances of many pairs | Myers 1999, Hyyro 2001 |
//! | [`edit_distance_within`] | the same up to a bound, in a band | Ukkonen 1985 |
//! | [`philox_fill`], [`threefry_fill`], [`threefry4_fill`] | random words from a counter and a key | Salmon, Moraes, Dror and Shaw 2011 |
//! | [`shuffle`] | a permutation from a seed | Knuth 2, section 3.4.2 |
//! | [`codec`] | text, UTF-8, varints, runs, differences, packed and compressed columns | RFC 4648, RFC 3629, DWARF 5, RFC 1951 |
//! | [`image`] | summed areas, means of windows, convolution of integers, equalised histograms, halved images | Crow 1984 |
//! | [`hashes`] | CRC-32, XXH32, XXH64, SipHash-2-4, SHA-256, BLAKE3 of many messages | RFC 1952, FIPS 180-4 and others |
//!
//! Every engine accepts any length, runs correctly at every workgroup size of a device, and stays within the limits of
//! every WebGPU adapter. The exceptions are [`matmul::dot_rows_i8`] and [`matmul::matmul_exact_dot4`], which call an op
//! of one hardware feature and need that feature.

mod ahead;
pub mod atomics;
mod automaton;
pub mod axis;
pub mod barriers;
mod base64_decode;
mod baselines;
mod bfs_step;
mod bitonic_sort;
pub mod codec;
pub(crate) mod compact;
mod counters;
mod csv_index;
mod dfa_scan;
pub(crate) mod dispatches;
mod edit_distance;
mod edit_distance_within;
mod exchange;
mod folds;
mod freduce_strict;
mod freduce_tree_binary;
pub mod graph;
mod grid;
mod group_scan;
mod hash_table;
pub mod hashes;
mod hex_decode;
pub(crate) mod histogram;
pub mod image;
mod items;
mod lanes;
mod line_index;
mod look_back;
mod lower_bound;
pub mod matmul;
pub mod network;
mod parse_decimal;
mod pass;
mod philox_fill;
mod positions;
pub(crate) mod radix_sort;
mod radix_sort_pass;
mod radix_tiles;
pub(crate) mod reduce;
pub mod rows;
mod scan_exclusive;
mod scan_inclusive;
mod scan_single_pass;
pub mod segments;
pub mod select;
pub mod sets;
mod shapes;
mod shuffle;
pub(crate) mod single_pass;
pub mod sorts;
mod spread;
mod substring_search;
mod text;
mod threefry4_fill;
mod threefry_fill;
pub(crate) mod tiles;
mod word_count;

pub use base64_decode::base64_decode;
pub use bfs_step::bfs_step;
pub use bitonic_sort::bitonic_sort;
pub use compact::compact;
pub use csv_index::csv_index;
pub use dfa_scan::dfa_scan;
pub use edit_distance::edit_distance;
pub use edit_distance_within::edit_distance_within;
pub use freduce_strict::freduce_strict;
pub use freduce_tree_binary::freduce_tree_binary;
pub use hash_table::hash_table;
pub use hex_decode::hex_decode;
pub use histogram::histogram;
pub use line_index::line_index;
pub use lower_bound::lower_bound;
pub use parse_decimal::parse_decimal;
pub use philox_fill::philox_fill;
pub use radix_sort::radix_sort;
pub use radix_sort_pass::radix_sort_pass;
pub use reduce::reduce;
pub use scan_exclusive::scan_exclusive;
pub use scan_inclusive::scan_inclusive;
pub use scan_single_pass::scan_single_pass;
pub use shuffle::shuffle;
pub use substring_search::substring_search;
pub use threefry_fill::threefry_fill;
pub use threefry4_fill::threefry4_fill;
pub use word_count::word_count;

use vyre_conform_runtime::engine::Output;

/// A record of index and word for every word.
fn numbered(words: impl IntoIterator<Item = u32>) -> Output {
    let records = (0..).zip(words);
    records.map(|(index, word)| vec![index, word]).collect()
}
