#include "parser/nitpick/types.h"

namespace aunit::parser::nitpick {

TypeRef Types::add(Node node) {
  types_.push_back(node);
  return static_cast<TypeRef>(types_.size() - 1);
}

TypeRef Types::base(model::SigId sig) {
  Node node;
  node.form = Form::base;
  node.sig = sig;
  return add(node);
}

TypeRef Types::find(TypeRef t) const {
  while (types_[t].same != model::noId) {
    const TypeRef next = types_[t].same;
    if (types_[next].same != model::noId) types_[t].same = types_[next].same;  // path compression
    t = next;
  }
  return t;
}

bool Types::unify(TypeRef x, TypeRef y) {
  const TypeRef a = find(x), b = find(y);
  if (a == b) return true;
  const Node left = types_[a], right = types_[b];
  if (left.form == Form::error || right.form == Form::error) return true;
  const auto isCollection = [](Form form) { return form == Form::collection || form == Form::set || form == Form::relation; };
  if (left.form == Form::unknown || (left.form == Form::collection && isCollection(right.form))) {
    types_[a].same = b;
    return true;
  }
  if (right.form == Form::unknown || (right.form == Form::collection && isCollection(left.form))) {
    types_[b].same = a;
    return true;
  }
  if (left.form != right.form) return false;
  if (left.form == Form::base) {
    if (left.sig != right.sig) return false;
  } else {
    if (left.a != model::noId && !unify(left.a, right.a)) return false;
    if (left.b != model::noId && !unify(left.b, right.b)) return false;
  }
  types_[a].same = b;
  return true;
}

std::string Types::show(TypeRef t) const {
  switch (form(t)) {
    case Form::unknown: return "?";
    case Form::base: return model_.sig(sig(t)).name;
    case Form::formula: return "a formula";
    case Form::scalar: return show(first(t));
    case Form::tuple: return "a tuple " + show(first(t)) + " -> " + show(second(t));
    case Form::set: return "set " + show(first(t));
    case Form::relation: return show(first(t)) + " <-> " + show(second(t));
    case Form::collection: return "{}";
    case Form::error: break;
  }
  return "?";
}

}  // namespace aunit::parser::nitpick
