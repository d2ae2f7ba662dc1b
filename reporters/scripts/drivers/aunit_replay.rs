// Replays scripts of a model against a program (made by `aunit generate --scripts --as rust`; yours to keep).
use std::collections::{BTreeMap, BTreeSet};
/// By a relation's name its tuples, each as a text, "a->b", "0:a" in a sequence.
pub type State = BTreeMap<String, BTreeSet<String>>;
/// A program. `call` says whether it accepts; what `state` leaves out is not compared.
pub trait Program {
    fn init(&mut self, atoms: &State, fixed: &State, state: &State);
    fn call(&mut self, action: &str, arguments: &[&str]) -> bool;
    fn state(&self) -> State;
}
#[derive(Clone, Default)]
struct Step<'a> { call: Vec<&'a str>, refused: Vec<Vec<&'a str>>, states: Vec<State> } // states: the one after it, others that are allowed
fn shown(call: &[&str]) -> String { format!("{}[{}]", call[0], call[1..].join(", ")) }
fn differences(expected: &State, actual: &State) -> String {
    actual.iter().filter(|(name, value)| expected.get(*name) != Some(*value))
        .map(|(name, value)| format!("\n  {}: expected {:?}, is {:?}", name, expected.get(name), value)).collect()
}
fn json<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let bare = |t: &'a str| t.split_once(':').filter(|(place, _)| place.parse::<usize>().is_ok()).map_or(t, |(_, rest)| rest);
    let one = |t: &'a str| if t.contains("->") { json(t.split("->")) } else { format!("{:?}", bare(t)) };
    format!("[{}]", texts.map(one).collect::<Vec<_>>().join(", "))
}
/// How many steps were taken, and what was wrong then.
fn run(script: &(State, State), steps: &[Step], make: &dyn Fn() -> Box<dyn Program>, log: &mut String) -> (usize, String) {
    let mut program = make();
    program.init(&script.0, &script.1, &steps[0].states[0]);
    for (i, step) in steps.iter().enumerate() {
        for call in &step.refused {
            if program.call(call[1], &call[2..]) { return (i, format!("\n  {} must be refused: {}", shown(&call[1..]), call[0])); }
            let wrong = differences(&steps[i - 1].states[0], &program.state());
            if !wrong.is_empty() { return (i, format!("\n  {} was refused, and changed the state{}", shown(&call[1..]), wrong)); }
        }
        if step.states.is_empty() { break; }
        if i > 0 && !program.call(step.call[0], &step.call[1..]) { return (i, format!("\n  {} was refused", shown(&step.call))); }
        let actual = program.state();
        if i > 0 {
            let fields: String = actual.iter().map(|(name, value)| format!(", {:?}: {}", name, json(value.iter().map(|t| t.as_str())))).collect();
            *log += &format!("{{\"event\": {:?}, \"event_args\": {}{}}}\n", step.call[0], json(step.call[1..].iter().copied()), fields);
        }
        let wrong = differences(&step.states[0], &actual);
        if wrong.is_empty() { continue; }
        if step.states.iter().any(|other| differences(other, &actual).is_empty()) { break; } // another way, which is allowed
        return (i, if i == 0 { format!("\n  at the beginning{}", wrong) } else { format!("\n  after {}{}", shown(&step.call), wrong) });
    }
    (0, String::new())
}
/// Panics with the shortest script that shows a difference. AUNIT_LOG=FOLDER: what happened is written there for `aunit trace`.
pub fn replay(script: &str, make: &dyn Fn() -> Box<dyn Program>, view: &str) {
    let (mut number, mut log, mut about, mut steps) = ("", String::new(), (State::new(), State::new()), vec![Step::default()]);
    for line in script.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        let set = || words[2..].iter().map(|word| word.to_string()).collect::<BTreeSet<String>>();
        if words[0] == "next" { steps.push(Step::default()); }
        let last = steps.last_mut().unwrap();
        match words[0] {
            "script" => number = words[1],
            "atoms" => { about.0.insert(words[1].to_string(), set()); }
            "fixed" => { about.1.insert(words[1].to_string(), set()); }
            "refused" => last.refused.push(words[1..].to_vec()),
            "call" => last.call = words[1..].to_vec(),
            "to" => last.states.push(State::new()),
            "is" => { last.states.last_mut().unwrap().insert(words[1].to_string(), set()); }
            _ => {}
        }
    }
    let (first, mut wrong) = run(&about, &steps, make, &mut log);
    if let Ok(folder) = std::env::var("AUNIT_LOG") { std::fs::write(format!("{}/{}.ndjson", folder, number), &log).unwrap(); }
    if wrong.is_empty() { return; }
    steps.truncate(first + 1);
    for i in 0..steps.len() {
        for k in (i + 1..steps.len().saturating_sub(1)).rev() { // without what lies between equal states
            if k + 1 >= steps.len() || steps[i].states[0] != steps[k].states[0] { continue; }
            let rest = [&steps[..=i], &steps[k + 1..]].concat();
            let (taken, less) = run(&about, &rest, make, &mut log);
            if !less.is_empty() && taken + 1 == rest.len() { steps = rest; wrong = less; }
        }
    }
    let calls: String = steps.iter().enumerate().filter(|(_, s)| !s.call.is_empty()).map(|(i, s)| format!("\n  {}. {}", i, shown(&s.call))).collect();
    panic!("script {}: the program differs from the model at step {}; in short:{}{}\n  to see it: {}", number, first, calls, wrong, view.replace("{}", number));
}
