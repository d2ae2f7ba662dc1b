// aunit exec: the answers to a model's run and check commands.

#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/scope_option.h"
#include "cli/shard_option.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "model/files.h"
#include "model/visible.h"
#include "parser/front_end.h"
#include "reporters/instance_text.h"
#include "reporters/nitpick.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "runner/thread.h"
#include "solver/search.h"

namespace aunit::cli {

namespace {

using Json = nlohmann::ordered_json;

using reporters::InstanceForm;
using solver::Verdict;

/// One command to solve.
struct Job {
  std::size_t file;   // index into the arguments' files
  std::size_t index;  // of the command as users count
  model::CommandId command;
};

struct Answer {
  solver::Result result;                   // of the first instance, or of the failure to find one
  std::vector<model::Instance> instances;  // those to be shown or written
  std::uint64_t distinct = 0;              // instances found
  std::uint64_t solutions = 0;             // the same as the reference counts them
  std::string incomplete;                  // why the enumeration ended early, if it did
  double translateMs = 0;
  double solveMs = 0;
  int bound = 0;  // states that a trace may have; model::unboundedSteps: any number
};

const char* nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::satisfiable: return "SAT";
    case Verdict::unsatisfiable: return "UNSAT";
    case Verdict::unknown: return "UNKNOWN";
    case Verdict::error: return "ERROR";
  }
  return "";
}

class Execution {
 public:
  explicit Execution(const ExecArguments& arguments)
      : arguments_(arguments),
        form_(reporters::instanceForm(arguments.show).value_or(InstanceForm::none)),
        progress_(arguments.jobs == 1 && isatty(STDERR_FILENO) != 0) {
    const bool gui = arguments.compat == "gui";
    options_.solver = arguments.solver;
    options_.symmetry = arguments.symmetry.value_or(20);
    options_.skolemDepth = arguments.skolemDepth.value_or(gui ? 1 : 0);
    options_.noOverflow = arguments.language.noOverflow || gui;
    options_.timeout = arguments.timeout;
    options_.memory = arguments.memoryMegabytes << 20;
    options_.enumerate = arguments.repeat != 1;
    options_.core = arguments.core;
    options_.refute = arguments.checkProofs || arguments.requireProof || !arguments.proofs.empty();
    options_.certificate = !arguments.certificates.empty() || !arguments.proofs.empty();
    options_.threads = arguments.jobs == 1 ? solver::Threads::race : solver::Threads::one;
    options_.stop = &runner::interruptRequested;
  }

  int run() {
    for (const std::string& folder : {arguments_.out, arguments_.certificates, arguments_.proofs}) {
      std::error_code error;
      if (!folder.empty()) std::filesystem::create_directories(folder, error);
      if (error) return usageError(fmt::format("{}: {}", folder, error.message()));
    }
    if (!arguments_.out.empty() && form_ == InstanceForm::none) form_ = InstanceForm::xml;
    std::string error;
    const auto scope = ScopeOption::parse(arguments_.scopes, error);
    if (!scope) return usageError(error);
    scope_ = *scope;
    const auto shard = shardOf(arguments_.shard);
    if (!shard) return usageOrModelError;
    runner::catchInterrupts();
    for (std::size_t file = 0; file < arguments_.files.size(); ++file) load(file);
    const bool empty = jobs_.empty();
    keepThoseOf(*shard);
    if (!arguments_.json && !jobs_.empty()) printHeader();
    runner::forEachParallel(jobs_.size(), static_cast<unsigned>(arguments_.jobs), [this](std::size_t i) {
      if (!runner::interruptRequested) report(jobs_[i], solve(jobs_[i]));
    });
    if (runner::interruptRequested) return interrupted;
    if (broken_) return usageOrModelError;
    if (jobs_.empty() && !empty)
      reporters::show(stderr, fmt::format("no command is in shard {}/{}: there are fewer commands than shards\n",
                                          shard->index + 1, shard->total));
    if (empty) {
      reporters::complain("no command to run");
      return nothingToRun;
    }
    return missed_ ? testFailed : allPassed;
  }

 private:
  void keepThoseOf(const runner::Shard& shard) {
    std::vector<Job> kept;
    for (std::size_t i = shard.index; i < jobs_.size(); i += shard.total) kept.push_back(jobs_[i]);
    jobs_ = std::move(kept);
  }

