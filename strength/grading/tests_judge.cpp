#include "strength/grading/tests_judge.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "strength/grading/readings.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace aunit::strength::grading {

namespace fs = std::filesystem;
using suite::Outcome;

/// Judges one submission.
class TestsJudge::Work {
 public:
  Work(const TestsJudge& judge, std::string path, const std::string& text)
      : judge_(judge), path_(std::move(path)), text_(text), budget_(judge.options_.limits) {}

  TestsJudgement result() {
    try {
      look();
    } catch (const support::Exhausted& end) {
      support::Budget(judge_.options_.limits.untimed()).check();
      found_.verdict = Class::unknown;
      found_.why = end.what();
    }
    return std::move(found_);
  }

 private:
  void look() {
    const auto seen = load(judge_.handout_);
    if (!seen->ok() || hasErrors(seen->tests)) return end(Class::invalid, errorsOf(*seen));
    if (const std::string objection = objectionTo(*seen); !objection.empty()) return end(Class::forbidden, objection);
    if (suite::collectTests(*seen).empty()) return end(Class::invalid, fmt::format("{}: error: the file has no test\n", path_));
    std::map<std::string, bool> passes;  // by test: whether it passes on all right models
    for (const TestedModel& model : judge_.right_) {
      bool all = true;
      for (const auto& [name, passed] : outcomesOn(model)) {
        passes.try_emplace(name, true).first->second &= passed;
        all &= passed;
      }
      if (!all) found_.refused.push_back(model.name);
    }
    for (const auto& [name, passed] : passes)
      if (!passed) found_.failed.push_back(name);
    for (const TestedModel& model : judge_.wrong_) {
      const auto outcomes = outcomesOn(model);
      const bool noticed = std::ranges::any_of(
          outcomes, [&](const auto& one) { return !one.second && passes.contains(one.first) && passes[one.first]; });
      if (!noticed) found_.missed.push_back(model.name);
    }
    const bool over = !found_.refused.empty(), under = !found_.missed.empty();
    found_.verdict = over ? (under ? Class::both : Class::over) : under ? Class::under : Class::correct;
    if (!over && !judge_.wrong_.empty())
      found_.share = 1 - static_cast<double>(found_.missed.size()) / static_cast<double>(judge_.wrong_.size());
  }

  void end(Class verdict, std::string why) {
    found_.verdict = verdict;
    found_.why = std::move(why);
  }

  /// The submission's file, loaded with `model` in place of the handout.
  std::unique_ptr<parser::Loaded> load(const TestedModel& model) const {
    budget_.check();
    parser::LoadOptions how = judge_.options_.load.within(budget_.left({}));
    const fs::path place = fs::path(path_).parent_path() / fs::path(judge_.handout_.name).filename();
    how.modelPath = place.generic_string();
    how.readFile = [wanted = place.lexically_normal(), &model](const std::string& path) -> std::optional<std::string> {
      return fs::path(path).lexically_normal() == wanted ? std::optional(model.text) : std::nullopt;
    };
    return parser::loadText(path_, text_, how);
  }

  /// Returns, by test, whether the test passes on `model`. Returns an empty map if the file cannot be loaded with this model. In
  /// this case, no test counts as failed on the model.
  std::map<std::string, bool> outcomesOn(const TestedModel& model) const {
    std::map<std::string, bool> outcomes;
    const auto loaded = load(model);
    if (!loaded->ok()) {
      budget_.check();
      return outcomes;
    }
    const suite::JudgeOptions how{.semantics = judge_.options_.semantics,
                                  .limits = budget_.left({}),
                                  .threads = solver::Threads::one,
                                  .conflicts = false,
                                  .budget = budget_};
    suite::TestJudge judge(*loaded, how);
    for (const suite::TestCase& test : suite::collectTests(*loaded)) {
      budget_.check();
      const suite::TestResult result = judge.judge(test);
      if (result.outcome == Outcome::skipped) continue;
      outcomes[test.name] = result.outcome == Outcome::passed || result.outcome == Outcome::xfailed;
    }
    budget_.check();
    return outcomes;
  }

  static bool hasErrors(const model::Tests& tests) {
    return std::ranges::any_of(tests.tests, [](const model::Test& test) { return !test.errors.empty(); });
  }

  /// At most 10 errors of the file; errors of tests only if there are no others.
  static std::string errorsOf(const parser::Loaded& loaded) {
    std::vector<model::Diagnostic> errors;
    const auto add = [&](const model::Diagnostic& one) {
      if (one.severity == model::Severity::error && errors.size() < 10) errors.push_back(one);
    };
    for (const model::Diagnostic& one : loaded.diagnostics.all()) add(one);
    if (errors.empty())
      for (const model::Test& test : loaded.tests.tests)
        for (const model::Diagnostic& one : test.errors) add(one);
    return errors.empty() ? "the file cannot be read" : model::render(errors, loaded.sources, false);
  }

  /// Returns why the file is forbidden: it adds to the model, or reads other files. Returns an empty text if it is not forbidden.
  std::string objectionTo(const parser::Loaded& loaded) const {
    const auto said = [&](const std::string& message, model::Span span) { return renderedObjection(loaded, message, span); };
    const model::Model& model = *loaded.model;
    const auto isHere = [&](model::Span span) { return span.known() && span.file == 0; };
    for (const model::Sig& sig : model.sigs())
      if (!sig.builtin && isHere(sig.span)) return said(fmt::format("the file adds the signature `{}`", sig.name), sig.span);
    for (const model::Fact& fact : model.facts())
      if (isHere(fact.span)) return said(fmt::format("the file adds the fact `{}`", fact.name), fact.span);
    for (const model::Valuation& valuation : loaded.tests.valuations)
      if (!valuation.file.empty()) return said("valuations must not be read from files", valuation.span);
    if (!loaded.tests.logs.empty()) return fmt::format("{}: error: logs must not be read from files\n", path_);
    return {};
  }

  const TestsJudge& judge_;
  const std::string path_;
  const std::string& text_;
  const support::Budget budget_;
  TestsJudgement found_;
};

TestsJudge::TestsJudge(TestedModel handout, std::vector<TestedModel> right, std::vector<TestedModel> wrong, TestsOptions options)
    : handout_(std::move(handout)), right_(std::move(right)), wrong_(std::move(wrong)), options_(std::move(options)) {}

TestsJudgement TestsJudge::judge(const std::string& path, const std::string& text) const {
  return Work(*this, path, text).result();
}

}  // namespace aunit::strength::grading
