// The wrong and right behaviour of a model, as cases that evaluation judges: what people's tests say, and, where commands
// miss what they should find, instances that the solver found, and valuations one or two tuples beside them.
//
//     Evidence evidence(*loaded, options);
//     if (evidence.complaints().empty()) ...              // nothing fails
//     if (evidence.judge().lay(change)) {
//       const auto missed = evidence.firstMiss();         // nothing: the changed model gets all of them right
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
  support::Limits limits{.seconds = 10};  // of all of it
  /// Commands that do not say what they expect count: a `check` has no counterexample, a `run` an instance.
  bool plainCommands = true;
  /// Files whose tests are about this model, too (carried_tests.h): they are cases like its own, and complaints where they fail.
  std::vector<const parser::Loaded*> beside{};
};

/// Where a case comes from. A right model gets all of the first four right; of the others it gets some right.
enum class Origin : std::uint8_t {
  test,            // a test of the user's files
  counterexample,  // the model accepts it, and a command says that it must not: a `check` without `expect`, `expect 0`
  excluded,        // the same, but the model rejects it: so it must stay
  agreeing,        // facts hold in it, and what such a command rules out does not: so it must stay
  accepted,        // a solution of the facts with which nothing is wrong; a right model accepts most of these, too
  hoped,           // no solution, but one of a command that should have some and has none, were it not for few constraints
};

struct Case {
  Origin origin = Origin::test;
  std::uint32_t complaint = model::noId;    // that it belongs to; noId: none, it is as expected
  model::CommandId command = model::noId;   // that it is about; noId: a test's
  bool holds = false;                       // what the model says: whether facts (and formula) hold ...
  bool wanted = false;                      // ... and whether they should
  std::uint32_t beside = model::noId;       // the case that it is one or two tuples apart from
  model::ExprId formula = model::noId;      // of a test: its formula, without the facts
  std::vector<model::ExprId> blocked = {};  // for a hoped one: the constraints that do not hold in it

  /// Whether a model that gets it wrong is certainly wrong.
  bool strict() const { return origin <= Origin::agreeing; }
  bool fails() const { return holds != wanted; }
};

/// A test or command that does not come out as it should.
struct Complaint {
  std::string name;                        // "test ring is no list", "check Acyclic"
  model::Span span;                        // of the test or command
  model::CommandId command = model::noId;  // noId: a test that evaluation decides
  std::uint32_t test = model::noId;        // number of that test
  model::CommandId stated = model::noId;   // of a test that is written as a command: that command
  bool wanted = false;                     // of a command: it should have instances, and has none; else it has, and should not
  std::vector<model::ExprId> idle = {};    // of one that has: conjuncts of the facts that exclude nothing that the others allow
  /// It is a test of this other file, carried over: the number is that among its statements, and there is no span.
  const parser::Loaded* beside = nullptr;
  model::FuncId about = model::noId;    // the predicate that it is about, then,
  model::ExprId formula = model::noId;  // and the call of it, where it has no arguments
};

/// How the test or command comes out, in the words that are said of a command everywhere: "counterexample found", "no instance up
/// to 3 atoms; expected one"; of a test that is no command "it fails".
std::string saidOf(const model::Model& model, const Complaint& complaint);

/// An undecided test or command: the solver did not end in time, or there is an error in it.
struct Undecided {
  std::string name;
  model::Span span;
  std::string why;                         // "time limit of 10 s reached"
  model::CommandId command = model::noId;  // which of the two it is, as in a complaint; neither: the file as a whole
  std::uint32_t test = model::noId;
};

/// For so many seconds those that asking the solver about all commands may take: the rest is for trying changes. In full
/// tenths, as people read it.
double timeForCommands(double seconds);

/// Not for several threads at once.
class Evidence {
 public:
  /// Asks the solver about the commands, then judges the tests. The model is changed and restored while changes are judged; it
  /// keeps calls of its predicates that nothing refers to. Cases that are not found in time are left out.
  Evidence(parser::Loaded& loaded, EvidenceOptions options);
  ~Evidence();

  const parser::Loaded& loaded() const { return loaded_; }
  parser::Loaded& loaded() { return loaded_; }
  /// The semantics by which all of this was judged; further questions should use them, too.
  model::Semantics semantics() const { return semantics_; }
  /// How many tests and commands there are that could fail.
  std::size_t asked() const { return asked_; }
  const std::vector<Complaint>& complaints() const { return complaints_; }
  const std::vector<Undecided>& undecided() const { return undecided_; }
  /// The commands that are asked about: those of the file, and those that its tests name and evaluation does not decide.
  const std::vector<model::CommandId>& commands() const { return commands_; }
  /// By the numbers that they have in the judge; tests first. For a test that has no outcome, or which the solver decides, the
  /// judge knows no instance: it takes no part.
  const std::vector<Case>& cases() const { return cases_; }
  bool takesPart(std::uint32_t number) const { return judge_->instanceOf(number) != nullptr; }
  /// Lays changes over the model and says how cases come out then.
  Judge& judge() { return *judge_; }
  /// The parts of the model that may be at fault: not tests, nor what states the claims of a program.
  coverage::ExtractOptions subject() const;
  /// Two tests that cannot both be right, whatever the model says: by names, in the order of the file.
  const std::vector<std::pair<std::string, std::string>>& contradictions() const { return contradictions_; }
  /// Whether time was up, or it was interrupted, before all was found.
  bool isCutShort() const { return cutShort_; }

  /// On the change that the judge has laid: a strict case that does not come out as it should; cases that proved wrong most
  /// often are tried first. Nothing when there is none. What evaluation cannot tell counts as missed. Cases of complaints for
  /// which `leftAlone` is true are passed over: the change is not meant to fix them.
  std::optional<std::uint32_t> firstMiss(const std::vector<bool>& leftAlone = {});
  /// How many of the cases that are not strict come out as they should on that change.
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
  std::vector<Undecided> undecided_;
  std::vector<Case> cases_;
  std::vector<std::pair<std::string, std::string>> contradictions_;
  std::unique_ptr<Judge> judge_;
  std::vector<std::uint32_t> order_;  // of strict cases, the most successful first
  std::vector<std::uint32_t> kills_;  // by case
  bool cutShort_ = false;

  /// A test of another file, with the call of the predicate that it is about (noId: none, or with arguments).
  struct Beside {
    const parser::Loaded* file = nullptr;
    CarriedTest test;
    model::ExprId call = model::noId;
  };
  void carry(const EvidenceOptions& options);
  std::vector<Beside> beside_;
};

}  // namespace aunit::strength
