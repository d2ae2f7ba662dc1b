// The answers to one exercise in which tests are written.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/grading/assignment.h"
#include "strength/grading/report.h"
#include "strength/grading/tests_judge.h"

namespace aunit::runner {

/// Judges files of tests, and puts those together that reject the same right models and miss the same wrong ones.
class TestsExercise {
 public:
  TestsExercise(strength::grading::Exercise exercise, strength::grading::TestsJudge judge, std::size_t submissions);

  /// Judges a submission's file. For several threads at once, each about another submission.
  void judge(std::size_t submission, const std::string& path, const std::string& text);
  /// A submission that there is no file of, with the reason.
  void refuse(std::size_t submission, std::string why);
  /// To be called in the order of submissions once they are judged: the text of the first file of each group is kept, unless it
  /// is long.
  void keep(std::size_t submission, const std::string& text);
  /// A comment on all files that mean what its tests mean.
  void comment(const Comment& comment);

  /// The answers that this part of a run has judged, and their groups.
  void describe(std::size_t part, std::size_t parts, strength::grading::ExerciseReport& report);

 private:
  /// The models that a file rejects, and those that it misses.
  using Signature = std::pair<std::vector<std::string>, std::vector<std::string>>;
  static Signature signatureOf(const strength::grading::TestsJudgement& judged) { return {judged.refused, judged.missed}; }
  strength::grading::ClusterReport clusterOf(const strength::grading::TestsJudgement& judged) const;

  const strength::grading::Exercise exercise_;
  const strength::grading::TestsJudge judge_;
  std::vector<strength::grading::TestsJudgement> judged_;  // by submission
  std::map<Signature, std::string> texts_, comments_;
};

}  // namespace aunit::runner
