//! Heat maps of coverage: ops with equal maps share a drawing and a list of numbers.

use super::coverage::Coverage;
use super::scale::Scale;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write;
use std::sync::Arc;
use vyre_conform_harness::report::thousands;

/// Steps of the colour scale: from 1 case, from 10, ..., from 10^7.
const STEPS: usize = 8;

/// Height in cells of a map with one row.
const STRIP: usize = 3;

/// Distinct maps of a page.
#[derive(Default)]
pub(super) struct Maps(Vec<Arc<Coverage>>);

/// The step of a number of cases; 0 for none.
fn step(cases: u64) -> usize {
    match cases.checked_ilog10() {
        None => 0,
        Some(log) => (log as usize + 1).min(STEPS),
    }
}

impl Maps {
    /// The number of a map.
    pub(super) fn number(&mut self, coverage: &Arc<Coverage>) -> usize {
        match self.0.iter().position(|c| Arc::ptr_eq(c, coverage)) {
            Some(k) => k,
            None => {
                self.0.push(coverage.clone());
                self.0.len() - 1
            }
        }
    }

    /// The drawings, referenced by number.
    pub(super) fn symbols(&self) -> Markup {
        html! {
            svg.symbols aria-hidden="true" focusable="false" {
                @for (k, coverage) in self.0.iter().enumerate() {
                    symbol id={ "map" (k) } viewBox=(view(coverage)) { (cells(coverage)) }
                }
            }
        }
    }

    /// The numbers behind the drawings, as tables for readers without them.
    pub(super) fn numbers(&self) -> Markup {
        html! {
            section #numbers aria-labelledby="numbers-title" {
                h2 #numbers-title { "Maps as tables" }
                p.note { "Cases in each cell: the first operand down, the second across." }
                @for (k, coverage) in self.0.iter().enumerate() {
                    details.numbers { summary { "Map " (k + 1) ": " (types(coverage)) }
                        div #{ "numbers" (k) } .scroll tabindex="0" { (table(coverage)) } }
                }
            }
        }
    }
}

/// The types of a map's axes.
fn types(coverage: &Coverage) -> String {
    let of = |scale: &Scale| format!("{} by {}", scale.0.rust_name(), scale.what());
    let axes: Vec<String> = coverage.scales.iter().take(2).map(of).collect();
    axes.join(", ")
}

/// The numbers of a map. End tags of its thousands of cells are omitted, as HTML allows: they would be a third of the
/// page's text.
fn table(coverage: &Coverage) -> Markup {
    let columns = coverage.columns();
    let label = |axis: usize, cell: usize| coverage.scales[axis].label(cell);
    let across = rows(coverage).min(2) - 1;
    let mut text = String::from("<tr><td>");
    (0..columns).for_each(|x| text += &format!("<th scope=col>{}", label(across, x)));
    for (y, row) in coverage.pairs.chunks(columns).enumerate() {
        let name = if across == 1 {
            label(0, y)
        } else {
            "cases".into()
        };
        text += &format!("<tr><th scope=row>{name}");
        row.iter().for_each(|n| text += &format!("<td>{n}"));
    }
    html! { table.cells { (PreEscaped(text)) } }
}

fn rows(coverage: &Coverage) -> usize {
    coverage.pairs.len() / coverage.columns()
}

fn view(coverage: &Coverage) -> String {
    let height = match rows(coverage) {
        1 => STRIP,
        n => n,
    };
    format!("0 0 {} {height}", coverage.columns())
}

/// One path per step: adjacent cells of the same step are one rectangle.
fn cells(coverage: &Coverage) -> Markup {
    let columns = coverage.columns();
    let height = if rows(coverage) == 1 { STRIP } else { 1 };
    let mut paths = vec![String::new(); STEPS + 1];
    for (y, row) in coverage.pairs.chunks(columns).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| step(*a) == step(*b)) {
            let _ = write!(
                paths[step(run[0])],
                "M{x} {y}h{n}v{height}h-{n}z",
                n = run.len()
            );
            x += run.len();
        }
    }
    html! {
        @for (k, path) in paths.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
            path class={ "h" (k) } d=(path) {}
        }
    }
}

