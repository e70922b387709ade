// https://www.w3.org/TR/WGSL/#vector-single-component
// Indices that are known when the shader runs, of values and of variables, of each length.
fn row(i: u32) {
    let k = given[i];
    let two = vec2<i32>(-5, 6);
    let three = vec3<u32>(7u, 8u, 9u);
    var flags = vec4<bool>(true, false, false, true);
    flags[k] = !flags[k];
    found[4 * i] = u32(two[k % 2u]);
    found[4 * i + 1] = three[k % 3u];
    found[4 * i + 2] = dot(vec4<u32>(flags), vec4<u32>(1u, 2u, 4u, 8u));
    found[4 * i + 3] = u32((two * i32(k) + 1)[1]);
}

//= 0 -> -5 7 8 1
//= 1 -> 6 8 11 7
//= 2 -> -5 9 13 13
//= 3 -> 6 7 1 19
