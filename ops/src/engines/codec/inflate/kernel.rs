//! The program: a state machine with tables in arrays of the invocation.

use super::super::blocks::{self, Block, TOO_FAR, TOO_LONG, TRUNCATED};
use super::{
    DISTANCES, END, GIVEN, LENGTH_CODES, LITERALS, LONGEST, NO_CODE, NO_SYMBOL, NOT_COMPLEMENT,
    ORDER, RESERVED,
};
use vyre_conform_runtime::ir::{Expr, Kernel, LocalId, Operand, Program, Type, Var};

/// Next step in a stream.
const HEADER: u32 = 0;
const STORED: u32 = 1;
const CODE_LENGTH: u32 = 2;
const CODES: u32 = 3;
const SYMBOL: u32 = 4;
const COPY: u32 = 5;

/// A code in the tables: its number, the start of its symbols, and its largest number of symbols.
#[derive(Clone, Copy)]
struct Code {
    number: u32,
    first: u32,
    most: u32,
}

const OF_LITERALS: Code = Code {
    number: 0,
    first: 0,
    most: LITERALS,
};
const OF_DISTANCES: Code = Code {
    number: 1,
    first: LITERALS,
    most: DISTANCES,
};
const OF_LENGTHS: Code = Code {
    number: 2,
    first: LITERALS + DISTANCES,
    most: LENGTH_CODES,
};

/// Possible lengths of a code, including 0 for no code.
const KINDS: u32 = LONGEST + 1;

/// Iteration limits of the loops of a step, in the order of the program.
pub(super) fn inner_iterations() -> Vec<u64> {
    let built = |code: Code| {
        let most = u64::from(code.most);
        [u64::from(KINDS), most, u64::from(LONGEST), most]
    };
    let longest = u64::from(LONGEST);
    // A repeat covers at most 138 lengths.
    [
        &[LITERALS, DISTANCES, LENGTH_CODES].map(u64::from)[..],
        &built(OF_LENGTHS),
        &[longest, 138],
        &built(OF_LITERALS),
        &built(OF_DISTANCES),
        &[longest, longest],
    ]
    .concat()
}

/// The decoder's state for a stream.
#[derive(Clone, Copy)]
struct Stream {
    block: Block,
    /// Number of bits read.
    bit: Var,
    /// Number of bits.
    bits: Var,
    /// Start of the item being validated.
    item: Var,
    state: Var,
    is_last: Var,
    /// Number of bytes left of a run or a copy.
    left: Var,
    distance: Var,
    /// Number of literals and of distances with codes, and number of known code lengths.
    given: [Var; 2],
    known: Var,
    /// The code lengths; the number of codes of each length; the symbols in the order of their codes; and the index of
    /// the next symbol of a length.
    lengths: LocalId,
    counts: LocalId,
    symbols: LocalId,
    places: LocalId,
    /// A table of [`ORDER`].
    order: u32,
}

fn element(array: LocalId, index: impl Into<Expr>) -> Expr {
    Expr::element(array, Type::U32, index.into())
}

