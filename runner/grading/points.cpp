#include "runner/grading/points.h"

#include <cmath>

#include <fmt/format.h>

namespace aunit::runner {

using namespace strength::grading;

double shareBy(const Exercise& exercise, const strength::grading::Cluster& cluster) {
  if (cluster.verdict == Class::correct) return 1;
  return exercise.partial == PartialCredit::distance && cluster.nearness ? *cluster.nearness : cluster.share;
}

std::optional<double> pointsFor(const Exercise& exercise, const strength::grading::AnswerReport& answer,
                                const std::vector<strength::grading::ClusterReport>& clusters) {
  if (answer.verdict == Class::unknown) return std::nullopt;
  if (answer.verdict == Class::correct) return exercise.points;
  if (exercise.partial == PartialCredit::none || answer.cluster == model::noId) return 0.0;
  return std::floor(exercise.points * clusters[answer.cluster].share * 100 + 1e-9) / 100;
}

std::string ruleOf(const Exercise& exercise, const strength::grading::Grader& grader) {
  const std::string all = fmt::format("A right answer gets {:g} {}", exercise.points, exercise.points == 1 ? "point" : "points");
  const std::string suite = fmt::format(
      "{}. A wrong answer gets at most nine tenths of that. Its share is the mean of two shares: how many of the {} right "
      "situations it accepts, and how many of the {} wrong situations it rejects.",
      all, grader.suiteSize(true), grader.suiteSize(false));
  switch (exercise.partial) {
    case PartialCredit::none: return all + ". A wrong answer gets nothing.";
    case PartialCredit::suite: return suite;
    case PartialCredit::distance:
      if (grader.nearnessSituations() == 0) return suite + " (There are too many instances to count.)";
      return fmt::format(
          "{}. A wrong answer gets at most nine tenths of that. Its share is the number of instances that it and the right "
          "predicate both accept, divided by the number that at least one of them accepts, among the {} instances with up to {} "
          "atoms of each signature.",
          all, grader.nearnessSituations(), grader.nearnessScope());
  }
  return all;
}

std::string ruleOfTests(const Exercise& exercise) {
  return fmt::format("Tests get {:g} {} if all right models pass them and no wrong model passes them. {}", exercise.points,
                     exercise.points == 1 ? "point" : "points",
                     exercise.partial == PartialCredit::none
                         ? "Other tests get nothing."
                         : "If some right model does not pass them, they get nothing. Otherwise their share of the points is the "
                           "share of the wrong models that do not pass them.");
}

}  // namespace aunit::runner
