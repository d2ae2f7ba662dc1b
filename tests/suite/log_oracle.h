// Random behaviours of generated temporal models, logged with parts left out, and a search through all states for what explains
// them, which knows neither facts taken apart nor propagation, symmetry or a solver.
#pragma once

#include <unistd.h>

#include <array>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "both_engines.h"
#include "evaluator/evaluator.h"
#include "suite/log/judge.h"
#include "tests/seeds.h"

namespace aunit::suite::log_oracle {

using model::Atom;
using model::TupleSet;

constexpr unsigned oracleAtoms = 2;
constexpr unsigned bits = oracleAtoms + oracleAtoms * oracleAtoms;  // of S, then of f
constexpr unsigned states = 1u << bits;

struct LogLine {
  int action = -1;    // -1: not said
  int argument = -1;  // -1: any
  int s = -1;         // what S is after it, if it is said
  int f = -1;         // f likewise
  int next = -1;      // of two steps in one line: the action of the second one
  int nextArgument = -1;
};

class TemporalModelWriter : testing_::Writer {
 public:
  explicit TemporalModelWriter(unsigned seed) : Writer(seed) {}

  std::string text;
  int actions = 0;
  int chancesOfLiveness = 6;
  bool live = false;  // there is a fact that no beginning can break

  void write() {
    text = "sig A { var f: set A }\nvar sig S in A {}\n";
    actions = 2 + pick(2);
    for (int i = 0; i < actions; ++i) {
      text += fmt::format("pred p{} [x: A] {{\n", i);
      for (int guards = pick(3); guards > 0; --guards)
        text += fmt::format("  {}\n", oneOf({"x in S", "x not in S", "some x.f", "no S", "S in A.f", "x in x.f", "no f",
                                             "some y: A | y in S", "x.f in S or no S", "all y: A - x | y not in y.f"}));
      text += fmt::format(
          "  {}\n", oneOf({"S' = S + x", "S' = S - x", "S' = S", "x in S'", "S' in S + x", "S' = x.f", "some S'",
                           "some x.f implies S' = S else no S'", "S' = f.x", "after x in S", "#S' = 1", "S' = S or S' = x.f"}));
      text += fmt::format(
          "  {}\n", oneOf({"f' = f", "f' = f + x->x", "x.f' = x.f + x and (all y: A - x | y.f' = y.f)", "f' = f - x->A",
                           "f in f'", "f' = f ++ x->S'", "some y: A | f' = f + x->y", "x.f' = S and (A - x) <: f' = (A - x) <: f",
                           "f' = ~f", "no y: A | y.f' != y.f", "let g = f - x->x | f' = g + x->S", "f' = f iff x in S"}));
      text += "}\n";
    }
    text += "pred step {\n  (f' = f and S' = S)";
    for (int i = 0; i < actions; ++i) text += fmt::format("\n  or some x: A | p{}[x]", i);
    text += fmt::format("\n}}\npred start {{ {} }}\nfact {{ start and always step }}\n",
                        oneOf({"no S and no f", "no f", "S = A and no f", "f = A->A", "one S"}));
    if (oneIn(4)) text += "fact { always (some f implies some f or some S) }\n";
    if (oneIn(chancesOfLiveness)) text += "fact { always eventually no S }\n", live = true;
  }
  /// The paragraph by which "p0p1" is two steps.
  void writeLog(const std::string& more) {
    text += "log runs {\n  event .event with .event_args\n  S from .S\n  f from .f\n" + more;
    for (int i = 0; i < actions; ++i)
      for (int k = 0; k < actions; ++k)
        text += fmt::format("  on {{event: \"p{0}p{1}\", x: x: A, y: y: A}} is p{0}[x]; p{1}[y]\n", i, k);
    text += "}\n";
  }
  std::string log(const std::vector<LogLine>& lines) {
    std::string out;
    for (const LogLine& line : lines) {
      std::vector<std::string> members;
      if (line.next >= 0)
        members.push_back(fmt::format("\"event\": \"p{}p{}\", \"x\": \"a{}\", \"y\": \"a{}\"", line.action, line.next,
                                      line.argument, line.nextArgument));
      else if (line.action >= 0)
        members.push_back(fmt::format("\"event\": \"p{}\"", line.action));
      if (line.argument >= 0 && line.next < 0) members.push_back(fmt::format("\"event_args\": [\"a{}\"]", line.argument));
      if (line.s >= 0) {
        std::string set;
        for (unsigned a = 0; a < oracleAtoms; ++a)
          if (line.s >> a & 1) set += fmt::format("{}\"a{}\"", set.empty() ? "" : ", ", a);
        members.push_back(fmt::format("\"S\": [{}]", set));
      }
      if (line.f >= 0) {
        std::string set;
        for (unsigned t = 0; t < oracleAtoms * oracleAtoms; ++t)
          if (line.f >> t & 1)
            set += fmt::format("{}[\"a{}\", \"a{}\"]", set.empty() ? "" : ", ", t / oracleAtoms, t % oracleAtoms);
        members.push_back(fmt::format("\"f\": [{}]", set));
      }
      out += fmt::format("{{{}}}\n", fmt::join(members, ", "));
    }
    return out;
  }
  int choose(int below) { return pick(below); }
  bool chance(int chances) { return oneIn(chances); }
};

/// All states and steps of a model, by evaluating its own predicates on each pair of states.
class AllSteps {
 public:
  explicit AllSteps(const parser::Loaded& loaded, int actions) : model_(*loaded.model), evaluator_(model_) {
    universe_ = std::make_shared<const model::Universe>(std::vector<std::string>{"a0", "a1"}, std::vector<std::string>{}, 4);
    const auto function = [&](const std::string& name) -> const model::Func& {
      return *std::ranges::find(model_.funcs(), name, &model::Func::name);
    };
    const auto holds = [&](const model::Func& f) { return evaluator_.holds(f.body); };
    for (unsigned from = 0; from < states; ++from) {
      evaluator_.bind(pair(from, from));
      starts.push_back(holds(function("start")));
      for (unsigned to = 0; to < states; ++to) {
        instance_ = pair(from, to);
        evaluator_.bind(instance_);
        if (!holds(function("step"))) continue;
        std::uint64_t as = 1;  // bit 0: a step at all
        for (int p = 0; p < actions; ++p) {
          const model::Func& action = function(fmt::format("p{}", p));
          for (unsigned a = 0; a < oracleAtoms; ++a) {
            evaluator_.assign(action.variables[0], TupleSet::atom(universe_->size(), a));
            if (evaluator_.holds(action.body)) as |= std::uint64_t{1} << (1 + static_cast<unsigned>(p) * oracleAtoms + a);
          }
        }
        steps[from][to] = as;
      }
    }
  }

