//! Moduli of at most 8 bits that are pairwise coprime, and reconstruction of an integer from its residues.

use super::norm::{UNITS, log2};

/// The largest number of moduli of a product: enough for the largest supported spread of both operands, and K up to
/// [`MOST_PRODUCTS`].
pub(crate) const MOST_MODULI: u32 = 20;

/// The largest number of products of a sum: a product of two residues is below 2^16 - 2^9, so the sum stays below 2^32.
pub(super) const MOST_PRODUCTS: u32 = 1 << 16;

const _: () = assert!(MOST_PRODUCTS <= u32::MAX / (255 * 255));

/// The greatest spread of a row or a column: its integers have 24 bits plus the spread, at most 64 together.
pub(super) const MOST_SPREAD: u32 = 40;

/// Upper limit, in [`UNITS`], of the logarithm of a norm above that of its line, if squares are not much smaller than
/// their bound.
const ROUNDED: u32 = 8;

/// Bits of a limb.
const LIMB: u32 = 16;

/// A number as limbs, the lowest first.
type Limbs = Vec<u32>;

/// Constants that reconstruct an integer `x` from residues `y[i]` of `x * inverse[i]`. It is the sum of
/// `y[i] * weight[i]`, minus `whole` times the integer nearest to the sum of `y[i] * share[i]` over 2^24. The magnitude
/// of `x` must be below half of `whole` by a thousandth, since the sum has an error of up to 20 x 255 halves over 2^24.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub(super) moduli: Vec<u32>,
    /// For each modulus, the product of all others; with the same, even number of limbs as `whole`.
    pub(super) weights: Vec<Limbs>,
    /// The inverse of the weight, for each modulus.
    pub(super) inverses: Vec<u32>,
    /// 2^24 divided by the modulus, to the nearest.
    pub(super) shares: Vec<u32>,
    /// The product of all moduli.
    pub(super) whole: Limbs,
}

impl Basis {
    /// The basis of the first moduli, this many.
    pub(super) fn of(count: u32) -> Self {
        let moduli = moduli(count);
        let mut whole = product(&moduli);
        whole.resize(whole.len().next_multiple_of(2), 0);
        let others = |m: u32| moduli.iter().copied().filter(move |other| *other != m);
        let weight = |m: &u32| {
            let mut limbs = product(&others(*m).collect::<Vec<u32>>());
            limbs.resize(whole.len(), 0);
            limbs
        };
        let inverse = |m: &u32| {
            let weight = others(*m).fold(1, |weight, other| weight * other % m);
            let inverse = (1..*m).find(|x| x * weight % m == 1);
            inverse.expect("the moduli are coprime")
        };
        Self {
            weights: moduli.iter().map(weight).collect(),
            inverses: moduli.iter().map(inverse).collect(),
            shares: moduli.iter().map(|m| ((1 << 24) + m / 2) / m).collect(),
            moduli,
            whole,
        }
    }

    /// The largest sum of the logarithms of the norms of a row and of a column, in [`UNITS`] of their squares; none if
    /// the basis is too small for any.
    pub(super) fn norms(&self) -> Option<u32> {
        let top = self.whole.iter().rposition(|limb| *limb > 0)?;
        let limb = |below: usize| top.checked_sub(below).map_or(0, |at| self.whole[at]);
        let [high, middle, low] = [0, 1, 2].map(limb).map(u64::from);
        let zeros = high.leading_zeros() - (64 - LIMB);
        let leading = (high << 32 | middle << 16 | low) << zeros >> 16;
        // Half of it, and a unit for the thousandth.
        let place = top as u32 * LIMB + LIMB - 1 - zeros;
        log2(place, leading).checked_sub(2 * UNITS + 1)
    }
}

/// The fewest moduli for rows and columns whose logarithms of norms add up to at most this.
pub(super) fn taking(norms: u32) -> u32 {
    let enough = |count: &u32| Basis::of(*count).norms().is_some_and(|most| most >= norms);
    (1..MOST_MODULI).find(enough).unwrap_or(MOST_MODULI)
}

/// The fewest moduli for this sum of the spreads of a row and of a column, in sums of this many products.
pub(crate) fn needed(spread: u32, products: u32) -> u32 {
    let count = products.max(1).next_power_of_two().ilog2();
    let bits = 2 * (2 * 24 + spread + count);
    taking(UNITS * bits + 2 * ROUNDED)
}

