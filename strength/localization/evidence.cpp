#include "strength/localization/evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/changes/extension.h"
#include "model/formulas/conjuncts.h"
#include "solver/entailment/logic.h"
#include "solver/grounding/growing_scope.h"
#include "solver/grounding/scope.h"
#include "solver/session/answer_text.h"
#include "solver/session/answered.h"
#include "solver/session/session.h"
#include "strength/carried_tests.h"
#include "strength/claims/stated.h"
#include "strength/instances/neighbours.h"
#include "suite/coverage_subject.h"
#include "suite/statement.h"
#include "suite/test_case.h"
#include "support/budget.h"
#include "support/cancellation.h"

namespace aunit::strength {

using namespace model;

namespace {

// Limits for the cases of one kind per command, because further cases add little information.
constexpr std::size_t solvedOfAKind = 5;
constexpr std::size_t mostOfAKind = 24;
// Limit for constraints that are removed, one at a time, from a command without an instance, or examined for being idle.
constexpr std::size_t mostLeftOut = 60;

// At most this many tests of other files become cases.
constexpr std::size_t mostCarried = 2000;
// The share of the time limit that the solver may spend on commands.
constexpr double partForCommands = 0.7;

std::string commandNamed(const model::Command& command) {
  return fmt::format("{} {}", command.check ? "check" : "run", command.label);
}

bool wantsInstance(const model::Command& command) {
  return command.expect < 0 ? !command.check : command.expect != 0;
}

bool callsAnything(const Model& model, ExprId id) {
  if (model.expr(id).op == model::Op::call) return true;
  const auto callsBelow = [&](ExprId below) { return callsAnything(model, below); };
  return std::ranges::any_of(model.children(id), callsBelow) ||
         std::ranges::any_of(model.decls(id), [&](const model::Decl& decl) { return callsBelow(decl.bound); });
}

/// A command, and whether it should have an instance.
struct InstanceQuestion {
  CommandId command = noId;
  bool wanted = false;
  std::uint32_t complaint = noId;
};

/// An instance that the solver found for a command.
struct Seed {
  InstanceQuestion asked;
  Origin origin = Origin::counterexample;
  Instance instance;
};

}  // namespace

/// Asks the solver about the commands. Then makes cases from the instances that it finds, and from their neighbours.
class Evidence::Search {
 public:
  Search(Evidence& evidence, const EvidenceOptions& options)
      : evidence_(evidence), model_(*evidence.loaded_.model), options_(options), budget_(options.limits) {}

  const support::Budget& budget() const { return budget_; }

  void solve() {
    extension_.emplace(model_);
    evidence_.commands_ = commands();
    for (const CommandId command : evidence_.commands_) {
      ++evidence_.asked_;
      if (const auto why = budget_.exhausted())
        leaveOpen(command, *why);
      else
        solve(command);
    }
    extension_.reset();
  }

  /// Adds the instances that the solver found as cases, then the neighbours of these instances.
  void add() {
    evaluator_.emplace(model_, evaluator::Options{.semantics = options_.semantics, .budget = &budget_});
    for (const Seed& seed : seeds_) add(seed.instance, seed.asked, noId);
    const std::size_t count = evidence_.cases_.size();
    for (std::size_t c = firstOfCommands_; c < count; ++c) {
      const Case& found = evidence_.cases_[c];
      const Instance instance = *evidence_.judge().instanceOf(static_cast<std::uint32_t>(c));
      const auto asked = std::ranges::find(seeds_, found.command, [](const Seed& seed) { return seed.asked.command; });
      if (asked == seeds_.end()) continue;
      forEachNeighbour(model_, instance, [&](const Instance& neighbour) {
        if (!isOver()) add(neighbour, asked->asked, static_cast<std::uint32_t>(c));
        return !isOver();
      });
    }
  }

  void beginWithCommands() { firstOfCommands_ = evidence_.cases_.size(); }

  bool isOver() const { return budget_.exhausted().has_value(); }

 private:
  /// Returns the commands of the file. Omits commands that belong to tests and are judged with these tests.
  std::vector<CommandId> commands() const {
    std::vector<CommandId> result;
    std::set<CommandId> ofTests;  // commands whose tests are decided by evaluation or judged on a changed model
    for (const suite::TestCase& test : suite::statementsOf(suite::collectTests(evidence_.loaded_)))
      if (test.test.command != noId && (test.kind != TestKind::command || !test.test.without.empty()))
        ofTests.insert(test.test.command);
    for (CommandId c = 0; c < model_.commands().size(); ++c) {
      const model::Command& command = model_.commands()[c];
      const bool counts = options_.plainCommands || command.expect >= 0;
      if (command.module == 0 && !command.isDefault && counts && !ofTests.contains(c)) result.push_back(c);
    }
    return result;
  }

