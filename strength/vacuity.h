// Warns about repairs that make a model vacuous. Example: after the edit a predicate never holds, and most tests pass for that
// reason.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "support/budget.h"

namespace aunit::strength {

/// Asks the solver what the facts allow within the scopes of the commands. The questions: Is there an instance? Can each
/// signature have one atom, and two atoms? Can each predicate be true, and false? Can the left side of each `implies` be true?
/// The last question is about the changed paragraph and the asserted formulas only.
class Vacuity {
 public:
  /// The model before the change.
  Vacuity(std::unique_ptr<const parser::Loaded> before, model::Semantics semantics, const support::Budget& budget);
  ~Vacuity();

  /// Returns a sentence for each possibility that the changed model `after` no longer has. `paragraph` is the index of the
  /// changed paragraph in Model::paragraphs(). Example: "pred Acyclic always holds". Undecided questions count as possible.
  std::vector<std::string> remarks(const parser::Loaded& after, std::uint32_t paragraph);

 private:
  class VersionQuestions;
  struct Question;

  std::unique_ptr<const parser::Loaded> before_;
  const model::Semantics semantics_;
  const support::Budget budget_;
  std::unique_ptr<VersionQuestions> asking_;
  std::map<std::uint32_t, std::vector<Question>> questions_;  // of the model before the change, by paragraph
  std::map<std::string, bool> possible_;                      // in the model before the change, by question
};

}  // namespace aunit::strength
