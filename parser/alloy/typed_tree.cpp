// Makes nodes of the typed tree, reports their errors, and writes resolved nodes to the model. This file is long, because it has
// one function for each kind of node. They share the coercions, the checks of operands, and the way in which a node takes over
// errors of its children. Calls and overloads are in typed_tree_calls.cpp, top-down resolution is in typed_tree_resolve.cpp.
#include "parser/alloy/typed_tree.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/roots.h"
#include "support/cancellation.h"

namespace aunit::parser::alloy {

using namespace model;
namespace builtin = model::builtin;

namespace {

bool isBooleanBinary(Op op) {
  return op == Op::iff || op == Op::implies || op == Op::until || op == Op::since || op == Op::releases || op == Op::triggered;
}

bool isIntegerBinary(Op op) {
  return op >= Op::add && op <= Op::shiftRightLogical;
}

}  // namespace

const char* TypedTree::symbolOf(Op op) {
  switch (op) {
    case Op::union_: return "+";
    case Op::difference: return "-";
    case Op::intersection: return "&";
    case Op::override_: return "++";
    case Op::product: return "->";
    case Op::join: return ".";
    case Op::domainRestriction: return "<:";
    case Op::rangeRestriction: return ":>";
    case Op::in: return "in";
    case Op::equal: return "=";
    case Op::transpose: return "~";
    case Op::closure: return "^";
    case Op::reflexiveClosure: return "*";
    default: return "?";
  }
}

void TypedTree::forget(const Mark& since) {
  tried_.clear();
  nodes_.shrink(since.nodes);
  uses_.forgetProposals(since.proposals);
}

NodeRef TypedTree::bad(std::string code, Span span, std::string message, std::vector<std::string> hints) {
  problems_.push_back({model::Severity::error, std::move(code), span, std::move(message), std::move(hints), {}});
  Node node;
  node.kind = Node::Kind::bad;
  node.span = span;
  node.errors.push_back(&problems_.back());
  return &nodes_.push_back(std::move(node));
}

Node& TypedTree::make(Op op, Span span, support::ShortList<NodeRef> children) {
  support::spend(200);
  Node& node = nodes_.push_back({});
  node.op = op;
  node.span = span;
  node.children = std::move(children);
  for (const NodeRef child : node.children) {
    node.weight += child->weight;
    enlarge(node, child->size);
  }
  adoptErrors(node);
  return node;
}

bool TypedTree::adoptErrors(Node& node) {
  for (const NodeRef child : node.children) adoptErrors(node, *child);
  return !node.errors.empty();
}

void TypedTree::adoptErrors(Node& node, const Node& child) {
  for (const model::Diagnostic* error : child.errors)
    if (node.errors.size() < mostErrors && std::find(node.errors.begin(), node.errors.end(), error) == node.errors.end())
      node.errors.push_back(error);
}

NodeRef TypedTree::fail(Node& node, std::string message, std::vector<std::string> hints) {
  problems_.push_back({model::Severity::error, "type", node.span, std::move(message), std::move(hints), {}});
  node.errors.push_back(&problems_.back());
  node.type = TypeTable::empty;
  return &node;
}

NodeRef TypedTree::narrow(Node& node) {
  for (const Product& product : types_.products(node.type))
    if (product.size() > model::maximalArity)
      return fail(node, fmt::format("a relation has {} columns; at most {} are possible", product.size(), model::maximalArity));
  return &node;
}

void TypedTree::rejectMarking(Node& node, NodeRef operand) {
  if (operand->marking == Node::Marking::none) return;
  problems_.push_back({model::Severity::error,
                       "type",
                       operand->span,
                       "a multiplicity is not allowed here",
                       {"write multiplicities in the bounds of declarations or to the right of `in`: `one A`, `A one -> lone B`"},
                       {}});
  node.errors.push_back(&problems_.back());
  node.type = TypeTable::empty;
}

NodeRef TypedTree::leaf(Op op, std::uint32_t payload, TypeRef type, Span span, std::uint32_t weight, UseCollector::Proposal use) {
  Node& node = make(op, span, {});
  node.use = use;
  node.payload = payload;
  node.type = type;
  node.weight = weight;
  return &node;
}

NodeRef TypedTree::written(model::ExprId formula, Span span) {
  Node& node = make(Op::true_, span, {});
  node.kind = Node::Kind::written;
  node.payload = formula;
  node.type = TypeTable::formula;
  return &node;
}

bool TypedTree::isPoisoned(model::FuncId function) const {
  for (std::size_t i = 0; i < parameterCount(function); ++i)
    if (typeOfParameter(function, i) == TypeTable::empty) return true;
  return functions_[function].resultType == TypeTable::empty;
}

NodeRef TypedTree::signature(model::SigId sig, Span span, std::uint32_t weight, UseCollector::Proposal use) {
  return leaf(Op::sig, sig, typeOf(sig), span, weight, use);
}

NodeRef TypedTree::field(model::FieldId id, TypeRef type, Span span, std::uint32_t weight, UseCollector::Proposal use) {
  return leaf(Op::field, id, type, span, weight, use);
}

NodeRef TypedTree::withSpan(NodeRef node, Span span) {
  if (node->span == span) return node;
  Node& copy = nodes_.push_back(*node);
  copy.span = span;
  return &copy;
}

NodeRef TypedTree::asFormula(NodeRef n) {
  n = settled(n);
  if (!n->errors.empty() || types_.isFormula(n->type)) return n;
  Node& node = make(n->op, n->span, {n});
  return fail(node,
              fmt::format("this must be a formula, but it is {}",
                          types_.isSmallInt(n->type) ? "an integer" : "a set of type " + types_.describe(n->type)),
              types_.isInt(n->type)        ? std::vector<std::string>{"numbers are compared by `=`, `<`, `>`, `=<` and `>=`"}
              : types_.isRelation(n->type) ? std::vector<std::string>{"to say that a set is not empty, write `some` before it"}
                                           : std::vector<std::string>{});
}

NodeRef TypedTree::asInteger(NodeRef n) {
  n = settled(n);
  if (!n->errors.empty() || types_.isSmallInt(n->type)) return n;
  if (types_.isInt(n->type)) {
    Node& node = make(Op::sumOf, n->span, {n});
    node.type = TypeTable::integer;
    rejectMarking(node, n);
    return &node;
  }
  Node& node = make(n->op, n->span, {n});
  return fail(node, fmt::format("this must be an integer, but it is of type {}", types_.describe(n->type)));
}

NodeRef TypedTree::asSet(NodeRef n) {
  n = settled(n);
  if (!n->errors.empty()) return n;
  if (types_.isSmallInt(n->type)) {
    Node& node = make(Op::integerAtom, n->span, {n});
    node.type = types_.unary(builtin::integers);
    return &node;
  }
  if (types_.isRelation(n->type)) return n;
  Node& node = make(n->op, n->span, {n});
  return fail(node, n->kind == Node::Kind::macro ? "this macro needs more arguments"
                                                 : "this must be a set or relation, but it is a formula");
}

NodeRef TypedTree::unary(Op op, NodeRef operand, Span span) {
  if (op == Op::not_ || op == Op::always || op == Op::eventually || op == Op::after || op == Op::before ||
      op == Op::historically || op == Op::once) {
    operand = asFormula(operand);
    Node& node = make(op, span, {operand});
    if (node.errors.empty()) node.type = TypeTable::formula;
    return &node;
  }
  if (op == Op::integerAtom) return withSpan(asSet(operand), span);
  if (op == Op::prime) {
    operand = settled(operand);
    Node& node = make(op, span, {operand});
    if (!node.errors.empty()) return &node;
    if (!types_.isRelation(operand->type) || types_.isSmallInt(operand->type)) {
      if (types_.isFormula(operand->type))
        return fail(node, "a prime takes a set or relation, not a formula", {"write `after` before a formula"});
    }
    node.type = operand->type;
    rejectMarking(node, operand);
    return &node;
  }
  operand = asSet(operand);
  Node& node = make(op, span, {operand});
  if (!node.errors.empty()) return &node;
  rejectMarking(node, operand);
  if (!node.errors.empty()) return &node;
  node.type = types_.ofUnary(op, operand->type);
  if (node.type != TypeTable::empty) return &node;
  if (op == Op::sumOf) return fail(node, "only a set of integers can be summed");
  return fail(node,
              fmt::format("{} takes a binary relation, but this is of type {}", symbolOf(op), types_.describe(operand->type)));
}

NodeRef TypedTree::marked(Multiplicity multiplicity, NodeRef operand, Span span) {
  operand = asSet(operand);
  Node& node = make(Op::bound, span, {operand});
  if (!node.errors.empty()) return &node;
  node.type = operand->type;
  node.rightMultiplicity = multiplicity;
  node.marking = Node::Marking::prefix;
  if (operand->marking == Node::Marking::prefix) rejectMarking(node, operand);
  static constexpr const char* words[] = {"set", "lone", "one", "some"};
  if (multiplicity == Multiplicity::set) {
    if (operand->marking == Node::Marking::arrow) return withSpan(operand, span);
  } else if (node.type = types_.extract(operand->type, 1); node.type == TypeTable::empty) {
    return fail(node, fmt::format("`{}` must be followed by a unary set, but this is of type {}",
                                  words[static_cast<int>(multiplicity)], types_.describe(operand->type)));
  }
  return &node;
}

NodeRef TypedTree::sequenceBound(NodeRef operand, Span span) {
  operand = asSet(operand);
  const NodeRef indices = signature(builtin::seqInt, span);
  Node& node = make(Op::seqBound, span, {indices, operand});
  if (!node.errors.empty()) return &node;
  rejectMarking(node, operand);
  node.type = types_.product(indices->type, operand->type);
  node.marking = Node::Marking::arrow;
  return narrow(node);
}

NodeRef TypedTree::arrow(NodeRef left, NodeRef right, Multiplicity leftMultiplicity, Multiplicity rightMultiplicity, Span span) {
  left = asSet(left);
  right = asSet(right);
  Node& node = make(Op::product, span, {left, right});
  if (!node.errors.empty()) return &node;
  if (left->marking == Node::Marking::prefix) rejectMarking(node, left);
  if (right->marking == Node::Marking::prefix) rejectMarking(node, right);
  if (!node.errors.empty()) return &node;
  node.leftMultiplicity = leftMultiplicity;
  node.rightMultiplicity = rightMultiplicity;
  if (leftMultiplicity != Multiplicity::set || rightMultiplicity != Multiplicity::set || left->marking != Node::Marking::none ||
      right->marking != Node::Marking::none)
    node.marking = Node::Marking::arrow;
  node.type = types_.product(left->type, right->type);
  return narrow(node);
}

NodeRef TypedTree::withoutMultiplicities(NodeRef node) {
  if (node->marking == Node::Marking::none || !node->errors.empty()) return node;
  if (node->op == Op::bound) return withSpan(node->children[0], node->span);
  return arrow(withoutMultiplicities(node->children[0]), withoutMultiplicities(node->children[1]), Multiplicity::set,
               Multiplicity::set, node->span);
}

NodeRef TypedTree::join(NodeRef left, NodeRef right, Span span) {
  left = asSet(left);
  right = asSet(right);
  Node& node = make(Op::join, span, {left, right});
  if (!node.errors.empty()) return &node;
  rejectMarking(node, left);
  rejectMarking(node, right);
  if (!node.errors.empty()) return &node;
  node.type = types_.ofBinary(Op::join, left->type, right->type);
  if (node.type != TypeTable::empty) return narrow(node);
  std::vector<std::string> hints;
  if (right->op == Op::variable) {
    const std::string& name = model_.variable(right->payload).name;
    if (std::ranges::any_of(model_.fields(), [&](const model::Field& field) { return field.name == name; }))
      hints.push_back(fmt::format("`{0}` means the variable here; for the field of this name write `@{0}`", name));
  }
  return fail(node,
              fmt::format("these cannot be joined: the left side is of type {}, the right side of type {}",
                          types_.describe(left->type), types_.describe(right->type)),
              std::move(hints));
}

NodeRef TypedTree::comparisonOfOthers(Op op, NodeRef left, NodeRef right, Span span) {
  if (!left->errors.empty() || !right->errors.empty()) return nullptr;
  if (left->kind == Node::Kind::expression && left->op >= Op::less && left->op <= Op::greaterEqual) {
    Node& node = make(op, span, {left, right});
    return fail(node, "comparisons cannot be chained", {"join two comparisons with `and`: `0 < n and n < 8`"});
  }
  const auto sigOf = [&](NodeRef side) {
    const auto& products = types_.products(side->type);
    const bool isSet = types_.isRelation(side->type) && !types_.isInt(side->type) && products.size() == 1;
    return isSet && products.front().size() == 1 ? products.front().front() : model::noId;
  };
  const model::SigId sig = sigOf(left);
  if (sig == model::noId || sigOf(right) == model::noId) return nullptr;
  static const std::map<Op, const char*> named = {
      {Op::less, "lt"}, {Op::lessEqual, "lte"}, {Op::greater, "gt"}, {Op::greaterEqual, "gte"}};
  SigId top = sig;
  while (!model_.sig(top).isEnum && !model_.sig(top).subset && !model_.sig(top).parents.empty() &&
         !model_.sig(model_.sig(top).parents.front()).builtin)
    top = model_.sig(top).parents.front();
  const model::Sig& set = model_.sig(top);
  Node& node = make(op, span, {left, right});
  return fail(node,
              fmt::format("this operator compares integers, but the sides are of type {} and {}", types_.describe(left->type),
                          types_.describe(right->type)),
              {set.isEnum ? fmt::format("to compare the order of members of `{}`, write `{}[a, b]`", set.name, named.at(op))
                          : fmt::format("to order atoms write `open util/ordering[{}] as order`, then `order/{}[a, b]`", set.name,
                                        named.at(op))});
}

NodeRef TypedTree::binary(Op op, NodeRef left, NodeRef right, Span span, bool negated) {
  if (op == Op::join) return join(left, right, span);
  if (op == Op::and_ || op == Op::or_) return list(op, {left, right}, span);
  if (isBooleanBinary(op)) {
    Node& node = make(op, span, {asFormula(left), asFormula(right)});
    if (node.errors.empty()) node.type = TypeTable::formula;
    return &node;
  }
  if (op >= Op::less && op <= Op::greaterEqual)
    if (const NodeRef wrong = comparisonOfOthers(op, settled(left), settled(right), span)) return wrong;
  if (isIntegerBinary(op) || (op >= Op::less && op <= Op::greaterEqual)) {
    Node& node = make(op, span, {asInteger(left), asInteger(right)});
    node.negated = negated;
    if (node.errors.empty()) node.type = isIntegerBinary(op) ? TypeTable::integer : TypeTable::formula;
    return &node;
  }
  left = settled(left);
  right = settled(right);
  if (op == Op::equal && left->errors.empty() && right->errors.empty() && types_.isSmallInt(left->type) &&
      types_.isSmallInt(right->type)) {
    Node& node = make(Op::integerEqual, span, {left, right});
    node.negated = negated;
    node.type = TypeTable::formula;
    return &node;
  }
  left = asSet(left);
  right = asSet(right);
  Node& node = make(op, span, {left, right});
  node.negated = negated;
  if (!node.errors.empty()) return &node;
  rejectMarking(node, left);
  if (op != Op::in || negated) rejectMarking(node, right);
  if (!node.errors.empty()) return &node;
  node.type = types_.ofBinary(op, left->type, right->type);
  if (node.type != TypeTable::empty) return &node;
  if (op == Op::domainRestriction && !types_.hasArity(left->type, 1))
    return fail(node, "the left side of <: must be a unary set, not of type " + types_.describe(left->type));
  if (op == Op::rangeRestriction && !types_.hasArity(right->type, 1))
    return fail(node, "the right side of :> must be a unary set, not of type " + types_.describe(right->type));
  return fail(node, fmt::format("`{}` needs both sides of the same arity: the left side is of type {}, the right side of type {}",
                                symbolOf(op), types_.describe(left->type), types_.describe(right->type)));
}

NodeRef TypedTree::longSum(NodeRef left, NodeRef right, Span span) {
  left = asSet(left);
  right = asSet(right);
  const auto coarse = [&](NodeRef part) {
    const std::vector<Product>& products = types_.products(part->type);
    const auto isTopLevel = [&](model::SigId column) { return model_.isTopLevel(column); };
    if (products.size() == 1 && std::ranges::all_of(products[0], isTopLevel))
      return part->type;  // already coarse: each column has one top-level signature
    return types_.intern(model::rootsOf(model_, products));
  };
  const TypeRef type = types_.unionCommonArity(coarse(left), coarse(right));
  if (type == TypeTable::empty) return binary(Op::union_, left, right, span);
  Node& node = make(Op::union_, span, {left, right});
  rejectMarking(node, left);
  rejectMarking(node, right);
  if (node.errors.empty()) node.type = type;
  return &node;
}

NodeRef TypedTree::list(Op op, std::vector<NodeRef> operands, Span span) {
  if (op == Op::and_ || op == Op::or_) {
    std::vector<NodeRef> flat;
    const Op unit = op == Op::and_ ? Op::true_ : Op::false_;
    for (NodeRef operand : operands) {
      operand = asFormula(operand);
      if (operand->kind == Node::Kind::expression && operand->errors.empty() && operand->op == unit) continue;
      if (operand->kind == Node::Kind::expression && operand->errors.empty() && operand->op == op)
        flat.insert(flat.end(), operand->children.begin(), operand->children.end());
      else
        flat.push_back(operand);
    }
    if (flat.empty()) return leaf(unit, model::noId, TypeTable::formula, span);
    if (flat.size() == 1) return flat[0];
    Node& node = make(op, span, std::move(flat));
    if (node.errors.empty()) node.type = TypeTable::formula;
    return &node;
  }
  // Here, `op` is `disjoint` or `totalOrder`.
  for (NodeRef& operand : operands) operand = asSet(operand);
  Node& node = make(op, span, operands);
  if (!node.errors.empty()) return &node;
  for (const NodeRef operand : operands) rejectMarking(node, operand);
  if (!node.errors.empty()) return &node;
  if (op == Op::disjoint) {
    if (operands.size() < 2) return fail(node, "disj[...] needs at least two sets");
    std::vector<TypeRef> types;
    for (const NodeRef operand : operands) types.push_back(operand->type);
    if (!types_.haveCommonArity(types)) return fail(node, "the sets in disj[...] must have the same arity");
  } else {
    if (operands.size() != 3)
      return fail(node, "pred/totalOrder takes three arguments: the set, its first element, and the successor relation");
    if (!types_.hasArity(operands[0]->type, 1) || !types_.hasArity(operands[1]->type, 1) ||
        !types_.hasArity(operands[2]->type, 2))
      return fail(node, "pred/totalOrder takes two sets and a binary relation");
  }
  node.type = TypeTable::formula;
  return &node;
}

// Whether an integer is a literal, rather than computed. The Analyzer represents literals as sets (language reference 8.1).
bool TypedTree::isLiteral(NodeRef node) const {
  if (!node->errors.empty() || node->kind != Node::Kind::expression || !types_.isSmallInt(node->type)) return false;
  switch (node->op) {
    case Op::integer: return true;
    case Op::variable: return literals_.contains(node->payload);
    case Op::prime: return isLiteral(node->children[0]);
    case Op::let:
    case Op::ifThenElse: return isLiteral(node->children[1]);
    default: return false;
  }
}

NodeRef TypedTree::ifThenElse(NodeRef condition, NodeRef then, NodeRef otherwise, Span span) {
  condition = asFormula(condition);
  then = settled(then);
  otherwise = settled(otherwise);
  const bool clean = then->errors.empty() && otherwise->errors.empty();
  const bool formulas = clean && types_.isFormula(then->type) && types_.isFormula(otherwise->type);
  const bool integer = clean && types_.isSmallInt(then->type), integers = integer && types_.isSmallInt(otherwise->type);
  if (clean && !formulas && !integers) {
    // If `then` is a computed integer, emit() converts the whole if-then-else (see computedChoice).
    if (!integer || isLiteral(then)) then = asSet(then);
    otherwise = asSet(otherwise);
  }
  Node& node = make(Op::ifThenElse, span, {condition, then, otherwise});
  if (!node.errors.empty()) return &node;
  if (integers) {
    node.type = TypeTable::integer;
    return &node;
  }
  const TypeRef common = types_.unionCommonArity(then->type, otherwise->type);
  if (formulas) {
    node.type = common == TypeTable::empty ? TypeTable::formula : types_.merge(TypeTable::formula, common);
    return &node;
  }
  rejectMarking(node, then);
  rejectMarking(node, otherwise);
  if (!node.errors.empty()) return &node;
  node.type = common;
  if (node.type == TypeTable::empty)
    return fail(node, fmt::format("both branches must have the same arity: {} and {}", types_.describe(then->type),
                                  types_.describe(otherwise->type)));
  return &node;
}

NodeRef TypedTree::quantified(Op op, std::vector<NodeDecl> decls, NodeRef body, Span span) {
  Node& node = make(op, span, {body});
  node.decls = std::move(decls);
  for (const NodeDecl& decl : node.decls) {
    node.weight += decl.bound->weight;
    enlarge(node, decl.bound->size);
    adoptErrors(node, *decl.bound);
  }
  if (!node.errors.empty()) return &node;
  if (op == Op::comprehension || op == Op::sum) {
    TypeRef type = TypeTable::empty;
    for (const NodeDecl& decl : node.decls) {
      if (types_.arity(decl.bound->type) != 1 || decl.multiplicity != Multiplicity::one)
        return fail(node, op == Op::sum ? "a variable of `sum` must range over the atoms of a set"
                                        : "a variable of a comprehension must range over the atoms of a set");
      for (std::uint32_t i = 0; op == Op::comprehension && i < decl.variableCount; ++i) {
        type = type == TypeTable::empty ? decl.bound->type : types_.product(type, decl.bound->type);
        if (types_.arity(type) > model::maximalArity)
          return fail(node, fmt::format("this comprehension has more than {} variables", model::maximalArity));
      }
    }
    node.type = op == Op::sum ? TypeTable::integer : type;
  } else {
    node.type = TypeTable::formula;
  }
  return &node;
}

NodeRef TypedTree::letVariable(model::VarId variable, NodeRef value, Span span) {
  if (isLiteral(value)) literals_.insert(variable);
  return leaf(Op::variable, variable, value->type, span);
}

NodeRef TypedTree::let(model::VarId variable, NodeRef value, NodeRef body, Span span) {
  Node& node = make(Op::let, span, {value, body});
  node.payload = variable;
  rejectMarking(node, value);
  rejectMarking(node, body);
  if (node.errors.empty()) node.type = body->type;
  return &node;
}

NodeRef TypedTree::macroUse(const MacroDefinition* macro, std::vector<NodeRef> arguments, Span span) {
  Node& node = make(Op::true_, span, std::move(arguments));
  node.kind = Node::Kind::macro;
  node.macro = macro;
  return &node;
}

NodeRef TypedTree::cascade(Span span) {
  return bad("cascade", span, "");
}

bool TypedTree::report(NodeRef node) {
  for (const model::Diagnostic* problem : node->errors) {
    if (problem->code == "cascade") continue;  // the cause has been reported
    model::Diagnostic& added = diagnostics_.error(problem->code, problem->span, problem->message);
    added.hints = problem->hints;
    added.related = problem->related;
  }
  if (!node->errors.empty()) confirmUses(node);
  return node->errors.empty();
}

void TypedTree::confirmUses(NodeRef start) {
  std::unordered_set<NodeRef> seen;
  std::vector<NodeRef> open{start};
  while (!open.empty()) {
    const NodeRef node = open.back();
    open.pop_back();
    if (!seen.insert(node).second || (node->kind == Node::Kind::choice && node->children.size() > 1)) continue;
    uses_.confirm(node->use);
    open.insert(open.end(), node->children.begin(), node->children.end());
    for (const NodeDecl& decl : node->decls) open.push_back(decl.bound);
  }
}

bool TypedTree::mentions(NodeRef node, model::VarId variable) {
  if (node->op == Op::variable && node->payload == variable) return true;
  for (const NodeDecl& decl : node->decls)
    if (mentions(decl.bound, variable)) return true;
  return std::any_of(node->children.begin(), node->children.end(), [&](NodeRef child) { return mentions(child, variable); });
}

// Returns a set node for an if-then-else whose `then` is a computed integer and whose `else` is a set. The value is the atom of
// the chosen integer; the set in `else` counts as the sum of its numbers (language reference 8.1).
NodeRef TypedTree::computedChoice(NodeRef node) {
  Node& integer = make(Op::ifThenElse, node->span, node->children);
  integer.type = TypeTable::integer;
  Node& sum = make(Op::sumOf, node->children[2]->span, {node->children[2]});
  sum.type = TypeTable::integer;
  integer.children[2] = &sum;
  Node& atom = make(Op::integerAtom, node->span, {&integer});
  atom.type = types_.unary(builtin::integers);
  return &atom;
}

model::ExprId TypedTree::emit(NodeRef node) {
  support::spend(500);
  if (node->op == Op::ifThenElse && types_.isSmallInt(node->children[1]->type) && !types_.isSmallInt(node->type))
    return emit(computedChoice(node));
  if (node->kind == Node::Kind::written) return node->payload;
  uses_.confirm(node->use);
  std::vector<model::ExprId> children;
  children.reserve(node->children.size());
  for (const NodeRef child : node->children) children.push_back(emit(child));
  std::vector<model::Decl> decls;
  for (const NodeDecl& decl : node->decls)
    decls.push_back(
        {decl.firstVariable, decl.variableCount, emit(decl.bound), decl.multiplicity, decl.disjoint, decl.span, decl.illFormed});
  model::Expr e;
  e.op = node->op;
  e.negated = node->negated;
  e.leftMultiplicity = node->leftMultiplicity;
  e.rightMultiplicity = node->rightMultiplicity;
  e.payload = node->payload;
  e.span = node->span;
  if (types_.isFormula(node->type)) {
    e.sort = model::Sort::formula;
  } else if (types_.isSmallInt(node->type)) {
    e.sort = model::Sort::integer;
  } else {
    e.sort = model::Sort::relation;
    e.arity = static_cast<std::uint8_t>(types_.arity(node->type));
    e.type = types_.toModel(node->type);
  }
  return model_.addExpr(e, children, decls);
}

}  // namespace aunit::parser::alloy
