@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(2) var<storage, read> b: array<u32>;
@group(0) @binding(3) var<storage, read_write> product: array<u32>;

// Two parts of each operand, eight steps of 128 rows or columns. A slot of A has four neighbours; one of B has four columns that
// are 32 apart, so that neighbouring invocations bring neighbouring words.
var<workgroup> part_of_a: array<array<array<vec4<f32>, 32>, 8>, 2>;
var<workgroup> part_of_b: array<array<array<vec4<f32>, 32>, 8>, 2>;

// Of what an invocation brought: the least magnitudes of A and of B, without sign and a bit to the left, less 1, so that zero is
// beyond all others; and the greatest of both.
var<private> least_a: u32;
var<private> least_b: u32;
var<private> most: u32;

var<private> all_rows: u32;
var<private> all_columns: u32;
var<private> first_row: u32;
var<private> begin_of_product: u32;

// What an operand does not have is +0.
fn word_of_a(at: u32) -> u32 {
    return select(0u, a[at], at < arrayLength(&a));
}

fn word_of_b(at: u32) -> u32 {
    return select(0u, b[at], at < arrayLength(&b));
}

// Behind K and outside of the matrix stand -0 and +0, whose product changes no sum.
fn a_at(at: u32, above: bool, there: bool) -> f32 {
    let bits = select(0x80000000u, word_of_a(at), above & there);
    least_a = min(least_a, (bits << 1u) - 1u);
    most = max(most, bits << 1u);
    return bitcast<f32>(bits);
}

fn b_at(at: u32, there: bool) -> f32 {
    let bits = select(0u, word_of_b(at), there);
    least_b = min(least_b, (bits << 1u) - 1u);
    most = max(most, bits << 1u);
    return bitcast<f32>(bits);
}

// The least exponent field; of zeros alone one that any other may stand beside.
fn field(least: u32) -> f32 {
    return select(f32((least + 1u) >> 24u), 255.0, least == 0xffffffffu);
}

fn row_of(n: u32) -> u32 {
    return first_row + (n >> 2u) * 16u + (n & 3u);
}

fn store_word(at: u32, word: u32) {
    // What ends before its shape keeps what it has.
    if at < arrayLength(&product) {
        product[at] = word;
    }
}

fn store(row: u32, column: u32, four: vec4<f32>) {
    if row < all_rows {
        for (var n = 0u; n < 4u; n++) {
            if column + 32u * n < all_columns {
                let bits = bitcast<u32>(four[n]);
                store_word(begin_of_product + row * all_columns + column + 32u * n, select(bits, 0u, bits == 0x80000000u));
            }
        }
    }
}

@compute @workgroup_size(256)
fn vyre_main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let rows = params[0].x;
    let columns = params[0].y;
    let inner = params[0].z;
    let across = params[0].w;
    let matrix = params[1].x;
    let count = params[1].y;
    let groups = params[1].z;
    let rounds = params[1].w;
    all_rows = rows;
    all_columns = columns;
    // Zero, as no binding has 2^31 words. The driver does not know: it could fold a sum with one without a look at its sign.
    let zero = bitcast<f32>(arrayLength(&product) >> 31u);
    // A quotient by zero is zero in programs, and the dividend in WGSL.
    let once = select(1u, 0u, matrix == 0u);
    let height = select(128u, 0u, across == 0u);
    // Of 32 invocations that read at once eight are in a row and four in a column.
    let slot_a = (local >> 6u) * 8u + ((local >> 3u) & 3u);
    let slot_b = ((local >> 5u) & 1u) * 16u + (local & 7u);
    let parts = inner / 8u + min(inner & 7u, 1u);
    for (var round = 0u; round < rounds; round++) {
        let tile = round * groups + group.x;
        if tile >= count {
            break;
        }
        let number = tile / matrix * once;
        let place = tile % matrix;
        let top = place / across * height;
        let begin = place % across * 128u;
        let begin_of_a = number * rows * inner;
        let begin_of_b = number * inner * columns;
        begin_of_product = number * rows * columns;
        first_row = top + slot_a * 4u;
        let column = begin + slot_b;
        least_a = 0xffffffffu;
        least_b = 0xffffffffu;
        most = 0u;
        // What an invocation brings: four words of a row of A that follow one another, and four columns of a row of B.
        let first = (local & 1u) * 4u;
        let row_a = top + (local >> 1u);
        let above = row_a < rows;
        var next_a = first;
        var from_a = begin_of_a + row_a * inner + next_a;
        let column_b = begin + (local & 31u);
        var next_b = local >> 5u;
        var from_b = begin_of_b + next_b * columns + column_b;
//SUMS
        for (var n = 0u; n < 4u; n++) {
            let there = (next_b < inner) & (column_b + 32u * n < columns);
            part_of_a[0][first + n][local >> 3u][(local >> 1u) & 3u] = a_at(from_a + n, above, first + n < inner);
            part_of_b[0][next_b][local & 31u][n] = b_at(from_b + 32u * n, there);
        }
        workgroupBarrier();
        for (var step = 0u; step < parts; step++) {
            let part = step & 1u;
            next_a += 8u;
            from_a += 8u;
            next_b += 8u;
            from_b += 8u * columns;
            let within = next_b < inner;
//LOADS
//STEPS
//STORE_PARTS
            part_of_b[1u - part][local >> 5u][local & 31u] = vec4<f32>(next_b_0, next_b_1, next_b_2, next_b_3);
            workgroupBarrier();
        }
        // What all invocations saw, in two steps.
        part_of_a[0][local >> 5u][local & 31u] = vec4<f32>(field(least_a), field(least_b), f32(most >> 24u), 0.0);
        workgroupBarrier();
        if local < 16u {
            var seen = vec4<f32>(255.0, 255.0, 0.0, 0.0);
            for (var n = 0u; n < 16u; n++) {
                let other = part_of_a[0][local >> 1u][(local & 1u) * 16u + n];
                seen = vec4<f32>(min(seen.xy, other.xy), max(seen.z, other.z), 0.0);
            }
            part_of_b[0][0][local] = seen;
        }
        workgroupBarrier();
        var seen = vec4<f32>(255.0, 255.0, 0.0, 0.0);
        for (var n = 0u; n < 16u; n++) {
            let other = part_of_b[0][0][n];
            seen = vec4<f32>(min(seen.xy, other.xy), max(seen.z, other.z), 0.0);
        }
        let normal = seen.x >= 1.0 && seen.y >= 1.0 && seen.x + seen.y >= LEAST_FIELDS && seen.z < 255.0;
        var largest = vec4<u32>();
//LARGEST
        if normal && all(largest < vec4<u32>(0x7f800000u)) {
//STORE
        } else {
            for (var n = 0u; n < 64u; n++) {
                let row = row_of(n >> 3u);
                let own = column + (n & 3u) * 32u + ((n >> 2u) & 1u) * 8u;
                if row < rows && own < columns {
                    var sum = 0u;
                    for (var k = 0u; k < inner; k++) {
                        let left = word_of_a(begin_of_a + row * inner + k);
                        let right = word_of_b(begin_of_b + k * columns + own);
                        sum = native_strict_mul_add(left, right, sum);
                    }
                    store_word(begin_of_product + row * columns + own, sum);
                }
            }
        }
        // The next tile is brought into what is still read here.
        workgroupBarrier();
    }
}
