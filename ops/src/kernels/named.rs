//! The buffers of each kernel as fields, so that buffers of equal size cannot be confused.
//!
//! A struct has a field for each buffer of a kernel, and [`named`](RadixSort::named) returns them with their names for
//! `EnginePipeline::record_named` of the package [`vyre-conform-pipeline`](https://docs.rs/vyre-conform-pipeline),
//! which refuses the struct of another kernel. The application chooses the type of a buffer, such as `wgpu::Buffer`.
//!
//! ```
//! use vyre_ops::kernels::named::RadixSort;
//!
//! let [keys, values, sorted_keys, sorted_values] = ["a", "b", "c", "d"];
//! let buffers = RadixSort { keys, values, sorted_keys, sorted_values };
//! assert_eq!(buffers.named()[1], ("values", "b"));
//! ```

/// Defines structs with a field for each buffer.
macro_rules! named {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident { $($field:ident),+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $name<'b, B: ?Sized> {
            $(#[doc = concat!("The buffer `", stringify!($field), "`.")]
            $vis $field: &'b B,)+
        }

        impl<'b, B: ?Sized> $name<'b, B> {
            /// Every buffer with its name, in the order of the kernel.
            $vis fn named(&self) -> [(&'static str, &'b B); [$(stringify!($field)),+].len()] {
                [$((stringify!($field), self.$field)),+]
            }
        }
    )+};
}

named! {
    /// The buffers of [`reduce`](super::reduce).
    pub struct Reduce { source, total }

    /// The buffers of [`scan_exclusive`](super::scan_exclusive) and [`scan_inclusive`](super::scan_inclusive).
    pub struct Scan { source, sums }

    /// The buffers of [`compact`](super::compact).
    pub struct Compact { flags, values, indices, kept, count }

    /// The buffers of [`histogram`](super::histogram).
    pub struct Histogram { source, counts, ranks }

    /// The buffers of [`radix_sort`](super::radix_sort).
    pub struct RadixSort { keys, values, sorted_keys, sorted_values }

    /// The buffers of [`partition`](super::partition).
    pub struct Partition { flags, values, indices, placed, count }

    /// The buffers of [`top_k`](super::top_k).
    pub struct TopK { words, largest, indices }

    /// The buffers of [`unique`](super::unique).
    pub struct Unique { words, distinct, counts, runs }

    /// The buffers of [`softmax`](super::softmax).
    pub struct Softmax { source, target }

    /// The buffers of [`matmul`](super::matmul), [`matmul_fma_chain_tiled`](super::matmul_fma_chain_tiled),
    /// [`matmul_strict_tiled`](super::matmul_strict_tiled), [`matmul_exact_residues`](super::matmul_exact_residues) and
    /// [`matmul_exact_dot4`](super::matmul_exact_dot4).
    pub struct Matmul { a, b, product }

    /// The buffers of [`blake3`](super::blake3).
    pub struct Blake3 { text, hash }

    /// The buffers of [`blake3_chunks`](super::blake3_chunks).
    pub struct Blake3Chunks { text, values }
}
