// Names the constraint that a valuation violates, so that it is no instance. Compares this constraint with the one that a test
// names (`because fact F`).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "evaluator/judge.h"
#include "model/instances/instance.h"
#include "model/test.h"
#include "parser/front_end.h"

namespace aunit::suite {

class ViolatedConstraints {
 public:
  explicit ViolatedConstraints(const parser::Loaded& loaded) : loaded_(loaded) {}

  /// The name that a test has after `because` for this constraint: "fact PartialFunction", "sig Node", "declaration of link",
  /// "predicate P", "assertion A", "scope of Node". For a fact without a name, its place ("the fact at list.als:3:1"). For a
  /// formula of the test, "the formula".
  std::string nameOf(const evaluator::Broken& broken);

 private:
  using Candidates = std::vector<model::Because>;

  void index();
  void add(model::ExprId body, const model::Because& named);
  std::optional<model::Because> askedBy(model::ExprId formula);
  Candidates withBody(model::ExprId body) const;

  const parser::Loaded& loaded_;
  // Indexes of the predicates and assertions: by the place of the body or, if this place is unknown, by the body; and by label.
  // Made when first needed, because a file of tests may have thousands of predicates and assertions.
  std::map<std::tuple<model::FileId, std::uint32_t, std::uint32_t>, Candidates> byPlace_;
  std::map<model::ExprId, Candidates> byBody_;
  std::map<std::string, Candidates> byLabel_;
  bool indexed_ = false;
};

/// The name of the constraint in `because`, written as ViolatedConstraints::nameOf() writes it.
std::string nameOf(const model::Model& model, const model::Because& because);

/// Whether `broken`, the first constraint that the instance violates, is the one that the test names. If the test names a
/// predicate or assertion, also true if this is among the parts that explain why a fact or formula does not hold
/// (evaluator/reason.h).
bool decides(const model::Model& model, const model::Instance& instance, const evaluator::Broken& broken,
             const model::Because& because, const evaluator::Options& options, std::span<const evaluator::Binding> given);

/// Like the function above, for a test that names a fact, a declaration or a scope. Needs no evaluation.
bool decides(const evaluator::Broken& broken, const model::Because& because);

/// Whether a test that expects `violates` fails because declarations alone forbid its valuation. The question of the test then
/// has no meaning, since no instance has that valuation. Always false if the test names a constraint after `because` or expects
/// `invalid`, since such a test may be about declarations.
bool isImpossible(const model::Model& model, const model::Test& test, const evaluator::Broken& broken);

/// Whether one of the places in `core` (an unsat core) is in the declaration that the test names. If the test names a predicate,
/// also returns true if one of these places contains a call of this predicate.
bool isAmong(const model::Model& model, const model::Because& because, const std::vector<model::Span>& core);

}  // namespace aunit::suite
