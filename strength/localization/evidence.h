// Collects cases of right and wrong behaviour of a model that evaluation can judge: the user's tests, instances that the solver
// found for commands, and valuations one or two tuples away from these instances.
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
  /// Commands without `expect` count, too: a `check` should have no counterexample, a `run` should have an instance.
  bool plainCommands = true;
  /// Files with tests about this model (carried_tests.h). Their tests are cases like the model's own; failing ones are
  /// complaints.
  std::vector<const parser::Loaded*> beside{};
};

/// The origin of a case. A right model gets all cases of the first four kinds right, and some cases of the other kinds.
enum class Origin : std::uint8_t {
  test,            // a test of the user's files
  counterexample,  // accepted by the model, but a `check`, or a command with `expect 0`, says that it must be rejected
  excluded,        // like `counterexample`, but the model rejects it, and must continue to do so
  agreeing,        // an instance of the facts that violates no check and satisfies no `expect 0` command; must stay so
  accepted,        // satisfies the facts, and no command forbids it; a right model accepts most of these
  hoped,           // rejected, but close to an instance of a command without instances: few constraints are false
};

struct Case {
  Origin origin = Origin::test;
  std::uint32_t complaint = model::noId;    // the complaint that the case belongs to; noId if the model gets the case right
  model::CommandId command = model::noId;   // the command of the case; noId for a test
  bool holds = false;                       // the model's answer: whether the facts (and the formula) hold
  bool wanted = false;                      // whether the facts (and the formula) should hold
  std::uint32_t beside = model::noId;       // the case whose instance is one or two tuples away; noId if there is none
  model::ExprId formula = model::noId;      // for a test: its formula, without the facts
  std::vector<model::ExprId> blocked = {};  // for `hoped`: the constraints that are false in the instance

  /// Whether every model that gets the case wrong is certainly wrong.
  bool strict() const { return origin <= Origin::agreeing; }
  bool fails() const { return holds != wanted; }
};

/// A test or command with an unexpected outcome.
struct Complaint {
  std::string name;                        // "test ring is no list", "check Acyclic"
  model::Span span;                        // place of the test or command
  model::CommandId command = model::noId;  // the command; noId for a test that evaluation decides
  std::uint32_t test = model::noId;        // the number of that test
  model::CommandId stated = model::noId;   // the command of a test that is written as a command
  bool wanted = false;                     // for a command: true if it should have an instance, false if it should have none
  std::vector<model::ExprId> idle = {};    // for a command with an unwanted instance: conjuncts that the other facts imply
  /// For a test of another file: that file. Then `test` is the number of the test among the statements of that file, and `span`
  /// is unknown.
  const parser::Loaded* beside = nullptr;
  model::FuncId about = model::noId;    // for a test of another file: the predicate that the test is about
  model::ExprId formula = model::noId;  // for a test of another file: the call of `about`, if it has no arguments
};

/// The outcome in words: "counterexample found", "no instance up to 3 atoms; expected one". "it fails" for a test that is not
/// written as a command.
std::string saidOf(const model::Model& model, const Complaint& complaint);

/// A test or command without an outcome: a limit was reached first, or it has an error.
struct UndecidedCase {
  std::string name;
  model::Span span;
  std::string why;                         // "time limit of 10 s reached"
  model::CommandId command = model::noId;  // `command` or `test` as in a complaint; if both are noId: the whole file
  std::uint32_t test = model::noId;
};

/// The part of `seconds` that the solver may spend on commands, rounded down to tenths. The remaining time is for changes.
double timeForCommands(double seconds);

/// Not thread-safe. One class, because cases, complaints and the tests of the judge refer to each other by number. `firstMiss`
/// counts misses by case and judges in an order that follows from these counts.
class Evidence {
 public:
  /// Asks the solver about the commands, then judges the tests. Judging a change modifies the model and restores it; some calls
  /// of its predicates stay in it, unused. Cases that are not found in time are omitted.
  Evidence(parser::Loaded& loaded, EvidenceOptions options);
  ~Evidence();

  const parser::Loaded& loaded() const { return loaded_; }
  parser::Loaded& loaded() { return loaded_; }
  /// The semantics of all judgements. Further questions should use the same semantics.
  model::Semantics semantics() const { return semantics_; }
  /// The number of tests and commands.
  std::size_t asked() const { return asked_; }
  const std::vector<Complaint>& complaints() const { return complaints_; }
  const std::vector<UndecidedCase>& undecided() const { return undecided_; }
  /// The commands that the solver is asked about: commands of the file, and of its tests that evaluation does not decide.
  const std::vector<model::CommandId>& commands() const { return commands_; }
  /// By number in the judge; tests come first. A test takes no part if it has no outcome or if the solver decides it: then the
  /// judge has no instance for it.
  const std::vector<Case>& cases() const { return cases_; }
  bool takesPart(std::uint32_t number) const { return judge_->instanceOf(number) != nullptr; }
  /// Applies changes to the model, and judges cases on the changed model.
  Judge& judge() { return *judge_; }
  /// The parts of the model that may be at fault: not tests, and not parts that state claims about a program.
  coverage::ExtractOptions subject() const;
  /// Pairs of tests that contradict each other on every model, by name, in the order of the file.
  const std::vector<std::pair<std::string, std::string>>& contradictions() const { return contradictions_; }
  /// Whether a limit or an interruption ended the search for cases early.
  bool isCutShort() const { return cutShort_; }

  /// For the change that the judge has applied: the first strict case with the wrong outcome, or nothing. The cases that most
  /// changes got wrong are tried first. A case without a value counts as missed. Skips the cases of complaints for which
  /// `leftAlone` is true, because the change is not meant to fix them.
  std::optional<std::uint32_t> firstMiss(const std::vector<bool>& leftAlone = {});
  /// For the change that the judge has applied: the number of cases that are not strict and have the right outcome.
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
  std::vector<std::uint32_t> order_;  // strict cases; cases that were missed most often come first
  std::vector<std::uint32_t> kills_;  // by case: how often it was missed
  bool cutShort_ = false;

  /// A test of another file, and the call of its predicate (noId if the test is about no predicate, or the call has arguments).
  struct OtherFileTest {
    const parser::Loaded* file = nullptr;
    CarriedTest test;
    model::ExprId call = model::noId;
  };
  void carry(const EvidenceOptions& options);
  std::vector<OtherFileTest> beside_;
};

}  // namespace aunit::strength
