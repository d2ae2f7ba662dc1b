// A mutant: one small change of one place of a model, as data. Which mutants a model has: mutants.h; making one: apply.h;
// how its text reads: mutant_text.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/model.h"

namespace aunit::strength {

/// The kind of slip that a mutant imitates. The first nine are MuAlloy's, by its rules and names (reference "strength", section
/// 1).
enum class Operator : std::uint8_t {
  MOR,   // multiplicity of a signature
  QOR,   // quantifier of a formula
  UOR,   // multiplicity of a field or formula, ^ for *
  BOR,   // an operator for another of its group
  LOR,   // conjunction for disjunction
  UOI,   // ~ * ^ inserted
  UOD,   // ~ * ^ ! deleted
  BOE,   // operands exchanged
  IEOE,  // `then` and `else` exchanged
  // Beyond MuAlloy.
  LOD,  // one of several conjuncts or disjuncts deleted
  PBD,  // the body of a fact or predicate emptied
  BOD,  // one operand instead of both
  TOR,  // a temporal operator for another, or none
  POD,  // a prime deleted
  POI,  // a prime inserted
  AMR,  // multiplicity of an arrow
  DSJ,  // `disj` added or dropped
  ILR,  // an integer one larger or smaller
  FFR,  // a field or signature for another of its type
  VVR,  // a variable for another of its type
};
inline constexpr int operatorCount = static_cast<int>(Operator::VVR) + 1;

/// "MOR", and "multiplicity of a signature".
std::string_view name(Operator op);
std::string_view description(Operator op);

/// How a place changes.
enum class Edit : std::uint8_t {
  sigMultiplicity,     // Mutant::sig gets `multiplicity`
  operation,           // the same operands under `op`, negated where `negated`
  emptyInclusion,      // `in` (negated where `negated`) between integers where Alloy 4.2 has none: it holds. See mutants.h
  multiplicity,        // a bound gets `multiplicity` in front
  resultMultiplicity,  // the same for what a function declares of its result
  leftMultiplicity,
  rightMultiplicity,  // of an arrow
  insert,             // `op` in front
  keep,               // child `index` instead of the whole
  remove,             // without child `index` of a list
  exchange,           // both operands exchanged
  exchangeBranches,   // `then` and `else`
  truth,              // true, or false where `negated`
  integer,            // the literal `value`
  leaf,               // `op` of id `index`: another field, signature or variable
  disjoint,           // declaration `index` with or without `disj`
};

struct Mutant {
  Operator by = Operator::MOR;
  Edit edit = Edit::operation;
  std::uint32_t paragraph = 0;         // index in Model::paragraphs()
  model::ExprId place = model::noId;   // what changes; noId for a signature's multiplicity
  model::SigId sig = model::noId;      // sigMultiplicity
  model::FieldId field = model::noId;  // of a change in a field's declaration
  model::Op op = model::Op::true_;
  bool negated = false;
  model::Multiplicity multiplicity = model::Multiplicity::set;
  std::uint32_t index = 0;
  std::int32_t value = 0;
};

}  // namespace aunit::strength
