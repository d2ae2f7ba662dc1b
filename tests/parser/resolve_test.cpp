// Names, types, overloads and declarations (language reference 6 to 9, 13.1, 14). A test that cites a section checks behaviour
// that was observed in the Alloy Analyzer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/resolve_support.h"

namespace aunit::parser {
namespace {

using model::Op;
using test::loadFiles;
using test::loadModel;
using test::messages;
using testing::HasSubstr;

struct AcceptedModel {
  const char* what;
  const char* text;
};

class Accepts : public testing::TestWithParam<AcceptedModel> {};

TEST_P(Accepts, Model) {
  const auto loaded = loadModel(GetParam().text);
  EXPECT_TRUE(loaded->ok()) << GetParam().what << "\n" << messages(*loaded);
}

INSTANTIATE_TEST_SUITE_P(
    Language, Accepts,
    testing::Values(
        AcceptedModel{"7: a predicate may share the name of a field",
                      "sig A { p: set A } pred p { some A } run { p and some A.p }"},
        AcceptedModel{"7: a local variable hides fields and sigs",
                      "sig A { f: set A } run { all f: A | f in A } check { all A: univ | A in univ }"},
        AcceptedModel{"7.2: earlier fields of the signature and of its ancestors",
                      "sig A { f: set A, g: set f } sig B extends A { h: f -> g }"},
        AcceptedModel{"7.2: fields of all ancestors of a subset",
                      "sig P { f: set P } sig Q {} sig A in P + Q { g: f } { f in P }"},
        AcceptedModel{"7.3: an appended fact reads a field as this.f", "sig A { f: set A } { no f & @f.f  some this.@f }"},
        AcceptedModel{"7.3: p means p[this]", "sig A { f: set A } { p } pred p[a: A] { some a.f }"},
        AcceptedModel{"7.5: macros",
                      "sig A { f: set A } let two[x] { #x = 2 } let add2[x, y] = x.f + y  run { A.two and some add2[A, A] }"},
        AcceptedModel{"7.7: meta-signatures",
                      "sig A { f: set A } sig B {} run { some g: A$.fields | some g.value } run { all s: sig$ | some s.value }"},
        AcceptedModel{"7.7: defined fields too, and parameters that range over sig$",
                      "sig A { f: A, h = f } pred p[s: sig$] { some s.value } run { some A$h and all s: sig$ | p[s] }"},
        AcceptedModel{"8.1: a member of an enumeration has its type",
                      "enum E { a, b } pred p[x: a] { some x } sig A { f: a & b } run { p[b] }"},
        AcceptedModel{"8.2: `one` chooses the set among overloads",
                      "open util/ordering[T] sig T {} sig L { first: L } run { all t: one first | t in T }"},
        AcceptedModel{"8.2: braces and macros take multiplicities away",
                      "sig A {} fun f: A -> A { A one -> A } let m = set A  run { some f and some m and some { set A } }"},
        AcceptedModel{
            "8.3: a closure reaches the wanted type through one overload only",
            "open util/ordering[T] open util/ordering[U] as u sig T { f: U } sig U {} run { some t: T | t.f.*next = u/last }"},
        AcceptedModel{"8.3: overloaded fields resolve by type",
                      "sig A { f: A } sig B { f: A } run { some a: A, b: B | a.f = b.f and some A <: f }"},
        AcceptedModel{"8.3: overloaded predicates resolve by argument",
                      "pred p[a: A] { some a } pred p[b: B] { no b } sig A, B {} run { some a: A | p[a] }"},
        AcceptedModel{"8.3: an argument that fits partly", "sig A, B {} pred p[a: A] { some a } run { p[A + B] }"},
        AcceptedModel{"8.1: integers as sets and sets as integers",
                      "sig A { v: set Int } run { A.v < 4 and #A = A.v and plus[A.v, #A] > 0 and Int[#A] in Int }"},
        AcceptedModel{"9: enumerations are ordered", "enum E { a, b, c } run { a.next = b and lt[a, c] }"},
        AcceptedModel{"10.3: multiplicities on the right of in",
                      "sig A { f: set A } run { f in A -> one A and A.f in (some A) }"},
        AcceptedModel{"11: arithmetic by method call",
                      "run { 1.plus[2] = 3 and minus[5, 2].gt[2] and max > min and 3.next = 4 }"},
        AcceptedModel{
            "12.2: sequences",
            "sig A { s: seq A } run { some a: A | a.s.first = a and #a.s > 1 and a.s.add[a].last = a and a.s[0] in A }"},
        AcceptedModel{
            "12.4: two orders",
            "open util/ordering[A] as x open util/ordering[B] as y sig A, B {} run { x/first.(x/next) in A and y/last in B }"},
        AcceptedModel{"13.3: temporal operators and primes",
                      "var sig A { var f: set A } run { always (some A' and A.f' in A) ; eventually no f  before once some A }"},
        AcceptedModel{"3: receiver form",
                      "sig A { f: set A } fun A.g[x: A]: set A { this + x } run { some a, b: A | a.g[b] = b.(a.g) }"},
        AcceptedModel{"3: defined fields may call", "sig A { f: set A, g = h[this] } fun h[a: A]: set A { a.f }"},
        AcceptedModel{"3: a growing scope without end has an increment", "sig A {} run {} for 1..:2 A"},
        AcceptedModel{"15: a bit width that is too large is an error of the command", "run {} for 40 int"},
        AcceptedModel{"5: no argument changes nothing", "sig A { f: A } run { some f[] and some A[] }"},
        AcceptedModel{"6: a module's name behind what it opens", "open util/relation module main sig A {} run { some A }"},
        AcceptedModel{
            "8.3: the least weight decides what a name in a `let` is",
            "abstract sig T {} one sig u, v extends T {} sig A { t: set T } { t = v + (let x = u | x) } pred u[a: A] { u in "
            "a.t }"},
        AcceptedModel{
            "8.3: likewise in a macro",
            "abstract sig T {} one sig u, v extends T {} let m[x] = x sig A { t: set T } { t = v + m[u] } pred u[a: A] { u "
            "in a.t }"},
        AcceptedModel{"6: parameters of a root module are signatures", "module main[exactly P] sig A { p: P } run { some p }"},
        AcceptedModel{"a predicate named like a library function can be run", "sig A {} pred add { some A } run add"}));

struct RejectedModel {
  const char* what;
  const char* text;
  const char* position;
  const char* message;
};

class Rejects : public testing::TestWithParam<RejectedModel> {};

TEST_P(Rejects, Model) {
  const auto loaded = loadModel(GetParam().text);
  EXPECT_FALSE(loaded->ok()) << GetParam().what;
  EXPECT_THAT(messages(*loaded), HasSubstr(std::string(GetParam().position) + " ")) << GetParam().what;
  EXPECT_THAT(messages(*loaded), HasSubstr(GetParam().message)) << GetParam().what;
}

INSTANTIATE_TEST_SUITE_P(
    Language, Rejects,
    testing::Values(
        RejectedModel{"unknown name", "sig A {} run { some B }", "1:21", "\"B\" cannot be found"},
        RejectedModel{"7.2: a later field", "sig A { g: set f, f: set A }", "1:16", "\"f\" cannot be found"},
        RejectedModel{"7.3: x.f where f is this.f", "sig A { f: set A } { all x: A | some x.f }", "1:38", "cannot be joined"},
        RejectedModel{"8.2: arity", "sig A { f: set A } run { f = A }", "1:26", "same arity"},
        RejectedModel{"8.2: closure of a set", "sig A {} run { some ^A }", "1:21", "binary relation"},
        RejectedModel{"8.2: a multiplicity in front of a relation", "sig A { f: one A -> A }", "1:12", "unary set"},
        RejectedModel{"8.2: multiplicity behind not in", "sig A { f: set A } run { A not in one A }", "1:35", ""},
        RejectedModel{"8.1: none is not an integer", "run { none < 1 }", "1:7", "must be an integer"},
        RejectedModel{"8.3: closures of overloads where any type will do",
                      "open util/ordering[T] sig T {} run { some t: T | some t.*next }", "1:58", "ambiguous"},
        RejectedModel{"8.3: overloads on the right of a difference that takes nothing away",
                      "sig A { f: set B, g: set C } sig B { g: set C } sig C {} run { all a: A | no a.f - a.g }", "1:84",
                      "ambiguous"},
        RejectedModel{"8.3: bare overloaded field", "sig A { f: A } sig B { f: A } run { some f }", "1:42", "ambiguous"},
        RejectedModel{"8.3: an overloaded field as a macro's argument",
                      "sig A { f: A } sig B { f: B } let m[r] = some A.r  run { m[f] }", "1:60", "ambiguous"},
        RejectedModel{"8.1: members of an enumeration do not tell overloads apart",
                      "enum E { a, b } pred p[x: a] { some x } pred p[x: b] { no x } run { p[b] }", "1:69", "ambiguous"},
        RejectedModel{"8.2: multiplicity in a let", "sig A {} run { let r = A one -> A | some r }", "1:24", "not allowed"},
        RejectedModel{"8.3: overlapping predicates",
                      "pred p[a: univ] { some a } pred p[a: A] { no a } sig A {} run { some a: A | p[a] }", "1:77", "ambiguous"},
        RejectedModel{"8.3: an argument that cannot fit", "sig A, B {} pred p[a: A] { some a } run { p[B] }", "1:43",
                      "does not fit the parameters"},
        RejectedModel{"arguments in parentheses", "sig A { f: A } run { all a: A | a.f(a) = a }", "1:36",
                      "arguments are written in brackets"},
        RejectedModel{"arguments of a predicate in parentheses", "sig A {} pred p[a: A] { some a } run { some a: A | p(a) }",
                      "1:53", "arguments are written in brackets"},
        RejectedModel{"too many arguments", "sig A {} pred p[a: A] { some a } run { p[A, A] }", "1:40", "more are given"},
        RejectedModel{"7: fields of overlapping signatures", "sig A { f: A } sig B extends A { f: A }", "1:34", "overlapping"},
        RejectedModel{"9: a built-in cannot be extended", "sig A extends Int {}", "1:15", "cannot extend"},
        RejectedModel{"9: cycle", "sig A extends B {} sig B extends A {}", "1:5", "its own ancestor"},
        RejectedModel{"7.5: endless macro", "sig A {} let m[x] = m[x]  run { some m[A] }", "", "too deep"},
        RejectedModel{"unknown command target", "sig A {} pred show {} run shwo", "1:27", "no predicate or function"},
        RejectedModel{"duplicate", "sig A {} sig A {}", "1:14", "more than once"},
        RejectedModel{
            "8.3: a signature, not a predicate with less weight",
            "abstract sig T {} one sig u, v extends T {} sig A { t: set T } { let x = u | x } pred u[a: A] { u in a.t }", "1:66",
            "formula"},
        RejectedModel{"6: a module's parameter twice", "module m[A, A]", "1:13", "more than once"},
        RejectedModel{"6: unknown module", "open util/orderin[A] sig A {}", "1:1", "cannot be found"},
        RejectedModel{"6: number of arguments", "open util/ordering sig A {}", "1:1", "takes 1 parameter"},
        RejectedModel{"13.7: steps", "var sig A {} run {} for 2.. steps", "1:25", "must start at 1"},
        RejectedModel{"a misreading that is known", "sig A { f: set A } run { some A.f = A }", "1:26", "is the formula"}));

TEST(Resolve, ReportsTheErrorsOfAllDeclarationsButNoCascades) {
  const auto loaded = loadModel(
      "sig A { f: set Bee }\n"
      "fact { some f }\n"
      "pred p { some C }\n"
      "run q\n");
  EXPECT_EQ(messages(*loaded),
            "1:16 the name \"Bee\" cannot be found\n"
            "3:15 the name \"C\" cannot be found\n"
            "4:5 there is no predicate or function \"q\"\n");
}

TEST(Resolve, NamesTheNearestNameOfAModule) {
  const auto loaded = loadModel("open util/boolean as b sig A { f: b/Bol }  sig C in b/Bol {}");
  ASSERT_EQ(loaded->diagnostics.all().size(), 1u);
  EXPECT_THAT(loaded->diagnostics.all()[0].hints, testing::ElementsAre("did you mean `Bool`?"));
}

TEST(Resolve, SaysWhereAModuleWasLookedFor) {
  const auto loaded = loadFiles({{"a/main.als", "module a/main open a/lib/x"}}, "a/main.als");
  ASSERT_EQ(loaded->diagnostics.all().size(), 1u);
  EXPECT_THAT(loaded->diagnostics.all()[0].hints,
              testing::ElementsAre("Alloy's library has no such module, and there is no file a/lib/x.als or a/lib/x.md"));
}

TEST(Resolve, NamesTheNearestName) {
  const auto loaded = loadModel("sig Node { link: set Node } run { some lnik }");
  ASSERT_EQ(loaded->diagnostics.all().size(), 1u);
  EXPECT_THAT(loaded->diagnostics.all()[0].hints, testing::Contains("did you mean `link`?"));
}

TEST(Resolve, KnowsHowAChoiceIsWritten) {
  const auto loaded = loadModel("sig A {} run {\n if some A\n }");
  ASSERT_TRUE(loaded->diagnostics.hasErrors());
  EXPECT_THAT(loaded->diagnostics.all()[0].hints, testing::ElementsAre("a choice is written `a => b else c`"));
}

TEST(Resolve, CommandsPrintAsTheReferencePrintsThem) {
  const auto loaded = loadModel(
      "sig A {} var sig B {} pred p {} assert q { no A }\n"
      "run p for 3 but exactly 2 A, 5 int, 3 seq expect 1\n"
      "lbl: check q for 4 A, 2 B\n"
      "run {} for 6 int, 4 steps\n"
      "check { no A } for 2 but 3..5 steps expect 0\n");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  std::vector<std::string> texts;
  for (const auto& command : loaded->model->commands()) texts.push_back(command.text);
  EXPECT_THAT(texts, testing::ElementsAre("Run p for 3 but 5 int 3 seq, exactly 2 A expect 1", "Check lbl for 4 A, 2 B",
                                          "Run run$3 for 6 int 4 steps", "Check check$4 for 2 but 3..5 steps expect 0"));
  EXPECT_TRUE(loaded->model->commands()[0].temporal);  // B is var
}

TEST(Resolve, TemporalityLooksAtFactsAndTheCommandButNotIntoCalls) {  // 13.1
  const auto loaded = loadModel("sig A {} pred p { always some A } run p run { p } run { eventually some A } run { some A }");
  ASSERT_TRUE(loaded->ok());
  std::vector<bool> temporal;
  for (const auto& command : loaded->model->commands()) temporal.push_back(command.temporal);
  EXPECT_EQ(temporal, (std::vector<bool>{true, false, true, false}));
}

TEST(Resolve, SameModuleWithSameArgumentsIsOneInstance) {  // 6
  const auto loaded = loadModel("open util/ordering[A] as x open util/ordering[A] as y open util/ordering[B] sig A, B {}");
  ASSERT_TRUE(loaded->ok());
  std::vector<std::string> labels;
  for (const auto& sig : loaded->model->sigs())
    if (sig.name == "Ord") labels.push_back(sig.label);
  EXPECT_THAT(labels, testing::ElementsAre("x/Ord", "ordering/Ord"));
}

TEST(Resolve, NamesTheSignaturesOfAModuleByTheFewestAliases) {
  const auto loaded = loadFiles({{"t.als", "module t[Tick] open util/ordering[Tick] as ord"},
                                 {"main.als", "open t[Tick] open util/ordering[Tick] as tickOrd sig Tick {}"}});
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  std::vector<std::string> labels;
  for (const auto& sig : loaded->model->sigs())
    if (sig.name == "Ord") labels.push_back(sig.label);
  EXPECT_THAT(labels, testing::ElementsAre("tickOrd/Ord"));
}

TEST(Resolve, MetaSignaturesAreAsPrivateAsWhatTheyDescribe) {  // 7.7
  const std::map<std::string, std::string> files = {{"m.als", "private sig P {} sig Q { private f: Q, g: Q }"},
                                                    {"main.als", "open m run { some Q$ + Q$g and all s: sig$ | some s.value }"},
                                                    {"bad.als", "open m run { some P$ } run { some Q$f }"}};
  EXPECT_EQ(messages(*loadFiles(files)), "");
  EXPECT_EQ(messages(*loadFiles(files, "bad.als")),
            "1:19 the name \"P$\" cannot be found\n1:35 the name \"Q$f\" cannot be found\n");
}

TEST(Resolve, HiddenOpensAreCountedWhereTheyOccur) {  // 6: open$k
  const auto loaded = loadModel("open util/ordering[A] sig A { s: seq A } enum E { e }");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  std::vector<std::string> labels;
  for (const auto& sig : loaded->model->sigs())
    if (sig.name == "Ord") labels.push_back(sig.label);
  EXPECT_THAT(labels, testing::ElementsAre("ordering/Ord", "open$4/Ord"));
}

TEST(Resolve, AMacroOfAnOwnPrivateOpenHasAQualifiedName) {  // 6
  const std::map<std::string, std::string> files = {{"main.als", "private open m run { some m/every }"},
                                                    {"m.als", "sig A {} let every = A"},
                                                    {"far.als", "open main run { some main/m/every }"}};
  EXPECT_TRUE(loadFiles(files)->ok());
  EXPECT_THAT(messages(*loadFiles(files, "far.als")), HasSubstr("\"main/m/every\" cannot be found"));
}

TEST(Resolve, MultiplicitiesThatAMacroOrBracesBringToABoundDoNotCount) {  // library reference, util/time
  const auto loaded = loadModel("open util/time sig A { f: dynamic[A], g: A one -> Time, h: { A one -> Time } }");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  std::map<std::string, model::Multiplicity> left;
  for (const auto& field : loaded->model->fields())
    if (loaded->model->sig(field.sig).module == 0) left[field.name] = loaded->model->expr(field.bound).leftMultiplicity;
  EXPECT_EQ(left["f"], model::Multiplicity::set);
  EXPECT_EQ(left["g"], model::Multiplicity::one);
  EXPECT_EQ(left["h"], model::Multiplicity::set);
}

TEST(Resolve, ThisTellsTheOwnSignatureFromThatOfAnOpenedModule) {  // 7
  const std::map<std::string, std::string> files = {
      {"m.als", "sig A {}"},
      {"main.als", "open m open util/ordering[this/A] sig A {} sig B in this/A {} run { some this/A }"},
      {"bad.als", "open util/ordering[A] open m sig A {} sig B in A {} run { some A }"}};
  EXPECT_EQ(messages(*loadFiles(files)), "");
  EXPECT_EQ(messages(*loadFiles(files, "bad.als")), "1:20 the signature \"A\" is ambiguous\n");
}

TEST(Resolve, FindsModulesByTheirPath) {  // 6, Locating
  const auto loaded = loadFiles({{"dir/a/main.als", "module a/main open a/b open c/d as dd run { some B and some dd/D }"},
                                 {"dir/a/b.als", "module a/b private open c/d sig B { d: D }"},
                                 {"dir/c/d.als", "module c/d sig D {}"}},
                                "dir/a/main.als");
  EXPECT_TRUE(loaded->ok()) << messages(*loaded);
}

TEST(Resolve, RefusesImportCycles) {
  const auto loaded = loadFiles({{"main.als", "open other"}, {"other.als", "open main"}});
  EXPECT_THAT(messages(*loaded), HasSubstr("opens itself"));
}

TEST(Resolve, PrivateThingsOfOthersAreInvisible) {
  const std::map<std::string, std::string> files = {
      {"m.als", "private sig P {} pred p { some P } private pred q {}"},
      {"main.als", "open m run { p }"},
      {"bad.als", "open m run { some P }"},
      {"qualified.als", "open m run { some m/P } run m/q"},
      {"t.aunit", "open m val v { P = P0 } test \"t\" { v satisfies some P and q }"}};
  EXPECT_TRUE(loadFiles(files)->ok());
  EXPECT_THAT(messages(*loadFiles(files, "bad.als")), HasSubstr("\"P\" cannot be found"));
  EXPECT_THAT(messages(*loadFiles(files, "qualified.als")),
              testing::AllOf(HasSubstr("\"m/P\" cannot be found"), HasSubstr("no predicate or function \"m/q\"")));
  const auto tests = loadFiles(files, "t.aunit");  // a test file sees private names
  EXPECT_TRUE(tests->ok()) << messages(*tests);
}

TEST(Resolve, ImplicitConstraintsOfMutablePartsHoldInEveryState) {  // 13.4
  const auto loaded = loadModel("sig A { f: lone A } var sig B in A { var g: set A } { some g }");
  ASSERT_TRUE(loaded->ok());
  for (const auto& constraint : loaded->model->implicitConstraints()) {
    const bool mutablePart = constraint.sig != model::noId && loaded->model->sig(constraint.sig).name == "B";
    EXPECT_EQ(loaded->model->expr(constraint.formula).op == Op::always, mutablePart) << static_cast<int>(constraint.kind);
  }
}

TEST(Resolve, CoercionsAreWrittenOut) {
  const auto loaded = loadModel("sig A { v: Int } pred p { A.v > #A } pred q { #A = #v } pred r { #A = A.v }");
  const model::Model& m = *loaded->model;
  const auto body = [&](const char* name) {
    for (const auto& f : m.funcs())
      if (f.name == name && f.module == 0) return f.body;
    return model::noId;
  };
  EXPECT_EQ(m.expr(m.child(body("p"), 0)).op, Op::sumOf);
  EXPECT_EQ(m.expr(body("q")).op, Op::integerEqual);
  EXPECT_EQ(m.expr(body("r")).op, Op::equal);
  EXPECT_EQ(m.expr(m.child(body("r"), 0)).op, Op::integerAtom);
}

TEST(Resolve, EqualExpressionsShareAShape) {
  const auto loaded =
      loadModel("sig A { f: set A } fact { all a: A | some a.f } fact { all a : A|some(a . f) } fact { all b: A | some b.f }");
  const model::Model& m = *loaded->model;
  EXPECT_EQ(m.shape(m.facts()[0].body), m.shape(m.facts()[1].body));
  EXPECT_NE(m.shape(m.facts()[0].body), m.shape(m.facts()[2].body));
}

TEST(Resolve, MarksRecursion) {
  const auto loaded = loadModel("sig A { f: set A } pred r[a: A] { s[a.f] } pred s[a: A] { r[a] } pred t[a: A] { r[a] } run t");
  ASSERT_TRUE(loaded->ok());
  std::map<std::string, bool> recursive;
  for (const auto& f : loaded->model->funcs()) recursive[f.name] = f.recursive;
  EXPECT_TRUE(recursive["r"]);
  EXPECT_TRUE(recursive["s"]);
  EXPECT_FALSE(recursive["t"]);
}

TEST(Resolve, ProofsOfDisjointnessAreNoMistake) {
  const auto loaded = loadModel(
      "sig A { f: set A } sig B {}\n"
      "assert Apart { all a: A | no (a.f & B) }\n"
      "check { no A & B }\n"
      "assert Half { no A & B implies some A & B }\n"
      "fact { no A & B }\n");
  ASSERT_TRUE(loaded->ok());
  const std::string warnings = messages(*loaded, model::Severity::warning);
  EXPECT_THAT(warnings, testing::Not(HasSubstr("2:30")));
  EXPECT_THAT(warnings, testing::Not(HasSubstr("3:12")));
  EXPECT_THAT(warnings, HasSubstr("4:37 this `&` is always empty"));
  EXPECT_THAT(warnings, testing::Not(HasSubstr("4:18 ")));
  EXPECT_THAT(warnings, HasSubstr("5:11 this `&` is always empty"));
}

TEST(Resolve, Warnings) {
  const auto loaded = loadModel(
      "sig A {} sig B {}\n"
      "run { all a: A | some B }\n"
      "run { A = B }\n"
      "run { no A & B }\n"
      "run { #A + 1 = 2 }\n"
      "run { some A => some B no A & B some A }\n"
      "run { int[A] = 1 }\n"
      "run { none = none }\n");
  ASSERT_TRUE(loaded->ok());
  const std::string warnings = messages(*loaded, model::Severity::warning);
  EXPECT_THAT(warnings, HasSubstr("2:11 the variable \"a\" is not used"));
  EXPECT_THAT(warnings, HasSubstr("3:7 this comparison is redundant"));
  EXPECT_THAT(warnings, HasSubstr("4:10 this `&` is always empty"));
  EXPECT_THAT(warnings, HasSubstr("5:7 `+` is set union here"));
  EXPECT_THAT(warnings, HasSubstr("6:24 this formula looks like a part of the formula on its left"));
  EXPECT_THAT(warnings, testing::Not(HasSubstr("6:33 two")));
  EXPECT_THAT(warnings, HasSubstr("7:7 this sum is always 0"));
  EXPECT_THAT(warnings, testing::EndsWith("8:7 this comparison is redundant: both sides are the same\n"));
}

TEST(Resolve, WarnsOfWhatIsSeldomMeant) {  // 18
  const auto loaded = loadModel(
      "abstract sig A { f: A -> lone A -> one A, g: A -> lone (A -> one A) } abstract sig B {} sig C extends B {}\n"
      "pred p { some A => after no A }\n"
      "run p\n"
      "q: run { p and #A < 9 } for 3 but 4 int\n"
      "run { #A = -8 and #A < 200 } for 12 int\n");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  EXPECT_EQ(messages(*loaded, model::Severity::warning),
            "1:14 no signature extends \"A\", so `abstract` has no effect: \"A\" itself can have atoms\n"
            "1:21 the multiplicity before `A -> one A` limits the number of tuples of this product, not of their first atoms\n"
            "4:4 \"q\" is solved for one state only, although a called predicate or function refers to other states\n"
            "4:21 9 does not fit the 4 bits that integers have in \"q\"\n");
}

// The warning is only for facts that the declarations imply: for each atom, in each state.
TEST(Resolve, WarnsOfFactsThatTheDeclarationsSay) {
  const auto warned = [](const std::string& text) {
    return messages(
        *loadModel("sig A {} sig S { l: lone A, o: one A, s: some A, m: set A, k: A -> lone A } sig T extends S {}\n" + text),
        model::Severity::warning);
  };
  const auto says = [](const std::string& place, const std::string& field) {
    return place + " the declaration of `" + field + "` says this already\n";
  };
  EXPECT_EQ(warned("fact { all x: S | lone x.l }"), says("2:19", "l"));
  EXPECT_EQ(warned("fact { all x: T | some x.o and one x.o }"), says("2:19", "o") + says("2:32", "o"));
  EXPECT_EQ(warned("fact { all x: S { some x.s  lone x.o.(x.k) } }"), says("2:19", "s") + says("2:29", "k"));
  EXPECT_EQ(warned("fact { always all x: S | one x.o }"), says("2:26", "o"));
  for (const char* text :
       {"fact { all x: S | some x.l }", "fact { all x: S | one x.s }", "fact { all x: S | lone x.m }", "fact { lone S.o }",
        "fact { all x: S | not lone x.l }", "fact { all x: S | some x.m implies one x.o }", "pred p { all x: S | one x.o } run p",
        "fact { some x: S | some x.o }", "fact { all x: lone S | some x.o }", "fact { all x: S + A | some x.o }"})
    EXPECT_EQ(warned(text), "") << text;
  EXPECT_EQ(warned("var sig V { var v: one A } fact { all x: V | always one x.v }"), "");
}

TEST(Resolve, TwoFormulasWithoutABlankBetweenThemAreNoCall) {
  EXPECT_TRUE(loadModel("sig A {} pred p { some A } run { p(some A) }")->ok());
}

TEST(Resolve, NamesOfOtherLanguagesHaveHints) {
  const auto loaded = loadModel("sig A { f: set A } run { A.f = null }");
  ASSERT_EQ(messages(*loaded), "1:32 the name \"null\" cannot be found\n");
  EXPECT_THAT(loaded->diagnostics.all()[0].hints, testing::ElementsAre("the empty set is `none`; `no e` is true if e is empty"));
}

TEST(Resolve, OverloadsThatAreOnlyTriedWarnOfNothing) {  // 8.3
  const auto loaded = loadModel("sig P {} sig A { g: set P } sig B { f: set P } sig C { f: set P } run { one g.f }");
  ASSERT_TRUE(loaded->ok());
  EXPECT_EQ(messages(*loaded, model::Severity::warning), "");
}

TEST(Resolve, ReadsTestsOfTheTestLanguage) {
  const auto loaded = loadFiles({{"list.als",
                                  "sig Node { link: set Node } pred acyclic { all n: Node | n !in n.^link } assert sane { "
                                  "acyclic } show: run acyclic for 2"},
                                 {"t.aunit",
                                  "open list\n"
                                  "val two { Node = N0 + N1  link = N1->N0 }\n"
                                  "val three extends two { Node = N0 + N1 + N2 }\n"
                                  "test \"a\" @slow { two satisfies acyclic }\n"
                                  "test \"b\" { three violates sane }\n"
                                  "test \"c\" { two gives N1.^link = N0 }\n"
                                  "test \"d\" { run acyclic for exactly 3 Node expect 1 }\n"}},
                                "t.aunit");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  ASSERT_EQ(loaded->tests.valuations.size(), 2u);
  EXPECT_THAT(loaded->tests.valuations[1].bases, testing::ElementsAre(0u));
  ASSERT_EQ(loaded->tests.valuations[0].common.assignments.size(), 2u);
  EXPECT_EQ(loaded->tests.valuations[0].common.assignments[1].tuples[0][0].text, "N1");
  ASSERT_EQ(loaded->tests.tests.size(), 4u);
  EXPECT_THAT(loaded->tests.tests[0].tags, testing::ElementsAre("slow"));
  EXPECT_EQ(loaded->tests.tests[3].kind, model::TestKind::command);
  EXPECT_NE(loaded->tests.tests[3].command, model::noId);
}

struct BadTest {
  const char* text;
  const char* message;
};

class RejectsTest : public testing::TestWithParam<BadTest> {};

TEST_P(RejectsTest, Paragraph) {
  const auto loaded = loadFiles({{"list.als", "sig Node { link: set Node } one sig Root {} pred acyclic { no iden & ^link }"},
                                 {"t.aunit", std::string("open list\nval good { Node = N0 no link }\n") + GetParam().text}},
                                "t.aunit");
  EXPECT_FALSE(loaded->ok());
  EXPECT_THAT(messages(*loaded), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(Language, RejectsTest,
                         testing::Values(BadTest{"val v { Nod = N0 }", "\"Nod\" cannot be found"},
                                         BadTest{"val v { link = N0 }", "arity 2"},
                                         BadTest{"val v { Node = N0 Node = N1 }", "given a value twice"},
                                         BadTest{"val v { some Node }", "a valuation consists of"},
                                         BadTest{"val v { Node = N0 & N1 }", "lists atoms and tuples"},
                                         BadTest{"val v extends godo { }", "no valuation \"godo\""},
                                         BadTest{"test \"t\" { goood valid }", "no valuation \"goood\""},
                                         BadTest{"test \"t\" { good satisfies acylic }", "\"acylic\" cannot be found"},
                                         BadTest{"test \"t\" { good valid } test \"t\" { good valid }", "two tests named"}));

TEST(Resolve, ExpressionsOfAPromptSeeAtoms) {
  const auto loaded = loadModel("sig A { f: set A } sig B extends A { g: set B }");
  model::Instance instance;
  instance.universe = std::make_shared<model::Universe>(std::vector<std::string>{"A$0", "B$0"}, std::vector<std::string>{}, 4);
  model::State state;
  state.sigs.assign(loaded->model->sigs().size(), model::TupleSet(instance.universe->size(), 1));
  for (const auto& field : loaded->model->fields()) state.fields.emplace_back(instance.universe->size(), field.arity);
  for (model::SigId id = model::builtin::count; id < loaded->model->sigs().size(); ++id) {
    if (loaded->model->sig(id).name == "A") state.sigs[id] = model::TupleSet::range(instance.universe->size(), 0, 2);
    if (loaded->model->sig(id).name == "B") state.sigs[id] = model::TupleSet::atom(instance.universe->size(), 1);
  }
  instance.states.push_back(state);
  model::Diagnostics diagnostics;
  EXPECT_TRUE(resolveExpression(*loaded, "B$0.g + A$0.f", &instance, diagnostics));
  EXPECT_FALSE(resolveExpression(*loaded, "C$0.g", &instance, diagnostics));
  EXPECT_TRUE(diagnostics.hasErrors());
}

}  // namespace
}  // namespace aunit::parser
