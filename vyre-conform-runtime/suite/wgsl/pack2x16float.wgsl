// https://www.w3.org/TR/WGSL/#pack2x16float-builtin
// Numbers that a binary16 has, there and back.
fn row(i: u32) {
    let v = bitcast<vec2<f32>>(vec2<u32>(given[2 * i], given[2 * i + 1]));
    let packed = pack2x16float(v);
    let back = bitcast<vec2<u32>>(unpack2x16float(packed));
    found[3 * i] = packed;
    found[3 * i + 1] = back.x;
    found[3 * i + 2] = back.y;
}

//= 1f -2f -> 0xc0003c00 1f -2f
//= 0f 0.5f -> 0x38000000 0f 0.5f
//= 65504f 0.333251953125f -> 0x35557bff 65504f 0.333251953125f
//= -65504f 0.00006103515625f -> 0x0400fbff -65504f 0.00006103515625f
