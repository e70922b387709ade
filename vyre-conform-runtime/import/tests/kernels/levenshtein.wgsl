const MAX = 32u;
@group(0) @binding(0) var<storage, read> words: array<array<u32, 32>>;
@group(0) @binding(1) var<storage, read> lengths: array<u32>;
@group(0) @binding(2) var<storage, read_write> distances: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&lengths);
    if id.x >= n || id.y >= n { return; }
    var row: array<u32, MAX + 1u>;
    let la = lengths[id.x];
    let lb = lengths[id.y];
    for (var j = 0u; j <= lb; j++) { row[j] = j; }
    for (var i = 1u; i <= la; i++) {
        var diagonal = row[0];
        row[0] = i;
        for (var j = 1u; j <= lb; j++) {
            let cost = select(1u, 0u, words[id.x][i - 1u] == words[id.y][j - 1u]);
            let value = min(min(row[j] + 1u, row[j - 1u] + 1u), diagonal + cost);
            diagonal = row[j];
            row[j] = value;
        }
    }
    distances[id.y * n + id.x] = row[lb];
}
