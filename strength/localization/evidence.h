// Collects cases. A case is a valuation that the model gets right or wrong, and that evaluation can judge. Cases are the user's
// tests, instances that the solver found for commands, and valuations that differ from these instances in one or two tuples.
//
//     Evidence evidence(*loaded, options);
//     if (evidence.complaints().empty()) ...  // nothing fails
//     if (evidence.judge().lay(change)) {
//       if (!evidence.firstMiss()) ...        // the changed model gets all strict cases right
//       evidence.judge().restore();
//     }
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coverage/extract.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/carried_tests.h"
#include "strength/mutation/judge.h"
#include "support/budget.h"

namespace aunit::strength {

struct EvidenceOptions {
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // limits of all work together
  /// If true, commands without `expect` count, too: such a `check` should have no counterexample, and such a `run` should have an
  /// instance.
  bool plainCommands = true;
  /// Files with tests about this model (carried_tests.h). Their tests become cases, like the model's own tests. Tests that fail
  /// become complaints, too.
  std::vector<const parser::Loaded*> beside{};
};

/// The origin of a case. A right model gets all cases of the first four kinds right, and some cases of the other kinds.
enum class Origin : std::uint8_t {
  test,            // a test of the user's files
  counterexample,  // accepted by the model, but a `check` or a command with `expect 0` says that it must be rejected
  excluded,        // like `counterexample`, but the model rejects it, because it violates the facts; it must stay rejected
  agreeing,        // accepted by the model, and must stay so: it violates no `check`, and satisfies no command with `expect 0`
  accepted,        // accepted by the model, and no command forbids it; a right model accepts most of these instances
  hoped,           // rejected by the model, but nearly an instance of a command that should have one: few constraints are false
};

struct Case {
  Origin origin = Origin::test;
  std::uint32_t complaint = model::noId;    // the complaint to which the case belongs; noId if the model gets the case right
  model::CommandId command = model::noId;   // the command of the case; noId for a test
  bool holds = false;                       // the model's answer: whether the facts and `formula` (if set) hold
  bool wanted = false;                      // the right answer: whether the facts and `formula` (if set) should hold
  std::uint32_t beside = model::noId;       // the case from which this one differs in one or two tuples; noId if there is none
  model::ExprId formula = model::noId;      // for a test: its formula, without the facts
  std::vector<model::ExprId> blocked = {};  // for `hoped`: the constraints that are false in the instance

  /// Whether every right model gets the case right. If false, even a right model may get the case wrong.
  bool strict() const { return origin <= Origin::agreeing; }
  bool fails() const { return holds != wanted; }
};

/// A test or command with an unexpected outcome.
struct Complaint {
  std::string name;                        // "test ring is no list", "check Acyclic"
  model::Span span;                        // place of the test or command
  model::CommandId command = model::noId;  // the command; noId for a test that evaluation decides
  std::uint32_t test = model::noId;        // for a test that evaluation decides: its index in Evidence::cases()
  model::CommandId stated = model::noId;   // for a test that is written as a command: that command
  bool wanted = false;                     // for a command: true if it should have an instance, false if it should have none
  /// For a command that should have no instance but has one: conjuncts of facts that the other facts imply.
  std::vector<model::ExprId> idle = {};
  /// For a test of another file: that file. Then `test` is the number of the test among the statements of that file, and `span`
  /// is unknown.
  const parser::Loaded* beside = nullptr;
  model::FuncId about = model::noId;    // for a test of another file: the predicate that the test is about
  model::ExprId formula = model::noId;  // for a test of another file: the call of `about`; noId if `about` has parameters
};

/// Says how the outcome differs from the expected one, in words: "counterexample found", "no instance up to 3 atoms; expected
/// one". For a test that is not written as a command: "it fails".
std::string saidOf(const model::Model& model, const Complaint& complaint);

/// A test or command that has no outcome, because a limit was reached first or because it has an error.
struct UndecidedCase {
  std::string name;
  model::Span span;
  std::string why;  // "time limit of 10 s reached"
  /// Like `command` and `test` of Complaint; if both are noId, the whole file is undecided.
  model::CommandId command = model::noId;
  std::uint32_t test = model::noId;
};

/// Returns how many of the `seconds` the solver may spend on commands, rounded down to tenths. The remaining time is for trying
/// changes of the model.
double timeForCommands(double seconds);

/// The cases and complaints of one model. Not thread-safe. `firstMiss` counts how many changes got each case wrong, and tries the
/// cases with the largest counts first.
class Evidence {
 public:
  /// Asks the solver about the commands, then judges the tests. Omits cases that are not found in time. Judging a change modifies
  /// the model and restores it. Some unused nodes, calls of the model's predicates, stay in the model.
  Evidence(parser::Loaded& loaded, EvidenceOptions options);
  ~Evidence();

