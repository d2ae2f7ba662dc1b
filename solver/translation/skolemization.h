// Skolemisation: which existential quantifiers of a formula become free relations of the problem, and what these relations are.
//
// `some x: A | F` holds in some instance if F holds with x as a new relation within A. Below universal quantifiers the relation
// gets a column for each of them (Skolem functions). As in the Analyzer (language reference 16.1 to 16.3), variables over atoms
// are skolemised only for leading quantifiers, below at most `depth` universal quantifiers. Variables that stand for sets or
// relations cannot be grounded. They become relations below disjunctions, too, because existential quantification distributes
// over disjunction. Only variables that a negation turns universal do not become relations.
//
// This is a separate pass, which reads formulas only; the translator follows its result (translate_skolemised.cpp). Only the
// translator knows whether a condition is constant, and whether a quantified variable has more than one possible value, so the
// result has one part for each of these possibilities.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "support/budget.h"

namespace aunit::solver {

/// A relation that stands for the witnesses of a variable.
struct Skolem {
  std::string name;  // "$show_x"
  model::VarId variable = model::noId;
  model::ExprId bound = model::noId;  // the declared bound of `variable`; the last columns hold a value within it
  std::vector<model::VarId> columns;  // variables of enclosing universal quantifiers; the first columns hold their values
};

/// The part of a formula whose existential quantifiers may become relations; the rest is translated unchanged.
struct SkolemisedFormula {
  enum class Form : std::uint8_t {
    plain,        // no quantifier here becomes a relation
    negation,     // the negation of the only part
    denial,       // like `negation`, but for overflows it does not count as a negation
    conjunction,  // all parts hold
    disjunction,  // some part holds
    choice,       // if-then-else: both branches for a constant condition, then both branches for other conditions
    let,          // the part, within the binding of the `let`
    call,         // the part is the body
    exists,       // the variables become relations; the part is the body
    forAll,       // the body holds for all values; the first part is used if several values are possible, else the second
    different,    // `not lone D | F`: F holds for two different choices of values; instances do not show these values
    later,        // `after`, `always` or `eventually` of the only part
  };
  struct Part {
    Form form = Form::plain;
    model::ExprId expr = model::noId;
    bool negated = false;  // the part means the negation of `expr`; each of `parts` has its own `negated`
    /// True if a quantifier in the part becomes a relation. Also true if Place::front is true and there is a denial around or in
    /// the part. If false, the part is translated as `plain` unless it is asserted.
    bool witnessed = false;
    bool existential = false;            // for a quantifier: whether its variables count as existential for overflows
    bool rigid = true;                   // the witnesses are the same at all times
    std::vector<std::uint32_t> skolems;  // for `exists`: by variable, its skolem; empty if instances do not show the witnesses
    std::vector<std::uint32_t> parts;
  };

  std::vector<Skolem> skolems;
  std::vector<Part> parts;
  std::uint32_t root = 0;
};

/// How witnesses below temporal operators are translated. `apart`: for a trace of fixed length, separately for each state.
/// `alike`: for a system, where one formula stands for all moments. A witness that is chosen at one moment must not be used at
/// another.
enum class Moments : std::uint8_t { apart, alike };

class Skolemization {
 public:
  /// `depth`: variables over atoms are skolemised below at most this many universal quantifiers. `label`: prefix of names; may be
  /// empty. Each call of a predicate has its own witnesses, whose number may double with each level of calls. `meter` counts
  /// them, and must outlive this object.
  Skolemization(const model::Model& model, int depth, std::string label, Moments moments, support::Meter& meter)
      : model_(model), depth_(depth), label_(std::move(label)), moments_(moments), meter_(meter) {}

  /// Skolemises a formula that must hold. The model may have grown since this object was made.
  SkolemisedFormula of(model::ExprId formula);
  /// Forgets the expressions whose ids are `first` or greater.
  void forget(model::ExprId first);

 private:
  struct Place;
  class Builder;
  /// Whether a formula has leading existential quantifiers, whether one of them must become a relation, and whether the formula
  /// contains a denial.
  struct Witnesses {
    bool any = false;
    bool higherOrder = false;
    bool denial = false;
  };
  Witnesses witnesses(model::ExprId id, bool negated);

  const model::Model& model_;
  const int depth_;
  const std::string label_;
  const Moments moments_;
  support::Meter& meter_;
  std::unordered_map<std::uint64_t, Witnesses> witnesses_;
};

}  // namespace aunit::solver
