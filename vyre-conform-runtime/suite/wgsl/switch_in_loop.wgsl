// https://www.w3.org/TR/WGSL/#switch-statement
// `continue` in a clause is of the loop, `break` is of the switch.
fn row(i: u32) {
    let n = given[i];
    var r = 0u;
    for (var k = 0u; k < n; k++) {
        r += 1u;
        switch k % 4u {
            case 0u { continue; }
            case 1u { r += 10u; break; }
            case 2u { if k > 4u { break; } r += 100u; }
            default { r += 1000u; }
        }
        r += 10000u;
    }
    found[i] = r;
}

//= 0 -> 0
//= 1 -> 1
//= 2 -> 10012
//= 3 -> 20113
//= 4 -> 31114
//= 5 -> 31115
//= 6 -> 41126
//= 7 -> 51127
//= 8 -> 62128
