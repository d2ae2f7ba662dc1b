#include "runner/audit.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "model/one_line.h"
#include "parser/front_end.h"
#include "runner/files/git.h"
#include "runner/interrupt.h"
#include "runner/solving/solve.h"
#include "solver/reliance/reliance.h"
#include "solver/reliance/words.h"
#include "solver/vacuity/redundancy.h"
#include "strength/audit/claims.h"
#include "strength/audit/needed_by_tests.h"
#include "strength/audit/never.h"
#include "strength/audit/tightness.h"
#include "strength/audit/uses.h"
#include "suite/command_warnings.h"
#include "suite/text/place.h"
#include "support/budget.h"
#include "support/plural.h"
#include "support/threads.h"

namespace aunit::runner {

namespace {

class SilentListener : public SolveListener {
 public:
  void read(const SolvedFile&, std::size_t) override {}
  void started(std::size_t) override {}
  void answered(const CommandQuestion&, const CommandAnswer&, CommandRow&) override {}
  void told(const CommandRow&) override {}
  void complain(const std::string&) override {}
};

bool isTestFile(const std::string& path) {
  return path.ends_with(".aunit");
}

class AuditRun {
  using Answer = strength::audit::Answer;
  using Finding = strength::audit::Finding;
  using Kind = strength::audit::Kind;
  using Report = strength::audit::Report;
  using Relied = solver::Reliance::Kind;

 public:
  explicit AuditRun(const AuditOptions& options) : options_(options) {}

  Report report() {
    std::vector<std::string> models, tests;
    for (const std::string& file : options_.files) (isTestFile(file) ? tests : models).push_back(file);
    SolveReport solved = solve(requestOf(models), nothing_);
    std::erase_if(solved.rows, [&](const CommandRow& row) {
      const SolvedFile& file = solved.files[row.file];
      return std::as_const(*file.loaded).model->commands()[row.command].isDefault;  // added by aunit, not stated in the file
    });
    readTests(tests);
    for (const SolvedFile& file : solved.files) {
      if (file.isOther())
        report_.skipped.push_back({file.path, "not Alloy"});
      else if (file.isBroken())
        report_.unread.push_back({file.path, whyBroken(file)});
      else
        report_.files.push_back(file.path);
    }
    report_.answers.resize(solved.rows.size());
    reliances_.resize(solved.rows.size());
    all_ = solved.rows.size() + solved.files.size();
    support::forEachParallel(solved.rows.size(), options_.jobs, [&](std::size_t i) {
      report_.answers[i] = answerOf(solved.files[solved.rows[i].file], solved.rows[i], reliances_[i]);
      tellProgress();
    });
    support::forEachParallel(solved.files.size(), options_.jobs, [&](std::size_t i) {
      lookAt(solved.files[i]);
      tryMutants(i, solved);
      tellProgress();
    });
    std::vector<const parser::Loaded*> loaded;
    for (const SolvedFile& file : solved.files) loaded.push_back(file.loaded.get());
    for (std::size_t file = 0; file < solved.files.size(); ++file)
      if (!isRead(solved.files[file].path, *loaded[file], loaded)) unneededIn(file, solved);
    for (const auto& test : tests_) loaded.push_back(test.get());
    for (Finding& finding : strength::audit::unusedIn(loaded, report_.files)) add(std::move(finding));
    std::vector<std::string> own = report_.files;
    own.insert(own.end(), tests.begin(), tests.end());
    strength::audit::addClaims(loaded, own, options_.claims, options_.claimsFile, report_);
    dateClaims();
    inOrder();
    return std::move(report_);
  }

 private:
  SolveRequest requestOf(const std::vector<std::string>& models) const {
    SolveRequest request;
    request.files = models;
    request.named = options_.named;
    request.version = options_.version;
    request.alloy5 = options_.alloy5;
    request.strictOpen = options_.strictOpen;
    request.uses = true;
    request.search = options_.search;
    request.search.limits.seconds = options_.seconds;
    request.search.threads = solver::Threads::one;
    request.timeout = options_.seconds;
    request.jobs = static_cast<int>(options_.jobs);
    request.noCache = true;
    return request;
  }

