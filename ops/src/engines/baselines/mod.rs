//! Baselines of engines on hardware: hand-written programs in WGSL, which the bench of engines shares, or a copy of as
//! many bytes as the buffers of the launch hold.
//!
//! Hand-written programs implement the same algorithm with the same bindings; their minimum rate limits how much slower
//! the engine may be. Beside a copy, the rate shows how far the engine is from moving its bytes once. For a sort or a
//! search that rate is small by nature, and only guards against regressions.
//!
//! The inputs are large, so that the work dominates the time of a launch, but small enough that the references, which
//! run once on each, take seconds.

mod arrays;
mod codecs;
mod contention;
mod fills;
mod floats;
mod graphs;
mod images;
mod passes;
mod products;
mod strings;
mod tensors;

use super::codec;
use vyre_conform_runtime::baseline;

/// Id, input, workgroup size, programs in WGSL or `copy`, and the minimum rate in thousandths. Beside programs the rate
/// is 1/1.2 or 1/3, except for the histogram, whose baseline counts by atomic steps in workgroup memory, which rule
/// V025 excludes. Beside a copy it is half of the lowest rate of three runs on an NVIDIA H100 (580.159.04, 2026-11-25
/// to 2026-11-27); rates of launches that take a tenth of a millisecond differ by a third. Rates of float engines are
/// from three runs on an NVIDIA H100 of 2026-11-27, those of lane engines from an H200 of 2026-11-28, and that of
/// `matmul_strict_tiled` from two runs there.
macro_rules! measured {
    ($($id:literal, $input:path, $size:literal, $against:tt, $least:literal;)*) => {
        $(measured!(@ $id, $input, $size, $against, $least);)*
    };
    (@ $id:literal, $input:path, $size:literal, copy, $least:literal) => {
        baseline!($id, input = $input, size = $size, copy, least = $least);
    };
    (@ $id:literal, $input:path, $size:literal, [$($text:path),+], $least:literal) => {
        baseline!($id, input = $input, size = $size, wgsl = [$($text),+], least = $least);
    };
}

