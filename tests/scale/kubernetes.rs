//! The manifests of `docs/kubernetes`, checked against the schema that Kubernetes publishes; their commands run here
//! one after the other.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use vyre_conform_tests::sandbox::{Sandbox, command_output};

const SCHEMA: &str = include_str!("kubernetes/v1.37.schema.json");
const MANIFESTS: [&str; 3] = ["certify.yaml", "merge.yaml", "results.yaml"];

fn manifest(name: &str) -> Value {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/kubernetes");
    let text = std::fs::read_to_string(docs.join(name)).expect("a manifest");
    serde_norway::from_str(&text).expect("YAML")
}

/// Problems of a manifest by the schema of its kind.
fn problems(manifest: &Value) -> Vec<String> {
    let mut schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let kind = manifest["kind"].as_str().unwrap_or_default();
    if schema["$defs"].get(kind).is_none() {
        return vec![format!("`{kind}` is not a kind of the schema")];
    }
    schema["$ref"] = json!(format!("#/$defs/{kind}"));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors = validator.iter_errors(manifest);
    errors
        .map(|e| format!("{}: {e}", e.instance_path()))
        .collect()
}

/// Oracle: the schema that Kubernetes publishes.
#[test]
fn manifests_have_the_published_shape() {
    for name in MANIFESTS {
        assert_eq!(problems(&manifest(name)), Vec::<String>::new(), "{name}");
    }
}

/// Oracle: the same schema; each manifest is broken in one place.
#[test]
fn broken_manifests_are_refused() {
    let broken = |name: &str, place: &str, value: Value, word: &str| {
        let mut manifest = manifest(name);
        let (parent, key) = place.rsplit_once('/').expect("a pointer");
        let parent = manifest.pointer_mut(parent).expect("a place");
        match value {
            Value::Null => drop(parent.as_object_mut().expect("a map").remove(key)),
            value => parent[key] = value,
        }
        let failures = problems(&manifest).join("\n");
        assert!(failures.contains(word), "{name} {place}: {failures}");
    };
    let certify = "certify.yaml";
    broken(
        certify,
        "/kind",
        json!("CronTab"),
        "not a kind of the schema",
    );
    broken(
        certify,
        "/apiVersion",
        json!("batch/v1beta1"),
        "/apiVersion",
    );
    broken(certify, "/spec/template", Value::Null, "template");
    broken(
        certify,
        "/spec/completions",
        json!("8"),
        "/spec/completions",
    );
    broken(
        certify,
        "/spec/completionmode",
        json!("Indexed"),
        "completionmode",
    );
    broken(
        certify,
        "/spec/template/spec/containers/0/name",
        Value::Null,
        "/containers/0",
    );
    let env = "/spec/template/spec/containers/0/env/0/value";
    broken(certify, env, json!(8), "/env/0/value");
    broken(
        certify,
        "/spec/podFailurePolicy/rules/0/action",
        Value::Null,
        "/rules/0",
    );
    broken(
        "merge.yaml",
        "/spec/template/spec/volume",
        json!([]),
        "volume",
    );
    broken(
        "results.yaml",
        "/spec/resources/requests",
        json!([1]),
        "requests",
    );
}

/// Starts the first container of a job's template like Kubernetes, with the volume in a folder of this machine; `index`
/// is the pod's number in an indexed job.
fn pod(sandbox: &Sandbox, job: &Value, index: Option<u64>) -> Command {
    let pod = &job["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    let mount = &container["volumeMounts"][0];
    assert_eq!(mount["name"], pod["volumes"][0]["name"]);
    let claim = &manifest("results.yaml")["metadata"]["name"];
    assert_eq!(
        pod["volumes"][0]["persistentVolumeClaim"]["claimName"],
        *claim
    );
    let (at, here) = (
        mount["mountPath"].as_str().expect("a path"),
        sandbox.path("results"),
    );
    assert_eq!(container["command"], json!(["vyre-conform"]));
    let mut command = sandbox.command(&[]);
    let index = index.map(|k| k.to_string());
    for argument in container["args"].as_array().expect("arguments") {
        let mut argument = argument.as_str().expect("text").to_owned();
        if let Some(index) = &index {
            argument = argument.replace("$(JOB_COMPLETION_INDEX)", index);
        }
        command.arg(argument.replace(at, &here.display().to_string()));
    }
    for variable in container["env"].as_array().into_iter().flatten() {
        let part = |name: &str| variable[name].as_str().expect("text");
        command.env(part("name"), part("value"));
    }
    if let Some(index) = index {
        command.env("JOB_COMPLETION_INDEX", index);
    }
    command.env_remove("VYRE_REQUIRE_GPU");
    command
}

/// Oracle: the digest of the undivided run.
#[test]
#[ignore = "a long run: seconds"]
fn manifest_commands_equal_the_undivided_run() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let whole = sandbox.certify("defect::", "whole.json", &["--cases", "2000"]);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = sandbox.read("whole.json");
    std::fs::create_dir(sandbox.path("results")).expect("a folder");
    let job = manifest("certify.yaml");
    assert_eq!(job["spec"]["completionMode"], "Indexed");
    for index in 0..job["spec"]["completions"].as_u64().expect("a number") {
        // Less work, on the available adapter.
        let start = || {
            let mut command = pod(&sandbox, &job, Some(index));
            command.arg("defect::").env("VYRE_CASES", "2000");
            command.env("VYRE_ADAPTER", &expected.evidence.backend.slug);
            command_output(command.output())
        };
        let output = start();
        assert_eq!(output.code, Some(0), "{index}: {}", output.stderr);
        // A pod that is restarted after its work ends at once.
        let second = start();
        assert_eq!((second.code, second.stdout), (Some(0), output.stdout));
    }
    let job = manifest("merge.yaml");
    let wait = &job["spec"]["template"]["spec"]["initContainers"][0];
    assert_eq!(wait["command"], json!(["sh", "-c"]));
    let at = sandbox.path("results").display().to_string();
    let script = wait["args"][0].as_str().expect("a script");
    let mut waiting = sandbox.here(Path::new("sh"));
    waiting.args(["-c", &script.replace("/results", &at)]);
    assert_eq!(
        command_output(waiting.output()).code,
        Some(0),
        "every shard is there"
    );
    let merged = command_output(pod(&sandbox, &job, None).output());
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    let certificate = sandbox.read("results/merged.json");
    assert_eq!(certificate.evidence, expected.evidence);
    assert_eq!(certificate.digest, expected.digest);
}
