//! Every refusal of the attributes with its text and its place, in `refusals/`: a Rust file beside the
//! attributes' messages, in the format of the compiler. No compiler takes part, so these texts do not
//! change with the toolchain; compiler messages are in `ui-tests`.
//!
//! `VYRE_BLESS=1 cargo test -p vyre-conform-macros refusals` regenerates the texts, which must be
//! reviewed.

mod rendering;

use crate::stages;
use proc_macro2::TokenStream;
use quote::ToTokens;
use rendering::{Refusal, render};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;
use syn::{Attribute, ItemFn, Meta};

const FOLDER: &str = "refusals";

/// The stages of an attribute, applied to its tokens and the item.
type Stages = fn(TokenStream, TokenStream) -> TokenStream;

fn stages_of(attribute: &Attribute) -> Option<Stages> {
    let name = attribute.path().segments.last()?.ident.to_string();
    match name.as_str() {
        "vyre_op" => Some(stages::op),
        "vyre_fn" => Some(stages::helper),
        "vyre_engine" => Some(stages::engine),
        _ => None,
    }
}

/// The refusals of a file, in the order of its items.
#[derive(Default)]
struct Refusals(Vec<Refusal>);

impl Visit<'_> for Refusals {
    fn visit_item_fn(&mut self, item: &ItemFn) {
        let mut item = item.clone();
        let ours = item.attrs.iter().position(|a| stages_of(a).is_some());
        let Some(attribute) = ours.map(|k| item.attrs.remove(k)) else {
            return;
        };
        let arguments = match &attribute.meta {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let stages = stages_of(&attribute).expect("one of ours");
        let built = stages(arguments, item.into_token_stream());
        self.0.extend(Refusal::all(built));
    }
}

/// The attributes' messages for a file.
fn refusal_text(path: &Path, name: &str) -> String {
    let text = fs::read_to_string(path).expect("a readable file");
    let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut refusals = Refusals::default();
    refusals.visit_file(&file);
    let lines: Vec<&str> = text.lines().collect();
    let rendered: Vec<String> = refusals.0.iter().map(|r| render(r, name, &lines)).collect();
    rendered.join("\n")
}

/// The Rust files in a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut example_files: Vec<PathBuf> = paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect();
    example_files.sort();
    example_files
}

/// Oracle: the reviewed text beside each file.
#[test]
fn every_mistake_is_refused_with_its_message() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bless = std::env::var_os("VYRE_BLESS").is_some();
    let (mut wrong, mut cases) = (vec![], 0);
    for path in files(&root.join(FOLDER)) {
        let name = path
            .strip_prefix(root)
            .expect("inside")
            .display()
            .to_string();
        let actual = refusal_text(&path, &name);
        let beside = path.with_extension("txt");
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        cases += 1;
        if bless {
            fs::write(&beside, &actual).expect("a writable file");
        } else if actual != expected {
            wrong.push(format!("{name}: expected\n{expected}\nfound\n{actual}"));
        } else if actual.is_empty() {
            wrong.push(format!("{name}: nothing is refused"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 100, "{cases} files");
}
