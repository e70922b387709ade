typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 load_u32(const u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static __device__ inline void share_u32(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

static __device__ inline u32 shared_u32(const u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static __device__ inline void store_u32(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

// Workgroups have 64 by 1 by 1 threads.
extern "C" __global__ void __launch_bounds__(64) vyre_reduce(
    const u32 *params,
    u32 params_length,
    const u32 *source,
    u32 source_length,
    u32 *sums,
    u32 sums_length) {
    const u32 local_x = threadIdx.x;
    const u32 workgroup_x = blockIdx.x;
    __shared__ u32 parts[64];
    const u32 mine = (threadIdx.z * 1u + threadIdx.y) * 64u + threadIdx.x;
    for (u32 k = mine; k < 64u; k += 64u) parts[k] = 0u;
    __syncthreads();
    const u32 len = load_u32(params, params_length, 0u);
    const u32 tiles = load_u32(params, params_length, 1u);
    const u32 last_group = load_u32(params, params_length, 2u);
    const u32 local_v = local_x;
    const u32 group = workgroup_x;
    const u32 first = group * tiles;
    u32 sum = 0u;
    for (u32 tile = 0u, end = tiles; tile < end; tile++) {
        const u32 start = (first + tile) * 1024u + local_v;
        sum = sum + (load_u32(source, source_length, start + 0u) + load_u32(source, source_length, start + 64u) + load_u32(source, source_length, start + 128u) + load_u32(source, source_length, start + 192u) + load_u32(source, source_length, start + 256u) + load_u32(source, source_length, start + 320u) + load_u32(source, source_length, start + 384u) + load_u32(source, source_length, start + 448u) + load_u32(source, source_length, start + 512u) + load_u32(source, source_length, start + 576u) + load_u32(source, source_length, start + 640u) + load_u32(source, source_length, start + 704u) + load_u32(source, source_length, start + 768u) + load_u32(source, source_length, start + 832u) + load_u32(source, source_length, start + 896u) + load_u32(source, source_length, start + 960u));
    }
    share_u32(parts, 64u, local_v, sum);
    __syncthreads();
    if (local_v < 16u) {
        share_u32(parts, 64u, local_v, shared_u32(parts, 64u, local_v) + shared_u32(parts, 64u, local_v + 16u) + shared_u32(parts, 64u, local_v + 32u) + shared_u32(parts, 64u, local_v + 48u));
    }
    __syncthreads();
    if (local_v < 4u) {
        share_u32(parts, 64u, local_v, shared_u32(parts, 64u, local_v) + shared_u32(parts, 64u, local_v + 4u) + shared_u32(parts, 64u, local_v + 8u) + shared_u32(parts, 64u, local_v + 12u));
    }
    __syncthreads();
    if (local_v < 1u) {
        share_u32(parts, 64u, local_v, shared_u32(parts, 64u, local_v) + shared_u32(parts, 64u, local_v + 1u) + shared_u32(parts, 64u, local_v + 2u) + shared_u32(parts, 64u, local_v + 3u));
    }
    __syncthreads();
    if (local_v == 0u) {
        store_u32(sums, sums_length, group, shared_u32(parts, 64u, 0u));
    }
}
