// The version of Alloy as which a file is read, and models whose files are in several versions.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/resolve_support.h"
#include "tests/parser/syntax_support.h"

namespace aunit::parser {
namespace {

using alloy::parseText;
using testing::HasSubstr;

/// The version as which a text is read, and the notes about that.
std::string readAs(const std::string& text) {
  return parseText(text).messages();
}

TEST(Dialects, FilesOfAlloy6AreReadAsSuchWithoutAWord) {
  for (const char* text : {"", "sig A { var r: A } fact { always r' = r }", "var sig A {} run { after some A } for 3 steps",
                           "sig A { x: A } fact { all a: A | a.x' = a }", "sig previous, disjoint, Time {}", "sig part, exh {}",
                           "sig A { var r: A } // s, s': A\nfact { always r' = r /* s': A */ or \"s': A\" in r' }"})
    EXPECT_EQ(readAs(text), "") << text;
}

TEST(Dialects, OlderVersionsAreFoundByWhatOnlyTheyRead) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"sig S {} pred p[s, s': S] { s = s' }", "note: 1:20 read as Alloy 5: `s'` is a name"},
      {"sig S {} pred p[s, s'': S, s'x: S] { s = s'' }", "note: 1:20 read as Alloy 5: `s''` is a name"},
      {"sig S {}\nfact { let s' = S | some s' }", "note: 2:12 read as Alloy 5: `s'` is a name"},
      {"sig steps {} fact { some steps }", "note: 1:5 read as Alloy 5: `steps` is a name"},
      {"sig A { before: set A } fact { some A.before }", "note: 1:9 read as Alloy 5: `before` is a name"},
      {"pred after { some until' } sig until', var {}", "note: 1:6 read as Alloy 5: `after` is a name"},
      {"sig A {} fact { all disjoint a, b: A | a != b }", "note: 1:21 read as Alloy 6.1: `disjoint` means `disj`"},
      {"var sig A {} fact { always (previous some A) }", "note: 1:29 read as Electrum: `previous` means `before`"},
      {"sig A {} pred p[a, b, a': A] { disjoint[a, b] }", "note: 1:23 read as Alloy 5: `a'` is a name"},
      {"sig A {} pred p[a, a': A] { some disjoint b: A | b = a }", "note: 1:20 read as Alloy 5: `a'` is a name"},
      {"sig String {} sig A { s: String }", "note: 1:5 read as Alloy 4.1: `String` is a name"},
      {"sig A { seq: set A, enum: A } fact { some seq }", "note: 1:9 read as Alloy 4.0: `seq` is a name"}};
  for (const auto& [text, note] : cases) EXPECT_EQ(readAs(text), note) << text;
}

// If every version reports errors, those of Alloy 6 are shown, even if another version reads more of the file.
TEST(Dialects, FilesThatNoVersionReadsKeepTheErrorsOfAlloy6) {
  EXPECT_EQ(readAs("pred p[s, s': S] { some s' "), "1:12 the declared name `s'` cannot contain a prime");
  EXPECT_EQ(readAs("var sig A {} pred p[s, s': A] {}"), "1:25 the declared name `s'` cannot contain a prime");
  EXPECT_EQ(readAs("sig A {} pred p[s, s': A] {} fact { A == A }"),
            "1:21 the declared name `s'` cannot contain a prime\n1:39 `==` is not an operator of Alloy");
  EXPECT_EQ(readAs("sig A { r: A ! -> ! A }"), "1:14 found `!`; expected `}` or an operator");
}

/// The first hint for a text that no version can read; empty if the text is read or has no hint.
std::string hintOn(const std::string& text) {
  const auto parsed = parseText(text);
  for (const model::Diagnostic& d : parsed.diagnostics.all())
    if (d.severity == model::Severity::error) return d.hints.empty() ? "" : d.hints.front();
  return "";
}

