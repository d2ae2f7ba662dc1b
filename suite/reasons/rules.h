// Rules of the language that parts of a contradiction rest on and that are easily overlooked.
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

/// Says each rule once, at the first of the parts that rests on it.
class Rules {
 public:
  /// `problem` gives the sizes of signatures. The model must outlive this.
  Rules(const model::Model& model, const solver::Problem& problem);

  /// The rule behind the formula or declaration at `place`, as a sentence without its full stop: "`String` has no atoms but ...".
  /// Empty if there is none, or it was said before.
  std::string behind(const model::Span& place);

 private:
  std::vector<model::ExprId> within(const model::Span& place) const;

  const model::Model& model_;
  std::optional<solver::SigSizes> sizes_;  // nothing: they contradict each other
  std::vector<model::ExprId> places_;      // all expressions, by where they begin
  std::set<std::string> said_;
};

}  // namespace aunit::suite