  void readTests(const std::vector<std::string>& files) {
    parser::LoadOptions options;
    options.alloy5 = options_.alloy5;
    options.strictOpen = options_.strictOpen;
    options.uses = true;
    for (const std::string& file : files) {
      tests_.push_back(parser::load(file, options.within(options_.search.limits)));
      if (!tests_.back()->ok()) report_.unread.push_back({file, firstErrorOf(*tests_.back())});
    }
  }

  static std::string whyBroken(const SolvedFile& file) {
    return file.refused.empty() ? firstErrorOf(*file.loaded) : file.refused;
  }

  static std::string firstErrorOf(const parser::Loaded& loaded) {
    for (const model::Diagnostic& one : loaded.diagnostics.all())
      if (one.severity == model::Severity::error)
        return fmt::format("{}{}", one.span.known() ? loaded.sources.describe(one.span) + ": " : "", one.message);
    return "cannot be read";
  }

  void tellProgress() {
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    options_.progress(++done_, all_);
  }

  void add(Finding finding) {
    const std::lock_guard lock(mutex_);
    report_.findings.push_back(std::move(finding));
  }

  // ---------------------------------------------------------------------------------------------------------------- commands

  Answer answerOf(const SolvedFile& file, const CommandRow& row, solver::Reliance& reliance) {
    const model::Model& model = *std::as_const(*file.loaded).model;
    const model::SourceMap& sources = file.loaded->sources;
    const model::Command& command = model.commands()[row.command];
    Answer answer;
    answer.path = row.path;
    answer.label = row.label;
    answer.text = row.text;
    answer.index = row.index;
    answer.place = suite::placeOf(sources, command.nameSpan.known() ? command.nameSpan : command.span);
    answer.check = row.check;
    answer.verdict = row.verdict;
    answer.answer = row.error.empty() ? row.answer : row.error;
    const bool none = row.verdict == "UNSAT" && (row.check || row.expect == 0);
    if (none && !interruptRequested) reliance = restsOn(file, row, answer);
    if (row.verdict == "SAT" && row.isVacuous()) add({Kind::trivial, answer.place, said(row, row.vacuous->text)});
    if (isBad(row.status()))
      add({Kind::unexpected, answer.place,
           said(row, row.expect < 0 ? fmt::format("{}, and no `expect {}` allows it", row.answer, row.check ? 1 : 0)
                                    : fmt::format("{}, but `expect {}` says otherwise", row.answer, row.expect))});
    if (row.verdict == "UNKNOWN") add({Kind::undecided, answer.place, said(row, row.answer)});
    return answer;
  }

  static std::string said(const CommandRow& row, const std::string& text) {
    return fmt::format("{}: {}", strength::audit::commandText(row.check, row.label), text);
  }

  solver::Reliance restsOn(const SolvedFile& file, const CommandRow& row, Answer& answer) {
    const model::Model& model = *std::as_const(*file.loaded).model;
    const model::SourceMap& sources = file.loaded->sources;
    support::Limits limits = options_.search.limits;
    limits.seconds = options_.seconds;
    solver::ModelQuestions questions(model);
    solver::Reliance reliance =
        solver::relianceOf(questions, solver::problemOf(model, row.command), options_.search, support::Budget(limits));
    const model::FileId in = model.commands()[row.command].span.file;
    answer.restsOn = solver::name(reliance.kind);
    answer.sentence = solver::relianceText(model, sources, reliance, in);
    answer.minimal = reliance.minimal;
    answer.onlyInScope = reliance.onlyInScope;
    answer.paragraphs = reliance.paragraphs();
    answer.facts = reliance.facts;
    for (const solver::Reliance::Part& part : reliance.needs)
      answer.needs.push_back({suite::placeOf(sources, part.span), model::onOneLine(sources.text(part.span)),
                              solver::paragraphText(model, sources, part.paragraph, in), part.breaks});
    Finding finding{Kind::empty, answer.place, said(row, answer.sentence)};
    switch (reliance.kind) {
      case Relied::unknown: finding.kind = Kind::undecided; break;
      case Relied::empty:
        finding.kind = Kind::empty;
        for (const model::Span span : reliance.vacuity->core)
          finding.related.emplace_back(suite::placeOf(sources, span),
                                       "this is one of the constraints that contradict each other");
        break;
      case Relied::tautology:
      case Relied::declarations:
        if (!row.check) return reliance;  // no finding about a `run`: its own predicates may exclude all instances
        finding.kind = reliance.kind == Relied::tautology ? Kind::tautology : Kind::declarations;
        break;
      case Relied::repeats:
        finding.kind = Kind::repeated;
        for (const strength::audit::NeededConjunct& needed : answer.needs)
          finding.related.emplace_back(needed.place, "this constraint says the same as the command");
        break;
      case Relied::operations:
      case Relied::facts: return reliance;
    }
    if (reliance.kind == Relied::unknown) finding.text = said(row, "the facts that its answer rests on are not known");
    add(std::move(finding));
    return reliance;
  }