  void load(std::size_t file) {
    parser::LoadOptions options;
    options.alloy5 = arguments_.language.alloy5;
    const auto start = std::chrono::steady_clock::now();
    loaded_.push_back(parser::load(arguments_.files[file], options));
    parseMs_.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    const parser::Loaded& l = *loaded_.back();
    if (!l.ok()) return reject(file);
    std::string error;
    model::Scope unsaid;
    if (!scope_.complete(*l.model, unsaid, error)) {
      broken_ = true;
      reporters::complain(fmt::format("{}: {}", arguments_.files[file], error));
      return;
    }
    std::size_t index = 0;
    for (model::CommandId c = 0; c < l.model->commands().size(); ++c) {
      const model::Command& command = l.model->commands()[c];
      if (command.module != 0 || command.ofTest) continue;
      if (selected(index, command.label)) jobs_.push_back({file, index, c});
      ++index;
    }
  }

  bool selected(std::size_t index, const std::string& label) const {
    return arguments_.commands.empty() || std::ranges::any_of(arguments_.commands, [&](const std::string& pattern) {
             return pattern == std::to_string(index) || fnmatch(pattern.c_str(), label.c_str(), 0) == 0;
           });
  }

  void reject(std::size_t file) {
    broken_ = true;
    const parser::Loaded& l = *loaded_[file];
    reporters::showDiagnostics(l.diagnostics.all(), l.sources, colorChoice(arguments_.color));
    if (!arguments_.json) return;
    const auto& all = l.diagnostics.all();
    const auto first = std::ranges::find(all, model::Severity::error, &model::Diagnostic::severity);
    print({{"file", arguments_.files[file]},
           {"index", -1},
           {"verdict", "REJECTED"},
           {"error", first == all.end() ? "" : first->message},
           {"parse_ms", parseMs_[file]}});
  }

  bool isNitpick(const Job& job) const { return arguments_.files[job.file].ends_with(".np"); }
  /// Counterexamples to claims are shown as Ladybug does, unless another form is asked for.
  bool inLadybugsForm(const Job& job) const {
    return isNitpick(job) && arguments_.show.empty() && !arguments_.json && arguments_.out.empty();
  }

  Answer solve(const Job& job) {
    const model::Model& model = *loaded_[job.file]->model;
    solver::Problem problem = solver::problemOf(model, job.command);
    std::string error;
    scope_.complete(model, problem.scope, error);  // `load` has seen that it can
    if (!inLadybugsForm(job) || arguments_.repeat != 1) return solve(job, problem);
    Answer answer;
    for (model::Scope& scope : growing(problem.scope)) {
      problem.scope = std::move(scope);
      const double translateMs = answer.translateMs, solveMs = answer.solveMs;
      answer = solve(job, problem);
      answer.translateMs += translateMs;
      answer.solveMs += solveMs;
      if (answer.result.verdict != Verdict::unsatisfiable) break;
    }
    return answer;
  }

  Answer solve(const Job& job, const solver::Problem& problem) {
    const model::Model& model = *loaded_[job.file]->model;
    const std::string label = model.commands()[job.command].label;
    solver::Options options = options_;
    const auto start = std::chrono::steady_clock::now();
    auto shown = start;
    const auto showProgress = [&](const std::string& what) {
      shown = std::chrono::steady_clock::now();
      const double seconds = std::chrono::duration<double>(shown - start).count();
      reporters::clearLine(stderr);
      reporters::show(stderr, fmt::format("{} ({}, {:.1f} s)", label, what, seconds));
    };
    if (progress_) options.progress = [&](int states) { showProgress(reporters::plural(states, "state")); };
    Answer answer;
    answer.bound = problem.scope.maxSteps < 0 ? solver::defaultSteps : problem.scope.maxSteps;
    if (answer.bound == model::unboundedSteps && arguments_.repeat == 0) {
      answer.result.verdict = Verdict::error;
      answer.result.message = "traces of any length have no last one: --repeat needs a number";
      return answer;
    }
    solver::Search search(model, problem, options);
    const solver::Budget budget(options.timeout, options.memory, options.stop);  // for all instances together
    while (arguments_.repeat == 0 || answer.distinct < static_cast<std::uint64_t>(arguments_.repeat)) {
      solver::Result result = search.next(budget);
      answer.translateMs += result.statistics.translateMs;
      answer.solveMs += result.statistics.solveMs;
      const bool found = result.verdict == Verdict::satisfiable;
      if (found) {
        ++answer.distinct;
        answer.solutions += result.solutions;
        if (form_ != InstanceForm::none || inLadybugsForm(job)) answer.instances.push_back(std::move(*result.instance));
        if (progress_ && std::chrono::steady_clock::now() - shown > std::chrono::milliseconds(100))
          showProgress(reporters::plural(answer.distinct, "instance"));
      }
      // Once there is an instance only an error changes the verdict; why there are no more stands beside it.
      const bool decided = answer.distinct > (found ? 1u : 0u);
      if (!decided || result.verdict == Verdict::error)
        answer.result = std::move(result);
      else if (result.verdict == Verdict::unknown)
        answer.incomplete = std::move(result.message);
      if (!found) break;
    }
    if (progress_) reporters::clearLine(stderr);
    solver::Result& result = answer.result;
    const bool proved = result.proof || result.refutation;
    if (arguments_.requireProof && result.verdict == Verdict::unsatisfiable && !proved) result.verdict = Verdict::error;
    return answer;
  }

