// A mutant that is judged in memory has the same results in all tests as its text after parsing. Its fate agrees with an
// enumeration of all valuations in a small scope.

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/unsupported.h"
#include "strength/generation/generation.h"
#include "strength/generation/proposals/proposal_text.h"
#include "strength/mutation/campaign.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/mutants.h"
#include "strength/scopes.h"
#include "suite/coverage_subject.h"
#include "suite/test_judge.h"
#include "support/files.h"
#include "tests/evaluator/naive_evaluator.h"
#include "tests/folders.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"
#include "tests/strength/all_valuations.h"

namespace aunit::strength {
namespace {

using suite::Outcome;

struct Subject {
  std::string path = {};       // the file with tests
  std::string modelPath = {};  // --model
  OperatorSet operators = OperatorSet::all;
  bool alloy5 = false, noOverflow = false;
  std::size_t step = 1;   // take every `step`th mutant
  std::string text = {};  // if not empty: the file's text, which is not on disk
};

parser::LoadOptions optionsFor(const Subject& subject) {
  return {.alloy5 = subject.alloy5, .modelPath = subject.modelPath};
}

std::string textOf(const Subject& subject) {
  std::string error;
  return subject.text.empty() ? support::readFile(subject.path, error).value_or("") : subject.text;
}

/// Loads the subject with `text` in place of one of its files.
std::unique_ptr<parser::Loaded> loadChanged(const Subject& subject, const std::string& path, const std::string& text) {
  parser::LoadOptions options = optionsFor(subject);
  options.readFile = [&](const std::string& wanted) -> std::optional<std::string> {
    if (wanted == path) return text;
    std::string error;
    return support::readFile(wanted, error);
  };
  return parser::loadText(subject.path, subject.path == path ? text : textOf(subject), options);
}

std::vector<Outcome> outcomes(const parser::Loaded& loaded, bool noOverflow) {
  suite::TestJudge judge(loaded,
                         {.semantics = {.noOverflow = noOverflow}, .limits = {.seconds = 10}, .threads = solver::Threads::one});
  std::vector<Outcome> result;
  for (const suite::TestCase& test : suite::collectTests(loaded)) result.push_back(judge.judge(test).outcome);
  return result;
}

std::string shown(const std::set<std::uint32_t>& tests) {
  std::string result;
  for (const std::uint32_t t : tests) result += std::to_string(t) + " ";
  return result;
}

void compare(const Subject& subject) {
  auto loaded = tests::loaded(subject.path, textOf(subject), optionsFor(subject));
  const std::vector<Outcome> before = outcomes(*loaded, subject.noOverflow);
  Campaign campaign(*loaded, {.operators = subject.operators, .semantics = {.noOverflow = subject.noOverflow}});
  const std::vector<Mutant>& mutants = campaign.mutants();
  Judge& judge = campaign.judgeOf();
  ASSERT_FALSE(judge.tests().empty()) << subject.path;
  ASSERT_FALSE(mutants.empty()) << subject.path;
  for (std::size_t i = 0; i < mutants.size(); i += subject.step) {
    const Replacement replacement = *replacementOf(mutants[i], *loaded->model, loaded->sources);
    const model::SourceFile& file = loaded->sources.file(replacement.span.file);
    std::string text = file.text();
    text.replace(replacement.span.begin, replacement.span.end - replacement.span.begin, replacement.text);
    const std::string what = std::string(name(mutants[i].by)) + " at " + loaded->sources.describe(replacement.span) + ": " +
                             std::string(loaded->sources.text(replacement.span)) + " becomes " + replacement.text;
    const auto changed = loadChanged(subject, file.path(), text);
    if (!changed->model) {
      ADD_FAILURE() << what << "\n" << model::render(changed->diagnostics.errorsSince(0), changed->sources, false);
      continue;
    }
    const std::vector<Outcome> after = outcomes(*changed, subject.noOverflow);
    ASSERT_EQ(after.size(), before.size()) << what;
    std::set<std::uint32_t> expected, found;
    for (std::uint32_t t = 0; t < before.size(); ++t)
      if (judge.verdicts()[t].usable && after[t] != before[t] && after[t] != Outcome::error) expected.insert(t);
    for (const std::uint32_t t : judge.killers(mutants[i])) found.insert(t);
    for (const std::uint32_t t : judge.killersBySolving(mutants[i])) found.insert(t);
    EXPECT_EQ(shown(found), shown(expected)) << what;
    if (!found.empty()) {
      const auto first = judge.killers(mutants[i], 1, *found.rbegin());
      EXPECT_LE(first.size(), 1u) << what;
      for (const std::uint32_t t : first) EXPECT_TRUE(found.contains(t)) << what;
    }
  }
  EXPECT_EQ(outcomes(*loaded, subject.noOverflow), before) << subject.path << ": the model has changed";
}

class Specs : public testing::TestWithParam<const char*> {};

TEST_P(Specs, EveryCellIsThatOfTheMutantAsText) {
  compare({.path = sourceFolder() + "/specs/" + GetParam()});
}
TEST_P(Specs, WithoutOverflows) {
  compare({.path = sourceFolder() + "/specs/" + GetParam(), .noOverflow = true, .step = 3});
}

INSTANTIATE_TEST_SUITE_P(BruteForce, Specs,
                         testing::Values("access/access.aunit", "accounts/accounts.aunit", "list/list.aunit", "mutex/mutex.aunit",
                                         "queue/queue.aunit", "relay/relay.aunit", "tree/tree_tests.als"),
                         [](const auto& spec) { return std::filesystem::path(spec.param).parent_path().string(); });

/// Some mutants of each suite of the public models, if these exist.
TEST(BruteForce, PublicSuites) {
  const std::string folder = sharedFolder() + "/conformance/suites";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/tests"))
    compare({.path = entry.path().string(),
             .modelPath = folder + "/models/" + entry.path().filename().string(),
             .operators = OperatorSet::mualloy,
             .alloy5 = true,
             .noOverflow = true,
             .step = 23});
}

/// Places at which a set may become an integer, or an integer a set. Such a change affects how the formula around it is read.
TEST(BruteForce, SetsAndIntegers) {
  Subject subject{.path = "sorts.aunit", .text = R"(
sig A { v: set Int }
fun either[a: A]: set Int { some a.v => 1 + 2 else a.v }
pred then { all a: A | 3 in (some a.v => 1 + 2 else 3 + 4) }
pred inner { all a: A | 3 in (one A => (some a.v => 1 else 1 + 2) else 3 + 4) }
pred value { let x = 1 + 2 | 1 in (no A => x else A.v) }
pred sums { all a: A | (a.v << 0) = 3 }
pred choice { all a: A | (some a.v => a.v << 0 else 1) = 3 }
pred less { all a: A | a.v << 1 < 7 and (1 + 2) > 1 }
pred function { all a: A | either[a] = 1 + 2 }
val none_ { no A }
val two { A = A0  v = A0->1 + A0->2 }
val three { A = A0  v = A0->3 }
val empty { A = A0  no v }
val both { A = A0 + A1  v = A0->1 + A0->2 + A1->-3 }
)"};
  for (const char* predicate : {"then", "inner", "value", "sums", "choice", "less", "function"})
    for (const char* valuation : {"none_", "two", "three", "empty", "both"})
      subject.text += fmt::format("test \"{} {}\" {{ {} satisfies {} }}\n", predicate, valuation, valuation, predicate);
  compare(subject);
}

/// Signatures for which `this` is an atom or the signature itself; tests that need the solver; tests with scopes of their own.
TEST(BruteForce, DeclarationsAndSolvedTests) {
  compare({.path = "declarations.aunit", .text = R"(
enum Color { Red, Green }
one sig Box { lamp: one Lamp, spare: disj set lamp } { some lamp }
sig Lamp { shows: set (Red & Color), like: set shows, wired: Lamp lone -> set Color }
sig Bulb extends Lamp { shown: lone Color } { shown in shows }
lone sig Rest in Lamp + Color {}
fact { all l: Lamp | l.like = l.shows }
pred lit { #Lamp > 2 implies some Lamp.shows }
val none_ { no Lamp  no Box }
val one_ { Lamp = L  Box = X  lamp = X->L  shows = L->Red  like = L->Red }
val green { Lamp = L  Box = X  lamp = X->L  shows = L->Green  like = L->Green }
val two { Lamp = L + M  Bulb = M  Box = X  lamp = X->L  spare = X->L  shows = L->Red + M->Red  like = L->Red + M->Red  shown = M->Red }
val boxes { Lamp = L + M  Box = X + Y  lamp = X->L + Y->M  shows = L->Red + M->Red  like = L->Red + M->Red }
test "none" { none_ invalid }
test "one" { one_ valid }
test "green" { green invalid }
test "two" { two valid }
val shared { Lamp = L  Box = X + Y  lamp = X->L + Y->L  spare = X->L + Y->L  shows = L->Red  like = L->Red }
test "boxes" { boxes invalid }
test "shared" { shared invalid }
run { lit and no Lamp.shown } for 2 but 3 Lamp expect 1
run { some Lamp.shows - Red } for 3 expect 0
run { #Lamp = 4 and not lit } for 2 but 4 Lamp expect 0
check { lone wired.Red.Lamp } for 2 but exactly 2 Lamp expect 1
)"});
}

/// A static model, evaluated by the naive evaluator.
class NaiveModel {
 public:
  explicit NaiveModel(const model::Model& model) : model_(model) {}

  bool holds(const model::Instance& instance, model::ExprId formula) const {
    evaluator::testing::NaiveEvaluator evaluator(model_, instance, false);
    return std::get<bool>(evaluator.value(formula, 0));
  }
  bool isDeclared(const model::Instance& instance) const {
    return std::ranges::all_of(model_.implicitConstraints(),
                               [&](const model::ImplicitConstraint& c) { return holds(instance, c.formula); });
  }
  /// Whether the first violated constraint is a declaration; then a test with `violates` fails.
  bool isImpossible(const model::Instance& instance) const {
    const auto broken = std::ranges::find_if(model_.implicitConstraints(),
                                             [&](const model::ImplicitConstraint& c) { return !holds(instance, c.formula); });
    return broken != model_.implicitConstraints().end() && broken->kind != model::ImplicitKind::appendedFact;
  }
  bool isSolution(const model::Instance& instance) const {
    return std::ranges::all_of(model_.facts(), [&](const model::Fact& fact) { return holds(instance, fact.body); }) &&
           isDeclared(instance);
  }
  bool isSolution(const model::Instance& instance, model::ExprId formula) const {
    return holds(instance, formula) && isSolution(instance);
  }
  /// Whether the numbers of atoms are within the scope, and equal if it is exact.
  bool isWithin(const model::Instance& instance, const model::Scope& scope) const {
    for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      const auto count = static_cast<int>(instance.states[0].sigs[id].size());
      const auto entry = std::ranges::find(scope.sigs, id, &model::SigScope::sig);
      const bool said = entry != scope.sigs.end();
      if (said && (count > entry->start || (entry->exact && count < entry->start))) return false;
      if (!said && model_.isTopLevel(id) && count > (scope.overall < 0 ? 3 : scope.overall)) return false;
    }
    return true;
  }
  std::vector<model::Instance> within(const model::Scope& scope) const {
    std::vector<model::Instance> all;
    EXPECT_TRUE(testing_::forEachValuation(model_, scope, 1, [&](const model::Instance& instance) {
      if (isWithin(instance, scope)) all.push_back(instance);
      return true;
    }));
    return all;
  }

 private:
  const model::Model& model_;
};

/// Results of tests and questions about a model, by enumeration.
class Oracle {
 public:
  /// `scopes`: those of the original model.
  Oracle(parser::Loaded& loaded, const std::vector<model::Scope>& scopes)
      : loaded_(loaded), model_(*loaded.model), asked_(model_) {
    for (const model::Scope& scope : scopes) all_.push_back(asked_.within(scope));
    for (const auto& valuations : all_)
      for (const model::Instance& instance : valuations) isSolution_.push_back(asked_.isSolution(instance));
  }

  /// For each test whether it holds; nothing if the model refuses its scope.
  std::vector<std::optional<bool>> tests() {
    Judge judge(loaded_, suite::statementsOf(suite::collectTests(loaded_)), {});
    std::vector<std::optional<bool>> result;
    for (std::uint32_t t = 0; t < judge.tests().size(); ++t) {
      const suite::TestCase& test = judge.tests()[t];
      const model::ExprId formula = test.test.formula;
      const model::Instance* instance = judge.instanceOf(t);
      if (!instance) {
        const model::Command& command = model_.commands()[test.test.command];
        const auto isInstance = [&](const model::Instance& one) { return asked_.isSolution(one, command.formula); };
        try {
          result.emplace_back(std::ranges::any_of(asked_.within(command.scope), isInstance));
        } catch (const solver::Unsupported&) {
          result.emplace_back(std::nullopt);
        }
      } else {
        const bool fails = test.test.kind == model::TestKind::violates && asked_.isImpossible(*instance);
        result.emplace_back(fails ||
                            (formula == model::noId ? asked_.isSolution(*instance) : asked_.isSolution(*instance, formula)));
      }
    }
    return result;
  }

  /// Whether no valuation within the scopes distinguishes another model with the same declarations in the same order; if the
  /// paragraph is a predicate, its value must be equal, too.
  bool isSame(const model::Model& other, const model::Paragraph& paragraph) const {
    const NaiveModel now(other);
    std::size_t i = 0;
    const bool isPredicate = paragraph.kind == model::Paragraph::Kind::predicate;
    for (const auto& valuations : all_)
      for (const model::Instance& instance : valuations) {
        const bool was = isSolution_[i++];
        if (now.isSolution(instance) != was) return false;
        if (was && isPredicate &&
            asked_.holds(instance, model_.func(paragraph.id).body) != now.holds(instance, other.func(paragraph.id).body))
          return false;
      }
    return true;
  }

  /// Whether the declarations imply a fact.
  bool isDeclared(const model::Fact& fact) const {
    for (const auto& valuations : all_)
      for (const model::Instance& instance : valuations)
        if (asked_.isDeclared(instance) && !asked_.holds(instance, fact.body)) return false;
    return true;
  }

 private:
  parser::Loaded& loaded_;
  const model::Model& model_;
  const NaiveModel asked_;
  std::vector<std::vector<model::Instance>> all_;  // by scope
  std::vector<bool> isSolution_;                   // by index over all_
};

struct SmallSuite {
  const char* name;
  const char* text;
  std::size_t killed, equivalent, survived;  // lower bounds
};
void PrintTo(const SmallSuite& small, std::ostream* out) {
  *out << small.name;
}

class Fates : public testing::TestWithParam<SmallSuite> {};

TEST_P(Fates, AreThoseThatAllValuationsGive) {
  const Subject subject{.path = "small.aunit", .text = GetParam().text};
  const auto loaded = tests::loaded(subject.path, subject.text);
  Campaign campaign(*loaded, {});
  Oracle oracle(*loaded, scopesOf(*loaded, suite::statementsOf(suite::collectTests(*loaded))));
  const std::vector<std::optional<bool>> before = oracle.tests();
  for (std::uint32_t t = 0; t < before.size(); ++t) {
    const Verdict& verdict = campaign.judgeOf().verdicts()[t];
    EXPECT_TRUE(verdict.usable) << campaign.judgeOf().tests()[t].name << " " << verdict.why;
    EXPECT_EQ(verdict.holds, before[t]) << campaign.judgeOf().tests()[t].name;
  }
  std::size_t killed = 0, equivalent = 0, survived = 0;
  std::map<std::uint32_t, bool> isMissed;  // by paragraph of a fact: whether a test notices its removal
  for (std::size_t i = 0; i < campaign.mutants().size(); ++i) {
    const Mutant& mutant = campaign.mutants()[i];
    const Replacement replacement = *replacementOf(mutant, *loaded->model, loaded->sources);
    const std::string what = fmt::format("{} at {}: {} becomes {}", name(mutant.by), loaded->sources.describe(replacement.span),
                                         loaded->sources.text(replacement.span), replacement.text);
    std::string text = subject.text;
    text.replace(replacement.span.begin, replacement.span.end - replacement.span.begin, replacement.text);
    const auto changed = tests::loaded(subject.path, text);
    std::set<std::uint32_t> expected;
    const std::vector<std::optional<bool>> after = Oracle(*changed, {}).tests();
    for (std::uint32_t t = 0; t < before.size(); ++t)
      if (after[t] && before[t] != after[t]) expected.insert(t);

    MutantResult result = campaign.describe(i);
    ASSERT_EQ(result.fate, Fate::pending) << what;
    campaign.judge(i, result, before.size());
    std::set<std::uint32_t> found(result.killedBy.begin(), result.killedBy.end());
    campaign.solve(i, result, before.size());
    found.insert(result.killedBy.begin(), result.killedBy.end());
    EXPECT_EQ(shown(found), shown(expected)) << what;
    if (mutant.by == Operator::PBD) isMissed[mutant.paragraph] = !expected.empty();
    const model::Paragraph& paragraph = loaded->model->paragraphs()[mutant.paragraph];
    Fate fate = Fate::killed;
    if (expected.empty()) {
      campaign.prove(i, result);
      fate = oracle.isSame(*changed->model, paragraph) ? Fate::equivalent : Fate::survived;
    }
    EXPECT_EQ(result.fate, fate) << what;
    EXPECT_EQ(result.test.empty(), fate != Fate::survived) << what;
    ++(fate == Fate::killed ? killed : fate == Fate::equivalent ? equivalent : survived);
  }
  for (std::size_t i = 0; i < campaign.mutants().size(); ++i) {
    const std::uint32_t p = campaign.mutants()[i].paragraph;
    const model::Paragraph& paragraph = loaded->model->paragraphs()[p];
    const bool isFact = paragraph.kind == model::Paragraph::Kind::fact;
    const bool arid = isFact && !isMissed[p] && oracle.isDeclared(loaded->model->facts()[paragraph.id]);
    EXPECT_EQ(campaign.isArid(i), arid) << loaded->sources.text(paragraph.span);
  }
  EXPECT_GE(killed, GetParam().killed);
  EXPECT_GE(equivalent, GetParam().equivalent);
  EXPECT_GE(survived, GetParam().survived);
}

INSTANTIATE_TEST_SUITE_P(BruteForce, Fates,
                         testing::Values(SmallSuite{"Parentheses", R"(
sig A { r: set A }
sig B extends A {}
fact Split { no (A - B) & A.r or (some B and (no A or lone r)) }
fact { all x: A | (x.r - x) in (B + x.r) & A }
pred p { some (A - B).r and not (no B or lone r) }
pred q { B in A - (A.r - B) => (some A => no r) else ~(r + r) in r & (A -> B) }
val none_ { no A }
val one_ { A = X  B = X  r = X->X }
val plain { A = X  r = X->X }
val two { A = X + Y  B = X  r = X->Y }
val both { A = X + Y  B = X + Y  r = X->Y + Y->X }
test "none" { none_ valid }
test "one" { one_ violates p }
test "plain" { plain invalid }
test "two" { two valid }
test "both" { both violates q }
run { p } for 2 expect 1
run { q and some r } for 2 expect 0
)",
                                                    40, 10, 10},
                                         SmallSuite{"Overloaded", R"(
sig A { f: set A }
sig B { f: set A }
fact { all a: A, b: B | a in b.f implies a.f in b.f }
fact { some B.f => some A.f or lone (A <: f).A }
pred p { some (A <: f) and no (B <: f).A and A.f in B.f }
pred q { ~(A <: f) in (A <: f) + (B.f -> A.f) }
val v { A = X + Y  B = Z }
val w { A = X + Y  B = Z  (A <: f) = X->Y  (B <: f) = Z->X + Z->Y }
test "v" { v satisfies q }
test "w" { w valid }
run { p } for 1 but 2 A expect 0
run { q and some B.f } for 1 but 2 A expect 1
)",
                                                    20, 10, 10},
                                         SmallSuite{"AppendedFacts", R"(
sig A { f: set A, g: lone A } { this not in f and some f implies g in @f.this + f.@f }
sig B in A {} { no f and B in @f.A + A }
one sig C extends A {} { g != this }
pred p { some a: A | some a.f & a.g }
val v { A = X + Y  C = X }
val w { A = X + Y  C = X  f = Y->X  g = X->Y }
val x { A = X  B = X  C = X  g = X->X }
test "v" { v valid }
test "w" { w valid }
test "x" { x invalid }
run { p } for 2 expect 1
run { some B and some g } for 1 expect 0
)",
                                                    20, 5, 5},
                                         SmallSuite{"ScopesOfSignatures", R"(
sig A {}
sig B { a: some A }
lone sig C extends B {}
fact { all disj x, y: B | x.a != y.a }
fact Declared { all b: B | b.a in A }
pred p { some disj x, y: B | x.a in y.a }
assert few { #B < 2 or some C or no a.(A - B.a) }
val v { A = X  B = Y  a = Y->X }
test "v" { v valid }
run { p } for 1 but 2 A, exactly 2 B expect 1
run { some B and some C.a } for 2 but 1 B expect 1
run { p and no C } for exactly 1 A, 2 B expect 0
check few for 1 but 2 B expect 0
)",
                                                    15, 3, 5}),
                         [](const auto& small) { return small.param.name; });

class GeneratedModels : public testing::TestWithParam<solver::testing_::Kind> {};

/// A random model, with the formula of its command as a predicate, and with the tests that are proposed for it.
std::string withTests(std::string model) {
  const std::string run = "run q { ", scope = " } for ";
  const std::size_t begin = model.rfind(run), end = model.rfind(scope);
  model = model.substr(0, begin) + "pred q { " + model.substr(begin + run.size(), end - begin - run.size()) + " }\nrun q for " +
          model.substr(end + scope.size());
  const auto loaded = parser::loadText("generated.aunit", model);
  if (!loaded->ok()) return "";
  const GenerationOptions options{.purposes = {Purpose::mutants}, .limit = 6, .scope = 2};
  ProposalText writer(*loaded->model, model);
  for (const Proposal& proposal : generate(*loaded, options).proposals) model += writer.next(proposal.claim, proposal.title, "");
  return model;
}

TEST_P(GeneratedModels, HaveEveryCellThatTheMutantAsTextHas) {
  const unsigned seeds = tests::seedsOr(60) / 10;
  std::size_t compared = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const Subject subject{
        .path = "generated.aunit", .step = 3, .text = withTests(solver::testing_::generateModel(seed, GetParam()))};
    if (subject.text.find("\ntest ") == std::string::npos) continue;
    SCOPED_TRACE(subject.text);
    compare(subject);
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

INSTANTIATE_TEST_SUITE_P(BruteForce, GeneratedModels,
                         testing::Values(solver::testing_::Kind::relations, solver::testing_::Kind::traces,
                                         solver::testing_::Kind::orders, solver::testing_::Kind::integers));

}  // namespace
}  // namespace aunit::strength
