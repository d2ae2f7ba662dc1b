// Finding the declaration of a name.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/uses.h"
#include "tests/parser/resolve_support.h"
#include "tests/parser/uses_support.h"
#include "tests/recorded.h"

namespace aunit::parser {
namespace {

using test::loadFiles;
using test::loadModel;
using test::namesOf;

model::FileId fileOf(const Loaded& loaded, const std::string& path) {
  model::FileId file = 0;
  while (loaded.sources.file(file).path() != path) ++file;
  return file;
}

TEST(Uses, Declarations) {
  EXPECT_EQ(namesOf(*loadModel("abstract sig A { f, g: set A }\n"
                               "one sig B extends A {}\n"
                               "sig C in A + B { h: f }\n"
                               "enum E { X, Y }\n"
                               "fact Named { some X }\n"
                               "run { some B.g } for 3 but 2 A, exactly 1 C\n")),
            "signature A 1:14: 1:28 2:19 3:10 6:30\n"
            "field f 1:18: 3:21\n"
            "field g 1:21: 6:14\n"
            "signature B 2:9: 3:14 6:12\n"
            "signature C 3:5: 6:43\n"
            "field h 3:18:\n"
            "signature E 4:6:\n"
            "signature X 4:10: 5:19\n"
            "signature Y 4:13:\n"
            "fact Named 5:6:\n");
}

TEST(Uses, VariablesAreToldApart) {
  EXPECT_EQ(namesOf(*loadModel("sig A { f: set A }\n"
                               "pred A.p[x: A] { all x: x.f | let y = x | (y) in this.f and @f = f }\n"
                               "fun q[x: A]: set A { { z: x.f | z.p[x] } }\n")),
            "signature A 1:5: 1:16 2:6 2:13 3:10 3:18\n"
            "field f 1:9: 2:27 2:55 2:62 2:66 3:29\n"
            "function p 2:8: 3:35\n"
            "variable x 2:10: 2:25\n"
            "variable x 2:22: 2:39\n"
            "variable y 2:35: 2:44\n"
            "function q 3:5:\n"
            "variable x 3:7: 3:27 3:37\n"
            "variable z 3:24: 3:33\n");
}

TEST(Uses, OverloadsAreWhatTheyResolveTo) {
  EXPECT_EQ(namesOf(*loadModel("sig A { f: A }\n"
                               "sig B { f: B }\n"
                               "fun g[a: A]: A { a.f }\n"
                               "fun g[b: B]: B { b.f }\n"
                               "pred p[a: A] { a.g = g[a] and a.f = f[a] }\n"
                               "pred q[b: B] { b.g = g[b] and (B <: f) = (A <: f) }\n")),
            "signature A 1:5: 1:12 3:10 3:14 5:11 6:43\n"
            "field f 1:9: 3:20 5:33 5:37 6:48\n"
            "signature B 2:5: 2:12 4:10 4:14 6:11 6:32\n"
            "field f 2:9: 4:20 6:37\n"
            "function g 3:5: 5:18 5:22\n"
            "variable a 3:7: 3:18\n"
            "function g 4:5: 6:18 6:22\n"
            "variable b 4:7: 4:18\n"
            "function p 5:6:\n"
            "variable a 5:8: 5:16 5:24 5:31 5:39\n"
            "function q 6:6:\n"
            "variable b 6:8: 6:16 6:24\n");
}

TEST(Uses, ModulesAndWhatTheyDeclare) {
  const auto loaded = loadFiles({{"main.als",
                                  "module main\n"
                                  "open util/ordering[A] as ord\n"
                                  "open other\n"
                                  "sig A {}\n"
                                  "pred p { some ord / first and some other/B and no this/A }\n"
                                  "pred q { some B.next + other/ord/first }\n"},
                                 {"other.als", "module other\nopen util/ordering[B] as ord\nsig B {}\n"}});
  EXPECT_EQ(namesOf(*loaded),
            "module main 1:8:\n"
            "module util/ordering util/ordering:2:8: 2:6\n"
            "signature A 4:5: 2:20 5:56\n"
            "alias ord 2:26: 5:15\n"
            "module other other.als:1:8: 3:6 5:36 6:24\n"
            "function p 5:6:\n"
            "function first util/ordering:12:5: 5:21 6:34\n"
            "signature B other.als:3:5: 5:42 6:15\n"
            "function q 6:6:\n"
            "function next util/ordering:15:5: 6:17\n"
            "alias ord other.als:2:26: 6:30\n");
}

TEST(Uses, ParametersOfModules) {
  const auto loaded = loadFiles({{"main.als", "open m[A]\nsig A {}\nrun { some r } for 3 A\n"},
                                 {"m.als", "module m[exactly t]\none sig S { r: set t }\npred p[x: t] { x in t }\n"}});
  ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
  const UseIndex index(loaded->uses);
  const auto parameter = index.at(fileOf(*loaded, "m.als"), 17);
  ASSERT_TRUE(parameter);
  EXPECT_TRUE(parameter->isDeclaration());
  EXPECT_EQ(index.usesOf(parameter->declaration).size(), 4u);
}

TEST(Uses, AFileWithoutAModuleLine) {
  const auto loaded = loadFiles({{"main.als", "open m\nrun { some m/S }\n"}, {"m.als", "sig S {}\n"}});
  const UseIndex index(loaded->uses);
  const auto module = index.at(0, 5);
  ASSERT_TRUE(module);
  EXPECT_EQ(module->declaration, (model::Span{fileOf(*loaded, "m.als"), 0, 0}));
  EXPECT_EQ(index.usesOf(module->declaration).size(), 2u);
}

TEST(Uses, ALibraryModuleIsReadOnceAndNamedInEveryWorld) {
  for (const int others : {0, 12, 3}) {
    std::map<std::string, std::string> files;
    for (int i = 0; i < others; ++i) {
      files["m" + std::to_string(i) + ".als"] = "";
      files["main.als"] += "open m" + std::to_string(i) + "\n";
    }
    files["main.als"] += "open util/ordering[A]\nsig A {}\nrun { some first }\n";
    const auto loaded = loadFiles(files);
    ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
    const UseIndex index(loaded->uses);
    const auto at = static_cast<std::uint32_t>(files["main.als"].find("first"));
    ASSERT_TRUE(index.at(0, at));
    const model::Span declaration = index.at(0, at)->declaration;
    EXPECT_EQ(declaration.file, fileOf(*loaded, "util/ordering"));
    EXPECT_EQ(loaded->sources.text(declaration), "first");
  }
}

TEST(Uses, Macros) {
  EXPECT_EQ(namesOf(*loadModel("sig A { f: A }\n"
                               "let twice[x, unused] = x.f.f\n"
                               "let all_of = A\n"
                               "pred p[a: A] { some twice[a, A.f] + all_of }\n")),
            "signature A 1:5: 1:12 3:14 4:11 4:30\n"
            "field f 1:9: 2:26 2:28 4:32\n"
            "macro twice 2:5: 4:21\n"
            "variable x 2:11: 2:24\n"
            "variable unused 2:14:\n"
            "macro all_of 3:5: 4:37\n"
            "function p 4:6:\n"
            "variable a 4:8: 4:27\n");
}

TEST(Uses, CommandsAndTests) {
  const auto loaded = loadFiles({{"main.aunit",
                                  "sig A { f: set A }\n"
                                  "one sig O {}\n"
                                  "pred p[x: A] { some x.f }\n"
                                  "assert q { no f }\n"
                                  "shown: run p for 2\n"
                                  "check q\n"
                                  "val v { A = A0  f = A0->A0 }\n"
                                  "val w extends v { O = O }\n"
                                  "test \"1\" { v satisfies p }\n"
                                  "test \"2\" { w violates q }\n"
                                  "test \"3\" { w satisfies shown }\n"
                                  "test \"4\" { w gives A0.f = A0 }\n"
                                  "test \"5\" { w satisfies run p for 3 A }\n"}},
                                "main.aunit");
  ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
  EXPECT_EQ(namesOf(*loaded),
            "signature A 1:5: 1:16 3:11 7:9 13:36\n"
            "field f 1:9: 3:23 4:15 7:17 12:23\n"
            "signature O 2:9: 8:19 8:23\n"
            "function p 3:6: 5:12 9:24 13:28\n"
            "variable x 3:8: 3:21\n"
            "assertion q 4:8: 6:7 10:23\n"
            "command shown 5:1: 11:24\n"
            "valuation v 7:5: 8:15 9:12\n"
            "valuation w 8:5: 10:12 11:12 12:12 13:12\n");
}

TEST(Uses, InLogs) {
  const auto loaded = loadModel(
      "sig A { var f: set A }\nvar sig S in A {}\npred p [x: A] { x in S' }\n"
      "log runs from \"*.ndjson\" {\n"
      "  event .event with .args\n"
      "  on {event: \"q\", who: a: A} is p[a]; some b: a.f | p[b]\n"
      "  value {name: c: A} is c\n"
      "  S from .S\n"
      "  f from .f\n"
      "  unnamed S, f stay\n"
      "  initially { no S }\n"
      "}\n"
      "test \"1\" { runs fits }\n");
  EXPECT_EQ(namesOf(*loaded),
            "signature A 1:5: 1:20 2:14 3:12 6:27 7:19\n"
            "field f 1:13: 6:49 9:3 10:14\n"
            "signature S 2:9: 3:22 8:3 10:11 11:18\n"
            "function p 3:6: 6:33 6:53\n"
            "variable x 3:9: 3:17\n"
            "log runs 4:5: 13:12\n"
            "variable a 6:24: 6:35 6:47\n"
            "variable b 6:44: 6:55\n"
            "variable c 7:16: 7:25\n");
  EXPECT_THAT(test::unexplainedNames(*loaded), testing::IsEmpty());
}

TEST(Uses, AColumnThatIsAWholeFormula) {
  const auto loaded = loadFiles({{"main.aunit",
                                  "open base\n"
                                  "val v { A = A0 }\n"
                                  "test \"1\" for what in { (one A) (some A) } { v gives what }\n"},
                                 {"base.als", "module base\nsig A {}\n"}},
                                "main.aunit");
  EXPECT_THAT(namesOf(*loaded), testing::HasSubstr("variable what 3:14: 3:53\n"));
}

TEST(Uses, NitpickSchemas) {
  const auto loaded = loadFiles({{"main.np",
                                  "open base\n"
                                  "Add (n: NAME) = [ Book | known' = known U {n} and not (n in known) ]\n"
                                  "Grow (n: NAME) :: [ Book | Add(n) => known <= known' ]\n"
                                  "Sub = [ part: set NAME  x: part ]\n"
                                  "val v { NAME = {a, b}  known = {a} }\n"
                                  "test \"1\" { v satisfies run Add for 3 but 2 NAME }\n"
                                  "test \"2\" { v gives known = {a} }\n"},
                                 {"base.np", "[NAME]\nBook = [ known: set NAME ]\n"}},
                                "main.np");
  EXPECT_EQ(namesOf(*loaded),
            "module  base.np:1:1: 1:6\n"
            "function Add 2:1: 3:28 6:28\n"
            "variable n 2:6: 2:44 2:56\n"
            "signature NAME base.np:1:2: 2:9 3:10 4:19 5:9 6:44\n"
            "function Book base.np:2:1: 2:19 3:21\n"
            "field known base.np:2:10: 2:26 2:35 2:61 3:38 3:47 5:24 7:20\n"
            "assertion Grow 3:1:\n"
            "variable n 3:7: 3:32\n"
            "function Sub 4:1:\n"
            "field part 4:9: 4:28\n"
            "field x 4:25:\n"
            "valuation v 5:5: 6:12 7:12\n");
}

TEST(Uses, Programs) {
  const auto loaded = loadFiles({{"main.prog",
                                  "program main\n"
                                  "const n = 2\n"
                                  "type Mode = { idle, busy }\n"
                                  "var turn: 0..1 = 0  var mode: Mode = idle\n"
                                  "process P[i: 0..n - 1] {\n"
                                  "  var seen: bool = false\n"
                                  "  enter: await turn = i\n"
                                  "  seen := true\n"
                                  "  goto enter\n"
                                  "}\n"
                                  "proposition In: P[0].seen and mode != busy\n"
                                  "invariant Safe: In or all j: 0..1 | not P[0] at enter or turn = j\n"
                                  "val v { turn = 1 }\n"
                                  "val w extends v { P[0] at enter }\n"
                                  "test \"1\" { w satisfies In }\n"}},
                                "main.prog");
  EXPECT_EQ(namesOf(*loaded),
            "module main 1:9:\n"
            "constant n 2:7: 5:17\n"
            "signature Mode 3:6: 4:31\n"
            "constant idle 3:15: 4:38\n"
            "constant busy 3:21: 11:39\n"
            "field turn 4:5: 7:16 12:58 13:9\n"
            "field mode 4:25: 11:31\n"
            "process P 5:9: 11:17 12:41 14:19\n"
            "variable i 5:11: 7:23\n"
            "field seen 6:7: 8:3 11:22\n"
            "label enter 7:3: 9:8 12:49 14:27\n"
            "function In 11:13: 12:17 15:24\n"
            "assertion Safe 12:11:\n"
            "variable j 12:27: 12:65\n"
            "valuation v 13:5: 14:15\n"
            "valuation w 14:5: 15:12\n");
}

TEST(Uses, OfWhatIsGoodInAFileWithErrors) {
  EXPECT_EQ(namesOf(*loadModel("sig A { f: set A }\n"
                               "pred p { some f.unknown and A = f + 1 and f }\n")),
            "signature A 1:5: 1:16 2:29\n"
            "field f 1:9: 2:15 2:33 2:43\n"
            "function p 2:6:\n");
}

TEST(Uses, APlaceBelongsToTheNameThatBeginsThere) {
  const auto loaded = loadModel("sig Abc { f: Abc }\npred p { some f.f }\n");
  const UseIndex index(loaded->uses);
  EXPECT_EQ(index.at(0, 4), index.at(0, 7));
  EXPECT_FALSE(index.at(0, 8));
  EXPECT_FALSE(index.at(0, 3));
  EXPECT_FALSE(index.at(1'000, 0));
  EXPECT_EQ(index.at(0, 34)->use.begin, 33u);  // after the first f
  EXPECT_TRUE(index.usesOf({0, 0, 3}).empty());
  EXPECT_EQ(index.in(0).size(), 6u);
}

TEST(Uses, PromptsAddNone) {
  const auto loaded = loadModel("sig A {}\n");
  const std::size_t before = loaded->uses.size();
  model::Diagnostics diagnostics;
  EXPECT_TRUE(resolveExpression(*loaded, "some A and integer/plus[1, 2] = 3", nullptr, diagnostics));
  EXPECT_EQ(loaded->uses.size(), before);
}

RECORDED_ANSWERS(UsesRecorded, "own", "shared", "found");

TEST_P(UsesRecorded, EveryNameIsExplained) {
  std::size_t good = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
    if (entry.path().extension() != ".als" || entry.path().stem().string().find("meta") != std::string::npos) continue;
    const auto loaded = load(entry.path().string(), {.uses = true});
    if (!loaded->ok()) continue;
    ++good;
    EXPECT_THAT(test::unexplainedNames(*loaded), testing::IsEmpty());
  }
  EXPECT_GT(good, std::string(GetParam()) == "found" ? 20u : 30u);
}

TEST(UsesOfExamples, EveryNameIsExplained) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourceFolder() + "/specs")) {
    if (entry.path().extension() != ".als" && entry.path().extension() != ".aunit") continue;
    const auto loaded = load(entry.path().string(), {.uses = true});
    ASSERT_TRUE(loaded->ok()) << entry.path();
    EXPECT_THAT(test::unexplainedNames(*loaded), testing::IsEmpty());
  }
}

}  // namespace
}  // namespace aunit::parser
