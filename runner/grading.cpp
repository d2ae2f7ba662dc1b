#include "runner/grading.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "parser/command_text.h"
#include "strength/grading/readings.h"
#include "support/files.h"
#include "support/threads.h"

namespace aunit::runner {

namespace fs = std::filesystem;
using strength::grading::Class;
using strength::grading::Grader;

namespace {

/// The files that the right model opens, beside itself, by path from its folder: all that a submission may open.
std::map<std::string, std::string> openedBy(const parser::Loaded& right) {
  std::map<std::string, std::string> files;
  const fs::path folder = fs::path(right.sources.file(0).path()).parent_path();
  for (model::FileId f = 1; f < right.sources.size(); ++f) {
    const model::SourceFile& file = right.sources.file(f);
    files.emplace(fs::path(file.path()).lexically_normal().lexically_relative(folder.lexically_normal()).string(),
                  file.document());
  }
  return files;
}

class GradingRun {
 public:
  GradingRun(const Assignment& assignment, const GradingOptions& options) : options_(options) { result_.assignment = assignment; }

  GradingResult run(std::vector<Submission> submissions) {
    const auto began = std::chrono::steady_clock::now();
    if (prepare()) {
      try {
        read(submissions);
        judge();
      } catch (const support::Exhausted&) {
        result_.interrupted = true;
      }
    }
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(result_);
  }

 private:
  bool prepare() {
    parser::LoadOptions how;
    how.alloy5 = options_.alloy5;
    result_.right = parser::load(result_.assignment.right, how);
    const parser::Loaded& right = *result_.right;
    if (!right.ok()) {
      result_.errors.push_back(model::render(right.diagnostics.all(), right.sources, false));
      return false;
    }
    opened_ = openedBy(right);
    std::set<std::string> predicates;
    for (const Exercise& exercise : result_.assignment.exercises) predicates.insert(exercise.predicate);
    for (const Exercise& exercise : result_.assignment.exercises)
      if (!prepare(exercise, predicates)) return false;
    return true;
  }

  bool prepare(const Exercise& exercise, const std::set<std::string>& predicates) {
    const model::Model& model = *result_.right->model;
    const model::FuncId predicate = strength::grading::predicateNamed(model, exercise.predicate);
    if (predicate == model::noId || model.func(predicate).recursive) {
      std::vector<std::string> names;
      for (const model::Func& function : model.funcs())
        if (function.module == 0 && function.isPredicate) names.push_back(function.name);
      result_.errors.push_back(fmt::format("{} has no one predicate {}{}\n", result_.assignment.right, exercise.predicate,
                                           model::orNear(exercise.predicate, names)));
      return false;
    }
    strength::grading::GraderOptions how;
    std::string error;
    if (options_.scope && !options_.scope(model, how.scope, error)) {
      result_.errors.push_back(error + "\n");
      return false;
    }
    if (how.scope.overall < 0 && how.scope.sigs.empty()) how.scope.overall = 3;
    how.semantics = options_.semantics;
    how.limits = options_.limits;
    how.situations = options_.situations;
    how.permissions.predicates = predicates;
    how.permissions.hidden = {result_.assignment.hidden.begin(), result_.assignment.hidden.end()};
    how.permissions.helpers = result_.assignment.helpers;
    std::string scope = parser::scopeText(model, how.scope);
    if (auto refused = strength::grading::refusalOf(model, how.scope)) {
      result_.errors.push_back(fmt::format("scope {}: {}\n", scope, *refused));
      return false;
    }
    result_.exercises.push_back({exercise, std::make_unique<Grader>(model, predicate, how), std::move(scope)});
    return true;
  }

  /// Texts are parsed by all threads, a portion at a time, so that no more of them are held than that.
  void read(std::vector<Submission>& submissions) {
    constexpr std::size_t portion = 64;
    const unsigned threads = options_.jobs == 0 ? support::cores() : options_.jobs;
    for (std::size_t begin = 0; begin < submissions.size(); begin += portion) {
      const std::size_t count = std::min(portion, submissions.size() - begin);
      std::vector<std::unique_ptr<parser::Loaded>> loaded(count);
      support::forEachParallel(count, threads, [&](std::size_t i) {
        Submission& one = submissions[begin + i];
        if (one.error.empty()) loaded[i] = load(one);
        one.text = {};
      });
      for (std::size_t i = 0; i < count; ++i) {
        for (const ExerciseResult& exercise : result_.exercises)
          if (loaded[i])
            exercise.grader->add(*loaded[i]);
          else
            exercise.grader->addInvalid(submissions[begin + i].error);
        result_.names.push_back(submissions[begin + i].name);
        loaded[i].reset();
      }
      support::Budget(options_.limits.untimed()).check();
    }
  }

  std::unique_ptr<parser::Loaded> load(const Submission& submission) const {
    parser::LoadOptions how;
    how.alloy5 = options_.alloy5;
    how.limits = options_.limits;
    std::string path = submission.name;
    if (!path.ends_with(".als") && !path.ends_with(".md")) path += ".als";
    const fs::path folder = fs::path(path).parent_path().lexically_normal();
    how.readFile = [&](const std::string& wanted) -> std::optional<std::string> {
      const auto found = opened_.find(fs::path(wanted).lexically_normal().lexically_relative(folder).string());
      return found == opened_.end() ? std::nullopt : std::optional(found->second);
    };
    return parser::loadText(path, submission.text, how);
  }

  void judge() {
    const unsigned threads = options_.jobs == 0 ? support::cores() : options_.jobs;
    support::forEachParallel(result_.exercises.size(), threads, [&](std::size_t e) { result_.exercises[e].grader->judge(); });
  }

  const GradingOptions& options_;
  GradingResult result_;
  std::map<std::string, std::string> opened_;
};

}  // namespace

GradingResult grade(const Assignment& assignment, std::vector<Submission> submissions, const GradingOptions& options) {
  return GradingRun(assignment, options).run(std::move(submissions));
}

std::optional<double> pointsOf(const Exercise& exercise, const Grader& grader, std::uint32_t submission) {
  const strength::grading::Judgement& judgement = grader.judgements()[submission];
  if (judgement.verdict == Class::unknown) return std::nullopt;
  if (judgement.verdict == Class::correct) return exercise.points;
  if (!exercise.partial || judgement.cluster == model::noId) return 0.0;
  return std::floor(exercise.points * grader.clusters()[judgement.cluster].share * 100 + 1e-9) / 100;
}

}  // namespace aunit::runner
