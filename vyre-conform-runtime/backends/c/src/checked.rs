//! Code with run-time checks for undefined behaviour.
//!
//! The checks are those of `-fsanitize=undefined`. Their handlers usually come from the library `libubsan`, which
//! prints and continues or ends the process. Here they are part of the unit: they record the finding, and the run ends
//! with an error. So nothing needs to be installed, and a run survives its findings.
//!
//! Every access through a pointer is checked as well: the compiler inserts a call before each, as for AddressSanitizer
//! (`-fsanitize=kernel-address` with calls instead of shadow memory). The callee compares the address with the memory
//! passed to the function, the stack since the call, and the constants of the unit.

use std::ffi::c_void;

/// The checks.
pub(super) const FLAGS: [&str; 4] = [
    "-c",
    "-fsanitize=undefined",
    "-fsanitize-recover=all",
    "-fno-sanitize=vptr",
];

/// Checks of addresses, in the syntax of gcc and of clang.
pub(super) const ADDRESSES: [&[&str]; 2] = [
    &[
        "-fsanitize=kernel-address",
        "--param=asan-instrumentation-with-call-threshold=0",
        "--param=asan-stack=0",
        "--param=asan-globals=0",
    ],
    &[
        "-fsanitize=kernel-address",
        "-mllvm",
        "-asan-instrumentation-with-call-threshold=0",
        "-mllvm",
        "-asan-stack=0",
        "-mllvm",
        "-asan-globals=0",
    ],
];

/// Words after the outputs of a checked call, so that an out-of-bounds write destroys nothing.
pub(super) const GUARD_WORDS: usize = 64;

/// Function of a unit that receives the memory accessible to this thread's calls.
pub(super) const SET_MEMORY_RANGES: &str = "vyre_knows";

/// Type of [`SET_MEMORY_RANGES`]: starts and lengths in bytes of memory ranges, their number, and the base of the
/// call's stack.
pub(super) type SetMemoryRanges =
    unsafe extern "C" fn(*const *const c_void, *const u64, u64, *const c_void);

/// Memory accessible to a call.
#[derive(Debug, Default)]
pub(super) struct CallMemory {
    starts: Vec<*const c_void>,
    bytes: Vec<u64>,
}

impl CallMemory {
    /// Adds a slice.
    pub(super) fn add<T>(&mut self, place: &[T]) {
        self.add_at(place.as_ptr().cast(), size_of_val(place));
    }

    /// Adds a range of bytes.
    pub(super) fn add_at(&mut self, start: *const c_void, bytes: usize) {
        self.starts.push(start);
        self.bytes.push(bytes as u64);
    }

    /// Passes the list to a unit. `top` is in the stack frame of the caller.
    ///
    /// # Safety
    ///
    /// The list must outlive the calls that this thread makes until the next `tell`; `knows` must be
    /// [`SET_MEMORY_RANGES`] of the unit.
    pub(super) unsafe fn tell(&self, knows: SetMemoryRanges, top: &u64) {
        let count = self.starts.len() as u64;
        let (starts, bytes) = (self.starts.as_ptr(), self.bytes.as_ptr());
        let top: *const u64 = top;
        // SAFETY: the caller's; both lists have `count` elements.
        unsafe { knows(starts, bytes, count, top.cast()) };
    }
}

/// Function that returns the finding since its last call, with its line, or null.
pub(super) const TAKE_FINDING: &str = "vyre_undefined";

/// Suffix of the text of a unit.
pub(super) const HANDLERS: &str = r#"
#ifdef __clang__
#define VYRE_PLAIN __attribute__((disable_sanitizer_instrumentation, noinline))
#else
#define VYRE_PLAIN __attribute__((no_sanitize_address, no_sanitize_undefined, noinline))
#endif
typedef struct { const char *file; unsigned line, column; } vyre_place;
static const char *_Atomic vyre_what;
static _Atomic unsigned vyre_line;
VYRE_PLAIN static void vyre_note(const char *what, const vyre_place *place) {
    vyre_line = place ? place->line : 0u;
    vyre_what = what;
}
VYRE_PLAIN const char *vyre_undefined(unsigned *line) {
    *line = vyre_line;
    return __atomic_exchange_n((const char **)&vyre_what, (const char *)0, __ATOMIC_SEQ_CST);
}
#define VYRE_CHECK(name, what) \
    VYRE_PLAIN void __ubsan_handle_##name(const vyre_place *place) { vyre_note(what, place); }
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
typedef unsigned long long vyre_at;
static _Thread_local const char *const *vyre_starts;
static _Thread_local const vyre_at *vyre_bytes;
static _Thread_local vyre_at vyre_count;
static _Thread_local vyre_at vyre_top;
#ifdef __APPLE__
extern const char vyre_first[] __asm("segment$start$__TEXT");
extern const char vyre_last[] __asm("segment$end$__DATA");
#else
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));
#define vyre_first __ehdr_start
#define vyre_last _end
#endif
VYRE_PLAIN void vyre_knows(const char *const *starts, const vyre_at *bytes, vyre_at count, const void *top) {
    vyre_starts = starts;
    vyre_bytes = bytes;
    vyre_count = count;
    vyre_top = (vyre_at)top;
}
VYRE_PLAIN static void vyre_touch(vyre_at at, vyre_at bytes) {
    const vyre_at here = (vyre_at)__builtin_frame_address(0);
    if (at >= here && at + bytes <= vyre_top) return;
    if (at >= (vyre_at)vyre_first && at + bytes <= (vyre_at)vyre_last) return;
    for (vyre_at k = 0; k < vyre_count; k++) {
        const vyre_at from = at - (vyre_at)vyre_starts[k];
        if (from <= vyre_bytes[k] && bytes <= vyre_bytes[k] - from) return;
    }
    vyre_note("an access beyond the memory that it was given", 0);
}
#define VYRE_TOUCH(kind, bytes) \
    VYRE_PLAIN void __asan_##kind##bytes##_noabort(vyre_at at) { vyre_touch(at, bytes); }
VYRE_TOUCH(load, 1) VYRE_TOUCH(load, 2) VYRE_TOUCH(load, 4) VYRE_TOUCH(load, 8) VYRE_TOUCH(load, 16)
VYRE_TOUCH(store, 1) VYRE_TOUCH(store, 2) VYRE_TOUCH(store, 4) VYRE_TOUCH(store, 8) VYRE_TOUCH(store, 16)
VYRE_PLAIN void __asan_loadN_noabort(vyre_at at, vyre_at bytes) { vyre_touch(at, bytes); }
VYRE_PLAIN void __asan_storeN_noabort(vyre_at at, vyre_at bytes) { vyre_touch(at, bytes); }
VYRE_PLAIN void __asan_handle_no_return(void) {}
"#;
