//! Heat maps of coverage: one drawing and one list of numbers for all ops that share them.

use super::coverage::{Coverage, Scale};
use crate::harness::report::thousands;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write;
use std::sync::Arc;

/// Steps of the colour scale: from 1 case, from 10, ..., from 10^7.
const STEPS: usize = 8;

/// Height of a map of one row, in cells.
const STRIP: usize = 3;

/// Every map that a page needs, each once.
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

    /// The drawings, to be referred to by number.
    pub(super) fn symbols(&self) -> Markup {
        html! {
            svg.symbols aria-hidden="true" focusable="false" {
                @for (k, coverage) in self.0.iter().enumerate() {
                    symbol id={ "map" (k) } viewBox=(view(coverage)) { (cells(coverage)) }
                }
            }
        }
    }

    /// The numbers behind the drawings, for the page's script.
    pub(super) fn numbers(&self) -> Markup {
        let labels = |scale: &Scale| -> Vec<String> {
            (0..scale.cells()).map(|cell| scale.label(cell)).collect()
        };
        let maps: Vec<serde_json::Value> = self
            .0
            .iter()
            .map(|c| {
                let axes: Vec<_> = c.scales.iter().take(2).map(labels).collect();
                serde_json::json!({"columns": c.columns(), "axes": axes, "cases": c.pairs})
            })
            .collect();
        // In a script element only `</` and `<!` could end or change it.
        let text = serde_json::Value::from(maps)
            .to_string()
            .replace('<', "\\u003c");
        html! { script #maps type="application/json" { (PreEscaped(text)) } }
    }
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

/// One path a step: cells side by side of the same step are one rectangle.
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
            li { "Cases in a cell:" }
            li { span.swatch.h0 {} "none" }
            @for k in 1..=STEPS {
                li { span class={ "swatch h" (k) } {} (thousands(10u64.pow(k as u32 - 1))) "+" }
            }
        }
    }
}

/// The map of an op: drawing, marks at its declared boundaries, and what it shows in words. `names`
/// are those of the operands.
pub(super) fn figure(
    number: usize,
    coverage: &Coverage,
    names: &[&str],
    marks: &[usize],
) -> Markup {
    let columns = coverage.columns();
    let (rows, square) = (rows(coverage), rows(coverage) > 1);
    let name = |k: usize| names.get(k).copied().unwrap_or("?");
    let what = match square {
        true => format!("{} down, {} across, by bit length", name(0), name(1)),
        false => format!("{} by bit length", name(0)),
    };
    let hit = coverage.pairs.iter().filter(|n| **n > 0).count();
    let height = if square { 1 } else { STRIP };
    html! {
        figure.heat {
            svg.map.strip[!square] data-map=(number) data-names=(names.join(",")) viewBox=(view(coverage)) role="img"
                aria-label={ "Heat map: " (what) } {
                use href={ "#map" (number) } width=(columns) height=(rows * height) {}
                @for mark in marks {
                    rect.mark x=(mark % columns) y=(mark / columns) width="1" height=(height) {}
                }
            }
            figcaption {
                p { (what) ". " (thousands(hit as u64)) " of " (thousands(coverage.pairs.len() as u64))
                    " cells hit by " (thousands(coverage.cases())) " cases"
                    @if !marks.is_empty() { "; outlined: declared boundaries and table rows" }
                    "." }
                p.sets { @for (k, set) in coverage.sets.iter().enumerate() {
                    @if k > 0 { ", " }
                    (set.set.name()) " " (thousands(set.ran))
                    @if set.counted < set.ran { " (the first " (thousands(set.counted)) " are on the map)" }
                } }
                @for (k, counts) in coverage.further.iter().enumerate() {
                    (further(name(k + 2), coverage.scales[k + 2], counts))
                }
                output.reading aria-live="polite" { "\u{a0}" }
            }
        }
    }
}

/// An operand beyond the second, in words.
fn further(name: &str, scale: Scale, counts: &[u64]) -> Markup {
    let empty: Vec<String> = counts
        .iter()
        .enumerate()
        .filter(|(_, n)| **n == 0)
        .map(|(cell, _)| scale.label(cell))
        .collect();
    html! {
        p { (name) ": "
            @if empty.is_empty() { "every one of its " (counts.len()) " bit lengths was hit." }
            @else { "never of bit length " (empty.join(", ")) "." }
        }
    }
}
