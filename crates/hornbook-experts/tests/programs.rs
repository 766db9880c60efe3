//! Programs that are slow, die, hang, talk nonsense or too much: clear messages,
//! nothing lost, and bounded memory.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{Unwatched, attributes};
use hornbook_experts::{ConsultEnd, ConsultError, ConsultLimits, Consultation, Expert, ExpertError, Program};
use hornbook_explore::{Exploration, Start};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];
/// Long enough for a busy machine.
const PATIENT: Duration = Duration::from_secs(120);

/// A program in Python around a function that answers questions of these attributes:
/// the sets {a}, {a, b}, {a, b, c} and {d} occur.
fn python(body: &str) -> String {
    let program = format!(
        r#"
import json, os, sys, time
MODELS = [set("a"), set("ab"), set("abc"), set("d")]
def truth(q):
    p = set(q["premise"])
    for m in MODELS:
        if p <= m and (q.get("impossible") or not set(q["conclusion"]) <= m):
            return {{"id": q["id"], "counterexample": sorted(m)}}
    return {{"id": q["id"], "holds": True}}
def say(message):
    print(json.dumps(message), flush=True)
def questions():
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            yield message
{body}
"#
    );
    format!("python3 -c '{}'", program.replace('\'', "'\\''"))
}

/// Lets a program teach, and returns how that ended, what was learned, and how much
/// was answered.
fn teach(command: &str, answer_time: Duration) -> (Result<ConsultEnd, String>, Exploration, Vec<String>) {
    let mut exploration = Exploration::in_memory(Start::attributes(NAMES).seed(1)).unwrap();
    let program = match Program::start(command, &attributes(&NAMES), answer_time) {
        Ok(program) => program,
        Err(error) => return (Err(error.to_string()), exploration, Vec::new()),
    };
    let mut consultation = Consultation::new(vec![Box::new(program)]).unwrap();
    let ended = consultation.run(&mut exploration, ConsultLimits::default(), &mut Unwatched);
    let problems = consultation.progress().problems.iter().map(|found| found.problem.clone()).collect();
    (ended.map_err(|error: ConsultError| error.to_string()), exploration, problems)
}

/// Whether all that was learned is so, and the two main rules are there.
fn assert_learned(exploration: &Exploration) {
    let universe = exploration.universe();
    let models = ["a", "ab", "abc", "d"].map(|names| universe.set(names.chars().map(String::from)).unwrap());
    for rule in exploration.rules() {
        assert!(models.iter().all(|model| rule.implication.holds_in(model)));
    }
    let closed = exploration.knowledge().lower(&universe.set(["c"]).unwrap());
    assert_eq!(closed, universe.set(["a", "b", "c"]).unwrap().into());
}

fn is_alive(pid: &str) -> bool {
    // A zombie is not alive: somebody else is to bury it.
    let status = std::fs::read_to_string(Path::new("/proc").join(pid.trim()).join("stat")).unwrap_or_default();
    status.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

#[test]
fn a_program_teaches() {
    let (end, exploration, problems) = teach(&python("for q in questions(): say(truth(q))"), PATIENT);
    assert_eq!(end, Ok(ConsultEnd::Certified));
    assert!(problems.is_empty(), "{problems:?}");
    assert_learned(&exploration);
}

#[test]
fn answers_come_in_any_order() {
    let body = r#"
say({"hornbook": 1, "name": "shuffled", "at_once": 3})
waiting = []
import select
for line in iter(sys.stdin.readline, ""):
    q = json.loads(line)
    if "id" not in q: continue
    waiting.append(q)
    if not select.select([sys.stdin], [], [], 0.05)[0]:
        for q in reversed(waiting): say(truth(q))
        waiting = []
"#;
    let (end, exploration, _) = teach(&python(body), PATIENT);
    assert_eq!(end, Ok(ConsultEnd::Certified));
    assert_learned(&exploration);
    assert!(exploration.journal().entries().iter().any(|entry| entry.who.as_deref() == Some("shuffled")));
}

#[test]
fn a_program_that_dies_is_started_again_and_nothing_is_lost() {
    let body = "
for count, q in enumerate(questions()):
    if count == 2: sys.exit(3)
    say(truth(q))
";
    let (end, exploration, problems) = teach(&python(body), PATIENT);
    assert_eq!(end, Ok(ConsultEnd::Certified));
    assert!(problems.is_empty(), "{problems:?}");
    assert_learned(&exploration);
}

#[test]
fn a_program_that_hangs_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("hung");
    let body = format!(
        "
for count, q in enumerate(questions()):
    if count == 1 and not os.path.exists({marker:?}):
        open({marker:?}, 'w').close()
        time.sleep(10000)
    say(truth(q))
"
    );
    let (end, exploration, _) = teach(&python(&body), Duration::from_secs(4));
    assert!(marker.exists());
    assert_eq!(end, Ok(ConsultEnd::Certified));
    assert_learned(&exploration);
}

