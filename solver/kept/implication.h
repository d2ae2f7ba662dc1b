// Whether one formula implies another, as far as their shapes show it: a change that only asks for more leaves a "none" as it
// was.
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

/// Compares formulas in the texts that a slice has of its parts (slice.cpp), by the monotonicity of operators: `some x: A | p
/// and q` implies `some x: A + B | p`, `a.f & g in b` follows from `a.f in b`. Says yes only if it is so in every instance,
/// whatever the signatures and fields are, and often no if it is so as well. Comparisons with integers are equal or nothing,
/// and so is what declares variables over them: with overflows excluded they are not monotone.
class Implication {
 public:
  /// The functions of the stronger formulas; they must outlive this.
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
