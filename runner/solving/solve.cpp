#include "runner/solving/solve.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "runner/interrupt.h"
#include "runner/solving/cache.h"
#include "runner/solving/commands.h"
#include "runner/solving/scope_option.h"
#include "runner/solving/solve_command.h"
#include "runner/solving/solve_journal.h"
#include "suite/trouble.h"
#include "support/digest.h"
#include "support/failure.h"
#include "support/ordered_delivery.h"
#include "support/threads.h"

namespace aunit::runner {

namespace {

/// A digest of everything on which an answer depends: the command, the texts of the files, the options, and the form in which
/// instances are written.
std::string digestOf(const CommandQuestion& question) {
  const SolveRequest& request = question.request;
  const solver::Options& o = request.search;
  const model::SourceMap& sources = question.source.loaded->sources;
  std::string all;
  const auto add = [&](std::string_view text) { all += fmt::format("{}:{}\n", text.size(), text); };
  add(request.version);
  for (const std::string& name : request.allowed) add(name);
  for (model::FileId id = 0; id < sources.size(); ++id) add(sources.file(id).text());
  add(fmt::format("{} {}", question.index, request.alloy5));
  for (const std::string& scope : request.scopes) add(scope);
  add(request.given);
  add(fmt::format("{} {} {} {} {} {} {} {} {}", request.solver, o.symmetry, o.skolemDepth, o.semantics.noOverflow, o.core,
                  o.refute, o.certificate, request.requireProof, request.most()));
  add(fmt::format("{} {} {} {}", request.first, request.minimal.value_or("-"), request.maximal.value_or("-"), request.diverse));
  add(fmt::format("{} {}", request.nearest, request.allScopes.value_or(0)));
  add(fmt::format("{} {} {}", o.division.depth, o.division.part, o.division.parts));
  add(fmt::format("{} {} {}", request.form, question.isClaim(), static_cast<int>(request.restsOn)));
  return support::longHexDigest(all);
}

/// Answers commands, and reports the answers in the order of the commands.
class CommandAnswers {
 public:
  /// `atATime`: number of threads that call answer().
  CommandAnswers(const SolveRequest& request, unsigned atATime, SolveListener& listener, AnswerCache& cache,
                 SolveJournal& journal, SolveReport& report)
      : request_(request), isOneAtATime_(atATime == 1), listener_(listener), cache_(cache), journal_(journal), report_(report) {}

  /// `place`: index among the commands to solve.
  void answer(std::size_t place, const ChosenCommand& chosen) {
    const SolvedFile& source = report_.files[chosen.file];
    std::optional<solver::ModelQuestions> own;
    const model::Model& model = *std::as_const(*source.loaded).model;
    solver::ModelQuestions& beside = isOneAtATime_ ? questionsOf(model) : own.emplace(model);
    const CommandQuestion question{request_, source, chosen.file, chosen.index, chosen.id, beside};
    const std::string digest = journal_.isOpen() || !journal_.isEmpty() ? digestOf(question) : "";
    if (auto known = journal_.find(digest, request_.timeout)) {
      known->file = chosen.file;
      known->path = question.source.path;  // the journal may have an earlier path of the file
      known->parseMs = question.source.parseMs;
      return inOrder_.add(place, {std::move(*known), true});
    }
    if (interruptRequested) return;
    const auto start = std::chrono::steady_clock::now();
    CommandRow row = solved(question);
    if (model.exprCount() > mostKept) beside.forgetTranslations();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool final = row.verdict != "UNAFFECTED" && row.verdict != "ERROR" &&
                       !(row.verdict == "UNKNOWN" && !row.isOfPart() && interruptRequested);
    if (journal_.isOpen() && final) note(digest, seconds, row);
    inOrder_.add(place, {std::move(row), false});
  }

  /// Reports the remaining answers, which were held back because an earlier command got no answer.
  void finish() { inOrder_.finish(); }

 private:
  struct PendingRow {
    CommandRow row;
    bool isRecalled;
  };

  /// Returns the object that answers the commands of `model`. Replaces this object after `mostShared` commands, because the
  /// clauses that it has learnt take memory.
  solver::ModelQuestions& questionsOf(const model::Model& model) {
    if (!beside_ || &beside_->model() != &model || ++shared_ == mostShared) {
      beside_.emplace(model);
      shared_ = 0;
    }
    return *beside_;
  }

