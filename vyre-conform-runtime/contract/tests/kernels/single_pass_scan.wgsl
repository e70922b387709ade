// Inclusive prefix sum in one dispatch: tiles look back at the ones before them (Merrill and Garland 2016). A ticket
// decides the number of a tile, so that a tile waits for tiles alone that have begun.
struct Tile {
    status: atomic<u32>, // 0: nothing, 1: aggregate, 2: inclusive prefix
    aggregate: atomic<u32>,
    prefix: atomic<u32>,
}

@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(0) @binding(2) var<storage, read_write> tiles: array<Tile>;
@group(0) @binding(3) var<storage, read_write> ticket: atomic<u32>;

const WG: u32 = 32u;
const PER_THREAD: u32 = 4u;
const TILE: u32 = WG * PER_THREAD;

var<workgroup> scratch: array<u32, WG>;
var<workgroup> tile_number: u32;
var<workgroup> before: u32;

fn look_back(tile: u32) -> u32 {
    var total = 0u;
    var k = tile;
    loop {
        if (k == 0u) { return total; }
        let status = atomicLoad(&tiles[k - 1u].status);
        switch status {
            case 2u: { return total + atomicLoad(&tiles[k - 1u].prefix); }
            case 1u: {
                total += atomicLoad(&tiles[k - 1u].aggregate);
                k -= 1u;
            }
            default: {}
        }
    }
    return total;
}

@compute @workgroup_size(WG)
fn scan_tiles(@builtin(local_invocation_index) lane: u32) {
    if (lane == 0u) { tile_number = atomicAdd(&ticket, 1u); }
    let tile = workgroupUniformLoad(&tile_number);
    let n = arrayLength(&values);
    var own: array<u32, PER_THREAD>;
    var sum = 0u;
    for (var i = 0u; i < PER_THREAD; i++) {
        let at = tile * TILE + lane * PER_THREAD + i;
        sum += select(0u, values[min(at, n - 1u)], at < n);
        own[i] = sum;
    }
    scratch[lane] = sum;
    workgroupBarrier();
    for (var step = 1u; step < WG; step <<= 1u) {
        let left = select(0u, scratch[max(lane, step) - step], lane >= step);
        workgroupBarrier();
        scratch[lane] += left;
        workgroupBarrier();
    }
    if (lane == WG - 1u) {
        let total = scratch[lane];
        atomicStore(&tiles[tile].aggregate, total);
        atomicStore(&tiles[tile].status, 1u);
        let prefix = look_back(tile);
        atomicStore(&tiles[tile].prefix, prefix + total);
        atomicStore(&tiles[tile].status, 2u);
        before = prefix;
    }
    let offset = workgroupUniformLoad(&before) + scratch[lane] - sum;
    for (var i = 0u; i < PER_THREAD; i++) {
        let at = tile * TILE + lane * PER_THREAD + i;
        if (at < n) { sums[at] = offset + own[i]; }
    }
}
