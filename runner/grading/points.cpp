#include "runner/grading/points.h"

#include <cmath>

#include <fmt/format.h>

namespace aunit::runner {

using namespace strength::grading;

double shareBy(const Exercise& exercise, const strength::grading::Cluster& cluster) {
  if (cluster.verdict == Class::correct) return 1;
  return exercise.partial == Partial::distance && cluster.nearness ? *cluster.nearness : cluster.share;
}

std::optional<double> pointsFor(const Exercise& exercise, const strength::grading::AnswerReport& answer,
                                const std::vector<strength::grading::ClusterReport>& clusters) {
  if (answer.verdict == Class::unknown) return std::nullopt;
  if (answer.verdict == Class::correct) return exercise.points;
  if (exercise.partial == Partial::none || answer.cluster == model::noId) return 0.0;
  return std::floor(exercise.points * clusters[answer.cluster].share * 100 + 1e-9) / 100;
}

std::string ruleOf(const Exercise& exercise, const strength::grading::Grader& grader) {
  const std::string all = fmt::format("A right answer gets {:g}", exercise.points);
  const std::string suite = fmt::format(
      "{}, a wrong one the mean of two shares of it: of {} situations that are right, and of {} that are wrong, those "
      "that it judges rightly; nine tenths of it at most.",
      all, grader.suiteSize(true), grader.suiteSize(false));
  switch (exercise.partial) {
    case Partial::none: return all + ", a wrong one nothing.";
    case Partial::suite: return suite;
    case Partial::distance:
      if (grader.nearnessSituations() == 0) return suite + " (Instances are too many to be counted.)";
      return fmt::format(
          "{}, a wrong one a share of it: of the {} instances with up to {} of each signature those that both it "
          "and the right predicate accept, of those that one of them accepts; nine tenths of it at most.",
          all, grader.nearnessSituations(), grader.nearnessScope());
  }
  return all;
}

std::string ruleOfTests(const Exercise& exercise) {
  return fmt::format("Tests that all right models pass, and that every wrong one fails, get {:g}{}", exercise.points,
                     exercise.partial == Partial::none
                         ? "; others nothing."
                         : "; of others those that no right model fails get the share of wrong models that they notice.");
}

}  // namespace aunit::runner
