/// Reads a script from its text: one line of tab-separated words per item. Also returns the log line of each step.
fn read(text: &str) -> (Script, Vec<String>) {
    let mut script = Script { steps: vec![Step::default()], ..Script::default() };
    let mut log_lines = Vec::new();
    for line in text.lines() {
        let words: Vec<String> = line.split('\t').map(|word| word.to_string()).collect();
        let set = || words[2..].iter().cloned().collect();
        if words[0] == "next" { script.steps.push(Step::default()); }
        let last = script.steps.last_mut().unwrap();
        match words[0].as_str() {
            "script" => script.number = words[1].clone(),
            "atoms" => { script.atoms.insert(words[1].clone(), set()); }
            "fixed" => { script.fixed.insert(words[1].clone(), set()); }
            "refused" => last.refused.push((words[1].clone(), words[2..].to_vec())),
            "call" => last.call = words[1..].to_vec(),
            "logged" => log_lines.push(words[1].clone()),
            "to" => last.states.push(State::new()),
            "is" => { last.states.last_mut().unwrap().insert(words[1].clone(), set()); }
            _ => {}
        }
    }
    (script, log_lines)
}

fn quoted(text: &str) -> String { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace("->", "\", \"")) }

/// The value of a relation as JSON: a list of tuples; a sequence in its order.
fn json(relation: &str, texts: &BTreeSet<String>) -> String {
    let sequences: &[&str] = &[SEQUENCES];
    let mut tuples: Vec<(usize, String)> = Vec::new();
    for text in texts {
        match text.split_once(':').filter(|_| sequences.contains(&relation)) {
            Some((place, rest)) => tuples.push((place.parse().unwrap_or(0), quoted(rest))),
            None => tuples.push((tuples.len(), if text.contains("->") { format!("[{}]", quoted(text)) } else { quoted(text) })),
        }
    }
    tuples.sort();
    let texts: Vec<String> = tuples.into_iter().map(|(_, tuple)| tuple).collect();
    format!("{}: [{}]", quoted(relation), texts.join(", "))
}

/// AUNIT_LOG=FOLDER: writes the log of the run there, for `aunit trace`.
fn write_log(script: &Script, run: &Run, log_lines: &[String]) {
    let folder = match std::env::var("AUNIT_LOG") { Ok(folder) => folder, Err(_) => return };
    let mut text = String::new();
    for ((_, state), line) in run.log.iter().zip(log_lines) {
        text += line;
        for (relation, value) in state { text += &format!(", {}", json(relation, value)); }
        text += "}\n";
    }
    std::fs::write(format!("{}/{}.ndjson", folder, script.number), text).unwrap();
}

fn replay_text(text: &str) {
    let (script, log_lines) = read(text);
    let run = replay(script.clone(), &|| Box::new(Called(BASE_driver::Driver::default())), VIEW);
    write_log(&script, &run, &log_lines);
    if !run.wrong.is_empty() { panic!("{}", run.wrong); }
}
