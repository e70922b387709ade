// Conway's Game of Life on a torus, 32 cells a word.
struct Grid { words_per_row: u32, rows: u32 }

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> now: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<u32>;

fn cell(x: i32, y: i32) -> u32 {
    let width = i32(grid.words_per_row * 32u);
    let height = i32(grid.rows);
    let wrapped = (vec2i(x, y) + vec2i(width, height)) % vec2i(width, height);
    let at = vec2u(wrapped);
    return (now[at.y * grid.words_per_row + at.x / 32u] >> (at.x % 32u)) & 1u;
}

@compute @workgroup_size(8, 4)
fn step(@builtin(global_invocation_id) gid: vec3u) {
    if (any(gid.xy >= vec2u(grid.words_per_row, grid.rows))) { return; }
    var word = 0u;
    for (var bit = 0u; bit < 32u; bit++) {
        let p = vec2i(gid.xy * vec2u(32u, 1u)) + vec2i(i32(bit), 0);
        var neighbours = 0u;
        for (var d = 0; d < 9; d++) {
            if (d == 4) { continue; }
            neighbours += cell(p.x + d % 3 - 1, p.y + d / 3 - 1);
        }
        switch neighbours {
            case 3u: { word |= 1u << bit; }
            case 2u: { word |= cell(p.x, p.y) << bit; }
            default: {}
        }
    }
    next[gid.y * grid.words_per_row + gid.x] = word;
}