#[test]
fn a_question_that_kills_is_left_open_and_the_others_are_asked() {
    let body = "
for q in questions():
    if {\"a\", \"d\"} <= set(q[\"premise\"]): os._exit(9)
    say(truth(q))
";
    let (end, exploration, problems) = teach(&python(body), PATIENT);
    assert_eq!(end, Ok(ConsultEnd::Certified));
    assert!(problems.iter().all(|problem| problem.contains("it ended (exit status: 9)")), "{problems:?}");
    assert!(!problems.is_empty() && !exploration.open_questions().is_empty());
}

#[test]
fn errors_and_answers_without_sense_are_left_open() {
    let body = "
for q in questions():
    if \"d\" in q[\"premise\"]: say({\"id\": q[\"id\"], \"error\": \"out of memory\"})
    elif \"c\" in q[\"premise\"]: say({\"id\": q[\"id\"], \"counterexample\": [\"x\"]})
    else: say(truth(q))
";
    let (end, exploration, problems) = teach(&python(body), PATIENT);
    assert_eq!(end, Ok(ConsultEnd::Certified));
    assert!(problems.iter().any(|problem| problem.contains("out of memory")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.contains("\"x\", which is no attribute here")), "{problems:?}");
    assert!(!exploration.open_questions().is_empty());
}

/// What ends a run at once, and what is said then.
#[test]
fn what_is_no_answer_ends_the_run_with_the_line() {
    for (body, problem) in [
        (
            "for q in questions(): print(\"Hello, world!\", flush=True)",
            "it said Hello, world!, expected one JSON object",
        ),
        ("for q in questions(): say(truth(q)); say(truth(q))", "answered question 1 twice"),
        ("for q in questions(): say({\"id\": 77, \"holds\": True})", "question 77, which was never asked"),
        ("for q in questions(): say({\"id\": q[\"id\"], \"holds\": True, \"partly\": []})", "both holds and partly"),
        ("for q in questions(): say({\"id\": q[\"id\"], \"closure\": []})", "no question of the kind implication"),
        ("say({\"hornbook\": 7})", "speaks version 7, expected 1"),
        ("say({\"hornbook\": 1, \"attributes\": [\"x\"]})", "does not know the attribute \"a\""),
        ("for q in questions(): sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()", "no text in UTF-8"),
    ] {
        let (end, ..) = teach(&python(body), PATIENT);
        let said = end.unwrap_err();
        assert!(said.contains(problem), "{body}: {said}");
        assert!(said.len() < 1000, "{said}");
    }
}

#[test]
fn programs_that_cannot_be_had() {
    for (command, problem) in [
        ("no-such-program-here --help", "not found"),
        ("exit 3", "it ended (exit status: 3), 3 times in a row without an answer between"),
        ("echo trouble >&2; exit 1", "on standard error it said: trouble"),
        ("exec >&-; sleep 1000", "it closed its output, 3 times in a row without an answer between"),
        ("sleep 1000", "it said nothing for"),
    ] {
        let started = Instant::now();
        let said = teach(command, Duration::from_millis(700)).0.unwrap_err();
        assert!(said.contains(problem), "{command}: {said}");
        assert!(started.elapsed() < Duration::from_secs(60), "{command}");
    }
    let said = Program::start("sleep 1000", &[], Duration::from_millis(500)).unwrap_err().to_string();
    assert!(said.contains("names no attributes"), "{said}");
}

/// The memory that this process holds, in KiB.
fn held() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn gigabytes_do_not_fill_the_memory() {
    let before = held();
    let (end, ..) = teach("yes | tr -d '\\n'", PATIENT);
    assert!(end.unwrap_err().contains("more than 1 MiB without the end of a line"));
    let (end, ..) = teach("yes", PATIENT);
    assert!(end.unwrap_err().contains("it said y, expected one JSON object a line"));
    let (end, ..) = teach("yes ''", Duration::from_secs(2));
    assert!(end.unwrap_err().contains("it said nothing for"));
    let (end, ..) = teach("yes >&2", Duration::from_secs(2));
    assert!(end.unwrap_err().contains("on standard error it said: y / y / y / y"));
    assert!(held() < before + 100 * 1024, "{before} KiB before, {} KiB after", held());
}

#[test]
fn a_program_ends_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    // The shell waits for a child that ignores being told to end.
    let command = format!(
        "(trap '' TERM; sleep 1000) & echo $! > {0}; echo $$ >> {0}; echo '{{\"hornbook\":1}}'; trap '' TERM; sleep 1000",
        file.display()
    );
    let program = Program::start(&command, &attributes(&NAMES), PATIENT).unwrap();
    let pids = std::fs::read_to_string(&file).unwrap();
    assert!(pids.lines().all(is_alive), "{pids}");
    drop(program);
    let until = Instant::now() + Duration::from_secs(20);
    while pids.lines().any(is_alive) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!pids.lines().any(is_alive), "{pids}");
}

