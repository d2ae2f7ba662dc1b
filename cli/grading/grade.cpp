// aunit grade: judges the submissions of a class.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/asking/grade_init.h"
#include "cli/exit_code.h"
#include "cli/grading/grade_models.h"
#include "cli/input/shard_option.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/parts/parts.h"
#include "cli/parts/progress.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "model/diagnostic.h"
#include "reporters/grading/grading.h"
#include "reporters/grading/platforms.h"
#include "reporters/html/write.h"
#include "reporters/terminal/console.h"
#include "runner/files/journal.h"
#include "runner/grading/grading.h"
#include "runner/grading/handout.h"
#include "runner/interrupt.h"
#include "runner/solving/scope_option.h"
#include "strength/grading/hidden.h"
#include "support/files.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;
using strength::grading::Class;
using strength::grading::ClusterReport;
using strength::grading::Exercise;
using strength::grading::ExerciseReport;
using strength::grading::PartialCredit;
using strength::grading::Report;

bool isUndecided(const Report& report) {
  for (const ExerciseReport& one : report.exercises)
    for (const auto& answer : one.answers)
      if (!answer.elsewhere && answer.verdict == Class::unknown) return true;
  return false;
}

std::optional<PartialCredit> partialOf(const std::optional<std::string>& name) {
  for (const PartialCredit rule : {PartialCredit::none, PartialCredit::suite, PartialCredit::distance})
    if (name == nameOf(rule)) return rule;
  return std::nullopt;
}

/// The journal of groups: reads the groups that an earlier run recorded, and records new ones. Thread-safe.
class ClusterJournal {
 public:
  /// Returns nothing, after a message, if the journal cannot be used.
  static std::unique_ptr<ClusterJournal> open(const std::string& path) {
    std::string error;
    auto journal = runner::Journal::open(path, error);
    if (!journal) return usageError("--resume: " + error);
    auto made = std::unique_ptr<ClusterJournal>(new ClusterJournal(path, std::move(*journal)));
    for (const runner::Journal::Entry& entry : made->journal_.entries()) {
      if (!entry.text.starts_with(prefix) || entry.text.size() < prefix.size() + 17)
        return usageError(fmt::format("--resume: {}:{}: this is not a line of `aunit grade`; remove this line to use the journal",
                                      path, entry.line));
      made->known_[entry.text.substr(prefix.size(), 16)] = entry.text.substr(prefix.size() + 17);
    }
    return made;
  }

  std::optional<ClusterReport> find(const std::string& key, const model::Model& model) const {
    const auto known = known_.find(key);
    return known == known_.end() ? std::nullopt : reporters::clusterOfDetail(known->second, model);
  }

  void add(const std::string& key, const ClusterReport& cluster, const model::Model& model) {
    std::string error;
    if (journal_.add(fmt::format("{}{} {}", prefix, key, reporters::clusterDetail(cluster, model)), error)) return;
    const std::lock_guard lock(mutex_);
    if (!std::exchange(failed_, true)) reporters::complain(fmt::format("{}: {}", path_, error));
  }

 private:
  static constexpr std::string_view prefix = "grade ";

  ClusterJournal(std::string path, runner::Journal journal) : path_(std::move(path)), journal_(std::move(journal)) {}

  const std::string path_;
  runner::Journal journal_;
  std::map<std::string, std::string> known_;
  std::mutex mutex_;
  bool failed_ = false;
};

class GradeCommand {
 public:
  explicit GradeCommand(const GradeArguments& arguments) : arguments_(arguments) {}

  int run() {
    if (!findAssignment()) return usageOrModelError;
    std::string error;
    auto scope = runner::ScopeOption::parse(arguments_.scope.empty() ? assignment_.scope : arguments_.scope, error);
    if (!scope) return usageError(error);
    scope_.emplace(std::move(*scope));
    if (!ownPart() && !openOutputs()) return usageOrModelError;
    runner::catchInterrupts();
    if (const int code = arguments_.merge.empty() ? judge() : merge(arguments_.merge); code != allPassed) return code;
    if (ownPart()) return handOver(reporters::gradingJson(report_));
    if (report_.interrupted) return interrupted;
    return show();
  }

