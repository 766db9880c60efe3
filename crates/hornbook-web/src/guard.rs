//! The checks before every request: is it meant for this server, does it come
//! from its page, who is asking, and do they ask too often.

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::access::{self, CSRF};
use crate::app::App;
use crate::compression::{accepts_gzip, compressed};
use crate::host::is_own_host;
use crate::log;
use crate::outstanding::LARGE_BYTES;
use crate::person::Person;
use crate::problem::Problem;
use crate::secret;
use crate::visitor::{self, Peer, Visitor};

/// The content security policy: the page may load nothing from elsewhere.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers that are added to every response which does not set them itself.
const DEFAULT_HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Says of a response to whom it goes, if they are signed in.
#[derive(Clone)]
pub(crate) struct SignedIn(pub(crate) String);

/// Checks a request, passes it on or refuses it, and adds the default headers.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let about = format!("{} {}", request.method(), request.uri().path());
    let answered = std::panic::AssertUnwindSafe(admit(&app, request, next)).catch_unwind().await;
    let mut response = match answered {
        Ok(Ok(response)) => response,
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => {
            log::note(&format!("a fault while answering {about}"));
            Problem::fault().into_response()
        }
    };
    for (name, value) in DEFAULT_HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn admit(app: &App, mut request: Request, next: Next) -> Result<Response, Problem> {
    check_no_proxy(app, request.headers())?;
    check_host(app, request.headers(), request.uri())?;
    check_origin(app, request.headers())?;
    check_fetch_site(&request)?;
    let session = access::identify(app, access::secret_of(app, request.headers())).await;
    let peer = *request.extensions().get::<Peer>().ok_or_else(Problem::fault)?;
    let visitor = Visitor::of(peer, request.headers(), app.options().behind_proxy);
    // Without a token everybody is the owner, and each address counts.
    let known = session.id.as_ref().and(session.person.as_ref());
    let bucket = known.map_or_else(|| visitor.bucket(), Person::key);
    if !app.may_request(&bucket) {
        return Err(Problem::too_many("That is too many requests at once: wait a second, and send this again."));
    }
    let reading = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Whoever signs in has no secret yet from which the number could be made.
    // They send a token or an invitation, which no other page knows.
    let signing_in =
        ["/api/session", "/api/invitation"].contains(&request.uri().path()) && request.method() == Method::POST;
    if !reading && !signing_in {
        let sent = request.headers().get(CSRF).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !session.csrf().is_some_and(|expected| secret::equal(&expected, sent)) {
            let words = "The request does not come from this server's page, or the page is out of date: reload it. \
                         (Programs send the csrf of GET /api/session as X-Hornbook-Csrf, with its cookie.)";
            return Err(Problem::forbidden("csrf", words));
        }
    }
    let signed_in = session.person.as_ref().map(|person| SignedIn(person.key()));
    // The csrf of a session is a secret.
    let may_compress = *request.method() == Method::GET && request.uri().path() != "/api/session";
    let accepts_gzip = accepts_gzip(request.headers());
    request.extensions_mut().insert(session);
    request.extensions_mut().insert(visitor);
    let mut response = next.run(request).await;
    if may_compress {
        response = compressed(accepts_gzip, response).await;
    }
    let mut response = counted(app, &bucket, response).await?;
    if let Some(signed_in) = signed_in {
        response.extensions_mut().insert(signed_in);
    }
    Ok(response)
}

/// A response that is counted until it was sent, if it is large. It is refused to
/// whoever does not take what they asked for.
async fn counted(app: &App, who: &str, response: Response) -> Result<Response, Problem> {
    // Event streams have no size.
    if response.body().size_hint().exact().is_none_or(|size| size < LARGE_BYTES) {
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.map_err(|_| Problem::fault())?;
    let words = "Much that you asked for is still on its way to you: take that first.";
    let held = app.outstanding().hold(who, bytes).ok_or_else(|| Problem::too_many(words))?;
    Ok(Response::from_parts(parts, Body::from(held)))
}

/// Refuses requests through a proxy if there is no token: then everybody is the
/// owner, which is meant for people at this machine alone.
fn check_no_proxy(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    if !app.options().token.is_none() || !visitor::is_proxied(headers) {
        return Ok(());
    }
    let words = "This request came through a proxy. The server has no token, so that everybody would be its owner: \
                 start it without --no-token, and with --host and --behind-proxy, to offer it to others.";
    Err(Problem::forbidden("proxy", words))
}

/// Refuses requests under a name that is not the server's. Somebody can have the
/// name of their own page lead to this server, and then a browser would let the
/// page read what the server answers.
fn check_host(app: &App, headers: &HeaderMap, uri: &Uri) -> Result<(), Problem> {
    let mut names = headers.get_all(header::HOST).iter();
    let name = match (names.next(), names.next()) {
        (Some(name), None) => name.to_str().ok(),
        _ => None,
    };
    let elsewhere = uri.authority().is_some_and(|authority| !is_called(app, authority.as_str()));
    if !elsewhere && name.is_some_and(|name| is_called(app, name)) {
        return Ok(());
    }
    let words = "This server does not go by that name. Use the address that it printed; to offer it under another \
                 name, start it with --host NAME.";
    Err(Problem::other(StatusCode::MISDIRECTED_REQUEST, "host", words))
}

/// Whether the server goes by that name.
fn is_called(app: &App, authority: &str) -> bool {
    is_own_host(authority, app.address(), &app.options().hosts)
}

/// Refuses requests from the pages of other servers.
fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let foreign = match headers.get(header::ORIGIN).map(HeaderValue::to_str) {
        None => false,
        Some(Err(_)) => true,
        Some(Ok(origin)) => {
            let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            !authority.is_some_and(|authority| is_called(app, authority))
        }
    };
    match foreign {
        true => Err(Problem::forbidden("origin", "Requests from the pages of other servers are not taken.")),
        false => Ok(()),
    }
}

/// Refuses what a browser asks for on behalf of another server's page. Links that
/// lead to this server's pages can be followed from anywhere.
fn check_fetch_site(request: &Request) -> Result<(), Problem> {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    match header("sec-fetch-site") {
        // Programs that are no browsers do not send it.
        None | Some("same-origin" | "none") => return Ok(()),
        Some(_) => {}
    }
    let follows_link = header("sec-fetch-mode") == Some("navigate")
        && header("sec-fetch-dest") == Some("document")
        && *request.method() == Method::GET
        && !request.uri().path().starts_with("/api/");
    match follows_link {
        true => Ok(()),
        false => Err(Problem::forbidden("origin", "Requests from the pages of other servers are not taken.")),
    }
}
