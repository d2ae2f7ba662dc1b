// Replays scripts of a model against a program (made by `aunit generate --scripts --as go`; yours to keep and to format).
package scripts

import ("fmt"; "reflect"; "sort"; "strings")
// State has the tuples of each relation as texts: "a->b"; "0:a" for a sequence.
type State map[string][]string

// Program is the program under test. Call returns whether it accepts the call. Relations that State omits are not compared.
type Program interface {
	Init(atoms, fixed, state State)
	Call(action string, arguments []string) bool
	State() State
}

type Step struct { refused [][]string; call []string; states []State } // refused: guard and call; states: the expected one, then allowed ones
type Script struct { number string; atoms, fixed State; steps []Step } // the first step has no call
type Run struct { step int; doing, wrong string; calls [][]string; states []State } // wrong: the difference, or empty; calls, states: the log

func sorted(texts []string) []string { all := append([]string{}, texts...); sort.Strings(all); return all }
func shown(call []string) string { return call[0] + "[" + strings.Join(call[1:], ", ") + "]" }
func differences(expected, actual State) string {
	lines := []string{}
	for name := range actual {
		a, b := sorted(expected[name]), sorted(actual[name])
		if _, known := expected[name]; !known {
			lines = append(lines, fmt.Sprintf("\n  %s: no relation of this name changes in the model", name))
		} else if !reflect.DeepEqual(a, b) {
			lines = append(lines, fmt.Sprintf("\n  %s: expected %v, is %v", name, a, b))
		}
	}
	return strings.Join(sorted(lines), "")
}
func play(s Script, program Program, at *Run) string { // returns the difference
	program.Init(s.atoms, s.fixed, s.steps[0].states[0])
	for i, step := range s.steps {
		at.step = i
		for _, each := range step.refused {
			guard, call := each[0], each[1:]
			at.doing = shown(call) + ", which must be refused (" + guard + "),"
			if program.Call(call[0], call[1:]) { return shown(call) + " must be refused: " + guard }
			wrong := differences(s.steps[i-1].states[0], program.State())
			if wrong != "" { return shown(call) + " was refused, and changed the state" + wrong }
		}
		if len(step.states) == 0 { return "" }
		if i > 0 { at.doing = shown(step.call) }
		if i > 0 && !program.Call(step.call[0], step.call[1:]) { return at.doing + " was refused" }
		actual := program.State()
		if i > 0 { at.calls, at.states = append(at.calls, step.call), append(at.states, actual) }
		wrong := differences(step.states[0], actual)
		if wrong == "" { continue }
		for _, other := range step.states { if differences(other, actual) == "" { return "" } } // another state that is allowed
		return "after " + at.doing + wrong
	}
	return ""
}
func run(s Script, make func() Program) (at Run) {
	defer func() { if failure := recover(); failure != nil { at.wrong = fmt.Sprintf("%s ended in an error: %v", at.doing, failure) } }()
	at.doing = "Init"
	at.wrong = play(s, make(), &at)
	return at
}

// Replay runs the script. If there is a difference, it describes it by the shortest script that shows it.
func Replay(s Script, make func() Program, view string) Run {
	first := run(s, make)
	if first.wrong == "" { return first }
	last := first
	s.steps = s.steps[:first.step+1]
	for i := 0; i < len(s.steps); i++ {
		for k := len(s.steps) - 2; k > i; k-- { // without steps between equal states
			if !reflect.DeepEqual(s.steps[i].states[0], s.steps[k].states[0]) { continue }
			rest := Script{s.number, s.atoms, s.fixed, append(append([]Step{}, s.steps[:i+1]...), s.steps[k+1:]...)}
			if less := run(rest, make); less.wrong != "" && less.step == len(rest.steps)-1 { s, last, k = rest, less, len(rest.steps)-1 }
		}
	}
	first.wrong = fmt.Sprintf("script %s: the program differs from the model at step %d; shortened:", s.number, first.step)
	for i, call := range last.calls { first.wrong += fmt.Sprintf("\n  %d. %s", i+1, shown(call)) }
	first.wrong += "\n  " + last.wrong + "\n  to see it: " + strings.Replace(view, "{}", s.number, 1)
	return first
}
