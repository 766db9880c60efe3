//! `hornbook serve`: explorations in a browser.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use hornbook_web::{Server, ServerOptions};

use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::note;

const EXAMPLES: &str = "\
Examples:
  hornbook serve explorations
  hornbook serve explorations --port 0 --as ada
  hornbook serve explorations --host rules.example.org --token \"$(cat token)\" --behind-proxy

Only this machine can reach it unless it is told otherwise: --address takes
another address, --host the name under which a proxy with TLS offers it to
others. Either needs a token, with which the owner signs in; everybody else
comes by an invitation of their own. The guide is docs/serving.md.
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
    /// What the owner signs in with; needed for everything but loopback. As
    /// others may see a command line, it can be given in the environment too
    #[arg(long, value_name = "TOKEN", env = "HORNBOOK_TOKEN", hide_env_values = true)]
    token: Option<String>,
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
    /// Print the address and nothing else but errors
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let own_name = || std::env::var("USER").ok().filter(|name| !name.trim().is_empty());
    let owner = arguments.owner.clone().or_else(own_name).unwrap_or_else(|| "owner".to_owned());
    let options = ServerOptions {
        address: arguments.address,
        port: arguments.port,
        token: arguments.token.clone().filter(|token| !token.is_empty()),
        hosts: arguments.host.clone(),
        behind_proxy: arguments.behind_proxy,
        owner: owner.trim().to_owned(),
        ..ServerOptions::new(&arguments.folder)
    };
    let server = Server::bind(options)?;
    // Whoever started it in a script waits for this line.
    crate::output::Destination::Stdout.write(format!("http://{}/\n", server.address()).as_bytes())?;
    if !arguments.quiet {
        let folder = arguments.folder.display();
        note(&format!("Serving {folder}; open the address above in a browser. Ctrl-C ends it."));
    }
    server.run_until_interrupted();
    if !arguments.quiet {
        note("Ended. Everything that was answered is on disk.");
    }
    Ok(Ended::Well)
}
