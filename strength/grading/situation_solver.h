// Asks the solver for situations: instances of the right model with values of the predicate's parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solver/grounding/scope.h"
#include "solver/session/session.h"
#include "strength/grading/grader.h"
#include "strength/grading/readings.h"
#include "strength/grading/rows.h"

namespace aunit::strength::grading {

struct SituationAnswer {
  enum class Kind : std::uint8_t { none, found, unknown } kind = Kind::none;
  std::optional<Situation> situation;  // set if `kind` is `found`
  std::string why;                     // the reason if `kind` is `unknown`
};

class SituationSolver {
 public:
  /// `temporal` says whether the right model has traces, `timed` whether some answer has temporal operators. `readings` and
  /// `options` must outlive this object.
  SituationSolver(Readings& readings, const GraderOptions& options, bool temporal, bool timed)
      : readings_(readings), options_(options), temporal_(temporal), timed_(timed) {}

  /// Adds to `suite` situations that the right predicate accepts, because random situations are rarely accepted. Also adds some
  /// neighbours of these situations.
  void addRight(std::vector<Situation>& suite, const solver::SigSizes& sizes);
  /// Asks the solver for a situation in which `formula` holds. `formula` is over the predicate's parameters.
  SituationAnswer ask(model::ExprId formula);
  /// A formula that holds if `formula` holds for some arguments of the predicate.
  model::ExprId quantified(model::ExprId formula);

  // Thread-safe.
  solver::Problem problemOf(bool timed) const;
  solver::Options how() const;
  /// Returns the situation that the solver found; nothing if the solver gives no value for a parameter. If the right model has no
  /// traces, the situation has one state, even if a student's answer has temporal operators.
  std::optional<Situation> situationOf(solver::Result result) const;

 private:
  Readings& readings_;
  const GraderOptions& options_;
  const bool temporal_, timed_;
  std::optional<solver::Session> session_;
};

}  // namespace aunit::strength::grading
