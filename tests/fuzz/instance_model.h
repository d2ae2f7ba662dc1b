// The model that the instance fuzzers read files against: sig Node { link: set Node }  sig Leaf extends Node {}
// sig Marked in Node {}  var sig Busy { load: Node -> Int }
#pragma once

#include "tests/evaluator/builder.h"

namespace aunit::fuzz {

inline const model::Model& instanceModel() {
  static const evaluator::testing::Builder builder = [] {
    evaluator::testing::Builder b;
    const model::SigId node = b.sig("Node");
    b.field("link", node, 2);
    b.sig("Leaf", node);
    model::Sig marked;
    marked.name = "Marked";
    marked.label = "this/Marked";
    marked.subset = true;
    marked.parents = {node};
    b.model.mutableSigs().push_back(marked);
    b.field("load", b.sig("Busy", model::builtin::univ, true), 3);
    return b;
  }();
  return builder.model;
}

}  // namespace aunit::fuzz
