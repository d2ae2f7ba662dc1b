// Warns about repairs that make a model vacuous. For example, after the edit a predicate never holds, and most tests pass only
// because of that.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "support/budget.h"

namespace aunit::strength {

/// Asks the solver what the facts allow within the scopes of the commands. Is there an instance? Can each signature have one
/// atom, and can it have two? Can each predicate be true, and can it be false? Can the left side of each `implies` be true? The
/// last question is asked only about the changed paragraph and about asserted formulas.
class Vacuity {
 public:
  /// `before` is the model before the change.
  Vacuity(std::unique_ptr<const parser::Loaded> before, model::Semantics semantics, const support::Budget& budget);
  ~Vacuity();

  /// Returns a sentence for each thing that was possible before the change and is impossible in the changed model `after`, for
  /// example "pred Acyclic always holds". `paragraph` is the index of the changed paragraph in Model::paragraphs(). If the solver
  /// does not decide whether a thing is possible, it counts as possible.
  std::vector<std::string> remarks(const parser::Loaded& after, std::uint32_t paragraph);

 private:
  class VersionQuestions;
  struct Question;

  std::unique_ptr<const parser::Loaded> before_;
  const model::Semantics semantics_;
  const support::Budget budget_;
  std::unique_ptr<VersionQuestions> asking_;
  /// By changed paragraph: the questions about the model before the change.
  std::map<std::uint32_t, std::vector<Question>> questions_;
  std::map<std::string, bool> possible_;  // by question: the answer for the model before the change
};

}  // namespace aunit::strength
