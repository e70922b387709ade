// https://www.w3.org/TR/WGSL/#break-if-statement
// A continuing block runs after `continue` as well, and ends the loop.
fn row(i: u32) {
    let n = given[i];
    var r = 0u;
    var k = 0u;
    loop {
        if k == 3u {
            k += 2u;
            continue;
        }
        r += k;
        continuing {
            k += 1u;
            r += 100u;
            break if k >= n;
        }
    }
    found[2 * i] = r;
    found[2 * i + 1] = k;
}

//= 0 -> 100 1
//= 1 -> 100 1
//= 2 -> 201 2
//= 3 -> 303 3
//= 4 -> 403 6
//= 7 -> 509 7
