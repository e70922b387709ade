// Products of matrices of residues, a matrix a modulus: `mma` of bytes, whose sums of 32 bits are those of the program.
//
// A workgroup of four warps computes tiles of 128 by 128 elements, a warp 64 by 64 of them. Parts of 64 bytes along K are copied
// into memory two parts before they are computed with. A word of a part has four residues of a line; lines are 136 words
// apart, so that the words that a warp reads at once, of eight lines at four places, lie in different banks.
// (PTX ISA, "Matrix multiply-accumulate operation using mma instruction": the shape m16n8k32 of u8.)
typedef unsigned int u32;
typedef unsigned long long u64;

#define WORDS 16
#define PARTS 3
#define WARPS 4
#define STRIDE 136
#define PART (WORDS * STRIDE)

// Copies a slot of four lines into memory, zeros where it is not there.
__device__ __forceinline__ void bring(u32 to, const uint4* from, bool there) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(there ? 16 : 0));
}

// What division gives by zero is zero.
__device__ __forceinline__ u32 quotient(u32 number, u32 by) {
    return by == 0 ? 0 : number / by;
}

// The rest of a sum by a modulus that is not zero; the quotient by 2^32 / modulus is too small by at most two.
__device__ __forceinline__ u32 rest(u32 sum, u32 modulus, u32 by) {
    u32 y = sum - __umulhi(sum, by) * modulus;
    y = min(y, y - modulus);
    return min(y, y - modulus);
}

extern "C" __global__ void __launch_bounds__(32 * WARPS, 2)
vyre_main(const u32* params, u32 length_of_params, const uint4* a, u32 length_of_a, const uint4* b, u32 length_of_b, u32* product, u32 length) {
    extern __shared__ __align__(16) u32 memory[];
    u32* const parts_of_a = memory;
    u32* const parts_of_b = memory + PARTS * PART;
    const u32 begin_of_a = (u32)__cvta_generic_to_shared(parts_of_a);
    const u32 begin_of_b = (u32)__cvta_generic_to_shared(parts_of_b);
    const u32 rows = params[0], columns = params[1], inner = params[2];
    const u32 across = params[3], matrix = params[4], all = params[5], groups = params[6], rounds = params[7];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    // Of a small matrix a lane has line `line` and word `word` of the operands.
    const u32 line = lane >> 2, word = lane & 3;
    const u32 warp_row = (warp >> 1) * 64, warp_column = (warp & 1) * 64;
    const u32 slots_of_a = (rows + 3) / 4, slots_of_b = (columns + 3) / 4;
    const u32 parts = inner / WORDS + min(inner % WORDS, 1u);

    for (u32 round = 0; round < rounds; round++) {
        const u32 tile = round * groups + blockIdx.x;
        if (tile >= all) break;
        const u32 number = quotient(tile, matrix), place = matrix == 0 ? 0 : tile - number * matrix;
        const u32 top = quotient(place, across) * 128, begin = across == 0 ? 0 : place % across * 128;
        const u32 slot_of_a = top / 4 + lane, slot_of_b = begin / 4 + lane;
        const u32 from_a = number * inner * slots_of_a, from_b = number * inner * slots_of_b;
        // A warp brings whole steps of a part.
        auto bring_part = [&](u32 part) {
#pragma unroll
            for (u32 i = 0; i < WORDS; i += WARPS) {
                const u32 deep = warp + i, at = part * WORDS + deep;
                const u32 to = (part % PARTS * PART + deep * STRIDE + lane * 4) * 4;
                const u32 of_a = from_a + at * slots_of_a + slot_of_a, of_b = from_b + at * slots_of_b + slot_of_b;
                const bool in_a = at < inner && slot_of_a < slots_of_a && of_a < length_of_a;
                const bool in_b = at < inner && slot_of_b < slots_of_b && of_b < length_of_b;
                bring(begin_of_a + to, in_a ? a + of_a : a, in_a);
                bring(begin_of_b + to, in_b ? b + of_b : b, in_b);
            }
            // A part behind the last one is of zeros, which nobody reads.
            asm volatile("cp.async.commit_group;");
        };
        u32 sums[4][8][4];
#pragma unroll
        for (int i = 0; i < 128; i++) sums[i / 32][i / 4 % 8][i % 4] = 0;
#pragma unroll
        for (u32 part = 0; part + 1 < PARTS; part++) bring_part(part);
        for (u32 part = 0; part < parts; part++) {
            asm volatile("cp.async.wait_group %0;" ::"n"(PARTS - 2) : "memory");
            __syncthreads();
            bring_part(part + PARTS - 1);
            const u32* const of_a = parts_of_a + part % PARTS * PART;
            const u32* const of_b = parts_of_b + part % PARTS * PART;
#pragma unroll
            for (u32 deep = 0; deep < WORDS; deep += 8) {
                const u32* const near_a = of_a + (deep + word) * STRIDE + warp_row + line;
                const u32* const near_b = of_b + (deep + word) * STRIDE + warp_column + line;
                u32 left[4][4], right[8][2];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    left[i][0] = near_a[16 * i];
                    left[i][1] = near_a[16 * i + 8];
                    left[i][2] = near_a[16 * i + 4 * STRIDE];
                    left[i][3] = near_a[16 * i + 4 * STRIDE + 8];
                }
#pragma unroll
                for (int j = 0; j < 8; j++) {
                    right[j][0] = near_b[8 * j];
                    right[j][1] = near_b[8 * j + 4 * STRIDE];
                }
#pragma unroll
                for (int i = 0; i < 4; i++)
#pragma unroll
                    for (int j = 0; j < 8; j++)
                        asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 "
                            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                            : "+r"(sums[i][j][0]), "+r"(sums[i][j][1]), "+r"(sums[i][j][2]), "+r"(sums[i][j][3])
                            : "r"(left[i][0]), "r"(left[i][1]), "r"(left[i][2]), "r"(left[i][3]), "r"(right[j][0]),
                              "r"(right[j][1]));
            }
        }
        // Nobody writes the parts of the next tile into what another still reads, or what is on its way.
        asm volatile("cp.async.wait_all;" ::: "memory");
        __syncthreads();
        const u32 modulus = number < length_of_params - 8 ? params[8 + number] : 0;
        const u32 by = quotient(0xffffffffu, modulus), words = (columns + 3) / 4;
        // A lane has two neighbours of a row and two of the eighth row behind it; it gives one pair to the lane beside it, and
        // has four of one row then, which are a word.
        const bool odd = lane & 1;
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 8; j++) {
                const u32* const own = sums[i][j];
                const u32 upper = rest(own[0], modulus, by) | rest(own[1], modulus, by) << 8;
                const u32 lower = rest(own[2], modulus, by) | rest(own[3], modulus, by) << 8;
                const u32 other = __shfl_xor_sync(0xffffffffu, odd ? upper : lower, 1);
                const u32 packed = odd ? other | lower << 16 : upper | other << 16, four = modulus == 0 ? 0 : packed;
                const u32 row = top + warp_row + 16 * i + line + (odd ? 8 : 0);
                const u32 at = (begin + warp_column + 8 * j) / 4 + (word >> 1);
                const u32 to = (number * rows + row) * words + at;
                if (row < rows && at < words && to < length) product[to] = four;
            }
    }
}
