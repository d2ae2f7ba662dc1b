#include "strength/mutation/mutant.h"

#include <array>

namespace aunit::strength {

namespace {

struct OperatorInfo {
  std::string_view name, description;
};

constexpr std::array<OperatorInfo, operatorCount> operators = {{
    {"MOR", "multiplicity of a signature changed"},
    {"QOR", "quantifier changed"},
    {"UOR", "multiplicity or closure changed"},
    {"BOR", "operator replaced by another of its group"},
    {"LOR", "`and` replaced by `or`, or the reverse"},
    {"UOI", "operator inserted"},
    {"UOD", "operator deleted"},
    {"BOE", "operands exchanged"},
    {"IEOE", "branches exchanged"},
    {"LOD", "conjunct or disjunct deleted"},
    {"PBD", "body emptied"},
    {"BOD", "operand deleted"},
    {"TOR", "temporal operator replaced or dropped"},
    {"POD", "prime deleted"},
    {"POI", "prime inserted"},
    {"AMR", "multiplicity of an arrow changed"},
    {"DSJ", "disj added or dropped"},
    {"ILR", "integer changed by one"},
    {"FFR", "field or signature replaced by another of its type"},
    {"VVR", "variable replaced by another of its type"},
}};

}  // namespace

std::string_view name(Operator op) {
  return operators[static_cast<std::size_t>(op)].name;
}
std::string_view description(Operator op) {
  return operators[static_cast<std::size_t>(op)].description;
}

}  // namespace aunit::strength
