//! Moduli of at most 8 bits that are pairwise coprime, and how an integer follows from its residues.

/// The most moduli of a product: enough for the spread of both operands that a residue takes, and K up to
/// [`MOST_PRODUCTS`].
pub(crate) const MOST_MODULI: u32 = 20;

/// The most products of a sum: a product of two residues is below 2^16 - 2^9, so that the sum stays below 2^32.
pub(super) const MOST_PRODUCTS: u32 = 1 << 16;

const _: () = assert!(MOST_PRODUCTS <= u32::MAX / (255 * 255));

/// The greatest spread of a row or a column: its integers have 24 bits and as many more, at most 64 together.
pub(super) const MOST_SPREAD: u32 = 40;

/// Bits of a limb.
const LIMB: u32 = 16;

/// A number as limbs, the lowest first.
type Limbs = Vec<u32>;

/// An integer `x` follows from residues `y[i]` of `x * inverse[i]`: it is the sum of `y[i] * weight[i]`, less `whole` times
/// the nearest integer to the sum of `y[i] * share[i]` by 2^24, where `x` has at most a fourth of the magnitude of `whole`.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub(super) moduli: Vec<u32>,
    /// The product of all other moduli, for each; as many limbs as `whole` has, an even number.
    pub(super) weights: Vec<Limbs>,
    /// The inverse of the weight, for each modulus.
    pub(super) inverses: Vec<u32>,
    /// 2^24 by the modulus, to the nearest.
    pub(super) shares: Vec<u32>,
    /// The product of all moduli.
    pub(super) whole: Limbs,
}

impl Basis {
    /// The basis of the first moduli, as many as are asked for.
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

    /// How large the spreads of a row and of a column may be together, for sums of this many products of numbers whose
    /// significands have 24 bits; nothing where no numbers are small enough.
    pub(super) fn spread(&self, products: u32) -> Option<u32> {
        let top = self.whole.iter().rposition(|limb| *limb > 0)?;
        let bits = top as u32 * LIMB + self.whole[top].ilog2();
        let of_sum = products.max(1).next_power_of_two().ilog2();
        bits.checked_sub(2 + 2 * 24 + of_sum)
    }
}

/// The fewest moduli for spreads of a row and of a column that are together this large.
pub(crate) fn needed(spread: u32, products: u32) -> u32 {
    let enough = |count: &u32| {
        let takes = Basis::of(*count).spread(products);
        takes.is_some_and(|takes| takes >= spread)
    };
    (1..MOST_MODULI).find(enough).unwrap_or(MOST_MODULI)
}

/// From 256 downwards every number that is coprime to those before: 256, 255, 253, 251, 247, ...
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

    /// Oracle: integers of any size: every basis gives back integers from their residues, up to a fourth of the
    /// product, of both signs.
    #[test]
    fn integers_follow_from_their_residues() {
        for count in 1..=MOST_MODULI {
            let basis = Basis::of(count);
            let whole = number(&basis.whole);
            let quarter: BigInt = &whole / 4;
            for x in [
                BigInt::ZERO,
                BigInt::from(1),
                BigInt::from(-1),
                quarter.clone(),
                -&quarter,
                &quarter / 3,
                -&quarter / 7,
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

    /// Oracle: integers of any size: the largest sum for the spread that is given has at most a fourth of the product.
    #[test]
    fn a_basis_takes_the_spread_that_it_says() {
        for products in [1, 2, 3, 1000, 4096, MOST_PRODUCTS] {
            for count in 1..=MOST_MODULI {
                let basis = Basis::of(count);
                if let Some(spread) = basis.spread(products) {
                    let largest: BigInt = (BigInt::from((1 << 24) - 1).pow(2) * products) << spread;
                    assert!(largest * 4 <= number(&basis.whole), "{count} moduli");
                    assert!(needed(spread, products) <= count);
                }
            }
            let all = Basis::of(MOST_MODULI).spread(products);
            assert!(all >= Some(2 * MOST_SPREAD), "{products} products");
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
