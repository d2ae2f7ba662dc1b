// The constraint that decides that a valuation is no solution, and whether it is the one that a test names (`because fact F`).
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

/// Names the deciding part of the model, for any number of broken constraints.
class ViolatedConstraints {
 public:
  explicit ViolatedConstraints(const parser::Loaded& loaded) : loaded_(loaded) {}

  /// The name to write behind `because` when this constraint decides: "fact PartialFunction", "sig Node", "declaration of link",
  /// "predicate P", "assertion A", "scope of Node". A fact without a name is given by its place ("the fact at list.als:3:1"); a
  /// formula of the test itself is "the formula".
  std::string nameOf(const evaluator::Broken& broken);

 private:
  using Candidates = std::vector<model::Because>;

  void index();
  void add(model::ExprId body, const model::Because& named);
  std::optional<model::Because> askedBy(model::ExprId formula);
  Candidates withBody(model::ExprId body) const;

  const parser::Loaded& loaded_;
  // The predicates and assertions, of which a file of tests may have very many; indexed when first needed, by the places of their
  // bodies, by the bodies whose places are unknown, and by their labels.
  std::map<std::tuple<model::FileId, std::uint32_t, std::uint32_t>, Candidates> byPlace_;
  std::map<model::ExprId, Candidates> byBody_;
  std::map<std::string, Candidates> byLabel_;
  bool indexed_ = false;
};

/// The name of the part that a test names, in the same form.
std::string nameOf(const model::Model& model, const model::Because& because);

/// Whether the constraint that an instance breaks first is the one that the test names. A predicate or an assertion decides when
/// the constraint is the predicate or assertion itself, or when it is among the parts that explain why a fact or formula does not
/// hold (evaluator/reason.h).
bool decides(const model::Model& model, const model::Instance& instance, const evaluator::Broken& broken,
             const model::Because& because, const evaluator::Options& options, std::span<const evaluator::Binding> given);

/// The same if the test names a fact or a declaration: nothing has to be evaluated for these.
bool decides(const evaluator::Broken& broken, const model::Because& because);

/// Whether a test that expects `violates` fails because of the constraint that its valuation breaks first: no instance has that
/// valuation, by the declarations alone, so whether what is asked holds in it says nothing. A test that names what must decide,
/// or expects `invalid`, may be about declarations.
bool isImpossible(const model::Model& model, const model::Test& test, const evaluator::Broken& broken);

/// Whether a place of the core lies in the part that the test names, or calls it.
bool isAmong(const model::Model& model, const model::Because& because, const std::vector<model::Span>& core);

}  // namespace aunit::suite
