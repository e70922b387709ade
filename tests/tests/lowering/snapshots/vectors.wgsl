@group(0) @binding(0) var<storage, read> b_given: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> b_four: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> b_two: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> b_one: array<u32>;

@compute @workgroup_size(1)
fn vyre_main() {
    let b_given_length = arrayLength(&b_given);
    let b_four_length = arrayLength(&b_four);
    let b_one_length = arrayLength(&b_one);
    let v_a = b_given[0u];
    var v_b = select(vec4<u32>(0u, 0u, 0u, 0u), b_given[min(1u, b_given_length - 1u)], 1u < b_given_length);
    v_b += vec4<u32>(1u);
    b_four[0u] = v_a + v_b;
    if 1u < b_four_length {
        b_four[1u] = v_a - v_b;
    }
    if 2u < b_four_length {
        b_four[2u] = v_a * v_b;
    }
    if 3u < b_four_length {
        b_four[3u] = min(v_a, v_b);
    }
    if 4u < b_four_length {
        b_four[4u] = max(v_a, v_b);
    }
    if 5u < b_four_length {
        b_four[5u] = (v_a & v_b) | (v_a ^ v_b);
    }
    if 6u < b_four_length {
        b_four[6u] = ~v_a;
    }
    if 7u < b_four_length {
        b_four[7u] = vec4<u32>(v_a.w, v_a.z, v_a.y, v_a.x);
    }
    if 8u < b_four_length {
        b_four[8u] = select(v_b, v_a, all(v_a == v_b));
    }
    if 9u < b_four_length {
        b_four[9u] = vec4<u32>(4u, 5u, 0u, 0u);
    }
    b_two[0u] = v_a.xy * v_b.xy;
    if 1u < arrayLength(&b_two) {
        b_two[1u] = vec2<u32>(u32(-1i));
    }
    b_one[0u] = v_b.x;
    if 1u < b_one_length {
        b_one[1u] = select(20u, 10u, any(v_a != v_b));
    }
    if 2u < b_one_length {
        b_one[2u] = select(20u, 10u, any(v_b != vec4<u32>(0u, 0u, 0u, 0u)));
    }
}