  /// Asks the solver one more question about a command. The verdict may be `unknown`. Throws if memory is exhausted.
  solver::Result ask(solver::Session& session, std::span<const ExprId> goals) const {
    return answered(session.ask(goals, budget_));
  }

  static model::Span placeOf(const model::Command& command) { return command.nameSpan.known() ? command.nameSpan : command.span; }
  void leaveOpen(CommandId id, std::string why) {
    const model::Command& command = model_.commands()[id];
    evidence_.undecided_.push_back(
        {.name = commandNamed(command), .span = placeOf(command), .why = std::move(why), .command = id});
  }

  void solve(CommandId id) {
    const model::Command& command = model_.commands()[id];
    InstanceQuestion asked{.command = id, .wanted = wantsInstance(command)};
    solver::Problem problem{.scope = command.scope, .temporal = command.temporal, .facts = false, .label = command.label};
    const solver::Options how{.semantics = options_.semantics, .enumerate = true, .threads = solver::Threads::one};
    std::vector<ExprId> goals;
    for (const model::Fact& fact : model_.facts()) goals.push_back(fact.body);
    goals.push_back(command.formula);
    solver::GrowingScope scope(command.scope);
    std::unique_ptr<solver::Session> asking;
    solver::Result result;
    do {
      problem.scope = scope.now();
      asking = std::make_unique<solver::Session>(extension_->model(), problem, how);
      result = asking->ask(goals, budget_);
    } while (command.check && result.verdict == solver::Verdict::unsatisfiable && scope.grow());
    solver::Session& session = *asking;
    if (result.verdict != solver::Verdict::satisfiable && result.verdict != solver::Verdict::unsatisfiable)
      return leaveOpen(id, std::move(result.message));
    const bool has = result.verdict == solver::Verdict::satisfiable;
    if (has != asked.wanted) {
      asked.complaint = static_cast<std::uint32_t>(evidence_.complaints_.size());
      evidence_.complaints_.push_back(
          {.name = commandNamed(command), .span = placeOf(command), .command = id, .wanted = asked.wanted});
    }
    if (has) take(session, std::move(result), asked, asked.wanted ? Origin::accepted : Origin::counterexample);
    if (!asked.wanted) {
      if (has) findIdle(session, evidence_.complaints_.back());
      take(session, ask(session, {{command.formula}}), asked, Origin::excluded);
      goals.back() = logic().no(command.formula);
      take(session, ask(session, goals), asked, Origin::accepted);
    } else if (!has) {
      hope(session, goals, asked);
    }
  }

  solver::Logic logic() {
    extension_->nodes().at({});
    return {extension_->model(), extension_->nodes(), options_.semantics};
  }

  void take(solver::Session& session, solver::Result result, const InstanceQuestion& asked, Origin origin) {
    for (std::size_t i = 0; i < solvedOfAKind && result.verdict == solver::Verdict::satisfiable; ++i) {
      seeds_.push_back({asked, origin, std::move(*result.instance)});
      result = answered(session.next(budget_));
    }
  }

  void findIdle(solver::Session& session, Complaint& complaint) {
    std::vector<ExprId> bodies;
    for (const model::Fact& fact : model_.facts()) bodies.push_back(fact.body);
    const std::vector<ExprId> conjuncts = model::conjunctsOf(model_, bodies);
    if (conjuncts.size() > mostLeftOut) return;
    for (std::size_t i = 0; i < conjuncts.size() && !isOver(); ++i) {
      std::vector<ExprId> others = conjuncts;
      others[i] = logic().no(conjuncts[i]);
      if (ask(session, others).verdict == solver::Verdict::unsatisfiable) complaint.idle.push_back(conjuncts[i]);
    }
  }

