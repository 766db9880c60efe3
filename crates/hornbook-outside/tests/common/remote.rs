//! A domain on the other side of a socket, which takes its time, loses
//! connections, and is asked again.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hornbook::domain::{BreakingRow, BrokenRule, Domain, Violations};
use hornbook::{AttrSet, Conclusion, Context, Implication, Universe};
use serde::{Deserialize, Serialize};

/// What is sent to the server, a line each. Sets are lists of numbers.
#[derive(Debug, Serialize, Deserialize)]
enum Request {
    Closures(Vec<Vec<usize>>),
    Supports(Vec<Vec<usize>>),
    /// Premises and conclusions; all rows that break them, up to a number.
    Breaking(Vec<(Vec<usize>, Option<Vec<usize>>)>, usize),
    RowsByWeight(Vec<f64>),
}

#[derive(Debug, Serialize, Deserialize)]
enum Reply {
    Closures(Vec<Option<Vec<usize>>>),
    Supports(Vec<usize>),
    Breaking { rules: Vec<(usize, Vec<LabelledRow>)>, row_count: usize, breaking_rows: usize },
    Rows(Option<Vec<Vec<usize>>>),
}

/// What a row is called, and what it has.
type LabelledRow = (String, Vec<usize>);

/// How the other side behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manners {
    /// It takes so long for each answer.
    pub latency: Duration,
    /// Every so many requests, it closes the connection instead of answering.
    pub drops_every: Option<u64>,
}

/// Serves a table on a port of this machine for as long as the tests run.
pub fn serve(context: Context, manners: Manners) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let requests = AtomicU64::new(0);
        for stream in listener.incoming().flatten() {
            _ = converse(&context, manners, &requests, &stream);
        }
    });
    address
}

fn converse(context: &Context, manners: Manners, requests: &AtomicU64, mut stream: &TcpStream) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    while let Some(line) = lines.next().transpose()? {
        std::thread::sleep(manners.latency);
        let count = requests.fetch_add(1, Ordering::Relaxed) + 1;
        if manners.drops_every.is_some_and(|every| count.is_multiple_of(every)) {
            return Ok(());
        }
        let reply = answer(context, serde_json::from_str(&line)?);
        stream.write_all(&line_of(&reply)?)?;
    }
    Ok(())
}

fn answer(mut table: &Context, request: Request) -> Reply {
    let count = table.attribute_count();
    let sets = |sets: &[Vec<usize>]| sets.iter().map(|set| AttrSet::of(count, set.clone())).collect::<Vec<_>>();
    let list = |set: &AttrSet| set.iter().collect::<Vec<usize>>();
    match request {
        Request::Closures(asked) => {
            let Ok(closures) = table.closures(&sets(&asked));
            Reply::Closures(closures.iter().map(|closure| closure.attrs().map(list)).collect())
        }
        Request::Supports(asked) => {
            let Ok(supports) = table.supports(&sets(&asked));
            Reply::Supports(supports)
        }
        Request::Breaking(rules, most) => {
            let rule = |(premise, conclusion): &(Vec<usize>, Option<Vec<usize>>)| {
                let premise = AttrSet::of(count, premise.clone());
                match conclusion {
                    Some(set) => Implication::new(premise, AttrSet::of(count, set.clone())),
                    None => Implication::never(premise),
                }
            };
            let rules: Vec<Implication> = rules.iter().map(rule).collect();
            let Ok(found) = Domain::violations(&mut table, &rules, most);
            let broken = |broken: &BrokenRule| {
                (broken.count, broken.rows.iter().map(|row| (row.label.clone(), list(row.model.has()))).collect())
            };
            Reply::Breaking {
                rules: found.rules.iter().map(broken).collect(),
                row_count: found.row_count,
                breaking_rows: found.breaking_rows,
            }
        }
        Request::RowsByWeight(shares) => {
            let Ok(rows) = table.rows_by_weight(&shares);
            Reply::Rows(rows.map(|rows| rows.iter().map(list).collect()))
        }
    }
}

