#include "model/formulas/untranslatable.h"

#include <fmt/format.h>

#include "support/threads.h"

namespace aunit::model {

using Kind = Untranslatable::Kind;

void refuseRecursion(const Func& function, Span call) {
  if (!function.recursive) return;
  const std::string what = fmt::format("recursive {} {}", function.isPredicate ? "pred" : "fun", function.name);
  throw Untranslatable(Kind::recursion, what, function.name, call);
}

Extent::Node::Node(Extent& extent, Span place) : extent_(extent) {
  if (++extent.nodes_ > mostNodes) throw Untranslatable(Kind::size, "a formula with too many parts", {}, place);
  if (++extent.depth_ > support::levels(mostLevels))
    throw Untranslatable(Kind::depth, "a formula that is nested too deeply", {}, place);
}

}  // namespace aunit::model
