//! `hornbook serve`: explorations in a browser.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use hornbook_explore::Asking;
use hornbook_web::{OwnerToken, Server, ServerOptions};
use tempfile::NamedTempFile;

use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::note;

const EXAMPLES: &str = "\
Examples:
  hornbook serve explorations --open
  hornbook serve explorations --port 0 --as ada
  hornbook serve explorations --host rules.example.org --token \"$(cat token)\" --behind-proxy

Only this machine can reach it unless it is told otherwise: --address takes
another address, --host the name under which a proxy with TLS offers it to
others. The owner signs in by the link that it prints, or with a token of their
choice; everybody else comes by an invitation. The guide is docs/serving.md.
Ctrl-C ends it; everything that was answered is on disk.";

/// Explore in a browser, alone or with colleagues
///
/// Serves a page with the explorations of a folder, which is made if it is not
/// there yet: begin new ones, go on with others, invite colleagues to answer.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder with the explorations
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7177)]
    port: u16,
    /// What the owner signs in with [default: one that is made, and is in the
    /// link that is printed]. As others may see a command line, it can be given
    /// in the environment too
    #[arg(long, value_name = "TOKEN", env = "HORNBOOK_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Ask nobody for a token: everybody at this machine, whatever their account,
    /// is the owner
    #[arg(long)]
    no_token: bool,
    /// A name under which a proxy offers the page to others (repeatable)
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A proxy on this machine stands before the server and says in the header
    /// X-Forwarded-For whom a request comes from; without this it is not believed
    #[arg(long)]
    behind_proxy: bool,
    /// The owner's name, under which they answer [default: that of the user]
    #[arg(long = "as", value_name = "NAME")]
    owner: Option<String>,
    /// Whoever did not come for so many days has to sign in again
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=365))]
    session_days: u16,
    /// Of the rules on a list that people are asked to confirm, mix in so many that
    /// are known to be false for each of the others, so that careless ticks are
    /// noticed
    #[arg(long, value_name = "SHARE", default_value_t = Asking::default().controls, value_parser = share)]
    controls: f64,
    /// Ask about rules at once and one by one: no lists of rules, and no things of
    /// the domain first
    #[arg(long, conflicts_with = "controls")]
    one_by_one: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Print the address and nothing else but errors
    #[arg(long, short)]
    quiet: bool,
    #[cfg(feature = "experts")]
    #[command(flatten)]
    first: crate::first_args::FirstArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let own_name = || std::env::var("USER").ok().filter(|name| !name.trim().is_empty());
    let owner = arguments.owner.clone().or_else(own_name).unwrap_or_else(|| "owner".to_owned());
    let options = ServerOptions {
        address: arguments.address,
        port: arguments.port,
        token: token(arguments)?,
        hosts: arguments.host.clone(),
        behind_proxy: arguments.behind_proxy,
        owner: owner.trim().to_owned(),
        asking: asking(arguments),
        #[cfg(feature = "experts")]
        first: hornbook_web::AskedBeforePeople {
            programs: arguments.first.starters(),
            when_agreed: arguments.first.when_agreed(),
        },
        session_lifetime: Duration::from_secs(u64::from(arguments.session_days) * 24 * 60 * 60),
        ..ServerOptions::new(&arguments.folder)
    };
    let server = Server::bind(options)?;
    // Whoever started it in a script waits for this line.
    let link = server.link();
    crate::output::Destination::Stdout.write(format!("{link}\n").as_bytes())?;
    if !arguments.address.is_loopback() && !arguments.behind_proxy {
        note(
            "Warning: others can reach this address, and what they and you send is not encrypted: the token, the links \
             of invitations and all answers can be read and changed on the way. Put a proxy with TLS in front of it, \
             as docs/serving.md tells.",
        );
    }
    if arguments.no_token && !arguments.quiet {
        note("Without a token everybody at this machine is the owner.");
    }
    if !arguments.quiet {
        let folder = arguments.folder.display();
        note(&format!("Serving {folder}; open the address above in a browser. Ctrl-C ends it."));
    }
    // The browser may read it at any time until the end.
    let _page = arguments.open.then(|| open_in_browser(&link)).flatten();
    server.run_until_interrupted();
    if !arguments.quiet {
        note("Ended. Everything that was answered is on disk.");
    }
    Ok(Ended::Well)
}

/// How people are asked.
fn asking(arguments: &Arguments) -> Asking {
    match arguments.one_by_one {
        true => Asking::one_by_one(),
        false => Asking { controls: arguments.controls, ..Asking::default() },
    }
}

/// As many rules known to be false as there are others is enough for anybody.
fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "it must be a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("it must be from 0 to 1".to_owned()) }
}

/// What the owner signs in with.
fn token(arguments: &Arguments) -> Result<OwnerToken, Failure> {
    match (&arguments.token, arguments.no_token) {
        (Some(_), true) => {
            Err(Failure::new("--no-token goes with no token: leave it out, or leave out --token and HORNBOOK_TOKEN"))
        }
        (None, true) => Ok(OwnerToken::None),
        (Some(token), false) => Ok(OwnerToken::Chosen(token.clone())),
        (None, false) => Ok(OwnerToken::made()),
    }
}

/// Opens the page. The link holds the token, and others may see the arguments of
/// a command; so the browser is given a file, for this user's eyes, that leads on.
fn open_in_browser(link: &str) -> Option<NamedTempFile> {
    let opened = page_that_leads_to(link).and_then(|page| {
        let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
        let mut command = match cfg!(windows) {
            true => std::process::Command::new("explorer"),
            false => std::process::Command::new(opener),
        };
        let quiet = std::process::Stdio::null;
        command.arg(page.path()).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn()?;
        Ok(page)
    });
    opened.inspect_err(|error| note(&format!("Cannot open a browser: {error}. Open the address above."))).ok()
}

fn page_that_leads_to(link: &str) -> std::io::Result<NamedTempFile> {
    let page = tempfile::Builder::new().prefix("hornbook-").suffix(".html").tempfile()?;
    // The link has letters, digits and signs without a meaning in HTML.
    std::fs::write(page.path(), format!("<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={link}\">\n"))?;
    Ok(page)
}