  /// For a command that has no instance, searches for instances that satisfy all constraints except one. If there are none,
  /// searches for instances that satisfy a maximal subset of the constraints.
  void hope(solver::Session& session, const std::vector<ExprId>& goals, const InstanceQuestion& asked) {
    std::vector<ExprId> conjuncts = model::conjunctsOf(model_, goals);
    const std::size_t before = seeds_.size();
    const auto hopeFor = [&](std::span<const ExprId> some) { take(session, ask(session, some), asked, Origin::hoped); };
    for (std::size_t i = 0; i < conjuncts.size() && i < mostLeftOut && !isOver(); ++i) {
      std::vector<ExprId> others = conjuncts;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      hopeFor(others);
    }
    if (seeds_.size() > before) return;
    for (int round = 0; round < 2; ++round) {
      std::vector<ExprId> kept;
      for (std::size_t i = 0; i < conjuncts.size() && !isOver(); ++i) {
        kept.push_back(conjuncts[i]);
        if (ask(session, kept).verdict != solver::Verdict::satisfiable) kept.pop_back();
      }
      hopeFor(kept);
      std::ranges::reverse(conjuncts);
    }
  }

  /// Adds an instance as a case, unless there are enough cases of its kind. Evaluates the facts and the command's formula in the
  /// instance; their values determine Case::origin.
  void add(const Instance& instance, const InstanceQuestion& asked, std::uint32_t beside) {
    const model::Command& command = model_.commands()[asked.command];
    if (beside != noId && !isWithin(instance, asked.command)) return;
    evaluator_->bind(instance);
    bool solution = true, formula = false;
    try {
      if (instance.states.size() > 1 && evaluator::checkStates(model_, instance)) return;
      for (const model::ImplicitConstraint& constraint : model_.implicitConstraints())
        if (constraint.formula != noId) solution = solution && evaluator_->holds(constraint.formula);
      for (const model::Fact& fact : model_.facts()) solution = solution && evaluator_->holds(fact.body);
      formula = evaluator_->holds(command.formula);
    } catch (const evaluator::EvaluationError&) {
      return;
    }
    const std::uint64_t shape = shapeOf(model_, instance, {});
    Case found{.command = asked.command, .beside = beside};
    if (asked.wanted) {
      if (solution && formula) {
        put(found, instance, shape, Origin::accepted, command.formula);
      } else if (asked.complaint != noId) {
        found.complaint = asked.complaint;
        found.blocked = blockedBy(command.formula);
        if (beside != noId && found.blocked != evidence_.cases_[beside].blocked) return;
        put(found, instance, shape, Origin::hoped, command.formula);
      }
      return;
    }
    if (formula) {
      if (solution) found.complaint = asked.complaint;
      put(found, instance, shape, solution ? Origin::counterexample : Origin::excluded, command.formula);
    } else if (solution) {
      if (callsAnything(model_, command.formula)) put(found, instance, shape, Origin::agreeing, command.formula);
      found.command = noId;
      put(found, instance, shape, Origin::accepted, noId);
    }
  }

  void put(Case found, const Instance& instance, std::uint64_t shape, Origin origin, ExprId formula) {
    found.origin = origin;
    found.wanted = origin == Origin::accepted || origin == Origin::hoped;
    std::size_t& count = counts_[{found.command, origin}];
    if (count >= mostOfAKind || !known_.emplace(found.command, origin, shape).second) return;
    const auto number = evidence_.judge().size();
    if (!evidence_.judge().add(std::make_shared<const Instance>(instance), formula, found.wanted)) return;
    found.holds = evidence_.judge().verdicts()[number].holds;
    evidence_.cases_.push_back(std::move(found));
    ++count;
  }

  /// Returns the conjuncts of the facts and of `formula` that are false in the evaluator's instance.
  std::vector<ExprId> blockedBy(ExprId formula) {
    std::vector<ExprId> roots = {formula}, blocked;
    for (const model::Fact& fact : model_.facts()) roots.push_back(fact.body);
    for (const ExprId conjunct : model::conjunctsOf(model_, roots))
      if (!evaluator_->holds(conjunct)) blocked.push_back(conjunct);
    return blocked;
  }

  /// Whether the instance is within one of the scopes that the solver searches for the command.
  bool isWithin(const Instance& instance, CommandId command) {
    const auto [known, isNew] = sizes_.try_emplace(command);
    if (isNew)
      for (const Scope& scope : solver::scopesSearched(solver::problemOf(model_, command)))
        solver::append(known->second.emplace_back(), solver::deriveSizes(model_, scope, model_.commands()[command].temporal));
    return std::ranges::any_of(known->second, [&](const std::vector<evaluator::Constraint>& sizes) {
      return std::ranges::none_of(
          sizes, [&](const auto& constraint) { return evaluator::checkSize(model_, instance, constraint).has_value(); });
    });
  }

