//! Random numbers from a seed.

use vyre_conform_ir::Type;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#[derive(Clone, Debug)]
pub(super) struct Draw(u64);

impl Draw {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number below `count`.
    pub(super) fn below(&mut self, count: u32) -> u32 {
        (((self.next() >> 32) * u64::from(count)) >> 32) as u32
    }

    /// True with this probability in percent.
    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// A random element.
    pub(super) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    /// A random word: half of them edge values, a quarter small.
    pub(super) fn word(&mut self) -> u32 {
        const EDGES: [u32; 10] = [
            0,
            1,
            2,
            31,
            32,
            33,
            0x7fff_ffff,
            0x8000_0000,
            u32::MAX - 1,
            u32::MAX,
        ];
        match self.below(4) {
            0 | 1 => self.of(&EDGES),
            2 => self.below(64),
            _ => self.next() as u32,
        }
    }

    /// The bits of a random float: zeros, subnormal numbers, ends of the range, infinities and NaNs of
    /// both kinds.
    fn float(&mut self, ty: Type) -> u64 {
        let mantissa = match ty {
            Type::Float(format) => format.fraction_bits(),
            _ => 23,
        };
        let (sign, min) = (1 << (ty.bits() - 1), 1 << mantissa);
        let infinity = sign - min;
        let quiet = min >> 1;
        let magnitude = self.of(&[
            0,
            1,
            min - 1,
            min,
            // 1.5: Mesa confuses 0 and -0 beside 1 and -1 (`docs/results/findings.md`).
            (infinity >> 1) & infinity | quiet,
            infinity - 1,
            infinity,
            infinity + 1,
            infinity + quiet,
            infinity + quiet + 3,
        ]);
        magnitude & (sign - 1) | self.of(&[0, sign])
    }

    /// The bits of a literal.
    pub(super) fn literal(&mut self, ty: Type) -> u64 {
        if ty.is_float() && self.percent(50) {
            return self.float(ty);
        }
        let bits = u64::from(self.word()) | u64::from(self.word()) << 32;
        bits & ty.mask()
    }

    /// The words of an element.
    pub(super) fn element(&mut self, ty: Type, into: &mut Vec<u32>) {
        for _ in 0..ty.words() {
            into.push(match ty {
                Type::Bool => self.word() & 1,
                // As many elements as fit into a word, low bits first.
                Type::Float(format) => (0..32 / format.bits()).fold(0, |word, k| {
                    word | (self.literal(ty) as u32) << (k * format.bits())
                }),
                _ => self.word(),
            });
        }
    }
}
