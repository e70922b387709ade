//! Loops that write a column of words, as wide as the processor allows.

/// Every loop over a column, compiled for the baseline and for AVX2.
macro_rules! columns {
    ($($vis:vis fn $name:ident($out:ident, $lo:ident, $($arg:ident: $ty:ty),*) $each:expr;)*) => {
        $($vis fn $name($out: &mut [u32], $lo: u32, $($arg: $ty),*) {
            #[inline(always)]
            fn body($out: &mut [u32], $lo: u32, $($arg: $ty),*) {
                for (i, word) in $out.iter_mut().enumerate() {
                    let $lo = $lo.wrapping_add(i as u32);
                    *word = $each;
                }
            }
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($out: &mut [u32], $lo: u32, $($arg: $ty),*) {
                    body($out, $lo, $($arg),*);
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor was asked for the feature the function enables.
                    return unsafe { avx2($out, $lo, $($arg),*) };
                }
            }
            body($out, $lo, $($arg),*);
        })*
    };
}

pub(super) use columns;

columns! {
    pub(super) fn consecutive(out, n, first: u32) first.wrapping_add(n);
    pub(super) fn constant(out, _n, word: u32) word;
}
