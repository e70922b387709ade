// The host of a bench: makes inputs, runs the engine and CUB in turns, compares, prints two medians in milliseconds.
// Above it stand the engine's kernels, LEN, SLOTS, SIZES, slot_.., give() and engine().
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    printf("%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

static __global__ void fill(u32 *words, u32 mask, u32 seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < LEN; i += (size_t)gridDim.x * blockDim.x) {
        u32 x = (u32)i * 0x9E3779B9u + seed;
        x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
        x = (x ^ (x >> 13)) * 0xC2B2AE35u;
        words[i] = (x ^ (x >> 16)) & mask;
    }
}

static __global__ void differ(const u32 *a, const u32 *b, size_t len, u32 *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < len; i += (size_t)gridDim.x * blockDim.x)
        if (a[i] != b[i]) atomicAdd(count, 1u);
}

static u32 *device(size_t words) {
    u32 *at;
    OK(cudaMalloc(&at, 4 * words));
    OK(cudaMemset(at, 0, 4 * words));
    return at;
}

static void same(const char *what, const u32 *a, const u32 *b, size_t len) {
    u32 *count = device(1), found;
    differ<<<1024, 256>>>(a, b, len, count);
    OK(cudaMemcpy(&found, count, 4, cudaMemcpyDeviceToHost));
    if (found) { printf("%s: %u words differ from CUB's\n", what, found); exit(1); }
    OK(cudaFree(count));
}

static void *storage = nullptr;
static size_t storage_bytes = 0;

// Calls a function of CUB with its temporary storage, which is allocated once.
#define CUB(call, ...) do { size_t needed = 0; call(nullptr, needed, __VA_ARGS__); \
    if (needed > storage_bytes) { OK(cudaFree(storage)); OK(cudaMalloc(&storage, needed)); storage_bytes = needed; } \
    OK(call(storage, needed, __VA_ARGS__)); } while (0)

static float timed(void (*work)(u32 **), u32 **b) {
    cudaEvent_t from, to;
    OK(cudaEventCreate(&from));
    OK(cudaEventCreate(&to));
    OK(cudaEventRecord(from));
    work(b);
    OK(cudaEventRecord(to));
    OK(cudaEventSynchronize(to));
    OK(cudaGetLastError());
    float ms;
    OK(cudaEventElapsedTime(&ms, from, to));
    return ms;
}

static u32 *mine[3];

#if defined BENCH_reduce
static void inputs(u32 **b) { fill<<<1024, 256>>>(b[slot_source], ~0u, 1u); mine[0] = device(1); }
static void cub_work(u32 **b) { CUB(cub::DeviceReduce::Sum, b[slot_source], mine[0], LEN); }
static void compare(u32 **b) { same("total", b[slot_total], mine[0], 1); }
#elif defined BENCH_scan_exclusive
static void inputs(u32 **b) { fill<<<1024, 256>>>(b[slot_source], ~0u, 1u); mine[0] = device(LEN); }
static void cub_work(u32 **b) { CUB(cub::DeviceScan::ExclusiveSum, b[slot_source], mine[0], LEN); }
static void compare(u32 **b) { same("sums", b[slot_sums], mine[0], LEN); }
#elif defined BENCH_compact
// Values and where they stood: two selections of CUB, which makes one array each.
static void inputs(u32 **b) {
    fill<<<1024, 256>>>(b[slot_flags], 1u, 2u);
    fill<<<1024, 256>>>(b[slot_values], ~0u, 1u);
    mine[0] = device(LEN); mine[1] = device(LEN); mine[2] = device(1);
}
static void cub_work(u32 **b) {
    CUB(cub::DeviceSelect::Flagged, b[slot_values], b[slot_flags], mine[0], mine[2], LEN);
    CUB(cub::DeviceSelect::Flagged, thrust::counting_iterator<u32>(0), b[slot_flags], mine[1], mine[2], LEN);
}
static void compare(u32 **b) {
    u32 kept;
    same("count", b[slot_count], mine[2], 1);
    OK(cudaMemcpy(&kept, mine[2], 4, cudaMemcpyDeviceToHost));
    same("kept", b[slot_kept], mine[0], kept);
    same("indices", b[slot_indices], mine[1], kept);
}
#elif defined BENCH_histogram
// The engine ranks each word in its bin as well, which CUB does not.
static void inputs(u32 **b) { fill<<<1024, 256>>>(b[slot_source], 255u, 1u); mine[0] = device(256); }
static void cub_work(u32 **b) { CUB(cub::DeviceHistogram::HistogramEven, b[slot_source], (int *)mine[0], 257, 0u, 256u, (int)LEN); }
static void compare(u32 **b) { same("counts", b[slot_counts], mine[0], 256); }
#elif defined BENCH_radix_sort
static void inputs(u32 **b) {
    fill<<<1024, 256>>>(b[slot_keys], ~0u, 1u);
    fill<<<1024, 256>>>(b[slot_values], ~0u, 2u);
    mine[0] = device(LEN); mine[1] = device(LEN);
}
static void cub_work(u32 **b) { CUB(cub::DeviceRadixSort::SortPairs, b[slot_keys], mine[0], b[slot_values], mine[1], LEN); }
static void compare(u32 **b) { same("keys", b[slot_sorted_keys], mine[0], LEN); same("values", b[slot_sorted_values], mine[1], LEN); }
#endif

int main() {
    u32 *b[SLOTS];
    for (unsigned k = 0; k < SLOTS; k++) b[k] = device(SIZES[k]);
    give(b);
    inputs(b);
    OK(cudaDeviceSynchronize());
    std::vector<float> engine_ms, cub_ms;
    // The first round warms up, and is compared.
    for (int round = 0; round < 12; round++) {
        float e = timed(engine, b), c = timed(cub_work, b);
        if (round == 0) compare(b);
        else { engine_ms.push_back(e); cub_ms.push_back(c); }
    }
    std::sort(engine_ms.begin(), engine_ms.end());
    std::sort(cub_ms.begin(), cub_ms.end());
    printf("%f %f\n", engine_ms[5], cub_ms[5]);
}