  // ------------------------------------------------------------------------------------------------------------------- files

  void lookAt(const SolvedFile& file) {
    if (file.isBroken() || file.isOther() || interruptRequested) return;
    const parser::Loaded& loaded = *file.loaded;
    OfScopes ofScopes;
    std::vector<model::Diagnostic> diagnostics = loaded.diagnostics.all();
    std::ranges::move(suite::scopeDiagnostics(*loaded.model, loaded.sources), std::back_inserter(diagnostics));
    for (const model::Diagnostic& one : diagnostics) {
      if (one.severity != model::Severity::warning) continue;
      const auto known = std::ranges::find(warned, std::string_view(one.code), [](const auto& pair) { return pair.first; });
      if (known == warned.end()) continue;
      Finding finding{known->second, suite::placeOf(loaded.sources, one.span), one.message};
      if (known->second == Kind::scope)
        ofScopes[{one.code, one.span.file, one.span.begin}].first = std::move(finding);
      else
        add(std::move(finding));
    }
    lookAtScopes(file, std::move(ofScopes));
    support::Limits limits = options_.search.limits;
    limits.seconds = options_.seconds;
    for (Finding& finding : strength::audit::neverIn(loaded, options_.search, support::Budget(limits))) add(std::move(finding));
    lookForRedundant(loaded, support::Budget(limits));
  }

  /// Findings about scopes. The key is the warning's code, its file and its offset. The value is the finding, and the number of
  /// commands that have this warning.
  using OfScopes = std::map<std::tuple<std::string, model::FileId, std::uint32_t>, std::pair<Finding, std::size_t>>;

  /// Adds warnings about scopes. Equal warnings of several commands are one finding, which names the first command.
  void lookAtScopes(const SolvedFile& file, OfScopes found) {
    const parser::Loaded& loaded = *file.loaded;
    for (model::CommandId id = 0; id < loaded.model->commands().size(); ++id) {
      const model::Command& command = loaded.model->commands()[id];
      if (!file.counts(command)) continue;
      const model::Diagnostics warnings = parser::warningsOn(loaded, id, command.scope);
      for (const model::Diagnostic& one : warnings.all()) {
        auto& [finding, commands] = found[{one.code, one.span.file, one.span.begin}];
        if (commands++ == 0 && finding.text.empty())
          finding = {Kind::scope, suite::placeOf(loaded.sources, one.span), one.message};
      }
    }
    for (auto& [place, pair] : found) {
      auto& [finding, commands] = pair;
      if (commands > 1) finding.text += fmt::format(", and in {}", support::plural(commands - 1, "more command"));
      add(std::move(finding));
    }
  }

  /// Whether a finding already says why some answer of the file is vacuous.
  bool isKnownVacuous(const std::string& path) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(report_.findings,
                               [&](const Finding& one) { return one.kind == Kind::empty && one.place.path == path; });
  }