// Forms of other languages, which no version since Alloy 4.0 reads.
TEST(Dialects, FormsOfOtherLanguagesAreNamed) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"static sig A {}", "`static` is Alloy 2: write `one`."},
      {"part sig A, B extends C {}", "`part` is Alloy 2: write `abstract` before the signature that is extended."},
      {"partition sig A, B extends C {}", "`partition` is Alloy 2: write `abstract` before the signature that is extended."},
      {"disj sig A, B extends C {}",
       "`disj` before `sig` is Alloy 2: signatures that extend the same signature are disjoint anyway."},
      {"disjoint sig A, B extends C {}",
       "`disjoint` before `sig` is Alloy 2: signatures that extend the same signature are disjoint anyway."},
      {"det fun f[a: A]: A { a }", "`det` is Alloy 2: a function needs no word before `fun`."},
      {"sig A { part x, y: set A }", "`part` is Alloy 3: write `disj x, y: e`, and `x + y = e` as a fact."},
      {"fact { all part x, y: A | x != y }", "`part` is Alloy 3: write `disj x, y: e`, and `x + y = e` as a fact."},
      {"sig A { exh x, y: set A }", "`exh` is Alloy 3: write `x, y: e`, and `x + y = e` as a fact."},
      {"sig A { exhaustive x, y: set A }", "`exhaustive` is Alloy 3: write `x, y: e`, and `x + y = e` as a fact."},
      {"sig A { r: sole A }", "`sole` is Alloy 2: write `lone`."},
      {"sig A { r: option A }", "`option` is Alloy 2: write `lone`."},
      {"sig A { r: scalar A }", "`scalar` is Alloy 2: write `one`."},
      {"sig A { r: A! }", "The multiplicity `!` is Alloy 2: write `one` first."},
      {"sig A { r: A -> ! A }", "The multiplicity `!` is Alloy 2: write `one`."},
      {"sig A { r: A? }", "The multiplicity `?` is Alloy 2: write `lone`."},
      {"sig A extends B, C {}", "A signature can extend only one other. To declare a subset of several write `in B + ...`."},
      {"sig A extends B + C {}", "A signature can extend only one other. To declare a subset of several write `in B + ...`."},
      {"fact { all a: A | with a | some r }", "`with` is Alloy 3: write `a.` before fields."},
      {"fact { some A => some B, no B }", "`a => b, c` is Alloy 3: write `a => b else c`."},
      {"module m<T> sig A { r: T }", "The parameters of a module are written in brackets: `m[...]`."},
      {"module m(T) sig A { r: T }", "Arguments are written in brackets: `m[...]`."},
      {"module m uses n", "`uses` is older than Alloy 4: write `open`."},
      {"fact { A == A }", "Equality is written `=`."},
      {"sig A {} event add [a: A] modifies A { some a }", "`event` is an extension of Electrum: write a predicate."},
      {"sig A {} act add [a: A] modifies A { some a }", "`act` is an extension of Electrum: write a predicate."},
      {"sig A {} atomsig a, b : A", "`atomsig` is Alloy*: write `one sig`."},
      {"run { some A } for 3 but {bitwidth: 4} Int", "Scopes in braces are Alloy*: write `4 Int`."},
      {"run { all x: A | some x.r | x in x.r }", "A second `|` is Alloy*: write `implies`, or `and` after `some`."}};
  for (const auto& [text, hint] : cases) EXPECT_EQ(hintOn(text), hint) << text;
  EXPECT_EQ(readAs("sig A { sum: set A }"), "1:9 `sum` is a keyword and cannot be a name");
}

// Quantifiers over sets, and exact parameters, mean the same in Alloy* and Alloy 4.
TEST(Dialects, FormsThatAreStillReadNeedNoDialect) {
  for (const char* text : {"module m[exactly T, U] sig A { r: T -> U }", "sig A {} run { some x: set A | all y: set A | y in x }",
                           "sig A { r: A } fact { A = iden[A] }", "sig A { v: Int } fact { all a: A | int a.v = sum a.v }",
                           "sig A {} pred p(a: A) { some a } fun f(a: A): A { a }"})
    EXPECT_EQ(readAs(text), "") << text;
}

TEST(Dialects, ANameThatOccursOnceIsASlip) {
  EXPECT_EQ(readAs("sig steps {}"), "1:5 `steps` is a keyword and cannot be a name");
  EXPECT_EQ(readAs("sig A { r': set A }"), "1:10 the declared name `r'` cannot contain a prime");
}

/// The version as which one file of a model was read.
std::string dialectOf(const Loaded& loaded, std::string_view path) {
  for (model::FileId file = 0; file < loaded.dialects.size(); ++file)
    if (loaded.sources.file(file).path() == path) return loaded.dialects[file];
  return "none";
}

TEST(Dialects, EachFileOfAModelHasItsOwn) {
  const auto loaded =
      test::loadFiles({{"main.als", "open old\nvar sig B in S {} fact { always B' = B }\nrun { some s: S | step[s, s] }"},
                       {"old.als", "module old\nsig S { next: lone S }\npred step[s, s': S] { s' = s.next }"}});
  ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
  EXPECT_EQ(dialectOf(*loaded, "main.als"), "Alloy 6");
  EXPECT_EQ(dialectOf(*loaded, "old.als"), "Alloy 5");
  EXPECT_EQ(test::messages(*loaded, model::Severity::note), "3:14 read as Alloy 5: `s'` is a name\n");
}

