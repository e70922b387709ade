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
    const u32 *b_params,
    u32 b_params_length,
    const u32 *b_source,
    u32 b_source_length,
    u32 *b_sums,
    u32 b_sums_length) {
    const u32 local_x = threadIdx.x;
    const u32 workgroup_x = blockIdx.x;
    __shared__ u32 b_parts[64];
    const u32 mine = (threadIdx.z * 1u + threadIdx.y) * 64u + threadIdx.x;
    for (u32 k = mine; k < 64u; k += 64u) b_parts[k] = 0u;
    __syncthreads();
    const u32 v_len = load_u32(b_params, b_params_length, 0u);
    const u32 v_tiles = load_u32(b_params, b_params_length, 1u);
    const u32 v_last_group = load_u32(b_params, b_params_length, 2u);
    const u32 v_local = local_x;
    const u32 v_group = workgroup_x;
    const u32 v_first = v_group * v_tiles;
    u32 v_sum = 0u;
    for (u32 v_tile = 0u, end = v_tiles; v_tile < end; v_tile++) {
        const u32 v_start = (v_first + v_tile) * 1024u + v_local;
        v_sum = v_sum + (load_u32(b_source, b_source_length, v_start + 0u) + load_u32(b_source, b_source_length, v_start + 64u) + load_u32(b_source, b_source_length, v_start + 128u) + load_u32(b_source, b_source_length, v_start + 192u) + load_u32(b_source, b_source_length, v_start + 256u) + load_u32(b_source, b_source_length, v_start + 320u) + load_u32(b_source, b_source_length, v_start + 384u) + load_u32(b_source, b_source_length, v_start + 448u) + load_u32(b_source, b_source_length, v_start + 512u) + load_u32(b_source, b_source_length, v_start + 576u) + load_u32(b_source, b_source_length, v_start + 640u) + load_u32(b_source, b_source_length, v_start + 704u) + load_u32(b_source, b_source_length, v_start + 768u) + load_u32(b_source, b_source_length, v_start + 832u) + load_u32(b_source, b_source_length, v_start + 896u) + load_u32(b_source, b_source_length, v_start + 960u));
    }
    share_u32(b_parts, 64u, v_local, v_sum);
    __syncthreads();
    if (v_local < 16u) {
        share_u32(b_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local + 16u) + shared_u32(b_parts, 64u, v_local + 32u) + shared_u32(b_parts, 64u, v_local + 48u));
    }
    __syncthreads();
    if (v_local < 4u) {
        share_u32(b_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local + 4u) + shared_u32(b_parts, 64u, v_local + 8u) + shared_u32(b_parts, 64u, v_local + 12u));
    }
    __syncthreads();
    if (v_local < 1u) {
        share_u32(b_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local + 1u) + shared_u32(b_parts, 64u, v_local + 2u) + shared_u32(b_parts, 64u, v_local + 3u));
    }
    __syncthreads();
    if (v_local == 0u) {
        store_u32(b_sums, b_sums_length, v_group, shared_u32(b_parts, 64u, 0u));
    }
}
