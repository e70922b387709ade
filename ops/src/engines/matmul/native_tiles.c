// Products of matrices of binary32 by tiles of 128 by 128 elements, each element a chain of fused multiply-adds along K from +0.
//
// Sums of six rows and sixteen columns are in registers for up to 256 steps; between them they lie in the product, which rounds
// nothing. Sixteen columns of as many steps are laid side by side first. A compiler without a fused multiply-add of vectors has
// one of each lane. (Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008.)
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float eight __attribute__((vector_size(32)));
typedef float unaligned __attribute__((vector_size(32), aligned(4), may_alias));
typedef float __attribute__((may_alias)) f32;

#ifndef __has_builtin
#define __has_builtin(name) 0
#endif

enum { TILE = 128, ROWS = 6, COLUMNS = 16, DEPTH = 256 };

// Matrices of a shape, and one of their products.
struct product {
    u32 rows, columns, inner;
    const f32 *a, *b;
    f32 *sums;
};

static inline __attribute__((always_inline)) eight step(float a, eight b, eight sum) {
    const eight all = {a, a, a, a, a, a, a, a};
#if __has_builtin(__builtin_elementwise_fma)
    return __builtin_elementwise_fma(all, b, sum);
#elif defined(__FMA__) && __has_builtin(__builtin_ia32_vfmaddps256)
    return __builtin_ia32_vfmaddps256(all, b, sum);
#else
    for (int lane = 0; lane < 8; lane++) sum[lane] = __builtin_fmaf(all[lane], b[lane], sum[lane]);
    return sum;
#endif
}

// The next steps of the sums of this many rows, which are read from and written to `sums`, rows of sixteen.
static inline __attribute__((always_inline)) void steps(int rows, u32 count, const f32 *a, u64 inner, const eight *b, f32 *sums, u64 apart) {
    eight own[ROWS][2];
    for (int row = 0; row < rows; row++)
        for (int half = 0; half < 2; half++) own[row][half] = *(const unaligned *)(sums + row * apart + 8 * half);
    for (u32 k = 0; k < count; k++) {
        const eight first = b[2 * k], second = b[2 * k + 1];
#pragma GCC unroll 6
        for (int row = 0; row < rows; row++) {
            const float left = a[row * inner + k];
            own[row][0] = step(left, first, own[row][0]);
            own[row][1] = step(left, second, own[row][1]);
        }
    }
    for (int row = 0; row < rows; row++)
        for (int half = 0; half < 2; half++) *(unaligned *)(sums + row * apart + 8 * half) = own[row][half];
}

// A NaN as the canonical one.
static inline f32 canonical(f32 sum) {
    union {
        u32 bits;
        float number;
    } of = {.number = sum};
    if ((of.bits & 0x7fffffffu) > 0x7f800000u) of.bits = 0x7fc00000u;
    return of.number;
}

// Sixteen columns, `wide` of which are there, of the rows from `top` to `bottom`.
static void columns(const struct product *of, u32 top, u32 bottom, u32 column, u32 wide, eight *part, f32 *ragged) {
    const u64 inner = of->inner, all = of->columns;
    f32 *const sums = of->sums + column;
    for (u64 row = top; row < bottom; row++)
        for (u32 j = 0; j < wide; j++) sums[row * all + j] = 0.0f;
    for (u64 deep = 0; deep < inner; deep += DEPTH) {
        const u32 count = inner - deep < DEPTH ? inner - deep : DEPTH;
        for (u32 k = 0; k < count; k++) {
            const f32 *from = of->b + (deep + k) * all + column;
            if (wide == COLUMNS) {
                part[2 * k] = *(const unaligned *)from;
                part[2 * k + 1] = *(const unaligned *)(from + 8);
            } else {
                for (u32 j = 0; j < COLUMNS; j++) ((f32 *)part)[COLUMNS * k + j] = j < wide ? from[j] : 0.0f;
            }
        }
        for (u64 row = top; row < bottom;) {
            const u32 high = bottom - row < ROWS ? 1 : ROWS;
            const f32 *left = of->a + row * inner + deep;
            f32 *own = sums + row * all;
            u64 apart = all;
            if (wide < COLUMNS) {
                for (u32 i = 0; i < high; i++)
                    for (u32 j = 0; j < wide; j++) ragged[COLUMNS * i + j] = own[i * all + j];
                own = ragged, apart = COLUMNS;
            }
            if (high == ROWS) steps(ROWS, count, left, inner, part, own, apart);
            else steps(1, count, left, inner, part, own, apart);
            if (wide < COLUMNS)
                for (u32 i = 0; i < high; i++)
                    for (u32 j = 0; j < wide; j++) sums[(row + i) * all + j] = ragged[COLUMNS * i + j];
            row += high;
        }
    }
    for (u64 row = top; row < bottom; row++)
        for (u32 j = 0; j < wide; j++) sums[row * all + j] = canonical(sums[row * all + j]);
}

