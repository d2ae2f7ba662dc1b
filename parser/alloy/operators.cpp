#include "parser/alloy/operators.h"

#include <array>

namespace aunit::parser::alloy {

using namespace syntax;

namespace {

struct Operator {
  std::string_view spelling;
  int level;
};

// In the order of the enumerations.
constexpr auto unaries = std::to_array<Operator>({
    {"not", level::negation},    {"always", level::negation}, {"eventually", level::negation},
    {"after", level::negation},  {"before", level::negation}, {"historically", level::negation},
    {"once", level::negation},   {"no", level::comparison},   {"some", level::comparison},
    {"lone", level::comparison}, {"one", level::comparison},  {"set", level::comparison},
    {"seq", level::comparison},  {"#", level::cardinality},   {"sum", level::cardinality},
    {"int", level::cardinality}, {"~", level::unary},         {"^", level::unary},
    {"*", level::unary},         {"'", level::unary},
});
static_assert(unaries.size() == static_cast<std::size_t>(Unary::prime) + 1);

constexpr auto binaries = std::to_array<Operator>({
    {"and", level::conjunction},
    {"or", level::disjunction},
    {"iff", level::equivalence},
    {"=>", level::implication},
    {"until", level::temporal},
    {"since", level::temporal},
    {"releases", level::temporal},
    {"triggered", level::temporal},
    {"in", level::comparison},
    {"=", level::comparison},
    {"<", level::comparison},
    {">", level::comparison},
    {"=<", level::comparison},
    {">=", level::comparison},
    {"<<", level::shift},
    {">>", level::shift},
    {">>>", level::shift},
    {"+", level::sum},
    {"-", level::sum},
    {"fun/add", level::sum},
    {"fun/sub", level::sum},
    {"fun/mul", level::product},
    {"fun/div", level::product},
    {"fun/rem", level::product},
    {"++", level::override_},
    {"&", level::intersection},
    {"<:", level::domain},
    {":>", level::range},
});
static_assert(binaries.size() == static_cast<std::size_t>(Binary::rangeRestriction) + 1);

constexpr auto quantifiers = std::to_array<std::string_view>({"all", "no", "some", "lone", "one", "sum"});

}  // namespace

int levelOf(Unary op) {
  return unaries[static_cast<std::size_t>(op)].level;
}
int levelOf(Binary op) {
  return binaries[static_cast<std::size_t>(op)].level;
}

int levelOf(const Expr& e) {
  switch (e.kind) {
    case Kind::quantified:
    case Kind::let: return level::binder;
    case Kind::unary: return levelOf(e.unary);
    case Kind::binary: return levelOf(e.binary);
    case Kind::ifElse: return level::implication;
    case Kind::arrow: return level::arrow;
    case Kind::dot:
    case Kind::box: return level::join;
    case Kind::name: return isBuiltinTarget(e) ? level::join : level::primary;
    default: return level::primary;
  }
}

std::string_view spelling(Unary op) {
  return unaries[static_cast<std::size_t>(op)].spelling;
}
std::string_view spelling(Binary op) {
  return binaries[static_cast<std::size_t>(op)].spelling;
}
std::string_view spelling(Quantifier quantifier) {
  return quantifiers[static_cast<std::size_t>(quantifier)];
}

bool isBuiltinTarget(const Expr& e) {
  return e.kind == Kind::name && (e.text == "disj" || e.text == "int" || e.text == "sum" || e.text == "pred/totalOrder");
}

}  // namespace aunit::parser::alloy
