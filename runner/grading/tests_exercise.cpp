#include "runner/grading/tests_exercise.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>

#include "runner/grading/points.h"
#include "support/digest.h"

namespace aunit::runner {

using namespace strength::grading;

namespace {

/// Limit of a stored text, in bytes. Longer texts are not stored, because each report has a copy of each stored text.
constexpr std::size_t longestKeptTests = std::size_t{64} << 10;

bool isDecided(const TestsJudgement& judged) {
  return judged.verdict == Class::correct || judged.verdict == Class::under || judged.verdict == Class::over ||
         judged.verdict == Class::both;
}

}  // namespace

TestsExercise::TestsExercise(strength::grading::Exercise exercise, strength::grading::TestsJudge judge, std::size_t submissions)
    : exercise_(std::move(exercise)), judge_(std::move(judge)), judged_(submissions) {}

void TestsExercise::judge(std::size_t submission, const std::string& path, const std::string& text) {
  judged_[submission] = judge_.judge(path, text);
}

void TestsExercise::refuse(std::size_t submission, std::string why) {
  judged_[submission].verdict = Class::invalid;
  judged_[submission].why = std::move(why);
}

void TestsExercise::keep(std::size_t submission, const std::string& text) {
  const TestsJudgement& judged = judged_[submission];
  if (!isDecided(judged) || judged.verdict == Class::correct) return;
  texts_.try_emplace(signatureOf(judged), text.size() > longestKeptTests ? std::string() : text);
}

void TestsExercise::comment(const Comment& comment) {
  if (comment.text.empty()) return;
  const TestsJudgement judged = judge_.judge("comment.aunit", comment.answer);
  if (!isDecided(judged) || judged.verdict == Class::correct) return;
  std::string& all = comments_[signatureOf(judged)];
  all += (all.empty() ? "" : "\n\n") + comment.text;
}

void TestsExercise::describe(std::size_t part, std::size_t parts, ExerciseReport& report) {
  report.rule = ruleOfTests(exercise_);
  std::map<Signature, std::uint32_t> known;
  report.clusters.push_back({});
  report.clusters.back().verdict = Class::correct;
  report.clusters.back().name = "correct";
  report.clusters.back().share = 1;
  known.emplace(Signature(), 0);
  for (std::uint32_t s = 0; s < judged_.size(); ++s) {
    TestsJudgement& judged = judged_[s];
    AnswerReport answer;
    answer.elsewhere = s % parts != part;
    answer.verdict = judged.verdict;
    answer.why = std::move(judged.why);
    answer.failed = std::move(judged.failed);
    if (!answer.elsewhere && isDecided(judged)) {
      const auto [place, added] = known.try_emplace(signatureOf(judged), static_cast<std::uint32_t>(report.clusters.size()));
      if (added) report.clusters.push_back(clusterOf(judged));
      report.clusters[place->second].answers.push_back(s);
      answer.cluster = place->second;
    }
    if (!answer.elsewhere) answer.points = pointsFor(exercise_, answer, report.clusters);
    report.answers.push_back(std::move(answer));
  }
}

ClusterReport TestsExercise::clusterOf(const TestsJudgement& judged) const {
  ClusterReport cluster;
  cluster.verdict = judged.verdict;
  cluster.share = judged.share;
  cluster.missed = judged.missed;
  cluster.refused = judged.refused;
  std::uint64_t digest = support::fnvBasis;
  for (const auto* names : {&judged.refused, &judged.missed}) {
    for (const std::string& name : *names) digest = support::fnv(support::fnv(digest, name), '\n');
    digest = support::fnv(digest, '\t');
  }
  cluster.name = fmt::format("{}-{:06x}", nameOf(judged.verdict), digest & 0xffffff);
  for (std::size_t w = 0; w < exercise_.hints.size() && cluster.hint.empty(); ++w)
    if (std::ranges::find(judged.missed, std::filesystem::path(exercise_.wrong[w]).filename().generic_string()) !=
        judged.missed.end())
      cluster.hint = exercise_.hints[w];
  const auto said = comments_.find(signatureOf(judged));
  if (said != comments_.end()) cluster.comment = said->second;
  const auto text = texts_.find(signatureOf(judged));
  if (text != texts_.end()) cluster.text = text->second;
  return cluster;
}

}  // namespace aunit::runner
