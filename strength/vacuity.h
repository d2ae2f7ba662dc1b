// Finds possibilities that a repair removes but should not. Example: a predicate that never holds makes most tests pass.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "support/budget.h"

namespace aunit::strength {

/// Asks the solver whether the facts allow, within the scopes of the commands: any instance at all; one atom and two atoms of
/// each signature; each predicate true and false; and the left side of each `implies` true, in the changed paragraph and in the
/// asserted formulas.
class Vacuity {
 public:
  /// The model before the change.
  Vacuity(std::unique_ptr<const parser::Loaded> before, model::Semantics semantics, const support::Budget& budget);
  ~Vacuity();

  /// Returns a sentence for each possibility that is lost if `after` replaces the paragraph (an index in Model::paragraphs()):
  /// "pred Acyclic always holds". Undecided questions count as possible.
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
