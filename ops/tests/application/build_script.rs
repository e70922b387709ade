use vyre_conform_emit::{Request, Target, build};
use vyre_conform_runtime::catalog::Catalog;
use vyre_ops as _;

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalog = Catalog::linked()?;
    let request = Request::new(Target::Wgsl)
        .prefix("math_")
        .ops(["u32::mul_hi"]);
    build::write(&catalog, &request, "ops.wgsl")?;
    Ok(())
}
