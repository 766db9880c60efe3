//! A MariaDB of the tests' own, on loopback.

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{Connection, MySqlConnection};
use tempfile::TempDir;

/// A server that is stopped when it is dropped.
pub struct Mariadb {
    port: u16,
    server: Child,
    _folder: TempDir,
}

/// A server of databases does not run as root, who has a user for it.
fn as_mysql(program: &str) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|found| std::os::unix::fs::MetadataExt::uid(&found) == 0);
    let mut command = Command::new(if is_root { "setpriv" } else { program });
    if is_root {
        command.args(["--reuid=mysql", "--regid=mysql", "--clear-groups", program]);
    }
    command.arg("--no-defaults").current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

impl Mariadb {
    /// Starts a server without passwords.
    pub async fn start() -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = TempDir::new().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let place = folder.path().display();
        let data = format!("--datadir={place}/data");
        let install = as_mysql("/usr/bin/mariadb-install-db")
            .args(["--auth-root-authentication-method=normal", "--skip-test-db", &data])
            .status();
        assert!(install.unwrap().success());
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = as_mysql("/usr/sbin/mariadbd")
            .args([&data, &format!("--socket={place}/socket"), &format!("--pid-file={place}/pid")])
            .args([&format!("--port={port}"), "--bind-address=127.0.0.1", "--innodb-buffer-pool-size=64M"])
            .spawn()
            .unwrap();
        let server = Self { port, server, _folder: folder };
        let end = Instant::now() + Duration::from_secs(60);
        while MySqlConnection::connect(&server.url()).await.is_err() {
            assert!(Instant::now() < end, "starting MariaDB took too long");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        server
    }

    /// Where it is reached.
    pub fn url(&self) -> String {
        format!("mysql://root@127.0.0.1:{}/mysql", self.port)
    }
}

impl Drop for Mariadb {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}
