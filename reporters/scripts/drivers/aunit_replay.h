// Replays scripts of a model against a program (made by `aunit generate --scripts --as gtest`; yours to keep).
#pragma once
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>
namespace aunit_replay {
using State = std::map<std::string, std::set<std::string>>;  // by a relation's name its tuples, each as a text, "a->b", "0:a" in a sequence
using Call = std::vector<std::string>;                       // an action and its arguments
struct Refused {};                                           // thrown, or false returned, where the program refuses a call
struct Program {                                             // what state() leaves out is not compared
  virtual void init(const State& atoms, const State& fixed, const State& state) = 0;
  virtual bool call(const Call& call) = 0;
  virtual State state() = 0;
  virtual ~Program() = default;
};
using Make = std::function<std::unique_ptr<Program>()>;
struct Step { Call call; std::vector<Call> refused; std::vector<State> states; };  // states: the one after it, others that are allowed
struct Script { std::string number, log; State atoms, fixed; };
struct Found { std::size_t steps; std::string wrong; };  // wrong: empty if nothing is
inline std::string listed(const auto& texts, bool json, std::size_t from = 0) {
  std::string all;
  for (std::string text : texts) {
    if (from > 0 && from-- > 0) continue;
    if (const auto colon = text.find_first_not_of("0123456789"); json && colon > 0 && colon != std::string::npos && text[colon] == ':') text.erase(0, colon + 1);
    for (std::size_t i = 0; json && (i = text.find_first_of("\\\"", i)) != std::string::npos; i += 2) text.insert(i, "\\");
    if (const bool tuple = json && text.find("->") != std::string::npos; json) text = (tuple ? "[\"" : "\"") + text + (tuple ? "\"]" : "\"");
    for (std::size_t i; json && (i = text.find("->")) != std::string::npos;) text.replace(i, 2, "\", \"");
    all += (all.empty() ? "" : ", ") + text;
  }
  return "[" + all + "]";
}
inline std::string shown(const Call& call, std::size_t from = 0) { return call[from] + listed(call, false, from + 1); }
inline std::string differences(const State& expected, const State& actual) {
  std::string text;
  for (const auto& [name, value] : actual)
    if (expected.at(name) != value) text += "\n  " + name + ": expected " + listed(expected.at(name), false) + ", is " + listed(value, false);
  return text;
}
inline bool accepts(Program& to, const Call& call) { try { return to.call(call); } catch (const Refused&) { return false; } }
inline Found run(Script& script, const std::vector<Step>& steps, const Make& make) {
  const auto program = make();
  program->init(script.atoms, script.fixed, steps[0].states[0]);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (const Call& each : steps[i].refused) {
      if (accepts(*program, Call(each.begin() + 1, each.end()))) return {i, "\n  " + shown(each, 1) + " must be refused: " + each[0]};
      if (const auto wrong = differences(steps[i - 1].states[0], program->state()); !wrong.empty()) return {i, "\n  " + shown(each, 1) + " was refused, and changed the state" + wrong};
    }
    if (steps[i].states.empty()) break;
    if (i > 0 && !accepts(*program, steps[i].call)) return {i, "\n  " + shown(steps[i].call) + " was refused"};
    const State actual = program->state();
    if (i > 0) script.log += "{\"event\": \"" + steps[i].call[0] + "\", \"event_args\": " + listed(steps[i].call, true, 1);
    for (const auto& [name, value] : actual) if (i > 0) script.log += ", \"" + name + "\": " + listed(value, true);
    script.log += i > 0 ? "}\n" : "";
    const auto wrong = differences(steps[i].states[0], actual);
    for (const State& other : steps[i].states) if (!wrong.empty() && differences(other, actual).empty()) return {i, ""};  // another way, which is allowed
    if (!wrong.empty()) return {i, "\n  " + (i == 0 ? "at the beginning" : "after " + shown(steps[i].call)) + wrong};
  }
  return {0, ""};
}
/// The shortest script that shows a difference; empty if none does. AUNIT_LOG=FOLDER: what happened is written there for `aunit trace`.
inline std::string replay(const std::string& text, const Make& make, std::string view) {
  Script script;
  std::vector<Step> steps(1), rest;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Call words(1);
    for (const char c : line) if (c == '\t') words.emplace_back(); else words.back() += c;
    if (words[0] == "script") script.number = words[1];
    else if (words[0] == "next") steps.emplace_back();
    else if (words[0] == "refused") steps.back().refused.emplace_back(words.begin() + 1, words.end());
    else if (words[0] == "call") steps.back().call.assign(words.begin() + 1, words.end());
    else if (words[0] == "to") steps.back().states.emplace_back();
    else (words[0] == "atoms" ? script.atoms : words[0] == "fixed" ? script.fixed : steps.back().states.back())[words[1]] = {words.begin() + 2, words.end()};
  }
  Found found = run(script, steps, make);
  if (const char* folder = std::getenv("AUNIT_LOG")) std::ofstream(std::string(folder) + "/" + script.number + ".ndjson") << script.log;
  if (found.wrong.empty()) return "";
  std::string out = "script " + script.number + ": the program differs from the model at step " + std::to_string(found.steps) + "; in short:";
  steps.resize(found.steps + 1);
  for (std::size_t i = 0; i < steps.size(); ++i) for (std::size_t k = steps.size() - 2; k + 1 < steps.size() && k > i; --k) {  // without what lies between equal states
    if (steps[i].states[0] != steps[k].states[0]) continue;
    (rest = steps).erase(rest.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    if (const Found less = run(script, rest, make); !less.wrong.empty() && less.steps + 1 == rest.size()) steps = rest, found = less, k = steps.size() - 1;
  }
  for (std::size_t i = 1; i < steps.size(); ++i) if (!steps[i].call.empty()) out += "\n  " + std::to_string(i) + ". " + shown(steps[i].call);
  return out + found.wrong + "\n  to see it: " + view.replace(view.find("{}"), 2, script.number);
}
}  // namespace aunit_replay