#[test]
fn a_program_names_itself_its_attributes_and_what_it_takes() {
    let hello = r#"{"hornbook":1,"name":"prover","attributes":["x",{"name":"y","phrase":"is y"}],"at_once":5,"kinds":["closure"]}"#;
    let program = Program::start(&format!("echo '{hello}'; cat > /dev/null"), &[], PATIENT).unwrap();
    assert_eq!((program.name(), program.questions_at_once()), ("prover", 5));
    assert_eq!(program.attributes()[1].phrase.as_deref(), Some("is y"));
    assert!(program.abilities().closure && !program.abilities().implication);
    let twice = Program::start("printf '{\"hornbook\":1}\\n{\"hornbook\":1}\\n'; cat", &attributes(&NAMES), PATIENT);
    let mut twice = twice.unwrap();
    let said = loop {
        match twice.receive(Duration::from_secs(5)) {
            Ok(_) => {}
            Err(ExpertError::Protocol { problem, .. }) => break problem,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(said.contains("expected as its first line"), "{said}");
}

/// The example in Rust, which tests are built with.
#[test]
fn the_example_in_rust_answers_with_closures() {
    let folder = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("examples");
    let command = folder.join("quadrilaterals").display().to_string();
    assert!(Path::new(&command).exists(), "cargo build -p hornbook-experts --examples makes {command}");
    let program = Program::start(&command, &[], PATIENT).unwrap();
    let start = Start::of(program.attributes().to_vec()).seed(1);
    let mut exploration = Exploration::in_memory(start).unwrap();
    let mut consultation = Consultation::new(vec![Box::new(program)]).unwrap();
    let end = consultation.run(&mut exploration, ConsultLimits::default(), &mut Unwatched).unwrap();
    assert_eq!(end, ConsultEnd::Certified);
    let universe = exploration.universe();
    let lower = |names: &[&str]| exploration.knowledge().lower(&universe.set(names).unwrap());
    assert_eq!(lower(&["rectangle", "rhombus"]), universe.all().into());
    assert!(lower(&["parallelogram"]).contains(&universe.set(["trapezoid", "convex"]).unwrap()));
}
