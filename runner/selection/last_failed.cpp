#include "runner/selection/last_failed.h"

#include <algorithm>
#include <filesystem>

namespace aunit::runner {

namespace fs = std::filesystem;

std::set<std::string> LastFailed::load() const {
  const std::vector<std::string> ids = file_.load();
  return {ids.begin(), ids.end()};
}

void LastFailed::update(const RunResult& run, const std::vector<std::string>& files) const {
  const std::set<std::string> before = load();
  std::set<std::string> ids = before;
  const bool complete = !run.interrupted && run.deselected == 0 && run.notRun == 0;
  if (complete)
    std::erase_if(ids, [&](const std::string& id) {
      std::error_code ignored;
      return std::ranges::any_of(files, [&](const std::string& file) { return id.starts_with(file + "::"); }) ||
             !fs::exists(id.substr(0, id.find("::")), ignored);
    });
  for (const suite::TestResult& test : run.tests)
    if (test.outcome != suite::Outcome::skipped && !isProblem(test.outcome)) ids.erase(test.id());
  for (const suite::TestResult& test : run.tests)
    if (suite::isProblem(test.outcome)) ids.insert(test.id());
  if (ids != before) file_.store({ids.begin(), ids.end()});
}

std::optional<std::string> Stepwise::load() const {
  const std::vector<std::string> ids = file_.load();
  return ids.empty() ? std::nullopt : std::optional(ids.front());
}

void Stepwise::update(const RunResult& run) const {
  const auto problem = std::ranges::find_if(run.tests, suite::isProblem, &suite::TestResult::outcome);
  if (problem != run.tests.end())
    file_.store({problem->id()});
  else if (!run.interrupted && load())
    file_.store({});
}

}  // namespace aunit::runner
