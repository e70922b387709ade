use vyre_conform_runtime::vyre_op;

/// `yes` if the condition is true, otherwise `no`. `bool::select` selects between numbers.
#[vyre_op(
    id = "bool::select_bool",
    laws(
        custom(first, |f, a, b| f(true, a, b) == a),
        custom(second, |f, a, b| f(false, a, b) == b),
        custom(unseen, |f, c, a| f(c, a, a) == a),
        // Exchanging the condition with a choice gives another function: it is neither `and` nor `or`.
        Not(CommutativeFactors, witness = (false, true, true)),
    ),
    boundaries((false, true, false), (true, true, false), (false, false, true), (true, false, true)),
    classes(chosen = condition, otherwise = !condition),
    table(
        (true, true, false) => true, "true takes the first value",
        (true, false, true) => false, "be it false",
        (false, true, false) => false, "false takes the second value",
        (false, false, true) => true, "be it true",
        (true, true, true) => true, "of equals, either",
        (false, true, true) => true, "of equals, either",
        (true, false, false) => false, "of equals, either",
        (false, false, false) => false, "of equals, either",
    ),
    alternates(
        by_connectives: wgsl = "
fn select(condition: u32, yes: u32, no: u32) -> u32 { return (condition & yes) | (~condition & no); }",
    ),
)]
pub const fn select(condition: bool, yes: bool, no: bool) -> bool {
    if condition { yes } else { no }
}
