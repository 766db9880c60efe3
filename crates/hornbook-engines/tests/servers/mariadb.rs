//! A MariaDB server.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tempfile::TempDir;

/// What must not be found in any message.
pub const PASSWORD: &str = "gehe1m-my";
const USER: &str = "hornbook";
const DATABASE: &str = "hornbook";

/// A running server.
pub struct Mariadb {
    folder: TempDir,
    port: u16,
    server: Mutex<Child>,
}

impl Mariadb {
    /// Makes a database and starts its server.
    pub fn start() -> Self {
        let server = super::program("mariadbd", &[], "mariadb-server");
        let folder = tempfile::Builder::new().prefix("hornbook-mariadb").tempdir().unwrap();
        let user = super::user(&["mysql", "nobody"]);
        if super::is_root() {
            std::os::unix::fs::chown(folder.path(), Some(user.0), Some(user.1)).unwrap();
        }
        let mut install = super::as_user(&super::program("mariadb-install-db", &[], "mariadb-server"), user);
        install.args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]);
        install.arg(format!("--datadir={}", folder.path().join("data").display())).current_dir("/");
        // A server that starts clears its folder for temporary tables, also of those of others.
        install.arg(format!("--tmpdir={}", folder.path().display()));
        super::run(&mut install, "");
        let port = super::free_port();
        let server = Mutex::new(serve(&folder, &server, port));
        let mariadb = Self { folder, port, server };
        mariadb.wait_until_ready();
        mariadb.as_root(&format!(
            "CREATE DATABASE {DATABASE} CHARACTER SET utf8mb4; \
             CREATE USER '{USER}'@'%' IDENTIFIED BY '{PASSWORD}'; GRANT ALL ON *.* TO '{USER}'@'%';"
        ));
        mariadb
    }

    /// One that several tests share. It ends with the last of them.
    pub fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Mariadb>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let server = Arc::new(Self::start());
            *shared = Arc::downgrade(&server);
            server
        })
    }

    fn wait_until_ready(&self) {
        super::wait_until("starting MariaDB", || {
            let mut ping = self.client();
            ping.args(["-e", "SELECT 1"]).stdout(Stdio::null()).stderr(Stdio::null());
            ping.status().unwrap().success()
        });
    }

    fn client(&self) -> Command {
        let mut client = Command::new(super::program("mariadb", &[], "mariadb-client"));
        client.args([
            "--no-defaults",
            "--batch",
            "--skip-column-names",
            "--default-character-set=utf8mb4",
            "-u",
            "root",
        ]);
        client.arg(format!("--socket={}", self.socket().display()));
        client
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    fn as_root(&self, sql: &str) -> String {
        super::run(&mut self.client(), sql)
    }

    /// The address, with user and password.
    pub fn url(&self) -> String {
        format!("mysql://{USER}:{PASSWORD}@127.0.0.1:{}/{DATABASE}", self.port)
    }

    /// The address without user and password.
    pub fn plain_url(&self) -> String {
        format!("mysql://127.0.0.1:{}/{DATABASE}", self.port)
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Runs statements, and gives what they answer: a line a row.
    pub fn run(&self, sql: &str) -> String {
        super::run(self.client().arg(DATABASE), sql)
    }

    /// Stops it at once, without waiting for anybody, and starts it again.
    pub fn restart(&self) {
        let program = super::program("mariadbd", &[], "mariadb-server");
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        super::end(&mut server, "KILL");
        *server = serve(&self.folder, &program, self.port);
        self.wait_until_ready();
    }
}

impl Drop for Mariadb {
    fn drop(&mut self) {
        super::end(self.server.get_mut().unwrap_or_else(PoisonError::into_inner), "KILL");
    }
}

fn serve(folder: &TempDir, program: &std::path::Path, port: u16) -> Child {
    let mut server = super::as_user(program, super::user(&["mysql", "nobody"]));
    let path = |name: &str| folder.path().join(name).display().to_string();
    server.arg("--no-defaults").current_dir("/").args([
        format!("--datadir={}", path("data")),
        format!("--tmpdir={}", folder.path().display()),
        format!("--socket={}", path("socket")),
        format!("--pid-file={}", path("pid")),
        format!("--port={port}"),
        "--bind-address=127.0.0.1".to_owned(),
        "--innodb-flush-log-at-trx-commit=1".to_owned(),
        "--innodb-buffer-pool-size=64M".to_owned(),
    ]);
    server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}
