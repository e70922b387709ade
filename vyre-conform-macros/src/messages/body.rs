//! Messages about the body (gate 3): constructs that cannot be translated, and operations on which Rust
//! would panic.

use super::messages;

messages! {
    OVERFLOW: "plain `{0}` panics on overflow",
        "write `{1}`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a + b }";
    DIVISION: "`{0}` panics where the divisor is 0",
        "divide by what is known not to be 0 (a literal, a constant, a divisor that was tested), or write `{1}`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a / b }";
    DIVISION_BY_ZERO: "`{0}` panics: the divisor is 0",
        "write the value that it is to have, such as `{1}`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { (a / 0) ^ b }";
    DIVISION_BY_MINUS_ONE: "`{0}` overflows where `{1}` is i32::MIN: the divisor is -1",
        "write `{2}`",
        "#[vyre_op(laws(Involution))] fn f(a: i32) -> i32 { a / -1 }";
    SIGNED_DIVISION: "`{0}` overflows where `{1}` is i32::MIN and `{2}` is -1 (`{2}` is not 0 here)",
        "exclude -1 as well, or write `{3}`",
        "#[vyre_op(laws(RightIdentity(1)))] fn f(a: i32, b: i32) -> i32 { if b == 0 { 0 } else { a / b } }";
    NEGATION: "plain `-` panics on overflow",
        "write `{0}`",
        "#[vyre_op(laws(Involution))] fn f(a: i32) -> i32 { -a }";
    SHIFT: "`{0}` panics where the amount reaches the width of the type",
        "write `{1}`, or mask the amount: `{2} & {3}`",
        "#[vyre_op(laws(LeftAbsorbing(0)))] fn f(a: u32, b: u32) -> u32 { a << b }";
    PANICKING_METHOD: "`{0}` can panic",
        "write {1}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a.checked_add(b).unwrap() }";
    PANICKING_MACRO: "`{0}!` panics",
        "return a value for every operand",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { if a == b { panic!() } a ^ b }";
    UNKNOWN_MACRO: "the macro `{0}!` cannot be translated",
        "{1}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { vec!(a, b); a ^ b }";
    UNKNOWN_METHOD: "the method `{0}` is outside the kernel subset",
        "{1}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a.wraping_add(b) }";
    RECURSION: "`{0}` calls itself",
        "write a loop: shaders have no call stack",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { f(b, a) }";
    LOCAL_CALL: "`{0}` is a local variable, and only named functions can be called",
        "call an op or a #[vyre_fn] by its path",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a(b) }";
    CALL_TARGET: "only named functions can be called",
        "call an op or a #[vyre_fn] by its path",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { (TABLE[0])(a, b) }";
    STANDARD_CALL: "`{0}` is a function of the standard library, no op",
        "write `{1}`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { core::cmp::max(a, b) }";
    UNKNOWN_FUNCTION: "`{0}` is a function of the standard library, and no device runs it",
        "{1}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { std::mem::size_of::<u32>() as u32 ^ a ^ b }";
    GENERIC_CALL: "`{0}` has generic arguments, and kernel functions are not generic",
        "write one #[vyre_fn] for each type, and call it by its name",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { g::<u32>(a, b) }";
    UNBOUNDED: "this loop has no bound",
        "count, `while i < 32 { ..; i += 1; }`, or begin its body with the most iterations it runs, `bound!(32);` \
         (`use vyre_conform_runtime::bound;`)",
        "#[vyre_op(laws(Commutative))] fn f(mut a: u32, b: u32) -> u32 { while a != 0 { a >>= 1; } b }";
    BOUND_PLACE: "`bound!` stands only at the start of the body of a `while` or `loop`",
        "move it there, or remove it: this code has a bound of its own",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { bound!(3); a ^ b }";
    NOT_CONSTANT: "`{0}` is a variable, and this must be a constant",
        "write a literal, a `const`, or loop to a constant and leave with `break`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { for _ in 0..a { } b }";
    FOR_RANGE: "`for` runs over a range with constant ends",
        "{0}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { for _ in (0..4).rev() { } a ^ b }";
    WHILE_LET: "`while let` is outside the kernel subset",
        "write `loop { bound!(32); if let {0} = {1} { .. } else { break } }` with the most iterations it runs (`use \
         vyre_conform_runtime::bound;`)",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { while let Some(_) = a.checked_add(b) { } b }";
    LABEL: "loop labels are outside the kernel subset",
        "set a `bool` and test it after the inner loop, or move the loops into a #[vyre_fn] and `return`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { 'o: loop { bound!(1); break 'o; } b }";
    BREAK_VALUE: "`break` with a value is outside the kernel subset",
        "assign a variable and `break`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { loop { bound!(1); break a; } }";
    CLOSURE: "closures are outside the kernel subset",
        "write the code in place, or a #[vyre_fn]",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { let g = |x: u32| x; a ^ b }";
    REFERENCES: "references are outside the kernel subset",
        "use the value; return a changed one instead of taking `&mut`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { let c = &a; a ^ b }";
    TEXT: "`{0}` is text, and kernels know numbers only",
        "write the bytes as a table: `const TABLE: [u32; N] = [..];`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { let c = \"x\"; a ^ b }";
    CHARACTER: "`{0}` is a character, and kernels know numbers only",
        "write `{1}`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a ^ b ^ b'a' as u32 }";
    WRAPPED: "`{0}` is a type of the standard library, and kernels know integers only",
        "{1}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { (Wrapping(a) + Wrapping(b)).0 }";
    FLOAT: "`{0}` is a float, and the kernel subset has integers only",
        "compute on the bits, or name a function that does: `lower = path::to::vyre_fn`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { let c = 1.5; a ^ b }";
    LITERAL_TYPE: "`{0}` is not a type of the kernel subset",
        "write u32, i32, u64, or usize for an index: fewer bits are a mask, and a u64 holds the bits of an i64 (`x as \
         u64` extends the sign of an i32)",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a ^ b ^ 1u8 as u32 }";
    WIDE_TYPE: "`{0}` is not a type of the kernel subset",
        "write the product of two u64 as `a.carrying_mul(b, 0)`, which gives (low, high), and a sum as \
         `a.overflowing_add(b)`, which gives the carry",
        "#[vyre_op(laws(Commutative))] fn f(a: u64, b: u64) -> u64 { ((a as u128) >> 1) as u64 ^ b }";
    STRUCTS: "structs are outside the kernel subset",
        "use a tuple: `let (x, y) = ..`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { let s = S { a, b }; a ^ b }";
    OPTION: "an `Option` can only be looked into, not made",
        "{0}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { Some(a).unwrap_or(b) }";
    TRY: "`?` is outside the kernel subset",
        "write `if let Some(x) = .. { x } else { return 0 }`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a.checked_add(b)? }";
    UNSAFE_BLOCK: "`unsafe` is outside the kernel subset",
        "write it without: every operation here is defined for every operand",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { unsafe { a ^ b } }";
    ASYNC_BLOCK: "`async` is outside the kernel subset",
        "remove it",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { async { }; a ^ b }";
    ITEM: "only `const` items can stand in the body of a kernel function",
        "{0}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { static mut N: u32 = 0; a ^ b }";
    CONDITIONAL: "code in a body cannot depend on `cfg`",
        "write two functions, each with its own `cfg`: the body is translated before `cfg` is looked at",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { #[cfg(x)] let c = a; a ^ b }";
    PATTERN: "this pattern is outside the kernel subset",
        "match integers by literals, constants, `a | b`, `a..=b`, a name or `_`; an `Option` by `Some(x)` and `None`; \
         take tuples of plain names apart with `let`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { match (a, b) { (0, _) => b, _ => a } }";
    ARRAY_PATTERN: "a pattern does not take an array apart",
        "write `{0}`",
        "#[vyre_op(laws(Involution))] fn f(a: [u32; 2]) -> [u32; 2] { let [x, y] = a; [y, x] }";
    GUARD: "match guards are outside the kernel subset",
        "write an `if` inside the arm",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { match a { x if x > b => b, _ => a } }";
    RANGE_PATTERN: "a range pattern has both ends, and an end it includes",
        "write `{0}`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { match a { 5.. => b, _ => a } }";
    RANGE: "a range stands only in `for` and in patterns",
        "{0}",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { let r = 0..4; a ^ b }";
    LET_CONDITION: "`if let` is not combined with `&&`",
        "nest them: `if let Some(x) = .. { if .. { .. } }`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 \
         { if let Some(c) = a.checked_add(b) && c > 1 { c } else { 0 } }";
    ASSIGN_TARGET: "only a local variable, a field of a tuple or an element of an array can be assigned",
        "assign `x = ..`, `t.0 = ..` or `x[i] = ..` of a variable declared with `let mut`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { TABLE[0] = a; b }";
    FIELD: "only tuples have fields here, and they are numbered",
        "write `t.0` of a tuple; give the field of a constant a name of its own: `const {0}: u32 = CONSTANT.{1};`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a.x }";
    OUTSIDE: "this is outside the kernel subset",
        "kernel bodies are integer expressions, `let`, assignments, `if`, `match`, bounded loops, fixed arrays, tuples \
         and calls of ops; where that cannot be, name a function that is one: `lower = path::to::vyre_fn`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) -> u32 { const { 1 } }";
}
