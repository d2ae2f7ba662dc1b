#include "strength/mutation/mutant.h"

#include <array>

namespace aunit::strength {

namespace {

struct Described {
  std::string_view name, description;
};

constexpr std::array<Described, operatorCount> operators = {{
    {"MOR", "multiplicity of a signature"},
    {"QOR", "quantifier"},
    {"UOR", "multiplicity of a field or formula, closure"},
    {"BOR", "operator for another of its group"},
    {"LOR", "conjunction for disjunction"},
    {"UOI", "operator inserted"},
    {"UOD", "operator deleted"},
    {"BOE", "operands exchanged"},
    {"IEOE", "branches exchanged"},
    {"LOD", "conjunct or disjunct deleted"},
    {"PBD", "body emptied"},
    {"BOD", "operand deleted"},
    {"TOR", "temporal operator"},
    {"POD", "prime deleted"},
    {"POI", "prime inserted"},
    {"AMR", "multiplicity of an arrow"},
    {"DSJ", "disj added or dropped"},
    {"ILR", "integer by one"},
    {"FFR", "field or signature for another of its type"},
    {"VVR", "variable for another of its type"},
}};

}  // namespace

std::string_view name(Operator op) {
  return operators[static_cast<std::size_t>(op)].name;
}
std::string_view description(Operator op) {
  return operators[static_cast<std::size_t>(op)].description;
}

}  // namespace aunit::strength
