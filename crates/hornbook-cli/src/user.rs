//! The name of whoever uses the command.

/// Whose word it is: as told, or the user's. Everything that is said is
/// somebody's, to be told from the rows of a table.
pub(crate) fn user(told: Option<&str>) -> String {
    let variable = |name: &str| std::env::var(name).ok();
    let names =
        told.map(str::to_owned).into_iter().chain(["USER", "LOGNAME", "USERNAME"].into_iter().filter_map(variable));
    let mut names = names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    names.next().unwrap_or_else(|| "somebody".to_owned())
}
