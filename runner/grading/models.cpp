#include "runner/grading/models.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "parser/front_end.h"
#include "runner/grading/opened.h"
#include "suite/valuation/valuation_text.h"
#include "support/files.h"
#include "support/threads.h"

namespace aunit::runner {

namespace fs = std::filesystem;
using strength::grading::ModelClass;
using strength::grading::ModelJudgement;

namespace {

/// A reference model. It is loaded once; each judgement works on a copy.
struct Reference {
  std::string name;
  std::unique_ptr<parser::Loaded> loaded;
  std::map<std::string, std::string> opened;
};

/// The file name of a path without its ending, in lower case.
std::string referenceKey(const std::string& path) {
  std::string key = fs::path(path).filename().replace_extension().generic_string();
  for (char& c : key)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return key;
}

/// Returns the names of the references that have no instance.
std::vector<std::string> emptyReferences(const std::vector<GradedModel>& answers) {
  std::set<std::string> empty;
  for (const GradedModel& one : answers)
    if (one.judgement.isReferenceEmpty) empty.insert(one.model);
  return {empty.begin(), empty.end()};
}

class ModelGradingRun {
 public:
  explicit ModelGradingRun(const ModelGradingOptions& options) : options_(options) {}

  ModelGrading run(const std::string& reference, const std::vector<Submission>& submissions) {
    result_.part = options_.part;
    result_.parts = options_.parts;
    std::vector<std::size_t> own;
    for (std::size_t i = options_.part; i < submissions.size(); i += options_.parts) own.push_back(i);
    try {
      if (!read(reference)) return std::move(result_);
      result_.answers.resize(own.size());
      std::atomic<std::size_t> done = 0;
      const unsigned threads = options_.jobs == 0 ? support::cores() : options_.jobs;
      support::forEachParallel(own.size(), threads, [&](std::size_t i) {
        support::Budget(options_.limits.untimed()).check();
        const auto began = std::chrono::steady_clock::now();
        judge(submissions[own[i]], result_.answers[i]);
        result_.answers[i].seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        if (options_.progress) options_.progress(++done, own.size(), "models judged");
      });
    } catch (const support::Exhausted&) {
      result_.interrupted = true;
    }
    result_.empty = emptyReferences(result_.answers);
    return std::move(result_);
  }

 private:
  parser::LoadOptions loading() const {
    parser::LoadOptions how;
    how.alloy5 = options_.alloy5;
    how.limits = options_.limits;
    return how;
  }

  bool read(const std::string& path) {
    std::error_code ignored;
    isFolder_ = fs::is_directory(path, ignored);
    std::vector<std::string> paths;
    if (isFolder_) {
      std::string error;
      auto reader = support::FolderReader::open(path, error);
      if (!reader) {
        result_.errors.push_back(fmt::format("{}: {}", path, error));
        return false;
      }
      while (auto name = reader->next())
        if (name->ends_with(".als")) paths.push_back((fs::path(path) / *name).generic_string());
      std::ranges::sort(paths);
      if (paths.empty()) result_.errors.push_back(fmt::format("{}: this folder has no model (.als)", path));
    } else {
      paths.push_back(path);
    }
    for (const std::string& one : paths) {
      Reference reference{fs::path(one).filename().replace_extension().generic_string(), parser::load(one, loading()), {}};
      if (!reference.loaded->ok()) {
        result_.errors.push_back(model::render(reference.loaded->diagnostics.all(), reference.loaded->sources, false));
        continue;
      }
      reference.opened = openedBy(*reference.loaded);
      references_.emplace(referenceKey(one), std::move(reference));
    }
    return result_.errors.empty();
  }

  const Reference* referenceOf(const Submission& submission) const {
    if (!isFolder_) return &references_.begin()->second;
    for (std::string key = referenceKey(submission.name);; key.resize(key.rfind('.'))) {
      if (const auto found = references_.find(key); found != references_.end()) return &found->second;
      if (key.find('.') == std::string::npos) return nullptr;
    }
  }

