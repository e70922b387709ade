// Single-pass inclusive scan with decoupled look-back.
struct ScanParams {
    size: u32,
    tiles: u32,
}

const TILE: u32 = 64u;
const FLAG_NOT_READY = 0u;
const FLAG_AGGREGATE = 1u;
const FLAG_PREFIX = 2u;

@group(0) @binding(0) var<uniform> params: ScanParams;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
@group(0) @binding(3) var<storage, read_write> tile_state: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> ticket: atomic<u32>;

var<workgroup> tile_id: u32;
var<workgroup> shared_data: array<u32, TILE>;
var<workgroup> tile_prefix: u32;

fn look_back(tile: u32) -> u32 {
    var sum = 0u;
    var k = tile;
    loop {
        if k == 0u {
            return sum;
        }
        let state = atomicLoad(&tile_state[k - 1u]);
        let flag = state >> 30u;
        if flag == FLAG_PREFIX {
            return sum + (state & 0x3fffffffu);
        }
        if flag == FLAG_AGGREGATE {
            sum += state & 0x3fffffffu;
            k -= 1u;
        }
    }
    return sum;
}

@compute @workgroup_size(64)
fn scan(@builtin(local_invocation_id) lid: vec3<u32>) {
    if lid.x == 0u {
        tile_id = atomicAdd(&ticket, 1u);
    }
    let tile = workgroupUniformLoad(&tile_id);
    let index = tile * TILE + lid.x;
    var value = 0u;
    if index < params.size {
        value = input[index];
    }
    shared_data[lid.x] = value;
    workgroupBarrier();
    for (var offset = 1u; offset < TILE; offset = offset << 1u) {
        var other = 0u;
        if lid.x >= offset {
            other = shared_data[lid.x - offset];
        }
        workgroupBarrier();
        shared_data[lid.x] += other;
        workgroupBarrier();
    }
    if lid.x == TILE - 1u {
        let total = shared_data[TILE - 1u];
        atomicStore(&tile_state[tile], (FLAG_AGGREGATE << 30u) | total);
        let before = look_back(tile);
        atomicStore(&tile_state[tile], (FLAG_PREFIX << 30u) | (before + total));
        tile_prefix = before;
    }
    workgroupBarrier();
    if index < params.size {
        output[index] = shared_data[lid.x] + tile_prefix;
    }
}
