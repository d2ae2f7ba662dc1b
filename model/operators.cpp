#include "model/operators.h"

namespace aunit::model {

std::string_view word(Multiplicity m) {
  switch (m) {
    case Multiplicity::lone: return "lone";
    case Multiplicity::one: return "one";
    case Multiplicity::some: return "some";
    default: return "set";
  }
}

// clang-format off
Spelling spelling(Op op) {
  switch (op) {
    case Op::and_: return {"and", level::conjunction};
    case Op::or_: return {"or", level::disjunction};
    case Op::iff: return {"iff", level::equivalence};
    case Op::implies: return {"=>", level::implication};
    case Op::ifThenElse: return {"=>", level::implication};
    case Op::until: return {"until", level::temporal};
    case Op::since: return {"since", level::temporal};
    case Op::releases: return {"releases", level::temporal};
    case Op::triggered: return {"triggered", level::temporal};
    case Op::not_: return {"not", level::negation};
    case Op::always: return {"always", level::negation};
    case Op::eventually: return {"eventually", level::negation};
    case Op::after: return {"after", level::negation};
    case Op::before: return {"before", level::negation};
    case Op::historically: return {"historically", level::negation};
    case Op::once: return {"once", level::negation};
    case Op::in: return {"in", level::comparison};
    case Op::equal: case Op::integerEqual: return {"=", level::comparison};
    case Op::less: return {"<", level::comparison};
    case Op::greater: return {">", level::comparison};
    case Op::lessEqual: return {"<=", level::comparison};
    case Op::greaterEqual: return {">=", level::comparison};
    case Op::some: return {"some", level::comparison};
    case Op::no: return {"no", level::comparison};
    case Op::lone: return {"lone", level::comparison};
    case Op::one: return {"one", level::comparison};
    case Op::shiftLeft: return {"<<", level::shift};
    case Op::shiftRight: return {">>", level::shift};
    case Op::shiftRightLogical: return {">>>", level::shift};
    case Op::union_: return {"+", level::sum};
    case Op::difference: return {"-", level::sum};
    case Op::add: return {"fun/add", level::sum};
    case Op::subtract: return {"fun/sub", level::sum};
    case Op::multiply: return {"fun/mul", level::product};
    case Op::divide: return {"fun/div", level::product};
    case Op::remainder: return {"fun/rem", level::product};
    case Op::cardinality: case Op::sumOf: return {"#", level::cardinality};
    case Op::override_: return {"++", level::override_};
    case Op::intersection: return {"&", level::intersection};
    case Op::product: return {"->", level::arrow};
    case Op::domainRestriction: return {"<:", level::domain};
    case Op::rangeRestriction: return {":>", level::range};
    case Op::join: case Op::call: return {".", level::join};
    case Op::transpose: return {"~", level::unary};
    case Op::closure: return {"^", level::unary};
    case Op::reflexiveClosure: return {"*", level::unary};
    case Op::prime: return {"'", level::unary};
    case Op::quantAll: return {"all", level::binder};
    case Op::quantSome: return {"some", level::binder};
    case Op::quantNo: return {"no", level::binder};
    case Op::quantLone: return {"lone", level::binder};
    case Op::quantOne: return {"one", level::binder};
    case Op::let: case Op::sum: return {"", level::binder};
    case Op::bound: return {"", level::comparison};
    default: return {"", level::primary};
  }
}
// clang-format on

}  // namespace aunit::model