/// The domain on this side of the socket.
#[derive(Debug)]
pub struct Remote {
    address: SocketAddr,
    universe: Arc<Universe>,
    connection: Option<BufReader<TcpStream>>,
    /// How often a request is sent before it is given up.
    pub tries: u32,
    /// How often a connection was lost.
    pub lost: u64,
}

impl Remote {
    pub fn new(address: SocketAddr, universe: Arc<Universe>, tries: u32) -> Self {
        Self { address, universe, connection: None, tries, lost: 0 }
    }

    fn ask(&mut self, request: &Request) -> io::Result<Reply> {
        let mut tried = 0;
        loop {
            match self.ask_once(request) {
                Ok(reply) => return Ok(reply),
                Err(error) => {
                    self.connection = None;
                    self.lost += 1;
                    tried += 1;
                    if tried >= self.tries {
                        return Err(error);
                    }
                }
            }
        }
    }

    fn ask_once(&mut self, request: &Request) -> io::Result<Reply> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(BufReader::new(TcpStream::connect(self.address)?)),
        };
        connection.get_mut().write_all(&line_of(request)?)?;
        let mut line = String::new();
        if connection.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(serde_json::from_str(&line)?)
    }

    fn breaking(&mut self, rules: &[Implication], most: usize) -> io::Result<Violations> {
        let list = |set: &AttrSet| set.iter().collect::<Vec<usize>>();
        let rules = rules.iter().map(|rule| (list(&rule.premise), rule.conclusion.attrs().map(list))).collect();
        let Reply::Breaking { rules, row_count, breaking_rows } = self.ask(&Request::Breaking(rules, most))? else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let count = self.universe.len();
        let row = |(label, has): LabelledRow| BreakingRow { label, model: AttrSet::of(count, has).into() };
        let rule = |(count, rows): (usize, Vec<LabelledRow>)| BrokenRule {
            count,
            rows: rows.into_iter().map(row).collect(),
            unjudged: 0,
        };
        Ok(Violations { rules: rules.into_iter().map(rule).collect(), row_count, breaking_rows, unjudged_rows: 0 })
    }
}

/// A message in one piece: in two, the second would wait for word that the first
/// arrived.
fn line_of<T: Serialize>(message: &T) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

fn lists(sets: &[AttrSet]) -> Vec<Vec<usize>> {
    sets.iter().map(|set| set.iter().collect()).collect()
}

impl Domain for Remote {
    type Error = io::Error;

    fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    fn closures(&mut self, sets: &[AttrSet]) -> io::Result<Vec<Conclusion>> {
        let Reply::Closures(found) = self.ask(&Request::Closures(lists(sets)))? else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let count = self.universe.len();
        let closure =
            |set: Option<Vec<usize>>| set.map_or(Conclusion::Falsum, |set| Conclusion::Attrs(AttrSet::of(count, set)));
        Ok(found.into_iter().map(closure).collect())
    }

    fn supports(&mut self, sets: &[AttrSet]) -> io::Result<Vec<usize>> {
        match self.ask(&Request::Supports(lists(sets)))? {
            Reply::Supports(supports) => Ok(supports),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> io::Result<Vec<Option<AttrSet>>> {
        // Rows that are the same count once, as in a table in memory.
        let pick = |broken: BrokenRule| {
            let mut distinct: Vec<AttrSet> = Vec::new();
            for row in broken.rows {
                if !distinct.contains(row.model.has()) {
                    distinct.push(row.model.has().clone());
                }
            }
            (!distinct.is_empty()).then(|| distinct.swap_remove(choose(distinct.len())))
        };
        Ok(self.breaking(rules, usize::MAX)?.rules.into_iter().map(pick).collect())
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> io::Result<Violations> {
        self.breaking(rules, max_rows)
    }

    fn rows_by_weight(&mut self, shares: &[f64]) -> io::Result<Option<Vec<AttrSet>>> {
        let Reply::Rows(rows) = self.ask(&Request::RowsByWeight(shares.to_vec()))? else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let count = self.universe.len();
        Ok(rows.map(|rows| rows.into_iter().map(|row| AttrSet::of(count, row)).collect()))
    }
}
