//! Reasons to refuse answers.

/// Reason why files of answers cannot be used, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswersError {
    /// The file cannot be read.
    #[error("`{file}` cannot be read: {why}")]
    Read {
        /// The file.
        file: String,
        /// The message of the system.
        why: String,
    },
    /// It is not a file of answers.
    #[error("`{file}` is not a file of answers: {why}. A kit's page and its `run.mjs` write one")]
    Format {
        /// The file.
        file: String,
        /// The fault.
        why: String,
    },
    /// Its sum differs.
    #[error(
        "`{file}` was cut or edited: its content does not have its sum. Ask for the file as the kit wrote it"
    )]
    Sum {
        /// The file.
        file: String,
    },
    /// It is of another version.
    #[error(
        "`{file}` answers a kit of vyre-conform {found}, and this is {expected}: use that version, or send a new kit"
    )]
    Version {
        /// The file.
        file: String,
        /// Its version.
        found: String,
        /// The version of this program.
        expected: String,
    },
    /// Its requests are not those of the kit that it names.
    #[error(
        "`{file}` does not have the requests of the kit that it names: some are missing, doubled or of another kit. Ask \
         for the file as the kit wrote it"
    )]
    Requests {
        /// The file.
        file: String,
    },
    /// An answer has an impossible form.
    #[error("`{file}` has an answer that no kit gives, to request {id}: {why}. Run that kit again")]
    Answer {
        /// The file.
        file: String,
        /// The request.
        id: String,
        /// The fault.
        why: String,
    },
    /// Two files are of different devices.
    #[error(
        "`{one}` is of {first}, `{other}` of {second}: a certificate is of one device. Give the files of each device \
         alone"
    )]
    Devices {
        /// A file.
        one: String,
        /// Its device.
        first: String,
        /// Another file.
        other: String,
        /// Its device.
        second: String,
    },
    /// Two files are of kits for different runs.
    #[error(
        "`{one}` and `{other}` answer kits for different runs (seed, names, library): give files of one kit and of \
         those that followed it"
    )]
    Kits {
        /// A file.
        one: String,
        /// Another file.
        other: String,
    },
    /// Two files answer one request differently.
    #[error(
        "`{one}` and `{other}` answer request {id} differently: the device is not deterministic, or a file is of \
         another device. Give one of the two"
    )]
    Differ {
        /// A file.
        one: String,
        /// Another file.
        other: String,
        /// The request.
        id: String,
    },
    /// No file.
    #[error("there is not a file of answers: name at least one")]
    None,
}
