//! The report as a page to print.

use std::fmt::Write;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hornbook_explore::Exploration;
use hornbook_explore::words::{policy_in_words, why_open};
use hornbook_words::{escape_control, rounded_up};

use crate::access::Session;
use crate::api::enter;
use crate::app::App;
use crate::person::Role;
use crate::problem::Problem;

/// A table with more columns is no help to anybody.
const WIDEST: usize = 40;

/// The report of an exploration.
pub(crate) async fn show(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Reader).await?;
    let place = room.clone();
    let page = room.work(move |exploration| Ok(page(exploration, &place.title_of(exploration)))).await?;
    let mut response = Response::new(Body::from(page));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Ok(response)
}

/// Text that stays text, whatever is in it.
fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for c in escape_control(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

fn page(exploration: &Exploration, title: &str) -> String {
    let title = plain(title);
    let sections = [
        standing(exploration),
        rules(exploration),
        open(exploration),
        contradictions(exploration),
        objects(exploration),
        attributes(exploration),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/report.css\">\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{}</main>\n\
         </body>\n</html>\n",
        sections.concat()
    )
}

fn standing(exploration: &Exploration) -> String {
    let (epsilon, delta) = exploration.accuracy();
    let asked = match exploration.questions() {
        1 => "1 question was answered".to_owned(),
        questions => format!("{questions} questions were answered"),
    };
    let policy = plain(&policy_in_words(exploration.policy()));
    let (heading, words) = match exploration.certified() {
        Some(certified) => ("Certified.", exploration.whole_certificate(&certified)),
        None => {
            let by_now = match exploration.supported() {
                Some(bound) if bound < 1.0 => {
                    format!(" By now, ε = {} is certain.", rounded_up(bound))
                }
                _ => String::new(),
            };
            let words = format!(
                "The rules hold, as far as the answers do, but there may be others: ε = {epsilon} at δ = {delta} is \
                 not reached yet.{by_now}"
            );
            ("Not finished.", words)
        }
    };
    format!("<p class=\"certificate\"><strong>{heading}</strong> {} {asked}. {policy}.</p>\n", plain(&words))
}

fn rules(exploration: &Exploration) -> String {
    let rules = exploration.rules();
    let mut text = format!("<h2>Rules ({})</h2>\n", rules.len());
    if rules.is_empty() {
        text.push_str("<p>None yet.</p>\n");
        return text;
    }
    text.push_str("<ol class=\"rules\">\n");
    for rule in &rules {
        let mut said: Vec<String> = Vec::new();
        for entry in rule.reason.answers.iter().filter_map(|id| exploration.entry(id)) {
            let who = exploration.agreed(&entry.id);
            let who = if who.is_empty() { "answered".to_owned() } else { who.join(" and ") };
            said.push(format!("{who}, {}", entry.time.split('T').next().unwrap_or_default()));
        }
        if rule.reason.background {
            said.push("with what was known beforehand".to_owned());
        }
        said.push(match rule.support {
            1 => "1 object known".to_owned(),
            support => format!("{support} objects known"),
        });
        // Writing to a text cannot fail.
        _ = writeln!(
            text,
            "<li>{}. <em>({})</em></li>",
            plain(&exploration.statement(&rule.implication).to_string()),
            plain(&said.join("; "))
        );
    }
    text.push_str("</ol>\n");
    let background = exploration.background().len();
    if background > 0 {
        _ = writeln!(text, "<p class=\"quiet\">Known beforehand: {background} rules.</p>");
    }
    text
}

fn open(exploration: &Exploration) -> String {
    let questions = exploration.open_questions();
    if questions.is_empty() {
        return String::new();
    }
    let mut text = format!("<h2>Open questions ({})</h2>\n<ul>\n", questions.len());
    for (_, question, reply) in questions {
        let why = why_open(reply);
        _ = writeln!(text, "<li>{} <em>({why})</em></li>", plain(&exploration.in_words(&question).to_string()));
    }
    text.push_str("</ul>\n");
    text
}

fn contradictions(exploration: &Exploration) -> String {
    let split = exploration.disagreements_beyond_disputes();
    let (disputes, overruled) = (exploration.disputes(), exploration.overruled());
    let count = disputes.len() + split.len() + overruled.len();
    if count == 0 {
        return String::new();
    }
    let mut text = format!("<h2>Disagreements ({count})</h2>\n<ul>\n");
    for found in overruled {
        _ = writeln!(text, "<li>{}</li>", plain(&exploration.overruled_in_words(&found)));
    }
    for found in split {
        let votes = exploration.disagreement_in_words(&found);
        let rule = exploration.statement(&found.ballot.question).to_string();
        _ = writeln!(text, "<li>{} <em>({})</em></li>", plain(&rule), plain(&votes.join("; ")));
    }
    for dispute in disputes {
        let said = dispute.entry.as_ref().map(|id| exploration.said_by(id)).unwrap_or_default();
        _ = write!(text, "<li>{}<ul>", plain(&said));
        for line in exploration.dispute_in_words(dispute) {
            _ = write!(text, "<li>against: {}</li>", plain(&line));
        }
        text.push_str("</ul></li>\n");
    }
    text.push_str("</ul>\n");
    text
}

fn objects(exploration: &Exploration) -> String {
    let (models, universe) = (exploration.models(), exploration.universe());
    let mut text = format!("<h2>Objects ({})</h2>\n", models.len());
    if models.is_empty() {
        text.push_str("<p>None yet.</p>\n");
        return text;
    }
    if universe.len() > WIDEST {
        text.push_str("<ul>\n");
        for (place, model) in models.iter().enumerate() {
            let has = plain(&exploration.listed(model.has(), "and"));
            _ = writeln!(text, "<li>{}: {has}</li>", plain(&exploration.object_name(place)));
        }
        text.push_str("</ul>\n");
        return text;
    }
    text.push_str("<div class=\"scroll\"><table>\n<thead><tr><td></td>");
    for name in universe.names() {
        _ = write!(text, "<th scope=\"col\">{}</th>", plain(name));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for (place, model) in models.iter().enumerate() {
        _ = write!(text, "<tr><th scope=\"row\">{}</th>", plain(&exploration.object_name(place)));
        for attr in 0..universe.len() {
            text.push_str(match (model.has().contains(attr), model.possible().contains(attr)) {
                (true, _) => "<td>×</td>",
                (false, true) => "<td>?</td>",
                (false, false) => "<td></td>",
            });
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n<p class=\"quiet\">× has it, ? not known.</p>\n");
    text
}

fn attributes(exploration: &Exploration) -> String {
    let described = exploration.attributes().iter().filter(|a| a.phrase.is_some() || a.description.is_some());
    let mut items = String::new();
    for attribute in described {
        let more: Vec<&str> = [&attribute.phrase, &attribute.description].into_iter().flatten().map(|t| &**t).collect();
        _ = writeln!(items, "<dt>{}</dt><dd>{}</dd>", plain(&attribute.name), plain(&more.join("; ")));
    }
    if items.is_empty() { items } else { format!("<h2>Attributes</h2>\n<dl>\n{items}</dl>\n") }
}
