//! Backends besides the adapters: each is a package that the crate's test links.

use clap::ValueEnum;
use std::fmt::Write;

/// An opt-in backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Extra {
    /// A C compiler.
    C11,
    /// An OpenCL driver.
    Opencl,
    /// The CUDA driver and NVRTC.
    Cuda,
}

impl Extra {
    const ALL: [Self; 3] = [Self::C11, Self::Opencl, Self::Cuda];

    /// The name by which a run requests it.
    const fn name(self) -> &'static str {
        match self {
            Self::C11 => "c11",
            Self::Opencl => "opencl",
            Self::Cuda => "cuda",
        }
    }

    /// Its package and its folder in a checkout.
    const fn package(self) -> (&'static str, &'static str) {
        match self {
            Self::C11 => ("vyre-conform-c", "vyre-conform-runtime/backends/c"),
            Self::Opencl => (
                "vyre-conform-opencl",
                "vyre-conform-runtime/backends/opencl",
            ),
            Self::Cuda => ("vyre-conform-cuda", "vyre-conform-runtime/backends/cuda"),
        }
    }
}

/// The lines of `Cargo.toml` below the harness: the requested dependencies, and the others as comments.
pub(super) fn dependencies(wanted: &[Extra], source: impl Fn(&str, &str) -> String) -> String {
    let mut lines = String::new();
    let line = |extra: Extra| {
        let (package, folder) = extra.package();
        format!("{package} = {{ {} }}\n", source(package, folder))
    };
    let taken = |extra: &Extra| wanted.contains(extra);
    for extra in Extra::ALL.into_iter().filter(taken) {
        lines += &line(extra);
    }
    let others: Vec<Extra> = (Extra::ALL.into_iter().filter(|extra| !taken(extra))).collect();
    if !others.is_empty() {
        lines += "# More backends, which a run asks for by name (`VYRE_ADAPTER=llvmpipe,c11 cargo test`). Each needs \
                  its line here and one in\n\
                  # tests/conformance.rs, such as `use vyre_conform_c as _;`.\n";
    }
    for extra in others {
        let _ = write!(lines, "# {}: {}", extra.name(), line(extra));
    }
    lines
}

/// The lines of the test that link them.
pub(super) fn uses(wanted: &[Extra]) -> String {
    let taken = Extra::ALL
        .into_iter()
        .filter(|extra| wanted.contains(extra));
    let lines: String = taken
        .map(|extra| format!("use {} as _;\n", extra.package().0.replace('-', "_")))
        .collect();
    if lines.is_empty() {
        lines
    } else {
        lines + "\n"
    }
}

/// The line of the crate's README that requests them.
pub(super) fn asked(wanted: &[Extra]) -> String {
    let names: Vec<&str> = (Extra::ALL
        .into_iter()
        .filter(|extra| wanted.contains(extra)))
    .map(Extra::name)
    .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(
            "VYRE_ADAPTER=llvmpipe,{} cargo test    # the same on lavapipe and on the backends that a run asks for by \
             name\n",
            names.join(",")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(package: &str, folder: &str) -> String {
        assert!(
            folder.starts_with("vyre-conform-runtime/backends/"),
            "{package}"
        );
        format!("path = \"/there/{folder}\"")
    }

    /// Oracle: hand-written lines.
    #[test]
    fn requested_backend_is_enabled_and_others_are_comments() {
        let lines = dependencies(&[Extra::C11], source);
        let own = "vyre-conform-c = { path = \"/there/vyre-conform-runtime/backends/c\" }";
        assert_eq!(lines.lines().next(), Some(own));
        let others = [
            "# opencl: vyre-conform-opencl = {",
            "# cuda: vyre-conform-cuda = {",
        ];
        assert!(others.iter().all(|line| lines.contains(line)), "{lines}");
        assert_eq!(uses(&[Extra::C11]), "use vyre_conform_c as _;\n\n");
        assert!(asked(&[Extra::Cuda, Extra::C11]).starts_with("VYRE_ADAPTER=llvmpipe,c11,cuda "));
        let plain = dependencies(&[], source);
        assert!(plain.lines().all(|line| line.starts_with('#')), "{plain}");
        assert_eq!([uses(&[]), asked(&[])], ["", ""]);
    }

    /// Oracle: the packages of this checkout.
    #[test]
    fn each_backend_is_the_package_in_its_folder() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for extra in Extra::ALL {
            let (package, folder) = extra.package();
            let text = std::fs::read_to_string(root.join(folder).join("Cargo.toml"));
            let text = text.expect("the manifest of a backend");
            assert!(text.contains(&format!("name = {package:?}")), "{package}");
            let source = std::fs::read_to_string(root.join(folder).join("src/lib.rs"));
            let request = format!("on_request = {:?}", extra.name());
            assert!(source.expect("its source").contains(&request), "{package}");
        }
    }
}
