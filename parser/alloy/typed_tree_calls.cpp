// Calls, and names that are ambiguous until their arguments are known (language reference 8.3).
#include <algorithm>

#include <fmt/format.h>

#include "parser/alloy/typed_tree.h"
#include "support/pieces.h"

namespace aunit::parser::alloy {

using model::Op;
using model::Span;

NodeRef TypedTree::call(model::FuncId function, std::vector<NodeRef> arguments, std::uint32_t extraWeight, Span span,
                        UseCollector::Proposal use) {
  bool applicable = arguments.size() == parameterCount(function);
  for (std::size_t i = 0; applicable && i < arguments.size(); ++i) {
    const TypeRef param = typeOfParameter(function, i), argument = arguments[i]->type;
    if (!types_.hasCommonArity(argument, param))
      applicable = false;
    else if (types_.hasTuple(argument) && types_.hasTuple(param) && !types_.intersects(argument, param))
      applicable = false;
  }
  Node& node = make(Op::call, span, std::move(arguments));
  node.payload = function;
  node.use = use;
  node.weight += extraWeight;
  if (!node.errors.empty()) return &node;
  for (const NodeRef argument : node.children) rejectMarking(node, argument);
  if (!node.errors.empty()) return &node;
  if (!applicable) {
    node.kind = Node::Kind::partialCall;
    return &node;
  }
  const FunctionSignature& signature = functions_[function];
  if (!signature.result) {
    node.type = TypeTable::formula;
    return &node;
  }
  node.type = signature.resultType;
  if (!node.children.empty()) {
    std::vector<TypeRef> given;
    for (const NodeRef argument : node.children) given.push_back(types_.relational(argument->type));
    node.type = types_.ofCall(function, given);
  }
  return &node;
}

std::string TypedTree::describeCandidate(NodeRef node) const {
  switch (node->op) {
    case Op::sig: return "sig " + model_.sig(node->payload).label;
    case Op::field: return "field " + model_.field(node->payload).label;
    case Op::call: {
      const model::Func& f = model_.func(node->payload);
      return (f.isPredicate ? "pred " : "fun ") + f.label;
    }
    case Op::variable: return "variable " + model_.variable(node->payload).name;
    case Op::join: return describeCandidate(node->children[1]);
    case Op::integerAtom:
    case Op::sumOf: return describeCandidate(node->children[0]);
    default: return "an expression of type " + types_.describe(node->type);
  }
}

NodeRef TypedTree::choice(std::vector<NodeRef> candidates, Span span) {
  if (candidates.size() == 1 && candidates[0]->kind == Node::Kind::expression && candidates[0]->errors.empty())
    return candidates[0];
  Node& node = nodes_.push_back({});
  node.kind = Node::Kind::choice;
  node.span = span;
  node.children = std::move(candidates);
  bool first = true;
  for (const NodeRef candidate : node.children) {
    node.size = std::max(node.size, candidate->size);
    if (candidate->type == TypeTable::empty) continue;
    node.type = first ? candidate->type : types_.merge(candidate->type, node.type);
    node.weight = first ? candidate->weight : std::min(node.weight, candidate->weight);
    first = false;
  }
  return &node;
}

// Call this function when no more arguments can follow. Returns `open` if it is not a choice, or if some candidate fits. Else
// returns a node with errors. A single candidate's own errors are used; otherwise, one error explains for each candidate why it
// does not fit.
NodeRef TypedTree::settled(NodeRef open) {
  if (open->kind == Node::Kind::partialCall) open = choice({open}, open->span);
  if (open->kind != Node::Kind::choice || open->type != TypeTable::empty || !open->errors.empty()) return open;
  Node& node = nodes_.push_back(*open);
  const Span span = node.span;
  std::vector<const model::Diagnostic*> own;
  for (const NodeRef candidate : node.children)
    for (const model::Diagnostic* error : candidate->errors) own.push_back(error);
  if (node.children.size() == 1 && !own.empty()) {
    node.errors = own;
    return &node;
  }
  model::Diagnostic problem{model::Severity::error, "call", span, "this name cannot be resolved here", {}, {}};
  for (const NodeRef candidate : node.children) {
    if (candidate->kind == Node::Kind::partialCall) {
      const model::Func& f = model_.func(candidate->payload);
      std::string params;
      for (std::size_t i = 0; i < f.variables.size(); ++i)
        params += fmt::format("{}{}: {}", i ? ", " : "", model_.variable(f.variables[i]).name,
                              types_.describe(typeOfParameter(candidate->payload, i)));
      const std::string given =
          support::joined(candidate->children, ", ", [&](const NodeRef argument) { return types_.describe(argument->type); });
      if (node.children.size() == 1)
        problem.message =
            candidate->children.empty() || candidate->children.size() == f.variables.size()
                ? fmt::format("this call does not fit the parameters of {} {}", f.isPredicate ? "pred" : "fun", f.label)
                : fmt::format("{} {} takes {} arguments, but {} {} given", f.isPredicate ? "pred" : "fun", f.label,
                              f.variables.size(), candidate->children.size(), candidate->children.size() == 1 ? "is" : "are");
      problem.hints.push_back(fmt::format("{} {} takes [{}], but is given {}", f.isPredicate ? "pred" : "fun", f.label, params,
                                          given.empty() ? "nothing" : "[" + given + "]"));
      if (given.empty() && node.children.size() == 1)
        problem.hints.push_back(fmt::format("arguments are given in brackets: `{}[...]`", f.name));
    }
    for (const model::Diagnostic* error : candidate->errors)
      problem.hints.push_back(describeCandidate(candidate) + ": " + error->message);
  }
  if (problem.hints.empty()) problem.hints.push_back("arguments are given in brackets: `p[x, y]`");
  problems_.push_back(std::move(problem));
  node.errors.push_back(&problems_.back());
  return &node;
}

NodeRef TypedTree::apply(NodeRef target, NodeRef argument, Span span) {
  argument = asSet(argument);
  const auto one = [&](NodeRef candidate) -> NodeRef {
    if (candidate->kind == Node::Kind::partialCall) {
      if (candidate->children.size() >= parameterCount(candidate->payload)) return candidate;
      std::vector<NodeRef> arguments = candidate->children;
      std::uint32_t own = candidate->weight;
      for (const NodeRef given : arguments) own -= given->weight;
      arguments.push_back(argument);
      return call(candidate->payload, std::move(arguments), own, span, candidate->use);
    }
    if (candidate->op == Op::call && candidate->type == TypeTable::formula) {
      const model::Func& f = model_.func(candidate->payload);
      return bad("call", span,
                 fmt::format("pred {} takes {} argument{}, but more are given", f.label, f.variables.size(),
                             f.variables.size() == 1 ? "" : "s"));
    }
    const NodeRef joined = join(argument, candidate, span);
    if (candidate->op != Op::call || joined->errors.empty()) return joined;
    const model::Func& f = model_.func(candidate->payload);
    return bad("call", span,
               fmt::format("fun {} takes {} argument{}, but more are given", f.label, f.variables.size(),
                           f.variables.size() == 1 ? "" : "s"),
               {"Alloy joins each further argument with the value of the function (`argument.value`), but " +
                joined->errors.front()->message});
  };
  if (!argument->errors.empty()) return &make(Op::join, span, {argument, target});  // the join adds no error of its own
  if (!target->errors.empty()) return join(argument, target, span);
  if (target->kind == Node::Kind::partialCall) return choice({one(target)}, span);
  if (target->kind != Node::Kind::choice) return one(target);
  std::vector<NodeRef> candidates;
  for (const NodeRef candidate : target->children) candidates.push_back(one(candidate));
  return choice(std::move(candidates), span);
}

}  // namespace aunit::parser::alloy