pub(super) fn program(size: u32) -> Program {
    blocks::for_each("inflate", size, |k, block| {
        let order = ORDER.iter().map(|symbol| u64::from(*symbol)).collect();
        let s = Stream {
            block,
            bit: k.variable("bit", 0),
            bits: k.bind("bits", block.len << 3),
            item: k.variable("item", 0),
            state: k.variable("state", HEADER),
            is_last: k.variable("is_last", 0),
            left: k.variable("left", 0),
            distance: k.variable("distance", 0),
            given: [(); 2].map(|()| k.variable("given", 0)),
            known: k.variable("known", 0),
            lengths: k.array("lengths", Type::U32, LITERALS + DISTANCES),
            counts: k.array("counts", Type::U32, 3 * KINDS),
            symbols: k.array("symbols", Type::U32, LITERALS + DISTANCES + LENGTH_CODES),
            places: k.array("places", Type::U32, KINDS),
            order: k.table("order", Type::U32, order),
        };
        k.repeat_while(1 << 32, block.goes_on, |k| {
            let now = k.bind("now", s.state);
            k.when(now.equals(HEADER), |k| s.header(k));
            k.when(now.equals(STORED), |k| {
                let byte = block.byte(k, s.bit >> 3);
                block.make(k, byte);
                k.assign(s.bit, s.bit + 8);
                k.assign(s.left, s.left - 1);
                k.when(s.left.equals(0), |k| s.end(k));
            });
            k.when(now.equals(CODE_LENGTH), |k| s.code_length(k));
            k.when(now.equals(CODES), |k| {
                s.build(k, OF_LITERALS, 0, s.given[0], true);
                s.build(k, OF_DISTANCES, s.given[0], s.given[1], true);
                k.assign(s.state, SYMBOL);
            });
            k.when(now.equals(SYMBOL), |k| s.symbol(k));
            k.when(now.equals(COPY), |k| {
                block.repeat(k, s.distance);
                k.assign(s.left, s.left - 1);
                k.assign(s.state, s.left.equals(0).select(SYMBOL, COPY));
            });
        });
    })
}

impl Stream {
    /// A number of up to 16 bits.
    fn take(self, k: &mut Kernel, count: impl Into<Expr>) -> Var {
        let count = k.bind("count", count);
        let window = self.block.window(k, self.bit);
        let ones = (Expr::u32(1) << count) - 1;
        let number = k.bind("number", window & ones);
        k.assign(self.bit, self.bit + count);
        number
    }

    fn refuse(self, k: &mut Kernel, condition: impl Into<Expr>, code: u32) {
        self.block.refuse(k, condition, code, self.item);
    }

    /// Reports an error if the end of the stream has been passed.
    fn refuse_end(self, k: &mut Kernel) {
        self.refuse(k, self.bit.greater(self.bits), TRUNCATED);
    }

    /// The end of a block.
    fn end(self, k: &mut Kernel) {
        k.assign(self.state, HEADER);
        k.when(self.is_last.differs(0), |k| {
            k.assign(self.block.goes_on, false);
        });
    }

    /// The header of a block, with the fixed code lengths.
    fn header(self, k: &mut Kernel) {
        k.assign(self.item, self.bit);
        let is_last = self.take(k, 1);
        k.assign(self.is_last, is_last);
        let kind = self.take(k, 2);
        self.refuse_end(k);
        self.refuse(k, kind.equals(3), RESERVED);
        k.when(self.block.goes_on & kind.equals(0), |k| self.stored(k));
        k.when(kind.equals(1), |k| {
            k.count("literal", 0, LITERALS, |k, symbol| {
                let of_end = symbol.less(280).select(7, 8);
                let long = symbol.less(256).select(9, of_end);
                let length = symbol.less(144).select(8, long);
                k.store_element(self.lengths, symbol, length);
            });
            k.count("distance", 0, DISTANCES, |k, symbol| {
                k.store_element(self.lengths, symbol + LITERALS, 5);
            });
            k.assign(self.given[0], LITERALS);
            k.assign(self.given[1], DISTANCES);
            k.assign(self.state, CODES);
        });
        k.when(self.block.goes_on & kind.equals(2), |k| self.of_lengths(k));
    }

    /// The length of a stored block.
    fn stored(self, k: &mut Kernel) {
        k.assign(self.bit, (self.bit + 7) & !7_u32);
        let len = self.take(k, 16);
        let complement = self.take(k, 16);
        self.refuse_end(k);
        self.refuse(k, (len ^ complement).differs(0xFFFF), NOT_COMPLEMENT);
        let here = self.bits - self.bit.min(self.bits);
        self.refuse(k, (len << 3).greater(here), TRUNCATED);
        self.refuse(k, len.greater(self.block.most - self.block.made), TOO_LONG);
        k.assign(self.left, len);
        k.assign(self.state, STORED);
        k.when(self.block.goes_on & len.equals(0), |k| self.end(k));
    }

