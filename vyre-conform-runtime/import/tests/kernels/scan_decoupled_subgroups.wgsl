enable subgroups;

// Single-pass exclusive scan with decoupled look-back; subgroups scan each tile.
const TILE: u32 = 96u;
const AGGREGATE: u32 = 1u;
const PREFIX: u32 = 2u;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> states: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> ticket: atomic<u32>;

var<workgroup> tile_of_group: u32;
var<workgroup> sums: array<u32, 24>;
var<workgroup> before_tile: u32;

fn look_back(tile: u32) -> u32 {
    var sum = 0u;
    var at = tile;
    while at > 0u {
        let state = atomicLoad(&states[at - 1u]);
        if (state >> 30u) == PREFIX {
            return sum + (state & 0x3fffffffu);
        }
        if (state >> 30u) == AGGREGATE {
            sum += state & 0x3fffffffu;
            at -= 1u;
        }
    }
    return sum;
}

@compute @workgroup_size(TILE)
fn scan(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(num_subgroups) subgroups: u32,
) {
    if lid == 0u {
        tile_of_group = atomicAdd(&ticket, 1u);
    }
    let tile = workgroupUniformLoad(&tile_of_group);
    let index = tile * TILE + lid;
    var value = 0u;
    if index < arrayLength(&input) {
        value = input[index];
    }
    let own = subgroupExclusiveAdd(value);
    let sum = subgroupAdd(value);
    if lane == 0u {
        sums[subgroup] = sum;
    }
    workgroupBarrier();
    var before = 0u;
    for (var k = 0u; k < subgroup; k++) {
        before += sums[k];
    }
    if lid == 0u {
        var total = 0u;
        for (var k = 0u; k < subgroups; k++) {
            total += sums[k];
        }
        atomicStore(&states[tile], (AGGREGATE << 30u) | total);
        let prefix = look_back(tile);
        atomicStore(&states[tile], (PREFIX << 30u) | (prefix + total));
        before_tile = prefix;
    }
    workgroupBarrier();
    if index < arrayLength(&input) {
        output[index] = before_tile + before + own;
    }
}
