struct Board { size: vec2<u32> }
@group(0) @binding(0) var<uniform> board: Board;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<u32>;

fn cell(x: i32, y: i32) -> u32 {
    let size = vec2<i32>(board.size);
    let p = (vec2<i32>(x, y) + size) % size;
    return cells[p.y * size.x + p.x];
}

@compute @workgroup_size(4, 4)
fn step_board(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= board.size) { return; }
    let p = vec2<i32>(id.xy);
    var neighbours = 0u;
    for (var dy = -1; dy <= 1; dy++) {
        for (var dx = -1; dx <= 1; dx++) {
            if dx == 0 && dy == 0 { continue; }
            neighbours += cell(p.x + dx, p.y + dy);
        }
    }
    let alive = cells[id.y * board.size.x + id.x] == 1u;
    switch neighbours {
        case 2u: { next[id.y * board.size.x + id.x] = u32(alive); }
        case 3u: { next[id.y * board.size.x + id.x] = 1u; }
        default: { next[id.y * board.size.x + id.x] = 0u; }
    }
}
