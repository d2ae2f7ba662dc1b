// Random behaviours of generated temporal models, which are logged in part; and a search through all states for an explanation.
// The search does not split facts, and uses no propagation, symmetry breaking or solver.
#pragma once

#include <unistd.h>

#include <array>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "both_engines.h"
#include "evaluator/evaluator.h"
#include "suite/log/judge.h"
#include "suite/log/reading/paragraph.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/shuffled.h"

namespace aunit::suite::log_oracle {

using model::Atom;
using model::TupleSet;

constexpr unsigned oracleAtoms = 2;
constexpr unsigned bits = oracleAtoms + oracleAtoms * oracleAtoms;  // first the bits of S, then the bits of f
constexpr unsigned states = 1u << bits;

/// A trace of two states, given by their numbers; the second state repeats forever.
inline model::Instance pairOf(const model::Model& model, std::shared_ptr<const model::Universe> universe, unsigned from,
                              unsigned to) {
  const std::uint32_t size = universe->size();
  model::Instance instance;
  instance.universe = std::move(universe);
  instance.loop = 1;
  for (const unsigned code : {from, to}) {
    model::State& state = instance.states.emplace_back();
    state.sigs.assign(model.sigs().size(), TupleSet(size, 1));
    state.fields.assign(model.fields().size(), TupleSet(size, 2));
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      for (Atom a = 0; a < oracleAtoms; ++a)
        if (model.sig(id).name == "A" || (code >> a & 1)) state.sigs[id].insert(std::span(&a, 1));
    for (unsigned t = 0; t < oracleAtoms * oracleAtoms; ++t)
      if (code >> (oracleAtoms + t) & 1) state.fields[0].insert(std::array<Atom, 2>{t / oracleAtoms, t % oracleAtoms});
  }
  return instance;
}

struct LogLine {
  int action = -1;    // -1: not logged
  int argument = -1;  // -1: any
  int s = -1;         // S after the line; -1: not logged
  int f = -1;         // f after the line; -1: not logged
  int next = -1;      // if the line is two steps: the action of the second one
  int nextArgument = -1;
};

class TemporalModelWriter : testing_::Writer {
 public:
  explicit TemporalModelWriter(unsigned seed) : Writer(seed) {}

  std::string text;
  int actions = 0;
  int chancesOfLiveness = 6;
  bool idles = true;  // whether a step may change nothing
  bool live = false;  // whether there is a fact that no finite prefix can violate

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
    text += idles ? "pred step {\n  (f' = f and S' = S)" : "pred step {\n  some none";
    for (int i = 0; i < actions; ++i) text += fmt::format("\n  or some x: A | p{}[x]", i);
    text += fmt::format("\n}}\npred start {{ {} }}\nfact {{ start and always step }}\n",
                        oneOf({"no S and no f", "no f", "S = A and no f", "f = A->A", "one S"}));
    if (oneIn(4)) text += "fact { always (some f implies some f or some S) }\n";
    if (oneIn(chancesOfLiveness)) text += "fact { always eventually no S }\n", live = true;
    text = tests::shuffled(text, static_cast<unsigned>(pick(1 << 30)));
  }
  /// Writes the `log` paragraph, in which "p0p1" stands for two steps.
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

/// All states and steps of a model. They are found by evaluating its predicates on each pair of states.
class AllSteps {
 public:
  explicit AllSteps(const parser::Loaded& loaded, int actions) : model_(*loaded.model), evaluator_(model_) {
    universe_ = std::make_shared<const model::Universe>(std::vector<std::string>{"a0", "a1"}, std::vector<std::string>{}, 4);
    const auto function = [&](const std::string& name) -> const model::Func& {
      return *std::ranges::find(model_.funcs(), name, &model::Func::name);
    };
    const auto holds = [&](const model::Func& f) { return evaluator_.holds(f.body); };
    for (unsigned from = 0; from < states; ++from) {
      bind(from, from);
      starts.push_back(holds(function("start")));
      for (unsigned to = 0; to < states; ++to) {
        bind(from, to);
        if (!holds(function("step"))) continue;
        std::uint64_t as = 1;  // bit 0: some step is possible
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

  /// The number (from 1) of the first line that cannot be explained after the earlier lines; the last line if the model has no
  /// infinite continuation; 0 if the log fits. Up to `hidden` steps may precede each line.
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
      now = after(now, lines[i]);
      if (now.none()) return i + 1;
    }
    return (now & goingOn()).none() ? lines.size() : 0;
  }

  /// The states with an infinite continuation.
  std::bitset<states> goingOn() const {
    std::bitset<states> alive;
    alive.set();
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned from = 0; from < states; ++from) {
        if (!alive[from]) continue;
        bool leadsOn = false;
        for (unsigned to = 0; to < states && !leadsOn; ++to) leadsOn = alive[to] && (steps[from][to] & 1) != 0;
        if (leadsOn) continue;
        alive.reset(from);
        changed = true;
      }
    }
    return alive;
  }

  /// The states that the line can lead to from one of these.
  std::bitset<states> after(const std::bitset<states>& now, const LogLine& line) const {
    std::bitset<states> next;
    for (unsigned from = 0; from < states; ++from)
      for (unsigned to = 0; now[from] && to < states; ++to)
        if (explains(from, to, line)) next.set(to);
    return next;
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
    for (int a = 0; a < static_cast<int>(oracleAtoms); ++a)
      if ((line.argument < 0 || line.argument == a) && isA(from, to, line.action, a)) return true;
    return false;
  }

