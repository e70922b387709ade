// https://www.w3.org/TR/WGSL/#f32-builtin
// Integers that a binary32 has.
fn row(i: u32) {
    found[2 * i] = bitcast<u32>(f32(given[i]));
    found[2 * i + 1] = bitcast<u32>(f32(i32(given[i])));
}

//= 0 -> 0 0
//= 1 -> 1f 1f
//= 16777216 -> 16777216f 16777216f
//= 0x80000000 -> 2147483648f -2147483648f
//= 0xffffff00 -> 4294967040f -256f