  void lookForRedundant(const parser::Loaded& loaded, const support::Budget& budget) {
    const solver::Redundancies found = solver::RedundancySearch(*loaded.model, options_.search, budget).all(options_.allScopes);
    if (found.contradictory && isKnownVacuous(loaded.sources.file(0).path())) return;
    for (const model::Diagnostic& warning : solver::warningsOf(found)) {
      Finding finding{found.contradictory ? Kind::empty : Kind::redundant, suite::placeOf(loaded.sources, warning.span),
                      warning.message};
      if (found.found.size() > 1)
        finding.text += std::ranges::find(found.removable, warning.span) != found.removable.end()
                            ? ", and can be removed"
                            : "; it cannot be removed together with other removable constraints";
      for (const model::RelatedPlace& related : warning.related)
        finding.related.emplace_back(suite::placeOf(loaded.sources, related.span), related.message);
      add(std::move(finding));
    }
  }

  /// For each check of a file, finds the mutants of the facts that have a counterexample to the check.
  void tryMutants(std::size_t number, const SolveReport& solved) {
    const SolvedFile& file = solved.files[number];
    if (file.isBroken() || file.isOther() || interruptRequested) return;
    std::vector<strength::audit::HoldingCheck> checks;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < solved.rows.size(); ++i) {
      const solver::Reliance& on = reliances_[i];
      if (solved.rows[i].file != number || !solved.rows[i].check) continue;
      if (on.kind != Relied::repeats && on.kind != Relied::facts) continue;
      strength::audit::HoldingCheck& check = checks.emplace_back();
      check.command = solved.rows[i].command;
      for (const solver::Reliance::Part& part : on.needs) check.needs.push_back(part.paragraph);
      rows.push_back(i);
    }
    std::vector<strength::audit::Tightness> found =
        strength::audit::tightnessOf(*file.loaded, checks, options_.search, support::Budget(options_.search.limits.untimed()));
    for (std::size_t i = 0; i < found.size(); ++i) report_.answers[rows[i]].tightness = std::move(found[i]);
  }

  /// Whether another of the loaded models opens this file; such a model may need the file's facts.
  static bool isRead(const std::string& path, const parser::Loaded& own, const std::vector<const parser::Loaded*>& loaded) {
    return std::ranges::any_of(loaded, [&](const parser::Loaded* other) {
      if (other == &own) return false;
      for (model::FileId id = 0; id < other->sources.size(); ++id)
        if (other->sources.file(id).path() == path) return true;
      return false;
    });
  }

  /// For each fact of a file: whether it is needed by a test that the audit reads.
  std::vector<bool> testsNeed(const SolvedFile& file, const std::vector<strength::audit::FactPlace>& facts) const {
    std::vector<bool> needed(facts.size());
    if (facts.empty()) return needed;
    suite::JudgeOptions how{.semantics = options_.search.semantics, .limits = options_.search.limits, .conflicts = false};
    how.limits.seconds = options_.seconds;
    std::vector<const parser::Loaded*> all;
    for (const auto& test : tests_) all.push_back(test.get());
    if (!file.loaded->tests.tests.empty()) all.push_back(file.loaded.get());
    for (const parser::Loaded* tests : all) {
      const std::vector<bool> found = strength::audit::neededByTests(*tests, facts, how);
      for (std::size_t i = 0; i < facts.size(); ++i) needed[i] = needed[i] || found[i];
    }
    return needed;
  }

