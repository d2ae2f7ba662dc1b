// The part of a model that the answer to a problem can depend on, as digests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"

namespace aunit::solver {

/// One part of a slice. Digests depend on all names, because the names of atoms and skolems derive from them. They do not depend
/// on layout, comments, places or the order of functions.
struct SlicePart {
  enum class Role : std::uint8_t {
    frame,     // determines the meaning of the other parts: signatures, fields, scope, options
    asserted,  // a conjunct: without it, the problem has the same instances and perhaps more
    called,    // a function; the digests of its callers include it, so it is listed only for differences()
  };
  Role role = Role::frame;
  std::string name;    // for people: "sig Node", "fact Acyclic", "the scope"
  std::string digest;  // 32 hexadecimal digits
};

/// The slice of a problem. Slices with equal keys belong to the same question, although the layout of the texts may differ.
struct Slice {
  std::string key;  // 32 hexadecimal digits, over all parts in their order
  std::vector<SlicePart> parts;
  /// The places of the parts. Slices with equal keys have them in the same order. So if an answer names a place of one slice,
  /// the index of this place gives the place in the other slice.
  std::vector<model::Span> places;
  /// Whether the slice has a quantifier over sets or a recursive function. The solver may refuse such parts although the
  /// evaluator can decide them.
  bool subsets = false;
};

/// Options that can change an answer are in the key; limits, threads and options for output are not. `also`: anything else that
/// the answer depends on.
Slice sliceOf(const model::Model& model, const Problem& problem, const Options& options, const std::string& also = "");

}  // namespace aunit::solver
