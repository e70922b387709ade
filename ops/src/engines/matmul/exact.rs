use super::{
    Contract, Element, GOLDBERG, Problem, goldberg_product, lattice, one_element, product, wide,
};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{BinaryOp, Expr, Kernel, LocalId, Operand, Type, UnaryOp, Var};
use vyre_conform_runtime::vyre_engine;

/// Limbs of 16 bits of an accumulator. The lowest bit weighs 2^-298, like that of the product of two smallest numbers.
/// The largest product is below 2^256, and 2^32 of them are below 2^288. That makes 586 bits and a sign, rounded up to
/// whole limbs.
const LIMBS: u32 = 38;

/// Products of a block. A product adds at most 2^16 - 1 to a limb, positive or negative, and a limb has 31 bits.
pub(in crate::engines) const BLOCK: u32 = 1 << 14;

/// Flags for operands other than finite numbers.
const NAN: u32 = 1;
const PLUS_INFINITY: u32 = 2;
const MINUS_INFINITY: u32 = 4;

/// The product of two matrices of floats, each element the exact sum of exact products, rounded once.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// Exact sums are associative, so this contract needs no order: permuting K, padding it with zeros or splitting it
/// changes nothing. A NaN, infinities of both signs, or infinity times zero give NaN. Infinities of one sign give that
/// infinity. A sum beyond the largest number rounds to infinity. An exact zero is +0 unless every product is -0.
///
/// An invocation adds to an accumulator of integer limbs that spans every product's exponent, like Kulisch's. Limbs
/// have both signs, so that a product changes four of them, and carries propagate once per block.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = Exact,
    sums = lattice::sums,
)]
pub fn matmul_exact(input: &Input, size: u32) -> Plan {
    let inner = Problem::of(input).inner;
    let blocks = inner.div_ceil(BLOCK);
    let contract = Contract {
        name: "sum_exactly",
        operands: Type::U32,
        parameter: blocks,
        iterations: vec![
            blocks.into(),
            inner.min(BLOCK).into(),
            LIMBS.into(),
            LIMBS.into(),
        ],
        element,
    };
    contract.plan(input, size)
}

fn element(k: &mut Kernel, element: &Element) -> Var {
    sum(k, [element.inner, element.parameter], |k, i| {
        element.operands(k, i)
    })
}

/// Upper bounds on the iterations of the loops of [`sum`] over this many products.
pub(in crate::engines) fn iterations(products: u32) -> [u64; 4] {
    let [blocks, most] = [products.div_ceil(BLOCK), products.min(BLOCK)];
    [blocks, most, LIMBS, LIMBS].map(u64::from)
}

/// Adds products, in this many [`BLOCK`]s. The operands are the bits of floats.
pub(in crate::engines) fn sum(
    k: &mut Kernel,
    [products, blocks]: [Var; 2],
    operands: impl FnOnce(&mut Kernel, Var) -> [Var; 2],
) -> Var {
    let limbs = k.array("limbs", Type::U32, LIMBS);
    let met = k.variable("met", 0);
    let all_minus_zero = k.variable("all_minus_zero", products.min(1));
    k.count("block", 0, blocks, |k, block| {
        let from = k.bind("from", block * BLOCK);
        let to = from + (products - from).min(BLOCK);
        k.count("i", from, to, |k, i| {
            let [left, right] = operands(k, i);
            add_product(k, [left, right], limbs, [met, all_minus_zero]);
        });
        let carry = k.variable("carry", 0);
        k.count("limb", 0, LIMBS, |k, at| {
            let sum = k.bind("sum", limb(limbs, at) + carry);
            k.store_element(limbs, at, sum & 0xffff);
            // The sign propagates with the carry.
            k.assign(carry, (sum >> 16) | ((Expr::u32(0) - (sum >> 31)) << 16));
        });
    });
    round(k, limbs, [met, all_minus_zero])
}

fn limb(limbs: LocalId, at: impl Into<Expr>) -> Expr {
    Expr::element(limbs, Type::U32, at.into())
}

