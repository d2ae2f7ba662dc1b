// Which instance a search returns first, and the size of an instance.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::solver {

/// Traces with the fewest states come first; the preference chooses among traces of the same length.
struct Preference {
  enum class Kind : std::uint8_t {
    any,       // the instance that the solver finds first
    smallest,  // the fewest atoms, then tuples, then changes, within a fixed amount of work
    minimal,   // the fewest atoms of `signature`, with a proof unless the budget ends; among these instances, the smallest
    maximal,   // the most atoms of `signature`; otherwise like `minimal`
    nearest,   // with Options::soft: violates the fewest formulas, then declarations, then facts; among these, the smallest
    diverse,   // differs most from the earlier instances, within a fixed amount of work; the first is as for `smallest`
  };
  Kind kind = Kind::any;
  model::SigId signature = model::noId;  // noId: `minimal` and `maximal` count tuples instead
};

/// The size of an instance. A signature is top-level if it extends nothing.
struct Size {
  std::size_t atoms = 0;  // atoms that are in a top-level signature in some state
  /// Tuples of fields, and members of subsets and of variable signatures. In a static relation, each tuple or member counts once;
  /// in a variable relation, it counts once in each state.
  std::size_t tuples = 0;
  std::size_t changes = 0;  // tuples and members that are added or removed from one state to the next

  friend auto operator<=>(const Size&, const Size&) = default;
};
Size sizeOf(const model::Model& model, const model::Instance& instance);

/// Whether the members of a signature or field count in Size::tuples. They do not count if other signatures determine them: for
/// example, the members of `sig S = A + B`, or of an abstract signature with children.
bool countsAsRelation(const model::Model& model, model::SigId signature);
bool countsAsRelation(const model::Model& model, const model::Field& field);

/// The size of the preferred instance, and whether it is proved to be the best.
struct ReachedSize {
  Size size;
  bool proved = false;  // no instance with the same number of states is better
};

}  // namespace aunit::solver
