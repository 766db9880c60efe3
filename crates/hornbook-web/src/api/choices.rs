//! What can be chosen for an exploration, and what is usual.

use axum::http::StatusCode;
use axum::response::Response;
use hornbook_explore::journal::DistributionName;
use hornbook_explore::{USUAL_DELTA, USUAL_EPSILON};
use hornbook_words::{Language, LanguageChoice, SHIPPED_LANGUAGES};
use serde_json::json;

use crate::access::Session;
use crate::problem::Problem;
use crate::response::json_response;

/// What a certificate can be about, for whoever begins an exploration: the first is
/// usual. Others are for whoever knows them by name.
const OFFERED: [DistributionName; 4] = [
    DistributionName::DescribedAndShort,
    DistributionName::Described,
    DistributionName::Short,
    DistributionName::Uniform,
];

/// Tells what can be chosen.
pub(crate) async fn show(session: Session) -> Result<Response, Problem> {
    session.person()?;
    let offered = OFFERED.map(|distribution| {
        json!({
            "name": distribution.name(),
            "words": distribution.in_words(),
            "example": distribution.example(),
        })
    });
    let languages = SHIPPED_LANGUAGES.iter().filter_map(|code| {
        let language = language(code).ok().and_then(|choice| Language::chosen(Some(&choice)).ok())?;
        Some(json!({ "code": code, "name": language.name(), "noun_hint": language.noun_hint() }))
    });
    let choices = json!({
        "epsilon": USUAL_EPSILON,
        "delta": USUAL_DELTA,
        "distributions": offered,
        "languages": languages.collect::<Vec<_>>(),
    });
    Ok(json_response(StatusCode::OK, &choices))
}

/// The language of that short name, if it is shipped.
pub(crate) fn language(code: &str) -> Result<LanguageChoice, Problem> {
    match SHIPPED_LANGUAGES.contains(&code) {
        true => Ok(LanguageChoice::Shipped(code.to_owned())),
        false => Err(Problem::malformed(format!("language must be one of {}.", SHIPPED_LANGUAGES.join(", ")))),
    }
}

/// The distribution of that name.
pub(crate) fn distribution(name: &str) -> Result<DistributionName, Problem> {
    let found = DistributionName::ALL.into_iter().find(|distribution| distribution.name() == name);
    found.ok_or_else(|| {
        let names = DistributionName::ALL.map(DistributionName::name).join(", ");
        Problem::malformed(format!("distribution must be one of {names}."))
    })
}
