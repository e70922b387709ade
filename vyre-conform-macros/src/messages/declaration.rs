//! Messages about the keys of the attribute (gates 1 and 6, rows, classes).

use super::messages;

messages! {
    UNKNOWN_KEY: "`{0}` is not a key of #[{1}]",
        "{2}",
        "#[vyre_op(law(Commutative))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    NO_KEY: "expected `key = value` or `key(..)`, found `{0}`",
        "write for example `{1}`",
        "#[vyre_op(\"u32::xor\", laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    DUPLICATE_KEY: "the key `{0}` is given twice",
        "keep one of them",
        "#[vyre_op(laws(Commutative), laws(Commutative))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    KEY_FORM: "`{0}` is not written like this",
        "write `{1}`",
        "#[vyre_op(laws = Commutative)] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    SYNTAX: "{0}",
        "`{1}` is written `{2}`",
        "#[vyre_op(laws(Commutative +))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    BAD_ID: "`{0}` is not an id",
        "an id is a family and a name, such as `u32::add`: letters, digits, `_` and `::`",
        "#[vyre_op(laws(Commutative), id = \"u 32\")] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    BAD_VERSION: "a version is a whole number from 1",
        "write `version = 2`",
        "#[vyre_op(laws(Commutative), version = 0)] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    BAD_ULPS: "a tolerance is a whole number of units in the last place from 1",
        "write `ulps = 2`, or leave it out: then the op is strict, and every bit is compared",
        "#[vyre_op(laws(Commutative), ulps = 0)] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    CATEGORY_B: "category B, runtime overhead inside an op, is forbidden",
        "an op is a composition (`category = A`, the default) or one hardware feature (`category = C \
         { hardware = \"..\", available = |backend| backend.has(\"..\") }`)",
        "#[vyre_op(laws(Commutative), category = B)] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    UNKNOWN_CATEGORY: "`{0}` is not a category",
        "write `category = A` or `category = C { hardware = \"..\", available = |backend| backend.has(\"..\") }`",
        "#[vyre_op(laws(Commutative), category = D)] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    CATEGORY_C_INCOMPLETE: "category C needs `{0}`",
        "write `category = C { hardware = \"shader-f16\", available = |backend| backend.has(\"shader-f16\") }`",
        "#[vyre_op(laws(Commutative), category = C { hardware = \"x\" })] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    CATEGORY_C_WITHOUT_SHADER: "a category C op needs the shader that uses the hardware feature",
        "add `lower = wgsl(\"fn {0}(..) -> .. { .. }\")`, or `lower = target(wgsl = \"..\", cuda = \"..\")` for \
         several languages; the body stays the reference",
        "#[vyre_op(laws(Commutative), category = C { hardware = \"x\", available = |b| b.has(\"x\") })] fn f(a: u32, \
         b: u32) -> u32 { a ^ b }";
    CATEGORY_A_WITH_SHADER: "the shader of a category A op is derived, not written",
        "to have this shader tested against the function write `alternates(wgsl = \"..\")`; for a hardware feature add \
         `category = C { .. }`",
        "#[vyre_op(laws(Commutative), lower = wgsl(\"fn f\"))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    DUPLICATE_ALTERNATE: "two alternates are named `{0}`",
        "name them: `alternates(wgsl = \"..\", carry_save: wgsl = \"..\")`",
        "#[vyre_op(alternates(wgsl = \"fn f\", wgsl = \"fn f\"))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    UNKNOWN_TARGET: "`{0}` is not a language of texts",
        "{1}",
        "#[vyre_op(alternates(glsl = \"uint f\"))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    DUPLICATE_TARGET: "two texts are in {0}",
        "keep one of them; another implementation is an alternate, `alternates(name: target(..))`",
        "#[vyre_op(alternates(one: target(cuda = \"u32\", cuda = \"u32\")))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    EMPTY_TEXT: "the text in {0} is empty",
        "write the function, or leave `{1} = {2}` out: then the op is unsupported where {0} is compiled",
        "#[vyre_op(alternates(one: target(wgsl = \"fn f\", cuda = \" \")))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    NO_TARGET: "there is no text in any language",
        "write `target(wgsl = \"fn ..\", cuda = \"..\")` with at least one of `wgsl`, `cuda`, `opencl` and `c`",
        "#[vyre_op(alternates(one: target()))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    NATIVE_OF_NO_FLOAT: "`{0}` takes and gives no float, and has no native implementation to be held to",
        "integers are the same everywhere; to have another shader tested against the function write `alternates(wgsl \
         = \"..\")`",
        "#[vyre_op(laws(Commutative), native(wgsl = \"\"))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    CORRECTION_OF_NO_FLOAT: "`{0}` takes or gives a {1}, and a correction takes floats and gives a float, a bool or an \
                             integer of 32 bits",
        "write what is to be corrected into the text, and leave `correct = ..` out",
        "#[vyre_op(lower = g, laws(RightAbsorbing(0)), native(wgsl = \"\", correct = g))] fn f(a: f32, b: u32) -> u32 \
         { a.to_bits() & b }";
    C_OF_OTHERS: "`{0}` takes or gives a {1}, and a native expression in C takes `f32` and gives `f32` or a bool",
        "leave `c = \"..\"` out: then the op runs its body in integers on C, OpenCL and CUDA",
        "#[vyre_op(lower = g, laws(RightAbsorbing(0)), native(wgsl = \"\", c = \"a\"))] fn f(a: f32, b: u32) -> u32 \
         { a.to_bits() & b }";
    C_WORD: "`{0}` in the native expression in C of `{1}`",
        "it has the operands, {2} in order, numbers as `1.5f`, operators, of which no two touch, brackets in pairs, \
         and calls of `fma` and `sqrt`",
        "#[vyre_op(lower = g, laws(Commutative), native(wgsl = \"\", c = \"pow(a, b)\"))] fn f(a: f32, b: f32) -> f32 \
         { a }";
    ROW_WITHOUT_RATIONALE: "this row of the table has no rationale",
        "say why the result is right: `{0} => {1}, \"..\"`",
        "#[vyre_op(table((0, 0) => 0))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    ROW_ARITY: "this row has {0}, but `{1}` takes {2}",
        "write `{3} => result, \"why\"`",
        "#[vyre_op(table((0, 0, 0) => 0, \"why\"))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    VALUE_TYPE: "`{0}` is not a {1}, which {2} is",
        "write a value of that type, such as `{3}`",
        "#[vyre_op(table((0, true) => 0, \"why\"))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    DUPLICATE_ROW: "a row for these inputs stands above",
        "keep one of them",
        "#[vyre_op(table((0, 1) => 1, \"a\", (0, 0x1) => 1, \"b\"))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    BOUNDARY_ARITY: "this boundary has {0}, but `{1}` takes {2}",
        "write `{3}`",
        "#[vyre_op(boundaries((0, 0), 5))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    DUPLICATE_CLASS: "two classes are named `{0}`",
        "give each its own name",
        "#[vyre_op(classes(zero = a == 0, zero = b == 0))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    CLASS_LIKE_PARAMETER: "the class `{0}` has the name of a parameter",
        "name the class after what its inputs have in common, such as `zero = {0} == 0`",
        "#[vyre_op(classes(a = a == 0))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    UNTESTABLE: "nothing could tell a wrong `{0}` from a right one",
        "declare at least one law, class, boundary, alternate or table row: `laws(..)`, `classes(..)`, \
         `boundaries(..)`, `alternates(..)`, `table(..)`",
        "#[vyre_op] fn f(a: u32, b: u32) -> u32 { a ^ b }";
}