// On its own, `r'` would be a formula of Alloy 6. Here, it is the name of a field that another file declares.
TEST(Dialects, NamesCrossFilesOfSeveralVersions) {
  const auto loaded = test::loadFiles(
      {{"main.als", "open old\nfact { all s: S | some s.r' }\nrun {}"}, {"old.als", "module old\nsig S { r': lone S }"}});
  ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
  EXPECT_EQ(dialectOf(*loaded, "main.als"), "Alloy 5");
}

TEST(Dialects, AlloySixCountsWhereBothReadingsResolve) {
  const auto loaded = test::loadFiles(
      {{"main.als", "open old\nfact { all s: S | some s.r' }\nrun {}"}, {"old.als", "module old\nsig S { r, r': lone S }"}});
  ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
  EXPECT_EQ(dialectOf(*loaded, "main.als"), "Alloy 6");
  EXPECT_THAT(
      test::messages(*loaded, model::Severity::warning),
      HasSubstr("2:26 in this file `r'` is the value of `r` in the next state, but another file declares `r'` as a name"));
}

TEST(Dialects, ScopesOfTimeAreStepsWhereTimeIsNoSignature) {
  const auto electrum = test::loadModel("var sig A {} run { eventually some A } for 3 but 5 Time");
  ASSERT_TRUE(electrum->ok()) << test::messages(*electrum);
  EXPECT_EQ(electrum->model->commands()[0].scope.maxSteps, 5);
  EXPECT_EQ(test::messages(*electrum, model::Severity::note), "1:52 read as Electrum: `Time` means `steps`\n");
  const auto own = test::loadModel("sig Time {} run { some Time } for 3 but 5 Time");
  ASSERT_TRUE(own->ok());
  EXPECT_EQ(test::messages(*own, model::Severity::note), "");
}

TEST(Dialects, WordsThatWereRenamedMeanWhatTheyMeant) {
  const auto loaded = test::loadModel(
      "sig A {} pred p[a, a': A] { disjoint[a, a'] and a.disjoint[a'] and all disjoint x, y: A | x != y } sig B { disjoint s, t: "
      "set A } run p");
  ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
  EXPECT_TRUE(loaded->model->fields()[0].disjointNames);
  const auto past = test::loadModel("var sig A {}\nfact { always { previous some A } }\nrun {}");
  ASSERT_TRUE(past->ok()) << test::messages(*past);
  EXPECT_EQ(test::messages(*past, model::Severity::note), "2:17 read as Electrum: `previous` means `before`\n");
}

// The names of these signatures are keywords or built-in names today.
TEST(Dialects, NamesThatAreWordsTodayMeanTheirSignatures) {
  for (const char* name : {"String", "seq", "steps"}) {
    const auto loaded =
        test::loadModel(fmt::format("sig {0} {{}} sig A extends {0} {{ r: {0} }} run {{ some r }} for 1 but 7 {0}", name));
    ASSERT_TRUE(loaded->ok()) << name << test::messages(*loaded);
    const model::Model& model = *loaded->model;
    EXPECT_EQ(model.sig(model.sigs().back().parents[0]).label, fmt::format("this/{}", name));
    EXPECT_EQ(model.sig(model.type(model.field(0).type).products.at(0).at(1)).label, fmt::format("this/{}", name));
    const model::Scope& scope = model.commands()[0].scope;
    ASSERT_EQ(scope.sigs.size(), 1u) << name;
    EXPECT_EQ(model.sig(scope.sigs[0].sig).label, fmt::format("this/{}", name));
  }
}

TEST(Dialects, PromptsReadAsTheirFile) {
  const auto loaded = test::loadModel("sig S { r, r': lone S } fact { no r' } run {}");
  ASSERT_TRUE(loaded->ok());
  model::Diagnostics found;
  EXPECT_TRUE(resolveExpression(*loaded, "S.r'", nullptr, found));
  EXPECT_FALSE(found.hasErrors());
}

TEST(Dialects, TestsOfAnOlderModelUseItsNames) {
  const auto loaded = test::loadFiles({{"t.aunit", "open old\nval v { S = a  r' = a->a }\ntest \"t\" { v satisfies some r' }"},
                                       {"old.als", "module old\nsig S { r': lone S }"}},
                                      "t.aunit");
  EXPECT_TRUE(loaded->ok()) << test::messages(*loaded);
}