// Whether `count` matrices of this many rows and columns lie within a length.
static int within(u64 rows, u64 columns, u64 count, u32 length) {
    const u64 one = rows * columns;
    return one == 0 || (one <= length && count <= length / one);
}

// Elements of operands and products that may end before: what an operand does not have is zero.
static void checked(const u32 *params, u64 number, u32 top, u32 bottom, u32 begin, u32 right, u32 *const *buffers, const u32 *lengths) {
    const u32 rows = params[0], all = params[1], inner = params[2];
    const f32 *a = (const f32 *)buffers[1], *b = (const f32 *)buffers[2];
    f32 *product = (f32 *)buffers[3];
    for (u64 row = top; row < bottom; row++)
        for (u64 column = begin; column < right; column++) {
            float sum = 0.0f;
            for (u64 k = 0; k < inner; k++) {
                const u32 left = (number * rows + row) * inner + k, below = number * inner * all + k * all + column;
                sum = __builtin_fmaf(left < lengths[1] ? a[left] : 0.0f, below < lengths[2] ? b[below] : 0.0f, sum);
            }
            const u32 at = (number * rows + row) * all + column;
            if (at < lengths[3]) product[at] = canonical(sum);
        }
}

// What division gives by zero is zero.
static inline u32 quotient(u32 number, u32 by) { return by == 0 ? 0 : number / by; }
static inline u32 rest(u32 number, u32 by) { return by == 0 ? 0 : number % by; }

void vyre_main(const u32 *groups, u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void *scratch) {
    const u32 *params = buffers[0];
    const u32 rows = params[0], all = params[1], inner = params[2];
    const u32 across = params[3], matrix = params[4], tiles = params[5], apart = params[6], rounds = params[7];
    // Columns side by side, and sums of columns that are not all there.
    eight *part = (eight *)(((u64)scratch + 31) & ~(u64)31);
    f32 *ragged = (f32 *)(part + 2 * DEPTH);
    const u64 count = matrix == 0 ? 1 : ((u64)tiles + matrix - 1) / matrix;
    // Sums lie in the product while they are summed up, so that no other workgroup may have the same tile; those of more than
    // 2^25 begin in rows beyond 2^32.
    const int alone = apart == groups[0] && matrix != 0 && across != 0 && tiles <= 1u << 25;
    const int whole = alone && within(rows, inner, count, lengths[1]) && within(inner, all, count, lengths[2]) && within(rows, all, count, lengths[3]);
    for (u64 n = first; n < end; n++)
        for (u64 round = 0; round < rounds; round++) {
            // Workgroups beyond the first axis compute what those of it do.
            const u64 tile = round * apart + n;
            if (n >= groups[0] || tile >= tiles) break;
            const u32 number = quotient(tile, matrix), place = rest(tile, matrix);
            const u32 top = quotient(place, across) * TILE, begin = rest(place, across) * TILE;
            if (top >= rows || begin >= all) continue;
            const u32 bottom = rows - top < TILE ? rows : top + TILE, right = all - begin < TILE ? all : begin + TILE;
            if (!whole) {
                checked(params, number, top, bottom, begin, right, buffers, lengths);
                continue;
            }
            const struct product of = {
                rows, all, inner,
                (const f32 *)buffers[1] + (u64)number * rows * inner,
                (const f32 *)buffers[2] + (u64)number * inner * all,
                (f32 *)buffers[3] + (u64)number * rows * all,
            };
            for (u64 column = begin; column < right; column += COLUMNS) {
                const u32 wide = right - column < COLUMNS ? right - column : COLUMNS;
                columns(&of, top, bottom, column, wide, part, ragged);
            }
        }
}
