// readTYPE reads a script from its text: one line of tab-separated words per item. It also returns the log line of each step.
func readTYPE(text string) (Script, []string) {
	s, logLines := Script{atoms: State{}, fixed: State{}, steps: []Step{{}}}, []string{}
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		words, last := strings.Split(line, "\t"), &s.steps[len(s.steps)-1]
		switch words[0] {
		case "script":
			s.number = words[1]
		case "atoms":
			s.atoms[words[1]] = words[2:]
		case "fixed":
			s.fixed[words[1]] = words[2:]
		case "next":
			s.steps = append(s.steps, Step{})
		case "refused":
			last.refused = append(last.refused, words[1:])
		case "call":
			last.call = words[1:]
		case "logged":
			logLines = append(logLines, words[1])
		case "to":
			last.states = append(last.states, State{})
		case "is":
			last.states[len(last.states)-1][words[1]] = words[2:]
		}
	}
	return s, logLines
}

// jsonTYPE is the value of a relation as JSON: a list of tuples; a sequence in its order.
func jsonTYPE(relation string, texts []string) string {
	sequences := map[string]bool{SEQUENCES}
	tuples := []any{}
	if sequences[relation] {
		ordered := make([]any, len(texts))
		for _, text := range texts {
			place, rest, _ := strings.Cut(text, ":")
			if i, wrong := strconv.Atoi(place); wrong == nil && i < len(ordered) {
				ordered[i] = rest
			}
		}
		tuples = ordered
	} else {
		for _, text := range texts {
			if parts := strings.Split(text, "->"); len(parts) > 1 {
				tuples = append(tuples, parts)
			} else {
				tuples = append(tuples, text)
			}
		}
	}
	name, _ := json.Marshal(relation)
	value, _ := json.Marshal(tuples)
	return string(name) + ": " + string(value)
}

// logTYPE writes the log of the run for `aunit trace` if AUNIT_LOG=FOLDER is set.
func logTYPE(s Script, run Run, logLines []string) {
	folder := os.Getenv("AUNIT_LOG")
	if folder == "" {
		return
	}
	text := ""
	for i, state := range run.states {
		text += logLines[i]
		for relation, value := range state {
			text += ", " + jsonTYPE(relation, value)
		}
		text += "}\n"
	}
	_ = os.WriteFile(folder+"/"+s.number+".ndjson", []byte(text), 0o644)
}
