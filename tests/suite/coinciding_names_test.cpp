// Predicates in which several names may denote one atom. The evaluation of all possibilities is compared with the solver's
// verdict.

#include <algorithm>
#include <map>

#include <gmock/gmock.h>

#include "both_engines.h"
#include "evaluator/judge.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"
#include "suite/valuation/predicate_valuation.h"
#include "tests/seeds.h"
#include "tests/shrunk.h"

namespace aunit::suite {
namespace {

const char* const school =
    "abstract sig Person {}\n"
    "sig Student extends Person { mentor: lone Person, year: set Int }\n"
    "sig Professor extends Person {}\n"
    "one sig Dean extends Professor {}\n"
    "sig Room { near: set Room }\n"
    "sig Lab extends Room {}\n"
    "one sig Hall extends Room {}\n"
    "sig Quiet in Room + Person {}\n"
    "fact { all s: Student | s.mentor != s }\n"
    "pred linked { all r: Room - Hall | some r.near }\n"
    "pred advised { Student in mentor.Person }\n"
    "pred calm { some Quiet and Quiet in Room }\n"
    "pred grown { all s: Student | all y: s.year | plus[y, 1] > y }\n";

/// Chooses atoms, gives each of them one or more names, and describes the atoms by these names. Some of the tests are slightly
/// wrong.
class NamedAtoms : public testing_::Writer {
 public:
  explicit NamedAtoms(unsigned seed) : Writer(seed) {}

  std::string test() {
    groups_.clear();
    lines_.clear();
    names_.clear();
    leafOf_.clear();
    quiet_.clear();
    for (const char* sig : {"Student", "Professor", "Dean", "Room", "Lab", "Hall"})
      for (int i = std::string_view(sig) == "Dean" || std::string_view(sig) == "Hall" ? 1 : pick(3); i > 0; --i) addAtom(sig);
    writeGroups();
    for (const char* sig : {"Person", "Student", "Professor", "Dean", "Room", "Lab", "Hall", "Quiet"}) writeSig(sig);
    writeField("mentor", {"Student"}, {"Student", "Professor", "Dean"}, true);
    writeField("near", {"Room", "Lab", "Hall"}, {"Room", "Lab", "Hall"}, false);
    writeYears();
    static const char* const formulas[] = {"linked[]", "!linked[]", "advised", "calm", "grown", "#Room = 2", "some Lab & Quiet"};
    for (int i = pick(3); i > 0; --i) lines_.push_back(formulas[pick(7)]);
    if (names_.size() > 1 && oneIn(4))
      lines_.push_back(fmt::format("{} != {}", names_.begin()->first, std::next(names_.begin())->first));
    return fmt::format("pred t {{\n  {}\n  {{\n    {}\n  }}\n}}\nrun t for 7 expect {}\n", fmt::join(groups_, "\n  "),
                       fmt::join(lines_, "\n    "), pick(2));
  }

 private:
  struct Name {
    int atom;
    std::string sig;
  };

  /// An atom's names are declared over its signature or an ancestor.
  void addAtom(const std::string& leaf) {
    const int atom = static_cast<int>(leafOf_.size());
    leafOf_.push_back(leaf);
    quiet_.push_back(oneIn(4));
    std::vector<std::string> sigs{leaf};
    if (leaf == "Dean") sigs.push_back("Professor");
    sigs.push_back(isPerson(leaf) ? "Person" : "Room");
    if (quiet_.back()) sigs.push_back("Quiet");
    const bool nameless = (leaf == "Dean" || leaf == "Hall") && oneIn(2);
    for (int i = nameless ? 0 : oneIn(4) ? 2 : 1; i > 0; --i) names_[fmt::format("x{}", names_.size())] = {atom, oneOf(sigs)};
  }

  static bool isPerson(const std::string& leaf) { return leaf == "Student" || leaf == "Professor" || leaf == "Dean"; }

  bool isIn(int atom, const std::string& sig) {
    const std::string& leaf = leafOf_[static_cast<std::size_t>(atom)];
    if (sig == "Quiet") return quiet_[static_cast<std::size_t>(atom)];
    return leaf == sig || (sig == "Person" && isPerson(leaf)) || (sig == "Room" && !isPerson(leaf)) ||
           (sig == "Professor" && leaf == "Dean");
  }

