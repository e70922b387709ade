//! Names with a meaning in a language or in a lowering, which authors may choose for everything that has a name.

use std::collections::BTreeSet;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{
    Axis, BinaryOp, Expr, Function, FunctionBuilder, Kernel, Node, Operand, Type, Var,
};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;

/// Keywords, reserved words, types and functions of WGSL, and names of the lowering to it.
const WGSL: &str = "\
    alias break case const const_assert continue continuing default diagnostic discard else enable false fn for \
    if let loop override requires return struct switch true var while NULL Self abstract active alignas alignof \
    as asm asm_fragment async attribute auto await become binding_array cast catch class co_await co_return \
    co_yield coherent column_major common compile compile_fragment concept const_cast consteval constexpr \
    constinit crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export \
    extends extern external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl \
    implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod module \
    move mut mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective \
    null nullptr of operator package packoffset partial pass patch pixelfragment precise precision premerge priv \
    protected pub public readonly ref regardless register reinterpret_cast require resource restrict self set \
    shared sizeof smooth snorm static static_assert static_cast std subroutine super target template this \
    thread_local throw trait try type typedef typeid typename typeof union unless unorm unsafe unsized use using \
    varying virtual volatile wgsl where with writeonly yield array atomic bool f16 f32 f64 i32 i64 u32 u64 i8 \
    i16 u8 u16 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 ptr sampler sampler_comparison \
    texture_1d texture_2d texture_3d vec2 vec3 vec4 vec2u vec3u vec4u vec2i vec3i vec4i vec2f vec3f vec4f vec2h \
    vec3h vec4h function private workgroup uniform storage read write read_write abs acos acosh all any \
    arrayLength asin asinh atan atan2 atanh atomicAdd atomicAnd atomicCompareExchangeWeak atomicExchange \
    atomicLoad atomicMax atomicMin atomicOr atomicStore atomicSub atomicXor bitcast ceil clamp cos cosh \
    countLeadingZeros countOneBits countTrailingZeros cross degrees determinant distance dot dot4I8Packed \
    dot4U8Packed dpdx dpdy exp exp2 extractBits faceForward firstLeadingBit firstTrailingBit floor fma fract \
    frexp fwidth insertBits inverseSqrt ldexp length log log2 max min mix modf normalize pack4xI8 pack4xU8 pow \
    quantizeToF16 radians reflect refract reverseBits round saturate select sign sin sinh smoothstep sqrt step \
    storageBarrier tan tanh transpose trunc unpack4xI8 unpack4xU8 workgroupBarrier workgroupUniformLoad f_x v_x \
    b_x t_x h_x load_b_x x_1 vyre_main VyreParams vyre_params vyre_out trip index attempt divisor invocation_id \
    workgroup_id local_id global_invocation_id position old_value exchanged i32_magnitude i32_div i32_rem \
    mul_wide mul_wide_27 mul_high u64_add u64_sub u64_mul u64_lt u64_min u64_shl u64_div_rem u128_add u128_shr \
    swap_word_bytes native_0_exp by_hand_0";

/// Keywords, types and macros of C11 and C++20, and functions of their libraries.
const C: &str = "\
    auto break case char const continue default do double else enum extern float for goto if inline int long \
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while \
    _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local alignas \
    alignof and and_eq asm bitand bitor bool catch char8_t char16_t char32_t class compl concept consteval \
    constexpr constinit const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export \
    false friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public \
    reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid \
    typename typeof using virtual wchar_t xor xor_eq main NULL offsetof size_t ptrdiff_t max_align_t intptr_t \
    uint32_t int64_t uintmax_t INT32_MAX UINT64_MAX SIZE_MAX INT32_C UINT64_C CHAR_BIT FLT_EPSILON DBL_MAX \
    INFINITY NAN HUGE_VAL FP_ILOGB0 M_PI M_E M_LOG2E M_PI_2 M_SQRT2 M_LN2 ATOMIC_VAR_INIT ATOMIC_FLAG_INIT \
    atomic_load_explicit atomic_fetch_add memory_order_relaxed kill_dependency linux unix i386 errno stdin \
    assert exp log sqrt min max abs printf memcpy";

/// Additional names of OpenCL C.
const OPENCL: &str = "\
    kernel global local constant generic pipe uniform read_only write_only read_write half quad uint ulong uchar \
    ushort uint2 uint4 float4 sampler_t event_t image2d_t bitfield imaginary M_PI_F M_E_F M_1_PI_F M_SQRT2_F \
    M_LN2_F MAXFLOAT HUGE_VALF cl_khr_fp64 cl_khr_int64 CL_VERSION_1_2 CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE \
    barrier mem_fence get_group_id get_local_id get_global_id get_global_size get_local_size atomic_add \
    atomic_cmpxchg atom_add as_uint as_float convert_uint mad24 mul_hi rotate clz popcount select shuffle vload4 \
    prefetch cuda opencl __OPENCL_VERSION__ __kernel __global";

