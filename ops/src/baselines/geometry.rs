//! Points with two 16-bit coordinates.

/// The determinant in 96 bits: a square of a distance has 33 bits, a cross product 34 and a sign.
pub(super) const INCIRCLE_I16: &str = "
fn point(a: u32) -> vec2<i32> {
    return vec2<i32>(bitcast<i32>(a << 16u) >> 16u, bitcast<i32>(a) >> 16u);
}

fn wide(a: u32, b: u32) -> vec2<u32> {
    let al = a & 0xFFFFu;
    let ah = a >> 16u;
    let bl = b & 0xFFFFu;
    let bh = b >> 16u;
    let low = al * bl;
    let one = ah * bl + (low >> 16u);
    let two = al * bh + (one & 0xFFFFu);
    return vec2<u32>((two << 16u) | (low & 0xFFFFu), ah * bh + (one >> 16u) + (two >> 16u));
}

fn plus(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}

fn negated(a: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(0u - a.x, ~a.y + u32(a.x == 0u));
}

fn product(a: i32, b: i32) -> vec2<u32> {
    let amount = vec2<u32>(u32(abs(a)) * u32(abs(b)), 0u);
    return select(amount, negated(amount), (a ^ b) < 0);
}

fn cross(a: vec2<i32>, b: vec2<i32>) -> vec2<u32> {
    return plus(product(a.x, b.y), negated(product(a.y, b.x)));
}

fn lifted(a: vec2<i32>) -> vec2<u32> {
    return plus(product(a.x, a.x), product(a.y, a.y));
}

fn plus96(a: vec3<u32>, b: vec3<u32>) -> vec3<u32> {
    let low = plus(a.xy, b.xy);
    let carry = low.y < a.y || (low.y == a.y && low.x < a.x);
    return vec3<u32>(low, a.z + b.z + u32(carry));
}

fn scaled(lift: vec2<u32>, by: vec2<u32>) -> vec3<u32> {
    let low = wide(lift.x, by.x);
    let across = plus(wide(lift.x, by.y), wide(lift.y, by.x));
    let middle = low.y + across.x;
    let high = across.y + lift.y * by.y + u32(middle < low.y);
    // The upper words are of a number with a sign.
    return vec3<u32>(low.x, middle, high - select(0u, lift.x, by.y >= 0x80000000u));
}

fn incircle_i16(a: u32, b: u32, c: u32, d: u32) -> i32 {
    let from_d = point(d);
    let x = point(a) - from_d;
    let y = point(b) - from_d;
    let z = point(c) - from_d;
    let both = plus96(scaled(lifted(x), cross(y, z)), scaled(lifted(y), cross(z, x)));
    let sum = plus96(both, scaled(lifted(z), cross(x, y)));
    let inside = select(0, 1, any(sum != vec3<u32>(0u)));
    return select(inside, -1, sum.z >= 0x80000000u);
}
";

/// Two squares of 32 bits, and the carry of their sum.
pub(super) const DISTANCE_SQUARED_I16: &str = "
fn distance_squared_i16(a: u32, b: u32) -> vec2<u32> {
    let x = u32(abs((bitcast<i32>(a << 16u) >> 16u) - (bitcast<i32>(b << 16u) >> 16u)));
    let y = u32(abs((bitcast<i32>(a) >> 16u) - (bitcast<i32>(b) >> 16u)));
    let sum = x * x + y * y;
    return vec2<u32>(sum, u32(sum < x * x));
}
";

/// The side of each edge, by determinants of 64 bits, and a check that the point is within the corners' extent.
pub(super) const IN_TRIANGLE_I16: &str = "
fn point(a: u32) -> vec2<i32> {
    return vec2<i32>(bitcast<i32>(a << 16u) >> 16u, bitcast<i32>(a) >> 16u);
}

fn negated(a: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(0u - a.x, ~a.y + u32(a.x == 0u));
}

fn product(a: i32, b: i32) -> vec2<u32> {
    let amount = vec2<u32>(u32(abs(a)) * u32(abs(b)), 0u);
    return select(amount, negated(amount), (a ^ b) < 0);
}

fn side(a: vec2<i32>, b: vec2<i32>) -> i32 {
    let left = product(a.x, b.y);
    let right = product(a.y, b.x);
    let low = left.x - right.x;
    let high = bitcast<i32>(left.y - right.y - u32(left.x < right.x));
    return select(select(0, 1, (u32(high) | low) != 0u), -1, high < 0);
}

fn in_triangle_i16(a: u32, b: u32, c: u32, d: u32) -> u32 {
    let p = point(d);
    let x = point(a) - p;
    let y = point(b) - p;
    let z = point(c) - p;
    let sides = vec3<i32>(side(x, y), side(y, z), side(z, x));
    let both = any(sides == vec3<i32>(1)) && any(sides == vec3<i32>(-1));
    let less = (x > vec2<i32>(0)) & (y > vec2<i32>(0)) & (z > vec2<i32>(0));
    let more = (x < vec2<i32>(0)) & (y < vec2<i32>(0)) & (z < vec2<i32>(0));
    return u32(!(both || any(less) || any(more)));
}
";
