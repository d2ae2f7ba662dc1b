// Reasons why a formula of one model cannot be expressed in another, and limits on the size of formulas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/model.h"

namespace aunit::model {

/// What happens to calls in a formula.
enum class Calls : std::uint8_t {
  kept,        // calls stay calls of the same function
  writtenOut,  // calls are replaced by the function's body, with `let` for the parameters
};

/// Thrown if a formula has no translation. `what()` names what the other model lacks: "sig A", "field A.f", "recursive pred p".
class Untranslatable : public std::runtime_error {
 public:
  enum class Kind : std::uint8_t { sig, field, string, variable, type, recursion, size, depth };

  Untranslatable(Kind missing, const std::string& what, std::string simpleName = {}, Span place = {})
      : std::runtime_error(what), kind(missing), name(std::move(simpleName)), span(place) {}

  Kind kind;
  std::string name;  // name of the signature, field, function or variable; for a string, the literal with its quotes
  Span span;         // of the part without translation, if known
};

/// Throws Untranslatable if a function calls itself, directly or through other functions.
void refuseRecursion(const Func& function, Span call);

/// Counts the nodes of a formula, including the bodies of calls that are expanded.
class Extent {
 public:
  static constexpr std::size_t mostNodes = 200'000;
  static constexpr int mostLevels = 4'000;

  void begin() { nodes_ = 0, depth_ = 0; }

  /// Counts one node of the formula. Until this object is destroyed, each further Node object counts as one level deeper. Throws
  /// Untranslatable if there are more than mostNodes nodes or mostLevels levels.
  class Node {
   public:
    Node(Extent& extent, Span place);
    ~Node() { --extent_.depth_; }
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

   private:
    Extent& extent_;
  };

 private:
  std::size_t nodes_ = 0;
  int depth_ = 0;
};

}  // namespace aunit::model
