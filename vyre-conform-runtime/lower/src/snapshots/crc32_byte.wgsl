fn f_crc32_byte(v_crc: u32, v_byte: u32) -> u32 {
    var v_state = v_crc ^ v_byte;
    for (var v_i = 0u; v_i < 8u; v_i += 1u) {
        v_state = (v_state >> 1u) ^ (0xedb88320u & (0u - (v_state & 1u)));
    }
    return v_state;
}
