//! A program that implements vyre-backend/1 and violates it in the way that its first argument names. `tests/process`
//! starts it.
//!
//! A fault that depends on an input occurs if a word of a `run` is `BAD`. The second argument is a file by which a
//! restarted program knows that it ran before. After the first argument `lie` follows a name in
//! `vyre_conform_tests::lies`.

use std::io::{self, Read, Write};
use std::process::{Command, exit};
use std::time::Duration;
use std::{fs, thread};
use vyre_conform_process::Server;
use vyre_conform_process::frame::{ERROR, Frame, Kind, MAX_BYTES};
use vyre_conform_suite::backend::Identity;
use vyre_conform_tests::lies::{Delivery, Kind as Lies, Liar, lie};
use vyre_conform_tests::toy::Toy;

/// The word for which it fails.
const BAD: u32 = 0xBAD_BAD;

fn forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// Serves a backend that lies.
fn lies(name: &str) {
    let lie = lie(name).expect("a lie of the table");
    let backend = Liar::of(lie);
    let mut server = Server::of(&backend);
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    let mut runs = 0;
    while let Ok(Some(request)) = Frame::read(&mut from, MAX_BYTES) {
        let mut answer = server.answer(&request);
        runs += u64::from(request.kind == Kind::Run as u8);
        if let Lies::Answer(change) = lie.kind
            && change(runs, &request, &mut answer) == Delivery::Ends
        {
            exit(3);
        }
        if answer.write(&mut to).is_err() || request.kind == Kind::Bye as u8 {
            return;
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let file = arguments.next();
    let was_here = file
        .as_ref()
        .is_some_and(|file| fs::exists(file).unwrap_or(false));
    match mode.as_str() {
        "exits" => {
            eprintln!("no device in slot 3");
            exit(7);
        }
        "prints" => println!("Loading the device, please wait ..."),
        "deaf" => forever(),
        // The killer reads the process number here.
        "mortal" => {
            let file = file.as_deref().expect("a file");
            fs::write(file, std::process::id().to_string()).expect("writable");
        }
        "silent" => _ = io::copy(&mut io::stdin(), &mut io::sink()),
        _ => {}
    }
    if mode == "lie" {
        return lies(&file.expect("the name of a lie"));
    }
    let backend = Toy {
        identity: Identity::named("broken"),
        stuck: 0,
    };
    let mut server = Server::of(&backend);
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    while let Ok(Some(request)) = Frame::read(&mut from, MAX_BYTES) {
        let runs = request.kind == Kind::Run as u8;
        let bad = runs && request.words.contains(&BAD);
        let mut answer = server.answer(&request);
        match mode.as_str() {
            "floods" => {
                for _ in 0..200 {
                    eprintln!("{}", "the log is long ".repeat(1000));
                }
            }
            "version" => answer.head = answer.head.replace("backend/1", "backend/2"),
            "misspelt" => answer.head = answer.head.replace("\"limits\"", "\"limit\""),
            "takes_nothing" => answer.head = answer.head.replace("[\"wire\"]", "[]"),
            "no_json" => answer.head = "who, me?".to_owned(),
            "refuses" => {
                answer.kind = ERROR;
                answer.head = r#"{"error":"other","message":"not today"}"#.to_owned();
                answer.words.clear();
            }
            "another" if was_here => answer.head = answer.head.replace("\"broken\"", "\"mended\""),
            _ => {}
        }
        if mode == "fragile" && answer.kind == ERROR {
            panic!("that was not expected");
        }
        if mode == "swapped" && runs {
            answer.words.reverse();
        }
        if bad {
            match mode.as_str() {
                "dies" => {
                    eprintln!("the device burnt");
                    exit(3);
                }
                "dies_once" | "another" if !was_here => {
                    fs::write(file.expect("a file"), "").expect("writable");
                    exit(3);
                }
                "hangs" => forever(),
                "leaves_a_child" => {
                    let child = Command::new("sleep").arg("1000").spawn();
                    let child = child.expect("sleep").id();
                    fs::write(file.expect("a file"), child.to_string()).expect("writable");
                    forever();
                }
                "half" | "half_and_stays" => {
                    let mut bytes = vec![];
                    answer.write(&mut bytes).expect("memory");
                    to.write_all(&bytes[..bytes.len() / 2]).expect("a host");
                    to.flush().expect("a host");
                    if mode == "half" {
                        exit(0);
                    }
                    forever();
                }
                "huge" => {
                    to.write_all(&[0xff; 100]).expect("a host");
                    to.flush().expect("a host");
                    forever();
                }
                "other_id" => answer.id += 1,
                "other_kind" => answer.kind = Kind::Run as u8,
                "fewer" => _ = answer.words.pop(),
                "more" => answer.words.push(1),
                _ => {}
            }
        }
        if answer.write(&mut to).is_err() {
            return;
        }
        if bad && mode == "twice" {
            let _ = answer.write(&mut to);
        }
        if request.kind == Kind::Bye as u8 {
            match mode.as_str() {
                "stays" => {}
                "ends_badly" => exit(9),
                _ => return,
            }
        }
    }
    let _ = from.read(&mut []);
}
