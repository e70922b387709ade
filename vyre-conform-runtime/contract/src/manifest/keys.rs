//! The keys of a manifest with their values, as the book lists them.

/// Each key of a manifest with its values.
pub const MANIFEST_KEYS: &[(&str, &str)] = &[
    (
        "`kernel`",
        "the file of the kernel, in the folder of the manifest or below",
    ),
    (
        "`sizes`",
        "problem sizes `n`; those around the workgroup size by default; 0 where the kernel allows it",
    ),
    ("`seeds`", "random inputs for each size, 2 by default"),
    (
        "`loop_bound`",
        "turns after which the interpreter reports a loop as endless, 65536 by default",
    ),
    (
        "`subgroup_size`",
        "lanes of a subgroup on the interpreter, for kernels with subgroup operations: a power of two from 4 to 128",
    ),
    (
        "`[overrides]`",
        "for each override a value, or a list of values to try",
    ),
    (
        "`[buffers.NAME]`",
        "a table for each variable that an entry point binds",
    ),
    (
        "`type`",
        "the type of an element, which the kernel confirms",
    ),
    (
        "`length`",
        "elements of a runtime-sized array: a number, or an expression in `n` and overrides",
    ),
    (
        "`input`",
        "`words`, `below(16)`, `sorted`, `permutation`, `ramp`, `zeros`, `floats(unit)` (0 to 1), `floats(signed)` (-1 \
         to 1), `floats(large)` (-1000 to 1000), `floats(wide)` (finite), `floats(any)` (any bits), `file(input.bin)`",
    ),
    (
        "`output`",
        "`exact`, `ulps(4)`, `absolute(1e-6)`, `relative(1e-5)`, `bound` (the running error bound of f32 by the \
         accuracy table of WGSL), `order_free` (of a sum, with the bound of any order), `same_every_run`; no \
         tolerance accepts a NaN beside a \
         number, or an infinity beside another value",
    ),
    (
        "`value`, `values`",
        "the scalar, or scalars by path: `{ n = \"n\", \"size.x\" = 4 }`",
    ),
    (
        "no `input`, `output`, `value`",
        "a buffer that passes words between dispatches; it begins with poison, or with the words of the last run",
    ),
    ("`[[dispatch]]`", "a table for each dispatch, in order"),
    ("`entry`", "the entry point, where the kernel has several"),
    (
        "`workgroups`",
        "one to three numbers or expressions: `[\"ceil(n / 64)\"]`",
    ),
    (
        "`repeat`",
        "repetitions, in which expressions may name `k` = 0, 1, ..",
    ),
    (
        "`spare`",
        "`true`: one more workgroup along x is tried and must change nothing",
    ),
    (
        "`bind`",
        "`{ variable = \"buffer\" }`, where the names differ",
    ),
    (
        "`values` of a dispatch",
        "scalars that it sets: `{ \"params.shift\" = \"4 * k\" }`",
    ),
    (
        "`[reference]` with `engine`",
        "the reference of an engine; `columns`: buffers, or lists of expressions; `outputs`: for each buffer the word \
         of a record that it holds",
    ),
    (
        "`[reference]` with `op`",
        "an op for each element; `operands`: a buffer for each",
    ),
    (
        "`[reference]` with `sum`",
        "the exact sum of a buffer of floats",
    ),
    (
        "`[reference]` with `kernel`",
        "another kernel over the same buffers; `[[reference.dispatch]]`",
    ),
    (
        "`[reference]` with `files`",
        "`{ output = \"expected.bin\" }`, where no input is random",
    ),
    (
        "expressions",
        "numbers, names, `+ - * / %`, `ceil(a / b)`, `min(a, b)`, `max(a, b)`, `pow2(a)` (the next power of two), \
         `log2(a)` (its exponent)",
    ),
];