 private:
  // ------------------------------------------------------------------------------------------------------- the assignment

  bool findAssignment() {
    paths_ = arguments_.paths;
    if (!arguments_.right && !paths_.empty() && runner::isAssignment(paths_[0])) {
      std::string error;
      auto found = runner::readAssignment(paths_[0], error);
      if (!found) return usageError(error);
      assignment_ = std::move(*found);
      paths_.erase(paths_.begin());
    } else {
      if (!arguments_.right || arguments_.predicates.empty())
        return usageError(
            "aunit grade needs the folder of an assignment (made by `aunit grade init`) or --right FILE; --right FILE alone "
            "grades whole models, and --right FILE --pred NAME grades one predicate");
      assignment_.right = *arguments_.right;
      for (const std::string& name : arguments_.predicates) {
        Exercise exercise;
        exercise.name = name;
        assignment_.exercises.push_back(std::move(exercise));
      }
    }
    if (const auto rule = partialOf(arguments_.partial))
      for (Exercise& exercise : assignment_.exercises)
        if (exercise.kind == Exercise::Kind::predicate || rule != PartialCredit::distance) exercise.partial = *rule;
    assignment_.hidden.insert(assignment_.hidden.end(), arguments_.hidden.begin(), arguments_.hidden.end());
    if (arguments_.layout) assignment_.layout = *arguments_.layout;
    const bool severalFiles = std::ranges::any_of(assignment_.exercises, [](const Exercise& one) { return !one.file.empty(); });
    if (assignment_.layout.empty() && severalFiles) assignment_.layout = "{student}/{file}";
    if (assignment_.folder.empty() && (arguments_.comments != 0 || arguments_.chaffs != 0))
      return usageError("--comments and --chaffs need the folder of an assignment, because they write files into it");
    if (paths_.empty() && arguments_.merge.empty()) return usageError("no submissions are named");
    return true;
  }

  bool openOutputs() {
    for (const auto& [option, path] : files()) outputs_.addFile(option, *path);
    outputs_.addReport("--html", arguments_.html);
    outputs_.addReport("--feedback", arguments_.feedback);
    std::vector<std::string> inputs{assignment_.right};
    for (const std::string& path : paths_) inputs.push_back(path);
    for (const std::string& path : arguments_.merge) inputs.push_back(path);
    return outputs_.open(inputs);
  }

  std::vector<std::pair<const char*, const std::optional<std::string>*>> files() const {
    return {{"--csv", &arguments_.csv},
            {"--junit", &arguments_.junit},
            {"--gradescope", &arguments_.gradescope},
            {"--prairielearn", &arguments_.prairielearn},
            {"--coderunner", &arguments_.coderunner},
            {"--classroom", &arguments_.classroom}};
  }

  bool wantsPlatform() const {
    return arguments_.gradescope || arguments_.prairielearn || arguments_.coderunner || arguments_.classroom;
  }

  // ------------------------------------------------------------------------------------------------------------- judging

