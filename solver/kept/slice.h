// The part of a model that the answer to a problem can depend on, as digests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"

namespace aunit::solver {

/// One part of a slice. Digests do not depend on layout, comments, the order in which functions stand or the places of anything,
/// but on all names: atoms and skolems are called by them.
struct SlicePart {
  enum class Role : std::uint8_t {
    frame,     // without which the others mean something else: signatures, fields, scope, options
    asserted,  // a conjunct: with fewer of them there are as many instances or more
    called,    // a function: it is in the digests of what calls it, and stands here to be named
  };
  Role role = Role::frame;
  std::string name;    // for people: "sig Node", "fact Acyclic", "the scope"
  std::string digest;  // 32 hexadecimal digits
};

/// Equal keys: the same question, in texts that may be laid out otherwise.
struct Slice {
  std::string key;  // 32 hexadecimal digits, over all parts in their order
  std::vector<SlicePart> parts;
  /// The places of the parts, in an order that is the same for equal keys: so a place in an answer about one text can be
  /// translated to another text.
  std::vector<model::Span> places;
  bool subsets =
      false;  // a quantifier over sets, or a function that calls itself: the solver refuses some that evaluation decides
};

/// `options`: those that can change an answer are in the key; limits, threads and what is only shown are not. `also` is whatever
/// else the caller lets an answer depend on.
Slice sliceOf(const model::Model& model, const Problem& problem, const Options& options, const std::string& also = "");

}  // namespace aunit::solver
