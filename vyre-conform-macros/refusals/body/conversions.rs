use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn signed(a: u32, b: u32) -> i32 {
    i32::try_from(a).unwrap()
}

#[vyre_fn]
fn into_signed(a: u32, b: u32) -> i32 {
    a.try_into().unwrap()
}

#[vyre_fn]
fn narrow(a: u64) -> u32 {
    u32::try_from(a).unwrap_or(u32::MAX)
}

#[vyre_fn]
fn narrow_or_zero(a: u64) -> u32 {
    u32::try_from(a).unwrap_or_default()
}

#[vyre_fn]
fn narrows(a: u64) -> bool {
    u32::try_from(a).is_ok()
}

#[vyre_fn]
fn narrow_if(a: u64) -> u32 {
    if let Ok(x) = u32::try_from(a) {
        x
    } else {
        0
    }
}

#[vyre_fn]
fn narrow_ok(a: u64) -> u32 {
    u32::try_from(a).ok().unwrap_or(7)
}

#[vyre_fn]
fn into_or(a: u64) -> u32 {
    a.try_into().unwrap_or(7)
}

#[vyre_fn]
fn wide_expect(a: u64) -> u32 {
    u32::try_from(a).expect("small")
}

#[vyre_fn]
fn bits(a: u32, b: u32) -> u32 {
    f32::from_bits(a).to_bits() ^ b
}

#[vyre_fn]
fn joined(a: u32, b: u32) -> u32 {
    u32::from_be_bytes([a as u8, b as u8, 0, 0])
}

#[vyre_fn]
fn byte(a: u32, b: u32) -> u32 {
    u8::try_from(a).unwrap() as u32 ^ b
}

#[vyre_fn]
fn letter(a: u32, b: u32) -> u32 {
    char::from_u32(a).unwrap() as u32
}

#[vyre_fn]
fn truth(a: u32, b: u32) -> bool {
    a as bool
}

#[vyre_fn]
fn less(a: u32, b: u32) -> u32 {
    (a < b).into()
}

#[vyre_fn]
fn from_truth(a: u32, b: u32) -> u32 {
    u32::from(a < b) ^ 1
}

#[vyre_fn]
fn converted(a: u32, b: u32) -> u64 {
    u64::from(a)
}