  int judge() {
    const auto shard = shardOf(ownPart() ? ownPart()->shard : arguments_.shard, std::nullopt);
    if (!shard) return usageOrModelError;
    // Whether this process does all work of its shard without other processes. --resume needs this: only one process may write
    // a journal.
    const bool whole = arguments_.resume || shard->total > 1;
    Progress progress;
    if (const auto parts = whole ? std::nullopt : doneInParts(arguments_.jobs, std::ref(progress))) {
      progress.clear();
      reporters::show(stderr, parts->said);
      return parts->code != 0 ? parts->code : merge(parts->reports);
    }
    std::vector<std::string> errors;
    const support::Limits untimed{.stop = &runner::interruptRequested};
    std::vector<runner::Submission> submissions;
    try {
      if (arguments_.oneStudent)
        submissions = {runner::readSubmission(paths_, arguments_.student.value_or("submission"), errors, untimed)};
      else
        submissions = runner::readSubmissions(paths_, assignment_.layout, errors, untimed);
    } catch (const support::Exhausted&) {
      return interrupted;
    }
    for (const std::string& one : errors) usageError(one);
    if (!errors.empty()) return usageOrModelError;
    std::vector<std::string> inputs;
    for (const runner::Submission& one : submissions) inputs.push_back(one.name);
    if (!outputs_.spare(inputs)) return usageOrModelError;
    if (submissions.empty()) return nothingFor("there are no submissions");
    std::unique_ptr<ClusterJournal> journal;
    if (arguments_.resume && !(journal = ClusterJournal::open(*arguments_.resume))) return usageOrModelError;
    std::shared_ptr<const model::Model> model;
    runner::GradingOptions options;
    options.alloy5 = arguments_.language.alloy5;
    options.semantics = arguments_.language.semantics;
    options.limits = limitsOf(arguments_.timeout.value_or(assignment_.timeout.value_or(10)), arguments_.time);
    options.jobs = static_cast<unsigned>(arguments_.jobs);
    options.hints = !arguments_.noHints && wantsHints();
    options.part = shard->index;
    options.parts = shard->total;
    options.scope = [this](const model::Model& right, model::Scope& wanted, std::string& why) {
      return scope_->complete(right, wanted, why);
    };
    options.progress = [&](std::size_t done, std::size_t all, std::string_view what) { progress(done, all, what); };
    if (journal) {
      options.remembered = [&](const std::string& key, const model::Model& right) { return journal->find(key, right); };
      options.remember = [&](const std::string& key, const ClusterReport& cluster, const model::Model& right) {
        journal->add(key, cluster, right);
      };
    }
    report_ = runner::grade(assignment_, std::move(submissions), options);
    progress.clear();
    for (const std::string& one : report_.errors) reporters::show(stderr, one.ends_with('\n') ? one : one + "\n");
    return report_.errors.empty() ? allPassed : usageOrModelError;
  }

  /// Whether an output shows hints. Computing hints takes most of the time.
  bool wantsHints() const { return !assignment_.folder.empty() || arguments_.html || arguments_.feedback || wantsPlatform(); }

  int merge(const std::vector<std::string>& paths) {
    parser::LoadOptions how;
    how.alloy5 = arguments_.language.alloy5;
    const std::shared_ptr<parser::Loaded> right = parser::load(assignment_.right, how);
    if (!right->ok()) {
      reporters::show(stderr, model::render(right->diagnostics.all(), right->sources, false));
      return usageOrModelError;
    }
    std::vector<Report> parts;
    for (const std::string& path : paths) {
      std::string error;
      const auto text = support::readFile(path, error);
      if (!text) return usageError(fmt::format("cannot read {}: {}", path, error));
      auto part = reporters::gradingFromJson(*text, std::shared_ptr<const model::Model>(right, right->model.get()), error);
      if (!part) return usageError(fmt::format("{} is not a report of `aunit grade --json`: {}", path, error));
      parts.push_back(std::move(*part));
    }
    std::string error;
    auto all = strength::grading::united(std::move(parts), error);
    if (!all) return usageError(error);
    report_ = std::move(*all);
    report_.handout = strength::grading::handoutView(report_.model, {assignment_.hidden.begin(), assignment_.hidden.end()});
    return allPassed;
  }

  // ------------------------------------------------------------------------------------------------------------ results

  int show() {
    std::optional<std::uint32_t> student;
    if (wantsPlatform() && !(student = studentMeant())) return usageOrModelError;
    std::string error;
    for (const auto& [folder, teacher] : {std::pair(&arguments_.html, true), std::pair(&arguments_.feedback, false)})
      if (*folder && !reporters::html::write(report_, teacher, **folder, error)) return usageError(error);
    const bool written = outputs_.write("--csv", [&] { return reporters::gradingCsv(report_); }) &&
                         outputs_.write("--junit", [&] { return reporters::gradingJunit(report_); }) &&
                         outputs_.write("--gradescope", [&] { return reporters::gradescopeJson(report_, *student); }) &&
                         outputs_.write("--prairielearn", [&] { return reporters::prairieLearnJson(report_, *student); }) &&
                         outputs_.write("--coderunner", [&] { return reporters::codeRunnerJson(report_, *student); }) &&
                         outputs_.write("--classroom", [&] { return reporters::classroomJson(report_, *student); });
    if (!written || !writeIntoAssignment()) return usageOrModelError;
    if (json_.isWanted()) json_.add(reporters::gradingJson(report_));
    if (!json_.write()) return usageOrModelError;
    if (!json_.isAlone() && !outputs_.usesStandardOutput()) {
      const reporters::Style style(reporters::wantsColor(colorChoice(arguments_.color), stdout));
      reporters::show(stdout, reporters::gradingText(report_, mostOf(arguments_.limit), style), style);
    }
    return isUndecided(report_) ? undecided : allPassed;
  }

