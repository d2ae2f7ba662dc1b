// aunit exec FILE.prog: checks the properties of parallel programs, state by state or with a SAT solver.

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "parser/front_end.h"
#include "parser/program/translation.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/program_path.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "solver/reachability/reachability.h"
#include "solver/session/search.h"
#include "suite/trouble.h"
#include "support/budget.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

namespace program = parser::program;
using Json = nlohmann::ordered_json;
using reachability::Outcome;
using reporters::Color;

constexpr std::uint32_t mostDrawn = 500;  // a transition system with more states is not drawn

/// A verdict and how it was obtained.
struct Finding {
  reachability::Verdict verdict;
  int bound = 0;        // largest number of steps that was searched; 0 if there was no bound
  bool proved = false;  // the SAT solver proved the verdict for runs of any length
};

class Exploration {
 public:
  Exploration(const ExecArguments& arguments, Outputs& outputs, JsonOutput& json)
      : arguments_(arguments),
        people_(outputs.usesStandardOutput() ? stderr : stdout),
        style_(reporters::wantsColor(colorChoice(arguments.color), people_)),
        outputs_(outputs),
        json_(json) {}

  int run(const std::vector<std::string>& programs) {
    for (const std::string& file : programs) {
      explore(file);
      if (runner::interruptRequested) return interrupted;
    }
    return internal_ ? internalError : rejected_ ? usageOrModelError : failed_ && !arguments_.exitZero ? testFailed : allPassed;
  }

