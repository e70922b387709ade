// https://www.w3.org/TR/WGSL/#matrix-access-expr
// Columns and elements by indices that are known when the shader runs; every number is an integer.
fn row(i: u32) {
    let c = given[2 * i];
    let r = given[2 * i + 1];
    var m = mat3x2<f32>(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
    m[c][r] += 10.0;
    let t = transpose(m);
    let product = m * vec3<f32>(1.0, 10.0, 100.0);
    m[c] = vec2<f32>(7.0, 8.0);
    found[4 * i] = u32(t[r][c]);
    found[4 * i + 1] = u32(product.x);
    found[4 * i + 2] = u32(product.y);
    found[4 * i + 3] = u32(m[0].x + m[1].x + m[2].y);
}

//= 0 0 -> 11 541 642 16
//= 1 0 -> 13 631 642 14
//= 2 1 -> 16 531 1642 12