  /// The last submission of the student that --student names, or of the only student. Returns nothing, after a message,
  /// if there is no such student or if there are several students.
  std::optional<std::uint32_t> studentMeant() {
    std::optional<std::uint32_t> found;
    for (std::uint32_t s = 0; s < report_.submissions.size(); ++s) {
      const auto& one = report_.submissions[s];
      if (!one.counts || (arguments_.student && one.student != *arguments_.student)) continue;
      if (found) return usageError("files for learning platforms are about one student: choose the student with --student NAME");
      found = s;
    }
    if (!found) usageError(fmt::format("there is no student `{}`", arguments_.student.value_or("")));
    return found;
  }

  /// For each of the largest groups of wrong answers, writes files into the assignment's folder: an answer of the group, an empty
  /// file for the teacher's comment on it, and a wrong model that contains the answer.
  bool writeIntoAssignment() {
    if (arguments_.comments == 0 && arguments_.chaffs == 0) return true;
    parser::LoadOptions how;
    how.alloy5 = arguments_.language.alloy5;
    const auto right = parser::load(assignment_.right, how);
    if (!right->ok()) return usageError(fmt::format("{} can no longer be read", assignment_.right));
    for (const ExerciseReport& exercise : report_.exercises) {
      const bool tests = exercise.exercise.kind == Exercise::Kind::tests;
      std::vector<const ClusterReport*> largest;
      for (const ClusterReport& cluster : exercise.clusters)
        if (cluster.verdict != Class::correct && !cluster.text.empty()) largest.push_back(&cluster);
      std::ranges::stable_sort(largest, std::ranges::greater(), [](const ClusterReport* one) { return one->answers.size(); });
      int comments = arguments_.comments, chaffs = tests ? 0 : arguments_.chaffs;
      for (const ClusterReport* cluster : largest) {
        const auto text =
            tests ? std::optional(cluster->text) : runner::wrongModel(*right, exercise.exercise.name, cluster->text);
        if (!text) continue;
        const std::string name = fmt::format("{}-{}", runner::nameForFiles(exercise.exercise), cluster->name);
        if (comments > 0 && cluster->comment.empty()) {
          --comments;
          if (!begin("comments", name + (tests ? ".aunit" : ".als"), *text) || !begin("comments", name + ".md", "")) return false;
        }
        if (chaffs > 0) {
          --chaffs;
          if (!begin("wrong", name + ".als", *text)) return false;
        }
      }
    }
    return true;
  }

  /// Writes a file into the assignment's folder unless the file exists.
  bool begin(const std::string& folder, const std::string& name, const std::string& text) {
    const fs::path place = fs::path(assignment_.folder) / folder / name;
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(place, ignored))) return true;
    std::string error;
    auto made = support::NewFolders::create(place.parent_path().generic_string(), error);
    if (!made || !support::writeFile(place.generic_string(), text, error))
      return usageError(fmt::format("cannot write `{}`: {}", place.generic_string(), error));
    made->keep();
    return true;
  }

  const GradeArguments& arguments_;
  runner::Assignment assignment_;
  std::vector<std::string> paths_;  // paths of submissions
  std::optional<runner::ScopeOption> scope_;
  Outputs outputs_;
  JsonOutput json_{outputs_, arguments_.json};
  Report report_;
};

}  // namespace

int grade(const GradeArguments& arguments) {
  if (arguments.right && arguments.predicates.empty()) return gradeWholeModels(arguments);
  if (!arguments.paths.empty() && arguments.paths[0] == "init" && !arguments.right) return gradeInit(arguments);
  return GradeCommand(arguments).run();
}

}  // namespace aunit::cli
