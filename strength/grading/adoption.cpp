#include "strength/grading/adoption.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "support/threads.h"

namespace aunit::strength::grading {

using namespace model;

namespace {

enum StructureTag : std::uint32_t { ofFreeVariable = 0xfffffff0, ofBoundVariable, ofText };

}  // namespace

/// One level deeper while it lives.
class Adoption::Level {
 public:
  Level(Adoption& adoption, model::Span span) : adoption_(adoption) {
    if (++adoption_.depth_ > support::levels(mostLevels)) throw NotAdoptable("this formula is nested too deeply", span);
  }
  ~Level() { --adoption_.depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  Adoption& adoption_;
};

Adoption::Adoption(const Model& from, const Model& into, Structures& structures)
    : from_(from), into_(into), structures_(structures), corresponding_(comparison::correspondence(from, into)) {}

void Adoption::let(VarId variable, VarId other) {
  free_[variable] = other;
}

std::uint32_t Adoption::structureOf(ExprId expr) {
  steps_ = 0;
  bound_ = 0;
  levels_.clear();
  return structure(expr);
}

ExprId Adoption::copy(ExprId expr, Model& into) {
  steps_ = 0;
  variables_ = free_;
  return copied(expr, into);
}

void Adoption::step(ExprId expr) {
  if (++steps_ > mostNodes) throw NotAdoptable("this predicate is too large", from_.expr(expr).span);
}

std::uint32_t Adoption::payloadOf(const Expr& node) const {
  if (node.op == Op::sig) {
    if (const model::SigId sig = corresponding_.sigs[node.payload]; sig != noId) return sig;
    throw NotAdoptable(fmt::format("the signature {} is not part of the exercise", from_.sig(node.payload).name), node.span);
  }
  if (node.op == Op::field) {
    if (const model::FieldId field = corresponding_.fields[node.payload]; field != noId) return field;
    throw NotAdoptable(fmt::format("the field {} is not part of the exercise", from_.field(node.payload).name), node.span);
  }
  return node.payload;
}

// --------------------------------------------------------------------------------------------------------------- structures

std::uint32_t Adoption::structure(ExprId expr) {
  const Expr node = from_.expr(expr);
  const Level level(*this, node.span);
  step(expr);
  if (node.op == Op::call) return structureOfCall(expr);
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(node.op),
                                   static_cast<std::uint32_t>(node.sort),
                                   node.arity,
                                   node.negated,
                                   static_cast<std::uint32_t>(node.leftMultiplicity),
                                   static_cast<std::uint32_t>(node.rightMultiplicity)};
  if (node.op == Op::variable) {
    if (const auto known = levels_.find(node.payload); known != levels_.end())
      words.insert(words.end(), {ofBoundVariable, known->second});
    else if (const auto other = free_.find(node.payload); other != free_.end())
      words.insert(words.end(), {ofFreeVariable, other->second});
    else
      words.insert(words.end(), {ofFreeVariable, noId, node.payload});
    return structures_.insert(words).number;
  }
  if (node.op == Op::stringAtom && std::ranges::find(into_.strings(), from_.strings()[node.payload]) == into_.strings().end())
    throw NotAdoptable(fmt::format("the string {} is not part of the exercise", from_.strings()[node.payload]), node.span);
  if (node.op == Op::stringAtom || node.op == Op::atom || node.op == Op::skolem) {
    words.push_back(ofText);
    for (const char c : from_.strings()[node.payload]) words.push_back(static_cast<unsigned char>(c));
    return structures_.insert(words).number;
  }
  if (node.op == Op::let) {
    words.push_back(structure(from_.child(expr, 0)));
    levels_[node.payload] = bound_++;
    words.push_back(structure(from_.child(expr, 1)));
    --bound_;
    return structures_.insert(words).number;
  }
  words.push_back(payloadOf(node));
  const std::uint32_t outside = bound_;
  for (const Decl& decl : from_.decls(expr)) {
    words.push_back(structure(decl.bound));
    words.insert(words.end(), {decl.variableCount, static_cast<std::uint32_t>(decl.multiplicity), decl.disjoint, decl.illFormed});
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) levels_[decl.firstVariable + i] = bound_++;
  }
  for (std::uint32_t i = 0; i < node.childCount; ++i) words.push_back(structure(from_.child(expr, i)));
  bound_ = outside;
  return structures_.insert(words).number;
}

