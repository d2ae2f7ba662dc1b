// aunit exec: the answers to a model's run and check commands.

#include <fnmatch.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/subcommands.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "runner/diagnostics_text.h"
#include "runner/thread.h"
#include "solver/search.h"

namespace aunit::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Job {
  std::size_t file;        // index into the arguments' files
  std::size_t index;       // of the command as users count
  model::CommandId command;
};

struct Answered {
  solver::Result first;
  std::vector<model::Instance> instances;
  std::size_t count = 0;          // instances found
  std::uint64_t solutions = 0;    // as the reference counts them
  solver::Statistics total;
};

bool selected(const ExecArguments& arguments, std::size_t index, const std::string& label) {
  if (arguments.commands.empty()) return true;
  for (const std::string& pattern : arguments.commands) {
    if (pattern == std::to_string(index) || fnmatch(pattern.c_str(), label.c_str(), 0) == 0) return true;
  }
  return false;
}

solver::Options optionsOf(const ExecArguments& arguments) {
  solver::Options options;
  const bool gui = arguments.compat == "gui";
  options.solver = arguments.solver;
  options.symmetry = arguments.symmetry.value_or(20);
  options.skolemDepth = arguments.skolemDepth.value_or(gui ? 1 : 0);
  options.noOverflow = arguments.language.noOverflow || gui;
  options.timeout = arguments.timeout;
  options.memory = arguments.memoryMegabytes << 20;
  options.enumerate = arguments.repeat != 1;
  options.core = arguments.core;
  options.threads = arguments.jobs == 1;
  options.stop = &runner::interruptRequested;
  return options;
}

Answered solve(const model::Model& model, model::CommandId command, const ExecArguments& arguments) {
  Answered answered;
  solver::Search search(model, solver::problemOf(model, command), optionsOf(arguments));
  for (;;) {
    solver::Result result = search.next();
    answered.total.translateMs += result.statistics.translateMs;
    answered.total.solveMs += result.statistics.solveMs;
    const bool found = result.verdict == solver::Verdict::satisfiable;
    if (found) {
      ++answered.count;
      answered.solutions += result.solutions;
    }
    if (answered.count <= 1 && (found || answered.count == 0)) answered.first = result;
    if (!found && result.verdict != solver::Verdict::unsatisfiable) answered.first = result;
    if (!found || static_cast<int>(answered.count) == arguments.repeat) break;
  }
  return answered;
}

const char* nameOf(solver::Verdict verdict) {
  switch (verdict) {
    case solver::Verdict::satisfiable: return "SAT";
    case solver::Verdict::unsatisfiable: return "UNSAT";
    case solver::Verdict::unknown: return "UNKNOWN";
    case solver::Verdict::error: return "ERROR";
  }
  return "";
}

class Execution {
 public:
  explicit Execution(const ExecArguments& arguments) : arguments_(arguments) {}

  int run() {
    runner::catchInterrupts();
    for (std::size_t file = 0; file < arguments_.files.size(); ++file) load(file);
    runner::forEachParallel(jobs_.size(), static_cast<unsigned>(arguments_.jobs), [this](std::size_t i) {
      if (runner::interruptRequested) return;
      answer(jobs_[i]);
    });
    if (runner::interruptRequested) return interrupted;
    return rejected_ ? usageOrModelError : failed_ ? testFailed : allPassed;
  }

 private:
  void load(std::size_t file) {
    parser::LoadOptions options;
    options.alloy5 = arguments_.language.alloy5;
    const auto start = std::chrono::steady_clock::now();
    loaded_.push_back(parser::load(arguments_.files[file], options));
    parseMs_.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    const parser::Loaded& l = *loaded_.back();
    if (!l.ok()) {
      rejected_ = true;
      reject(file, l);
      return;
    }
    std::size_t index = 0;
    for (model::CommandId c = 0; c < l.model->commands().size(); ++c) {
      const model::Command& command = l.model->commands()[c];
      if (command.module != 0 || command.ofTest) continue;
      if (selected(arguments_, index, command.label)) jobs_.push_back({file, index, c});
      ++index;
    }
  }

  void reject(std::size_t file, const parser::Loaded& l) {
    const bool color = reporters::wantsColor(colorChoice(arguments_.color), STDERR_FILENO);
    fmt::print(stderr, "{}", runner::renderDiagnostics(l, color));
    if (!arguments_.json) return;
    std::string error;
    for (const model::Diagnostic& d : l.diagnostics.all()) {
      if (d.severity == model::Severity::error && error.empty()) error = d.message;
    }
    print({{"file", arguments_.files[file]}, {"index", -1}, {"verdict", "REJECTED"}, {"error", error}, {"parse_ms", parseMs_[file]}});
  }

  void print(const Json& line) {
    fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
  }

  void answer(const Job& job) {
    const parser::Loaded& l = *loaded_[job.file];
    const model::Command& command = l.model->commands()[job.command];
    const Answered a = solve(*l.model, job.command, arguments_);
    const solver::Result& r = a.first;
    const bool missed = command.expect >= 0 && (r.verdict == solver::Verdict::satisfiable) != (command.expect == 1);
    const std::lock_guard lock(output_);
    if (missed || r.verdict == solver::Verdict::error || r.verdict == solver::Verdict::unknown) failed_ = true;
    if (!arguments_.json) {
      fmt::print("{:>3}  {:5}  {:<30}  {:7}  {:>9}  {}\n", job.index, command.check ? "check" : "run", command.label, nameOf(r.verdict),
                 reporters::duration(a.total.translateMs + a.total.solveMs), r.message);
      return;
    }
    Json line = {{"file", arguments_.files[job.file]}, {"index", job.index}, {"label", command.label}, {"kind", command.check ? "check" : "run"},
                 {"verdict", nameOf(r.verdict)}, {"error", r.message.empty() ? Json(nullptr) : Json(r.message)}, {"parse_ms", parseMs_[job.file]},
                 {"translate_ms", a.total.translateMs}, {"solve_ms", a.total.solveMs}, {"primary_vars", r.statistics.primaryVariables},
                 {"variables", r.statistics.variables}, {"clauses", r.statistics.clauses}};
    if (arguments_.repeat != 1) line.update({{"instances", a.solutions}, {"distinct", a.count}});
    print(line);
  }

  const ExecArguments& arguments_;
  std::vector<std::unique_ptr<parser::Loaded>> loaded_;
  std::vector<double> parseMs_;
  std::vector<Job> jobs_;
  std::mutex output_;
  bool rejected_ = false;
  bool failed_ = false;
};

}  // namespace

int exec(const ExecArguments& arguments) { return Execution(arguments).run(); }

}  // namespace aunit::cli
