// Possibilities that a repair removes but should not: a predicate that never holds makes most tests pass.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "support/budget.h"

namespace aunit::strength {

/// Asked of the solver, within the scopes of the commands, facts included: whether the facts allow anything, whether a signature
/// can have an atom and whether it can have two, whether a predicate can hold and whether it can fail, whether what stands in
/// front of `implies` can hold in the changed paragraph and in what a `check` asserts.
class Vacuity {
 public:
  /// The model before the change.
  Vacuity(std::unique_ptr<const parser::Loaded> before, model::Semantics semantics, const support::Budget& budget);
  ~Vacuity();

  /// The possibilities that are lost when the paragraph (an index in Model::paragraphs()) is another: a sentence each ("pred
  /// Acyclic always holds"). What the solver does not know in time counts as possible.
  std::vector<std::string> remarks(const parser::Loaded& after, std::uint32_t paragraph);

 private:
  class Asking;
  struct Question;

  std::unique_ptr<const parser::Loaded> before_;
  const model::Semantics semantics_;
  const support::Budget budget_;
  std::unique_ptr<Asking> asking_;
  std::map<std::uint32_t, std::vector<Question>> questions_;  // of the model before, by paragraph
  std::map<std::string, bool> possible_;                      // before, by question
};

}  // namespace aunit::strength
