//! Loops that write a column of words, at the full vector width of the processor.

/// Defines the loops over a column: `lo` counts its words from the given number.
macro_rules! columns {
    ($($vis:vis fn $name:ident($out:ident, $lo:ident, $($arg:ident: $ty:ty),*) $each:expr;)*) => {
        $crate::vector::widest! {$(
            $vis fn $name($out: &mut [u32], $lo: u32, $($arg: $ty),*) {
                for (i, word) in $out.iter_mut().enumerate() {
                    let $lo = $lo.wrapping_add(i as u32);
                    *word = $each;
                }
            }
        )*}
    };
}

pub(super) use columns;

columns! {
    pub(super) fn consecutive(out, n, first: u32) first.wrapping_add(n);
    pub(super) fn constant(out, _n, word: u32) word;
}
