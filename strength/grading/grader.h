// Judges all answers to one exercise, and groups equivalent ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/grading/grade.h"
#include "strength/grading/permitted.h"
#include "support/budget.h"

namespace aunit::strength::grading {

struct GraderOptions {
  model::Scope scope{};  // scope of all questions to the solver; the Analyzer's default scope unless set
  model::Semantics semantics{};
  /// Limits for one answer: for all its evaluations together, and for each question to the solver.
  support::Limits limits{.seconds = 10};
  Permissions permissions{};  // changes that answers may make; the predicate of the exercise is added to them
  bool nearness = false;      // compute Cluster::nearness
  /// Judges only part `part` of `parts`, counted from 0. Answers with equal verdicts on the fixed suite are in the same part.
  std::size_t part = 0, parts = 1;
};

/// Judges all answers on situations: instances of the right model's declarations and facts, with values of the predicate's
/// parameters. The first situations are the fixed suite, which does not depend on the answers: random situations, and some from
/// the solver. The fixed suite splits the answers into groups: answers with different verdicts are in different groups. Then the
/// solver decides which answers of a group are equivalent, in one question per group. A situation that distinguishes two answers
/// splits their group. The final groups are the clusters: the answers of a cluster are proved equivalent within the scope, and
/// for any two clusters there is a situation that distinguishes them. All other data of a cluster depend on its first answer
/// only.
class Grader {
 public:
  /// `right` must outlive this object. `predicate` must be a predicate of its root module.
  Grader(const model::Model& right, model::FuncId predicate, GraderOptions options);
  ~Grader();
  Grader(const Grader&) = delete;
  Grader& operator=(const Grader&) = delete;

  /// Adds a loaded answer, which need not outlive the call. Returns its number, counted from 0.
  std::uint32_t add(const parser::Loaded& answer);
  /// Adds an answer that has no text; `why` is the reason. Returns the number of the answer.
  std::uint32_t addInvalid(std::string why);

  /// Judges the answers. Must be called once, after all answers were added. In clusters(), the cluster of right answers comes
  /// first; the other clusters are in the order of their first answers.
  void judge();

  const std::vector<Judgement>& judgements() const;
  const std::vector<Cluster>& clusters() const;
  /// Searches for small situations that the answers of a cluster judge wrongly. Requires that judge() has returned. Thread-safe.
  Witnesses witnessesOf(std::uint32_t cluster) const;
  /// The smallest situations of the fixed suite: at most `each` that the right predicate accepts, and at most `each` that it
  /// rejects.
  std::vector<Example> examples(std::size_t each) const;
  /// Returns the index of an answer's reading: its formula for the predicate (readings.h). Answers that differ only in names of
  /// variables have the same reading. Returns noId if the answer has no reading.
  std::uint32_t readingOf(std::uint32_t answer) const;
  /// The number of different readings.
  std::size_t readings() const;
  /// With GraderOptions::nearness: the scope in which nearness was measured, and the number of situations within it. Both are 0
  /// if nearness was not measured.
  int nearnessScope() const;
  std::size_t nearnessSituations() const;
  /// How many situations of the fixed suite the right predicate accepts (or rejects, if `accepted` is false).
  std::size_t suiteSize(bool accepted) const;

  /// The right model, extended by the formulas of all answers.
  const model::Model& model() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

/// Returns why the Analyzer refuses this scope for the model; nothing if it does not refuse it.
std::optional<std::string> refusalOf(const model::Model& model, const model::Scope& scope);

}  // namespace aunit::strength::grading
