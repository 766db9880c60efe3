//! Listens for connections, and shuts down without cutting off requests.

use std::fs::{File, OpenOptions, TryLockError};
use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::app::App;
use crate::connection_limit::{ConnectionLimit, ConnectionPermit};
use crate::error::ServeError;
use crate::guard::SignedIn;
use crate::options::{Limits, OwnerToken, ServerOptions};
use crate::record::Record;
use crate::visitor::Peer;
use crate::write_timeout::WriteTimeout;
use crate::{files, log, routes};

/// The most bytes that the first line and the headers of a request may have.
const MAX_HEADER_BYTES: usize = 32 << 10;
/// How long requests that were begun may go on when the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// The file in a folder that is locked by the server that uses it.
const LOCK_FILE: &str = ".hornbook-serve.lock";
/// The pause after a connection could not be accepted, for example since too
/// many files are open.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// A server that listens.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    options: ServerOptions,
    /// Keeps other servers from the folder as long as it is open.
    folder_lock: File,
}

/// Serves until the future `ended` is ready, which may be never.
pub fn serve(options: ServerOptions, ended: impl Future<Output = ()>) -> Result<(), ServeError> {
    Server::bind(options)?.run(ended);
    Ok(())
}

impl Server {
    /// Starts to listen. Connections wait until the server runs.
    pub fn bind(options: ServerOptions) -> Result<Self, ServeError> {
        options.check()?;
        let folder = |error| ServeError::Folder { folder: options.folder.clone(), error };
        std::fs::create_dir_all(&options.folder).map_err(folder)?;
        let folder_lock = lock(&options.folder)?;
        files::remove_leftovers(&options.folder).map_err(folder)?;
        let records = Record::read_folder(&options.folder).map_err(folder)?;
        check_owner(&options.owner, records)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
        let address = SocketAddr::new(options.address, options.port);
        let failed = |error| ServeError::Listen { address, error };
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { runtime, listener, address, options, folder_lock })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The link by which the owner signs in. It holds the token if that was made
    /// for this start: whoever chose a token knows it, and it is shown to nobody.
    pub fn link(&self) -> String {
        // What follows the hash sign is not sent, and so stands in no log.
        let token = match &self.options.token {
            OwnerToken::Made(token) => format!("#/sign-in/{token}"),
            OwnerToken::Chosen(_) | OwnerToken::None => String::new(),
        };
        format!("http://{}/{token}", self.address)
    }

    /// Serves until Ctrl-C, or until the system asks it to end.
    pub fn run_until_interrupted(self) {
        self.run(interrupted());
    }

    /// Serves until the future `ended` is ready, which may be never. Requests
    /// that were begun are answered before this returns.
    pub fn run(self, ended: impl Future<Output = ()>) {
        let Self { runtime, listener, address, options, folder_lock } = self;
        runtime.block_on(accept(listener, address, options, ended));
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        drop(folder_lock);
    }
}

/// Locks a folder for this server. A second one would not notice which
/// invitations were taken back at the first, and let those people in.
fn lock(folder: &Path) -> Result<File, ServeError> {
    let failed = |error| ServeError::Folder { folder: folder.to_owned(), error };
    let path = folder.join(LOCK_FILE);
    files::check_regular(&path, u64::MAX).map_err(failed)?;
    let file = files::open_without_waiting(OpenOptions::new().create(true).append(true), &path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ServeError::FolderInUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Refuses an owner with the name of a guest: answers are known by the name of
/// whoever gave them.
fn check_owner(owner: &str, records: Vec<(String, Record)>) -> Result<(), ServeError> {
    match records.into_iter().find(|(_, record)| record.invites(owner)) {
        Some((exploration, _)) => Err(ServeError::OwnerNameTaken { owner: owner.to_owned(), exploration }),
        None => Ok(()),
    }
}

async fn accept(listener: TcpListener, address: SocketAddr, options: ServerOptions, ended: impl Future<Output = ()>) {
    let (shut_down, shutdown) = watch::channel(false);
    let Limits { max_connections, max_connections_per_address, .. } = options.limits;
    let limit = ConnectionLimit::new(max_connections, max_connections_per_address);
    let app = App::new(options, address, shutdown.clone());
    let router = routes::router(app.clone());
    let mut connections = JoinSet::new();
    let mut ended = std::pin::pin!(ended);
    loop {
        tokio::select! {
            () = &mut ended => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    let peer = Peer::of(&stream, from);
                    let counted = Some(peer.network()).filter(|_| !peer.is_proxy(app.options().behind_proxy));
                    match limit.acquire(counted) {
                        Some(permit) => {
                            connections.spawn(connection(
                                stream,
                                peer,
                                permit,
                                app.clone(),
                                router.clone(),
                                shutdown.clone(),
                            ));
                        }
                        None => refuse(&stream),
                    }
                }
                Err(error) => {
                    log::note(&format!("cannot take a connection: {error}"));
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
            },
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    // This fails if there is no connection left to tell.
    _ = shut_down.send(true);
    let all = async { while connections.join_next().await.is_some() {} };
    _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, all).await;
    app.rooms().write_index();
    app.sessions().write_down();
}

/// Tells a client that there are too many connections.
fn refuse(stream: &TcpStream) {
    const BODY: &str = "{\"error\":\"Too many connections are open: try again later.\",\"kind\":\"full\"}\n";
    let length = BODY.len();
    let full = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{BODY}"
    );
    // The connection is closed, whether or not this could be sent.
    _ = stream.try_write(full.as_bytes());
}

async fn connection(
    stream: TcpStream,
    peer: Peer,
    permit: ConnectionPermit,
    app: App,
    router: Router,
    mut shutdown: watch::Receiver<bool>,
) {
    // Events are small, and should not wait for more to send. Without this
    // option they only come later.
    _ = stream.set_nodelay(true);
    let limits = app.limits();
    let inner = TowerToHyperService::new(router);
    let permit = Arc::new(permit);
    let noted = permit.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        noted.note_request();
        request.extensions_mut().insert(peer);
        let (answer, noted) = (inner.call(request.map(Body::new)), noted.clone());
        async move {
            let answer = answer.await;
            let known = answer.as_ref().ok().and_then(|response| response.extensions().get::<SignedIn>());
            noted.note_answered(known.map(|SignedIn(person)| person.as_str()));
            answer
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_buf_size(MAX_HEADER_BYTES)
        .half_close(false);
    let io = TokioIo::new(WriteTimeout::new(stream, limits.write_timeout));
    let mut connection = std::pin::pin!(http.serve_connection(io, service));
    let result: Result<(), hyper::Error> = tokio::select! {
        ended = connection.as_mut() => ended,
        // Another one takes its place.
        () = permit.closed() => Ok(()),
        () = until_shutdown(&mut shutdown) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // An error means that the client went away or was too slow.
    _ = result;
}

/// Returns when the server shuts down.
async fn until_shutdown(shutdown: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone: the server has shut down.
    _ = shutdown.wait_for(|shutdown| *shutdown).await;
}

/// Returns at Ctrl-C, and when the system asks the program to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // Where a file may not grow any more, writing is to fail as it does on a
        // full disk; without a handler the program would be ended.
        _ = signal(SignalKind::from_raw(libc::SIGXFSZ));
        if let Ok(mut asked) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = asked.recv() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // Without a handler Ctrl-C kills, as it would anyway.
        std::future::pending::<()>().await;
    }
}
