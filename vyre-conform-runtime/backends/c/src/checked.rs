//! Code that is checked for undefined behaviour while it runs.
//!
//! The checks are those of `-fsanitize=undefined`. What they call when they find something is the library `libubsan` as a
//! rule, which prints and goes on, or ends the process; here it is part of the unit: it keeps what was found, and the
//! run ends with an error. So nothing has to be installed, and a run survives what it finds.

/// The checks.
pub(super) const FLAGS: [&str; 4] = [
    "-c",
    "-fsanitize=undefined",
    "-fsanitize-recover=all",
    "-fno-sanitize=vptr",
];

/// The function that gives what was found since its last call, and its line; nothing if nothing was.
pub(super) const FOUND: &str = "vyre_undefined";

/// What stands behind the text of a unit.
pub(super) const HANDLERS: &str = r#"
typedef struct { const char *file; unsigned line, column; } vyre_place;
static const char *_Atomic vyre_what;
static _Atomic unsigned vyre_line;
static void vyre_note(const char *what, const vyre_place *place) {
    vyre_line = place ? place->line : 0u;
    vyre_what = what;
}
const char *vyre_undefined(unsigned *line) {
    *line = vyre_line;
    return __atomic_exchange_n((const char **)&vyre_what, (const char *)0, __ATOMIC_SEQ_CST);
}
#define VYRE_CHECK(name, what) \
    void __ubsan_handle_##name(const vyre_place *place) { vyre_note(what, place); }
VYRE_CHECK(add_overflow, "a sum that its type cannot hold")
VYRE_CHECK(sub_overflow, "a difference that its type cannot hold")
VYRE_CHECK(mul_overflow, "a product that its type cannot hold")
VYRE_CHECK(negate_overflow, "a negation that its type cannot hold")
VYRE_CHECK(divrem_overflow, "a division by zero, or a quotient that its type cannot hold")
VYRE_CHECK(shift_out_of_bounds, "a shift by an amount that its type lacks")
VYRE_CHECK(out_of_bounds, "an index out of bounds")
VYRE_CHECK(load_invalid_value, "a bool that is neither 0 nor 1")
VYRE_CHECK(type_mismatch_v1, "an access through a pointer that is null, misaligned or beyond its object")
VYRE_CHECK(pointer_overflow, "a pointer beyond its object")
VYRE_CHECK(builtin_unreachable, "code that is never reached")
VYRE_CHECK(missing_return, "an end without a result")
VYRE_CHECK(vla_bound_not_positive, "an array without elements")
VYRE_CHECK(nonnull_arg, "an argument that is null")
VYRE_CHECK(float_cast_overflow, "a float that an integer cannot hold")
VYRE_CHECK(invalid_builtin, "a built-in function of zero")
"#;
