// Proposed tests: they hold on the model, kill mutants, and are the same in each run.
#include "strength/generation/generation.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coverage/feasibility.h"
#include "solver/grounding/problem.h"
#include "strength/generation/gaps.h"
#include "strength/generation/proposals/proposal_text.h"
#include "strength/instances/neighbours.h"
#include "strength/instances/smallest.h"
#include "strength/mutation/campaign.h"
#include "suite/coverage_subject.h"
#include "suite/test_judge.h"
#include "suite/valuation/valuation.h"
#include "tests/folders.h"
#include "tests/loaded.h"

namespace aunit::strength {
namespace {

using testing::HasSubstr;

std::unique_ptr<parser::Loaded> loaded(const std::string& text) {
  return tests::loaded("m.aunit", text);
}

/// Expects that all tests pass, and returns their number.
std::size_t expectAllPass(const parser::Loaded& file) {
  suite::TestJudge judge(file, {});
  const auto tests = suite::collectTests(file);
  for (const suite::TestCase& test : tests)
    EXPECT_EQ(judge.judge(test).outcome, suite::Outcome::passed) << test.name << "\n" << file.sources.file(0).text();
  return tests.size();
}

std::string textOf(const model::Model& model, const std::vector<Proposal>& proposals) {
  std::string text;
  ProposalText writer(model, "");
  for (const Proposal& proposal : proposals) text += writer.next(proposal.claim, proposal.title, " @proposed");
  return text;
}

const std::set<Purpose> every(purposes.begin(), purposes.end());

const std::string listModel = R"(
sig Node { link: set Node }
fact PartialFunction { all n: Node | lone n.link }
pred acyclic { all n: Node | n !in n.^link }
pred reaches [a, b: Node] { b in a.^link }
fun last : set Node { Node - link.Node }
)";

const std::string trace = R"(
var sig Waiting in Process {}
sig Process {}
fact Steps { always (Waiting' in Waiting or no Waiting) }
pred drained { eventually no Waiting }
)";

/// Some neighbours of an instance cannot be written as valuations: disjoint signatures, orders, deleted arguments.
const std::string book = R"(
open util/ordering[Page]
abstract sig Listing {}
sig Address, Name extends Listing {}
sig Page {}
sig Book { entry: set Name, listed: entry -> lone Listing }
fun lookup [b: Book, n: Name] : set Listing { n.^(b.listed) }
fact { all b: Book, n: b.entry | n not in lookup[b, n] }
pred known [b: Book, n: Name] { some lookup[b, n] & Address and some first }
assert EndsInAddress { all b: Book, n: b.entry | known[b, n] }
check EndsInAddress for 3
)";

class Models : public testing::TestWithParam<std::string> {};

TEST_P(Models, AreCoveredByProposalsThatPass) {
  const auto model = loaded(GetParam());
  const GeneratedTests generated = generate(*model, {});
  for (const auto& [purpose, achieved] : generated.achieved) {
    EXPECT_GT(achieved.goals, 10u) << name(purpose);
    EXPECT_EQ(achieved.before, 0u) << name(purpose);
    EXPECT_EQ(achieved.unknown, 0u) << name(purpose);
    EXPECT_EQ(achieved.after + achieved.impossible, achieved.goals) << name(purpose);
  }

  const auto with = loaded(GetParam() + textOf(*model->model, generated.proposals));
  EXPECT_EQ(expectAllPass(*with), generated.proposals.size());
  // Goals that tests meet already need no second proposal.
  for (const auto& [purpose, achieved] : generate(*with, {.strength = 1}).achieved)
    EXPECT_EQ(achieved.before + achieved.impossible, achieved.goals) << name(purpose);
}

/// Ctrl-C ends the search. The tests that were found before are proposed.
TEST_P(Models, AreProposedTestsForWhatWasFoundBeforeAnInterruption) {
  const auto model = loaded(GetParam());
  std::atomic<bool> stop = false;
  GenerationOptions options{.limits = {.stop = &stop}};
  options.resume = [&] { stop = false; };
  options.progress = [&](std::size_t done, std::size_t, std::string_view) { stop = stop || done == 20; };
  const GeneratedTests generated = generate(*model, options);
  EXPECT_TRUE(generated.interrupted);
  ASSERT_FALSE(generated.proposals.empty());
  EXPECT_GT(generated.achieved.at(Purpose::mutants).after, 10u);
  expectAllPass(*loaded(GetParam() + textOf(*model->model, generated.proposals)));
}

/// For each purpose alone, and for all together: the tests as written pass, and meet every goal that can be met.
TEST_P(Models, GetTestsForEveryPurpose) {
  std::vector<std::set<Purpose>> asked = {every};
  for (const Purpose purpose : purposes) asked.push_back({purpose});
  for (const auto& what : asked) {
    const auto model = loaded(GetParam());
    const GenerationOptions options{.purposes = what};
    const GeneratedTests generated = generate(*model, options);
    EXPECT_EQ(generated.achieved.size(), what.size());
    for (const auto& [purpose, achieved] : generated.achieved) {
      EXPECT_GT(achieved.goals, 0u) << name(purpose);
      EXPECT_EQ(achieved.after + achieved.impossible, achieved.goals) << name(purpose);
    }
    const std::string proposals = textOf(*model->model, generated.proposals);
    const auto with = loaded(GetParam() + proposals);
    expectAllPass(*with);
    for (const auto& [purpose, achieved] : generate(*with, options).achieved)
      EXPECT_EQ(achieved.before + achieved.impossible, achieved.goals) << name(purpose) << proposals;
  }
}

/// A valuation that violates a fact of a signature is invalid. Such a test shows the meaning of this fact as well as a valid
/// valuation would.
TEST(Generation, DecidesWhatStandsBehindSignatures) {
  const auto model = loaded("sig A { f: set A } { some f implies this in f }\npred p { some A }\n");
  const GeneratedTests generated = generate(*model, {.purposes = {Purpose::coverage}});
  const Achievement& achieved = generated.achieved.at(Purpose::coverage);
  EXPECT_EQ(achieved.after, achieved.goals);
  EXPECT_EQ(achieved.unknown, 0u);
}

/// Names in the language may have quotation marks, but the names of valuations may not.
TEST(Generation, NamesValuationsAsTheyMayBeNamed) {
  const std::string text = "sig B\" { f\": set B\" }\npred lt\" { all b: B\" | b not in b.f\" }\n";
  const auto model = loaded(text);
  const GeneratedTests generated = generate(*model, {});
  ASSERT_FALSE(generated.proposals.empty());
  ProposalText writer(*model->model, text);
  std::string tests;
  for (const Proposal& proposal : generated.proposals) tests += writer.next(proposal.claim, proposal.title, "");
  expectAllPass(*loaded(text + tests));
}

// Changes of the tests' own valuations come first, then short valuations. The text of each proposal is read as the claim that was
// judged. No question is about two mistakes at the same time.
TEST(Generation, AsksAboutOwnValuationsFirst) {
  const std::string text =
      "sig Person { assigned: set Role }\nsig Role {}\nsig Senior in Person {}\none sig Auditor, Clerk, Doctor extends Role {}\n"
      "fact Separation { all p: Person | not (Auditor + Clerk in p.assigned) }\nfact Busy { all p: Person | some p.assigned }\n"
      "pred covered { Role in Person.assigned }\n"
      "val clinic { Person = Ann + Bob  assigned = Ann->Auditor + Bob->Clerk + Bob->Doctor }\n"
      "val small extends clinic { Person = Bob  assigned = Bob->Clerk }\n"
      "test \"covered\" { clinic satisfies covered }\ntest \"not covered\" { small violates covered }\n";
  const auto model = loaded(text);
  const GeneratedTests generated = generate(*model, {});
  ProposalText writer(*model->model, text);
  std::string tests;
  bool ofOwn = true, isLong = false;
  std::size_t changes = 0, shortOnes = 0;
  evaluator::Evaluator evaluator(*model->model, {});
  for (const Proposal& proposal : generated.proposals) {
    tests += writer.next(proposal.claim, proposal.title, "");
    EXPECT_TRUE(ofOwn || !proposal.claim.change) << proposal.title;
    ofOwn = proposal.claim.change.has_value();
    changes += ofOwn;
    if (!ofOwn) {
      const bool isShort = sizeOf(proposal.claim.instance) < 10;
      EXPECT_FALSE(isLong && isShort) << "behind longer ones: " << proposal.title;
      isLong = !isShort;
      shortOnes += isShort;
    }
    evaluator.bind(proposal.claim.instance);
    std::size_t broken = 0;
    for (const solver::Conjunct& conjunct : solver::conjunctsOf(*model->model, solver::Problem()))
      broken += !evaluator.holds(conjunct.formula);
    EXPECT_LE(broken, 1u) << proposal.title;
  }
  EXPECT_GT(changes, 4u);
  EXPECT_GT(shortOnes, 2u);
  EXPECT_NE(tests.find("extends clinic { assigned + Bob->Auditor }"), std::string::npos) << tests;
  expectAllPass(*loaded(text + tests));
}

// If a test changes a valuation in place, proposals are changes of the changed valuation.
TEST(Generation, AsksAboutValuationsThatAreChangedInPlace) {
  const std::string text =
      "sig Person { manager: lone Person, reviewers: set Person }\nfact { no p: Person | p in p.^manager }\n"
      "pred independent { all p: Person | no p.reviewers & (p + p.^manager) }\n"
      "val staff { Person = Ann + Bob  manager = Bob->Ann }\n"
      "test \"a\" { staff { reviewers = Ann->Bob } satisfies independent }\n"
      "test \"b\" { staff { reviewers = Bob->Ann } violates independent }\n";
  const auto model = loaded(text);
  ProposalText writer(*model->model, text);
  std::string tests;
  for (const Proposal& proposal : generate(*model, {}).proposals) tests += writer.next(proposal.claim, proposal.title, "");
  EXPECT_NE(tests.find("extends staff { manager + Ann->Bob }"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("extends staff { reviewers + Bob->Ann }"), std::string::npos) << "a test says so: " << tests;
  expectAllPass(*loaded(text + tests));
}

// Atoms have the names that the tests use, if there are enough; each signature has names of its own.
TEST(Generation, CallsAtomsAsTheTestsDo) {
  const std::string text =
      "sig Person { assigned: set Role }\nsig Role {}\nfact { all p: Person | lone p.assigned }\n"
      "pred busy { some assigned }\npred full { Role in Person.assigned }\n"
      "test \"busy\" { { Person = Ann + Bob + Cyd  Role = Clerk  assigned = Ann->Clerk } satisfies busy }\n";
  const auto model = loaded(text);
  std::set<std::string> names;
  const GeneratedTests generated = generate(*model, {});
  for (const Proposal& proposal : generated.proposals) {
    const model::Universe& universe = *proposal.claim.instance.universe;
    for (model::Atom atom = 0; atom < universe.firstInt(); ++atom) names.insert(universe.name(atom));
  }
  EXPECT_TRUE(names.contains("Ann") && names.contains("Bob")) << textOf(*model->model, generated.proposals);
  EXPECT_FALSE(names.contains("P0") || names.contains("Person0")) << "three are enough";
  EXPECT_TRUE(names.contains("R0")) << "one name is not enough for two roles";
  expectAllPass(*loaded(text + textOf(*model->model, generated.proposals)));
}

// A run with a limit proposes the first tests of the whole list; later runs propose the rest.
TEST(Generation, ProposesTheFirstOfManyAtOnce) {
  std::string text = listModel;
  const auto model = loaded(text);
  const GeneratedTests whole = generate(*model, {}), first = generate(*model, {.atOnce = 3});
  EXPECT_EQ(whole.later, 0u);
  ASSERT_GT(whole.proposals.size(), 3u);
  ASSERT_EQ(first.proposals.size(), 3u);
  EXPECT_EQ(first.later, whole.proposals.size() - 3);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(first.proposals[i].title, whole.proposals[i].title);
  EXPECT_LT(first.achieved.at(Purpose::mutants).after, whole.achieved.at(Purpose::mutants).after);
  for (int round = 0; round < 10; ++round) {
    const auto now = loaded(text);
    const GeneratedTests generated = generate(*now, {.strength = 1, .atOnce = 3});
    for (const auto& [purpose, achieved] : generated.achieved) EXPECT_LE(achieved.before, achieved.after);
    if (generated.proposals.empty()) {
      EXPECT_EQ(generated.achieved.at(Purpose::mutants).before, whole.achieved.at(Purpose::mutants).after);
      return;
    }
    ProposalText writer(*now->model, text);
    for (const Proposal& proposal : generated.proposals) text += writer.next(proposal.claim, proposal.title, "");
  }
  FAIL() << "it never ends: " << text;
}

/// A mutant that is equivalent in one scope, and killed by a claim in a larger one, counts once.
TEST(Generation, CountsEachMutantOnce) {
  const auto model = parser::load(sourceFolder() + "/specs/mutex/mutex.als");
  const Achievement achieved = generate(*model, {.purposes = every}).achieved.at(Purpose::mutants);
  EXPECT_LE(achieved.after + achieved.impossible + achieved.unknown, achieved.goals);
  EXPECT_GT(achieved.impossible, 0u);
}

TEST_P(Models, AreAnsweredTheSameWayEachTime) {
  const auto first = loaded(GetParam()), second = loaded(GetParam());
  EXPECT_EQ(textOf(*first->model, generate(*first, {}).proposals), textOf(*second->model, generate(*second, {}).proposals));
}

TEST_P(Models, KeepTheLimit) {
  const auto model = loaded(GetParam());
  for (const std::size_t limit : {1u, 3u}) EXPECT_EQ(generate(*model, {.limit = limit}).proposals.size(), limit);
}

const char* const names[] = {"static", "trace", "book"};
INSTANTIATE_TEST_SUITE_P(Generation, Models, testing::Values(listModel, trace, book),
                         [](const auto& each) { return names[each.index]; });

/// The proposals for the worked examples, appended to their files, are read as the claims that were judged.
TEST(Generation, OfTheSpecsIsReadAsWhatWasJudged) {
  std::size_t count = 0;
  for (const char* spec : {"access/access.als", "accounts/accounts.als", "filesystem/filesystem.md", "list/list.als",
                           "mutex/mutex.als", "queue/queue.als", "relay/relay.als", "tree/tree.als"}) {
    const std::string path = sourceFolder() + "/specs/" + spec;
    const auto model = parser::load(path);
    ASSERT_TRUE(model->ok()) << path;
    const GeneratedTests generated = generate(*model, {.limit = 8, .scope = 2, .limits = {.seconds = 20}});
    const std::string module = std::filesystem::path(path).stem().string();
    const std::string text = "open " + module + "\n" + textOf(*model->model, generated.proposals);
    const auto with = tests::loaded(std::filesystem::path(path).parent_path().string() + "/proposed.aunit", text);
    const std::size_t tests = expectAllPass(*with);
    EXPECT_EQ(tests, generated.proposals.size());
    count += tests;
  }
  EXPECT_GT(count, 20u);
}

TEST(Generation, OfOnePredicateOnly) {
  const auto model = loaded(listModel);
  GenerationOptions options;
  for (model::FuncId id = 0; id < model->model->funcs().size(); ++id)
    if (model->model->func(id).name == "reaches") options.functions.push_back(id);
  const GeneratedTests generated = generate(*model, options);
  EXPECT_GT(generated.proposals.size(), 0u);
  bool holds = false, fails = false;
  for (const Proposal& proposal : generated.proposals) {
    EXPECT_EQ(proposal.claim.function, options.functions[0]);
    EXPECT_EQ(proposal.claim.arguments.size(), 2u);
    (std::get<bool>(proposal.claim.value) ? holds : fails) = true;
  }
  EXPECT_TRUE(holds && fails);
  EXPECT_THAT(textOf(*model->model, generated.proposals), HasSubstr("satisfies reaches[N"));
}

/// The time limit is for each question, not for all together.
TEST(Generation, GoesOnAfterTheTimeForOneQuestion) {
  const auto model = loaded(listModel);
  EXPECT_FALSE(generate(*model, {.limits = {.seconds = 0.02}}).interrupted);
}

/// The search is stopped in each of its stages: the tests found so far are proposed, and pass.
TEST(Generation, CanBeStoppedInEachStage) {
  for (const std::string stage :
       {"mutants examined", "requirements examined", "conjuncts examined", "boundaries examined", "rounds of reduction"})
    for (const bool resumes : {true, false}) {
      const auto model = loaded(book);
      std::atomic<bool> stop = false, reached = false;
      GenerationOptions options{.purposes = every, .limits = {.stop = &stop}};
      if (resumes) options.resume = [&] { stop = false; };
      options.progress = [&](std::size_t done, std::size_t, std::string_view what) {
        if (what == stage && done == 1 && !reached.exchange(true)) stop = true;
      };
      const GeneratedTests generated = generate(*model, options);
      EXPECT_TRUE(reached) << stage;
      EXPECT_TRUE(generated.interrupted) << stage;
      EXPECT_EQ(generated.proposals.empty(), !resumes) << stage;
      SCOPED_TRACE(stage);
      expectAllPass(*loaded(book + textOf(*model->model, generated.proposals)));
    }
}

/// With little time for each question, undecided goals are counted; a goal is called impossible only with a proof.
TEST(Generation, GivesUpOnGoalsInTime) {
  const auto model = loaded(book);
  const GeneratedTests generated = generate(*model, {.purposes = every, .limits = {.seconds = 1e-9}});
  EXPECT_FALSE(generated.interrupted);
  EXPECT_EQ(generated.achieved.size(), purposes.size());
  for (const auto& [purpose, achieved] : generated.achieved) {
    EXPECT_EQ(achieved.impossible, 0u) << name(purpose);
    EXPECT_LE(achieved.after + achieved.unknown, achieved.goals) << name(purpose);
  }
}

TEST(Generation, StopsWhenTold) {
  const auto model = loaded(listModel);
  const std::atomic<bool> stop = true;
  EXPECT_TRUE(generate(*model, {.limits = {.stop = &stop}}).interrupted);
}

/// For each gap of a suite there is a test that closes it, or a proof that no test can.
TEST(Gaps, HaveTests) {
  const auto model = loaded(book);
  const auto tests = suite::collectTests(*model);
  const suite::CoverageSubject subject = suite::coverageSubject(*model, tests, false, false);
  coverage::Bits open = coverage::requirementsOf(subject.requirements.requirements, coverage::Criterion::model);
  const coverage::Bits infeasible = coverage::Feasibility(*model->model, subject.requirements, {}).infeasible(open);
  EXPECT_GT(infeasible.count(), 0u);
  open -= infeasible;
  const GapTests gaps = testsForGaps(*model, subject, open, {});
  EXPECT_FALSE(gaps.interrupted);
  EXPECT_EQ(gaps.proposalOf.size(), open.count());
  EXPECT_LT(gaps.proposals.size(), gaps.proposalOf.size());
  const auto with = loaded(book + textOf(*model->model, gaps.proposals));
  const auto written = suite::collectTests(*with);
  const suite::CoverageSubject again = suite::coverageSubject(*with, written, false, false);
  suite::TestJudge judge(*with, {}, &again);
  std::vector<coverage::Bits> met;
  for (const suite::TestCase& test : written)
    if (test.kind != model::TestKind::command) met.push_back(judge.judge(test).coverage->met);
  ASSERT_EQ(met.size(), gaps.proposals.size());
  for (const auto& [requirement, proposal] : gaps.proposalOf) EXPECT_TRUE(met[proposal].test(requirement)) << requirement;
}

TEST(NearMisses, DifferInOneTuple) {
  const auto model = loaded(listModel + "val v { Node = A + B  link = A->B }\n");
  model::Diagnostics diagnostics;
  const auto instance = suite::instantiate(*model->model, model->tests, 0, {}, diagnostics);
  ASSERT_TRUE(instance);
  const model::TupleSet& link = instance->states[0].fields[0];
  std::size_t count = 0;
  forEachNeighbour(*model->model, *instance, [&](const model::Instance& other) {
    ++count;
    EXPECT_EQ(link.subtract(other.states[0].fields[0]).size() + other.states[0].fields[0].subtract(link).size(), 1u);
    return true;
  });
  EXPECT_EQ(count, 4u);
}

TEST(NearMisses, ShapesDoNotDependOnNames) {
  const auto model = loaded(listModel +
                            "val a { Node = A + B + C  link = A->B + B->C }\nval b { Node = A + B + C  link = C->A + A->B }\n"
                            "val c { Node = A + B + C  link = A->B + C->B }\nval d { Node = A + B + C  link = A->B + A->C }\n");
  std::vector<std::uint64_t> shapes;
  for (std::uint32_t v = 0; v < 4; ++v) {
    model::Diagnostics diagnostics;
    shapes.push_back(shapeOf(*model->model, *suite::instantiate(*model->model, model->tests, v, {}, diagnostics), {}));
  }
  EXPECT_EQ(shapes[0], shapes[1]);
  EXPECT_EQ(std::set(shapes.begin(), shapes.end()).size(), 3u);
}

}  // namespace
}  // namespace aunit::strength
