// Where the fault is.
#include "strength/suspects.h"

#include <memory>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace aunit::strength {
namespace {

struct Located {
  std::unique_ptr<parser::Loaded> loaded;
  std::unique_ptr<Evidence> evidence;
  Suspects suspects;

  explicit Located(const std::string& text) : loaded(parser::loadText("test.aunit", text)) {
    if (!loaded->model) throw std::runtime_error(model::render(loaded->diagnostics.errorsSince(0), loaded->sources, false));
    evidence = std::make_unique<Evidence>(*loaded, EvidenceOptions{});
    suspects = suspectsOf(*evidence, {});
  }

  std::string text(std::size_t rank) const {
    return rank < suspects.ranked.size() ? std::string(loaded->sources.text(suspects.ranked[rank].span)) : "";
  }
};

TEST(Suspects, TheChangeThatMendsAllIsFirst) {
  const Located of(R"(
sig Node { link: lone Node, other: set Node }
pred wrong { no n: Node | n in n.*link }
pred fine { all n: Node | lone n.other }
val two { Node = N + M  link = N->M }
val loop { Node = N  link = N->N }
test "a loop" { loop violates wrong }
test "a line" { two satisfies wrong }
test "fine" { two satisfies fine }
)");
  EXPECT_EQ(of.text(0), "*link");
}

}  // namespace
}  // namespace aunit::strength
