//! The arguments of a test binary.

use std::ffi::OsString;
use std::time::Duration;
use vyre_conform_certificate::names::Name;

/// The arguments of a test binary: those of Rust's test harness and four more.
///
/// | argument | meaning |
/// |---|---|
/// | `--fresh` | held trials run |
/// | `--quick` | every op and engine runs once |
/// | `--budget TIME` | the run ends after this time; unfinished trials are pending |
/// | `--order TEXT` | with a budget: the order of ops and engines is drawn from this text |
#[derive(Debug, Default)]
pub(super) struct Invocation {
    pub(super) arguments: libtest_mimic::Arguments,
    pub(super) fresh: bool,
    pub(super) quick: bool,
    pub(super) budget: Option<Duration>,
    pub(super) order: String,
}

impl Invocation {
    /// Parses the arguments of this process. An argument unknown to Rust's test harness ends the process with a
    /// message.
    ///
    /// # Errors
    ///
    /// A malformed budget.
    pub(super) fn from_args() -> Result<Self, String> {
        Self::parse(std::env::args_os())
    }

    fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut parsed = Self::default();
        let mut others: Vec<OsString> = vec![];
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy().into_owned();
            let (name, value) = match text.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (&text[..], None),
            };
            let mut value = || {
                let next = || {
                    arguments
                        .next()
                        .map(|next| next.to_string_lossy().into_owned())
                };
                value.clone().or_else(next)
            };
            match name {
                "--fresh" => parsed.fresh = true,
                "--quick" => parsed.quick = true,
                "--budget" => parsed.budget = Some(budget(value())?),
                "--order" => parsed.order = value().unwrap_or_default(),
                _ => others.push(argument),
            }
        }
        parsed.arguments = libtest_mimic::Arguments::from_iter(others);
        Ok(parsed)
    }
}

/// Parses a budget.
fn budget(text: Option<String>) -> Result<Duration, String> {
    let text = text.unwrap_or_default();
    let time = humantime::parse_duration(&text).ok();
    let time = time.filter(|time| *time <= LONGEST);
    time.ok_or_else(|| {
        format!("`--budget {text}`: write a time of at most a year, such as `--budget 8m`")
    })
}

/// The longest budget.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Splits off a filter that begins with `=` as a name, which selects a single op, engine or trial.
pub(super) fn only(
    mut arguments: libtest_mimic::Arguments,
) -> (libtest_mimic::Arguments, Option<Name>) {
    let is_one = |filter: &mut String| filter.starts_with('=');
    let filter = arguments.filter.take_if(is_one);
    let only = filter.map(|filter| Name::Exactly(filter[1..].to_owned()));
    (arguments, only)
}

/// True if everything except engines, which have these ids, is requested: many trials without concurrent workgroups.
pub(super) fn is_of_ops<'a>(
    arguments: &libtest_mimic::Arguments,
    mut engines: impl Iterator<Item = &'a str>,
) -> bool {
    let skipped = |id: &str| arguments.skip.iter().any(|part| id.contains(part));
    arguments.filter.is_none() && engines.all(skipped)
}

/// True if all trials are requested.
pub(super) fn is_whole(arguments: &libtest_mimic::Arguments) -> bool {
    let libtest_mimic::Arguments {
        filter,
        skip,
        exact,
        ignored,
        ..
    } = arguments;
    filter.is_none() && skip.is_empty() && !exact && !ignored
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Invocation, String> {
        let all = std::iter::once(&"suite").chain(arguments);
        Invocation::parse(all.map(OsString::from))
    }

    /// Oracle: the table of [`Invocation`]; the other arguments are left to Rust's own test harness.
    #[test]
    fn own_arguments_are_removed() {
        let parsed =
            parse(&["--budget", "8m", "add", "--order=abc", "--fresh"]).expect("arguments");
        assert_eq!(parsed.budget, Some(Duration::from_secs(480)));
        assert_eq!(
            (&parsed.order[..], parsed.fresh, parsed.quick),
            ("abc", true, false)
        );
        assert_eq!(parsed.arguments.filter.as_deref(), Some("add"));
        assert_eq!(
            parse(&["--budget=90s"]).expect("arguments").budget,
            Some(Duration::from_secs(90))
        );
    }

    /// Oracle: the documentation of `humantime::parse_duration`, and a year.
    #[test]
    fn invalid_budget_is_refused() {
        for wrong in [
            &["--budget"][..],
            &["--budget", "8"],
            &["--budget=soon"],
            &["--budget", "999y"],
        ] {
            let message = parse(wrong).expect_err("no time");
            assert!(message.contains("such as `--budget 8m`"), "{message}");
        }
    }

    /// Oracle: the documentation of filters: a filter that begins with `=` is one name; libtest interprets the others.
    #[test]
    fn a_filter_with_a_sign_is_one_name() {
        let asked = |filter: &str| libtest_mimic::Arguments {
            filter: Some(filter.to_owned()),
            ..Default::default()
        };
        let (arguments, one) = only(asked("=u32::add"));
        assert_eq!(arguments.filter, None);
        let one = one.expect("a name");
        assert!(one.takes("u32::add", "u32::add::gates"));
        assert!(!one.takes("u32::add_all", "u32::add_all::gates"));
        let (arguments, none) = only(asked("add"));
        assert_eq!((arguments.filter.as_deref(), none), (Some("add"), None));
    }

    /// Oracle: the documentation of [`is_of_ops`], hand-written.
    #[test]
    fn a_suite_is_of_ops_where_every_engine_is_skipped() {
        let asked = |skip: &[&str], filter: Option<&str>| libtest_mimic::Arguments {
            skip: skip.iter().map(|part| (*part).to_owned()).collect(),
            filter: filter.map(str::to_owned),
            ..Default::default()
        };
        let engines = ["engine::scan", "mine::sort"];
        let is = |skip: &[&str], filter| is_of_ops(&asked(skip, filter), engines.into_iter());
        assert!(is(&["engine", "sort"], None));
        assert!(!is(&["engine"], None) && !is(&[], None));
        assert!(!is(&["engine", "sort"], Some("u32::add")));
        assert!(is_of_ops(&asked(&[], None), std::iter::empty()));
        assert!(!is_of_ops(&asked(&[], Some("x")), std::iter::empty()));
    }
}