  /// Instances in a form that programs read have standard output for themselves.
  std::FILE* outForPeople() const {
    const bool taken = form_ != InstanceForm::none && form_ != InstanceForm::table && arguments_.out.empty();
    return taken ? stderr : stdout;
  }

  void printHeader() const {
    reporters::show(outForPeople(),
                    fmt::format("{:>3}  {:5}  {:<36}  {:7}  {:8}  {}\n", "", "", "command", "verdict", "expected", "time"));
  }

  void report(const Job& job, const Answer& answer) {
    const parser::Loaded& l = *loaded_[job.file];
    const model::Command& command = l.model->commands()[job.command];
    const Verdict verdict = answer.result.verdict;
    const bool asExpected =
        command.expect < 0 || verdict == (command.expect == 1 ? Verdict::satisfiable : Verdict::unsatisfiable);
    const std::lock_guard lock(output_);
    if (verdict == Verdict::error) broken_ = true;
    if (verdict == Verdict::unknown || !asExpected) missed_ = true;
    if (arguments_.json)
      printJson(job, command, answer);
    else
      printRow(job, command, answer, asExpected);
    if (!arguments_.json || !arguments_.out.empty()) showInstances(job, command, answer);
    if (answer.result.proof && !arguments_.certificates.empty()) writeCertificate(job, command, *answer.result.proof);
    if (answer.result.refutation && !arguments_.proofs.empty()) writeProof(job, command, *answer.result.refutation);
    reporters::flush(stdout);
    if (reporters::readerIsGone() && arguments_.out.empty()) runner::interruptRequested = true;  // for whom, then?
  }

