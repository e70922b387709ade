fn rotate_left(a: u32, b: u32) -> u32 {
    return (a << (b & 31u)) | (a >> ((32u - b) & 31u));
}