  /// The first line, from 1, that nothing explains given those before it; 0: there is none. So many steps may lie before each.
  std::size_t firstUnexplained(const std::vector<LogLine>& lines, int hidden = 0) const {
    std::bitset<states> now;
    for (unsigned s = 0; s < states; ++s) now[s] = starts[s];
    for (std::size_t i = 0; i < lines.size(); ++i) {
      for (int step = 0; step < hidden; ++step) {
        const std::bitset<states> before = now;
        for (unsigned from = 0; from < states; ++from)
          for (unsigned to = 0; before[from] && to < states; ++to)
            if (steps[from][to] & 1) now.set(to);
      }
      std::bitset<states> next;
      for (unsigned from = 0; from < states; ++from)
        for (unsigned to = 0; now[from] && to < states; ++to)
          if (explains(from, to, lines[i])) next.set(to);
      if (next.none()) return i + 1;
      now = next;
    }
    return 0;
  }

  bool explains(unsigned from, unsigned to, const LogLine& line) const {
    if (line.s >= 0 && static_cast<unsigned>(line.s) != (to & ((1u << oracleAtoms) - 1))) return false;
    if (line.f >= 0 && static_cast<unsigned>(line.f) != to >> oracleAtoms) return false;
    if (line.action < 0) return from == to || (steps[from][to] & 1) != 0;
    if (line.next >= 0) {
      for (unsigned middle = 0; middle < states; ++middle)
        if (isA(from, middle, line.action, line.argument) && isA(middle, to, line.next, line.nextArgument)) return true;
      return false;
    }
    for (unsigned a = 0; a < oracleAtoms; ++a)
      if ((line.argument < 0 || static_cast<unsigned>(line.argument) == a) &&
          (steps[from][to] >> (1 + static_cast<unsigned>(line.action) * oracleAtoms + a) & 1) != 0)
        return true;
    return false;
  }