/// Additional names of CUDA C++.
const CUDA: &str = "\
    threadIdx blockIdx blockDim gridDim warpSize dim3 uint3 __device__ __global__ __shared__ __constant__ \
    __restrict__ __launch_bounds__ __syncthreads atomicAdd atomicCAS atomicMin __float_as_uint __popc __clz \
    __ldg cudaError_t cudaMalloc nvcuda wmma";

/// Names of the lowering to the C family.
const LOWERING_NAMES: &str = "\
    state frame frames workgroup_of local_of groups first lengths buffers scratch waiting k n x y z mine runs \
    end test step result_0 run_0 scratch_0 cases fixed literal operands results steps which in_0 at words length \
    i value array place before expected a b lo hi low high left right u32 i32 u64 i64 u128 vec2 vec4 div_u32 \
    rem_u64 mul_high_u64 make_u128 make_vec4 load_u32 read_u64 peek_u32 step_add table_u32 element_u32 put_u32 \
    count_ones_u32 bits_f32 canonical_f32 vyre_f vyre_cases vyre_run_0 f_frame invocation_x local_y";

/// Names that some language rejects as identifiers.
const INVALID_IDENTIFIERS: &str = "_ __ ___a 9 9_lives a-b a.b é 名 r#for $ \u{1f600}";

/// Number of names per program for its buffers: WebGPU guarantees eight.
const NAMES_PER_PROGRAM: usize = 7;

/// All names without duplicates.
fn names() -> Vec<&'static str> {
    let all = [WGSL, C, OPENCL, CUDA, LOWERING_NAMES, INVALID_IDENTIFIERS];
    let all: BTreeSet<&str> = all
        .iter()
        .flat_map(|words| words.split_whitespace())
        .collect();
    all.into_iter().collect()
}

/// A function whose parameter, locals and table have its own name.
fn function(name: &str) -> Function {
    let mut f = FunctionBuilder::new(name, vec![Type::U32; 2]);
    let params = f.param(name, Type::U32);
    let table = f.table(name, Type::U32, vec![3, 5, 7, 11]);
    let [sum, counter] = [name; 2].map(|name| f.local(name, Type::U32));
    let element = Expr::table_element(table, Type::U32, f.read(counter));
    let quotient = Expr::binary(BinaryOp::Div, f.read(sum), f.read(params));
    let body = vec![
        Node::Let {
            local: sum,
            value: f.read(params),
            mutable: true,
        },
        Node::Loop {
            counter,
            from: Expr::u32(0),
            to: f.read(params),
            body: vec![Node::Assign {
                local: sum,
                value: f.read(sum) + element,
            }],
        },
        Node::Return(vec![f.read(sum), quotient]),
    ];
    f.finish(body)
}

/// A program with these names for buffers, functions, tables and locals that live across a barrier, and the first of
/// them for itself.
fn program(names: &[&str]) -> ValidProgram {
    let mut k = Kernel::new(names[0], [2, 1, 1]);
    let buffers: Vec<_> = names
        .iter()
        .map(|name| k.read_write(name, Type::U32))
        .collect();
    let functions: Vec<_> = names
        .iter()
        .map(|name| k.function(function(name)))
        .collect();
    let i = k.bind("i", Expr::local_id(Axis::X));
    let locals: Vec<Var> = (names.iter().zip(&buffers))
        .map(|(name, buffer)| k.variable(name, buffer.at(i)))
        .collect();
    k.barrier();
    for (n, buffer) in buffers.iter().enumerate() {
        let results = k.call_function(functions[n], vec![locals[n].into()]);
        let wide = results[0].cast(Type::U64) * results[1].cast(Type::U64);
        k.store(*buffer, i, wide.cast(Type::U32) + locals[n]);
    }
    let errors = |errors| panic!("{names:?}: {errors:#?}");
    validate_program(k.finish(), &(), &Limits::WEBGPU).unwrap_or_else(errors)
}

/// Programs in which every name of every language is the name of a program, a buffer, functions, tables and locals.
pub fn programs() -> Vec<ValidProgram> {
    let names = names();
    assert!(names.len() > 400, "{} names", names.len());
    names.chunks(NAMES_PER_PROGRAM).map(program).collect()
}

/// Compares a backend's results of these programs with the interpreter's.
///
/// # Panics
///
/// If the backend refuses a program or gives other words.
pub fn compare(backend: &dyn Backend, programs: &[ValidProgram]) {
    let loaded = backend
        .load_programs(programs)
        .expect("every name is taken");
    for (number, program) in programs.iter().enumerate() {
        let buffers = program.program().buffers.len();
        let words = (0..buffers as u32).map(|n| Contents::Words(vec![n % 4, 2]));
        let mut launch = Launch::single(program, [1; 3], words.collect());
        let expected = run_launch(std::slice::from_ref(program), &launch, &Options::default());
        launch
            .steps
            .iter_mut()
            .for_each(|step| step.program = number);
        let actual = loaded.run(&launch).expect("words");
        assert_eq!(
            actual,
            expected.expect("words"),
            "{:?}",
            program.program().name
        );
    }
}