  /// Answers a command. If memory runs out or an internal error occurs, only this command has no answer.
  CommandRow solved(const CommandQuestion& question) {
    const auto shown = [&](const CommandAnswer& answer) {
      CommandRow row = rowOf(question, answer);
      listener_.answered(question, answer, row);
      return row;
    };
    try {
      return shown(answerTo(question, cache_));
    } catch (...) {
      CommandAnswer answer;
      answer.result.message = suite::troubleAtHand({}).message;
      answer.result.verdict = suite::saysInternalError(answer.result.message) ? solver::Verdict::error : solver::Verdict::unknown;
      return shown(answer);
    }
  }

  void note(const std::string& digest, double seconds, const CommandRow& row) {
    std::string error;
    if (journal_.add(digest, seconds, row, error)) return;
    const std::lock_guard lock(mutex_);
    if (!std::exchange(report_.isUnwritten, true)) listener_.complain(fmt::format("{}: {}", request_.resume, error));
  }

  void tell(PendingRow answered) {
    report_.recalled += answered.isRecalled ? 1 : 0;
    std::erase_if(answered.row.warnings, [&](const CommandRow::Warning& warning) {
      return warning.ofModel && !said_.emplace(warning.place.describe(), warning.text).second;
    });
    listener_.told(answered.row);
    answered.row.shown.clear();
    report_.rows.push_back(std::move(answered.row));
  }

  static constexpr int mostShared = 20;
  // Limit for the number of expressions of a model. If a model has more, its translation is not kept for the next command.
  static constexpr std::uint32_t mostKept = 100'000;

  const SolveRequest& request_;
  // Whether only one thread answers commands. Only then do commands share `beside_`: if several threads shared it, remarks would
  // depend on the order in which the threads answer the commands.
  const bool isOneAtATime_;
  SolveListener& listener_;
  AnswerCache& cache_;
  SolveJournal& journal_;
  SolveReport& report_;
  std::mutex mutex_;                                    // guards `report_.isUnwritten`, so that its message is shown once
  std::optional<solver::ModelQuestions> beside_;        // shared by successive commands of one model
  int shared_ = 0;                                      // number of commands for which `beside_` was used again
  std::set<std::pair<std::string, std::string>> said_;  // the place and text of each reported warning about a model
  support::OrderedDelivery<PendingRow> inOrder_{[this](PendingRow answered) {
    tell(std::move(answered));
    return true;
  }};
};

constexpr const char* partIsLost = "the answers to a part of the commands cannot be read: ";

/// Opens the journal of the request. Returns false on failure; the report then has the reason.
bool openJournal(const SolveRequest& request, SolveListener& listener, SolveJournal& journal, SolveReport& report) {
  std::string warning, error;
  if (!request.resume.empty() && !journal.open(request.resume, warning, error))
    return support::failure(report.refused, (request.isPart ? partIsLost : "--resume: ") + error);
  if (!warning.empty()) listener.complain("--resume: " + warning);
  return true;
}

void keepThoseOf(const Shard& shard, std::vector<ChosenCommand>& chosen) {
  std::vector<std::string> names;
  for (const ChosenCommand& one : chosen) names.push_back(one.name);
  const std::vector<bool> held = shard.holds(names);
  std::size_t i = 0;
  std::erase_if(chosen, [&](const ChosenCommand&) { return !held[i++]; });
}

}  // namespace

SolveReport solve(const SolveRequest& request, SolveListener& listener) {
  SolveReport report;
  if (!ScopeOption::parse(request.scopes, report.refused)) return report;
  for (std::size_t file = 0; file < request.files.size(); ++file) {
    report.files.push_back(readFile(request, file));
    listener.read(report.files.back(), request.files.size() - file - 1);
  }
  std::vector<ChosenCommand> chosen = chosenCommands(request, report.files);
  report.chosen = chosen.size();
  if (request.search.division.depth == 0) keepThoseOf(request.shard, chosen);
  report.asked = chosen.size();
  SolveJournal journal;
  AnswerCache cache;
  const auto complain = [&](const std::string& message) { listener.complain(message); };
  if (!openJournal(request, listener, journal, report) || !cache.open(request, complain, report.refused)) return report;
  if (request.share)
    request.share(chosen.size(), [&](const std::string& path) {
      std::string error;
      if (!journal.read(path, "", error)) report.refused = partIsLost + error;
    });
  report.partsAreLost = !report.refused.empty();
  if (report.partsAreLost) return report;
  listener.started(chosen.size());
  const unsigned atATime = request.search.division.depth == 0 ? static_cast<unsigned>(request.jobs) : 1;
  CommandAnswers answers(request, atATime, listener, cache, journal, report);
  support::forEachParallel(chosen.size(), atATime, [&](std::size_t i) { answers.answer(i, chosen[i]); });
  answers.finish();
  report.cache = cache.report();
  return report;
}

}  // namespace aunit::runner