  /// Whether two logs fit together: line i of one comes behind the lines of the other that it knows of.
  bool fitTogether(const std::array<std::vector<LogLine>, 2>& lines, const std::array<std::vector<std::size_t>, 2>& knows) const {
    std::vector<std::vector<std::bitset<states>>> at(lines[0].size() + 1, std::vector<std::bitset<states>>(lines[1].size() + 1));
    for (unsigned s = 0; s < states; ++s) at[0][0][s] = starts[s];
    const auto follow = [&](const std::bitset<states>& now, const LogLine& line, std::bitset<states>& next) {
      for (unsigned from = 0; from < states; ++from)
        for (unsigned to = 0; now[from] && to < states; ++to)
          if (explains(from, to, line)) next.set(to);
    };
    for (std::size_t i = 0; i <= lines[0].size(); ++i)
      for (std::size_t k = 0; k <= lines[1].size(); ++k) {
        if (i < lines[0].size() && knows[0][i] <= k) follow(at[i][k], lines[0][i], at[i + 1][k]);
        if (k < lines[1].size() && knows[1][k] <= i) follow(at[i][k], lines[1][k], at[i][k + 1]);
      }
    return at.back().back().any();
  }

  bool isA(unsigned from, unsigned to, int action, int argument) const {
    return (steps[from][to] >> (1 + static_cast<unsigned>(action) * oracleAtoms + static_cast<unsigned>(argument)) & 1) != 0;
  }

  /// Whether some behaviour has these states, and goes on with the one of number `loop` after the last; `live`: with no S again
  /// and again.
  bool loops(const std::vector<LogLine>& lines, std::size_t loop, bool live) const {
    constexpr unsigned noS = states;  // added to a state: there was no S since the loop began
    const auto fits = [&](unsigned s, const LogLine& line) {
      return (line.s < 0 || static_cast<unsigned>(line.s) == (s & ((1u << oracleAtoms) - 1))) &&
             (line.f < 0 || static_cast<unsigned>(line.f) == s >> oracleAtoms);
    };
    const auto isStep = [&](unsigned from, unsigned to) { return (steps[from][to] & 1) != 0; };
    for (unsigned first = 0; first < states; ++first) {  // of the loop
      std::bitset<2 * states> now;
      const auto enter = [&](std::bitset<2 * states>& set, std::size_t line, unsigned s, bool seen) {
        if (!fits(s, lines[line]) || (line == loop && s != first)) return;
        seen = line >= loop && (seen || (s & ((1u << oracleAtoms) - 1)) == 0);
        set.set(seen ? s + noS : s);
      };
      for (unsigned s = 0; s < states; ++s)
        if (starts[s]) enter(now, 0, s, false);
      for (std::size_t i = 1; i < lines.size(); ++i) {
        std::bitset<2 * states> next;
        for (unsigned from = 0; from < 2 * states; ++from)
          for (unsigned to = 0; now[from] && to < states; ++to)
            if (isStep(from % states, to)) enter(next, i, to, from >= noS);
        now = next;
      }
      for (unsigned last = 0; last < 2 * states; ++last)
        if (now[last] && isStep(last % states, first) && (!live || last >= noS)) return true;
    }
    return false;
  }

  std::vector<bool> starts;
  std::array<std::array<std::uint64_t, states>, states> steps{};

 private:
  const model::Instance& pair(unsigned from, unsigned to) {
    const std::uint32_t size = universe_->size();
    instance_.universe = universe_;
    instance_.states.resize(2);
    instance_.loop = 1;
    for (unsigned which = 0; which < 2; ++which) {
      const unsigned code = which == 0 ? from : to;
      model::State& state = instance_.states[which];
      state.sigs.assign(model_.sigs().size(), TupleSet(size, 1));
      state.fields.assign(model_.fields().size(), TupleSet(size, 2));
      for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
        for (Atom a = 0; a < oracleAtoms; ++a)
          if (model_.sig(id).name == "A" || (code >> a & 1)) state.sigs[id].insert(std::span(&a, 1));
      for (unsigned t = 0; t < oracleAtoms * oracleAtoms; ++t)
        if (code >> (oracleAtoms + t) & 1) {
          const Atom tuple[] = {t / oracleAtoms, t % oracleAtoms};
          state.fields[0].insert(tuple);
        }
    }
    return instance_;
  }

