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
  model::Scope scope{};  // if nothing is written: the Analyzer's default
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // for one answer: of its evaluation, of each question to the solver
  Permissions permissions{};              // the exercise's predicate is added
  bool nearness = false;                  // Cluster::nearness is wanted
  std::size_t part = 0, parts = 1;        // answers are divided by their verdicts on the fixed suite: equal ones are in one part
};

/// Every formula is judged where the right model's facts and declarations hold. Answers are told apart by valuations first,
/// those made by chance and those that the solver has found; what no valuation distinguishes the solver is asked about, all of
/// a group at once. So answers of a cluster are proved equal within the scope, and answers of different clusters have a
/// valuation that tells them apart. What is said of a cluster beside that, its situations above all, depends on its first
/// answer alone.
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
  /// Looks for what the answers of a cluster judge wrongly, in as small situations as can be. Once judged, for several threads at
  /// once.
  Witnesses witnessesOf(std::uint32_t cluster) const;
  /// The smallest situations of the fixed suite, up to so many that the right predicate accepts and so many that it rejects.
  std::vector<Example> examples(std::size_t each) const;
  /// The number of what an answer says: answers in the same words, but for names of variables, have the same. noId: it does not
  /// read.
  std::uint32_t readingOf(std::uint32_t answer) const;
  /// How many different texts have been read.
  std::size_t readings() const;
  /// If nearness is asked for: the scope in which it was looked for, and how many situations that has; 0: too many in any.
  int nearnessScope() const;
  std::size_t nearnessSituations() const;
  /// Situations of the fixed suite that the right predicate accepts and rejects.
  std::size_t suiteSize(bool accepted) const;

  /// The right model, grown by all answers.
  const model::Model& model() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

/// Why the model refuses a scope, as the Analyzer would; nothing if it does not.
std::optional<std::string> refusalOf(const model::Model& model, const model::Scope& scope);

}  // namespace aunit::strength::grading
