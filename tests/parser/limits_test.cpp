// Short texts that would exhaust time, memory or stack without limits.

#include <cstddef>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/threads.h"
#include "tests/parser/resolve_support.h"

namespace aunit::parser {
namespace {

using test::loadFiles;
using test::loadModel;
using test::messages;
using testing::HasSubstr;
using testing::Not;

std::string repeated(const std::string& part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

/// Loads on a stack of the size that the program uses. It is deep enough even with sanitizers, which make frames larger.
auto loadDeeply(const std::string& text) {
  decltype(loadModel(text)) loaded;
  support::Thread([&] { loaded = loadModel(text); }).join();
  return loaded;
}

TEST(Limits, TypesOfLongProductsOfUnions) {
  const auto loaded = loadModel("sig A, B {} run { some (A + B)" + repeated("->(A + B)", 100) + " }");
  EXPECT_TRUE(loaded->ok()) << messages(*loaded);
}

TEST(Limits, OverloadsOfOverloads) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "sig D" + std::to_string(i) + " { ff: set univ } ";
  EXPECT_THAT(messages(*loadModel(text + "run { some ff.ff.ff.ff.ff.ff.ff.ff.ff.ff.ff.ff.ff.ff }")), HasSubstr("fits here"));
}

TEST(Limits, JoinsOfUnknownNames) {
  const auto loaded = loadDeeply("sig A {} run { some A" + repeated(".nope", 8'000) + " }");
  EXPECT_EQ(loaded->diagnostics.errorCount(), 100u);
}

TEST(Limits, UnionsOfManySignatures) {
  std::string text, all = "A0";
  for (int i = 0; i < 1'500; ++i) text += "sig A" + std::to_string(i) + " {}\n";
  for (int i = 1; i < 1'500; ++i) all += " + A" + std::to_string(i);
  const auto loaded = loadDeeply(text + "run { some (" + all + ") & A7 }");
  EXPECT_TRUE(loaded->ok()) << messages(*loaded);
}

/// The types of a sum and of its parts must not repeat each operand many times.
TEST(Limits, TypesOfDataAreNotMuchLargerThanTheText) {
  constexpr int count = 2'000;
  std::string text = "abstract sig N { to: set N }\none sig N0 extends N {}\n", edges = "N0->N0";
  for (int i = 1; i < count; ++i) {
    text += "one sig N" + std::to_string(i) + " extends N {}\n";
    edges += " + N" + std::to_string(i - 1) + "->N" + std::to_string(i);
  }
  const auto loaded = loadDeeply(text + "fact { to = " + edges + " }");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  std::size_t products = 0;
  for (const model::Type& type : loaded->model->types()) products += type.products.size();
  EXPECT_LT(products, 3 * count);  // one per signature and tuple, and a few others
}

/// An operand that cannot contribute is reported in long sums as in short ones.
TEST(Limits, OperandsOfLongSumsThatContributeNothing) {
  std::string sum = "A0";
  std::string text = "sig B {}\nsig A0 {}\n";
  for (int i = 1; i < 300; ++i) {
    text += "sig A" + std::to_string(i) + " {}\n";
    sum += " + A" + std::to_string(i);
  }
  const auto useless = loadModel(text + "run { some (" + sum + ") & A7 }");
  ASSERT_FALSE(useless->diagnostics.all().empty());
  EXPECT_THAT(useless->diagnostics.all().front().message, HasSubstr("this operand contributes nothing"));
  EXPECT_THAT(messages(*loadModel(text + "run { some " + sum + " + A1->A2 }")), HasSubstr("same arity"));
  EXPECT_EQ(messages(*loadModel(text + "run { some " + sum + " + 1 }")), "");
}

TEST(Limits, ManyFunctionsInARow) {
  std::string text = "sig A {}\n";
  for (int i = 0; i < 20'000; ++i) text += "pred p" + std::to_string(i) + " { p" + std::to_string(i + 1) + " }\n";
  const auto loaded = loadModel(text + "pred p20000 { p19998 } pred q { q or p0 } run p0");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  std::set<std::string> recursive;
  for (const model::Func& f : loaded->model->funcs())
    if (f.recursive) recursive.insert(f.name);
  EXPECT_EQ(recursive, (std::set<std::string>{"p19998", "p19999", "p20000", "q"}));
}

/// A comparison of all pairs of declarations would take minutes.
TEST(Limits, ManySignaturesAndAssertions) {
  constexpr int count = 15'000;
  std::string text = "abstract sig A {}\n";
  for (int i = 0; i < count; ++i) text += fmt::format("sig A{0} extends A {{ f: set A }}\nassert a{0} {{ some A{0} }}\n", i);
  LoadOptions options;
  options.limits.seconds = 30;
  const auto loaded = loadText("many.als", text, options);
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  EXPECT_EQ(loaded->model->fields().size(), static_cast<std::size_t>(count));
  EXPECT_NE(loaded->model->assertions().back().body, model::noId);
}

// The declarations with one name exceed the number up to which all pairs are compared.
TEST(Limits, FieldsOfOneNameInSignaturesThatOverlap) {
  std::string text = "sig A, B {}\nsig C in A + B {}\n";
  for (int i = 0; i < 40; ++i) text += fmt::format("sig A{0} extends {1} {{ f: set A }}\n", i, i % 2 == 0 ? "A" : "B");
  EXPECT_TRUE(loadModel(text)->ok());
  for (const char* other : {"sig D extends A7 { f: set A }", "sig D in A8 { f: set A }", "sig D in B { f: set A }",
                            "sig D in A3 + A { f: set A }", "sig D in univ { f: set A }"}) {
    EXPECT_THAT(messages(*loadModel(text + other)), HasSubstr("two overlapping signatures cannot both have a field \"f\""))
        << other;
  }
  EXPECT_TRUE(loadModel(text + "sig D {} sig E in D { f: set A }")->ok());
}

TEST(Limits, GivingUpToLoad) {
  LoadOptions options;
  const std::atomic<bool> stop = true;
  options.limits.stop = &stop;
  const auto loaded = loadText("long.als", "sig A {}\n" + repeated("fact { some A }\n", 5'000), options);
  EXPECT_FALSE(loaded->model);
  EXPECT_THAT(messages(*loaded), HasSubstr("long.als is not loaded: interrupted"));
}

TEST(Limits, MacrosThatUseOthersTwice) {
  std::string text = "sig A {} let m0 = A + A\n";
  for (int i = 1; i < 60; ++i) {
    const std::string below = "m" + std::to_string(i - 1);
    text += "let m" + std::to_string(i) + " = " + below + " + " + below + "\n";
  }
  EXPECT_THAT(messages(*loadModel(text + "run { some m59 }")), HasSubstr("too deep"));
}

TEST(Limits, RelationsOfTooManyColumns) {
  EXPECT_THAT(messages(*loadModel("sig A {} run { some A" + repeated("->A", 255) + " }")), HasSubstr("256 columns"));
  EXPECT_TRUE(loadModel("sig A {} run { some A" + repeated("->A", 254) + " }")->ok());
  EXPECT_THAT(messages(*loadModel("sig A { f: A" + repeated("->A", 254) + " }")), HasSubstr("256 columns"));
  EXPECT_TRUE(loadModel("sig A { f: A" + repeated("->A", 253) + " }")->ok());
}

std::string valuation(int tuples) {
  return "open m\nval v { A = N" + repeated(" + N", tuples - 1) + " }";
}

TEST(Limits, AValuationIsAsLongAsItLikes) {
  const auto loaded = loadFiles({{"m.als", "sig A {}"}, {"v.aunit", valuation(150'000)}}, "v.aunit");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  EXPECT_EQ(loaded->tests.valuations[0].common.assignments[0].tuples.size(), 150'000u);
}

/// A file of tests about `sig A { f: set A }`.
std::unique_ptr<Loaded> loadTests(const std::string& text) {
  return loadFiles({{"m.als", "sig A { f: set A }"}, {"t.aunit", "open m\nval v { no A }\n" + text}}, "t.aunit");
}

// Resolving a cell at each use of its column would take 20,000 times 20,000 steps here.
TEST(Limits, LongCellsOfColumnsThatAreUsedOften) {
  const std::string cell = "(A" + repeated(" + A", 300) + ")";
  EXPECT_THAT(
      messages(*loadTests("test \"t\" for a, b in { (" + cell + ", v) } { v satisfies {" + repeated(" some a", 20'000) + " } }")),
      HasSubstr("too many rows (1): the tests for all rows together would be too long"));
  EXPECT_TRUE(
      loadTests("test \"t\" for a, b in { (" + cell + ", v) } { v satisfies {" + repeated(" some a", 100) + " } }")->ok());
}

TEST(Limits, TitlesOfManyLongCells) {
  const std::string rows = "{ (" + std::string(100'000, 'n') + ") }";
  EXPECT_THAT(messages(*loadTests("test \"" + repeated("{a}", 100'000) + "\" for a in " + rows + " { v valid }")),
              HasSubstr("too many rows (1)"));
  EXPECT_THAT(
      messages(*loadTests("test \"" + std::string(100'000, 't') + "\" for a in {" + repeated(" v", 1'000) + " } { v valid }")),
      HasSubstr("too many rows (1000)"));
  EXPECT_THAT(
      messages(*loadTests("test \"t\" for " + std::string(100'000, 'c') + " in {" + repeated(" v", 1'000) + " } { v valid }")),
      HasSubstr("too many rows (1000)"));
}

TEST(Limits, TablesOfManyColumns) {
  const auto table = [](int columns) {
    std::string names = "c0", cells = "v";
    for (int i = 1; i < columns; ++i) {
      names += ", c" + std::to_string(i);
      cells += ", v";
    }
    return "test \"t\" for " + names + " in { (" + cells + ") } { c0 valid }";
  };
  EXPECT_THAT(messages(*loadTests(table(100'000))), HasSubstr("a table has at most 256 columns, but this one has 100000"));
  EXPECT_TRUE(loadTests(table(256))->ok());
}

TEST(Limits, ProductsInManyValuations) {
  const std::string names = "(N" + repeated(" + N", 900) + ")";
  std::string text;
  for (int i = 0; i < 30; ++i) text += "val w" + std::to_string(i) + " { f = " + names + "->" + names + " }\n";
  EXPECT_THAT(messages(*loadTests(text)), HasSubstr("such as `(A + B)->C`, have more than 8000000 atoms together"));
}

// The distance of two names takes time in proportion to the product of their lengths.
TEST(Limits, LongNamesThatAreMisspelt) {
  const std::string name(200'000, 'n');
  const std::string text = messages(*loadModel("sig " + name + " {} run { some " + name + "n }"));
  EXPECT_THAT(text, HasSubstr("cannot be found"));
  EXPECT_THAT(text, Not(HasSubstr("did you mean")));
}

TEST(Limits, LongSumsAreNoNesting) {
  const std::string sum = "N" + repeated(" + N", 150'000);
  EXPECT_THAT(messages(*loadFiles({{"m.als", "sig A {}"}, {"v.aunit", "open m\nval v { " + sum + " = N }"}}, "v.aunit")),
              HasSubstr("left side"));
  for (const std::string& val : {"@cmd: { some A + " + sum + " }", "A = " + sum})
    EXPECT_EQ(messages(*loadFiles({{"m.als", "sig A {} sig N {}"}, {"v.aunit", "open m\nval v { " + val + " }"}}, "v.aunit")),
              "");
  EXPECT_EQ(messages(*loadModel("sig N {} run { some " + sum + " }")), "");
  const std::string others = "N" + repeated(" & N", 150'000);
  EXPECT_THAT(messages(*loadModel("sig N {} run { some " + others + " }")), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace aunit::parser