  /// Adds a finding if a file has facts on which no answer rests and which no test needs. Does nothing if no answer rests on
  /// facts, if the facts contradict each other, or if the basis of an answer is unknown.
  void unneededIn(std::size_t number, const SolveReport& solved) {
    const SolvedFile& file = solved.files[number];
    if (file.isBroken() || file.isOther()) return;
    const model::Model& model = *std::as_const(*file.loaded).model;
    using Source = solver::Entailment::Source;
    std::vector<Source> needed;
    for (std::size_t i = 0; i < solved.rows.size(); ++i) {
      const CommandRow& row = solved.rows[i];
      if (row.file != number) continue;
      if (row.verdict == "SAT") continue;
      if (reliances_[i].kind == Relied::unknown || reliances_[i].kind == Relied::empty) return;
      for (const solver::Reliance::Part& part : reliances_[i].needs) needed.push_back(part.paragraph);
    }
    if (needed.empty()) return;
    std::vector<strength::audit::FactPlace> spare;
    std::vector<std::pair<suite::Place, std::string>> texts;
    std::size_t all = 0;
    const auto see = [&](const Source& paragraph, model::Span span, model::Span name) {
      ++all;
      if (std::ranges::find(needed, paragraph) != needed.end()) return;
      spare.push_back({file.path, span});
      texts.emplace_back(suite::placeOf(file.loaded->sources, name.known() ? name : span),
                         solver::paragraphText(model, file.loaded->sources, paragraph, span.file));
    };
    for (model::FactId id = 0; id < model.facts().size(); ++id)
      if (const model::Fact& fact = model.facts()[id]; fact.module == 0)
        see({model::Paragraph::Kind::fact, id}, fact.span, fact.nameSpan);
    for (model::SigId id = 0; id < model.sigs().size(); ++id)
      if (const model::Sig& sig = model.sig(id); sig.module == 0 && sig.appendedFact != model::noId)
        see({model::Paragraph::Kind::sig, id}, sig.span, {});
    Finding finding{Kind::unneeded, {}, ""};
    const std::vector<bool> tested = testsNeed(file, spare);
    for (std::size_t i = 0; i < spare.size(); ++i)
      if (!tested[i]) finding.related.push_back(std::move(texts[i]));
    if (finding.related.empty()) return;
    finding.place = finding.related.front().first;
    finding.text =
        fmt::format("not needed by any command or test: {} of {}", finding.related.size(), support::plural(all, "fact"));
    add(std::move(finding));
  }

  /// For each command and each test that shows a claim, records when the text of this command or test last changed.
  void dateClaims() {
    std::map<std::string, std::vector<std::int64_t>> lines;  // by path
    for (strength::audit::Claim& claim : report_.claims)
      for (strength::audit::Claim::Evidence& shown : claim.shown) {
        std::int64_t latest = 0;
        bool isKnown = !shown.written.empty(), isCommitted = true;
        for (const suite::Place& place : shown.written) {
          const auto [known, isNew] = lines.try_emplace(place.path);
          if (isNew) known->second = linesChanged(place.path);
          isKnown = isKnown && place.known() && place.endLine <= known->second.size();
          for (std::uint32_t line = place.line; isKnown && line <= place.endLine; ++line) {
            isCommitted = isCommitted && known->second[line - 1] != 0;
            latest = std::max(latest, known->second[line - 1]);
          }
        }
        if (isKnown)
          shown.changed =
              isCommitted ? fmt::format("{:%Y-%m-%d}", fmt::gmtime(static_cast<std::time_t>(latest))) : "not committed";
      }
  }

  void inOrder() {
    const auto key = [](const Finding& one) {
      return std::tuple(one.kind, one.place.path, one.place.line, one.place.column, one.text);
    };
    std::ranges::sort(report_.findings, {}, key);
    const auto same = std::ranges::unique(report_.findings, {}, key);
    report_.findings.erase(same.begin(), same.end());
  }

  /// Codes of the warnings of `aunit check` that an audit reports, too.
  static constexpr std::array<std::pair<std::string_view, Kind>, 9> warned = {{{"bitwidth", Kind::scope},
                                                                               {"scope", Kind::scope},
                                                                               {"argument", Kind::behaviour},
                                                                               {"constant", Kind::behaviour},
                                                                               {"first-state", Kind::behaviour},
                                                                               {"frame", Kind::behaviour},
                                                                               {"move", Kind::behaviour},
                                                                               {"prime", Kind::behaviour},
                                                                               {"untaken", Kind::behaviour}}};

  const AuditOptions& options_;
  SilentListener nothing_;
  Report report_;
  std::vector<solver::Reliance> reliances_;  // by answer
  std::vector<std::unique_ptr<parser::Loaded>> tests_;
  std::mutex mutex_;
  std::size_t done_ = 0, all_ = 0;
};

}  // namespace

strength::audit::Report audit(const AuditOptions& options) {
  return AuditRun(options).report();
}

}  // namespace aunit::runner
