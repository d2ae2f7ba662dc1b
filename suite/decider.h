// Which constraint decides that a valuation is no solution, and whether it is the one that a test names (`because fact F`).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "evaluator/judge.h"
#include "model/instance.h"
#include "model/test.h"
#include "parser/front_end.h"

namespace aunit::suite {

/// Names what decides, for one broken constraint after the other.
class Deciders {
 public:
  explicit Deciders(const parser::Loaded& loaded) : loaded_(loaded) {}

  /// What stands behind `because` where this constraint decides: "fact PartialFunction", "sig Node", "declaration of link",
  /// "predicate P", "assertion A", "scope of Node". What has no name is told by its place ("the fact at list.als:3:1"); a formula
  /// of the test itself is "the formula".
  std::string nameOf(const evaluator::Broken& broken);

 private:
  using Candidates = std::vector<model::Because>;

  void index();
  void add(model::ExprId body, const model::Because& named);
  std::optional<model::Because> askedBy(model::ExprId formula);
  Candidates withBody(model::ExprId body) const;

  const parser::Loaded& loaded_;
  // The predicates and assertions, of which a file of tests may have very many, when they are first asked for: by where their
  // bodies stand, by their bodies where that is unknown, and by their labels.
  std::map<std::tuple<model::FileId, std::uint32_t, std::uint32_t>, Candidates> byPlace_;
  std::map<model::ExprId, Candidates> byBody_;
  std::map<std::string, Candidates> byLabel_;
  bool indexed_ = false;
};

/// The same for what a test names.
std::string nameOf(const model::Model& model, const model::Because& because);

/// Whether the constraint that an instance breaks first is the one that the test names. A predicate or an assertion decides where
/// it is asked itself, and where it is among the parts that explain why a fact or formula does not hold (evaluator/reason.h).
bool decides(const model::Model& model, const model::Instance& instance, const evaluator::Broken& broken,
             const model::Because& because, const evaluator::Options& options, std::span<const evaluator::Binding> given);

/// Whether one of these places, which cannot hold together, is part of what the test names, or calls it.
bool isAmong(const model::Model& model, const model::Because& because, const std::vector<model::Span>& core);

}  // namespace aunit::suite
