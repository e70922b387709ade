//! Inlined functions.

use crate::common::body;

/// Oracle: by hand; returns at various places of a function.
#[test]
fn functions_return_from_anywhere() {
    let text = "for (var i = 0u; i < 8u; i++) { output[i] = find(i, input[0]) + classify(i); } }
        fn find(wanted: u32, n: u32) -> u32 {
            if wanted == 0u { return 100u; }
            for (var i = 0u; i < n; i++) { for (var j = 0u; j < n; j++) { if i * j == wanted {
            return i * 10u + j; } if j > i { break; } } }
            if wanted == 7u { return 1u; }
            return 2u;
        }
        fn classify(x: u32) -> u32 {
            var r = 1000u;
            switch x { case 1u: { return 2000u; } case 2u: { r = 3000u; } case 3u: { if r == 1000u { return 4000u; } }
                default: { if x > 5u { r += 1000u; if x == 7u { return 5000u; } } } }
            r += 5u;
            return r;";
    let by_hand = [1105, 2011, 3026, 4036, 1027, 1007, 2037, 5001];
    // 2 = 2 * 1 is found at i = 1, j = 2; and so on.
    let found = body(text, &[4], 8);
    let expected: Vec<u32> = (0..8).map(|k| find(k, 4) + classify(k)).collect();
    assert_eq!(found, expected);
    assert_eq!(found[0], by_hand[0]);
}

fn find(wanted: u32, n: u32) -> u32 {
    if wanted == 0 {
        return 100;
    }
    for i in 0..n {
        for j in 0..n {
            if i * j == wanted {
                return i * 10 + j;
            }
            if j > i {
                break;
            }
        }
    }
    if wanted == 7 { 1 } else { 2 }
}

fn classify(x: u32) -> u32 {
    match x {
        1 => 2000,
        2 => 3005,
        3 => 4000,
        7 => 5000,
        6 => 2005,
        _ => 1005,
    }
}

/// Oracle: by hand; pointers to scalars, and parts of arrays and structs.
#[test]
fn pointers_are_passed() {
    let text = "var s = S(1u, array<u32, 3>(2u, 3u, 4u)); bump(&s.a); bump(&s.b[input[0]]); let p = &s.b[2]; *p += 7u;
        shared_words[3] = 9u; sum(&s.b);
        output[0] = s.a; output[1] = s.b[1]; output[2] = s.b[2]; output[3] = shared_words[3]; output[4] = s.b[0]; }
        struct S { a: u32, b: array<u32, 3> }
        var<workgroup> shared_words: array<u32, 8>;
        fn bump(p: ptr<function, u32>) { *p = *p + 10u; }
        fn sum(p: ptr<function, array<u32, 3>>) { (*p)[0] = (*p)[1] + (*p)[2];";
    assert_eq!(body(text, &[1], 5), [11, 13, 11, 9, 24]);
}

/// Oracle: by hand; results of aggregates, calls in calls, and private state.
#[test]
fn functions_return_structs_and_keep_state() {
    let text = "let p = pair(input[0], 2u); output[0] = p.low; output[1] = p.high.y;
            output[2] = twice(twice(3u)); tick(); tick();
        output[3] = ticks; output[4] = array_of(5u)[2]; }
        struct Pair { low: u32, high: vec2<u32> }
        var<private> ticks: u32 = 40u;
        fn tick() { ticks += 1u; if ticks > 100u { return; } ticks += 1u; }
        fn pair(a: u32, b: u32) -> Pair { if a == 0u { return Pair(9u, vec2<u32>(8u, 7u)); }
            return Pair(a, vec2<u32>(b, a * b)); }
        fn twice(x: u32) -> u32 { return x * 2u; }
        fn array_of(x: u32) -> array<u32, 3> { var a: array<u32, 3>; for (var i = 0u; i < 3u; i++) {
            a[i] = x + i; } return a;";
    assert_eq!(body(text, &[6], 5), [6, 12, 12, 44, 7]);
    assert_eq!(body(text, &[0], 5)[..2], [9, 7]);
}
