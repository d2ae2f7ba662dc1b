// Translation of programs to models.
#include "parser/program/translation.h"

#include <set>

#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "tests/loaded.h"

namespace aunit::tests {
namespace {

using namespace parser::program;

const char* const text = R"(program Demo
var sum: 0..20 = 0   var lone: bool = false   var mode: {idle, busy} = idle
process Adder { add: sum := sum * 3 + 1  lone := sum > 2 }
invariant Small: sum < 9 or lone
val later { sum = 1  Adder at 1 }
test "later is small" { later satisfies Small })";

TEST(Translation, ExpressionsKnowTheirPlaces) {
  const auto loaded = tests::loaded("demo.prog", text);
  std::set<std::string> own;
  for (model::ExprId id = 0; id < loaded->model->exprCount(); ++id) {
    const model::Expr& e = loaded->model->expr(id);
    if (!e.span.known()) {
      EXPECT_TRUE(e.synthetic);
      continue;
    }
    const std::string& path = loaded->sources.file(e.span.file).path();
    EXPECT_NE(path, "demo.prog.aunit");  // the generated text
    if (!e.synthetic && path == "demo.prog") own.insert(std::string(loaded->sources.text(e.span)));
  }
  for (const char* expected : {"sum * 3 + 1", "sum * 3", "sum > 2", "sum < 9", "sum < 9 or lone", "lone"})
    EXPECT_TRUE(own.contains(expected)) << expected;
  EXPECT_FALSE(own.contains("Adder at 1"));  // part of a valuation, not a formula
}

TEST(Translation, NamesThatAlloyKeepsForItself) {
  const auto loaded = tests::loaded("demo.prog", text);
  const Translation& t = loaded->program->translation;
  EXPECT_EQ(loaded->model->field(t.variables[1]).name, "lone_");
  EXPECT_EQ(t.bitwidth, 7);  // for 20 * 3 + 1 = 61
}

TEST(Translation, TestsAndCommands) {
  const auto loaded = tests::loaded("demo.prog", text);
  ASSERT_EQ(loaded->tests.tests.size(), 1u);
  EXPECT_EQ(loaded->tests.tests[0].name, "later is small");
  EXPECT_EQ(loaded->sources.text(loaded->tests.tests[0].span), "test \"later is small\" { later satisfies Small }");
  EXPECT_EQ(loaded->model->commands().size(), 3u);  // Small, no deadlock, no error
  EXPECT_TRUE(loaded->model->commands()[0].temporal);
}

TEST(Translation, PromptsSpeakOfTheModel) {
  const auto loaded = tests::loaded("demo.prog", text);
  model::Diagnostics diagnostics;
  EXPECT_TRUE(parser::resolveExpression(*loaded, "State.sum", nullptr, diagnostics));
}

}  // namespace
}  // namespace aunit::tests
