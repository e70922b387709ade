// https://www.w3.org/TR/WGSL/#vector-multi-component
// Components repeat, change places, and are taken from what was taken.
fn row(i: u32) {
    let v = vec4<u32>(given[i], 20u, 30u, 40u);
    let a = v.wxxy;
    let b = v.bgr.zy + v.rr;
    let c = vec4<u32>(v.zw, v.xy).yx * 2u;
    found[8 * i] = a.x;
    found[8 * i + 1] = a.y;
    found[8 * i + 2] = a.z;
    found[8 * i + 3] = a.w;
    found[8 * i + 4] = b.x;
    found[8 * i + 5] = b.y;
    found[8 * i + 6] = c.x;
    found[8 * i + 7] = c.y;
}

//= 1 -> 40 1 1 20 2 21 80 60
//= 7 -> 40 7 7 20 14 27 80 60
