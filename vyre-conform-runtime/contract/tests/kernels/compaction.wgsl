// Keeps the records that are alive, in their order: flags are scanned in the workgroup, blocks by a second entry.
struct Record { id: u32, energy: f32 }

@group(0) @binding(0) var<storage, read> records: array<Record>;
@group(0) @binding(1) var<storage, read_write> block_sums: array<u32>;
@group(0) @binding(2) var<storage, read_write> kept: array<Record>;
@group(0) @binding(3) var<storage, read_write> num_kept: u32;

const GROUP = 32u;
var<workgroup> flags: array<u32, GROUP>;

fn is_alive(record: Record) -> bool {
    return record.energy > 0.25 && (record.id & 1u) == 0u;
}

fn scanned(lane: u32, flag: u32) -> u32 {
    flags[lane] = flag;
    for (var d = 1u; d < GROUP; d *= 2u) {
        workgroupBarrier();
        var v = flags[lane];
        if (lane >= d) { v += flags[lane - d]; }
        workgroupBarrier();
        flags[lane] = v;
    }
    workgroupBarrier();
    return flags[lane];
}

fn flag_of(i: u32) -> u32 {
    if (i >= arrayLength(&records)) { return 0u; }
    return select(0u, 1u, is_alive(records[i]));
}

@compute @workgroup_size(GROUP)
fn count(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_index) lane: u32) {
    let sum = scanned(lane, flag_of(block.x * GROUP + lane));
    if (lane == GROUP - 1u) { block_sums[block.x] = sum; }
}

@compute @workgroup_size(1)
fn scan_blocks() {
    var running = 0u;
    for (var b = 0u; b < arrayLength(&block_sums); b++) {
        let size = block_sums[b];
        block_sums[b] = running;
        running += size;
    }
    num_kept = running;
}

@compute @workgroup_size(GROUP)
fn compact(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_index) lane: u32) {
    let i = block.x * GROUP + lane;
    let flag = flag_of(i);
    let at = block_sums[block.x] + scanned(lane, flag) - flag;
    if (flag == 1u) { kept[at] = records[i]; }
}
