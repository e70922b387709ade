//! The page of the kept certificates in a browser: its size, the position of the ops, and the effects of the keys.

use crate::browser::Browser;
use crate::page::Page;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use vyre_conform_certificate::certificate::COMPRESSED_ENDING;

/// The limit in bytes of the page for each op and engine, including the shared tables and drawings, for seventeen
/// certificates together.
const MAX_BYTES_PER_ITEM: usize = 8_400;

fn kept_paths() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates");
    let entries = std::fs::read_dir(folder).expect("a folder");
    let files = entries.map(|e| e.expect("an entry").path());
    let mut files: Vec<PathBuf> = files
        .filter(|f| f.to_string_lossy().ends_with(COMPRESSED_ENDING))
        .collect();
    files.sort();
    assert!(files.len() >= 6, "{files:?}");
    files
}

/// The position of the first op in screens; true if the headings stay visible; the elements wider than the screen.
const PLACES: &str = "(async () => {
    const cell = document.querySelector('.matrix tbody td');
    const screens = (cell.getBoundingClientRect().top + scrollY) / innerHeight;
    const wide = [...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll, .symbols')
        && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80));
    const rows = [...document.querySelectorAll('.matrix tbody tr:not(.family)')];
    rows[rows.length >> 1].scrollIntoView({ block: 'center' });
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const box = document.querySelector('.matrix').parentElement.getBoundingClientRect();
    const head = document.querySelector('.matrix thead th').getBoundingClientRect();
    const family = rows[rows.length >> 1].parentElement.querySelector('.family th').getBoundingClientRect();
    return { screens, wide, head: head.top - Math.max(0, box.top), rows: rows.length,
        family: family.top >= head.top && family.top < innerHeight };
})()";

/// The text of the keys on a map, and of its table.
const KEYS: &str = "(async () => {
    const item = document.getElementById('op-u32..add');
    item.open = true;
    const svg = item.querySelector('.map');
    svg.scrollIntoView({ block: 'center' });
    const reading = svg.closest('.heat').querySelector('.reading');
    const cell = (a, b) => document.querySelector(`#numbers${svg.dataset.map} table`).rows[a + 1].cells[b + \
    1].textContent;
    const many = (text) => text.match(/: ([0-9,]+) cases$/)[1].replaceAll(',', '');
    const press = (key) => svg.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    svg.focus();
    for (let k = 0; k < 8; k++) press('ArrowRight');
    for (let k = 0; k < 3; k++) press('ArrowDown');
    const keys = reading.textContent;
    const box = svg.getBoundingClientRect();
    const at = { bubbles: true, clientX: box.left + 30.5 * box.width / 33, clientY: box.top + 2.5 * box.height / 33 };
    svg.dispatchEvent(new PointerEvent('pointermove', at));
    const pointer = reading.textContent;
    return { keys, pointer, right: many(keys) === cell(3, 8) && many(pointer) === cell(2, 30),
        maps: document.querySelectorAll('.numbers').length,
        cursor: svg.querySelectorAll('.cursor').length, alternative: \
        item.querySelectorAll('a[href^=\"#numbers\"]').length,
        float: [...document.querySelectorAll('#op-f32\\\\.\\\\.add .across')[0].children].map((e) => \
        e.textContent).join(' ') };
})()";

/// Oracle: the sizes of screens; cells counted by hand; the size of the file.
pub(crate) fn page_of_kept_certificates_is_small_and_fits_every_screen(browser: Browser) {
    let page = Page::of_files(browser, &kept_paths(), 0);
    let bytes = page.text().len();
    let items = page.text().matches("<details class=\"item\"").count();
    println!("the page of the kept certificates has {bytes} bytes, of {items} ops and engines");
    assert!(
        bytes <= MAX_BYTES_PER_ITEM * items,
        "{bytes} bytes, of {items} ops and engines"
    );
    let mut scenes: Vec<Value> = vec![];
    for (name, width, height, scheme) in [
        ("kept-light.png", 1280, 800, "light"),
        ("kept-dark.png", 1280, 800, "dark"),
        ("kept-phone-light.png", 390, 844, "light"),
        ("kept-phone-dark.png", 390, 844, "dark"),
    ] {
        let mut scene = page.scene(PLACES);
        (scene["width"], scene["height"]) = (json!(width), json!(height));
        (scene["mobile"], scene["scheme"]) = (json!(width < 500), json!(scheme));
        scene["screenshot"] = json!(page.picture(name));
        scenes.push(scene);
    }
    let mut keys = page.scene(KEYS);
    keys["screenshot"] = json!(page.picture("kept-map.png"));
    scenes.push(keys);
    let results = page.browser.show(&scenes);
    for (scene, results) in scenes.iter().zip(&results).take(4) {
        let (actual, width) = (&results.value, &scene["width"]);
        println!("{width}: {actual}");
        // The text about nine certificates is longer on a narrow screen.
        let max = if width.as_u64() < Some(500) { 4.0 } else { 3.0 };
        assert!(actual["screens"].as_f64() < Some(max), "{width}: {actual}");
        assert_eq!(actual["wide"], json!([]), "{width}");
        assert!(
            actual["head"].as_f64().is_some_and(|top| top.abs() < 3.0),
            "{width}: {actual}"
        );
        assert_eq!(actual["family"], true, "{width}: {actual}");
        assert!(actual["rows"].as_u64() > Some(200), "{width}: {actual}");
    }
    let actual = &results[4].value;
    let keys = actual["keys"].as_str().expect("a text");
    let pointer = actual["pointer"].as_str().expect("a text");
    assert!(keys.starts_with("a: 3 bits, b: 8 bits: "), "{keys}");
    assert!(pointer.starts_with("a: 2 bits, b: 30 bits: "), "{pointer}");
    assert_eq!(
        (&actual["right"], &actual["cursor"]),
        (&json!(true), &json!(1)),
        "{actual}"
    );
    assert!(actual["alternative"].as_u64() > Some(0), "{actual}");
    assert_eq!(actual["float"], "\u{2212}NaN \u{2212}1 0 1 NaN");
}
