// Judges the answers to one exercise that asks for tests.
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

/// Judges files of tests. Files that reject the same right models and miss the same wrong models form a group.
class TestsExercise {
 public:
  TestsExercise(strength::grading::Exercise exercise, strength::grading::TestsJudge judge, std::size_t submissions);

  /// Judges a submission's file. Thread-safe for different submissions.
  void judge(std::size_t submission, const std::string& path, const std::string& text);
  /// Records that a submission has no file, and why.
  void refuse(std::size_t submission, std::string why);
  /// Stores a submission's text if it is the first of its group, unless it is too long for a report. Must be called in the order
  /// of the submissions, after all submissions were judged.
  void keep(std::size_t submission, const std::string& text);
  /// Judges the tests for which a teacher wrote the comment. Adds the comment to all files that are in the same group as these
  /// tests.
  void comment(const Comment& comment);

  /// Adds the judgements of this part of the run, and the groups, to the report.
  void describe(std::size_t part, std::size_t parts, strength::grading::ExerciseReport& report);

 private:
  /// The right models that a file rejects, and the wrong models that it misses.
  using Signature = std::pair<std::vector<std::string>, std::vector<std::string>>;
  static Signature signatureOf(const strength::grading::TestsJudgement& judged) { return {judged.refused, judged.missed}; }
  strength::grading::ClusterReport clusterOf(const strength::grading::TestsJudgement& judged) const;

  const strength::grading::Exercise exercise_;
  const strength::grading::TestsJudge judge_;
  std::vector<strength::grading::TestsJudgement> judged_;  // by submission
  std::map<Signature, std::string> texts_, comments_;
};

}  // namespace aunit::runner