  Evidence& evidence_;
  const Model& model_;
  const EvidenceOptions options_;
  const support::Budget budget_;
  std::optional<model::Extension> extension_;  // has a value while the solver works
  std::vector<Seed> seeds_;
  std::size_t firstOfCommands_ = 0;
  std::optional<evaluator::Evaluator> evaluator_;
  std::map<std::pair<CommandId, Origin>, std::size_t> counts_;
  std::set<std::tuple<CommandId, Origin, std::uint64_t>> known_;
  std::map<CommandId, std::vector<std::vector<evaluator::Constraint>>> sizes_;  // by command and scope: limits of the scope
};

std::string saidOf(const Model& model, const Complaint& complaint) {
  const CommandId command = complaint.command != noId ? complaint.command : complaint.stated;
  if (command == noId) return "it fails";
  solver::Result result;
  result.verdict = complaint.wanted ? solver::Verdict::unsatisfiable : solver::Verdict::satisfiable;
  std::string said = solver::answerText(model, solver::problemOf(model, command), result);
  if (const model::Command& asked = model.commands()[command]; asked.expect >= 0)
    said += fmt::format("; expected: {} {}",
                        !complaint.wanted ? "no"
                        : asked.check     ? "a"
                                          : "an",
                        asked.check ? "counterexample" : "instance");
  return said;
}

double timeForCommands(double seconds) {
  return std::max(0.1, std::floor(10 * partForCommands * seconds) / 10);
}

Evidence::Evidence(parser::Loaded& loaded, EvidenceOptions options) : loaded_(loaded), semantics_(options.semantics) {
  Search search(*this, options);
  search.solve();
  carry(options);
  const JudgeOptions judging{options.semantics, options.limits, search.budget()};
  judge_ = std::make_unique<Judge>(loaded, suite::statementsOf(suite::collectTests(loaded)), judging);
  readTests();
  noteErrors();
  const support::Cancellation cancellation(search.budget());
  try {
    findContradictions(search.budget());
    addTestsBeside();
    search.beginWithCommands();
    search.add();
  } catch (const support::Exhausted&) {
  }
  cutShort_ = search.isOver();
  kills_.assign(cases_.size(), 0);
  for (std::uint32_t c = 0; c < cases_.size(); ++c)
    if (cases_[c].strict() && takesPart(c)) order_.push_back(c);
  std::ranges::stable_partition(order_, [&](std::uint32_t c) { return cases_[c].fails(); });
}

Evidence::~Evidence() = default;

void Evidence::readTests() {
  const Model& model = *loaded_.model;
  for (std::uint32_t t = 0; t < judge_->size(); ++t) {
    const Verdict& verdict = judge_->verdicts()[t];
    const suite::TestCase& stated = judge_->tests()[t];
    Case test{.holds = verdict.holds, .wanted = verdict.wanted, .formula = stated.test.formula};
    // The solver has already judged the commands in `commands_`, so a test of such a command is not counted again.
    const bool isCommand =
        stated.kind == TestKind::command && std::ranges::find(commands_, stated.test.command) != commands_.end();
    asked_ += !isCommand;
    const CommandId command = stated.kind == TestKind::command || stated.kind == TestKind::predicate ? stated.test.command : noId;
    const std::string name = command == noId ? "test " + stated.name : commandNamed(model.commands()[command]);
    const model::Span span = stated.test.nameSpan.known() ? stated.test.nameSpan : stated.test.span;
    const bool evaluated = judge_->instanceOf(t) != nullptr;
    if (!isCommand && (evaluated ? !verdict.usable || test.fails() : verdict.outcome == suite::Outcome::failed)) {
      test.complaint = static_cast<std::uint32_t>(complaints_.size());
      complaints_.push_back({.name = name, .span = span, .test = t, .stated = command});
      if (command != noId) complaints_.back().wanted = wantsInstance(model.commands()[command]);
    } else if (!isCommand && verdict.outcome == suite::Outcome::error) {
      undecided_.push_back({.name = name, .span = span, .why = verdict.why, .test = t});
    }
    cases_.push_back(std::move(test));
  }
}

/// Reads the tests of other files, which become cases later. Makes nodes of the model for the calls in these tests now, because
/// the model must have these nodes before an overlay is made.
void Evidence::carry(const EvidenceOptions& options) {
  std::optional<model::TypeTable> types;
  std::optional<model::Nodes> nodes;
  for (const parser::Loaded* other : options.beside)
    for (CarriedTest& test : carriedTests(*other, loaded_, semantics_)) {
      if (beside_.size() == mostCarried) return;
      OtherFileTest& one = beside_.emplace_back(OtherFileTest{other, std::move(test)});
      if (one.test.claim.function == noId || !one.test.claim.arguments.empty()) continue;
      if (!types) nodes.emplace(*loaded_.model, types.emplace(*loaded_.model));
      nodes->at({});
      one.call = nodes->call(one.test.claim.function, {});
    }
}

void Evidence::addTestsBeside() {
  for (const auto& [other, test, call] : beside_) {
    const auto number = judge_->size();
    const bool wanted = std::get<bool>(test.claim.value);
    const bool plain = test.claim.function == noId || call != noId;
    const bool known =
        plain ? judge_->add(std::make_shared<const Instance>(test.claim.instance), call, wanted) : judge_->add(test.claim);
    if (!known) continue;
    Case found{.holds = judge_->verdicts()[number].holds, .wanted = wanted, .formula = call};
    if (found.fails()) {
      found.complaint = static_cast<std::uint32_t>(complaints_.size());
      complaints_.push_back({.name = "test " + test.name,
                             .span = {},
                             .test = test.number,
                             .beside = other,
                             .about = test.claim.function,
                             .formula = call});
    }
    cases_.push_back(std::move(found));
  }
}

/// Notes errors of the file that belong to no test.
void Evidence::noteErrors() {
  const auto isShown = [&](const model::Diagnostic& error) {
    return std::ranges::any_of(loaded_.tests.tests, [&](const model::Test& test) {
      return std::ranges::any_of(
          test.errors, [&](const model::Diagnostic& own) { return own.span == error.span && own.message == error.message; });
    });
  };
  for (const model::Diagnostic& error : loaded_.diagnostics.errorsSince(0))
    if (!isShown(error)) undecided_.push_back({.name = "the file", .span = error.span, .why = error.message});
}

/// Finds pairs of tests that contradict each other. A test that states that a predicate holds also states that the facts hold.
/// Valuations that differ only in the names of atoms count as equal.
void Evidence::findContradictions(const support::Budget& budget) {
  struct PredicateClaim {
    std::uint64_t facts, all;  // hashes: of the instance alone; of the instance with the predicate's arguments
    model::FuncId function;
    bool holds;
    const std::string* name;
  };
  std::vector<PredicateClaim> stated;
  suite::StatementReader reader(loaded_);
  evaluator::Evaluator evaluator(*loaded_.model, {.semantics = semantics_, .budget = &budget});
  for (const suite::TestCase& test : judge_->tests()) {
    const bool plain = test.kind != TestKind::gives && !test.test.because && !test.test.completion;
    const auto claim = plain ? statedBy(*loaded_.model, reader, evaluator, test) : std::nullopt;
    if (!claim) continue;
    const PredicateClaim now{shapeOf(*loaded_.model, claim->instance, {}),
                             shapeOf(*loaded_.model, claim->instance, claim->arguments), claim->function,
                             std::get<bool>(claim->value), &test.name};
    for (const PredicateClaim& other : stated) {
      const bool same = other.function == now.function && other.all == now.all;
      const PredicateClaim& denied = now.holds ? other : now;
      const bool noSolution = denied.function == noId && other.facts == now.facts;
      if (other.holds != now.holds && (same || noSolution)) contradictions_.emplace_back(*other.name, *now.name);
    }
    stated.push_back(now);
  }
}

coverage::ExtractOptions Evidence::subject() const {
  const Model& model = *loaded_.model;
  coverage::ExtractOptions subject = suite::modelUnderTest(loaded_, judge_->tests());
  if (!loaded_.program) return subject;
  for (model::FuncId f = 0; f < model.funcs().size(); ++f)
    if (std::ranges::find(model.commands(), model.func(f).name, &model::Command::label) != model.commands().end())
      subject.tests.push_back(f);
  return subject;
}

std::optional<std::uint32_t> Evidence::firstMiss(const std::vector<bool>& leftAlone) {
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const std::uint32_t number = order_[i], complaint = cases_[number].complaint;
    if (complaint < leftAlone.size() && leftAlone[complaint]) continue;
    if (judge_->holds(number) == cases_[number].wanted) continue;
    ++kills_[number];
    for (; i > 0 && kills_[order_[i - 1]] < kills_[number]; --i) std::swap(order_[i - 1], order_[i]);
    return number;
  }
  return std::nullopt;
}

std::size_t Evidence::met() {
  std::size_t met = 0;
  for (std::uint32_t c = 0; c < cases_.size(); ++c) met += !cases_[c].strict() && judge_->holds(c) == cases_[c].wanted;
  return met;
}

}  // namespace aunit::strength
