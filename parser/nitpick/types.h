// Types of Nitpick's terms, found by unification: the context determines the types of `{}`, `Un` and `Id`.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace aunit::parser::nitpick {

/// Index of a type in a Types object.
using TypeRef = std::uint32_t;

enum class Form : std::uint8_t {
  unknown,  // a base type that is still unknown
  base,     // one of the file's types, or a column of a tuple: its signature
  formula,
  scalar,      // of a
  tuple,       // of a, b
  set,         // of a
  relation,    // a <-> b
  collection,  // `{}`: a set or a relation
  error,       // already reported; unifies with every type
};

class Types {
 public:
  explicit Types(const model::Model& model) : model_(model) {}

  TypeRef unknown() { return add({Form::unknown}); }
  TypeRef base(model::SigId sig);
  TypeRef formula() { return add({Form::formula}); }
  TypeRef scalar(TypeRef a) { return add({Form::scalar, a}); }
  TypeRef tuple(TypeRef a, TypeRef b) { return add({Form::tuple, a, b}); }
  TypeRef set(TypeRef a) { return add({Form::set, a}); }
  TypeRef relation(TypeRef a, TypeRef b) { return add({Form::relation, a, b}); }
  TypeRef collection() { return add({Form::collection}); }
  TypeRef error() { return add({Form::error}); }

  Form form(TypeRef t) const { return types_[find(t)].form; }
  TypeRef first(TypeRef t) const { return types_[find(t)].a; }
  TypeRef second(TypeRef t) const { return types_[find(t)].b; }
  /// The signature of a base type; noId while it is unknown.
  model::SigId sig(TypeRef t) const { return types_[find(t)].sig; }

  /// Makes both types equal; false if that is impossible.
  bool unify(TypeRef a, TypeRef b);
  /// A type as in declarations ("Ph", "set Ph", "Ph <-> Num"), or in words ("a formula", "a tuple of ...").
  std::string show(TypeRef t) const;

 private:
  struct Node {
    Form form = Form::unknown;
    TypeRef a = model::noId;
    TypeRef b = model::noId;
    model::SigId sig = model::noId;
    TypeRef same = model::noId;  // the type that this one was unified with
  };

  TypeRef add(Node node);
  TypeRef find(TypeRef t) const;

  const model::Model& model_;
  mutable std::vector<Node> types_;  // mutable: `find` shortens chains of `same`
};

}  // namespace aunit::parser::nitpick
