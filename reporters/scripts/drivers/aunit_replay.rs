// Replays scripts of a model against a program (made by `aunit generate --scripts --as rust`; yours to keep).
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{catch_unwind, AssertUnwindSafe};
/// The tuples of each relation as texts: "a->b"; "0:a" for a sequence.
pub type State = BTreeMap<String, BTreeSet<String>>;
/// An action and its arguments.
pub type Call = Vec<String>;
/// The program under test. `call` returns whether it accepts the call. Relations that `state` omits are not compared.
pub trait Program {
    fn init(&mut self, atoms: &State, fixed: &State, state: &State);
    fn call(&mut self, action: &str, arguments: &[String]) -> bool;
    fn state(&self) -> State;
}
/// Calls that must be refused (with their guards), then a call, and the states that are allowed after it.
#[derive(Clone, Default)]
pub struct Step { pub refused: Vec<(String, Call)>, pub call: Call, pub states: Vec<State> }
/// The first step has no call.
#[derive(Clone, Default)]
pub struct Script { pub number: String, pub atoms: State, pub fixed: State, pub steps: Vec<Step> }
/// The difference (`wrong`), empty if there is none, and the log of calls and states.
#[derive(Clone, Default)]
pub struct Run { pub step: usize, pub doing: String, pub wrong: String, pub log: Vec<(Call, State)> }

fn shown(call: &[String]) -> String { format!("{}[{}]", call[0], call[1..].join(", ")) }
fn differences(expected: &State, actual: &State) -> String {
    actual.iter().filter(|(name, value)| expected.get(*name) != Some(*value)).map(|(name, value)| match expected.get(name) {
        Some(right) => format!("\n  {}: expected {:?}, is {:?}", name, right, value),
        None => format!("\n  {}: no relation of this name changes in the model", name),
    }).collect()
}
/// Returns the difference.
fn play(script: &Script, program: &mut dyn Program, run: &mut Run) -> String {
    program.init(&script.atoms, &script.fixed, &script.steps[0].states[0]);
    for (i, step) in script.steps.iter().enumerate() {
        run.step = i;
        for (guard, call) in &step.refused {
            run.doing = format!("{}, which must be refused ({}),", shown(call), guard);
            if program.call(&call[0], &call[1..]) { return format!("{} must be refused: {}", shown(call), guard); }
            let wrong = differences(&script.steps[i - 1].states[0], &program.state());
            if !wrong.is_empty() { return format!("{} was refused, and changed the state{}", shown(call), wrong); }
        }
        if step.states.is_empty() { break; }
        run.doing = if i == 0 { "state".to_string() } else { shown(&step.call) };
        if i > 0 && !program.call(&step.call[0], &step.call[1..]) { return run.doing.clone() + " was refused"; }
        let actual = program.state();
        if i > 0 { run.log.push((step.call.clone(), actual.clone())); }
        let wrong = differences(&step.states[0], &actual);
        if wrong.is_empty() { continue; }
        if step.states.iter().any(|other| differences(other, &actual).is_empty()) { break; } // another state that is allowed
        return if i == 0 { format!("at the beginning{}", wrong) } else { format!("after {}{}", run.doing, wrong) };
    }
    String::new()
}
fn run(script: &Script, make: &dyn Fn() -> Box<dyn Program>) -> Run {
    let mut run = Run { doing: "init".to_string(), ..Run::default() };
    run.wrong = catch_unwind(AssertUnwindSafe(|| play(script, make().as_mut(), &mut run))).unwrap_or_else(|error| {
        let text = error.downcast_ref::<String>().cloned().or(error.downcast_ref::<&str>().map(|text| text.to_string()));
        format!("{} ended in a panic: {}", run.doing, text.unwrap_or_default())
    });
    run
}
/// If there is a difference, describes it by the shortest script that shows it.
pub fn replay(mut script: Script, make: &dyn Fn() -> Box<dyn Program>, view: &str) -> Run {
    let mut first = run(&script, make);
    if first.wrong.is_empty() { return first; }
    script.steps.truncate(first.step + 1);
    let mut last = first.clone();
    for i in 0..script.steps.len() {
        for k in (i + 1..script.steps.len().saturating_sub(1)).rev() { // without steps between equal states
            if k + 1 >= script.steps.len() || script.steps[i].states[0] != script.steps[k].states[0] { continue; }
            let rest = Script { steps: [&script.steps[..=i], &script.steps[k + 1..]].concat(), ..script.clone() };
            let less = run(&rest, make);
            if !less.wrong.is_empty() && less.step + 1 == rest.steps.len() { (script, last) = (rest, less); }
        }
    }
    let calls: String = last.log.iter().enumerate().map(|(i, (call, _))| format!("\n  {}. {}", i + 1, shown(call))).collect();
    first.wrong = format!("script {}: the program differs from the model at step {}; shortened:", script.number, first.step);
    first.wrong += &format!("{}\n  {}\n  to see it: {}", calls, last.wrong, view.replace("{}", &script.number));
    first
}
