//! Words that no name of the text may be.
//!
//! Keywords and reserved words are those of the WGSL specification, sections "Keyword Summary" and
//! "Reserved Words". Built-in functions and types are not reserved there, but a declaration of the
//! same name would hide them from the text that uses them.

use std::collections::HashSet;
use std::sync::LazyLock;

const KEYWORDS: &str = "alias break case const const_assert continue continuing default diagnostic \
discard else enable false fn for if let loop override requires return struct switch true var while";

const RESERVED: &str = "NULL Self abstract active alignas alignof as asm asm_fragment async \
attribute auto await become binding_array cast catch class co_await co_return co_yield coherent \
column_major common compile compile_fragment concept const_cast consteval constexpr constinit crate \
debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export extends \
extern external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl \
implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod \
module move mut mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent \
noperspective null nullptr of operator package packoffset partial pass patch pixelfragment \
precise precision premerge priv protected pub public readonly ref regardless register \
reinterpret_cast require resource restrict self set shared sizeof smooth snorm static static_assert \
static_cast std subroutine super target template this thread_local throw trait try type typedef \
typeid typename typeof union unless unorm unsafe unsized use using varying virtual volatile wgsl \
where with writeonly yield";

const TYPES: &str = "array atomic bool f16 f32 f64 i32 i64 u32 u64 i8 i16 u8 u16 mat2x2 mat2x3 mat2x4 mat3x2 \
mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 ptr sampler sampler_comparison texture_1d texture_2d texture_3d \
vec2 vec3 vec4 vec2u vec3u vec4u vec2i vec3i vec4i vec2f vec3f vec4f vec2h vec3h vec4h function \
private workgroup uniform storage read write read_write";

const FUNCTIONS: &str = "abs acos acosh all any arrayLength asin asinh atan atan2 atanh atomicAdd \
atomicAnd atomicCompareExchangeWeak atomicExchange atomicLoad atomicMax atomicMin atomicOr \
atomicStore atomicSub atomicXor bitcast ceil \
clamp cos cosh countLeadingZeros countOneBits countTrailingZeros cross degrees determinant distance \
dot dot4I8Packed dot4U8Packed dpdx dpdy exp exp2 extractBits faceForward firstLeadingBit \
firstTrailingBit floor fma fract frexp fwidth insertBits inverseSqrt ldexp length log log2 max min \
mix modf normalize pack4xI8 pack4xU8 pow quantizeToF16 radians reflect refract reverseBits round \
saturate select sign sin sinh smoothstep sqrt step storageBarrier tan tanh transpose trunc \
unpack4xI8 unpack4xU8 workgroupBarrier workgroupUniformLoad";

/// Whether `name` already means something to WGSL or to the lowering.
pub(super) fn is_taken(name: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let lists = [KEYWORDS, RESERVED, TYPES, FUNCTIONS];
        lists
            .iter()
            .flat_map(|list| list.split_whitespace())
            .collect()
    });
    WORDS.contains(name) || super::wide::is_library_name(name)
}
