// https://www.w3.org/TR/WGSL/#override-decls
// Arithmetic that is done when the pipeline is made.
override a: u32 = 7u;
override b = a * 3u + 1u;
override c: i32 = -i32(b) / 5;
override d = a > 5u && b != 22u;
@id(3) override e: f32 = 2.5;
fn row(i: u32) {
    let at = 6 * i;
    found[at] = a + given[i];
    found[at + 1] = b;
    found[at + 2] = u32(c);
    found[at + 3] = u32(d);
    found[at + 4] = bitcast<u32>(e * 2.0);
    found[at + 5] = given[i] / a;
}

//= 0 -> 7 22 -4 0 5f 0
//= 21 -> 28 22 -4 0 5f 3
