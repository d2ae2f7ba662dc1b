// Translation of temporal operators on a lasso, for the moments of a trace of fixed length (language reference 13.3).
//
// Future operators visit the states after a moment, and then the states of the loop again. The selection variables
// (Trace::loopsTo) determine which states are in the loop. `until` passes the loop a second time, so that its right side must
// hold at some time (Biere et al., LMCS 2006).
#pragma once

#include <unordered_map>
#include <vector>

#include "model/semantics.h"
#include "solver/translation/trace.h"
#include "solver/translation/translator.h"

namespace aunit::solver {

class LassoTranslator final : public Translator {
 public:
  LassoTranslator(const model::Model& model, const Analysis& analysis, const Bounds& bounds, RelationVariables& relationVariables,
                  const Algebra& algebra, const Trace& trace, model::Semantics semantics);

 private:
  Value next(model::ExprId id, Moment at) override;
  Value behindLast(model::ExprId id, Moment at) override;
  MatrixRef sigBehindLast(model::SigId id) override;
  MatrixRef fieldBehindLast(model::FieldId id) override;
  Lit temporal(model::ExprId id, Moment at) override;
  std::optional<Lit> skolemisedLater(const Part& part, Moment at, const PartContext& under) override;
  bool isConstant(Lit) override { return true; }

  Lit always(model::ExprId child, Moment at, bool negated);
  Lit until(model::ExprId left, model::ExprId right, Moment at, bool negated);
  Lit atPrevious(model::ExprId id, Moment at, Lit atStart);
  Lit inLoop(int state);
  MatrixRef relationBehindLast(MatrixRef& slot, const std::function<MatrixRef(int state)>& relationIn);

  const Trace& trace_;
  std::unordered_map<model::SigId, MatrixRef> sigsBehindLast_;
  std::unordered_map<model::FieldId, MatrixRef> fieldsBehindLast_;
  std::vector<Lit> inLoop_;
};

}  // namespace aunit::solver