  const parser::Loaded& loaded() const { return loaded_; }
  parser::Loaded& loaded() { return loaded_; }
  /// The semantics with which all cases were judged. Callers that evaluate or solve more formulas should use the same semantics.
  model::Semantics semantics() const { return semantics_; }
  /// The number of tests and commands.
  std::size_t asked() const { return asked_; }
  const std::vector<Complaint>& complaints() const { return complaints_; }
  const std::vector<UndecidedCase>& undecided() const { return undecided_; }
  /// The commands about which the solver is asked: the file's own commands, and the commands of tests that evaluation cannot
  /// decide.
  const std::vector<model::CommandId>& commands() const { return commands_; }
  /// The cases, by their number in the judge; tests come first. `takesPart` is false for tests without an outcome and for tests
  /// that the solver decides: the judge has no instance for them.
  const std::vector<Case>& cases() const { return cases_; }
  bool takesPart(std::uint32_t number) const { return judge_->instanceOf(number) != nullptr; }
  /// Applies changes to the model, and judges cases on the changed model.
  Judge& judge() { return *judge_; }
  /// Selects the parts of the model that may be at fault. Excludes tests. If the file is a program (Loaded::program), also
  /// excludes predicates that have the same name as a command.
  coverage::ExtractOptions subject() const;
  /// Pairs of tests, by name: no model can pass both tests of a pair. The pairs are in the order of the file.
  const std::vector<std::pair<std::string, std::string>>& contradictions() const { return contradictions_; }
  /// Whether a limit or an interruption ended the search for cases early.
  bool isCutShort() const { return cutShort_; }

  /// Returns the first strict case that the changed model gets wrong; nothing if it gets all of them right. The judge must have
  /// applied the change. Begins with the cases that earlier calls returned most often. A case without a value counts as wrong.
  /// Skips the cases of complaints for which `leftAlone` is true, because the change is not meant to fix these complaints.
  std::optional<std::uint32_t> firstMiss(const std::vector<bool>& leftAlone = {});
  /// Returns the number of cases that are not strict and that the changed model gets right. The judge must have applied the
  /// change.
  std::size_t met();

 private:
  class Search;

  void readTests();
  void addTestsBeside();
  void noteErrors();
  void findContradictions(const support::Budget& budget);

  parser::Loaded& loaded_;
  const model::Semantics semantics_;
  std::size_t asked_ = 0;
  std::vector<model::CommandId> commands_;
  std::vector<Complaint> complaints_;
  std::vector<UndecidedCase> undecided_;
  std::vector<Case> cases_;
  std::vector<std::pair<std::string, std::string>> contradictions_;
  std::unique_ptr<Judge> judge_;
  std::vector<std::uint32_t> order_;  // strict cases; those that `firstMiss` returned most often come first
  std::vector<std::uint32_t> kills_;  // by case: how often `firstMiss` returned it
  bool cutShort_ = false;

  /// A test of another file. `call` is the call of its predicate; noId if the test is about no predicate, or the call has
  /// arguments.
  struct OtherFileTest {
    const parser::Loaded* file = nullptr;
    CarriedTest test;
    model::ExprId call = model::noId;
  };
  void carry(const EvidenceOptions& options);
  std::vector<OtherFileTest> beside_;
};

}  // namespace aunit::strength