 private:
  void explore(const std::string& file) {
    support::Limits loading = limits_;
    loading.bytes = arguments_.memoryMegabytes << 20;
    const auto loaded = parser::load(file, parser::LoadOptions().within(loading));
    reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments_.color));
    if (!loaded->ok()) {
      rejected_ = true;
      return;
    }
    const program::Program& p = loaded->program->program;
    const bool sat = arguments_.engine == "sat";
    const support::Budget budget(limits_);
    reachability::Report report;
    if (sat)
      report.verdicts.assign(p.properties.size(), {Outcome::unsupported, {}, {}});
    else
      report = reachability::explore(p, options());
    std::vector<Finding> answers;
    for (std::size_t i = 0; i < p.properties.size(); ++i) {
      if (report.verdicts[i].outcome == Outcome::unsupported)
        answers.push_back(foundSymbolically(*loaded, i, budget));
      else
        answers.push_back({std::move(report.verdicts[i]), 0});
    }
    if (json_.isWanted()) printJson(file, *loaded, report, answers);
    if (!json_.isAlone()) printText(file, *loaded, report, answers);
    for (std::size_t i = 0; i < answers.size(); ++i) failed_ = failed_ || isBad(p.properties[i], answers[i]);
    writeDrawings(*loaded, answers);
  }

  reachability::Options options() const {
    reachability::Options options;
    options.jobs = arguments_.jobs;
    options.limits = limits_;
    if (arguments_.memoryMegabytes != 0) options.bytes = arguments_.memoryMegabytes << 20;
    options.states = arguments_.maxStates;
    return options;
  }

  /// Like searchSymbolically(). If memory is exhausted or an internal error occurs, only this property is undecided.
  Finding foundSymbolically(const parser::Loaded& loaded, std::size_t property, const support::Budget& budget) {
    Finding answer;
    try {
      answer = searchSymbolically(loaded, property, budget);
    } catch (...) {
      answer.verdict = {Outcome::unknown, {}, suite::troubleAtHand({}).message};
    }
    internal_ = internal_ || suite::saysInternalError(answer.verdict.reason);
    return answer;
  }

  /// Looks for a run that violates a property. The run has at most `arguments_.steps` steps; 0: no limit.
  Finding searchSymbolically(const parser::Loaded& loaded, std::size_t property, const support::Budget& budget) const {
    const program::LoadedProgram& translated = *loaded.program;
    const auto command = static_cast<model::CommandId>(property);  // the model has one command per property, in the same order
    solver::Problem problem = solver::problemOf(*loaded.model, command);
    problem.scope.minSteps = 1;
    problem.scope.maxSteps = arguments_.steps > 0 ? arguments_.steps : model::unboundedSteps;
    Finding answer;
    answer.bound = arguments_.steps;
    if (const auto why = budget.exhausted()) {
      answer.verdict = {Outcome::unknown, {}, *why};
      return answer;
    }
    const solver::Result result = solver::Search(*loaded.model, problem, {}).next(budget);
    if (result.verdict == solver::Verdict::unsatisfiable) {
      answer.verdict.outcome = Outcome::holds;
      answer.proved = result.proof.has_value();
    } else if (result.verdict == solver::Verdict::satisfiable) {
      answer.verdict.outcome = Outcome::violated;
      const auto states = program::statesOf(translated.program, translated.translation, *result.instance);
      answer.verdict.path = reachability::pathThrough(translated.program, states, result.instance->loop);
      if (!answer.verdict.path) throw std::logic_error("the trace that the solver found is not a run of the program");
    } else {
      answer.verdict.outcome = Outcome::unknown;
      answer.verdict.reason = result.message;
    }
    return answer;
  }

  static bool asExpected(const program::Property& property, const Finding& answer) {
    return answer.verdict.outcome == (property.expectHolds.value_or(true) ? Outcome::holds : Outcome::violated);
  }

  bool isBad(const program::Property& property, const Finding& answer) const {
    const bool isUnproved = answer.verdict.outcome == Outcome::holds && answer.bound > 0 && !answer.proved;
    return !asExpected(property, answer) || (arguments_.requireAllScopes && isUnproved);
  }

  static std::string verdictName(const Finding& answer) {
    switch (answer.verdict.outcome) {
      case Outcome::holds: return "HOLDS";
      case Outcome::violated: return "VIOLATED";
      default: return "UNKNOWN";
    }
  }

  /// A remark on a verdict: the bound on steps, the length of the counterexample, the expected verdict.
  static std::string remark(const program::Property& property, const Finding& answer) {
    std::vector<std::string> parts;
    if (answer.verdict.outcome == Outcome::holds && answer.bound > 0)
      parts.push_back(
          fmt::format("no counterexample within {}", support::plural(static_cast<std::size_t>(answer.bound), "step")));
    if (answer.proved) parts.push_back("in runs of any length");
    if (answer.verdict.path) {
      parts.push_back(
          answer.verdict.path->loop
              ? fmt::format("by a run of {} that ends in a loop", support::plural(answer.verdict.path->length(), "step"))
              : fmt::format("by a run of {}", support::plural(answer.verdict.path->length(), "step")));
    }
    if (!answer.verdict.reason.empty()) parts.push_back(answer.verdict.reason);
    if (property.expectHolds && !asExpected(property, answer))
      parts.push_back(*property.expectHolds ? "expected to hold" : "expected to be violated");
    else if (property.expectHolds == false)
      parts.emplace_back("the violation is expected");
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  void printText(const std::string& file, const parser::Loaded& loaded, const reachability::Report& report,
                 const std::vector<Finding>& answers) const {
    const program::Program& p = loaded.program->program;
    std::string text = style_(Color::bold, support::oneLine(file));
    const reachability::Statistics& s = report.statistics;
    if (s.states > 0) {
      text += fmt::format(": {}{}, {}, {} deep, {}", s.complete ? "" : "at least ", support::plural(s.states, "state"),
                          support::plural(s.transitions, "transition"), support::plural(s.depth, "step"),
                          reporters::duration(s.seconds * 1000));
      if (!report.limit.empty()) text += fmt::format(" ({})", report.limit);
    }
    text += '\n';
    std::size_t width = 0;
    for (const program::Property& property : p.properties) width = std::max(width, reporters::displayWidth(property.name));
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const program::Property& property = p.properties[i];
      const bool good = asExpected(property, answers[i]);
      const std::string name = reporters::padded(verdictName(answers[i]), 8);
      const std::string remarks = remark(property, answers[i]);
      text += fmt::format("  {}  {}\n",
                          style_(good                                             ? Color::green
                                 : answers[i].verdict.outcome == Outcome::unknown ? Color::yellow
                                                                                  : Color::boldRed,
                                 name),
                          remarks.empty() ? property.name : reporters::padded(property.name, width) + "  " + remarks);
      if (answers[i].verdict.path && !arguments_.quiet)
        text += reporters::pathTable(p, loaded.sources, *answers[i].verdict.path, style_);
    }
    reporters::show(people_, text, style_);
    reporters::flush(people_);
  }

  void printJson(const std::string& file, const parser::Loaded& loaded, const reachability::Report& report,
                 const std::vector<Finding>& answers) {
    const program::Program& p = loaded.program->program;
    const reachability::Statistics& s = report.statistics;
    Json properties = Json::array();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const reachability::Verdict& verdict = answers[i].verdict;
      const auto expected = p.properties[i].expectHolds;
      properties.push_back({{"name", p.properties[i].name},
                            {"verdict", verdictName(answers[i])},
                            {"expected", expected ? Json(*expected ? "HOLDS" : "VIOLATED") : Json(nullptr)},
                            {"bound", answers[i].bound > 0 ? Json(answers[i].bound) : Json(nullptr)},
                            {"reason", verdict.reason.empty() ? Json(nullptr) : Json(verdict.reason)},
                            {"path", verdict.path ? reporters::pathJson(p, loaded.sources, *verdict.path) : Json(nullptr)}});
    }
    const Json line = {{"file", file},
                       {"program", p.name},
                       {"states", s.states},
                       {"transitions", s.transitions},
                       {"initial_states", s.initialStates},
                       {"depth", s.depth},
                       {"complete", s.complete},
                       {"limit", report.limit.empty() ? Json(nullptr) : Json(report.limit)},
                       {"state_bits", s.bits},
                       {"bytes", s.bytes},
                       {"time_ms", s.seconds * 1000},
                       {"properties", std::move(properties)}};
    json_.add(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    reporters::flush(stdout);
  }

  void writeDrawings(const parser::Loaded& loaded, const std::vector<Finding>& answers) {
    const program::Program& p = loaded.program->program;
    if (!arguments_.path.empty()) {
      const auto found = std::ranges::find_if(answers, [](const Finding& a) { return a.verdict.path.has_value(); });
      if (found == answers.end())
        complain("there is no counterexample to draw");
      else
        writeDrawing("--path", arguments_.path, reporters::pathDot(p, loaded.sources, *found->verdict.path));
    }
    if (arguments_.graph.empty()) return;
    const reachability::Graph graph = reachability::graph(p, mostDrawn);
    if (!graph.complete)
      complain(fmt::format("the transition system has more than {} states: too many to draw", mostDrawn));
    else
      writeDrawing("--graph", arguments_.graph, reporters::graphDot(p, graph));
  }

  void writeDrawing(const std::string& option, const std::string& path, const std::string& dot) {
    std::string error;
    const std::string text = path.ends_with(".svg") ? reporters::drawSvg(dot, error) : dot;
    if (!error.empty())
      complain(fmt::format("{}: {}", path, error));
    else if (!outputs_.write(option, [&] { return text; }))
      rejected_ = true;
  }

  void complain(const std::string& message) {
    reporters::complain(message);
    rejected_ = true;
  }

  const ExecArguments& arguments_;
  const support::Limits limits_ = limitsOf(arguments_.timeout, arguments_.time);  // limits for each program
  std::FILE* people_;
  reporters::Style style_;
  Outputs& outputs_;
  JsonOutput& json_;
  bool internal_ = false;
  bool rejected_ = false;
  bool failed_ = false;
};

}  // namespace

int explorePrograms(const ExecArguments& arguments, const std::vector<std::string>& programs, Outputs& outputs,
                    JsonOutput& json) {
  return Exploration(arguments, outputs, json).run(programs);
}

}  // namespace aunit::cli
