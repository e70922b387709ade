use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn wide(a: i16) -> (u128, i64) {
    (a as u128, a as i64)
}
