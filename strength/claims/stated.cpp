#include "strength/claims/stated.h"

#include <variant>

namespace aunit::strength {

using namespace model;

namespace {

/// Returns `formula` if it is a call, else noId. If `ofValue`, also returns the call in `f[..] = v` and in a negation.
ExprId callIn(const Model& model, ExprId formula, bool ofValue) {
  const auto left = [&](Op op) { return ofValue && model.expr(formula).op == op; };
  while (left(Op::not_) || left(Op::equal) || left(Op::integerEqual)) formula = model.child(formula, 0);
  return model.expr(formula).op == Op::call ? formula : noId;
}

}  // namespace

std::optional<Claim> statedBy(const Model& model, suite::StatementReader& reader, evaluator::Evaluator& evaluator,
                              const suite::TestCase& test) {
  if (test.test.valuation == noId || !test.test.errors.empty() || !test.test.without.empty()) return std::nullopt;
  const auto read = reader.read(test);
  const auto* statement = std::get_if<suite::Statement>(&read);
  if (!statement) return std::nullopt;
  Claim claim;
  claim.instance = *statement->instance;
  claim.value = statement->mustHold;
  if (test.kind == TestKind::valid || test.kind == TestKind::invalid) return claim;
  const bool ofValue = test.kind == TestKind::gives;
  const ExprId call = test.test.formula == noId ? noId : callIn(model, test.test.formula, ofValue);
  if (call == noId) return std::nullopt;
  claim.about = ofValue ? Claim::Topic::value : Claim::Topic::solution;
  claim.function = model.expr(call).payload;
  evaluator.bind(*statement->instance);
  try {
    for (const ExprId argument : model.children(call)) {
      const evaluator::Value value = evaluator.value(argument);
      const auto* set = std::get_if<model::TupleSet>(&value);
      if (!set) return std::nullopt;
      claim.arguments.push_back(*set);
    }
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
  return claim;
}

}  // namespace aunit::strength
