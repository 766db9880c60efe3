//! The table of all requests and the functions that answer them.

use axum::Router;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{delete, get, post};

use crate::api::{
    agreement, answers, changes, choices, comments, consequences, diagram, editing, events, explorations, export,
    lists, people, rows, session, tables, view, wording,
};
use crate::app::App;
use crate::guard::guard;
use crate::problem::Problem;
use crate::{openapi, page, report};

/// Makes of the table both a router and a list of the requests.
macro_rules! routes {
    ($($method:ident $path:literal => $handler:expr;)*) => {
        /// The method and the path of each request that is understood.
        const REQUESTS: &[(&str, &str)] = &[$((stringify!($method), $path)),*];

        fn table() -> Router<App> {
            Router::new()$(.route($path, $method($handler)))*
        }
    };
}

routes! {
    get "/" => page::index;
    get "/{file}" => page::show;
    get "/join/{token}" => page::index;
    get "/e/{name}/report" => report::show;
    get "/api/openapi.json" => openapi::show;
    get "/api/session" => session::show;
    post "/api/session" => session::sign_in;
    delete "/api/session" => session::sign_out;
    post "/api/invitation" => session::look_at_invitation;
    get "/api/sessions" => session::list;
    delete "/api/sessions" => session::end_others;
    delete "/api/sessions/{id}" => session::end_one;
    get "/api/choices" => choices::show;
    post "/api/wording" => wording::sample;
    get "/api/explorations" => explorations::list;
    post "/api/explorations" => explorations::create;
    post "/api/explorations/table" => explorations::create_from_table;
    post "/api/tables" => tables::keep;
    post "/api/tables/{id}" => tables::look;
    get "/api/tables/{id}/rules" => tables::rules;
    get "/t/{id}/rules" => tables::rules_page;
    get "/api/e/{name}" => view::show;
    delete "/api/e/{name}" => explorations::delete;
    post "/api/e/{name}/rename" => explorations::rename;
    post "/api/e/{name}/duplicate" => explorations::duplicate;
    post "/api/e/{name}/archive" => explorations::archive;
    post "/api/e/{name}/answers" => answers::answer;
    post "/api/e/{name}/agree" => answers::agree;
    post "/api/e/{name}/comments" => comments::comment;
    post "/api/e/{name}/comments/withdraw" => comments::withdraw;
    post "/api/e/{name}/lists" => lists::answer;
    post "/api/e/{name}/objects" => answers::tell;
    post "/api/e/{name}/objects/list" => editing::tell_all;
    post "/api/e/{name}/objects/rename" => editing::rename_object;
    post "/api/e/{name}/objects/remove" => editing::forget_object;
    get "/api/e/{name}/rows" => rows::show;
    post "/api/e/{name}/fill" => answers::fill;
    post "/api/e/{name}/retract" => changes::retract;
    post "/api/e/{name}/undo" => changes::undo;
    get "/api/e/{name}/consequences" => consequences::of_retracting;
    post "/api/e/{name}/attributes" => changes::attributes;
    post "/api/e/{name}/attributes/edit" => editing::edit_attribute;
    post "/api/e/{name}/attributes/order" => editing::order_attributes;
    post "/api/e/{name}/attributes/remove" => editing::remove_attributes;
    get "/api/e/{name}/removal" => consequences::of_removing;
    post "/api/e/{name}/accuracy" => changes::accuracy;
    post "/api/e/{name}/distribution" => changes::distribution;
    post "/api/e/{name}/words" => wording::change;
    post "/api/e/{name}/policy" => changes::policy;
    get "/api/e/{name}/people" => people::list;
    post "/api/e/{name}/people" => people::invite;
    delete "/api/e/{name}/people/{id}" => people::revoke;
    post "/api/e/{name}/people/{id}/link" => people::renew_link;
    post "/api/e/{name}/people/{id}/role" => people::change_role;
    get "/api/e/{name}/agreement" => agreement::show;
    get "/api/e/{name}/diagram" => diagram::json;
    get "/api/e/{name}/diagram.svg" => diagram::svg;
    get "/api/e/{name}/export/{what}" => export::export;
    get "/api/e/{name}/events" => events::of_one;
    get "/api/events" => events::of_several;
}

/// The requests that are understood, as `get /api/session`.
pub fn requests() -> Vec<String> {
    REQUESTS.iter().map(|(method, path)| format!("{method} {path}")).collect()
}

/// Answers all requests, each after the checks of the guard.
pub(crate) fn router(app: App) -> Router {
    let missing = || async { Problem::missing("There is no such page.") };
    let wrong =
        || async { Problem::other(StatusCode::METHOD_NOT_ALLOWED, "method", "That cannot be done with this address.") };
    table()
        .fallback(missing)
        .method_not_allowed_fallback(wrong)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}
