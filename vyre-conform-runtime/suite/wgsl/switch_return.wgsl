// https://www.w3.org/TR/WGSL/#switch-statement
// A return from a switch within a switch within a loop.
fn place(n: u32) -> u32 {
    for (var k = 0u; k < 32u; k++) {
        switch (n >> k) & 3u {
            case 3u { return k; }
            case 1u, 2u {
                switch k {
                    case 30u { return 90u; }
                    default { }
                }
            }
            default { }
        }
    }
    return 99u;
}
fn row(i: u32) {
    found[i] = place(given[i]);
}

//= 0 -> 99
//= 3 -> 0
//= 6 -> 1
//= 5 -> 99
//= 0x0000d000 -> 14
//= 0x40000000 -> 90
//= 0xc0000000 -> 30