/// Adds a product to the limbs, or sets a flag if it is not a finite number.
fn add_product(
    k: &mut Kernel,
    operands: [Var; 2],
    limbs: LocalId,
    [met, all_minus_zero]: [Var; 2],
) {
    let [left, right] = operands;
    let exponents = operands.map(|x| k.bind("exponent", (x >> 23) & 255));
    let sign = k.bind("sign", (left ^ right) >> 31);
    let largest = exponents[0].max(exponents[1]);
    k.when_else(
        largest.equals(255),
        |k| {
            let is = |refused: fn(Expr) -> Expr| refused(left << 1) | refused(right << 1);
            let nan = is(|x| x.greater(0xff00_0000)) | is(|x| x.equals(0));
            let infinity = sign.equals(0).select(PLUS_INFINITY, MINUS_INFINITY);
            k.assign(met, met | nan.select(NAN, infinity));
            k.assign(all_minus_zero, 0);
        },
        |k| {
            let [x, y] = [0, 1].map(|n| {
                let normal = exponents[n].min(1) << 23;
                k.bind("significand", (operands[n] & 0x007f_ffff) | normal)
            });
            let low = k.bind("low", x * y);
            let high = k.bind("high", x.binary(BinaryOp::MulHigh, y));
            let zero = (low | high).equals(0).select(sign, 0);
            k.assign(all_minus_zero, all_minus_zero & zero);
            // Subnormal numbers have the exponent of the smallest normal one.
            let [e, f] = exponents.map(|e| e.max(1) - 1);
            let place = k.bind("place", e + f);
            let shift = k.bind("shift", place & 15);
            let lower = k.bind("lower", low << shift);
            let upper = (high << shift) | ((low >> 1) >> (Expr::u32(31) - shift));
            let upper = k.bind("upper", upper);
            let first = k.bind("first", place >> 4);
            let minus = k.bind("minus", Expr::u32(0) - sign);
            let chunks = [lower & 0xffff, lower >> 16, upper & 0xffff, upper >> 16];
            for (n, chunk) in (0u32..).zip(chunks) {
                let signed = (chunk ^ minus) + sign;
                k.store_element(limbs, first + n, limb(limbs, first + n) + signed);
            }
        },
    );
}

/// The sum, rounded to the nearest, ties to even.
fn round(k: &mut Kernel, limbs: LocalId, [met, all_minus_zero]: [Var; 2]) -> Var {
    let negative = k.bind("negative", limb(limbs, Expr::u32(LIMBS - 1)) >> 15);
    // The magnitude, and its highest and lowest nonzero limbs.
    let carry = k.variable("carry", negative);
    let top = k.variable("top", 0);
    let bottom = k.variable("bottom", LIMBS);
    k.count("limb", 0, LIMBS, |k, at| {
        let flipped = negative
            .equals(1)
            .select(limb(limbs, at) ^ 0xffff, limb(limbs, at));
        let sum = k.bind("sum", flipped + carry);
        let kept = k.bind("kept", sum & 0xffff);
        k.store_element(limbs, at, kept);
        k.assign(carry, sum >> 16);
        k.when(kept.differs(0), |k| {
            k.assign(top, at);
            k.assign(bottom, bottom.min(at));
        });
    });
    let leading = limb(limbs, top).unary(UnaryOp::LeadingZeros);
    let leading = k.bind("leading", top * 16 + 31 - leading);
    // Bits 149 to 172 are those of the smallest normal number; no result has a bit below bit 149.
    let exponent = k.bind("exponent", leading.max(172) - 172);
    let guard = k.bind("guard", exponent + 148);
    let at = k.bind("at", guard >> 4);
    let shift = k.bind("shift", guard & 15);
    let lower = limb(limbs, at) | (limb(limbs, at + 1) << 16);
    let upper = (limb(limbs, at + 2) << 1) << (Expr::u32(31) - shift);
    let window = k.bind("window", (lower >> shift) | upper);
    let below = limb(limbs, at) & ((Expr::u32(1) << shift) - 1);
    let sticky = (below.differs(0) | bottom.less(at)).select(Expr::u32(1), 0);
    let significand = k.bind("significand", window >> 1);
    let up = window & (sticky | significand) & 1;
    // A carry out of the significand correctly increments the exponent.
    let number = exponent
        .at_least(254)
        .select(0x7f80_0000, (exponent << 23) + significand + up);
    let number = number | (negative << 31);
    let zero = bottom.equals(LIMBS);
    let finite = zero.select(all_minus_zero << 31, number);
    let both = (met & (PLUS_INFINITY | MINUS_INFINITY)).equals(PLUS_INFINITY | MINUS_INFINITY);
    let nan = (met & NAN).differs(0) | both;
    let infinity = met.equals(PLUS_INFINITY).select(0x7f80_0000, 0xff80_0000);
    let other = nan.select(super::CANONICAL_NAN, infinity);
    k.variable("rounded", met.equals(0).select(finite, other))
}

/// The sum of 64-bit digits, rounded through binary64.
fn reference(input: &Input) -> Output {
    product(input, wide::dot)
}

/// A published sum, independent of the order here.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([0, 1, 2], &[]),
        output: || one_element(1.0),
    },
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([1, 2, 0], &[]),
        output: || one_element(1.0),
    },
];
