// https://www.w3.org/TR/WGSL/#declaration-and-scope
// A declaration hides one outside of its block, to its end.
fn row(i: u32) {
    var x = given[i];
    var r = 0u;
    {
        var x = x + 1u;
        x *= 2u;
        r += x;
    }
    for (var x = 0u; x < 3u; x++) {
        let t = x;
        r += 100u * t;
        let x = 7u;
        r += x;
    }
    if x > 1u {
        let x = 1000u;
        r += x;
    }
    found[2 * i] = r;
    found[2 * i + 1] = x;
}

//= 0 -> 323 0
//= 5 -> 1333 5
