struct Grid { words_per_row: u32, rows: u32 }
@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> now: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<u32>;

// Whole words at a time: a full adder for each neighbour.
@compute @workgroup_size(1)
fn by_adders(@builtin(global_invocation_id) gid: vec3u) {
    let w = grid.words_per_row;
    var ones = 0u;
    var twos = 0u;
    var fours = 0u;
    for (var dy = 0u; dy < 3u; dy++) {
        let row = ((gid.y + grid.rows + dy - 1u) % grid.rows) * w;
        let here = now[row + gid.x];
        let left = (here << 1u) | (now[row + (gid.x + w - 1u) % w] >> 31u);
        let right = (here >> 1u) | (now[row + (gid.x + 1u) % w] << 31u);
        var planes = array<u32, 3>(left, here, right);
        for (var k = 0u; k < 3u; k++) {
            if (dy == 1u && k == 1u) { continue; }
            let carry = ones & planes[k];
            ones ^= planes[k];
            let over = twos & carry;
            twos ^= carry;
            fours |= over;
        }
    }
    next[gid.y * w + gid.x] = twos & ~fours & (ones | now[gid.y * w + gid.x]);
}
