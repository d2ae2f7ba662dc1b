// A mutant: one small change of one place of a model, as data. mutants.h lists the mutants of a model, apply.h applies them,
// mutant_text.h writes their text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/model.h"

namespace aunit::strength {

/// The kind of mistake that a mutant imitates. The first nine kinds are MuAlloy's, with its rules and names (reference
/// "strength", section 1).
enum class Operator : std::uint8_t {
  MOR,   // multiplicity of a signature changed
  QOR,   // quantifier of a formula changed
  UOR,   // multiplicity of a field or formula changed, or `^` and `*` exchanged
  BOR,   // an operator replaced by another one of its group, for example `+` by `&`
  LOR,   // `and` replaced by `or`, or the reverse
  UOI,   // `~`, `*` or `^` inserted
  UOD,   // `~`, `*`, `^` or `!` deleted
  BOE,   // operands swapped
  IEOE,  // `then` and `else` swapped
  // Beyond MuAlloy.
  LOD,  // one of several conjuncts or disjuncts deleted
  PBD,  // the body of a fact or predicate emptied
  BOD,  // an expression replaced by one of its operands
  TOR,  // a temporal operator replaced by another, or deleted
  POD,  // a prime deleted
  POI,  // a prime inserted
  AMR,  // multiplicity of an arrow changed
  DSJ,  // `disj` inserted or deleted
  ILR,  // an integer increased or decreased by 1
  FFR,  // a field or signature replaced by another one of the same type
  VVR,  // a variable replaced by another one of the same type
};
inline constexpr int operatorCount = static_cast<int>(Operator::VVR) + 1;

/// The operator's name, for example "MOR", and its description, for example "multiplicity of a signature changed".
std::string_view name(Operator op);
std::string_view description(Operator op);

/// How a place changes.
enum class Edit : std::uint8_t {
  sigMultiplicity,  // Mutant::sig gets `multiplicity`
  operation,        // the operator becomes `op`; if `negated`, the result is also negated. The operands stay
  emptyInclusion,   // the formula becomes true, or false if `negated`, as an `in` between integers in Alloy 4.2 (see OperatorSet
                    // in mutants.h)
  multiplicity,     // a bound gets `multiplicity`
  resultMultiplicity,  // a function's declared result gets `multiplicity`
  leftMultiplicity,    // the multiplicity on the left side of an arrow becomes `multiplicity`
  rightMultiplicity,   // the multiplicity on the right side of an arrow becomes `multiplicity`
  insert,              // `op` is inserted before the expression
  keep,                // child `index` replaces the whole expression
  remove,              // child `index` of a list is removed
  exchange,            // both operands are swapped
  exchangeBranches,    // `then` and `else` are swapped
  truth,               // the formula becomes true, or false if `negated`
  integer,             // the place becomes the literal `value`
  leaf,                // the place becomes the field, signature or variable with the ID `index`; `op` says which of these
  disjoint,            // declaration `index` gets or loses `disj`
};

struct Mutant {
  Operator by = Operator::MOR;
  Edit edit = Edit::operation;
  std::uint32_t paragraph = 0;         // index in Model::paragraphs()
  model::ExprId place = model::noId;   // the node that changes; noId for the multiplicity of a signature
  model::SigId sig = model::noId;      // for sigMultiplicity
  model::FieldId field = model::noId;  // the field in whose declaration the change is; else noId
  model::Op op = model::Op::true_;
  bool negated = false;
  model::Multiplicity multiplicity = model::Multiplicity::set;
  std::uint32_t index = 0;
  std::int32_t value = 0;
};

}  // namespace aunit::strength
