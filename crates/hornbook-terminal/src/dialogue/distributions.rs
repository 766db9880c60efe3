//! What a certificate is about, as it is listed and chosen.

use hornbook_explore::Exploration;
use hornbook_explore::journal::DistributionName;

/// All there is to choose from, each with an example.
pub(super) fn lines(exploration: &Exploration) -> Vec<String> {
    let now = exploration.distribution();
    let columns = !exploration.journal().header().columns.is_empty();
    let offered = DistributionName::ALL.into_iter().filter(|of| *of != DistributionName::Columns || columns);
    let line = |of: DistributionName| {
        let now = if of == now { " (as it is now)" } else { "" };
        format!("  {}{now}: {}. As in {}.", of.name(), of.in_words(), of.example())
    };
    let mut lines = vec!["The certificate can be about:".to_owned()];
    lines.extend(offered.map(line));
    lines
}

/// The one of that name.
pub(super) fn called(text: &str) -> Result<DistributionName, String> {
    let text = text.trim().to_lowercase();
    let meant = DistributionName::ALL.into_iter().find(|of| of.name() == text || of.name().replace(' ', "-") == text);
    let names = || DistributionName::ALL.map(DistributionName::name).join(", ");
    meant.ok_or_else(|| format!("After 'distribution', expected one of: {}.", names()))
}