/// Descending from 256, every number that is coprime to those before: 256, 255, 253, 251, 247, ...
fn moduli(count: u32) -> Vec<u32> {
    let mut moduli: Vec<u32> = vec![];
    for m in (2..=256).rev() {
        if moduli.len() < count as usize && moduli.iter().all(|other| gcd(*other, m) == 1) {
            moduli.push(m);
        }
    }
    moduli
}

fn gcd(a: u32, b: u32) -> u32 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// The product of numbers of at most 16 bits.
fn product(of: &[u32]) -> Limbs {
    let mut limbs = vec![1];
    for factor in of {
        let mut carry = 0;
        for limb in &mut limbs {
            let sum = *limb * factor + carry;
            (*limb, carry) = (sum & 0xffff, sum >> LIMB);
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    limbs
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn number(limbs: &[u32]) -> BigInt {
        let limbs = limbs.iter().rev();
        limbs.fold(BigInt::ZERO, |sum, limb| (sum << LIMB) + *limb)
    }

    /// Oracle: integers of any size: every basis reconstructs integers from their residues, up to half of the product
    /// minus a thousandth, of both signs.
    #[test]
    fn integers_follow_from_their_residues() {
        for count in 1..=MOST_MODULI {
            let basis = Basis::of(count);
            let whole = number(&basis.whole);
            let most: BigInt = &whole * 1023u32 / 2048u32;
            for x in [
                BigInt::ZERO,
                BigInt::from(1),
                BigInt::from(-1),
                most.clone(),
                -&most,
                &most / 3,
                -&most / 7,
            ] {
                let (mut sum, mut shares) = (BigInt::ZERO, 1 << 23);
                for (i, m) in basis.moduli.iter().enumerate() {
                    let residue = ((&x * basis.inverses[i]) % *m + *m) % *m;
                    let residue = u32::try_from(residue).expect("a residue");
                    sum += number(&basis.weights[i]) * residue;
                    shares += residue * basis.shares[i];
                }
                assert_eq!(sum - &whole * (shares >> 24), x, "{count} moduli");
            }
        }
    }

    /// Oracle: integers of any size: the largest sum for accepted norms is below half of the product by a thousandth;
    /// slightly larger norms would violate that.
    #[test]
    fn a_basis_takes_the_norms_that_it_says() {
        for count in 1..=MOST_MODULI {
            let basis = Basis::of(count);
            let Some(norms) = basis.norms() else {
                continue;
            };
            // Sixteenth powers of the largest sum, which is 2^(norms / 128), and of the limit.
            let [most, more] = [norms, norms + 4].map(|norms| BigInt::from(1) << (norms / 8));
            let taken = (number(&basis.whole) * 1023u32).pow(16);
            let scale = BigInt::from(2048u32).pow(16);
            assert!(most * &scale <= taken, "{count} moduli");
            assert!(more * &scale * 4 > taken, "{count} moduli");
            assert!(taking(norms) <= count);
        }
    }

    /// Oracle: integers of any size: the largest sum of this many products of numbers of a spread.
    #[test]
    fn as_many_moduli_as_are_needed_take_a_spread() {
        for products in [1, 2, 3, 1000, 4096, MOST_PRODUCTS] {
            for spread in [0, 1, 16, 32, 50, 2 * MOST_SPREAD] {
                let count = needed(spread, products);
                let largest: BigInt = (BigInt::from((1 << 24) - 1).pow(2) * products) << spread;
                assert!(largest * 2 < number(&Basis::of(count).whole), "{spread}");
            }
            assert!(
                needed(2 * MOST_SPREAD, products) < MOST_MODULI,
                "{products}"
            );
        }
    }

    /// Oracle: the published list, and the definition.
    #[test]
    fn moduli_are_coprime_numbers_of_eight_bits() {
        let moduli = moduli(MOST_MODULI);
        assert_eq!(moduli[..5], [256, 255, 253, 251, 247]);
        assert_eq!(moduli.len(), MOST_MODULI as usize);
        for (k, m) in moduli.iter().enumerate() {
            assert!(moduli[..k].iter().all(|other| gcd(*other, *m) == 1));
        }
    }
}
