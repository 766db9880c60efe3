//! A PostgreSQL server.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tempfile::TempDir;

/// What must not be found in any message.
pub const PASSWORD: &str = "gehe1m-pg";
const USER: &str = "hornbook";
const DATABASE: &str = "postgres";

/// A running server.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    server: Mutex<Child>,
}

impl Postgres {
    /// Makes a cluster and starts it.
    pub fn start() -> Self {
        let programs = programs();
        let folder = tempfile::Builder::new().prefix("hornbook-postgres").tempdir().unwrap();
        let password = folder.path().join("password");
        std::fs::write(&password, PASSWORD).unwrap();
        let user = super::user(&["postgres", "nobody"]);
        if super::is_root() {
            for path in [folder.path(), &password] {
                std::os::unix::fs::chown(path, Some(user.0), Some(user.1)).unwrap();
            }
        }
        let mut initdb = super::as_user(&programs.join("initdb"), user);
        initdb.args(["--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=scram-sha-256", "--username", USER]);
        initdb.arg("--pwfile").arg(&password).arg("-D").arg(folder.path().join("data")).current_dir("/");
        super::run(&mut initdb, "");
        let port = super::free_port();
        let server = Mutex::new(serve(&folder, &programs, port));
        let postgres = Self { folder, programs, port, server };
        postgres.wait_until_ready();
        postgres
    }

    /// One that several tests share. It ends with the last of them.
    pub fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Postgres>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let server = Arc::new(Self::start());
            *shared = Arc::downgrade(&server);
            server
        })
    }

    fn wait_until_ready(&self) {
        super::wait_until("starting PostgreSQL", || {
            let mut ready = Command::new(self.programs.join("pg_isready"));
            ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
            ready.status().unwrap().success()
        });
    }

    /// The address, with user and password.
    pub fn url(&self) -> String {
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{}/{DATABASE}", self.port)
    }

    /// The address without user and password.
    pub fn plain_url(&self) -> String {
        format!("postgres://127.0.0.1:{}/{DATABASE}", self.port)
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Runs statements, and gives what they answer: a line a row.
    pub fn run(&self, sql: &str) -> String {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", USER, "-d", DATABASE]);
        psql.args(["-p", &self.port.to_string()]).env("PGPASSWORD", PASSWORD).env("PGCLIENTENCODING", "UTF8");
        super::run(&mut psql, sql)
    }

    /// Stops it at once, without waiting for anybody, and starts it again.
    pub fn restart(&self) {
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        super::end(&mut server, "QUIT");
        *server = serve(&self.folder, &self.programs, self.port);
        self.wait_until_ready();
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        super::end(self.server.get_mut().unwrap_or_else(PoisonError::into_inner), "QUIT");
    }
}

/// The folder of the newest version's programs.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let initdb = super::program("initdb", &folders, "postgresql");
    initdb.parent().unwrap().to_path_buf()
}

fn serve(folder: &TempDir, programs: &std::path::Path, port: u16) -> Child {
    let mut postgres = super::as_user(&programs.join("postgres"), super::user(&["postgres", "nobody"]));
    postgres.arg("-D").arg(folder.path().join("data")).arg("-p").arg(port.to_string()).current_dir("/");
    let sockets = format!("unix_socket_directories={}", folder.path().display());
    for setting in ["listen_addresses=127.0.0.1", &sockets, "fsync=off", "full_page_writes=off"] {
        postgres.args(["-c", setting]);
    }
    postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}
