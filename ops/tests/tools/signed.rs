//! The documented commands for signatures, run with the real tool.

use crate::tool::Tool;
use std::process::{Command, Stdio};
use vyre_conform_certificate::certificate;
use vyre_conform_tests::book::blocks;
use vyre_conform_tests::sandbox::Sandbox;

const CERTIFICATE: &str = "certificates/nvidia-h200-580.159.04.approximate.json.zst";

/// OpenSSH's key tool.
pub(crate) struct SshKeygen;

impl Tool for SshKeygen {
    const NAME: &'static str = "ssh-keygen";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_SSH_KEYGEN";

    fn find() -> Result<Self, String> {
        // It has no option that only prints its version.
        match Command::new("ssh-keygen").arg("-?").output() {
            Ok(_) => Ok(Self),
            Err(_) => Err("ssh-keygen is not installed (Debian and Ubuntu: openssh-client)".into()),
        }
    }
}

/// Oracle: OpenSSH's verdicts, which the documentation names: a signature is valid for the file, its signer and its
/// purpose, and for nothing else.
pub(crate) fn the_documented_signature_of_a_certificate_works(_: SshKeygen) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let stored = std::fs::read(folder.join(CERTIFICATE)).expect("a kept certificate");
    let text = certificate::expand(&stored).expect("a frame");
    std::fs::write(sandbox.path("add.json"), text).expect("a copy");
    let unsigned = sandbox.run(&["verify", "add.json"]);
    assert_eq!(unsigned.code, Some(0), "{}", unsigned.stderr);
    let printed = "ssh-keygen -Y sign -f KEY -n vyre-certificate add.json";
    assert!(unsigned.stdout.contains(printed), "{}", unsigned.stdout);
    let sh = |line: &str| {
        let mut command = sandbox.here("sh".as_ref());
        command.args(["-c", line]).stdin(Stdio::null());
        let output = command.output().expect("a shell");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout) + &text(&output.stderr),
        )
    };
    let (code, message) = sh("ssh-keygen -q -t ed25519 -N '' -f key");
    assert_eq!(code, Some(0), "{message}");
    let page = include_str!("../../../docs/spec/certificates.md");
    let listings = blocks(page).into_iter();
    let listings: Vec<_> = listings.filter(|block| block.kind == "signed").collect();
    assert_eq!(listings.len(), 2, "to sign, and to verify");
    for listing in listings {
        // The reader's key is the one in this folder.
        let (code, message) = sh(&listing.text.replace("~/.ssh/id_ed25519", "key"));
        assert_eq!(code, Some(0), "{}: {message}", listing.text);
    }
    let signed = sandbox.run(&["verify", "add.json"]);
    let printed = signed
        .stdout
        .lines()
        .find(|line| line.contains("ssh-keygen -Y verify"));
    let printed = printed
        .unwrap_or_else(|| panic!("{}", signed.stdout))
        .trim();
    let printed = printed.replace("SIGNER", "you@example.org");
    let (code, message) = sh(&printed);
    assert_eq!(code, Some(0), "{printed}: {message}");
    assert!(
        message.contains("Good \"vyre-certificate\" signature for you@example.org"),
        "{message}"
    );
    let (code, message) = sh("tr 0 1 < add.json > edited");
    assert_eq!(code, Some(0), "{message}");
    for wrong in [
        printed.replace("< add.json", "< edited"),
        printed.replace("you@", "other@"),
        printed.replace("-n vyre-certificate", "-n file"),
    ] {
        let (code, message) = sh(&wrong);
        assert_eq!(code, Some(255), "{wrong}: {message}");
        assert!(message.contains("Could not verify signature."), "{message}");
    }
}
