//! Listening, and ending without cutting anybody off.

use std::fs::{File, OpenOptions, TryLockError};
use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
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
use crate::error::ServeError;
use crate::options::ServerOptions;
use crate::patience::Patient;
use crate::places::Places;
use crate::record::Record;
use crate::visitor::Peer;
use crate::{log, routes};

/// Longer heads of requests are refused.
const LONGEST_HEAD: usize = 32 << 10;
/// How long requests under way may take to end when the server does.
const ENDING: Duration = Duration::from_secs(5);
/// What a server holds while it is at a folder.
const LOCK: &str = ".hornbook-serve.lock";
/// A pause when no connection can be taken, for want of files for example.
const PAUSE: Duration = Duration::from_millis(100);

/// A server that listens.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    options: ServerOptions,
    /// Keeps other servers from the folder, as long as it is open.
    alone: File,
}

/// Serves until `ended` comes, which may be never.
pub fn serve(options: ServerOptions, ended: impl Future<Output = ()>) -> Result<(), ServeError> {
    Server::bind(options)?.run(ended);
    Ok(())
}

impl Server {
    /// Listens; connections wait until it runs.
    pub fn bind(options: ServerOptions) -> Result<Self, ServeError> {
        options.check()?;
        let folder = |error| ServeError::Folder { folder: options.folder.clone(), error };
        std::fs::create_dir_all(&options.folder).map_err(folder)?;
        let alone = lock(&options.folder)?;
        let records = Record::read_folder(&options.folder).map_err(folder)?;
        check_owner(&options.owner, records)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
        let address = SocketAddr::new(options.address, options.port);
        let failed = |error| ServeError::Listen { address, error };
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { runtime, listener, address, options, alone })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until Ctrl-C, or until the system asks it to end.
    pub fn run_until_interrupted(self) {
        self.run(interrupted());
    }

    /// Serves until `ended` comes, which may be never. Requests under way are
    /// answered before this returns.
    pub fn run(self, ended: impl Future<Output = ()>) {
        let Self { runtime, listener, address, options, alone } = self;
        runtime.block_on(accept(listener, address, options, ended));
        runtime.shutdown_timeout(ENDING);
        drop(alone);
    }
}

/// Two servers would not hear of each other's invitations, and a link that one
/// took back would be good at the other.
fn lock(folder: &Path) -> Result<File, ServeError> {
    let failed = |error| ServeError::Folder { folder: folder.to_owned(), error };
    let file = OpenOptions::new().create(true).append(true).open(folder.join(LOCK)).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ServeError::Another(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Answers go by names, so that the owner may not have the name of a guest.
fn check_owner(owner: &str, records: Vec<(String, Record)>) -> Result<(), ServeError> {
    match records.into_iter().find(|(_, record)| record.invites(owner)) {
        Some((exploration, _)) => Err(ServeError::Namesake { owner: owner.to_owned(), exploration }),
        None => Ok(()),
    }
}

async fn accept(listener: TcpListener, address: SocketAddr, options: ServerOptions, ended: impl Future<Output = ()>) {
    let (end, ending) = watch::channel(false);
    let places = Places::new(options.limits.connections, options.limits.connections_each);
    let app = App::new(options, address, ending.clone());
    let router = routes::router(app.clone());
    let mut connections = JoinSet::new();
    let mut ended = std::pin::pin!(ended);
    loop {
        tokio::select! {
            () = &mut ended => break,
            taken = listener.accept() => match taken {
                Ok((stream, from)) => {
                    let peer = Peer::of(&stream, from);
                    let counted = Some(peer.neighbours()).filter(|_| !peer.is_proxy(app.options().behind_proxy));
                    match places.take(counted) {
                        Some(place) => {
                            let connection = connection(stream, peer, app.clone(), router.clone(), ending.clone());
                            connections.spawn(async move {
                                connection.await;
                                drop(place);
                            });
                        }
                        None => refuse(&stream),
                    }
                }
                Err(error) => {
                    log::note(&format!("cannot take a connection: {error}"));
                    tokio::time::sleep(PAUSE).await;
                }
            },
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    // Nobody is left to hear that nobody listens any more.
    _ = end.send(true);
    let all = async { while connections.join_next().await.is_some() {} };
    _ = tokio::time::timeout(ENDING, all).await;
}

/// Turns somebody away for whom there is no place.
fn refuse(stream: &TcpStream) {
    const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n\
        Content-Length: 74\r\n\r\n{\"error\":\"Too many connections are open: try again later.\",\"kind\":\"full\"}\n";
    // Whether it is heard makes no difference here.
    _ = stream.try_write(FULL);
}

async fn connection(stream: TcpStream, peer: Peer, app: App, router: Router, mut ending: watch::Receiver<bool>) {
    // Small messages are sent at once; where that cannot be, they come later.
    _ = stream.set_nodelay(true);
    let limits = app.limits();
    let inner = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        inner.call(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(LONGEST_HEAD).half_close(false);
    let io = TokioIo::new(Patient::new(stream, limits.taking));
    let mut connection = std::pin::pin!(http.serve_connection(io, service));
    let broke: Result<(), hyper::Error> = tokio::select! {
        ended = connection.as_mut() => ended,
        () = over(&mut ending) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // That somebody went away, or was too slow, is nobody's fault here.
    _ = broke;
}

/// Comes back when the server ends.
async fn over(ending: &mut watch::Receiver<bool>) {
    // If nobody could tell any more, it has ended too.
    _ = ending.wait_for(|ending| *ending).await;
}

/// Comes back at Ctrl-C, and when the system asks the program to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
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
