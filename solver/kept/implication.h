// Whether the shapes of two formulas show that one implies the other. If a change only adds constraints, a problem without an
// instance still has none.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace aunit::solver {

/// By digest, the texts of functions that formulas call.
using FunctionTexts = std::map<std::string, std::string>;

/// Compares the texts of formulas in slices (slice.cpp) by the monotonicity of operators. For example, `some x: A | p and q`
/// implies `some x: A + B | p`, and `a.f in b` implies `a.f & g in b`. If holds() returns true, the implication holds in every
/// instance. If it returns false, the implication may hold or not. Comparisons of integers must have equal texts, and so must
/// formulas that declare variables over integers: if overflows are excluded, these formulas are not monotone.
class Implication {
 public:
  /// `ofStronger`: the functions that the stronger formulas call; must outlive this object.
  explicit Implication(const FunctionTexts& ofStronger);
  ~Implication();

  bool holds(const std::string& stronger, const std::string& weaker, const FunctionTexts& ofWeaker);

 private:
  struct Node;
  struct Reader;
  struct Comparing;
  const FunctionTexts& ofStronger_;
  std::map<std::string, std::unique_ptr<Node>> known_;
  const Node* read(const std::string& text, bool function);
};

}  // namespace aunit::solver
