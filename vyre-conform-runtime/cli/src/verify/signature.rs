//! Instructions to find the issuer of a file.

use crate::files::STDIN;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::escape::plain;

/// The file beside another with this extension, if it exists.
fn beside(file: &Path, extension: &str) -> Option<PathBuf> {
    let mut name = file.as_os_str().to_owned();
    name.push(extension);
    Some(PathBuf::from(name)).filter(|name| name.is_file())
}

/// True if a signature is beside a file; its owner and validity are not checked.
pub(crate) fn is_signed(file: &Path) -> bool {
    beside(file, ".sig")
        .or_else(|| beside(file, ".minisig"))
        .is_some()
}

/// The instructions to find the issuer of a file.
pub(super) fn signature(file: &Path) -> String {
    if file.as_os_str() == STDIN {
        return "a signature of standard input is not checked".into();
    }
    let shown = |extension: &str| beside(file, extension).map(|name| quoted(&name));
    let signatures = (shown(".sig"), shown(".minisig"));
    let file = quoted(file);
    match signatures {
        (Some(signature), _) => format!(
            "a signature is beside it; check it with your trusted signers in `allowed_signers`:\n  ssh-keygen -Y \
             verify -f allowed_signers -I SIGNER -n vyre-certificate -s {signature} < {file}"
        ),
        (None, Some(_)) => format!(
            "a signature is beside it; check it with the key that you trust:\n  minisign -Vm {file} -p minisign.pub"
        ),
        (None, None) => format!(
            "no signature is beside it. Its issuer makes one with `ssh-keygen -Y sign -f KEY -n \
             vyre-certificate {file}` or `minisign -Sm {file}`"
        ),
    }
}

/// A path quoted for a shell.
fn quoted(path: &Path) -> String {
    let path = plain(&path.display().to_string()).into_owned();
    // Only a zero byte cannot be quoted; paths never contain one.
    shlex::try_quote(&path).map_or_else(|_| path.clone(), |quoted| quoted.into_owned())
}