TEST(Dialects, InsistingReadsAllFilesAsAlloy5) {
  const auto loaded = test::loadFiles(
      {{"main.als", "open old\nfact { all s: S | some s.r' }\nrun {}"}, {"old.als", "module old\nsig S { r, r': lone S }"}},
      "main.als", true);
  ASSERT_TRUE(loaded->ok()) << test::messages(*loaded);
  EXPECT_EQ(dialectOf(*loaded, "main.als"), "Alloy 5");
  EXPECT_EQ(test::messages(*loaded, model::Severity::note), "");
}

// Sizes 0, 1 and many.
TEST(Dialects, LongFilesAreReadInLinearTime) {
  for (const std::size_t many : {0, 1, 10'000}) {
    std::string text = "pred p[s', s: univ] { s' = s }\n";
    for (std::size_t i = 0; i < many; ++i) text += fmt::format("sig A{0} {{ f': A{0} }} ", i);
    EXPECT_EQ(readAs(text), "note: 1:8 read as Alloy 5: `s'` is a name") << many;
  }
}

TEST(MovedModules, AreReadFromTheNearestPlaceThatHasThem) {
  const std::string list = "module list\nsig List { next: lone List }\npred empty[l: List] { no l.next }";
  const auto noteOf = [](std::map<std::string, std::string> files, const std::string& root) {
    const auto loaded = test::loadFiles(std::move(files), root);
    return loaded->ok() ? test::messages(*loaded, model::Severity::note) : test::messages(*loaded);
  };
  const std::string user = "open lib/list as l\nrun { some x: List | l/empty[x] }";
  EXPECT_EQ(noteOf({{"a/b/main.als", user}, {"a/b/list.als", list}}, "a/b/main.als"),
            "1:1 the module \"lib/list\" is read from a/b/list.als\n");
  EXPECT_EQ(noteOf({{"a/b/main.als", user}, {"a/lib/list.als", list}}, "a/b/main.als"),
            "1:1 the module \"lib/list\" is read from a/lib/list.als\n");
  EXPECT_EQ(noteOf({{"a/b/main.als", user}, {"lib/list.als", list}}, "a/b/main.als"),
            "1:1 the module \"lib/list\" is read from lib/list.als\n");
  // A file that lacks the imported names is a different module.
  EXPECT_EQ(noteOf({{"a/b/main.als", user}, {"a/b/list.als", "sig List {}"}, {"a/list.als", list}}, "a/b/main.als"),
            "1:1 the module \"lib/list\" is read from a/list.als\n");
  EXPECT_THAT(noteOf({{"a/b/main.als", user}, {"a/b/list.als", "sig List {}"}}, "a/b/main.als"),
              HasSubstr("the module \"lib/list\" cannot be found"));
  EXPECT_THAT(noteOf({{"a/b/main.als", user}, {"a/b/list.als", list}, {"a/b/lib/list.md", "x"}}, "a/b/main.als"),
              HasSubstr("cannot"));
}

TEST(MovedModules, OfWhichSeveralFitAreNotChosen) {
  const std::string list = "sig List {}";
  const auto loaded = test::loadFiles(
      {{"b/main.als", "module x/y\nopen lib/list\nrun {}"}, {"b/lib/list.als", list}, {"b/list.als", list}}, "b/main.als");
  EXPECT_FALSE(loaded->ok());
  ASSERT_FALSE(loaded->diagnostics.all().empty());
  EXPECT_THAT(loaded->diagnostics.all().front().hints,
              testing::Contains("several files could be this module: b/lib/list.als and b/list.als"));
}

TEST(MovedModules, OfTheLibraryAreKnownByOlderNames) {
  for (const char* target : {"std/ord", "models/util/ordering", "ordering", "util/order"}) {
    const auto loaded = test::loadModel(fmt::format("open {}[A] as o\nsig A {{}}\nrun {{ some o/first }}", target));
    ASSERT_TRUE(loaded->ok()) << target << test::messages(*loaded);
    EXPECT_EQ(test::messages(*loaded, model::Severity::note),
              fmt::format("1:1 the module \"{}\" is read from the library module util/ordering\n", target));
  }
  EXPECT_FALSE(test::loadModel("open std/ord[A] as o\nsig A {}\nrun { some o/firstOne }")->ok());
  EXPECT_FALSE(test::loadModel("open std/ord as o\nsig A {}\nrun { some A }")->ok());
}

TEST(MovedModules, StrictOpenRefusesThem) {
  const LoadOptions options{.strictOpen = true, .readFile = [](const std::string& path) -> std::optional<std::string> {
                              if (path == "main.als") return "open std/ord[A]\nsig A {}";
                              return std::nullopt;
                            }};
  EXPECT_EQ(test::messages(*load("main.als", options)), "1:1 the module \"std/ord\" cannot be found\n");
}

}  // namespace
}  // namespace aunit::parser
