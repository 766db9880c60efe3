//! Who one is for MySQL and MariaDB, by the environment and the usual file.

use std::path::PathBuf;

/// What the `[client]` part of `~/.my.cnf` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ClientFile {
    pub(super) user: Option<String>,
    pub(super) password: Option<String>,
}

impl ClientFile {
    /// The one in the folder of the user; nothing is said if there is none.
    pub(super) fn read() -> Self {
        let file = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".my.cnf"));
        let text = file.and_then(|file| std::fs::read_to_string(file).ok());
        text.map_or_else(Self::default, |text| Self::parse(&text))
    }

    fn parse(text: &str) -> Self {
        let mut said = Self::default();
        let mut is_client = false;
        for line in text.lines().map(str::trim) {
            if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                is_client = matches!(section.trim(), "client" | "client-server" | "client-mariadb" | "mysql");
                continue;
            }
            let Some((name, value)) = line.split_once('=').filter(|_| is_client && !line.starts_with(['#', ';']))
            else {
                continue;
            };
            let value = value.trim();
            let quoted = ['"', '\''].iter().find_map(|sign| value.strip_prefix(*sign)?.strip_suffix(*sign));
            let value = quoted.unwrap_or(value).to_owned();
            match name.trim() {
                "user" => said.user = Some(value),
                "password" => said.password = Some(value),
                _ => {}
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_of_clients_counts() {
        let said = ClientFile::parse("[mysqld]\nuser=mysql\n[client]\n# password=no\nuser = me\npassword=\"a=b#c\"\n");
        assert_eq!(said, ClientFile { user: Some("me".to_owned()), password: Some("a=b#c".to_owned()) });
        assert_eq!(ClientFile::parse("user=x"), ClientFile::default());
    }
}
