// https://www.w3.org/TR/WGSL/#const-expr
// Arithmetic that is done when the shader is made.
const A = 7 * 13 - 5;
const B = A / 4;
const C: u32 = u32(B) << 4u;
const D = -7 / 2;
const E = -7 % 3;
const F: i32 = i32(-2147483648) + 1;
const G = 1.5 * 4.0 - 0.25;
const H = 0xffffffffu ^ 0x0f0f0f0fu;
const I = (3 > 2) && !(1 == 2);
const J = vec3(1, 2, 3) * 2 + 1;
const K = array(2u, 3u, 5u);
const L = max(abs(-9), min(4, 5)) + clamp(12, 0, 10);
fn row(i: u32) {
    let at = 12 * i;
    found[at] = given[i] + u32(A);
    found[at + 1] = u32(B);
    found[at + 2] = C;
    found[at + 3] = u32(i32(D));
    found[at + 4] = u32(i32(E));
    found[at + 5] = u32(F);
    found[at + 6] = bitcast<u32>(f32(G));
    found[at + 7] = H;
    found[at + 8] = u32(I);
    found[at + 9] = u32(J.y);
    found[at + 10] = K[given[i]];
    found[at + 11] = u32(L);
}

//= 0 -> 86 21 336 -3 -1 0x80000001 5.75f 0xf0f0f0f0 1 5 2 19
//= 2 -> 88 21 336 -3 -1 0x80000001 5.75f 0xf0f0f0f0 1 5 5 19
