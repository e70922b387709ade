// The digits of a word in base 10, on a stack that is one too small.
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> reversed: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= arrayLength(&words)) { return; }
    var digits: array<u32, 4>; //-
    //+ var digits: array<u32, 5>;
    var rest = words[gid.x] % 60000u + 10000u;
    var count = 0u;
    while (rest > 0u && count < 5u) {
        digits[count] = rest % 10u; //~ out-of-bounds-write
        rest = rest / 10u;
        count++;
    }
    var result = 0u;
    for (var k = 0u; k < count; k++) {
        result = result * 10u + digits[k]; //~ out-of-bounds-read
    }
    reversed[gid.x] = result;
}
