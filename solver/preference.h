// Which of its instances answers a question, and how large that is.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::solver {

/// Among traces those with the fewest states come first, whatever is preferred among them.
struct Preference {
  enum class Kind : std::uint8_t {
    any,       // what the solver finds
    smallest,  // the fewest atoms, then tuples, then changes, as far as a fixed amount of work goes
    minimal,   // the fewest atoms of `signature`, however long that takes; the rest is as with `smallest`
    maximal,   // the most atoms of `signature`
    nearest,   // with Options::soft: the fewest constraints broken, of formulas, declarations, then facts; then as `smallest`
    diverse,   // as far from those that were found before as a fixed amount of work goes; the first is `smallest`
  };
  Kind kind = Kind::any;
  model::SigId signature = model::noId;  // noId: tuples are counted
};

/// How much there is to read. A signature is top-level when it extends nothing.
struct Size {
  std::size_t atoms = 0;  // of top-level signatures, in any state
  std::size_t tuples =
      0;  // of fields, and members of subsets and of variable signatures; what is static counts once, else by state
  std::size_t changes = 0;  // tuples and members that come or go from one state to the next

  friend auto operator<=>(const Size&, const Size&) = default;
};
Size sizeOf(const model::Model& model, const model::Instance& instance);

/// Whether the members of a signature count among the tuples: what follows from other signatures does not.
bool countsAsRelation(const model::Model& model, model::SigId signature);
bool countsAsRelation(const model::Model& model, const model::Field& field);

/// The outcome of a preference.
struct Reached {
  Size size;
  bool proved = false;  // no instance with as few states is better
};

}  // namespace aunit::solver