  const model::Model& model_;
  evaluator::Evaluator evaluator_;
  std::shared_ptr<const model::Universe> universe_;
  model::Instance instance_;
};

/// `everything`: nothing is left out.
inline std::vector<LogLine> simulated(TemporalModelWriter& writer, const AllSteps& all, int length, bool everything = false) {
  std::vector<unsigned> possible;
  for (unsigned s = 0; s < states; ++s)
    if (all.starts[s]) possible.push_back(s);
  std::vector<LogLine> lines;
  if (possible.empty()) return lines;
  unsigned now = possible[static_cast<std::size_t>(writer.choose(static_cast<int>(possible.size())))];
  for (int i = 0; i < length; ++i) {
    std::vector<unsigned> next;
    for (unsigned to = 0; to < states; ++to)
      if (all.steps[now][to] > 1) next.push_back(to);
    if (next.empty()) break;
    const unsigned to = next[static_cast<std::size_t>(writer.choose(static_cast<int>(next.size())))];
    LogLine line;
    std::vector<unsigned> as;
    for (unsigned bit = 1; bit < 64; ++bit)
      if (all.steps[now][to] >> bit & 1) as.push_back(bit - 1);
    const unsigned chosen = as[static_cast<std::size_t>(writer.choose(static_cast<int>(as.size())))];
    if (everything || !writer.chance(3)) line.action = static_cast<int>(chosen / oracleAtoms);
    if (line.action >= 0 && (everything || writer.chance(2))) line.argument = static_cast<int>(chosen % oracleAtoms);
    if (everything || writer.chance(2)) line.s = static_cast<int>(to & ((1u << oracleAtoms) - 1));
    if (everything || writer.chance(3)) line.f = static_cast<int>(to >> oracleAtoms);
    lines.push_back(line);
    now = to;
  }
  return lines;
}

/// Makes two steps of one line, where that can be said.
inline bool join(LogLine& line, const LogLine& next) {
  if (line.next >= 0 || line.argument < 0 || next.argument < 0) return false;
  line.next = next.action, line.nextArgument = next.argument;
  line.s = next.s, line.f = next.f;
  return true;
}

inline void damage(TemporalModelWriter& writer, std::vector<LogLine>& lines, int actions) {
  if (lines.empty()) return;
  LogLine& line = lines[static_cast<std::size_t>(writer.choose(static_cast<int>(lines.size())))];
  switch (writer.choose(4)) {
    case 0: line.action = writer.choose(actions), line.argument = writer.choose(static_cast<int>(oracleAtoms)); break;
    case 1: line.s = writer.choose(1 << oracleAtoms); break;
    case 2: line.f = writer.choose(1 << (oracleAtoms * oracleAtoms)); break;
    default: std::swap(line, lines[static_cast<std::size_t>(writer.choose(static_cast<int>(lines.size())))]); break;
  }
}

inline log::LogVerdict verdictOn(const parser::Loaded& loaded, const log::Run& run, log::LogEngine engine = log::LogEngine::both,
                                 std::size_t window = 0) {
  log::LogOptions options;
  options.atoms = {{"A", {"a0", "a1"}}};
  options.solving.threads = solver::Threads::one;
  options.engine = engine;
  options.window = window;
  return log::judge(loaded, loaded.tests.logs.at(0), run, options);
}

/// A file of a test that is gone with it.
class LogFile {
 public:
  LogFile(const std::string& name, const std::string& text)
      : path_(::testing::TempDir() + fmt::format("aunit-log-{}-{}", ::getpid(), name)) {
    std::ofstream(path_) << text;
  }
  ~LogFile() { std::remove(path_.c_str()); }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  const std::string& path() const { return path_; }
  log::Run run() const { return {.name = path_, .files = {path_}}; }

 private:
  std::string path_;
};

using tests::seedsOr;
inline unsigned firstSeed() {
  return std::getenv("AUNIT_SEEDS") ? std::random_device()() : 1;
}

}  // namespace aunit::suite::log_oracle
