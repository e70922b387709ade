use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(custom(cancels, |f, x, y| f(x, f(x, y)) == y)))]
const fn add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

#[vyre_op(laws(custom(doubles, |f, x| f(x, x) == add(x, 1) && f(x, 0) <= x)))]
const fn twice(a: u32, b: u32) -> u32 {
    a.wrapping_add(b).wrapping_add(1)
}

#[vyre_op(laws(Not(custom(cancels, |f, x, y| f(x, f(x, y)) == y), witness = (7, 9))))]
const fn sub(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

#[vyre_op(laws(custom(grows, |f, x, y| !(x <= y) || missing(f(x, y)) == x)))]
const fn or(a: u32, b: u32) -> u32 {
    a | b
}

fn main() {}
