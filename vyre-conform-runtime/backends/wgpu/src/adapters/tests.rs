//! Names of adapters, and their selection by a setting.

use super::*;

fn identity(slug: &str, device: &str, driver: &str) -> Identity {
    Identity {
        kind: "wgpu-vulkan".to_owned(),
        slug: slug.to_owned(),
        device: device.to_owned(),
        driver: driver.to_owned(),
        features: Vec::new(),
        limits: Vec::new(),
    }
}

/// Oracle: the interfaces of wgpu, hand-written: each has a name in the identity and in the slugs of its devices.
#[test]
fn interfaces_have_distinct_names() {
    use vyre_conform_suite::backend::is_adapter;
    let name = |interface| adapter_slug("Device X", kind(interface));
    let all = [
        wgpu::Backend::Vulkan,
        wgpu::Backend::Gl,
        wgpu::Backend::Metal,
        wgpu::Backend::Dx12,
    ];
    assert_eq!(all.map(name), ["x", "x-gl", "x-metal", "x-dx12"]);
    assert!(all.iter().all(|interface| is_adapter(kind(*interface))));
}

/// Oracle: the documentation of [`ADAPTER_VARIABLE`].
#[test]
fn parts_of_names_select() {
    let lvp = identity("llvmpipe", "llvmpipe (LLVM)", "llvmpipe Mesa 22");
    let swift = identity("swiftshader", "SwiftShader Device", "SwiftShader driver");
    let both = [&lvp, &swift];
    for (wanted, expected) in [
        ("", &[0, 1][..]),
        ("all", &[0, 1]),
        ("MESA", &[0]),
        (" swift , llvm", &[0, 1]),
        ("shader,swift", &[1]),
        ("swift,,llvm,", &[0, 1]),
        (",swift", &[1]),
        ("  ", &[0, 1]),
    ] {
        assert_eq!(select(&both, wanted, None).unwrap(), expected, "{wanted}");
    }
    for empty in [",", " ,, "] {
        let error = select(&both, empty, None).unwrap_err();
        let wanted = empty.to_owned();
        let setting = ADAPTER_VARIABLE;
        assert_eq!(error, SelectError::Empty { setting, wanted });
        assert!(error.to_string().contains("VYRE_ADAPTER=`"), "{error}");
    }
    let error = select(&both, "swift,nvidia", None).unwrap_err();
    let message = error.clone().asked_by("--adapter").to_string();
    assert!(message.starts_with("--adapter: no adapter"), "{message}");
    let SelectError::NoMatch {
        wanted, available, ..
    } = error
    else {
        panic!("{error:?}")
    };
    let native = identity("llvmpipe+native", "llvmpipe (LLVM)", "llvmpipe Mesa 22");
    let three = [&lvp, &native, &swift];
    for (wanted, expected) in [
        ("", &[0, 2][..]),
        ("all", &[0, 2]),
        ("llvmpipe", &[0]),
        ("native", &[]),
        ("llvmpipe+native", &[1]),
        ("+NATIVE", &[1]),
        ("swift,llvmpipe+", &[1, 2]),
        ("all,+native", &[0, 1, 2]),
    ] {
        let candidates = select(&three, wanted, None).unwrap_or_default();
        assert_eq!(candidates, expected, "{wanted}");
    }
    assert_eq!(wanted, "nvidia");
    assert!(available.contains("llvmpipe (") && available.contains("swiftshader ("));
    let error = select(&[], "nvidia", Some("no driver")).unwrap_err();
    assert!(
        error.to_string().ends_with("available: no driver"),
        "{error}"
    );
    assert_eq!(select(&[], "all", Some("no driver")), Ok(vec![]));
}
