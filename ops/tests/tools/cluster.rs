//! Slurm on one node: the test starts and stops munged, slurmctld and slurmd.

use super::tool::Tool;
use std::fmt;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use vyre_conform_runtime::sync::cores;
use vyre_conform_tests::sandbox::Sandbox;

const PROGRAMS: [&str; 6] = [
    "munged",
    "slurmctld",
    "slurmd",
    "sbatch",
    "sinfo",
    "scancel",
];
/// The time limit for daemons to start, and to stop.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);

/// The reason for a missing cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Slurm's daemons change users, which only root may.
    Root,
    /// A program that is not installed.
    Program(&'static str),
    /// The daemons did not start; their output.
    Start(String),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => write!(f, "a Slurm of one's own needs root"),
            Self::Program(name) => write!(
                f,
                "{name} is not installed (Debian and Ubuntu: slurm-wlm and munge)"
            ),
            Self::Start(message) => write!(f, "Slurm did not start:\n{message}"),
        }
    }
}

/// A running cluster with this machine alone.
pub(crate) struct Cluster {
    /// Keys, sockets, state and logs.
    folder: tempfile::TempDir,
    programs: Vec<PathBuf>,
    daemons: Vec<Child>,
}

impl Tool for Cluster {
    const NAME: &'static str = "Slurm";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_SLURM";

    fn find() -> Result<Self, String> {
        Self::start().map_err(|missing| missing.to_string())
    }
}

impl Cluster {
    /// Starts one, or returns the missing part.
    fn start() -> Result<Self, Missing> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        folders.extend(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
        let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
        Self::start_with(&folders, is_root())
    }

