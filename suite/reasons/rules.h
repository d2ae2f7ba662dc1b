// Rules of the language that users easily overlook and that explain why parts of a model contradict each other.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/source.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/scope.h"

namespace aunit::suite {

/// Finds rules of the language that explain why a formula or declaration contradicts other parts of the model. Returns each rule
/// only once, for the first formula or declaration that it explains.
class Rules {
 public:
  /// `problem` determines the sizes of signatures. The model must outlive this object.
  Rules(const model::Model& model, const solver::Problem& problem);

  /// The rule that explains why the formula or declaration at `place` may contradict other parts of the model, as a sentence
  /// without a full stop: "the only atoms of `String` are ...". Empty if there is no such rule, or if it was returned before.
  std::string behind(const model::Span& place);

 private:
  std::vector<model::ExprId> within(const model::Span& place) const;

  const model::Model& model_;
  std::optional<solver::SigSizes> sizes_;  // nothing if the sizes contradict each other
  std::vector<model::ExprId> places_;      // all expressions, ordered by the beginnings of their spans
  std::set<std::string> said_;
};

}  // namespace aunit::suite