std::uint32_t Adoption::structureOfCall(ExprId expr) {
  const Expr node = from_.expr(expr);
  const model::Func& function = from_.func(node.payload);
  if (function.recursive) throw NotAdoptable(fmt::format("{} calls itself", function.name), node.span);
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(Op::call)};
  for (std::uint32_t i = 0; i < node.childCount; ++i) words.push_back(structure(from_.child(expr, i)));
  const std::uint32_t outside = bound_;
  auto around = levels_;
  for (const VarId variable : function.variables) levels_[variable] = bound_++;
  words.push_back(structure(function.body));
  levels_ = std::move(around);
  bound_ = outside;
  return words.size() == 2 ? words[1] : structures_.insert(words).number;
}

// ------------------------------------------------------------------------------------------------------------------- copies

VarId Adoption::fresh(VarId variable, model::VarKind kind, Model& into) {
  model::Variable copy = from_.variable(variable);
  copy.kind = kind;
  copy.type = typeOf(copy.type, into);
  copy.span = {};
  const VarId made = into.addVariable(std::move(copy));
  variables_[variable] = made;
  return made;
}

model::TypeId Adoption::typeOf(model::TypeId type, Model& into) {
  if (const auto known = types_.find(type); known != types_.end()) return known->second;
  std::optional<model::Type> mapped = corresponding_.type(from_.type(type));
  if (!mapped) throw NotAdoptable("this speaks of a signature that is not part of the exercise", {});
  std::ranges::sort(mapped->products);
  const model::TypeId made = into.internType(std::move(*mapped));
  types_.emplace(type, made);
  return made;
}

std::vector<Decl> Adoption::copiesOf(std::span<const Decl> decls, Model& into) {
  std::vector<Decl> copies;
  for (Decl decl : decls) {
    decl.bound = copied(decl.bound, into);
    const VarId first = decl.firstVariable;
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      const VarId made = fresh(first + i, from_.variable(first + i).kind, into);
      if (i == 0) decl.firstVariable = made;
    }
    decl.span = {};
    copies.push_back(decl);
  }
  return copies;
}

ExprId Adoption::copied(ExprId expr, Model& into) {
  Expr node = from_.expr(expr);
  const Level level(*this, node.span);
  step(expr);
  if (node.op == Op::call) return copyOfCall(expr, into);
  std::vector<ExprId> children;
  std::vector<Decl> decls;
  switch (node.op) {
    case Op::variable: {
      const auto known = variables_.find(node.payload);
      if (known == variables_.end()) throw NotAdoptable("a variable is used outside of what declares it", node.span);
      node.payload = known->second;
      break;
    }
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem: node.payload = into.internString(from_.strings()[node.payload]); break;
    case Op::let: {
      children.push_back(copied(from_.child(expr, 0), into));
      const VarId name = fresh(node.payload, model::VarKind::let, into);
      children.push_back(copied(from_.child(expr, 1), into));
      node.payload = name;
      break;
    }
    default:
      node.payload = payloadOf(node);
      decls = copiesOf(from_.decls(expr), into);
      for (std::uint32_t i = 0; i < node.childCount; ++i) children.push_back(copied(from_.child(expr, i), into));
  }
  node.type = typeOf(node.type, into);
  node.shape = noId;
  node.synthetic = true;
  node.span = {};
  return into.addExpr(node, children, decls);
}

/// `f[a]` as `let x = a | body`: both are by name as to time.
ExprId Adoption::copyOfCall(ExprId expr, Model& into) {
  const Expr node = from_.expr(expr);
  const model::Func& function = from_.func(node.payload);
  if (function.recursive) throw NotAdoptable(fmt::format("{} calls itself", function.name), node.span);
  std::vector<ExprId> values;
  for (std::uint32_t i = 0; i < node.childCount; ++i) values.push_back(copied(from_.child(expr, i), into));
  auto around = variables_;
  std::vector<VarId> names;
  for (const VarId variable : function.variables) names.push_back(fresh(variable, model::VarKind::let, into));
  ExprId made = copied(function.body, into);
  variables_ = std::move(around);
  for (std::size_t i = names.size(); i-- > 0;) {
    Expr let = into.expr(made);  // sort, arity and type are the body's
    let.op = Op::let;
    let.payload = names[i];
    let.negated = false;
    let.leftMultiplicity = let.rightMultiplicity = model::Multiplicity::set;
    let.shape = noId;
    made = into.addExpr(let, {{values[i], made}});
  }
  return made;
}

}  // namespace aunit::strength::grading
