use super::aunit_replay::State;
use super::LocksProgram;
use std::collections::BTreeSet;

/// A lock service.
#[derive(Default)]
pub struct Driver {
    queue: Vec<String>,
    renewed: bool,
}

fn bug(name: &str) -> bool { std::env::var("LOCKS_BUG").map(|which| which == name).unwrap_or(false) }

impl Driver {
    fn has(&self, c: &str) -> bool { self.queue.first().map(|first| first == c).unwrap_or(false) }
    fn next(&mut self) -> bool {
        self.renewed = false;
        self.queue.remove(0);
        if bug("throws") && self.queue.len() > 1 { panic!("planted"); }
        if bug("last") && self.queue.len() > 1 { // the last who waits comes first
            let last = self.queue.pop().unwrap();
            self.queue.insert(0, last);
        }
        true
    }
}

impl LocksProgram for Driver {
    fn init(&mut self, _atoms: &State, _fixed: &State, _state: &State) { if bug("begins") { self.queue.push("nobody".to_string()); } }
    fn acquire(&mut self, c: &str) -> bool {
        if self.queue.iter().any(|each| each == c) { return false; }
        self.queue.push(c.to_string());
        true
    }
    fn release(&mut self, c: &str) -> bool { self.has(c) && self.next() }
    fn cancel(&mut self, c: &str) -> bool {
        match self.queue.iter().position(|each| each == c) {
            Some(place) if place > 0 => { self.queue.remove(place); true }
            _ => false,
        }
    }
    fn renew(&mut self, c: &str) -> bool {
        if !self.has(c) || self.renewed { return false; }
        self.renewed = true;
        true
    }
    fn expire(&mut self) -> bool {
        if self.queue.is_empty() { return false; }
        if !self.renewed { return self.next(); }
        self.renewed = false;
        true
    }
    fn state(&self) -> State {
        let places: BTreeSet<String> = self.queue.iter().enumerate().map(|(i, c)| format!("{}:{}", i, c)).collect();
        let renewed: BTreeSet<String> = if self.renewed { self.queue[..1].iter().cloned().collect() } else { BTreeSet::new() };
        [("queue".to_string(), places), ("Renewed".to_string(), renewed)].into_iter().collect()
    }
}
