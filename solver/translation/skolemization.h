// Skolemisation: which existential quantifiers of a formula become free relations of the problem, and what those look like.
//
// `some x: A | F` holds in some instance when F does with x a new relation within A; below universal quantifiers the relation
// gets a column for each of them (Skolem functions). As in the reference (language reference 16.1 to 16.3) variables over atoms
// are skolemised in front only, and under at most `depth` universal quantifiers; variables that stand for sets or relations
// cannot be grounded, and as existential quantification distributes over disjunction they become relations wherever no negation
// turns them universal.
//
// This is a separate pass, which reads formulas only; the translator follows its result (translate_skolemised.cpp). Only the
// translator knows whether a condition is constant, and whether a quantified variable has a choice, so the result has separate
// parts for both cases.
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
  model::ExprId bound = model::noId;  // where its last columns lie
  std::vector<model::VarId> columns;  // for enclosing universal quantifiers: its first columns are their atoms
};

/// The part of a formula whose existential quantifiers may become relations; the rest is translated unchanged.
struct SkolemisedFormula {
  enum class Form : std::uint8_t {
    plain,        // no quantifier here becomes a relation
    negation,     // of the part
    denial,       // the part, signed as a negation; for overflows it counts as none
    conjunction,  // of the parts
    disjunction,
    choice,     // if-then-else: the two branches where the condition is constant, and the two where it is not
    let,        // the part, under the binding
    call,       // the part is the body
    exists,     // the variables become relations; the part is the body
    forAll,     // the body, for all values: where they are a choice, and where there is just one
    different,  // not `lone D | F`: two choices of values, and F for both. Instances do not show which is which
    later,      // `after`, `always` or `eventually` of the part
  };
  struct Part {
    Form form = Form::plain;
    model::ExprId expr = model::noId;
    bool negated = false;      // its negation is meant; the signs of parts say the rest
    bool witnessed = false;    // some quantifier in it becomes a relation, or a denial in it is in front; false: only what is
                               // asserted needs more than `plain`
    bool existential = false;  // for a quantifier: for overflows its variables are existential, whatever negations are around
    bool rigid = true;         // the witnesses are the same at all times
    std::vector<std::uint32_t> skolems;  // for `exists`: for each variable; none: they depend on the moment and are not shown
    std::vector<std::uint32_t> parts;
  };

  std::vector<Skolem> skolems;
  std::vector<Part> parts;
  std::uint32_t root = 0;
};

/// How witnesses below temporal operators are translated. `apart`: a trace of fixed length, state by state. `alike`: a system,
/// whose formulas are the same for all moments, so a witness that one moment chooses must not be used at another.
enum class Moments : std::uint8_t { apart, alike };

class Skolemization {
 public:
  /// `depth`: the most universal quantifiers that are crossed; `label`: prefix of names, empty: none. Each call has its own
  /// witnesses, whose number may double with each level of calls: `meter` counts them, and must outlive this object.
  Skolemization(const model::Model& model, int depth, std::string label, Moments moments, support::Meter& meter)
      : model_(model), depth_(depth), label_(std::move(label)), moments_(moments), meter_(meter) {}

  /// For a formula that must hold. The model may have grown since this was made.
  SkolemisedFormula of(model::ExprId formula);
  /// Forgets expressions from `first` on.
  void forget(model::ExprId first);

 private:
  struct Place;
  class Builder;
  /// Whether `id` has existential quantifiers in front, whether one of them must become a relation, and whether it has a denial.
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
