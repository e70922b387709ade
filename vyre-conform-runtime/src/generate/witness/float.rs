//! Edge values of floats in the witness stream: sign, exponent and fraction are chosen independently.

use super::{EdgeKeys, hash, pick, raw, select};
use vyre_conform_spec::FloatFormat;

/// An edge value of a float from a hash: sign, exponent and fraction are chosen independently.
#[inline(always)]
fn float_edge(h: u32, format: FloatFormat) -> u32 {
    let (places, bias, top) = (format.fraction_bits(), format.bias(), format.top_exponent());
    let random = hash(h ^ 0x85eb_ca6b);
    let (m, k, form) = (h >> 8, (random >> 23) & 31, (random >> 28) & 3);
    let fraction = random & format.fraction();
    let high = u32::MAX.wrapping_shl(k);
    let mut sparse = 0;
    sparse = select(form == 1, 1u32.wrapping_shl(k), sparse);
    sparse = select(form == 2, high, sparse);
    sparse = select(form == 3, !high, sparse) & format.fraction();
    let extreme = (m & 3) ^ select(m & 4 != 0, top, 0);
    let kind = h & 7;
    let mut exponent = m;
    exponent = select((kind == 1) | (kind == 2), extreme, exponent);
    exponent = select(kind == 3, (bias + (m & 7)).wrapping_sub(4), exponent);
    exponent = select(kind == 4, (bias + (m & 31)).wrapping_sub(8), exponent);
    exponent = select(
        kind == 5,
        (bias + places + (m & 15)).wrapping_sub(4),
        exponent,
    );
    let half = bias / 2 + select(m & 8 != 0, bias, 0);
    exponent = select(kind == 6, (half + (m & 7)).wrapping_sub(3), exponent);
    exponent = select(kind == 7, 0, exponent) & top;
    let is_sparse = (kind == 0) | (kind == 2) | (kind == 3) | (kind == 5);
    let mut low = select(is_sparse, sparse, fraction);
    low = select(kind == 7, fraction.wrapping_shr(k), low);
    let sign = select(random >> 31 != 0, format.sign(), 0);
    sign | exponent << places | low
}

#[inline(always)]
pub(super) fn float_word(lo: u32, keys: EdgeKeys, operand: u32, format: FloatFormat) -> u32 {
    let s = raw(lo, keys.choice);
    let slot = select(s & 4 != 0, s & 3, operand);
    let x = float_edge(raw(lo, pick(keys.first, slot)), format);
    let change = (s >> 4) & 7;
    let scale = ((s >> 8) & 63).wrapping_sub(32);
    let mut y = x;
    y = select(change == 4, x.wrapping_add(1), y);
    y = select(change == 5, x.wrapping_sub(1), y);
    y = select(change == 6, x ^ format.sign(), y);
    let moved = x.wrapping_add(scale.wrapping_shl(format.fraction_bits()));
    select(change == 7, moved, y) & format.mask()
}

#[cfg(test)]
mod tests {
    use super::super::Witnesses;
    use crate::generate::{Block, Source};
    use vyre_conform_spec::{FloatFormat, ValueType};

    /// Oracle: the list of float edges in the module's documentation, and the exponents of both operands.
    #[test]
    fn floats_have_every_kind_and_operands_that_meet() {
        let types = [ValueType::F32; 2];
        let source = Witnesses::new(&types, 1, 1 << 20);
        let mut block = Block::new(&types, 1 << 20);
        source.fill(0, &mut block);
        let [a, b] = block.columns.as_slice() else {
            panic!("two columns")
        };
        let count = |p: &dyn Fn(u32, u32) -> bool| (0..a.len()).filter(|i| p(a[*i], b[*i])).count();
        let exponent = |x: u32| x >> 23 & 255;
        for e in 0..256 {
            assert!(
                count(&|a, _| exponent(a) == e) > 1_000,
                "exponent {e} is rare"
            );
        }
        for bits in [
            0,
            1 << 31,
            0x7f80_0000,
            0xff80_0000,
            0x3f80_0000,
            0x3f00_0000,
            0x0080_0000,
        ] {
            assert!(count(&|a, _| a == bits) > 50, "{bits:#x} is rare");
        }
        assert!(count(&|a, _| FloatFormat::F32.is_nan(a)) > 10_000);
        assert!(count(&|a, _| exponent(a) == 0 && a << 9 != 0) > 50_000);
        assert!(count(&|a, b| a == b) > 20_000);
        assert!(count(&|a, b| a ^ b == 1 << 31) > 5_000);
        assert!(count(&|a, b| b == a.wrapping_add(1)) > 5_000);
        assert!(count(&|a, b| exponent(a).abs_diff(exponent(b)) < 26) > 200_000);
        let narrow = Witnesses::new(&[ValueType::F16; 2], 9, 4096);
        let mut block = Block::new(&[ValueType::F16; 2], 4096);
        narrow.fill(0, &mut block);
        assert!(block.columns.iter().flatten().all(|bits| *bits <= 0xffff));
    }
}