    /// The numbers of codes, and the code of the code lengths.
    fn of_lengths(self, k: &mut Kernel) {
        for (given, (least, bits)) in self.given.into_iter().zip([(257_u32, 5_u32), (1, 5)]) {
            let more = self.take(k, bits);
            k.assign(given, more + least);
        }
        let kept = self.take(k, 4);
        let kept = k.bind("kept", kept + 4);
        self.refuse_end(k);
        let [literals, distances] = self.given;
        let too_many = literals.greater(GIVEN[0]) | distances.greater(GIVEN[1]);
        self.refuse(k, too_many, NO_CODE);
        k.count("code", 0, LENGTH_CODES, |k, i| {
            let length = k.variable("length", 0);
            k.when(i.less(kept), |k| {
                let given = self.take(k, 3);
                k.assign(length, given);
            });
            let symbol = Expr::table_element(self.order, Type::U32, i.into());
            k.store_element(self.lengths, symbol, length);
        });
        self.refuse_end(k);
        self.build(k, OF_LENGTHS, 0, LENGTH_CODES, false);
        k.assign(self.known, 0);
        k.assign(self.state, CODE_LENGTH);
    }

    /// Builds the tables of a code from its lengths: `count` of them from `first` on.
    fn build(
        self,
        k: &mut Kernel,
        code: Code,
        first: impl Into<Expr>,
        count: impl Into<Expr>,
        is_lenient: bool,
    ) {
        let first = k.bind("first", first);
        let count = k.bind("count", count);
        let row = code.number * KINDS;
        k.count("kind", 0, KINDS, |k, kind| {
            k.store_element(self.counts, kind + row, 0);
        });
        k.count("symbol", 0, count, |k, symbol| {
            let place = k.bind("place", element(self.lengths, first + symbol) + row);
            k.store_element(self.counts, place, element(self.counts, place) + 1);
        });
        // Remaining codes of a length, and the start of its symbols.
        let free = k.variable("free", 1);
        let is_over = k.variable("is_over", false);
        let next = k.variable("next", code.first);
        k.count("length", 1, KINDS, |k, length| {
            let own = k.bind("own", element(self.counts, length + row));
            k.assign(is_over, is_over | own.greater(free << 1));
            k.assign(free, (free << 1) - own);
            k.store_element(self.places, length, next);
            k.assign(next, next + own);
        });
        k.count("symbol", 0, count, |k, symbol| {
            let length = k.bind("length", element(self.lengths, first + symbol));
            k.when(length.differs(0), |k| {
                let place = k.bind("place", element(self.places, length));
                k.store_element(self.symbols, place, symbol);
                k.store_element(self.places, length, place + 1);
            });
        });
        let short = element(self.counts, row) + element(self.counts, row + 1);
        let is_partial = match is_lenient {
            true => free.differs(0) & short.differs(count),
            false => free.differs(0),
        };
        self.refuse(k, is_over | is_partial, NO_CODE);
    }

    /// The next symbol of a code, whose highest bit comes first.
    fn next(self, k: &mut Kernel, code: Code) -> Var {
        let symbol = k.variable("symbol", 0);
        let searching = k.variable("searching", true);
        let bits = k.variable("code", 0);
        let first = k.variable("first", 0);
        let place = k.variable("place", code.first);
        let length = k.variable("length", 1);
        let goes_on = length.at_most(LONGEST) & searching;
        k.repeat_while(LONGEST.into(), goes_on, |k| {
            let bit = self.take(k, 1);
            k.assign(bits, bits << 1 | bit);
            let own = k.bind("own", element(self.counts, length + code.number * KINDS));
            let within = k.bind("within", bits - first);
            k.when(within.less(own), |k| {
                k.assign(symbol, element(self.symbols, place + within));
                k.assign(searching, false);
            });
            k.assign(place, place + own);
            k.assign(first, (first + own) << 1);
            k.assign(length, length + 1);
        });
        self.refuse_end(k);
        self.refuse(k, searching, NO_SYMBOL);
        symbol
    }

