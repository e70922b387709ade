// https://www.w3.org/TR/WGSL/#comparison-expr
// Components are compared one by one; `any` and `all` join them.
fn row(i: u32) {
    let a = vec4<u32>(given[2 * i], 1u, 2u, 3u);
    let b = vec4<u32>(given[2 * i + 1], 1u, 0xffffffffu, 2u);
    let less = a < b;
    let less_signed = vec4<i32>(a) < vec4<i32>(b);
    found[5 * i] = u32(any(less)) + 2u * u32(all(a != b)) + 4u * u32(all(a == a));
    found[5 * i + 1] = dot(vec4<u32>(less), vec4<u32>(1u, 2u, 4u, 8u));
    found[5 * i + 2] = dot(vec4<u32>(less_signed), vec4<u32>(1u, 2u, 4u, 8u));
    found[5 * i + 3] = dot(vec4<u32>(!less), vec4<u32>(1u, 2u, 4u, 8u));
    found[5 * i + 4] = dot(vec4<u32>((a == b) | (a >= b)), vec4<u32>(1u, 2u, 4u, 8u));
}

//= 0 1 -> 5 5 1 10 10
//= 1 0 -> 5 4 0 11 11
//= 0 0xffffffff -> 5 5 0 10 10
