// Replays scripts of a model against a program (made by `aunit generate --scripts --as gtest`; yours to keep).
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>
namespace aunit_replay {
using State = std::map<std::string, std::set<std::string>>;  // the tuples of each relation as texts: "a->b"; "0:a" for a sequence
using Call = std::vector<std::string>;                       // an action and its arguments
struct Refused {};                                           // throw it, or return false, if the program refuses a call
struct Program {                                             // relations that state() omits are not compared
  virtual void init(const State& atoms, const State& fixed, const State& state) = 0;
  virtual bool call(const Call& call) = 0;
  virtual State state() = 0;
  virtual ~Program() = default;
};
// refused: pairs of a guard and a call that it forbids; states: the states that are allowed after `call`
struct Step { std::vector<std::pair<std::string, Call>> refused; Call call; std::vector<State> states; };
struct Script { std::string number; State atoms, fixed; std::vector<Step> steps; };  // the first step has no call
struct Run { std::size_t step = 0; std::string doing = "init", wrong; std::vector<std::pair<Call, State>> log; };  // wrong: the difference, if any
inline std::string listed(const auto& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return "[" + all + "]";
}
inline std::string shown(const Call& call) { return call[0] + listed(Call(call.begin() + 1, call.end())); }
inline std::string differences(const State& expected, const State& actual) {
  std::string text;
  for (const auto& [name, value] : actual)
    if (!expected.contains(name)) text += "\n  " + name + ": no relation of this name changes in the model";
    else if (expected.at(name) != value) text += "\n  " + name + ": expected " + listed(expected.at(name)) + ", is " + listed(value);
  return text;
}
inline bool accepts(Program& to, const Call& call) { try { return to.call(call); } catch (const Refused&) { return false; } }
inline std::string play(const Script& script, Program& program, Run& run) {  // returns the difference, if any
  program.init(script.atoms, script.fixed, script.steps[0].states[0]);
  for (run.step = 0; run.step < script.steps.size(); ++run.step) {
    const Step& step = script.steps[run.step];
    for (const auto& [guard, call] : step.refused) {
      run.doing = shown(call) + ", which must be refused (" + guard + "),";
      if (accepts(program, call)) return shown(call) + " must be refused: " + guard;
      const auto wrong = differences(script.steps[run.step - 1].states[0], program.state());
      if (!wrong.empty()) return shown(call) + " was refused, and changed the state" + wrong;
    }
    if (step.states.empty()) return "";
    run.doing = run.step == 0 ? "state" : shown(step.call);
    if (run.step > 0 && !accepts(program, step.call)) return run.doing + " was refused";
    const State actual = program.state();
    if (run.step > 0) run.log.emplace_back(step.call, actual);
    const auto wrong = differences(step.states[0], actual);
    for (const State& other : step.states) if (!wrong.empty() && differences(other, actual).empty()) return "";  // another state that is allowed
    if (!wrong.empty()) return (run.step == 0 ? "at the beginning" : "after " + run.doing) + wrong;
  }
  return "";
}
inline Run run(const Script& script, const std::function<std::unique_ptr<Program>()>& make) {
  Run run;
  try { run.wrong = play(script, *make(), run); }
  catch (const std::exception& error) { run.wrong = run.doing + " ended in an error: " + error.what(); }
  catch (...) { run.wrong = run.doing + " ended in an error"; }
  return run;
}
inline Run replay(Script script, const std::function<std::unique_ptr<Program>()>& make, std::string view) {
  Run first = run(script, make), last = first;
  if (first.wrong.empty()) return first;  // otherwise, the code below removes steps while the difference remains
  auto& steps = script.steps;
  steps.resize(first.step + 1);
  for (std::size_t i = 0; i < steps.size(); ++i) for (std::size_t k = steps.size() - 1; k-- > i + 1;) {  // without steps between equal states
    Script rest{script.number, script.atoms, script.fixed, {steps.begin(), steps.begin() + i + 1}};
    rest.steps.insert(rest.steps.end(), steps.begin() + k + 1, steps.end());
    const Run less = steps[i].states[0] == steps[k].states[0] ? run(rest, make) : Run();
    if (!less.wrong.empty() && less.step + 1 == rest.steps.size()) script = rest, last = less, k = steps.size() - 1;
  }
  first.wrong = "script " + script.number + ": the program differs from the model at step " + std::to_string(first.step) + "; shortened:";
  for (std::size_t i = 0; i < last.log.size(); ++i) first.wrong += "\n  " + std::to_string(i + 1) + ". " + shown(last.log[i].first);
  first.wrong += "\n  " + last.wrong + "\n  to see it: " + view.replace(view.find("{}"), 2, script.number);
  return first;
}
}  // namespace aunit_replay
