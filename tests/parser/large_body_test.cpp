// Large bodies: they are parsed, typed and written formula by formula, and mean the same as small ones.

#include <cstddef>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/parser/resolve_support.h"

namespace aunit::parser {
namespace {

using model::Op;
using test::loadModel;
using test::messages;

constexpr int count = 6'000;  // number of formulas: more tokens and nodes than any limit from which on bodies are large

const std::string formula = "  all a: A | a in A implies some b: A - a | b in a.^r + A\n";

std::string formulas(int number) {
  std::string text;
  for (int i = 0; i < number; ++i) text += formula;
  return text;
}

TEST(LargeBody, HasTheFormulasOfASmallOne) {
  const auto loaded = loadModel("sig A { r: set A }\nfact small {\n" + formula + "  no r and some A\n}\n" + "fact large {\n" +
                                formulas(count) + "  no r and some A\n  { }\n}\n" + "assert large {\n" + formulas(count) + "}\n" +
                                "private pred large[a: A, b: A] {\n  a in b.r\n" + formulas(count) + "}\ncheck large\n");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  const model::Model& m = *loaded->model;
  const model::ExprId small = m.facts()[0].body, large = m.facts()[1].body;
  EXPECT_EQ(m.expr(large).op, Op::and_);
  ASSERT_EQ(m.children(small).size(), 3u);
  ASSERT_EQ(m.children(large).size(), count + std::size_t{2});
  for (const std::size_t i : {0, 1, count - 1}) EXPECT_EQ(m.shape(m.children(large)[i]), m.shape(m.child(small, 0))) << i;
  EXPECT_EQ(m.shape(m.child(large, count)), m.shape(m.child(small, 1)));
  EXPECT_EQ(m.shape(m.child(large, count + 1)), m.shape(m.child(small, 2)));
  EXPECT_EQ(m.children(m.assertions()[0].body).size(), std::size_t{count});
  for (const model::Func& func : m.funcs())
    if (func.name == "large") {
      EXPECT_TRUE(func.isPrivate);
      EXPECT_EQ(m.children(func.body).size(), count + std::size_t{1});
    }
  const model::Span first = m.expr(m.child(large, 0)).span;
  EXPECT_EQ(loaded->sources.describe(first), "main.als:7:3");
  EXPECT_EQ(loaded->sources.text(m.expr(large).span).substr(0, 6), "{\n  al");
  EXPECT_EQ(loaded->sources.text(m.facts()[1].span).substr(0, 12), "fact large {");
}

TEST(LargeBody, HasTheErrorsOfASmallOne) {
  const auto errorOf = [](const std::string& wrong, int number) {
    const std::string all =
        messages(*loadModel("sig A { r: set A }\nfact {\n" + wrong + formulas(number) + "}\nlet m = A\nrun { some m }\n"));
    return all.substr(all.find(' ') + 1, all.find('\n') - all.find(' '));  // the first, without its place
  };
  for (const std::string wrong :
       {"  some A.s\n", "  some A ]\n", "  { some A\n", "  some A }\n", "  some a: A | => b\n", "  A.r\n", "  some A and and A\n",
        "  x[A] else y\n", "  r(A)\n", "  some A.s and A\n some t\n"}) {
    const std::string expected = errorOf(wrong, 1);
    EXPECT_FALSE(expected.empty()) << wrong;
    EXPECT_EQ(errorOf(wrong, count), expected) << wrong;
  }
}

TEST(LargeBody, IsFollowedByOtherParagraphs) {
  std::string text = "sig A { r: set A } { some r }\nlet m[x] = some x.r\n";
  for (int i = 0; i < count; ++i)
    text += fmt::format("pred p{}[a: A] {{ a in a.r and some b: A - a | b in a.^r + A and m[a] }}\n", i);
  text +=
      "sig B { g: A } { g in A.r }\nrun named { some A and m[A] }\nfun f[a: A]: A { a.r }\n"
      "check { all a: A | p7[a] implies m[f[a]] }\nassert last { m[A] }\n";
  const auto loaded = loadModel(text);
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  const model::Model& m = *loaded->model;
  EXPECT_EQ(m.commands().size(), 2u);
  for (const model::Func& func : m.funcs()) EXPECT_NE(func.body, model::noId) << func.name;
  model::Diagnostics diagnostics;
  EXPECT_TRUE(resolveExpression(*loaded, "m[A] and p7[A]", nullptr, diagnostics));
}

}  // namespace
}  // namespace aunit::parser
