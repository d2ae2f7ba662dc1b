#include "tests/program/naive_search.h"

#include <deque>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "parser/program/parse.h"
#include "parser/source_text.h"
#include "tests/folders.h"

namespace aunit::tests {

using namespace parser::program;

std::unique_ptr<Program> parseProgram(const std::string& text, std::string* errors) {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const model::FileId file = parser::addSource(sources, "test.prog", text, diagnostics);
  parser::UseCollector uses;
  auto program = file == model::noFile ? nullptr : parse(sources, file, diagnostics, uses);
  if (errors)
    for (const model::Diagnostic& d : diagnostics.all()) *errors += render(d, sources, false);
  return program;
}

std::unique_ptr<Program> specProgram(const std::string& name) {
  std::ifstream in(sourceFolder() + "/specs/programs/" + name);
  std::ostringstream text;
  text << in.rdbuf();
  std::string errors;
  auto program = parseProgram(text.str(), &errors);
  EXPECT_TRUE(program) << name << "\n" << errors;
  return program;
}

std::optional<std::int64_t> evaluate(const Program& p, ExprId id, const State& s) {
  const Expr& e = p.expr(id);
  const auto child = [&](std::size_t i) { return evaluate(p, e.children[i], s); };
  switch (e.op) {
    case Op::constant: return e.value;
    case Op::variable: return s.values[e.target];
    case Op::at: return s.locations[e.target] == static_cast<LocationId>(e.value);
    case Op::proposition: return evaluate(p, p.propositions[e.target].formula, s);
    case Op::element: {
      const auto i = child(0);
      if (!i || *i < e.value || *i > e.value2) return std::nullopt;
      return s.values[e.target + static_cast<std::size_t>(*i - e.value)];
    }
    case Op::and_:
    case Op::or_:
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        const auto v = child(i);
        if (!v) return std::nullopt;
        if ((*v != 0) == (e.op == Op::or_)) return e.op == Op::or_;
      }
      return e.op == Op::and_;
    case Op::implies: {
      const auto a = child(0);
      if (!a || *a == 0) return a ? std::optional<std::int64_t>(1) : std::nullopt;
      return child(1);
    }
    default: break;
  }
  const auto a = child(0);
  const auto b = e.children.size() > 1 ? child(1) : a;
  if (!a || !b) return std::nullopt;
  switch (e.op) {
    case Op::negate: return -*a;
    case Op::add: return *a + *b;
    case Op::subtract: return *a - *b;
    case Op::multiply: return *a * *b;
    case Op::divide: return *b == 0 ? std::nullopt : std::optional(*a / *b);
    case Op::remainder: return *b == 0 ? std::nullopt : std::optional(*a % *b);
    case Op::equal:
    case Op::iff: return *a == *b;
    case Op::notEqual: return *a != *b;
    case Op::less: return *a < *b;
    case Op::lessEqual: return *a <= *b;
    case Op::greater: return *a > *b;
    case Op::greaterEqual: return *a >= *b;
    case Op::not_: return *a == 0;
    default: ADD_FAILURE() << "not about a state"; return std::nullopt;
  }
}

NaiveStep step(const Program& p, ProcessId process, const State& s) {
  const std::vector<Location>& locations = p.processes[process].locations;
  const Location& at = locations[s.locations[process]];
  if (&at == &locations.back()) return {NaiveStep::ended, s};
  bool taken = true;
  if (at.guard != noId) {
    const auto guard = evaluate(p, at.guard, s);
    if (!guard) return {NaiveStep::fails, s};
    taken = *guard != 0;
    if (!taken && at.otherwise == noId) return {NaiveStep::waits, s};
  }
  State next = s;
  next.locations[process] = taken ? at.next : at.otherwise;
  if (!taken) return {NaiveStep::step, next};
  for (const Assignment& a : at.assignments) {
    std::size_t cell = a.target;
    if (a.index != noId) {
      const auto index = evaluate(p, a.index, s);
      if (!index || *index < a.firstIndex || *index > a.lastIndex) return {NaiveStep::fails, s};
      cell += static_cast<std::size_t>(*index - a.firstIndex);
    }
    const auto value = evaluate(p, a.value, s);
    if (!value || !p.variables[cell].domain.contains(*value)) return {NaiveStep::fails, s};
    next.values[cell] = *value;
  }
  return {NaiveStep::step, next};
}

NaiveReport search(const Program& p) {
  NaiveReport report;
  report.violatedAt.resize(p.properties.size());
  using Key = std::pair<std::vector<LocationId>, std::vector<std::int64_t>>;
  std::map<Key, std::uint32_t> depths;
  std::deque<State> queue;
  const auto add = [&](const State& s, std::uint32_t depth) {
    if (depths.emplace(Key(s.locations, s.values), depth).second) queue.push_back(s);
  };
  State first;
  first.locations.assign(p.processes.size(), 0);
  std::vector<State> initial{first};
  for (const Variable& v : p.variables) {
    std::vector<State> more;
    for (const State& s : initial)
      for (const std::int64_t value : v.initial) {
        more.push_back(s);
        more.back().values.push_back(value);
      }
    initial = std::move(more);
  }
  for (const State& s : initial) add(s, 0);
  for (; !queue.empty(); queue.pop_front()) {
    const State s = queue.front();
    const std::uint32_t depth = depths.at(Key(s.locations, s.values));
    report.depth = depth;
    bool stuck = true, ended = true, fails = false;
    for (ProcessId q = 0; q < p.processes.size(); ++q) {
      const NaiveStep next = step(p, q, s);
      ended = ended && next.kind == NaiveStep::ended;
      fails = fails || next.kind == NaiveStep::fails;
      if (next.kind != NaiveStep::step) continue;
      stuck = false;
      ++report.transitions;
      add(next.state, depth + 1);
    }
    for (std::size_t i = 0; i < p.properties.size(); ++i) {
      const Property& property = p.properties[i];
      const bool violated = property.kind == PropertyKind::invariant    ? *evaluate(p, property.formula, s) == 0
                            : property.kind == PropertyKind::noDeadlock ? stuck && !ended && !fails
                            : property.kind == PropertyKind::noError    ? fails
                                                                        : false;
      if (violated && !report.violatedAt[i]) report.violatedAt[i] = depth;
    }
  }
  report.states = depths.size();
  return report;
}

}  // namespace aunit::tests
