#include "model/program.h"

#include <algorithm>

namespace aunit::model::program {

std::string valueText(const Program& program, const Domain& domain, std::int64_t value) {
  switch (domain.sort) {
    case Sort::boolean: return value != 0 ? "true" : "false";
    case Sort::enumeration: return program.enumerations[domain.enumeration].members[static_cast<std::size_t>(value)];
    default: return std::to_string(value);
  }
}

bool speaksOfRuns(const Program& program, ExprId id) {
  const Expr& e = program.expr(id);
  if (e.op >= Op::always) return true;
  if (e.op == Op::proposition) return program.propositions[e.target].temporal;
  return std::ranges::any_of(e.children, [&](ExprId child) { return speaksOfRuns(program, child); });
}

}  // namespace aunit::model::program
