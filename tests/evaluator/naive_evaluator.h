// A second evaluator that follows the wording of the language reference: relations are sets of vectors, nothing is compiled or
// cached, and time is positions of the infinite trace instead of an unrolled loop. It is slow, and shares no code with the real
// evaluator, so that each can check the other.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <variant>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::evaluator::testing {

using NaiveTuple = std::vector<model::Atom>;
using NaiveSet = std::set<NaiveTuple>;
using NaiveValue = std::variant<bool, long, NaiveSet>;

NaiveSet naiveSet(const model::TupleSet& set);

/// Thrown when an evaluation takes more steps than a test has time for.
struct TooSlow {};

class NaiveEvaluator {
 public:
  NaiveEvaluator(const model::Model& model, const model::Instance& instance, bool noOverflow)
      : model_(model), instance_(instance), universe_(*instance.universe), noOverflow_(noOverflow) {}

  NaiveValue value(model::ExprId id, std::size_t state);

 private:
  struct Frame;
  using Env = std::shared_ptr<const Frame>;
  // The meaning of a variable: a value, or an expression with its environment, evaluated at the current position (call by name).
  struct Frame {
    model::VarId variable;
    std::variant<NaiveSet, std::pair<model::ExprId, Env>> meaning;
    bool isInt = false, universal = false;  // quantified over Int itself; by a quantifier that amounts to "for all"
    Env outer;
  };
  struct EvalContext {
    std::size_t position;
    Env env;
    bool negated = false;
    std::optional<bool> front = {};  // set if the formula is at the front of the whole formula: whether it is negated there
  };
  struct Number {
    long value;
    bool overflow;
  };
  struct Relation {
    NaiveSet tuples;
    bool overflow;
  };

  bool formula(model::ExprId id, const EvalContext& where);
  Number number(model::ExprId id, const EvalContext& where);
  Relation relation(model::ExprId id, const EvalContext& where);

  NaiveValue any(model::ExprId id, const EvalContext& where);
  bool comparison(model::ExprId id, const EvalContext& where);
  bool plainComparison(model::ExprId id, const EvalContext& where);
  bool temporal(model::ExprId id, const EvalContext& where);
  bool within(const NaiveSet& r, model::ExprId bound, const EvalContext& where);
  void bindings(model::ExprId id, std::size_t decl, std::size_t variable, const EvalContext& where, bool universal,
                const std::function<void(const EvalContext&)>& visit);
  std::set<model::VarId> integerVariables(model::ExprId id, const Env& env, bool inInteger);
  static EvalContext afresh(EvalContext where);
  Env substituted(model::ExprId id, const EvalContext& where);  // the environment of the body of a call or let
  model::ExprId bodyOf(model::ExprId id) const;
  std::size_t pastDepth(model::ExprId id, const Env& env);

  void charge(std::size_t steps) {
    steps_ += steps;
    if (steps_ > 300'000) throw TooSlow{};
  }
  NaiveSet closure(const NaiveSet& r);
  NaiveSet univ(const EvalContext& where) const;
  const model::State& state(std::size_t position) const;
  Number wrapped(long value) const;

  const model::Model& model_;
  const model::Instance& instance_;
  const model::Universe& universe_;
  bool noOverflow_;
  std::size_t steps_ = 0;
};

}  // namespace aunit::evaluator::testing
