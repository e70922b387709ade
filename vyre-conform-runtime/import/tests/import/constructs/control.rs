//! Conditions, loops and switches.

use crate::common::body;

/// Oracle: by hand.
#[test]
fn loops_count_break_and_continue() {
    let text = "var sum = 0u;
        for (var i = 0u; i < 10u; i++) { if i % 2u == 0u { continue; } if i > 7u { break; } sum += i; }
        output[0] = sum;
        var n = input[0]; while n > 1u { n = select(3u * n + 1u, n / 2u, n % 2u == 0u); output[1]++; }
        var k = 0u; loop { if k == input[1] { break; } k += 1u; continuing { output[2] += k; } }
        var d = 0u; loop { d += 1u; if d == 2u { continue; } output[3] += d; continuing { let twice = d * 2u;
            break if twice >= 10u; } }
        for (;;) { output[4] += 1u; if output[4] == 3u { break; } }";
    // 1 + 3 + 5 + 7; 6 3 10 5 16 8 4 2 1; 1 + 2 + 3 + 4; 1 + 3 + 4 + 5.
    assert_eq!(body(text, &[6, 4], 5), [16, 8, 10, 13, 3]);
}

/// Oracle: by hand; `continuing` uses a value of the body.
#[test]
fn the_end_of_a_turn_sees_values_of_the_body() {
    let text =
        "var i = 0u; loop { let next = i * 2u + 1u; let half = next / 2u; if half > 100u { break; }
            output[0] += half;
        continuing { i = next; break if half > input[0]; } }";
    // 0, 1, 3, 7 and 15.
    assert_eq!(body(text, &[7], 1), [26]);
    let text = "var i = 0u; loop { let done = i == input[0]; output[0] += i;
        continuing { i++; break if done; } }";
    assert_eq!(body(text, &[4], 1), [10]);
    let text = "var a = array<u32, 4>(1u, 2u, 3u, 4u); var i = 0u; loop { if i == 4u { break; } let p = &a[i ^ 1u];
        continuing { output[0] = output[0] * 10u + *p; i++; } }";
    assert_eq!(body(text, &[4], 1), [2143]);
}

/// Oracle: by hand; cases with several selectors, a default in the middle, `break`, and a loop inside.
#[test]
fn switches_choose() {
    let text = "for (var i = 0u; i < 8u; i++) {
        switch input[i] {
            case 1u, 2u: { output[i] = 10u + input[i]; }
            default: { if i == 3u { output[i] = 99u; break; } output[i] = 7u; }
            case 5u: { for (var k = 0u; k < 5u; k++) { if k == 3u { break; } output[i] += k; } output[i] += 100u; }
            case 6u: { if i == 4u { continue; } output[i] = 66u; if i == 5u { break; } output[i] = 67u; }
        }
        output[8] += 1u; }";
    let expected = [11, 12, 7, 99, 0, 66, 67, 103, 7];
    assert_eq!(body(text, &[1, 2, 3, 4, 6, 6, 6, 5], 9), expected);
    let signed = "switch i32(input[0]) { case -1: { output[0] = 1u; } case 0, default: { output[0] = 2u; } }";
    assert_eq!(body(signed, &[u32::MAX], 1), [1]);
    assert_eq!(body(signed, &[4], 1), [2]);
}

/// Oracle: by hand; a `break` inside two conditions, with statements after each, and in a function.
#[test]
fn a_switch_is_left_from_within() {
    let text = "for (var i = 0u; i < 4u; i++) {
        switch i % 3u { case 0u, 1u: {
            if input[i] > 1u { if input[i] > 2u { output[i] += 1u; break; } output[i] += 10u; }
            output[i] += 100u; }
            default: { output[i] = chosen(input[i]); } }
        output[i] += 1000u; } }
        fn chosen(x: u32) -> u32 { var r = 0u;
            switch x { case 7u: { if r == 0u { if x == 7u { r = 5u; if r == 5u { break; } } r += 1u; } r += 2u; }
                default: { if x > 8u { if x > 9u { return 40u; } r = 3u; } r += 4u; } }
            return r + 50u;";
    assert_eq!(body(text, &[1, 2, 7, 3], 4), [1100, 1110, 1055, 1001]);
    assert_eq!(body(text, &[3, 3, 9, 0], 4), [1001, 1001, 1057, 1100]);
    assert_eq!(body(text, &[0, 0, 10, 0], 4)[2], 1040);
    assert_eq!(body(text, &[0, 0, 1, 0], 4)[2], 1054);
}

/// Oracle: by hand; `return` leaves the kernel from any depth.
#[test]
fn the_kernel_returns() {
    let text =
        "output[0] = 1u; for (var i = 0u; i < 4u; i++) { switch i { case 2u: { output[1] = i;
            if input[0] == 0u { return; } }
        default: {} } } output[2] = 1u;";
    assert_eq!(body(text, &[0], 3), [1, 2, 0]);
    assert_eq!(body(text, &[1], 3), [1, 2, 1]);
}

/// Oracle: by hand; a variable in a loop is zero in each iteration.
#[test]
fn variables_in_loops_are_zeroed_each_iteration() {
    let text = "for (var i = 0u; i < 3u; i++) { var x: u32; var v: vec2<u32>; var a: array<u32, 20>; x += 1u;
            v.y += 1u; a[i] += 1u; a[19] += 2u;
        output[0] += x + v.y; output[1] += a[0] + a[1] + a[2] + a[19]; }";
    assert_eq!(body(text, &[0], 2), [6, 9]);
}

/// Oracle: by hand; `&&` and `||` short-circuit.
#[test]
fn logic_stops_early() {
    let text = "var n = 0u; if input[0] == 1u && bump(&n) { output[0] = 1u; } if input[0] == 0u || bump(&n) {
            output[1] = 1u; }
        output[2] = n; }
        fn bump(p: ptr<function, u32>) -> bool { *p += 1u; return true;";
    assert_eq!(body(text, &[0], 3), [0, 1, 0]);
    assert_eq!(body(text, &[1], 3), [1, 1, 2]);
}
