//! Loops over columns of words. A mask is a column of 0 (false) and 1 (true).

use vyre_conform_runtime::generate::BLOCK;
use vyre_conform_runtime::vector::widest;
use vyre_conform_spec::FloatFormat;

/// A column of a full block, aligned to a cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Column(pub(super) [u32; BLOCK]);

widest! {
    /// True if the columns differ anywhere.
    pub(super) fn differ(l: &[u32], r: &[u32]) -> bool {
        l.iter().zip(r).fold(0, |all, (l, r)| all | (l ^ r)) != 0
    }
    /// True if `l > r` anywhere, unsigned.
    pub(super) fn exceeds(l: &[u32], r: &[u32]) -> bool {
        l.iter().zip(r).fold(0, |all, (l, r)| all | u32::from(l > r)) != 0
    }
    /// True if `l > r` anywhere, signed.
    pub(super) fn exceeds_signed(l: &[u32], r: &[u32]) -> bool {
        l.iter().zip(r).fold(0, |all, (l, r)| all | u32::from(*l as i32 > *r as i32)) != 0
    }
    /// True if the mask is 0 anywhere.
    pub(super) fn any_false(mask: &[u32]) -> bool {
        mask.iter().fold(1, |all, m| all & m) == 0
    }
    /// The number of zeros in a mask.
    pub(super) fn count_false(mask: &[u32]) -> u64 {
        let trues: u32 = mask.iter().fold(0, |n, m| n.wrapping_add(*m));
        mask.len() as u64 - u64::from(trues)
    }
    /// `mask = l == r`.
    pub(super) fn equal(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(l == r);
        }
    }
    /// `mask = l <= r`, unsigned
    pub(super) fn at_most(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(l <= r);
        }
    }
    /// `mask = l <= r`, signed
    pub(super) fn at_most_signed(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(*l as i32 <= *r as i32);
        }
    }
    /// `mask = l < r or (l == r and mask)`, unsigned: one more significant word of a comparison
    pub(super) fn at_most_above(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(l < r) | (u32::from(l == r) & *m);
        }
    }
    /// `mask = l` and `r` are the same float; all NaNs are equal.
    pub(super) fn same_floats(mask: &mut [u32], l: &[u32], r: &[u32], format: FloatFormat) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            let nans = format.is_nan(*l) & format.is_nan(*r);
            *m = u32::from((l == r) | nans);
        }
    }
    /// `mask = l <= r` according to IEEE 754.
    pub(super) fn floats_at_most(mask: &mut [u32], l: &[u32], r: &[u32], format: FloatFormat) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(format.at_most(*l, *r));
        }
    }
    /// `mask = mask and other`
    pub(super) fn and(mask: &mut [u32], other: &[u32]) {
        for (m, o) in mask.iter_mut().zip(other) {
            *m &= o;
        }
    }
    /// `mask = mask or other`
    pub(super) fn or(mask: &mut [u32], other: &[u32]) {
        for (m, o) in mask.iter_mut().zip(other) {
            *m |= o;
        }
    }
    /// `mask = mask implies other`
    pub(super) fn implies(mask: &mut [u32], other: &[u32]) {
        for (m, o) in mask.iter_mut().zip(other) {
            *m = (*m ^ 1) | o;
        }
    }
    /// `count = count + mask`
    pub(super) fn add(count: &mut [u32], mask: &[u32]) {
        for (c, m) in count.iter_mut().zip(mask) {
            *c = c.wrapping_add(*m);
        }
    }
    /// `mask = count == 1`
    pub(super) fn is_one(count: &mut [u32]) {
        for c in count.iter_mut() {
            *c = u32::from(*c == 1);
        }
    }
    /// `out = l + r + carry`, wrapping; `carry` becomes the carry out
    pub(super) fn add_with_carry(out: &mut [u32], carry: &mut [u32], l: &[u32], r: &[u32]) {
        for (((o, c), l), r) in out.iter_mut().zip(carry.iter_mut()).zip(l).zip(r) {
            let wide = u64::from(*l) + u64::from(*r) + u64::from(*c);
            *o = wide as u32;
            *c = (wide >> 32) as u32;
        }
    }
    /// `out = l + r`, wrapping
    pub(super) fn sum(out: &mut [u32], l: &[u32], r: &[u32]) {
        for ((o, l), r) in out.iter_mut().zip(l).zip(r) {
            *o = l.wrapping_add(*r);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: Rust's f32 and f64 (`==` of the bits, `is_nan`, `<=`) on pairs of every kind.
    #[test]
    fn floats_compare_as_ieee_says() {
        let kinds = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f32::MAX,
            f32::MIN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            1e-45,
            -1e-45,
            f32::NAN,
            f32::from_bits(0xffa0_0001),
        ];
        for a in kinds {
            for b in kinds {
                let (l, r) = ([a.to_bits()], [b.to_bits()]);
                let mut mask = [7];
                same_floats(&mut mask, &l, &r, FloatFormat::F32);
                let same = l == r || a.is_nan() && b.is_nan();
                assert_eq!(mask, [u32::from(same)], "{a} = {b}");
                floats_at_most(&mut mask, &l, &r, FloatFormat::F32);
                assert_eq!(mask, [u32::from(a <= b)], "{a} <= {b}");
            }
        }
    }
}