  void writeGroups() {
    std::map<std::string, std::vector<std::string>> groups;  // names of different atoms
    for (const auto& [name, of] : names_) {
      const bool joins = std::ranges::none_of(groups[of.sig], [&](const std::string& n) { return names_[n].atom == of.atom; });
      groups[joins ? of.sig : of.sig + " "].push_back(name);
    }
    for (const auto& [sig, names] : groups)
      if (!names.empty()) groups_.push_back(fmt::format("some {}{}: {} |", oneIn(6) ? "" : "disj ", fmt::join(names, ", "), sig));
    std::shuffle(groups_.begin(), groups_.end(), std::mt19937(static_cast<unsigned>(pick(1 << 20))));
  }

  /// The names of an atom. The atom of a `one sig` without names is called by the signature's name.
  std::vector<std::string> namesOf(int atom) {
    std::vector<std::string> names;
    for (const auto& [name, of] : names_)
      if (of.atom == atom) names.push_back(name);
    if (names.empty()) names.push_back(leafOf_[static_cast<std::size_t>(atom)]);
    return names;
  }

  std::string call(int atom) {
    std::string name = oneOf(namesOf(atom));
    return oneIn(40) && !names_.empty() ? std::next(names_.begin(), pick(static_cast<int>(names_.size())))->first : name;
  }

  std::vector<int> atomsIn(std::initializer_list<const char*> leaves) {
    std::vector<int> atoms;
    for (std::size_t i = 0; i < leafOf_.size(); ++i)
      if (std::ranges::find(leaves, leafOf_[i]) != leaves.end()) atoms.push_back(static_cast<int>(i));
    return atoms;
  }

  void write(const std::string& relation, const std::vector<std::string>& tuples) {
    if (oneIn(150)) return;
    lines_.push_back(tuples.empty() ? "no " + relation : fmt::format("{} = {}", relation, fmt::join(tuples, " + ")));
  }

  void writeSig(const std::string& sig) {
    const bool alone = sig == "Dean" || sig == "Hall";
    std::vector<std::string> atoms;
    for (int atom = 0; atom < static_cast<int>(leafOf_.size()); ++atom)
      if (isIn(atom, sig)) {
        for (const std::string& name : namesOf(atom))
          if (!oneIn(40) && name != sig) atoms.push_back(name);
      }
    if (!alone || !atoms.empty()) write(sig, atoms);  // otherwise the signature names its atom
  }

  void writeField(const std::string& field, std::initializer_list<const char*> from, std::initializer_list<const char*> to,
                  bool atMostOne) {
    std::vector<std::string> tuples;
    for (const int a : atomsIn(from))
      for (const int b : atomsIn(to)) {
        if (!oneIn(atMostOne ? 4 : 3)) continue;
        tuples.push_back(fmt::format("{}->{}", call(a), call(b)));
        if (atMostOne) break;
      }
    write(field, tuples);
  }

  void writeYears() {
    std::vector<std::string> tuples;
    for (const int a : atomsIn({"Student"})) tuples.push_back(fmt::format("{}->{}", call(a), pick(9) - 1));
    write("year", tuples);
  }

