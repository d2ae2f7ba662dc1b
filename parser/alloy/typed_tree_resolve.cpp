// The top-down pass: the wanted type decides between overloads (language reference 8.3; ExprChoice.resolve and similar methods).

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "parser/alloy/typed_tree.h"
#include "support/cancellation.h"

namespace aunit::parser::alloy {

using namespace model;
namespace builtin = model::builtin;

void TypedTree::warn(NodeRef node, std::string message, std::vector<std::string> hints) {
  if (trials_ == 0) diagnostics_.warning("redundant", node->span, std::move(message)).hints = std::move(hints);
}

/// Returns a hint that names the signature of a field; nothing if the node is not a field.
std::vector<std::string> TypedTree::ownerOf(NodeRef node) const {
  if (node->kind != Node::Kind::expression || node->op != Op::field) return {};
  const model::Field& field = model_.field(node->payload);
  return {fmt::format("`{}` is a field of `{}`", field.name, model_.sig(field.sig).name)};
}

NodeRef TypedTree::resolveSet(NodeRef node) {
  node = asSet(node);
  if (!node->errors.empty()) return node;
  return asSet(resolve(node, types_.relational(node->type)));
}

NodeRef TypedTree::resolveAny(NodeRef node) {
  node = settled(node);
  if (!node->errors.empty()) return node;
  if (node->kind == Node::Kind::choice) {  // all candidates compete, formulas and sets: the smallest weight wins
    node = resolve(node, node->type);
    if (!node->errors.empty()) return node;
  }
  if (types_.isFormula(node->type)) return resolveFormula(node);
  if (types_.isSmallInt(node->type)) return resolveInteger(node);
  return resolveSet(node);
}

NodeRef TypedTree::resolve(NodeRef node, TypeRef wanted) {
  support::spend(100);
  node = settled(node);
  if (!node->errors.empty()) return node;
  if (trials_ == 0) return resolveOnce(node, wanted);
  // Several overloads are tried with the same arguments, so the results for arguments are cached.
  const auto key = std::pair(node, wanted);
  if (const auto known = tried_.find(key); known != tried_.end()) return known->second;
  const NodeRef result = resolveOnce(node, wanted);
  tried_.emplace(key, result);
  return result;
}

NodeRef TypedTree::resolveOnce(NodeRef node, TypeRef wanted) {
  switch (node->kind) {
    case Node::Kind::choice: return resolveChoice(node, wanted, node->children, true);
    case Node::Kind::partialCall: return settled(node);
    case Node::Kind::macro: return bad("macro", node->span, "this macro needs more arguments");
    case Node::Kind::bad:
    case Node::Kind::written: return node;
    case Node::Kind::expression: break;
  }
  const auto withOperands = [&](TypeRef type, Op op) {
    const NodeRef left = resolve(node->children[0], type), right = resolve(node->children[1], type);
    if (left == node->children[0] && right == node->children[1]) return node;
    return binary(op, left, right, node->span, node->negated);
  };
  if (model::isRelationalBinary(node->op) || node->op == Op::in || node->op == Op::equal) return resolveBinary(node, wanted);
  if (model::isArithmetic(node->op) || model::isComparison(node->op))
    return withOperands(TypeTable::integer, node->op == Op::integerEqual ? Op::equal : node->op);
  if (model::isQuantifier(node->op)) return node;  // a quantified formula is resolved when its node is made
  switch (node->op) {
    case Op::iff:
    case Op::implies:
    case Op::until:
    case Op::since:
    case Op::releases:
    case Op::triggered: return withOperands(TypeTable::formula, node->op);
    case Op::and_:
    case Op::or_: {
      std::vector<NodeRef> operands;
      bool changed = false;
      for (const NodeRef child : node->children) {
        operands.push_back(resolve(child, TypeTable::formula));
        changed |= operands.back() != child;
      }
      return changed ? list(node->op, std::move(operands), node->span) : node;
    }
    case Op::disjoint: {
      TypeRef common = types_.relational(node->children[0]->type);
      for (const NodeRef child : node->children) common = types_.unionCommonArity(common, types_.relational(child->type));
      std::vector<NodeRef> operands;
      for (const NodeRef child : node->children)
        operands.push_back(resolve(child, types_.pickCommonArity(types_.relational(child->type), common)));
      return list(node->op, std::move(operands), node->span);
    }
    case Op::totalOrder: {
      const TypeRef set = types_.extract(types_.relational(node->children[0]->type), 1);
      return list(node->op,
                  {resolve(node->children[0], set), resolve(node->children[1], set),
                   resolve(node->children[2], types_.product(set, set))},
                  node->span);
    }
    case Op::ifThenElse: {
      TypeRef thenType = wanted, elseType = wanted;
      if (types_.isRelation(wanted) && !types_.isSmallInt(wanted)) {
        thenType = types_.intersect(node->children[1]->type, wanted);
        elseType = types_.intersect(node->children[2]->type, wanted);
        if (!types_.hasTuple(thenType) && !types_.hasTuple(elseType)) thenType = elseType = wanted;
      }
      return ifThenElse(resolve(node->children[0], TypeTable::formula), resolve(node->children[1], thenType),
                        resolve(node->children[2], elseType), node->span);
    }
    case Op::let: {
      const NodeRef body = resolve(node->children[1], wanted);
      return body == node->children[1] ? node : let(node->payload, node->children[0], body, node->span);
    }
    case Op::call: {
      std::vector<NodeRef> arguments;
      bool changed = false;
      for (std::size_t i = 0; i < node->children.size(); ++i) {
        const NodeRef child = node->children[i];
        TypeRef param = typeOfParameter(node->payload, i);
        const NodeRef resolved = asSet(resolve(child, param));
        changed |= resolved != child;
        arguments.push_back(resolved);
      }
      if (!changed) return node;
      const NodeRef result = call(node->payload, std::move(arguments), 0, node->span, node->use);
      return settled(result);
    }
    case Op::comprehension:
    case Op::sum: return node;  // a comprehension or sum is resolved when its node is made
    default: return node->children.empty() ? node : resolveUnary(node, wanted);
  }
}

NodeRef TypedTree::resolveUnary(NodeRef node, TypeRef wanted) {
  const NodeRef child = node->children[0];
  TypeRef below = wanted;
  switch (node->op) {
    case Op::not_:
    case Op::always:
    case Op::eventually:
    case Op::after:
    case Op::before:
    case Op::historically:
    case Op::once: below = TypeTable::formula; break;
    case Op::transpose: below = types_.transpose(types_.intersect(types_.transpose(child->type), wanted)); break;
    case Op::closure:
    case Op::reflexiveClosure:
      if (types_.hasTuple(child->type) &&
          !types_.hasTuple(types_.join(types_.extract(child->type, 2), types_.extract(child->type, 2))))
        warn(node, fmt::format("{} is redundant: the relation's domain and range are disjoint", symbolOf(node->op)));
      below = closureOperand(wanted, types_.relational(child->type));
      break;
    case Op::no:
      if (isClaim_) deliberate_ = child->span;
      [[fallthrough]];
    case Op::some:
    case Op::lone:
    case Op::one:
    case Op::cardinality: below = types_.relational(child->type); break;
    case Op::sumOf:
      below = types_.intersect(types_.relational(child->type), types_.unary(builtin::integers));
      if (types_.hasTuple(child->type) && !types_.hasTuple(below))
        warn(node, "this sum is always 0: " + types_.describe(child->type) + " holds no integers");
      break;
    case Op::integerAtom: below = TypeTable::integer; break;
    case Op::seqBound: {
      const TypeRef element = types_.relational(node->children[1]->type);
      const NodeRef resolved = resolve(node->children[1], element);
      return resolved == node->children[1] ? node : sequenceBound(resolved, node->span);
    }
    default: break;
  }
  const NodeRef resolved = resolve(child, below);
  if (resolved == child) return node;
  if (node->op == Op::bound) return marked(node->rightMultiplicity, resolved, node->span);
  return unary(node->op, resolved, node->span);
}

// Returns the products of `operand` that a closure of type `wanted` can use. A product is used if it is on a path from the first
// to the last column of a product of `wanted`. A step of a path goes along a product of `operand`, or from a signature to a
// signature that intersects it. So if `wanted` is `univ -> univ`, all products are on a path.
TypeRef TypedTree::closureOperand(TypeRef wanted, TypeRef operand) {
  const std::vector<Product> edges = types_.products(types_.extract(operand, 2));
  const std::vector<Product> goals = types_.products(types_.extract(wanted, 2));
  std::set<model::SigId> nodes;
  for (const std::vector<Product>* products : {&edges, &goals})
    for (const Product& product : *products) nodes.insert(product.begin(), product.end());
  const auto reachable = [&](model::SigId start, std::size_t out, std::size_t in) {
    std::set<model::SigId> reached{start};
    std::vector<model::SigId> open{start};
    const auto step = [&](model::SigId next) {
      if (reached.insert(next).second) open.push_back(next);
    };
    while (!open.empty()) {
      const model::SigId at = open.back();
      open.pop_back();
      for (const Product& edge : edges)
        if (edge[out] == at) step(edge[in]);
      for (const model::SigId other : nodes)
        if (types_.meet(at, other) != builtin::none) step(other);
    }
    return reached;
  };
  std::vector<Product> kept;
  for (const Product& goal : goals) {
    const std::set<model::SigId> from = reachable(goal[0], 0, 1), to = reachable(goal[1], 1, 0);
    for (const Product& edge : edges)
      if (from.contains(edge[0]) && to.contains(edge[1])) TypeTable::add(kept, edge, model_);
  }
  return types_.intern(std::move(kept));
}

// Whether two nodes have the same structure. False if one of them has declarations.
bool TypedTree::same(NodeRef a, NodeRef b) {
  if (a->kind != Node::Kind::expression || b->kind != Node::Kind::expression) return false;
  if (a->op != b->op || a->payload != b->payload || a->negated != b->negated || a->children.size() != b->children.size())
    return false;
  if (!a->decls.empty() || !b->decls.empty()) return false;
  return std::equal(a->children.begin(), a->children.end(), b->children.begin(), same);
}

NodeRef TypedTree::resolveBinary(NodeRef node, TypeRef wanted) {
  const NodeRef left = node->children[0], right = node->children[1];
  const TypeRef a = types_.relational(left->type), b = types_.relational(right->type);
  TypeRef wantLeft = a, wantRight = b;
  const auto columns = [](const Product& p, std::size_t from, std::size_t to) {
    return Product(p.begin() + static_cast<std::ptrdiff_t>(from), p.begin() + static_cast<std::ptrdiff_t>(to));
  };
  const auto fitting = [&](const Product& p) {  // the intersections of p with the wanted products
    std::vector<Product> out;
    for (const Product& goal : types_.products(wanted)) {
      if (goal.size() != p.size()) continue;
      Product common(p.size());
      bool some = true;
      for (std::size_t i = 0; i < p.size(); ++i) some &= (common[i] = types_.meet(p[i], goal[i])) != builtin::none;
      if (some) out.push_back(std::move(common));
    }
    return out;
  };
  switch (node->op) {
    case Op::equal: {
      const bool sameSides = same(left, right);
      if (sameSides) warn(node, "this comparison is redundant: both sides are the same");
      const TypeRef common = types_.intersect(a, b);
      if (types_.hasTuple(common)) {
        wantLeft = wantRight = common;
      } else {
        wantLeft = types_.pickCommonArity(a, b);
        wantRight = types_.pickCommonArity(b, a);
        if (sameSides) break;
        if (!types_.hasTuple(a) && !types_.hasTuple(b))
          warn(node, "this comparison is redundant: both sides are always empty");
        else if (types_.hasTuple(a) && types_.hasTuple(b))
          warn(node, fmt::format("this comparison is redundant: its sides are always disjoint ({} and {})", types_.describe(a),
                                 types_.describe(b)));
      }
      break;
    }
    case Op::in: {
      if (same(left, right)) warn(node, "`in` is redundant: both sides are the same");
      wantLeft = types_.pickCommonArity(a, b);
      wantRight = types_.intersect(b, wantLeft);
      if (!types_.hasTuple(wantRight) && types_.hasTuple(a) && types_.hasTuple(b))
        warn(node,
             fmt::format("`in` is redundant: its sides are always disjoint ({} and {})", types_.describe(a), types_.describe(b)));
      break;
    }
    case Op::union_:
    case Op::override_:
    case Op::intersection: {
      wantLeft = types_.intersect(a, wanted);
      wantRight = types_.intersect(b, wanted);
      if (node->op == Op::intersection && !(isClaim_ && node->span == deliberate_) && !types_.hasTuple(node->type) &&
          types_.hasTuple(a) && types_.hasTuple(b))
        warn(node, fmt::format("this `&` is always empty: its two sides are disjoint ({} and {})", types_.describe(a),
                               types_.describe(b)));
      if (node->op != Op::intersection && types_.hasTuple(wanted)) {
        const auto irrelevant = [&](NodeRef operand, TypeRef type, TypeRef contributed) {
          if (types_.hasTuple(type) && !types_.hasTuple(contributed))
            warn(operand, fmt::format("this operand contributes nothing: its type {} has nothing in common with {}",
                                      types_.describe(type), types_.describe(wanted)));
        };
        irrelevant(left, a, wantLeft);
        irrelevant(right, b, wantRight);
      }
      break;
    }
    case Op::difference:
      wantLeft = wanted;
      wantRight = types_.intersect(b, wanted);
      if (!types_.hasTuple(wantRight) && types_.hasTuple(b) && types_.hasTuple(wanted))
        warn(right,
             fmt::format("this removes nothing: {} and {} have no tuple in common", types_.describe(wanted), types_.describe(b)));
      break;
    case Op::join: {
      if (!types_.hasTuple(node->type) && types_.hasTuple(a) && types_.hasTuple(b))
        warn(node,
             fmt::format("this join is always empty: the last column of {} and the first column of {} have no atom in common",
                         types_.describe(a), types_.describe(b)),
             ownerOf(right));
      for (int strictness = 0; strictness < 3; ++strictness) {
        std::vector<Product> l, r;
        for (const Product& p : types_.products(a))
          for (const Product& q : types_.products(b)) {
            if (p.size() + q.size() <= 2 || !types_.hasArity(wanted, p.size() + q.size() - 2)) continue;
            const model::SigId middle = types_.meet(p.back(), q.front());
            if (strictness < 2 && middle == builtin::none) continue;
            if (strictness > 0) {
              TypeTable::add(l, p, model_);
              TypeTable::add(r, q, model_);
              continue;
            }
            Product joined = columns(p, 0, p.size() - 1);
            joined.insert(joined.end(), q.begin() + 1, q.end());
            for (const Product& common : fitting(joined)) {
              Product lp = columns(common, 0, p.size() - 1);
              lp.push_back(middle);
              Product rp{middle};
              rp.insert(rp.end(), common.begin() + static_cast<std::ptrdiff_t>(p.size()) - 1, common.end());
              TypeTable::add(l, std::move(lp), model_);
              TypeTable::add(r, std::move(rp), model_);
            }
          }
        if (l.empty() || r.empty()) continue;
        wantLeft = types_.intern(std::move(l));
        wantRight = types_.intern(std::move(r));
        break;
      }
      break;
    }
    case Op::domainRestriction:
    case Op::rangeRestriction: {
      const bool domain = node->op == Op::domainRestriction;
      const TypeRef set = domain ? a : b, relation = domain ? b : a;
      std::vector<Product> s, r;
      for (const Product& p : types_.products(set)) {
        if (p.size() != 1) continue;
        for (const Product& q : types_.products(relation)) {
          Product restricted = q;
          model::SigId& column = domain ? restricted.front() : restricted.back();
          column = types_.meet(p[0], column);
          if (column == builtin::none) continue;
          for (const Product& common : fitting(restricted)) {
            TypeTable::add(s, {domain ? common.front() : common.back()}, model_);
            TypeTable::add(r, common, model_);
          }
        }
      }
      TypeRef wantSet = types_.extract(set, 1), wantRelation = types_.pickCommonArity(relation, wanted);
      if (!s.empty()) {
        wantSet = types_.intern(std::move(s));
        wantRelation = types_.intern(std::move(r));
      } else if (types_.hasTuple(set) && types_.hasTuple(relation) && !types_.hasTuple(node->type)) {
        warn(node, "this restriction is always empty");
      }
      wantLeft = domain ? wantSet : wantRelation;
      wantRight = domain ? wantRelation : wantSet;
      break;
    }
    case Op::product: {
      for (bool strict : {true, false}) {
        std::vector<Product> l, r;
        for (const Product& p : types_.products(a))
          for (const Product& q : types_.products(b)) {
            if (!types_.hasArity(wanted, p.size() + q.size())) continue;
            if (!strict) {
              TypeTable::add(l, p, model_);
              TypeTable::add(r, q, model_);
              continue;
            }
            Product both = p;
            both.insert(both.end(), q.begin(), q.end());
            for (const Product& common : fitting(both)) {
              TypeTable::add(l, columns(common, 0, p.size()), model_);
              TypeTable::add(r, columns(common, p.size(), common.size()), model_);
            }
          }
        if (l.empty()) continue;
        wantLeft = types_.intern(std::move(l));
        wantRight = types_.intern(std::move(r));
        break;
      }
      break;
    }
    default: break;
  }
  const NodeRef newLeft = resolve(left, wantLeft), newRight = resolve(right, wantRight);
  if (newLeft == left && newRight == right) return node;
  if (node->op == Op::product) return arrow(newLeft, newRight, node->leftMultiplicity, node->rightMultiplicity, node->span);
  return binary(node->op, newLeft, newRight, node->span, node->negated);
}

NodeRef TypedTree::resolveChoice(NodeRef node, TypeRef wanted, std::vector<NodeRef> candidates, bool firstPass) {
  std::vector<NodeRef> fitting;
  for (const NodeRef c : candidates) {
    if (!c->errors.empty() || c->type == TypeTable::empty) continue;
    if ((types_.isFormula(wanted) && types_.isFormula(c->type)) || types_.intersects(wanted, c->type)) fitting.push_back(c);
  }
  if (fitting.empty())
    for (const NodeRef c : candidates)
      if (c->errors.empty() && types_.hasCommonArity(wanted, c->type)) fitting.push_back(c);
  if (fitting.size() > 1) {
    std::uint32_t lightest = fitting[0]->weight;
    for (const NodeRef c : fitting) lightest = std::min(lightest, c->weight);
    std::erase_if(fitting, [&](NodeRef c) { return c->weight > lightest; });
    if (firstPass && fitting.size() > 1) {
      ++trials_;
      for (NodeRef& c : fitting) c = resolve(c, wanted);
      --trials_;
      return resolveChoice(node, wanted, std::move(fitting), false);
    }
  }
  if (fitting.size() == 1) return resolve(fitting[0], wanted);
  if (fitting.size() > 1) {
    const std::size_t arity = types_.arity(fitting[0]->type);
    const bool allEmpty = arity > 0 && std::all_of(fitting.begin(), fitting.end(), [&](NodeRef c) {
                            return !types_.hasTuple(c->type) && types_.arity(c->type) == arity;
                          });
    if (allEmpty) {
      NodeRef result = signature(builtin::none, node->span);
      for (std::size_t i = 1; i < arity; ++i)
        result = arrow(signature(builtin::none, node->span), result, Multiplicity::set, Multiplicity::set, node->span);
      return result;
    }
    const NodeRef problem = bad("ambiguous", node->span, "this name is ambiguous");
    model::Diagnostic& diagnostic = problems_.back();
    for (const NodeRef c : fitting) {
      std::string hint = "it may be " + describeCandidate(c);
      if (c->op == Op::field) {
        const model::Field& field = model_.field(c->payload);
        hint += fmt::format("; if you mean this field, write `{} <: {}`", model_.sig(field.sig).name, field.name);
      }
      diagnostic.hints.push_back(std::move(hint));
    }
    return problem;
  }
  const NodeRef problem =
      bad("type", node->span,
          fmt::format("no declaration of this name has a type that fits here (expected {})", types_.describe(wanted)));
  model::Diagnostic& diagnostic = problems_.back();
  for (const NodeRef c : candidates)
    diagnostic.hints.push_back(fmt::format("{} is of type {}", describeCandidate(c), types_.describe(c->type)));
  return problem;
}

}  // namespace aunit::parser::alloy