/// The colour scale.
pub(super) fn legend() -> Markup {
    html! {
        ul.legend aria-label="Cases a cell" {
            li { "Cases in a cell of a map:" }
            li { span.swatch.h0 {} "none" }
            @for k in 1..=STEPS {
                li { span class={ "swatch h" (k) } {} (thousands(10u64.pow(k as u32 - 1))) "+" }
            }
        }
    }
}

/// Numbers of cases that ran of each set of a map, and the certificates.
pub(super) type Ran<'a> = (Vec<u64>, Vec<&'a str>);

/// The map of ops: drawing, marks at declared boundaries, and a description. `names` are those of the operands, `ran`
/// the cases of the certificates.
pub(super) fn figure(
    number: usize,
    coverage: &Coverage,
    names: &[&str],
    marks: &[usize],
    ran: &[Ran<'_>],
) -> Markup {
    let columns = coverage.columns();
    let (rows, square) = (rows(coverage), rows(coverage) > 1);
    let name = |k: usize| names.get(k).copied().unwrap_or("?");
    let by = |k: usize| format!("{} by {}", name(k), coverage.scales[k].what());
    let what = if square {
        format!("{} down, {} across", by(0), by(1))
    } else {
        by(0)
    };
    let hit = coverage.pairs.iter().filter(|n| **n > 0).count();
    let height = if square { 1 } else { STRIP };
    let outlines = outlines(marks, columns, height);
    let ticks =
        |axis: usize| html! { @for tick in coverage.scales[axis].ticks() { span { (tick) } } };
    html! {
        figure.heat {
            div.plot.strip[!square] {
                @if square { div.down aria-hidden="true" { (ticks(0)) } }
                svg.map data-map=(number) data-names=(names.join(",")) viewBox=(view(coverage)) role="img" tabindex="0"
                    aria-label={ "Heat map: " (what) ". Arrow keys read its cells." } {
                    use href={ "#map" (number) } width=(columns) height=(rows * height) {}
                    @if !marks.is_empty() { path.mark d=(outlines) {} }
                }
                div.across aria-hidden="true" { (ticks(usize::from(square))) }
            }
            figcaption {
                p { (what) ". " (thousands(hit as u64)) " of " (thousands(coverage.pairs.len() as u64))
                    " cells hit by " (thousands(coverage.cases())) " cases"
                    @if !marks.is_empty() { "; outlined: declared boundaries and table rows" }
                    ". " a href={ "#numbers" (number) } { "As a table" } }
                @for (k, counts) in coverage.further.iter().enumerate() {
                    (further(name(k + 2), coverage.scales[k + 2], counts))
                }
                @for (cases, names) in ran { p.sets {
                    @for (k, (set, ran)) in coverage.sets.iter().zip(cases).enumerate() {
                        @if k > 0 { ", " }
                        (set.set.name()) " " (thousands(*ran))
                        @if set.counted < *ran { " (the first " (thousands(set.counted)) " are on the map)" }
                    }
                    ": " (names.join(", "))
                } }
                output.reading aria-live="polite" {}
            }
        }
    }
}

/// The outlines of marked cells, as a path.
fn outlines(marks: &[usize], columns: usize, height: usize) -> String {
    let mut outlines = String::new();
    for mark in marks {
        let (x, y) = (mark % columns, mark / columns);
        let _ = write!(outlines, "M{x} {y}h1v{height}h-1z");
    }
    outlines
}

/// The description of an operand beyond the second.
fn further(name: &str, scale: Scale, counts: &[u64]) -> Markup {
    let cells = counts.iter().enumerate();
    let empty = cells
        .filter(|(_, n)| **n == 0)
        .map(|(cell, _)| scale.label(cell));
    let empty: Vec<String> = empty.collect();
    html! {
        p { (name) " by " (scale.what()) ": "
            @if empty.is_empty() { "every one of its " (counts.len()) " cells was hit." }
            @else { "never " (empty.join(", ")) "." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::coverage::{Counts, Key};
    use super::*;
    use vyre_conform_runtime::generate::Set;
    use vyre_conform_spec::ValueType;

    const STYLE: &str = include_str!("style.css");

    /// A colour of a theme: from before the media query, or from inside it.
    fn colour(dark: bool, name: &str) -> [f64; 3] {
        let (light, rest) = STYLE
            .split_once("@media screen and (prefers-color-scheme: dark)")
            .expect("two themes");
        let theme = if dark { rest } else { light };
        let (_, value) = theme.split_once(&format!("--{name}: #")).expect("a colour");
        [0, 2, 4].map(|at| {
            f64::from(u8::from_str_radix(&value[at..at + 2], 16).expect("two digits")) / 255.0
        })
    }

    /// The contrast of two colours according to WCAG 2.2.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let linear = |c: f64| {
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        let luminance =
            |[r, g, b]: [f64; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Oracle: WCAG 2.2: 21 for black on white, 3 for graphics (1.4.11), 4.5 for text (1.4.3).
    #[test]
    fn colours_have_the_required_contrast() {
        let black_on_white = contrast([0.0; 3], [1.0; 3]);
        assert!((black_on_white - 21.0).abs() < 1e-9);
        for dark in [false, true] {
            let of = |a: &str, b: &str| contrast(colour(dark, a), colour(dark, b));
            let steps: Vec<f64> = (1..=STEPS).map(|k| of("h0", &format!("h{k}"))).collect();
            assert!(steps[0] >= 3.0, "dark: {dark}: {steps:?}");
            assert!(
                steps.is_sorted(),
                "more cases are farther from none: {steps:?}"
            );
            for word in ["good", "fair", "part", "bad", "open"] {
                let found = of(word, &format!("{word}-bg"));
                assert!(found >= 4.5, "{word}, dark: {dark}: {found}");
            }
            for word in ["ink", "soft", "link", "bad"] {
                assert!(
                    of(word, "paper") >= 4.5 && of(word, "card") >= 4.5,
                    "{word}, dark: {dark}"
                );
            }
            assert!(of("bad-bg", "open-bg") > 1.0, "red is not grey");
        }
    }

    /// Oracle: hand-written counts: of all pairs of bytes, 128 times 128 have eight bits each, one is (0, 0), four
    /// times 128 have three bits and eight, and none has more than eight.
    #[test]
    fn the_table_has_the_numbers_of_the_map() {
        let key = |types: &[ValueType]| Key {
            types: types.into(),
            sets: vec![Set::ExhaustiveU8],
            seed: 1,
            witnesses: 1,
        };
        let keys = [
            key(&[ValueType::U32, ValueType::U32]),
            key(&[ValueType::U32]),
        ];
        let counts = Counts::new(keys.clone());
        let pairs = counts.get(&keys[0]).expect("counted");
        let text = table(pairs).into_string();
        let rows: Vec<Vec<&str>> = text
            .split("<tr>")
            .skip(2)
            .map(|row| {
                row.trim_end_matches("</table>")
                    .split("<td>")
                    .skip(1)
                    .collect()
            })
            .collect();
        assert_eq!((rows.len(), rows[0].len()), (33, 33));
        for (a, b, expected) in [(8, 8, "16384"), (0, 0, "1"), (3, 8, "512"), (9, 8, "0")] {
            assert_eq!(rows[a][b], expected, "{a} {b}");
        }
        let one = table(counts.get(&keys[1]).expect("counted")).into_string();
        assert!(
            one.contains("<th scope=row>cases<td>1<td>1<td>2<td>4"),
            "{one}"
        );
        let mut maps = Maps::default();
        assert_eq!(
            (maps.number(pairs), maps.number(pairs)),
            (0, 0),
            "one drawing for all"
        );
        assert!(legend().into_string().contains("none"));
        let figure =
            figure(0, pairs, &["a", "b"], &[34], &[(vec![], vec!["x.json"])]).into_string();
        for expected in [
            "tabindex=\"0\"",
            "href=\"#numbers0\"",
            "M1 1h1v1h-1z",
            "a by bit length down",
        ] {
            assert!(figure.contains(expected), "{expected}: {figure}");
        }
    }
}
