//! The crates that references call, on which their results depend.

#[doc(hidden)]
pub use inventory;

use super::Package;

/// A crate that the references of a package's ops call, such as a library of elementary functions.
/// [`oracle_crates!`](crate::oracle_crates!) declares one.
#[derive(Debug)]
#[non_exhaustive]
pub struct OracleCrate {
    /// The package of the ops.
    pub package: Package,
    /// Name and version of the crate, such as `core-math 1.4.0`.
    pub crate_version: &'static str,
}

impl OracleCrate {
    /// A crate with this name and version, which ops of the package call.
    #[doc(hidden)]
    pub const fn new(package: Package, crate_version: &'static str) -> Self {
        Self {
            package,
            crate_version,
        }
    }
}

inventory::collect!(OracleCrate);

/// The crates that references of a package's ops call, sorted, with their versions.
pub fn oracle_crates(package: &Package) -> Vec<String> {
    let all = inventory::iter::<OracleCrate>.into_iter();
    let of_it = all.filter(|named| named.package == *package);
    let mut names: Vec<String> = of_it.map(|named| named.crate_version.to_owned()).collect();
    names.sort();
    names
}

/// Declares the crates that references of this package's ops call, each with its version. A changed
/// version invalidates stored digests of references.
///
/// ```text
/// vyre_conform_runtime::oracle_crates!("core-math 1.4.0", "half 2.7.1");
/// ```
///
/// A crate cannot query Cargo for the version of a dependency; use a test to compare the declaration
/// with `Cargo.lock`.
#[macro_export]
macro_rules! oracle_crates {
    ($($crate_version:literal),+ $(,)?) => {
        $($crate::registry::inventory::submit! {
            $crate::registry::OracleCrate::new(
                $crate::registry::Package::new(
                    ::core::option_env!("CARGO_PKG_NAME"),
                    ::core::option_env!("CARGO_PKG_VERSION"),
                ),
                $crate_version,
            )
        })+
    };
}