measured! {
    "engine::reduce", arrays::words, 64, [passes::REDUCE], 833;
    "engine::scan_exclusive", arrays::words, 64, [passes::REDUCE, passes::SCAN, passes::SCAN], 333;
    "engine::scan_inclusive", arrays::words, 64, [passes::REDUCE, passes::SCAN, passes::SCAN_INCLUSIVE], 333;
    "engine::scan_single_pass", arrays::words_in_a_way, 64, copy, 80;
    "engine::compact", arrays::flagged, 64, [passes::COUNT, passes::SCAN, passes::SCATTER], 333;
    "engine::histogram", arrays::words_of_256_bins, 64, [passes::HISTOGRAM], 150;
    "engine::lower_bound", arrays::sorted_and_needles, 64, [passes::LOWER_BOUND], 833;

    "engine::atomic_add", contention::ones, 64, [contention::ADD], 833;
    "engine::atomic_or", contention::bits, 64, [contention::OR], 833;
    "engine::atomic_and", contention::missing_bits, 64, [contention::AND], 833;
    "engine::atomic_xor", contention::bits, 64, [contention::XOR], 833;
    "engine::atomic_min", contention::descending, 64, [contention::MIN], 833;
    "engine::atomic_max", contention::ascending, 64, [contention::MAX], 833;
    "engine::atomic_exchange", contention::ascending, 64, copy, 461;
    "engine::atomic_compare_exchange", contention::ascending, 64, copy, 440;
    "engine::barrier_visibility", arrays::few_words, 256, copy, 142;
    "engine::barrier_isolation", arrays::few_words, 256, copy, 476;
    "engine::barrier_scope", arrays::few_words, 256, copy, 392;
    "engine::barrier_uniform_flow", arrays::few_words, 256, copy, 141;

    "engine::bitonic_sort", arrays::pairs, 256, copy, 11;
    "engine::merge_sort", arrays::pairs, 64, copy, 23;
    "engine::radix_sort", arrays::pairs, 64, copy, 18;
    "engine::radix_sort_pass", arrays::pairs_and_a_digit, 64, copy, 91;
    "engine::radix_sort_u64", arrays::wide_pairs, 64, copy, 13;
    "engine::shuffle", arrays::values_and_a_seed, 64, copy, 19;
    "engine::segmented_reduce", arrays::segments, 256, copy, 70;
    "engine::segmented_scan_inclusive", arrays::heads, 256, copy, 82;
    "engine::segmented_scan_exclusive", arrays::heads, 256, copy, 77;
    "engine::partition", arrays::few_flagged, 64, copy, 106;
    "engine::top_k", arrays::a_thousand_of_words, 64, copy, 27;
    "engine::unique", arrays::runs, 64, copy, 173;
    "engine::set_union", arrays::sets, 64, copy, 37;
    "engine::set_intersection", arrays::sets, 64, copy, 82;
    "engine::set_difference", arrays::sets, 64, copy, 74;
    "engine::hash_table", arrays::insertions_and_lookups, 64, copy, 317;

    "engine::philox_fill", fills::philox_counter, 64, copy, 189;
    "engine::threefry_fill", fills::threefry_counter, 64, [fills::THREEFRY], 833;
    "engine::threefry4_fill", fills::threefry4_counter, 64, copy, 230;

    "engine::base16_encode", strings::bytes, 64, [codecs::BASE16_ENCODE], 833;
    "engine::base32_encode", strings::bytes, 64, copy, 216;
    "engine::base64_encode", strings::bytes, 64, [codecs::BASE64_ENCODE], 833;
    "engine::hex_decode", strings::base16, 64, [codecs::HEX_DECODE], 833;
    "engine::base32_decode", strings::base32, 64, copy, 89;
    "engine::base64_decode", strings::base64, 64, copy, 186;
    "engine::utf8_validate", strings::utf8, 64, copy, 35;
    "engine::utf8_to_utf16", strings::utf8, 64, copy, 46;
    "engine::varint_encode", arrays::numbers, 64, copy, 144;
    "engine::varint_decode", strings::varints, 64, copy, 83;
    "engine::run_length_encode", arrays::runs, 64, copy, 129;
    "engine::run_length_decode", arrays::words_and_lengths, 64, copy, 60;
    "engine::delta_encode", arrays::words, 64, [codecs::DELTA_ENCODE], 833;
    "engine::delta_decode", arrays::words, 64, copy, 109;
    "engine::bit_pack", arrays::numbers_of_13_bits, 64, [codecs::BIT_PACK], 833;
    "engine::bit_unpack", arrays::packed_13_bits, 64, [codecs::BIT_UNPACK], 333;
    "engine::lz4_decode", codec::lz4_blocks, 32, copy, 5;
    "engine::snappy_decode", codec::snappy_blocks, 32, copy, 12;
    "engine::inflate", codec::deflate_streams, 32, copy, 1;

    "engine::crc32", strings::messages, 64, copy, 44;
    "engine::xxh32", strings::messages_and_a_word, 64, copy, 227;
    "engine::xxh64", strings::messages_and_two_words, 64, copy, 242;
    "engine::siphash_2_4", strings::messages_and_four_words, 64, copy, 188;
    "engine::sha256", strings::messages, 64, copy, 28;
    "engine::blake3", strings::long_messages, 64, copy, 16;

    "engine::word_count", strings::long_prose, 256, copy, 72;
    "engine::line_index", strings::prose, 64, copy, 514;
    "engine::csv_index", strings::table, 64, copy, 153;
    "engine::substring_search", strings::prose_and_a_pattern, 64, copy, 112;
    "engine::dfa_scan", strings::prose_and_patterns, 64, copy, 208;
    "engine::edit_distance", strings::pairs_of_texts, 64, copy, 61;
    "engine::edit_distance_within", strings::pairs_of_texts_and_a_bound, 64, copy, 18;
    "engine::parse_decimal", strings::decimal_fields, 64, copy, 1;

    "engine::bfs", graphs::searched, 64, copy, 58;
    "engine::bfs_step", graphs::frontier, 64, copy, 230;
    "engine::connected_components", graphs::ends_of_edges, 64, copy, 21;
    "engine::csr_transpose", graphs::rows, 64, copy, 18;
    "engine::page_rank", graphs::incoming, 64, copy, 1;
    "engine::page_rank_exact", graphs::incoming, 64, copy, 1;
    "engine::triangles", graphs::both_ways, 64, copy, 69;

    "engine::box_filter", images::image_and_a_radius, 64, copy, 66;
    "engine::convolve", images::image_and_a_kernel, 64, copy, 46;
    "engine::equalize", images::levels, 64, copy, 26;
    "engine::halve", images::image, 64, copy, 466;
    "engine::summed_area", images::image, 64, copy, 68;

    "engine::reduce_axis_strict", tensors::rows_to_fold, 64, copy, 24;
    "engine::reduce_axis_tree", tensors::rows_to_fold, 64, copy, 11;
    "engine::scan_axis", tensors::rows_to_scan, 64, copy, 21;
    "engine::elements_by", tensors::matrix_and_a_row, 64, copy, 522;
    "engine::matmul_i8", arrays::matrices_of_bytes, 64, copy, 99;
    "engine::dot_rows_i8", arrays::rows_of_bytes, 64, copy, 1;

    "engine::argmax", floats::more_rows, 64, copy, 264;
    "engine::concat_axis", floats::two_blocks, 64, copy, 545;
    "engine::cross_entropy", floats::rows_and_classes, 64, copy, 50;
    "engine::dequantize_f8e4m3", floats::from_codes, 64, copy, 515;
    "engine::dequantize_i8", floats::from_bytes, 64, copy, 537;
    "engine::dequantize_nf4", floats::from_short_codes, 64, copy, 535;
    "engine::elements_add", floats::pairs, 64, copy, 545;
    "engine::elements_mul", floats::pairs, 64, copy, 539;
    "engine::felements_by", floats::matrix_and_a_row, 64, copy, 539;
    "engine::freduce_axis_strict", floats::rows_to_fold, 64, copy, 35;
    "engine::freduce_axis_tree", floats::rows_to_fold, 64, copy, 22;
    "engine::freduce_strict", floats::rows_by_their_ends, 64, copy, 48;
    "engine::freduce_tree_binary", floats::to_sum, 64, copy, 182;
    "engine::fscan_axis", floats::rows_to_scan, 64, copy, 40;
    "engine::gather_rows", floats::numbers_and_a_table, 64, copy, 544;
    "engine::gelu_tanh", floats::elements, 64, copy, 307;
    "engine::layer_norm", floats::rows_weights_and_offsets, 64, copy, 106;
    "engine::layer_norm_lanes_256", floats::long_rows_weights_and_offsets, 256, copy, 273;
    "engine::log_softmax", floats::rows, 64, copy, 61;
    "engine::pad", floats::matrix_and_a_margin, 64, copy, 399;
    "engine::quantize_f8e4m3", floats::to_codes, 64, copy, 249;
    "engine::quantize_i8", floats::to_bytes, 64, copy, 376;
    "engine::quantize_nf4", floats::to_codes, 64, copy, 186;
    "engine::rms_norm", floats::rows_and_weights, 64, copy, 45;
    "engine::rms_norm_lanes_256", floats::long_rows_and_weights, 256, copy, 240;
    "engine::scatter_rows", floats::numbers_a_table_and_rows, 64, copy, 30;
    "engine::silu", floats::elements, 64, copy, 177;
    "engine::silu_gate", floats::pairs, 64, copy, 199;
    "engine::softmax", floats::rows, 64, copy, 50;
    "engine::softmax_lanes_256", floats::long_rows, 256, copy, 270;
    "engine::top_k_rows", floats::rows_for_eight, 64, copy, 49;
    "engine::transpose", floats::matrices, 64, copy, 496;
    "engine::attention", products::sequences, 64, copy, 11;
    "engine::attention_lanes_256", products::sequences, 256, copy, 24;
    "engine::attention_stream_8", products::sequences, 64, copy, 1;
    "engine::convolution", products::images_and_filters, 64, copy, 38;
    "engine::matmul_bf16_fma_chain", products::matrices_of_bf16, 64, copy, 11;
    "engine::matmul_exact", products::matrices, 64, copy, 13;
    "engine::matmul_exact_dot4", products::matrices, 64, copy, 36;
    "engine::matmul_exact_residues", products::matrices, 64, copy, 28;
    "engine::matmul_f16_fma_chain", products::matrices_of_f16, 64, copy, 5;
    "engine::matmul_fma_chain", products::matrices, 64, copy, 5;
    "engine::matmul_fma_chain_tiled", products::matrices, 64, copy, 2;
    "engine::matmul_split_k", products::matrices_and_parts, 64, copy, 20;
    "engine::matmul_strict", products::matrices, 64, copy, 21;
    "engine::matmul_strict_tiled", products::matrices, 64, copy, 1;
    "engine::matmul_tree_binary", products::matrices, 64, copy, 16;
    "engine::max_pool", products::planes, 64, copy, 450;
    "engine::mixture", products::gates_and_experts, 64, copy, 242;
    "engine::rotary", products::rows_and_angles, 64, copy, 348;
    "engine::selective_scan", products::states, 64, copy, 1;
}
