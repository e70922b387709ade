//! `adapters`: the adapters and registered backends that a run would use.

use super::exit::{Failure, Status};
use super::selection::without;
use super::stdout;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::backends::{Backends, listed};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_suite::backend::{Backend, Identity, kernel_rust};

/// Arguments of `adapters`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Print one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Everything that a run would find.
#[derive(Serialize)]
struct AdapterList {
    adapters: Vec<Adapter>,
    absent: Vec<Missing>,
    /// Names and versions of the external solvers for `prove`.
    solvers: Vec<String>,
}

/// An adapter, a profile of one, or a registered backend.
#[derive(Serialize)]
struct Adapter {
    name: &'static str,
    device: &'static str,
    driver: &'static str,
    kind: &'static str,
    features: &'static [String],
    limits: BTreeMap<&'static str, u64>,
    /// Places of its devices, one per device.
    places: Vec<&'static str>,
}

/// A missing registered backend.
#[derive(Serialize)]
struct Missing {
    name: String,
    reason: String,
}

/// Runs `adapters`.
pub(super) fn adapters(arguments: &Arguments) -> Result<Status, Failure> {
    // Profiles and the backend over a C compiler only take part on request; they are listed as well.
    let Backends {
        mut list,
        reason,
        absent,
    } = listed()?;
    let cpu: &'static dyn Backend = kernel_rust();
    let is_cpu = |b: &&dyn Backend| b.identity() == cpu.identity();
    if list.is_empty() {
        let reason = reason.unwrap_or_else(|| "no GPU adapter".into());
        return Err(without(&reason));
    }
    if !list.iter().any(is_cpu) {
        list.push(cpu);
    }
    let lines: Vec<String> = absent.iter().map(ToString::to_string).collect();
    let absent = absent.into_iter();
    let found = AdapterList {
        adapters: list.into_iter().map(adapter).collect(),
        absent: absent
            .map(|a| Missing {
                name: a.name,
                reason: a.reason,
            })
            .collect(),
        solvers: Solvers::on_path().names(),
    };
    if arguments.json {
        stdout::json(&found)
    } else {
        say!("{}", text(&found, &lines))
    }
    Ok(Status::Success)
}

fn adapter(backend: &'static dyn Backend) -> Adapter {
    let Identity {
        kind,
        slug,
        device,
        driver,
        features,
        limits,
    } = backend.identity();
    let devices = std::iter::once(backend as &dyn Backend).chain(backend.peers());
    Adapter {
        name: slug,
        device,
        driver,
        kind,
        features,
        limits: limits.iter().map(|(name, n)| (&name[..], *n)).collect(),
        places: devices.map(|device| device.device_location()).collect(),
    }
}

fn text(found: &AdapterList, absent: &[String]) -> String {
    let mut out = String::new();
    for adapter in &found.adapters {
        let _ = writeln!(
            out,
            "{}\n  device    {}\n  driver    {}",
            plain(adapter.name),
            plain(adapter.device),
            plain(adapter.driver)
        );
        if adapter.places.len() > 1 {
            let places = adapter.places.join(", ");
            let _ = writeln!(
                out,
                "  devices   {}: {}",
                adapter.places.len(),
                plain(&places)
            );
        }
        let _ = writeln!(
            out,
            "  kind      {}\n  features  {}",
            plain(adapter.kind),
            plain(&adapter.features.join(", "))
        );
        for (name, value) in &adapter.limits {
            let _ = writeln!(out, "  {} {value}", plain(name));
        }
    }
    for absent in absent {
        let _ = writeln!(out, "{absent}");
    }
    if !found.solvers.is_empty() {
        let solvers = found.solvers.join(", ");
        let _ = writeln!(out, "solvers of `prove`: {}", plain(&solvers));
    }
    out
}