  /// Whether two logs fit together. Line i of a log comes after the first knows[i] lines of the other log.
  bool fitTogether(const std::array<std::vector<LogLine>, 2>& lines, const std::array<std::vector<std::size_t>, 2>& knows) const {
    std::vector<std::vector<std::bitset<states>>> at(lines[0].size() + 1, std::vector<std::bitset<states>>(lines[1].size() + 1));
    for (unsigned s = 0; s < states; ++s) at[0][0][s] = starts[s];
    for (std::size_t i = 0; i <= lines[0].size(); ++i)
      for (std::size_t k = 0; k <= lines[1].size(); ++k) {
        if (i < lines[0].size() && knows[0][i] <= k) at[i + 1][k] |= after(at[i][k], lines[0][i]);
        if (k < lines[1].size() && knows[1][k] <= i) at[i][k + 1] |= after(at[i][k], lines[1][k]);
      }
    return at.back().back().any();
  }

  bool isA(unsigned from, unsigned to, int action, int argument) const {
    return (steps[from][to] >> (1 + static_cast<unsigned>(action) * oracleAtoms + static_cast<unsigned>(argument)) & 1) != 0;
  }

  /// Whether some behaviour has these states and then repeats from state `loop`. `live`: S must be empty infinitely often.
  bool loops(const std::vector<LogLine>& lines, std::size_t loop, bool live) const {
    constexpr unsigned noS = states;  // added to a state: S was empty since the loop began
    const auto fits = [&](unsigned s, const LogLine& line) {
      return (line.s < 0 || static_cast<unsigned>(line.s) == (s & ((1u << oracleAtoms) - 1))) &&
             (line.f < 0 || static_cast<unsigned>(line.f) == s >> oracleAtoms);
    };
    const auto isStep = [&](unsigned from, unsigned to) { return (steps[from][to] & 1) != 0; };
    for (unsigned first = 0; first < states; ++first) {  // first state of the loop
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
  void bind(unsigned from, unsigned to) {
    instance_ = pairOf(model_, universe_, from, to);
    evaluator_.bind(instance_);
  }

  const model::Model& model_;
  evaluator::Evaluator evaluator_;
  std::shared_ptr<const model::Universe> universe_;
  model::Instance instance_;
};

/// Simulates a behaviour, and logs it. If `everything`, the log has all values.
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

/// Turns two steps into one line, if that is possible.
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

/// Options with which a log is judged.
struct JudgingOptions {
  log::LogEngine engine = log::LogEngine::both;
  std::size_t window = 0;
  solver::Threads threads = solver::Threads::one;
};

inline log::LogVerdict verdictOn(const parser::Loaded& loaded, const log::Run& run, const JudgingOptions& way = {}) {
  const log::LogOptions options{
      .atoms = {{"A", {"a0", "a1"}}}, .solving = {.threads = way.threads}, .engine = way.engine, .window = way.window};
  return log::judge(loaded, loaded.tests.logs.at(0), run, options);
}

/// A temporary file of a test.
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

/// Tests on logs of generated models, each compared with a search through all states.
class GeneratedLogs : public ::testing::Test {
 protected:
  const unsigned first = firstSeed();
  unsigned seed = 0, fitting = 0, unfit = 0;
  int round = 0;
  std::unique_ptr<TemporalModelWriter> writer;
  std::unique_ptr<parser::Loaded> loaded;
  std::unique_ptr<AllSteps> all;

  /// For each seed, `write` writes a model; then `each` is called `rounds` times.
  void forEachRound(unsigned seeds, const std::function<void()>& write, const std::function<void()>& each, int rounds = 3) {
    for (seed = first; seed != first + seeds; ++seed) {
      writer = std::make_unique<TemporalModelWriter>(seed);
      write();
      loaded = tests::loaded("generated.als", writer->text);
      all = std::make_unique<AllSteps>(*loaded, writer->actions);
      for (round = 0; round < rounds; ++round) {
        each();
        if (HasFatalFailure()) return;
      }
    }
  }
  bool hasStart() const { return std::ranges::find(all->starts, true) != all->starts.end(); }

  /// The verdict on these lines, read by the model's `log` paragraph or, without one, as a plain log.
  log::LogVerdict judged(const std::string& lines, const log::LogOptions& options = {}) const {
    const LogFile file(fmt::format("{}-{}.ndjson", ::testing::UnitTest::GetInstance()->current_test_info()->name(), first),
                       lines);
    const auto& logs = loaded->tests.logs;
    return log::judge(*loaded, logs.empty() ? log::plainLog(*loaded->model) : logs[0], file.run(), options);
  }

  /// `line`: the expected first line that cannot be explained, if any.
  void compare(const log::LogVerdict& verdict, bool fits, const std::string& log, std::optional<std::size_t> line = {}) const {
    SCOPED_TRACE(fmt::format("seed {} round {}\n{}\n{}{}", seed, round, writer->text, log, verdict.message));
    if (log.find('"') == std::string::npos && verdict.outcome == log::LogVerdict::Outcome::empty) return;  // no content
    ASSERT_STREQ(log::name(verdict.outcome), fits ? "fits" : "does not fit");
    if (line) {
      ASSERT_EQ(verdict.line, *line);
    }
  }
  /// Judges these lines with each of `ways` and compares the verdicts with the oracle's. Up to `hidden` steps may precede each
  /// line.
  void compareLines(const std::vector<LogLine>& lines, std::span<const JudgingOptions> ways, int hidden = 0) {
    const std::string text = writer->log(lines);
    const LogFile file(fmt::format("{}.ndjson", first), text);
    const std::size_t expected = all->firstUnexplained(lines, hidden);
    for (const JudgingOptions& way : ways) {
      compare(verdictOn(*loaded, file.run(), way), expected == 0, text, expected);
      if (HasFatalFailure()) return;
    }
    ++(expected == 0 ? fitting : unfit);
  }
};

}  // namespace aunit::suite::log_oracle
