// Types of Nitpick's terms, found by unification, because the types of `{}`, `Un` and `Id` depend on their context.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace aunit::parser::nitpick {

/// The index of a type in a Types object.
using TypeRef = std::uint32_t;

enum class Form : std::uint8_t {
  unknown,  // a base type that is not yet known
  base,     // a known base type: a signature
  formula,
  scalar,      // an element of the base type `a`
  tuple,       // a pair: an element of `a` and an element of `b`
  set,         // a set of elements of `a`
  relation,    // a relation `a` <-> `b`
  collection,  // `{}`, which is a set or a relation
  error,       // type of an expression whose error is already reported; unifies with every type
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
  /// Returns the signature of a base type; noId if it is not yet known.
  model::SigId sig(TypeRef t) const { return types_[find(t)].sig; }

  /// Makes two types equal. Returns false if this is impossible.
  bool unify(TypeRef a, TypeRef b);
  /// Returns a type as in declarations ("Ph", "set Ph", "Ph <-> Num") or in words ("a formula", "a tuple of ...").
  std::string show(TypeRef t) const;

 private:
  struct Node {
    Form form = Form::unknown;
    TypeRef a = model::noId;
    TypeRef b = model::noId;
    model::SigId sig = model::noId;
    TypeRef same = model::noId;  // the type with which this one was unified; noId if none
  };

  TypeRef add(Node node);
  TypeRef find(TypeRef t) const;

  const model::Model& model_;
  mutable std::vector<Node> types_;  // mutable: `find` shortens chains of `same`
};

}  // namespace aunit::parser::nitpick