  void judge(const Submission& submission, GradedModel& graded) const {
    graded.answer = submission.name;
    const auto refuse = [&](std::string why) {
      graded.judgement.verdict = ModelClass::refused;
      graded.judgement.reason = std::move(why);
    };
    const Reference* const reference = referenceOf(submission);
    if (!reference) return refuse("there is no reference of this name");
    graded.model = reference->name;
    if (submission.files.size() != 1)
      return refuse(submission.files.empty() ? "nothing was handed in" : "there are several files");
    const SubmittedFile& file = submission.files.front();
    if (!file.error.empty()) return refuse(file.error);
    parser::LoadOptions how = loading();
    readOnly(reference->opened, submission.name, how);
    const auto answer = parser::loadText(submission.name, file.text, how);
    if (!answer->ok()) return refuse(firstError(*answer));
    try {
      const auto right = parser::copyOf(*reference->loaded);
      graded.judgement = strength::grading::judgeModel(
          *right, *answer, {.scope = options_.scope, .semantics = options_.semantics, .limits = options_.limits});
      describe(*right->model, *answer->model, graded);
    } catch (const support::Exhausted& exhausted) {
      if (options_.limits.stopped()) throw;
      graded.judgement = {};
      graded.judgement.reason = exhausted.what();
    } catch (const std::bad_alloc&) {
      graded.judgement = {};
      graded.judgement.reason = "out of memory";
    }
  }

  static std::string firstError(const parser::Loaded& answer) {
    for (const model::Diagnostic& one : answer.diagnostics.all()) {
      if (one.severity != model::Severity::error) continue;
      std::string text = model::render(one, answer.sources, false);
      text.resize(std::min(text.find('\n'), text.size()));
      return text;
    }
    return "it has errors";
  }

  static void describe(const model::Model& right, const model::Model& answer, GradedModel& graded) {
    const ModelJudgement& judgement = graded.judgement;
    if (judgement.accepted) graded.accepted = suite::valuationText(answer, *judgement.accepted, "accepted");
    if (judgement.rejected) graded.rejected = suite::valuationText(right, *judgement.rejected, "rejected");
  }

  const ModelGradingOptions& options_;
  bool isFolder_ = false;
  std::map<std::string, Reference> references_;
  ModelGrading result_;
};

}  // namespace

std::optional<ModelGrading> united(std::vector<ModelGrading> parts, std::string& error) {
  const std::size_t count = parts.front().parts;
  std::vector<ModelGrading*> byPart(count);
  std::size_t answers = 0;
  for (ModelGrading& part : parts) {
    if (part.parts != count) {
      error = "the reports are not parts of one run: they state different total numbers of parts";
      return std::nullopt;
    }
    if (!byPart[part.part]) answers += part.answers.size();
    byPart[part.part] = &part;
  }
  if (const auto missing = std::ranges::find(byPart, nullptr); missing != byPart.end()) {
    error = fmt::format("shard {}/{} is missing", missing - byPart.begin() + 1, count);
    return std::nullopt;
  }
  ModelGrading all;
  std::set<std::string> empty;
  for (std::size_t i = 0; i < answers; ++i) {
    std::vector<GradedModel>& own = byPart[i % count]->answers;
    if (i / count >= own.size()) {
      error = "the reports are not parts of one run: one of them has too few answers";
      return std::nullopt;
    }
    all.answers.push_back(std::move(own[i / count]));
  }
  for (const ModelGrading* part : byPart) empty.insert(part->empty.begin(), part->empty.end());
  all.empty.assign(empty.begin(), empty.end());
  return all;
}

ModelGrading gradeModels(const std::string& reference, const std::vector<Submission>& submissions,
                         const ModelGradingOptions& options) {
  return ModelGradingRun(options).run(reference, submissions);
}

}  // namespace aunit::runner
