//! What a newcomer sees first, for tables of different kinds: looked at, and kept.
//!
//! After a change on purpose, `HORNBOOK_KEEP_SCREENS=1 cargo test -p hornbook-cli
//! --test first_screens` writes them anew; look at the difference.
#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write;
use std::path::Path;

use common::Place;

/// All ends of a game of tic-tac-toe that x began, as in the UCI table: nine
/// places and who won.
fn tic_tac_toe() -> String {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let wins = |board: &[char], who: char| LINES.iter().any(|line| line.iter().all(|&place| board[place] == who));
    let mut ends = std::collections::BTreeSet::new();
    let mut boards = vec![vec!['b'; 9]];
    while let Some(board) = boards.pop() {
        let free: Vec<usize> = (0..9).filter(|&place| board[place] == 'b').collect();
        if wins(&board, 'x') || wins(&board, 'o') || free.is_empty() {
            ends.insert(board);
            continue;
        }
        let who = if free.len() % 2 == 1 { 'x' } else { 'o' };
        boards.extend(free.into_iter().map(|place| {
            let mut next = board.clone();
            next[place] = who;
            next
        }));
    }
    let places = ["top", "middle", "bottom"].map(|row| ["left", "middle", "right"].map(|at| format!("{row}-{at}")));
    let mut table = places.concat().join(",") + ",x wins\n";
    for end in ends {
        let cells: Vec<String> = end.iter().map(char::to_string).collect();
        writeln!(table, "{},{}", cells.join(","), wins(&end, 'x')).unwrap();
    }
    table
}

/// Who was on board of the Titanic, by the counts of the British Board of Trade's
/// inquiry (1912; Dawson, Journal of Statistics Education 3, 1995).
fn titanic() -> String {
    let counts = [
        ("1st", "child", "male", 5, 5),
        ("1st", "child", "female", 1, 1),
        ("1st", "adult", "male", 175, 57),
        ("1st", "adult", "female", 144, 140),
        ("2nd", "child", "male", 11, 11),
        ("2nd", "child", "female", 13, 13),
        ("2nd", "adult", "male", 168, 14),
        ("2nd", "adult", "female", 93, 80),
        ("3rd", "child", "male", 48, 13),
        ("3rd", "child", "female", 31, 14),
        ("3rd", "adult", "male", 462, 75),
        ("3rd", "adult", "female", 165, 76),
        ("crew", "adult", "male", 862, 192),
        ("crew", "adult", "female", 23, 20),
    ];
    let mut table = String::from("class,age,sex,survived\n");
    for (class, age, sex, all, survived) in counts {
        (0..all).for_each(|at| {
            writeln!(table, "{class},{age},{sex},{}", if at < survived { "yes" } else { "no" }).unwrap()
        });
    }
    table
}

/// Baskets of things that are bought together, by the numbers of the things: some
/// by habit, some by chance.
fn baskets() -> String {
    let mut table = String::new();
    for at in 0..400usize {
        let things = [at % 3 != 0, at % 5 == 0, at % 5 == 0, at % 10 == 0, at % 7 == 3, at % 2 == 0, true];
        let bought: Vec<String> =
            (1..).zip(things).filter(|(_, bought)| *bought).map(|(at, _)| at.to_string()).collect();
        writeln!(table, "{}", bought.join(" ")).unwrap();
    }
    table
}

/// Measured by machines, some of which were off.
fn sensors() -> String {
    let mut table = String::from("time,pump,pressure,flow,temperature,alarm,site\n");
    for at in 0..300usize {
        let on = at % 11 < 7;
        let pressure = if on { 40 + (at * 7) % 23 } else { (at * 3) % 5 };
        let flow = if on { (pressure / 2).to_string() } else { "0".to_owned() };
        let temperature = if at % 13 == 0 { "NA".to_owned() } else { (15 + (at * 5) % 20 + pressure / 4).to_string() };
        let (pump, alarm) = (if on { "on" } else { "off" }, if pressure > 57 { "high" } else { "none" });
        writeln!(table, "{at},{pump},{pressure},{flow},{temperature},{alarm},north").unwrap();
    }
    table
}

