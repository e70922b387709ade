struct Record { id: u32, energy: f32 }
@group(0) @binding(0) var<storage, read> records: array<Record>;
@group(0) @binding(1) var<storage, read_write> num_kept: u32;
@group(0) @binding(2) var<storage, read_write> kept: array<Record>;

@compute @workgroup_size(1)
fn one_by_one() {
    var n = 0u;
    for (var i = 0u; i < arrayLength(&records); i++) {
        if (records[i].energy > 0.25 && records[i].id % 2u == 0u) {
            kept[n] = records[i];
            n++;
        }
    }
    num_kept = n;
}
