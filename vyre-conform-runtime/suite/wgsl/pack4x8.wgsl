// https://www.w3.org/TR/WGSL/#pack4x8unorm-builtin
// Components are cut to the range and rounded; none is close to a tie.
fn row(i: u32) {
    let at = 4 * i;
    let v = bitcast<vec4<f32>>(vec4<u32>(given[at], given[at + 1], given[at + 2], given[at + 3]));
    found[2 * i] = pack4x8unorm(v);
    found[2 * i + 1] = pack4x8snorm(v);
}

//= 0f 1f 0.25f 0.75f -> 0xbf40ff00 0x5f207f00
//= -2f 2f -0.25f -1f -> 0x0000ff00 0x81e07f81
//= -0.75f 0.2f 0.6f 0.002f -> 0x01993300 0x004c19a1