  std::vector<std::string> groups_, lines_;  // of the test being written
  std::vector<std::string> leafOf_;          // by atom
  std::vector<bool> quiet_;
  std::map<std::string, Name> names_;
};

struct OneTest {
  TestResult result;
  bool satisfiable = false;
  bool shownIsOne = true;  // whether the judged instance is a solution
};

/// The result of the test; nothing if the text does not resolve.
std::optional<OneTest> judge(const std::string& text, bool noOverflow) {
  const auto loaded = parser::loadText("generated.als", school + text);
  if (!loaded->ok()) return std::nullopt;
  const auto tests = collectTests(*loaded);
  if (tests.size() != 1) return std::nullopt;
  OneTest judged;
  judged.result = TestJudge(*loaded, {.semantics = {.noOverflow = noOverflow}, .keepInstances = true}).judge(tests.front());
  const model::Model& model = *loaded->model;
  judged.satisfiable = testing_::isSatisfiable(model, 0, noOverflow);
  if (judged.satisfiable && judged.result.judgedOn.instance) {
    evaluator::Evaluator evaluator(model, {.semantics = {.noOverflow = noOverflow}});
    evaluator::Question question{evaluator::constraintsOf(model)};
    evaluator::append(question.constraints, evaluator::Part::formula, {{model.commands()[0].formula}});
    judged.shownIsOne = evaluator::judge(evaluator, *judged.result.judgedOn.instance, question).holds();
  }
  return judged;
}

bool agree(const std::string& text, bool noOverflow) {
  if (text.find("run t for 7 expect ") == std::string::npos) return true;  // a text that shrinking has cut
  const auto judged = judge(text, noOverflow);
  if (!judged) return true;
  const bool wanted = text.ends_with("expect 1\n");
  return (judged->result.outcome == Outcome::passed) == (judged->satisfiable == wanted) && judged->shownIsOne;
}

class CoincidingNames : public testing::TestWithParam<bool> {};

TEST_P(CoincidingNames, AreDecidedAsTheSolverDoes) {
  NamedAtoms generator(7);
  int evaluated = 0, uncertain = 0, passed = 0, judgedTests = 0;
  const unsigned rounds = tests::seedsOr(120);
  for (unsigned i = 0; i < rounds && !HasFailure(); ++i) {
    const std::string test = generator.test();
    const auto judged = judge(test, GetParam());
    if (!judged) continue;
    ++judgedTests;
    evaluated += judged->result.engine == Engine::evaluated;
    passed += judged->result.outcome == Outcome::passed;
    const auto loaded = parser::loadText("t.als", school + test);
    const auto read = readPredicateValuation(*loaded->model, loaded->model->commands()[0]);
    uncertain += read && read->full() && !read->certain;
    if (!agree(test, GetParam()))
      ADD_FAILURE() << tests::shrunk(test, [&](const std::string& smaller) { return !agree(smaller, GetParam()); });
  }
  EXPECT_GT(judgedTests, static_cast<int>(rounds) * 7 / 8);
  EXPECT_GT(evaluated, judgedTests * 2 / 3);
  EXPECT_GT(uncertain, judgedTests / 3);
  EXPECT_GT(passed, judgedTests / 4);
  EXPECT_LT(passed, judgedTests * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(Overflow, CoincidingNames, testing::Values(false, true),
                         [](const auto& mode) { return std::string(mode.param ? "excluded" : "wraps"); });

/// The engine that judges this predicate on this model, and the outcome.
std::pair<Engine, Outcome> run(const std::string& model, const std::string& body, const std::string& end = "for 5") {
  const auto loaded = testing_::load("t.als", model + "\npred t {\n" + body + "\n}\nrun t " + end + "\n");
  const auto cases = collectTests(*loaded);
  if (cases.size() != 1) return {Engine::none, Outcome::error};
  const TestResult result = TestJudge(*loaded, {}).judge(cases[0]);
  return {result.engine, result.outcome};
}

const std::pair holds(Engine::evaluated, Outcome::passed), fails(Engine::evaluated, Outcome::failed);
const std::pair solvedHolds(Engine::completedBySolving, Outcome::passed),
    solvedFails(Engine::completedBySolving, Outcome::failed);

TEST(CoincidingNamesOf, ParentAndChildInGroupsOfTheirOwn) {
  const std::string model = "sig Person {}\nsig Student extends Person { knows: set Person }\n";
  const std::string body = "some disj S0: Student, disj P0: Person { Student = S0  Person = S0 + P0  knows = S0->P0 ";
  EXPECT_EQ(run(model, body + "}"), holds);
  EXPECT_EQ(run(model, body + "one Person }"), holds);  // P0 is S0
  EXPECT_EQ(run(model, body + "#Person = 3 }"), fails);
  EXPECT_EQ(run("abstract " + model, body + "}"), holds);  // every person is a student
  EXPECT_EQ(run(model, body + "P0 != S0  one Person }"), fails);
}

TEST(CoincidingNamesOf, TheAtomOfAOneSig) {
  const std::string model = "sig Room {}\none sig Hall extends Room {}\n";
  EXPECT_EQ(run(model, "some disj R0: Room { Room = R0 + Hall  one Room }"), holds);
  EXPECT_EQ(run(model, "some disj R0: Room { Room = R0 + Hall  #Room = 3 }"), fails);
}

TEST(CoincidingNamesOf, SeveralLevels) {
  const std::string model = "sig A {}\nsig B extends A {}\nsig C extends B {}\n";
  EXPECT_EQ(run(model, "some disj c: C, disj b: B, disj a: A { C = c  B = b + c  A = a + b + c  one A }"), holds);
  EXPECT_EQ(run(model, "some disj c: C, disj b: B, disj a, d: A { C = c  B = b + c  A = a + b + c + d  one A }"), fails);
}

TEST(CoincidingNamesOf, SubsetSignatures) {
  const std::string model = "sig A {}\nsig B in A {}\n";
  EXPECT_EQ(run(model, "some disj a: A, disj b: B { A = a + b  B = b  one A }"), holds);
  EXPECT_EQ(run(model, "some disj a: A, disj b: B { A = a  B = b }"), holds);
}

// Only the solver can find which integer a name denotes.
TEST(CoincidingNamesOf, Integers) {
  EXPECT_EQ(run("sig Small in Int {}", "some disj x: Small { Small = x }"), solvedHolds);
  EXPECT_EQ(run("sig Small in Int {}", "some disj x: Small { Small = x  x = x + 1 and x = 2 }"), solvedFails);
}

TEST(CoincidingNamesOf, AVariableThatAnInnerOneHides) {
  const std::string model = "sig P { r: set P }\nsig A extends P {}\n";
  const std::string body = "some X: A { A = X  some disj X, Y: P { P = X + Y  r = X->Y ";
  EXPECT_EQ(run(model, body + "X not in A } }"), holds);
  EXPECT_EQ(run(model, body + "no A } }"), fails);
}

TEST(CoincidingNamesOf, TracesThatMayComeBackElsewhere) {
  const std::string model = "sig F {}\nvar sig Up in F {}\n";
  const std::string body = "some disj f: F, disj g: F { F = f + g  Up = f  no Up'  ";
  EXPECT_EQ(run(model, body + "eventually always no Up }", "for 3 but 2 steps"), holds);
  EXPECT_EQ(run(model, body + "one F  always eventually some Up }", "for 3 but 2 steps"), holds);
  EXPECT_EQ(run(model, body + "#F = 3 }", "for 3 but 2 steps"), fails);
}

// The solver decides if there are too many ways: ten names of one signature can coincide in more than a hundred thousand ways.
TEST(CoincidingNamesOf, TooManyAreTheSolvers) {
  std::string names, sum;
  for (int i = 0; i < 10; ++i) {
    names += fmt::format("{}n{}", i == 0 ? "" : ", ", i);
    sum += fmt::format("{}n{}", i == 0 ? "" : " + ", i);
  }
  EXPECT_EQ(run("sig N {}", fmt::format("some {}: N {{ N = {}  #N = 3 }}", names, sum)), solvedHolds);
}

// The valuation that is shown is one for which the predicate holds. An atom has the outermost of its names.
TEST(CoincidingNamesOf, AreShown) {
  const auto loaded = testing_::load(
      "t.als",
      "sig P {}\nsig S extends P {}\npred t { some disj s: S, disj p: P { S = s  P = s + p  one P } }\nrun t for 3 expect 0\n");
  const TestResult result = TestJudge(*loaded, {}).judge(collectTests(*loaded).at(0));
  EXPECT_EQ(result.outcome, Outcome::failed);
  ASSERT_TRUE(result.valuation);
  std::vector<std::string> rows;
  for (const auto& row : result.valuation->rows) rows.push_back(row.relation + " " + row.values.at(0));
  EXPECT_THAT(rows, testing::ElementsAre("P s", "S s"));
}

}  // namespace
}  // namespace aunit::suite