  void print(const Json& line) const {
    reporters::writeDocument(stdout, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    reporters::flush(stdout);
  }

  Json coreOf(const parser::Loaded& l, const solver::Result& result) const {
    Json core = Json::array();
    for (const model::Span& span : result.core)
      core.push_back({{"place", l.sources.describe(span)}, {"text", l.sources.text(span)}});
    return core;
  }

  void printJson(const Job& job, const model::Command& command, const Answer& answer) const {
    const solver::Result& r = answer.result;
    Json line = {{"file", arguments_.files[job.file]},
                 {"index", job.index},
                 {"label", command.label},
                 {"kind", command.check ? "check" : "run"},
                 {"command", command.text},
                 {"verdict", nameOf(r.verdict)},
                 {"error", r.message.empty() ? Json(nullptr) : Json(r.message)},
                 {"expect", command.expect < 0 ? Json(nullptr) : Json(command.expect)},
                 {"parse_ms", parseMs_[job.file]},
                 {"translate_ms", answer.translateMs},
                 {"solve_ms", answer.solveMs},
                 {"primary_vars", r.statistics.primaryVariables},
                 {"variables", r.statistics.variables},
                 {"clauses", r.statistics.clauses},
                 {"trace_length", r.statistics.traceLength},
                 {"solver", options_.solver},
                 {"symmetry", options_.symmetry},
                 {"skolem_depth", options_.skolemDepth},
                 {"overflow", options_.noOverflow ? "excluded" : "wraps"}};
    if (arguments_.repeat != 1)
      line.update({{"instances", answer.solutions}, {"distinct", answer.distinct}, {"complete", answer.incomplete.empty()}});
    if (!r.grown.empty()) {
      Json& scope = line["scope"] = Json::object();
      for (const model::SigScope& s : r.grown) scope[loaded_[job.file]->model->sig(s.sig).label] = s.start;
    }
    if (command.temporal) line["bound"] = answer.bound == model::unboundedSteps ? Json(nullptr) : Json(answer.bound);
    if (r.proof) {
      line["proof"] = {{"method", r.proof->method},
                       {"frames", r.proof->frames},
                       {"latches", r.proof->latches},
                       {"clauses", r.proof->clauses},
                       {"checked", true}};
    }
    if (r.refutation) {
      line["proof"] = {
          {"method", "refutation"},           {"lemmas", r.refutation->lemmas},           {"variables", r.refutation->variables},
          {"clauses", r.refutation->clauses}, {"check_ms", 1000 * r.refutation->seconds}, {"checked", true}};
    }
    if (options_.core && r.verdict == Verdict::unsatisfiable) line["core"] = coreOf(*loaded_[job.file], r);
    if (r.verdict == Verdict::error) line["place"] = loaded_[job.file]->sources.describe(placeOf(command, r));
    if (form_ != InstanceForm::none && arguments_.out.empty()) line["shown"] = shown(job, command, answer);
    print(line);
  }

  /// Of an error: the expression that it is about, or the command.
  static model::Span placeOf(const model::Command& command, const solver::Result& result) {
    return result.span.known() ? result.span : command.span;
  }

  /// Of a command whose scope grows.
  static std::string grown(const model::Model& model, const solver::Result& result) {
    std::vector<std::string> sizes;
    for (const model::SigScope& s : result.grown) sizes.push_back(fmt::format("{} {}", s.start, model.sig(s.sig).name));
    const std::string_view how = result.verdict == Verdict::satisfiable     ? "with"
                                 : result.verdict == Verdict::unsatisfiable ? "up to"
                                                                            : "at";
    return fmt::format("{} {}", how, fmt::join(sizes, ", "));
  }

  /// Of a command about traces that has no instance.
  static std::string reach(const Answer& answer) {
    if (answer.result.proof) return "none, in traces of any length";
    return fmt::format("none up to {}", reporters::plural(static_cast<std::size_t>(answer.bound), "step"));
  }

  void printRow(const Job& job, const model::Command& command, const Answer& answer, bool asExpected) const {
    const solver::Result& r = answer.result;
    const std::string expected = command.expect < 0 ? "" : command.expect == 1 ? "SAT" : "UNSAT";
    std::string remark = asExpected ? "" : "  not as expected";
    const parser::Loaded& l = *loaded_[job.file];
    if (!r.grown.empty() && r.verdict != Verdict::error) remark += "  " + grown(*l.model, r);
    if (r.verdict == Verdict::unsatisfiable && command.temporal && !isNitpick(job) && answer.distinct == 0)
      remark += "  " + reach(answer);
    if (r.refutation)
      remark += fmt::format("  checked: {} in {}", reporters::plural(r.refutation->lemmas, "step"),
                            reporters::duration(1000 * r.refutation->seconds));
    if (arguments_.repeat != 1 && answer.distinct > 0) remark += "  " + reporters::plural(answer.distinct, "instance");
    if (!answer.incomplete.empty()) remark += " or more: " + answer.incomplete;
    if (!r.message.empty()) remark += "  " + model::oneLine(r.message);
    std::string text = fmt::format("{:>3}  {:5}  {}  {:7}  {:8}  {}{}\n", job.index, command.check ? "check" : "run",
                                   reporters::padded(model::oneLine(command.label), 36), nameOf(r.verdict), expected,
                                   reporters::duration(answer.translateMs + answer.solveMs), remark);
    const auto addPlace = [&](std::string_view what, model::Span span) {
      text += fmt::format("       {}: {}: {}\n", what, model::oneLine(l.sources.describe(span)),
                          reporters::shortened(l.sources.text(span), 80));
    };
    for (const model::Span& span : r.core) addPlace("contradicts", span);
    if (r.verdict == Verdict::error) addPlace("at", placeOf(command, r));
    reporters::show(outForPeople(), text);
  }

  std::string textOf(const Job& job, const model::Command& command, const Answer& answer, std::size_t instance) const {
    return reporters::instanceText(form_, *loaded_[job.file]->model, answer.instances[instance],
                                   fmt::format("{}#{}", command.label, instance + 1), command.text, arguments_.files[job.file]);
  }

  /// The instances inside a line of JSON: as JSON, or as the text that they would be otherwise.
  Json shown(const Job& job, const model::Command& command, const Answer& answer) const {
    Json all = Json::array();
    for (std::size_t i = 0; i < answer.instances.size(); ++i) {
      const std::string text = textOf(job, command, answer, i);
      all.push_back(form_ == InstanceForm::json ? Json::parse(text) : Json(text));
    }
    return all;
  }

  void showInstances(const Job& job, const model::Command& command, const Answer& answer) {
    if (inLadybugsForm(job)) {
      for (const model::Instance& instance : answer.instances)
        reporters::show(stdout,
                        fmt::format("\n{}\n", reporters::nitpickCounterexample(*loaded_[job.file]->model, command, instance)));
      return;
    }
    for (std::size_t i = 0; i < answer.instances.size(); ++i) {
      const std::string text = textOf(job, command, answer, i);
      if (arguments_.out.empty()) {
        form_ == InstanceForm::table ? reporters::show(stdout, text) : reporters::writeDocument(stdout, text);
        continue;
      }
      write(arguments_.out, job, command, fmt::format("-{}{}", i + 1, reporters::extensionOf(form_)), text);
    }
  }

  void writeCertificate(const Job& job, const model::Command& command, const modelcheck::Proof& proof) {
    write(arguments_.certificates, job, command, ".aag", proof.system);
    write(arguments_.certificates, job, command, "-witness.aag", proof.witness);
  }

  void writeProof(const Job& job, const model::Command& command, const solver::Refutation& refutation) {
    write(arguments_.proofs, job, command, ".cnf", refutation.cnf);
    write(arguments_.proofs, job, command, ".drat", refutation.steps);
  }

  /// A file about a command in a folder.
  void write(const std::string& folder, const Job& job, const model::Command& command, const std::string& ending,
             const std::string& text) {
    std::string name = fmt::format("{}-{}-{}{}", stems_[job.file], job.index, command.label, ending);
    std::ranges::replace(name, '/', '-');
    const std::string path = (std::filesystem::path(folder) / name).string();
    std::string error;
    if (isRead(path))
      reporters::complain(fmt::format("{} is read: nothing is written over it", path));
    else if (model::writeFile(path, text, error))
      return;
    else
      reporters::complain(fmt::format("{}: {}", path, error));
    broken_ = true;
  }

  /// Names of the files without folder and extension; where two are alike, with a number.
  static std::vector<std::string> stemsOf(const std::vector<std::string>& files) {
    std::vector<std::string> stems;
    for (const std::string& file : files) {
      const std::string stem = std::filesystem::path(file).stem().string();
      std::string name = stem;
      for (int i = 2; std::ranges::find(stems, name) != stems.end(); ++i) name = fmt::format("{}~{}", stem, i);
      stems.push_back(std::move(name));
    }
    return stems;
  }

  bool isRead(const std::string& path) const {
    std::error_code ignored;
    return std::ranges::any_of(loaded_, [&](const auto& loaded) {
      for (model::FileId id = 0; id < loaded->sources.size(); ++id)
        if (std::filesystem::equivalent(loaded->sources.file(id).path(), path, ignored)) return true;
      return false;
    });
  }

  const ExecArguments& arguments_;
  std::vector<std::string> stems_ = stemsOf(arguments_.files);
  solver::Options options_;
  InstanceForm form_;
  bool progress_;
  ScopeOption scope_;
  std::vector<std::unique_ptr<parser::Loaded>> loaded_;
  std::vector<double> parseMs_;
  std::vector<Job> jobs_;
  std::mutex output_;
  bool broken_ = false;  // a model or a command in error
  bool missed_ = false;  // an expectation missed, or no answer
};

}  // namespace

int exec(const ExecArguments& arguments) {
  return Execution(arguments).run();
}

}  // namespace aunit::cli