    /// One code length, or a repeat of several.
    fn code_length(self, k: &mut Kernel) {
        let symbol = self.next(k, OF_LENGTHS);
        let is_again = k.bind("is_again", symbol.equals(16));
        self.refuse(k, is_again & self.known.equals(0), NO_CODE);
        // 16 repeats the previous one 3 to 6 times, 17 and 18 repeat zero 3 to 10 and 11 to 138 times.
        let bits = symbol.equals(17).select(3, symbol.equals(18).select(7, 0));
        let more = self.take(k, is_again.select(2, bits));
        self.refuse_end(k);
        let least = symbol.equals(18).select(11, 3);
        let is_single = k.bind("is_single", symbol.less(16));
        let times = k.bind("times", is_single.select(1, least + more));
        let again = is_again.select(element(self.lengths, self.known.max(1) - 1), 0);
        let length = k.bind("length", is_single.select(symbol, again));
        let due = k.bind("due", self.given[0] + self.given[1]);
        self.refuse(k, (self.known + times).greater(due), NO_CODE);
        k.when(self.block.goes_on, |k| {
            k.count("time", 0, times, |k, i| {
                k.store_element(self.lengths, self.known + i, length);
            });
            k.assign(self.known, self.known + times);
            k.when(self.known.equals(due), |k| {
                self.refuse(k, element(self.lengths, END).equals(0), NO_CODE);
                k.assign(self.state, CODES);
            });
        });
    }

    /// A literal, a length with its distance, or the end of the block.
    fn symbol(self, k: &mut Kernel) {
        k.assign(self.item, self.bit);
        let symbol = self.next(k, OF_LITERALS);
        k.when(self.block.goes_on, |k| {
            k.when(symbol.less(END), |k| {
                let is_full = self.block.made.at_least(self.block.most);
                self.refuse(k, is_full, TOO_LONG);
                k.when(self.block.goes_on, |k| self.block.make(k, symbol));
            });
            k.when(symbol.equals(END), |k| self.end(k));
            k.when(symbol.greater(END), |k| self.copy(k, symbol));
        });
    }

    /// A length, whose symbol has been read, and its distance (RFC 1951, section 3.2.5).
    fn copy(self, k: &mut Kernel, symbol: Var) {
        self.refuse(k, symbol.at_least(GIVEN[0]), NO_SYMBOL);
        let number = k.bind("number", symbol - (END + 1));
        let is_longest = k.bind("is_longest", number.equals(28));
        // From the fifth on, groups of four lengths have the same number of extra bits, one more than the group before.
        let bits = (number.max(4) >> 2) - 1;
        let bits = k.bind("bits", is_longest.select(0, bits));
        let low = number.less(4).select(number, ((number & 3) + 4) << bits);
        let first = k.bind("first", is_longest.select(258, low + 3));
        let more = self.take(k, bits);
        self.refuse_end(k);
        k.assign(self.left, first + more);
        let symbol = self.next(k, OF_DISTANCES);
        self.refuse(k, symbol.at_least(GIVEN[1]), NO_SYMBOL);
        let bits = k.bind("bits", (symbol.max(2) >> 1) - 1);
        let low = symbol.less(2).select(symbol, ((symbol & 1) + 2) << bits);
        let first = k.bind("first", low + 1);
        let more = self.take(k, bits);
        self.refuse_end(k);
        k.assign(self.distance, first + more);
        let is_far = self.distance.greater(self.block.made);
        self.refuse(k, is_far, TOO_FAR);
        let room = self.block.most - self.block.made;
        self.refuse(k, self.left.greater(room), TOO_LONG);
        k.assign(self.state, COPY);
    }
}