    /// [`Cluster::start`] with the folders to search for the programs.
    pub(crate) fn start_with(folders: &[&Path], root: bool) -> Result<Self, Missing> {
        if !root {
            return Err(Missing::Root);
        }
        let find = |name: &'static str| {
            let mut paths = folders.iter().map(|folder| folder.join(name));
            paths.find(|p| p.is_file()).ok_or(Missing::Program(name))
        };
        let programs = PROGRAMS.into_iter().map(find).collect::<Result<_, _>>()?;
        let mut cluster = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            programs,
            daemons: vec![],
        };
        cluster.configure();
        cluster.launch()?;
        Ok(cluster)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, name: &str) -> Command {
        let place = PROGRAMS
            .iter()
            .position(|p| *p == name)
            .expect("a program of the list");
        let mut command = Command::new(&self.programs[place]);
        command.env("SLURM_CONF", self.file("slurm.conf"));
        command
    }

    fn configure(&self) {
        let folder = self.folder.path().display();
        let host = host();
        // Two ports that are free at this moment.
        let free = || TcpListener::bind("127.0.0.1:0").expect("a port");
        let ports = [free(), free()].map(|l| l.local_addr().expect("an address").port());
        let [control, node] = ports;
        let cores = cores();
        for name in ["state", "spool", "jobs"] {
            fs::create_dir(self.file(name)).expect("a folder");
        }
        let text = format!(
            "ClusterName=vyre\n\
             SlurmctldHost={host}(127.0.0.1)\n\
             SlurmctldPort={control}\nSlurmdPort={node}\n\
             SlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nCredType=cred/munge\nAuthInfo=socket={folder}/munge.sock\n\
             StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n\
             SlurmctldPidFile={folder}/slurmctld.pid\nSlurmdPidFile={folder}/slurmd.pid\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n\
             SchedulerParameters=batch_sched_delay=0\n\
             ReturnToService=2\nJobAcctGatherType=jobacct_gather/none\nMailProg=/bin/true\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=500 State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES State=UP\n"
        );
        fs::write(self.file("slurm.conf"), text).expect("written");
        let mut key = vec![0; 1024];
        let random = fs::File::open("/dev/urandom");
        let read = random.and_then(|mut f| std::io::Read::read_exact(&mut f, &mut key));
        read.expect("random bytes");
        fs::write(self.file("munge.key"), key).expect("written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(self.file("munge.key"), mode).expect("a mode");
    }

    fn launch(&mut self) -> Result<(), Missing> {
        let option = |name: &str, file: &str| format!("--{name}={}", self.file(file).display());
        let munge = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            option("key-file", "munge.key"),
            option("socket", "munge.sock"),
            option("pid-file", "munged.pid"),
            option("log-file", "munged.log"),
            option("seed-file", "munge.seed"),
        ];
        self.daemon("munged", &munge);
        let socket = self.file("munge.sock");
        self.wait(|_| socket.exists())?;
        self.daemon("slurmctld", &["-D".to_owned()]);
        self.daemon("slurmd", &["-D".to_owned(), "-N".to_owned(), host()]);
        self.wait(|cluster| {
            let state = cluster.command("sinfo").args(["-h", "-o", "%t"]).output();
            state.is_ok_and(|o| o.stdout.starts_with(b"idle"))
        })
    }

    /// A daemon in the foreground, which ends with this process in any case.
    fn daemon(&mut self, name: &str, arguments: &[String]) {
        let log = fs::File::create(self.file(&format!("{name}.log"))).expect("a log");
        let own = self.command(name);
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "TERM"]);
        command.arg(own.get_program()).args(arguments);
        command.env("SLURM_CONF", self.file("slurm.conf"));
        command
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"));
        self.daemons
            .push(command.stderr(log).spawn().expect("started"));
    }

    fn wait(&mut self, ready: impl Fn(&Self) -> bool) -> Result<(), Missing> {
        let started = Instant::now();
        while !ready(self) {
            let mut output = self
                .daemons
                .iter_mut()
                .map(|d| d.try_wait().expect("a child"));
            if output.any(|e| e.is_some()) || started.elapsed() > PATIENCE {
                return Err(Missing::Start(self.logs()));
            }
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn sbatch(&self, sandbox: &Sandbox, arguments: &[&str], script: &str) -> Command {
        let sbatch = self.command("sbatch");
        let mut command = sandbox.here(Path::new(sbatch.get_program()));
        command.env("SLURM_CONF", self.file("slurm.conf"));
        let output = format!("--output={}/%A-%a.txt", self.file("jobs").display());
        command.args(["--parsable", &output]).args(arguments);
        command.args(["--wrap", script]);
        command
    }

    /// Submits a job; returns its number.
    pub(crate) fn submit(&self, sandbox: &Sandbox, arguments: &[&str], script: &str) -> String {
        let submitted = self.sbatch(sandbox, arguments, script).output();
        let submitted = submitted.expect("sbatch starts");
        let output = String::from_utf8_lossy(&submitted.stderr);
        assert!(submitted.status.success(), "{output}\n{}", self.logs());
        String::from_utf8_lossy(&submitted.stdout).trim().to_owned()
    }

    /// Submits a job and waits for its end; returns its success.
    pub(crate) fn submit_and_wait(
        &self,
        sandbox: &Sandbox,
        arguments: &[&str],
        script: &str,
    ) -> bool {
        let arguments = [&["--wait"], arguments].concat();
        let output = self.sbatch(sandbox, &arguments, script).output();
        output.expect("sbatch starts").status.success()
    }

    /// The output of the jobs.
    pub(crate) fn outputs(&self) -> String {
        texts(&self.file("jobs"), "txt")
    }

    fn logs(&self) -> String {
        texts(self.folder.path(), "log")
    }

    /// Copies files from the place to the cluster's folder of kept files.
    pub(crate) fn keep(&self, sandbox: &Sandbox, names: &[&str]) {
        for name in names {
            fs::copy(sandbox.path(name), self.file(name)).expect("copied");
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // This must not panic, because a failed test is unwinding. The jobs belong to this cluster.
        if self.daemons.len() == 3 {
            let _ = self.command("scancel").args(["--user", "root"]).output();
        }
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").arg(daemon.id().to_string()).status();
            let started = Instant::now();
            while matches!(daemon.try_wait(), Ok(None)) && started.elapsed() < PATIENCE {
                std::thread::sleep(PAUSE);
            }
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        let stored_path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slurm");
        let _ = fs::remove_dir_all(&stored_path);
        let _ = fs::create_dir_all(&stored_path);
        for folder in [self.folder.path(), &self.file("jobs")] {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                if entry
                    .path()
                    .extension()
                    .is_some_and(|e| e != "key" && e != "seed")
                {
                    let _ = fs::copy(entry.path(), stored_path.join(entry.file_name()));
                }
            }
        }
    }
}

fn texts(folder: &Path, extension: &str) -> String {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == extension));
    paths.sort();
    let text = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        format!("{}:\n{text}\n", path.display())
    };
    paths.iter().map(text).collect()
}

fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    // Slurm names a node by the first part of its host name.
    name.trim().split('.').next().unwrap_or_default().to_owned()
}

fn is_root() -> bool {
    let uid = |m: fs::Metadata| std::os::unix::fs::MetadataExt::uid(&m);
    fs::metadata("/proc/self")
        .map(uid)
        .is_ok_and(|uid| uid == 0)
}
