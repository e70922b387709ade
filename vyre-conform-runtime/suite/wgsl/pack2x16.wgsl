// https://www.w3.org/TR/WGSL/#pack2x16unorm-builtin
// Components are cut to the range and rounded; none is close to a tie.
fn row(i: u32) {
    let v = bitcast<vec2<f32>>(vec2<u32>(given[2 * i], given[2 * i + 1]));
    found[2 * i] = pack2x16unorm(v);
    found[2 * i + 1] = pack2x16snorm(v);
}

//= 0f 1f -> 0xffff0000 0x7fff0000
//= 0.25f 2f -> 0xffff4000 0x7fff2000
//= -1f 0.75f -> 0xbfff0000 0x5fff8001
