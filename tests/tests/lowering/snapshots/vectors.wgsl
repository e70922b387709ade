@group(0) @binding(0) var<storage, read> given: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> four: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> two: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> one: array<u32>;

@compute @workgroup_size(1)
fn vyre_main() {
    let given_length = arrayLength(&given);
    let four_length = arrayLength(&four);
    let one_length = arrayLength(&one);
    let a = given[0u];
    var b = select(vec4<u32>(0u, 0u, 0u, 0u), given[min(1u, given_length - 1u)], 1u < given_length);
    b += vec4<u32>(1u);
    four[0u] = a + b;
    if 1u < four_length {
        four[1u] = a - b;
    }
    if 2u < four_length {
        four[2u] = a * b;
    }
    if 3u < four_length {
        four[3u] = min(a, b);
    }
    if 4u < four_length {
        four[4u] = max(a, b);
    }
    if 5u < four_length {
        four[5u] = (a & b) | (a ^ b);
    }
    if 6u < four_length {
        four[6u] = ~a;
    }
    if 7u < four_length {
        four[7u] = vec4<u32>(a.w, a.z, a.y, a.x);
    }
    if 8u < four_length {
        four[8u] = select(b, a, all(a == b));
    }
    if 9u < four_length {
        four[9u] = vec4<u32>(4u, 5u, 0u, 0u);
    }
    two[0u] = a.xy * b.xy;
    if 1u < arrayLength(&two) {
        two[1u] = vec2<u32>(u32(-1i));
    }
    one[0u] = b.x;
    if 1u < one_length {
        one[1u] = select(20u, 10u, any(a != b));
    }
    if 2u < one_length {
        one[2u] = select(20u, 10u, any(b != vec4<u32>(0u, 0u, 0u, 0u)));
    }
}