/// A questionnaire, one column an option, as tools export them.
fn one_hot() -> String {
    let mut table =
        String::from("id,colour_red,colour_green,colour_blue,colour_warm,owns_car,has_licence,adult,consent\n");
    for at in 0..120usize {
        let colour = at % 3;
        let car = at % 4 == 1;
        let licence = car || at % 4 == 2;
        let adult = licence || at % 2 == 0;
        let cells = [colour == 0, colour == 1, colour == 2, colour == 0, car, licence, adult, true];
        let cells: Vec<&str> = cells.iter().map(|&cell| if cell { "1" } else { "0" }).collect();
        writeln!(table, "{},{}", at + 1, cells.join(",")).unwrap();
    }
    table
}

/// Quinlan's Saturday mornings (*Induction of decision trees*, 1986).
const TENNIS: &str = "outlook,temperature,humidity,windy,play
sunny,hot,high,no,no
sunny,hot,high,yes,no
overcast,hot,high,no,yes
rain,mild,high,no,yes
rain,cool,normal,no,yes
rain,cool,normal,yes,no
overcast,cool,normal,yes,yes
sunny,mild,high,no,no
sunny,cool,normal,no,yes
rain,mild,normal,no,yes
sunny,mild,normal,yes,yes
overcast,mild,high,yes,yes
overcast,hot,normal,no,yes
rain,mild,high,yes,no
";

/// Gray Miller's planets, as formal concept analysis knows them (Davey, Priestley).
const PLANETS: &str = "planet,small,medium,large,near,far,moon
Mercury,1,0,0,1,0,0
Venus,1,0,0,1,0,0
Earth,1,0,0,1,0,1
Mars,1,0,0,1,0,1
Jupiter,0,0,1,0,1,1
Saturn,0,0,1,0,1,1
Uranus,0,1,0,0,1,1
Neptune,0,1,0,0,1,1
Pluto,1,0,0,0,1,1
";

#[test]
fn what_a_newcomer_sees() {
    let place = Place::new();
    for (name, table) in [
        ("tic-tac-toe.csv", tic_tac_toe()),
        ("titanic.csv", titanic()),
        ("baskets.dat", baskets()),
        ("sensors.csv", sensors()),
        ("one-hot.csv", one_hot()),
        ("tennis.csv", TENNIS.to_owned()),
        ("planets.csv", PLANETS.to_owned()),
    ] {
        place.write(name, table);
    }
    let screens: [(&str, &[&str]); 11] = [
        ("zoo", &["data/zoo.csv"]),
        ("breast-cancer", &["data/breast-cancer.csv"]),
        ("breast-cancer-malignant", &["data/breast-cancer.csv", "--target", "Class=malignant"]),
        ("titanic", &["titanic.csv", "--confidence", "0.8"]),
        ("tic-tac-toe", &["tic-tac-toe.csv"]),
        ("baskets", &["baskets.dat"]),
        ("sensors", &["sensors.csv"]),
        ("one-hot", &["one-hot.csv"]),
        ("tennis", &["tennis.csv"]),
        ("planets", &["planets.csv"]),
        ("zoo-often", &["data/zoo.csv", "--min-support", "20%"]),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/first_screens");
    let mut changed = Vec::new();
    for (name, arguments) in screens {
        let ran = place.run(&[&["learn"], arguments].concat());
        // How long it took, and the memory, are the machine's.
        let words: Vec<&str> = ran.err.lines().filter(|line| !line.starts_with("method ")).collect();
        let screen = format!("$ hornbook learn {}\n{}\n{}", arguments.join(" "), words.join("\n"), ran.out);
        let file = folder.join(format!("{name}.txt"));
        if std::env::var_os("HORNBOOK_KEEP_SCREENS").is_some() {
            std::fs::write(&file, &screen).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default() != screen {
            changed.push(screen);
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n\n"));
}
