#include "parser/alloy/syntax/operators.h"

#include <array>

namespace aunit::parser::alloy {

using namespace syntax;

namespace {

struct Operator {
  std::string_view spelling;
  int level;
};

// The index of an operator is its value in `Unary`.
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

constexpr auto quantifiers = std::to_array<std::string_view>({"all", "no", "some", "lone", "one", "sum"});

}  // namespace

model::Op opOf(Binary op) {
  using B = Binary;
  using model::Op;
  switch (op) {
    case B::and_: return Op::and_;
    case B::or_: return Op::or_;
    case B::iff: return Op::iff;
    case B::implies: return Op::implies;
    case B::until: return Op::until;
    case B::since: return Op::since;
    case B::releases: return Op::releases;
    case B::triggered: return Op::triggered;
    case B::in: return Op::in;
    case B::equal: return Op::equal;
    case B::less: return Op::less;
    case B::greater: return Op::greater;
    case B::lessEqual: return Op::lessEqual;
    case B::greaterEqual: return Op::greaterEqual;
    case B::shiftLeft: return Op::shiftLeft;
    case B::shiftRight: return Op::shiftRight;
    case B::shiftRightLogical: return Op::shiftRightLogical;
    case B::union_: return Op::union_;
    case B::difference: return Op::difference;
    case B::intAdd: return Op::add;
    case B::intSubtract: return Op::subtract;
    case B::intMultiply: return Op::multiply;
    case B::intDivide: return Op::divide;
    case B::intRemainder: return Op::remainder;
    case B::override_: return Op::override_;
    case B::intersection: return Op::intersection;
    case B::domainRestriction: return Op::domainRestriction;
    case B::rangeRestriction: return Op::rangeRestriction;
  }
  return Op::and_;
}

int levelOf(Unary op) {
  return unaries[static_cast<std::size_t>(op)].level;
}
int levelOf(Binary op) {
  return model::spelling(opOf(op)).level;
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
  return model::spelling(opOf(op)).text;
}
std::string_view spelling(Quantifier quantifier) {
  return quantifiers[static_cast<std::size_t>(quantifier)];
}

namespace {

/// Whether `ends` is true for the expression, or for its last operand, or for the last operand of this operand, and so on.
template <class Predicate>
bool endsIn(const Expr& e, Predicate ends) {
  const Expr* last = &e;
  while (!last->parenthesised) {
    if (ends(*last)) return true;
    switch (last->kind) {
      case Kind::unary:
        if (last->unary == Unary::prime) return false;
        [[fallthrough]];
      case Kind::binary:
      case Kind::arrow:
      case Kind::ifElse:
      case Kind::dot: last = last->children.back(); break;
      default: return false;
    }
  }
  return false;
}

bool isBindingKind(Kind kind) {
  return kind == Kind::quantified || kind == Kind::let;
}

}  // namespace

bool endsInBinder(const Expr& e) {
  return endsIn(e, [](const Expr& last) { return isBindingKind(last.kind); });
}

bool endsOpen(const Expr& e) {
  return endsIn(e, [](const Expr& last) {
    return isBindingKind(last.kind) || last.kind == Kind::ifElse || (last.kind == Kind::binary && last.binary == Binary::implies);
  });
}

bool isBuiltinTarget(const Expr& e) {
  return e.kind == Kind::name && (*e.text == "disj" || *e.text == "int" || *e.text == "sum" || *e.text == "pred/totalOrder");
}

}  // namespace aunit::parser::alloy
