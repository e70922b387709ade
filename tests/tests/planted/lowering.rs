//! Faults in the sources of the lowering.

use super::Fault;

const WIDE: &str = "vyre-conform-runtime/lower/src/wide.rs";
const WIDE128: &str = "vyre-conform-runtime/lower/src/wide128.rs";
const WORD64: &str = "vyre-conform-runtime/lower/src/word64.rs";
const EXPR: &str = "vyre-conform-runtime/lower/src/expr.rs";
const CONTRACT: &str = "vyre-conform-runtime/lower/src/contract.rs";
const RANGE: &str = "vyre-conform-runtime/lower/src/range.rs";
const FOLD: &str = "vyre-conform-runtime/lower/src/fold.rs";
const KNOWN: &str = "vyre-conform-runtime/lower/src/constants.rs";
const FORWARD: &str = "vyre-conform-runtime/lower/src/forward.rs";
const SPLICE: &str = "vyre-conform-runtime/lower/src/splice.rs";
const LOOPS: &str = "vyre-conform-runtime/lower/src/loops.rs";
const SIMPLIFY: &str = "vyre-conform-runtime/lower/src/simplify.rs";
const FACTS: &str = "vyre-conform-runtime/lower/src/facts.rs";
const MEMORY: &str = "vyre-conform-runtime/lower/src/memory.rs";

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        what: "a sum of u64 carries where nothing overflowed",
        file: WIDE,
        from: "u32(low < a.x)",
        to: "u32(low <= a.x)",
        caught_by: "lowering::operators::arithmetic",
    },
    Fault {
        what: "a difference of u64 borrows the wrong way round",
        file: WIDE,
        from: "u32(a.x < b.x)",
        to: "u32(b.x < a.x)",
        caught_by: "lowering::operators::arithmetic",
    },
    Fault {
        what: "a wide product adds the wrong limb",
        file: WIDE,
        from: "a1 * b1 + (cross >> 16u)",
        to: "a1 * b1 + (cross & 0xffffu)",
        caught_by: "lowering::operators::arithmetic",
    },
    Fault {
        what: "a quotient of u64 keeps an estimate that is one too small",
        file: WIDE,
        from: "vec2<u32>(q + u32(more), first)",
        to: "vec2<u32>(q, first)",
        caught_by: "lowering::operators::arithmetic",
    },
    Fault {
        what: "a shift of u64 by 32 or more keeps the words where they are",
        file: WIDE,
        from: "select(vec2<u32>(low, high), vec2<u32>(0u, low), (n & 32u) != 0u)",
        to: "vec2<u32>(low, high)",
        caught_by: "lowering::operators::bits_and_shifts",
    },
    Fault {
        what: "a sum of u128 loses the carry into its high half",
        file: WIDE128,
        from: "u64_add(u64_add(a.zw, b.zw), vec2<u32>(carry, 0u))",
        to: "u64_add(a.zw, b.zw)",
        caught_by: "lowering::programs",
    },
    Fault {
        what: "<= of u64 compares as >= does",
        file: WORD64,
        from: "Text::unary('!', self.library_call(\"u64_lt\", vec![y, x]))",
        to: "Text::unary('!', self.library_call(\"u64_lt\", vec![x, y]))",
        caught_by: "lowering::operators::comparisons",
    },
    Fault {
        what: "a word shifted into the high half of a u64 is put into the low one",
        file: WORD64,
        from: "Some((None, halves(a)?.0))",
        to: "Some((halves(a)?.0, None))",
        caught_by: "lowering::simplified::words_joined",
    },
    Fault {
        what: "the high word of a u64 is read from the low one",
        file: EXPR,
        from: "self.expr(wide).member(\"y\")",
        to: "self.expr(wide).member(\"x\")",
        caught_by: "lowering::calls",
    },
    Fault {
        what: "the arms of a select are swapped",
        file: EXPR,
        from: "Text::call(\"select\", vec![otherwise, then, condition])",
        to: "Text::call(\"select\", vec![then, otherwise, condition])",
        caught_by: "lowering::operators::casts_and_selections",
    },
    Fault {
        what: "the sign of an i32 is lost where it becomes a u64",
        file: EXPR,
        from: "let words = [value, sign].map(|word| Text::call(\"u32\", vec![word]));",
        to: "let words = [Text::call(\"u32\", vec![value]), { let _ = sign; Text::primary(\"0u\") }];",
        caught_by: "lowering::operators::casts_and_selections",
    },
    Fault {
        what: "the mask of a shift amount is dropped",
        file: CONTRACT,
        from: "if self.ranges.upper_bound(by) < 32 {\n            return text;",
        to: "if self.ranges.upper_bound(by) < u64::MAX {\n            return text;",
        caught_by: "lowering::simplified::amounts_around_the_width",
    },
    Fault {
        what: "the mask of a shift amount is dropped where the amount can be 32",
        file: CONTRACT,
        from: "if self.ranges.upper_bound(by) < 32 {\n            return text;",
        to: "if self.ranges.upper_bound(by) <= 32 {\n            return text;",
        caught_by: "lowering::simplified::amounts_around_the_width",
    },
    Fault {
        what: "a quotient by zero is the dividend",
        file: CONTRACT,
        from: "BinaryOp::Div => Text::call(\"select\", vec![result, zero(), is_zero])",
        to: "BinaryOp::Div => result",
        caught_by: "lowering::operators::arithmetic",
    },
    Fault {
        what: "a rotation goes the other way",
        file: CONTRACT,
        from: "BinaryOp::RotateLeft => (\"<<\", \">>\")",
        to: "BinaryOp::RotateLeft => (\">>\", \"<<\")",
        caught_by: "lowering::operators::bits_and_shifts",
    },
    Fault {
        what: "an index one beyond the end of an array is not checked",
        file: CONTRACT,
        from: "if self.ranges.upper_bound(index) < len {",
        to: "if self.ranges.upper_bound(index) <= len {",
        caught_by: "lowering::simplified",
    },
    Fault {
        what: "an element out of bounds is the last one and not zero",
        file: CONTRACT,
        from: "Text::call(\"select\", vec![zero, element, inside])",
        to: "{ let _ = (zero, inside); element }",
        caught_by: "lowering::control",
    },
    Fault {
        what: "the bound of a choice is that of its smaller side",
        file: RANGE,
        from: "self.most_of(then, left).max(self.most_of(otherwise, left))",
        to: "self.most_of(then, left).min(self.most_of(otherwise, left))",
        caught_by: "lowering::simplified",
    },
    Fault {
        what: "the bound of a remainder is one too small",
        file: RANGE,
        from: "x.min(y.saturating_sub(1))",
        to: "x.min(y.saturating_sub(2))",
        caught_by: "lowering::simplified",
    },
    Fault {
        what: "the opposite of < is >",
        file: FOLD,
        from: "Lt => Ge,",
        to: "Lt => Gt,",
        caught_by: "lowering::simplified",
    },
    Fault {
        what: "leading zeros of a literal are counted in 64 bits",
        file: FOLD,
        from: "u64::from(a.leading_zeros() - spare)",
        to: "u64::from(a.leading_zeros())",
        caught_by: "lowering::random::preparing",
    },
    Fault {
        what: "an argument stands for a parameter that the callee assigns",
        file: SPLICE,
        from: "if writes == 0 && (free",
        to: "if (free",
        caught_by: "lowering::random::preparing",
    },
    Fault {
        what: "values are forwarded however deep they then nest",
        file: FORWARD,
        from: "let fits = level - 1 + waiting.depth <= MAX_NESTING;",
        to: "let fits = level + waiting.depth + MAX_NESTING > 0;",
        caught_by: "lowering::at_limits",
    },
    Fault {
        what: "a value is forwarded past what changes it",
        file: FORWARD,
        from: "self.written[source.0 as usize] <= waiting.time",
        to: "self.written[source.0 as usize] < usize::MAX",
        caught_by: "lowering::random::preparing",
    },
    Fault {
        what: "a name for a literal is not known to be one",
        file: KNOWN,
        from: "ExprKind::Local(local) => self.values[local.0 as usize]",
        to: "ExprKind::Local(local) => self.values[local.0 as usize].filter(|_| false)",
        caught_by: "lowering::by_naga",
    },
    Fault {
        what: "a loop beyond its bound runs once more",
        file: LOOPS,
        from: "{trip} >= {bound}",
        to: "{trip} > {bound}",
        caught_by: "lowering::control",
    },
    Fault {
        what: "an element is named by a local that is written later",
        file: SIMPLIFY,
        from: "ExprKind::Local(local) => self.usage[local.0 as usize].writes == 0,",
        to: "ExprKind::Local(local) => self.usage[local.0 as usize].writes < usize::MAX,",
        caught_by: "filetests",
    },
    Fault {
        what: "the end of a loop that its body writes bounds the counter",
        file: FACTS,
        from: "lasts &= read_local(e).is_none_or(|local| !written.contains(&local));",
        to: "lasts &= read_local(e).is_none_or(|local| lasts || !written.contains(&local));",
        caught_by: "filetests",
    },
    Fault {
        what: "a load out of bounds is the last element and not zero",
        file: MEMORY,
        from: "Text::call(\"select\", vec![zero, value, inside])",
        to: "{ let _ = (zero, inside); value }",
        caught_by: "lowering::programs",
    },
    Fault {
        what: "a store is not checked",
        file: MEMORY,
        from: "if place.in_range {\n            return write(self);",
        to: "if place.in_range || !place.in_range {\n            return write(self);",
        caught_by: "lowering::bounds",
    },
    Fault {
        what: "an atomic maximum is a minimum",
        file: MEMORY,
        from: "AtomicOp::Max => \"atomicMax\"",
        to: "AtomicOp::Max => \"atomicMin\"",
        caught_by: "lowering::programs",
    },
];
