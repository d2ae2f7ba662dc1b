// Judges all answers to one exercise, and puts together those that mean the same.
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
  model::Scope scope;  // where nothing is written: the Analyzer's default
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of one answer: of its evaluation, of each question to the solver
  Permissions permissions;                // the exercise's predicate is added
  bool situations = true;                 // small ones are looked for
};

/// Every formula is judged where the right model's facts and declarations hold. Answers are told apart by valuations first, those
/// made by chance and those that the solver has found; what no valuation tells apart the solver is asked about, all of a group at
/// once. So answers of a cluster are proved equal within the scope, and answers of different clusters have a valuation that tells
/// them apart.
class Grader {
 public:
  /// `right` must outlive this. `predicate` is a predicate of its root module.
  Grader(const model::Model& right, model::FuncId predicate, GraderOptions options);
  ~Grader();
  Grader(const Grader&) = delete;
  Grader& operator=(const Grader&) = delete;

  /// An answer as it was loaded, which need not outlive the call. Returns its number, from 0 in the order of the calls.
  std::uint32_t add(const parser::Loaded& answer);
  /// One that there is no text of, with the reason.
  std::uint32_t addInvalid(std::string why);

  /// Decides. Once, after all were added. Clusters: that of right answers first, then by their first answer.
  void judge();

  const std::vector<Judgement>& judgements() const;
  const std::vector<Cluster>& clusters() const;

  /// The right model, grown by all answers.
  const model::Model& model() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

/// Why the model refuses a scope, as the Analyzer would; nothing where it does not.
std::optional<std::string> refusalOf(const model::Model& model, const model::Scope& scope);

}  // namespace aunit::strength::grading
