// https://www.w3.org/TR/WGSL/#dot4U8Packed-builtin
fn row(i: u32) {
    let a = given[2 * i];
    let b = given[2 * i + 1];
    found[2 * i] = dot4U8Packed(a, b);
    found[2 * i + 1] = u32(dot4I8Packed(a, b));
}

//= 0x01020304 0x05060708 -> 70 70
//= 0xffffffff 0xffffffff -> 260100 4
//= 0x80808080 0x7f7f7f7f -> 65024 -65024
//= 0x80808080 0x80808080 -> 65536 65536
//= 0xff000001 0x02000003 -> 513 1
