// A product of square matrices of binary32 by hand, each element a chain of fused multiply-adds along K from +0, with the vectors of AVX2:
// what docs/results/tensors.md holds `c11+native` against. `cc -O2 -march=native -pthread chain.c -o chain && ./chain 512 2` multiplies squares of 512 on
// two threads, the best of several rounds, and compares elements with `fmaf`.
//
// A tile is 6 rows of 16 columns, twelve sums in registers; 16 columns of B are laid side by side for all of K first.
#include <immintrin.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROWS = 6, COLUMNS = 16 };

static int n, threads;
static float *a, *b, *product;

static void tile(const float *left, const float *right, float *target) {
    __m256 sums[ROWS][2];
    for (int i = 0; i < ROWS; i++)
        sums[i][0] = sums[i][1] = _mm256_setzero_ps();
    for (int k = 0; k < n; k++) {
        const __m256 first = _mm256_load_ps(right + COLUMNS * k), second = _mm256_load_ps(right + COLUMNS * k + 8);
#pragma GCC unroll 6
        for (int i = 0; i < ROWS; i++) {
            const __m256 of_a = _mm256_broadcast_ss(left + (size_t)i * n + k);
            sums[i][0] = _mm256_fmadd_ps(of_a, first, sums[i][0]);
            sums[i][1] = _mm256_fmadd_ps(of_a, second, sums[i][1]);
        }
    }
    for (int i = 0; i < ROWS; i++) {
        _mm256_storeu_ps(target + (size_t)i * n, sums[i][0]);
        _mm256_storeu_ps(target + (size_t)i * n + 8, sums[i][1]);
    }
}

static void *columns(void *first) {
    float *right = aligned_alloc(64, sizeof(float) * COLUMNS * n);
    for (int j = COLUMNS * (int)(size_t)first; j < n; j += COLUMNS * threads) {
        for (int k = 0; k < n; k++)
            for (int l = 0; l < COLUMNS; l++)
                right[COLUMNS * k + l] = b[(size_t)k * n + j + l];
        for (int i = 0; i < n; i += ROWS) {
            // The last tile has rows of the one before, which are computed twice.
            const int row = i + ROWS <= n ? i : n - ROWS;
            tile(a + (size_t)row * n, right, product + (size_t)row * n + j);
        }
    }
    free(right);
    return NULL;
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec + 1e-9 * at.tv_nsec;
}

static float number(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return ldexpf((float)(*state >> 8), -24 - (int)(*state & 15)) * (*state & 16 ? 1 : -1);
}

int main(int count, char **arguments) {
    n = count > 1 ? atoi(arguments[1]) : 512;
    threads = count > 2 ? atoi(arguments[2]) : 2;
    if (n < COLUMNS || n % COLUMNS || threads < 1 || threads > 64) {
        fprintf(stderr, "the size is a multiple of 16, and there are 1 to 64 threads\n");
        return 1;
    }
    const size_t words = (size_t)n * n;
    a = malloc(words * sizeof *a), b = malloc(words * sizeof *b), product = malloc(words * sizeof *product);
    unsigned state = 1;
    for (size_t at = 0; at < words; at++)
        a[at] = number(&state), b[at] = number(&state);
    double best = 1e9;
    for (int round = 0; round < 12; round++) {
        pthread_t started[64];
        const double begin = now();
        for (size_t first = 0; first < (size_t)threads; first++)
            pthread_create(&started[first], NULL, columns, (void *)first);
        for (int at = 0; at < threads; at++)
            pthread_join(started[at], NULL);
        const double took = now() - begin;
        best = took < best ? took : best;
    }
    for (int at = 0; at < 256; at++) {
        const int i = (at * 7919) % n, j = (at * 104729) % n;
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum = fmaf(a[(size_t)i * n + k], b[(size_t)k * n + j], sum);
        if (sum != product[(size_t)i * n + j]) {
            fprintf(stderr, "element %d, %d differs\n", i, j);
            return 1;
        }
    }
    printf("%d square, %d threads: %.3f ms, %.1f GFLOP/s\n", n, threads, best * 1e3, 2.0 * n * n * n / best * 1e-9);
    return 0;
}
