// Why a formula of one model cannot be said in another, and the limits of what is looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/model.h"

namespace aunit::model {

/// How the calls in a formula are taken.
enum class Calls : std::uint8_t {
  kept,        // as calls of the same function
  writtenOut,  // as the function's body, whose parameters are names of the arguments
};

/// A formula cannot be said in another model. `what()` names what is missing there: "sig A", "field A.f", "recursive pred p".
class Untranslatable : public std::runtime_error {
 public:
  enum class Kind : std::uint8_t { sig, field, string, variable, type, recursion, size, depth };

  Untranslatable(Kind missing, const std::string& what, std::string simpleName = {}, Span place = {})
      : std::runtime_error(what), kind(missing), name(std::move(simpleName)), span(place) {}

  Kind kind;
  std::string name;  // of the signature, field, function or variable; the string, quotes included
  Span span;         // in the text of the formula, if known
};

/// Throws Untranslatable if a function calls itself, directly or through others.
void refuseRecursion(const Func& function, Span call);

/// Counts the nodes of one formula, with those of the bodies that are written out.
class Extent {
 public:
  static constexpr std::size_t mostNodes = 200'000;
  static constexpr int mostLevels = 4'000;

  void begin() { nodes_ = 0, depth_ = 0; }

  /// A node of the formula; nodes that are made while it lives are below it. Throws Untranslatable if there are too many.
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
