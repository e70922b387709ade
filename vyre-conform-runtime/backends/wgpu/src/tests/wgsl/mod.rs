//! The shaders of the suite on every device, and wrong texts, which the words of a shader reveal.

mod planted;

use super::devices;
use planted::faults;
use vyre_conform_suite::backend::{Backend, BackendError};
use vyre_conform_suite::wgsl::{ALL, WgslTest};

/// The first failing row of a shader with this text on a device; `None` if all pass.
fn missed(
    device: &dyn Backend,
    test: &WgslTest,
    text: &str,
) -> Result<Option<String>, BackendError> {
    let rows = test.rows().expect("rows");
    let actual = test.run(text, &rows, device)?;
    let mut pairs = rows.iter().zip(&actual);
    let wrong = pairs.find(|(row, actual)| row.expected != **actual);
    Ok(wrong.map(|(row, actual)| {
        format!(
            "{}.wgsl:{}: expected {:x?}, found {actual:x?}",
            test.name, row.line, row.expected
        )
    }))
}

/// Oracle: the words of the shaders, from the specification of WGSL.
#[test]
fn every_shader_has_its_words() {
    let mut wrong = vec![];
    for device in devices() {
        let slug = &device.identity().slug;
        for test in ALL {
            match missed(device, test, test.text) {
                Ok(None) => {}
                Ok(Some(row)) => wrong.push(format!("{slug}: {row}")),
                Err(error) => wrong.push(format!("{slug}: {}: {error}", test.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: the texts that are changed. Without a fault they have their words.
#[test]
fn each_wrong_text_is_caught_by_its_shader() {
    let device = devices()[0];
    let mut wrong = vec![];
    for fault in faults() {
        let test = WgslTest::find(fault.test).expect("a shader");
        let what = format!("{}, {}", fault.test, fault.what);
        if !test.text.contains(fault.from) {
            wrong.push(format!("{what}: it has no `{}`", fault.from));
            continue;
        }
        let text = test.text.replacen(fault.from, fault.to, 1);
        match missed(device, test, &text) {
            Ok(None) => wrong.push(format!("{what}: no row shows it")),
            Ok(Some(_)) => {}
            // A text that no front end accepts would not run.
            Err(error) => wrong.push(format!("{what}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: the list of shaders.
#[test]
fn every_shader_has_a_wrong_text() {
    let without = ALL
        .iter()
        .filter(|test| faults().all(|fault| fault.test != test.name));
    let without: Vec<&str> = without.map(|test| test.name).collect();
    assert!(without.is_empty(), "{without:?}");
}
