fn crc32_byte(crc: u32, byte: u32) -> u32 {
    var state = crc ^ byte;
    for (var i = 0u; i < 8u; i += 1u) {
        state = (state >> 1u) ^ (0xedb88320u & (0u - (state & 1u)));
    }
    return state;
}
