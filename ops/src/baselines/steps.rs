//! Steps of checksums and codes.

/// One bit at a time.
pub(super) const CRC64_STEP: &str = "
fn crc64_step(a: vec2<u32>, b: u32) -> vec2<u32> {
    var low = a.x ^ (b & 0xFFu);
    var high = a.y;
    for (var i = 0u; i < 8u; i++) {
        let leaves = 0u - (low & 1u);
        low = ((low >> 1u) | (high << 31u)) ^ (0xD7870F42u & leaves);
        high = (high >> 1u) ^ (0xC96C5795u & leaves);
    }
    return vec2<u32>(low, high);
}
";

/// One bit at a time.
pub(super) const CRC64_STEP_INVERSE: &str = "
fn crc64_step_inverse(a: vec2<u32>, b: u32) -> vec2<u32> {
    var low = a.x;
    var high = a.y;
    for (var i = 0u; i < 8u; i++) {
        let added = high >> 31u;
        low ^= 0xD7870F42u & (0u - added);
        high ^= 0xC96C5795u & (0u - added);
        high = (high << 1u) | (low >> 31u);
        low = (low << 1u) | added;
    }
    return vec2<u32>(low ^ (b & 0xFFu), high);
}
";

/// Spreads groups of seven bits, then sets the continuation flags.
pub(super) const LEB128_ENCODE: &str = "
fn leb128_encode(a: u32) -> vec2<u32> {
    let groups = (a & 0x7Fu) | ((a << 1u) & 0x7F00u) | ((a << 2u) & 0x7F0000u) | ((a << 3u) & 0x7F000000u);
    var flags = select(0u, 0x80u, a >= 0x80u);
    flags |= select(0u, 0x8000u, a >= 0x4000u);
    flags |= select(0u, 0x800000u, a >= 0x200000u);
    flags |= select(0u, 0x80000000u, a >= 0x10000000u);
    return vec2<u32>(groups | flags, a >> 28u);
}
";
