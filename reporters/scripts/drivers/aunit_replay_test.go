// Replays scripts of a model against a program (made by `aunit generate --scripts --as go`; yours to keep and to format).
package scripts

import ("encoding/json"; "fmt"; "os"; "reflect"; "sort"; "strings")

// State has by a relation's name its tuples, each as a text, "a->b", "0:a" in a sequence.
type State map[string][]string

// Program is what is tested. Call says whether the program accepts; what State leaves out is not compared.
type Program interface {
	Init(atoms, fixed, state State)
	Call(action string, arguments []string) bool
	State() State
}
type step struct { call []string; refused [][]string; states []State } // states: the one after it, others that are allowed

func sorted(texts []string) []string { all := append([]string{}, texts...); sort.Strings(all); return all }
func shown(call []string) string { return call[0] + "[" + strings.Join(call[1:], ", ") + "]" }
func differences(expected, actual State) (wrong string) {
	lines := []string{}
	for name := range actual {
		if a, b := sorted(expected[name]), sorted(actual[name]); !reflect.DeepEqual(a, b) { lines = append(lines, fmt.Sprintf("\n  %s: expected %v, is %v", name, a, b)) }
	}
	return strings.Join(sorted(lines), "")
}
func logged(call []string, state State) string {
	line := map[string]any{"event": call[0], "event_args": call[1:]}
	for name, texts := range state {
		tuples := []any{}
		for _, text := range texts {
			if place, rest, found := strings.Cut(text, ":"); found && strings.Trim(place, "0123456789") == "" { text = rest }
			if parts := strings.Split(text, "->"); len(parts) > 1 { tuples = append(tuples, parts) } else { tuples = append(tuples, text) }
		}
		line[name] = tuples
	}
	text, _ := json.Marshal(line)
	return string(text) + "\n"
}
func run(atoms, fixed State, steps []step, program Program, log *string) (int, string) { // how many steps were taken, and what was wrong then
	program.Init(atoms, fixed, steps[0].states[0])
	for i, s := range steps {
		for _, call := range s.refused {
			if program.Call(call[1], call[2:]) { return i, "\n  " + shown(call[1:]) + " must be refused: " + call[0] }
			if wrong := differences(steps[i-1].states[0], program.State()); wrong != "" { return i, "\n  " + shown(call[1:]) + " was refused, and changed the state" + wrong }
		}
		if len(s.states) == 0 { break }
		if i > 0 && !program.Call(s.call[0], s.call[1:]) { return i, "\n  " + shown(s.call) + " was refused" }
		actual, wrong := program.State(), ""
		if i > 0 { *log += logged(s.call, actual) }
		for k := len(s.states) - 1; k >= 0; k-- {
			if wrong = differences(s.states[k], actual); wrong == "" && k > 0 { return i, "" } // another way, which is allowed
		}
		if wrong != "" && i == 0 { return i, "\n  at the beginning" + wrong }
		if wrong != "" { return i, "\n  after " + shown(s.call) + wrong }
	}
	return len(steps), ""
}

// Replay returns the shortest script that shows a difference, or "". AUNIT_LOG=FOLDER: what happened is written there for `aunit trace`.
func Replay(script string, make func() Program, view string) string {
	number, log, atoms, fixed, steps := "", "", State{}, State{}, []step{{}}
	for _, line := range strings.Split(strings.Trim(script, "\n"), "\n") {
		words, last := strings.Split(line, "\t"), &steps[len(steps)-1]
		switch words[0] {
		case "script": number = words[1]
		case "atoms": atoms[words[1]] = words[2:]
		case "fixed": fixed[words[1]] = words[2:]
		case "next": steps = append(steps, step{})
		case "refused": last.refused = append(last.refused, words[1:])
		case "call": last.call = words[1:]
		case "to": last.states = append(last.states, State{})
		case "is": last.states[len(last.states)-1][words[1]] = words[2:]
		}
	}
	taken, wrong := run(atoms, fixed, steps, make(), &log)
	if folder := os.Getenv("AUNIT_LOG"); folder != "" { _ = os.WriteFile(folder+"/"+number+".ndjson", []byte(log), 0o644) }
	if wrong == "" { return "" }
	text, steps := fmt.Sprintf("script %s: the program differs from the model at step %d; in short:", number, taken), steps[:taken+1]
	for i := 0; i < len(steps); i++ {
		for k := len(steps) - 2; k > i; k-- { // without what lies between equal states
			rest := append(append([]step{}, steps[:i+1]...), steps[k+1:]...)
			if !reflect.DeepEqual(steps[i].states[0], steps[k].states[0]) { continue }
			if n, less := run(atoms, fixed, rest, make(), &log); less != "" && n == len(rest)-1 { steps, wrong, k = rest, less, len(rest)-1 }
		}
	}
	for i, s := range steps { if len(s.call) > 0 { text += fmt.Sprintf("\n  %d. %s", i, shown(s.call)) } }
	return text + wrong + "\n  to see it: " + strings.Replace(view, "{}", number, 1)
}
