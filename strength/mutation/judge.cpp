#include "strength/mutation/judge.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <variant>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/changes/overlay.h"
#include "strength/mutation/apply.h"
#include "suite/predicate_statement.h"
#include "suite/reasons/violated_constraint.h"
#include "suite/statement.h"
#include "suite/test_judge.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

namespace {

/// A formula that a test judges besides declarations and facts. If it calls a predicate, the values of the arguments are stored,
/// so that all tests of a changed predicate share its compiled body.
struct Part {
  ExprId formula = noId;
  bool holds = false;
  FuncId called = noId;
  bool negated = false;
  bool refuted = false;  // the part holds if the formula does not hold
  std::vector<TupleSet> arguments;
  std::optional<evaluator::Value> value;  // for a predicate or function: the part holds if the call has this value
};

struct Trial {
  std::shared_ptr<const Instance> instance;  // null: the solver decides the test
  std::vector<evaluator::Binding> bindings;
  std::vector<Part> parts;
  const model::Test* test = nullptr;      // null if it is a claim
  std::optional<model::Because> because;  // the constraint that must be the reason for a violation
  bool certain = true;                    // the broken constraints are broken under every reading of the test
  bool elusive = false;                   // a constraint has no value, so the test is judged anew on each mutant
  std::vector<bool> global;               // by declaration, then fact: whether it holds; empty if not requested
  std::size_t broken = 0;                 // number of false elements of `global` and `parts`
  bool possible = true;                   // the constraints that no mutant changes hold
  std::set<model::SigId> said;            // signatures to which the test gives a value
  std::set<FuncId> lookedInto;            // functions whose equations state parts of the valuation
};

/// signatures to which the test assigns a value
void collectSaid(const Model& model, ExprId id, std::set<model::SigId>& said, std::set<FuncId>& called) {
  const Expr& e = model.expr(id);
  if (e.op == Op::equal || e.op == Op::no)
    for (const ExprId side : model.children(id))
      if (model.expr(side).op == Op::sig) said.insert(model.expr(side).payload);
  if (e.op == Op::call && model.func(e.payload).isPredicate && !model.func(e.payload).recursive &&
      called.insert(e.payload).second)
    collectSaid(model, model.func(e.payload).body, said, called);
  for (const ExprId child : model.children(id)) collectSaid(model, child, said, called);
}

/// Whether the value of the expression is the same in all states and depends on no arithmetic.
bool isPlain(const Model& model, ExprId id) {
  const Expr& e = model.expr(id);
  if (e.sort != model::Sort::relation || e.op == Op::integerAtom || e.declCount != 0 || e.op == Op::call || e.op == Op::let)
    return false;
  if (e.variable && e.op != Op::variable) return false;
  return std::ranges::all_of(model.children(id), [&](ExprId child) { return isPlain(model, child); });
}

}  // namespace

class Judge::Work {
 public:
  Work(parser::Loaded& loaded, std::vector<suite::TestCase> tests, JudgeOptions options)
      : loaded_(loaded),
        model_(*loaded.model),
        tests_(std::move(tests)),
        options_(options),
        evaluator_(model_, {.semantics = options.semantics, .budget = &budget_}),
        statements_(loaded),
        implicitCount_(model_.implicitConstraints().size()),
        overlay_(model_) {
    for (const model::Sig& sig : model_.sigs()) multiplicities_.push_back(sig.multiplicity);
    for (std::size_t i = 0; i < implicitCount_; ++i) roots_[model_.implicitConstraints()[i].formula].push_back(i);
    for (std::size_t i = 0; i < model_.facts().size(); ++i) roots_[model_.facts()[i].body].push_back(implicitCount_ + i);
    suite::JudgeOptions how = judgeOptions();
    how.budget = options.budget;
    suite::TestJudge judge(loaded_, how);
    for (const suite::TestCase& test : tests_) verdicts_.push_back(read(test, judge));
  }

  const std::vector<suite::TestCase>& tests() const { return tests_; }
  const std::vector<Verdict>& verdicts() const { return verdicts_; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(cases_.size()); }

  bool add(const Claim& claim) {
    budget_ = options_.budget.within(options_.limits.untimed());
    Trial c;
    c.instance = std::make_shared<const Instance>(claim.instance);
    for (model::SigId s = 0; s < model_.sigs().size(); ++s) c.said.insert(s);
    evaluator::Question question;
    if (claim.about != Claim::Topic::value) question.constraints = evaluator::constraintsOf(model_);
    bind(c);
    try {
      for (const evaluator::Constraint& constraint : question.constraints) note(constraint, question, c);
      if (claim.about != Claim::Topic::facts) c.parts.push_back(partOf(claim, c));
    } catch (const evaluator::EvaluationError&) {
      return false;
    }
    const bool holds = c.possible && c.broken == 0;
    verdicts_.push_back({.usable = true, .holds = holds, .wanted = holds, .solved = false, .why = ""});
    cases_.push_back(std::move(c));
    return true;
  }

  bool add(std::shared_ptr<const Instance> instance, ExprId formula, bool wanted) {
    budget_ = options_.budget.within(options_.limits.untimed());
    Trial c;
    c.instance = std::move(instance);
    for (model::SigId s = 0; s < model_.sigs().size(); ++s) c.said.insert(s);
    evaluator::Question question{.constraints = evaluator::constraintsOf(model_)};
    if (formula != noId) evaluator::append(question.constraints, evaluator::Part::formula, {{formula}});
    bind(c);
    try {
      for (const evaluator::Constraint& constraint : question.constraints) note(constraint, question, c);
    } catch (const evaluator::EvaluationError&) {
      return false;
    }
    const bool holds = c.possible && c.broken == 0;
    verdicts_.push_back({.usable = holds == wanted, .holds = holds, .wanted = wanted, .solved = false, .why = ""});
    cases_.push_back(std::move(c));
    return true;
  }

  const Instance* instanceOf(std::uint32_t test) const { return cases_[test].instance.get(); }

  bool lay(const std::function<bool(model::Overlay&)>& make) {
    change_.clear();
    if (!make(overlay_)) {
      overlay_.rollback();
      return false;
    }
    laid();
    startClock();
    return true;
  }

  bool lay(std::span<const Mutant> change) {
    const bool laid = lay([&](model::Overlay& overlay) {
      return std::ranges::all_of(change, [&](const Mutant& mutant) {
        if (mutant.edit == Edit::sigMultiplicity) constrained_ = mutant.sig;
        return apply(mutant, overlay);
      });
    });
    if (laid) change_.assign(change.begin(), change.end());
    return laid;
  }

  /// Whether the test holds on the changed model; nothing if the test must be read again to decide.
  std::optional<bool> holds(std::uint32_t test) {
    const Trial& c = cases_[test];
    if (!c.instance) return std::nullopt;
    if (std::ranges::any_of(change_, [&](const Mutant& mutant) { return isReadOtherwise(c, mutant); })) return std::nullopt;
    return judged(c);
  }

  std::vector<std::uint32_t> changedOf(const std::vector<std::uint32_t>& tests) {
    std::vector<std::uint32_t> result;
    judgeAnew(tests, tests.size(), result);
    return result;
  }

  void restore() {
    if (std::exchange(laid_, false)) evaluator_.rollback();
    overlay_.rollback();
  }

  std::vector<std::uint32_t> killers(std::span<const Mutant> change, std::size_t atMost, std::uint32_t first) {
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::rotate(order, order.begin() + std::min(first, size()));
    return killers(change, order, atMost);
  }

  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, std::span<const Mutant> change) {
    std::vector<std::uint32_t> order(size() - begin);
    std::iota(order.begin(), order.end(), begin);
    return killers(change, order, std::size_t(-1));
  }

  std::vector<std::uint32_t> killers(std::span<const Mutant> change, std::span<const std::uint32_t> order, std::size_t atMost) {
    std::vector<std::uint32_t> result;
    if (!lay(change)) return result;
    std::vector<std::uint32_t> again;  // tests that must be read again
    for (const std::uint32_t t : order) {
      if (result.size() >= atMost) break;
      if (!verdicts_[t].usable || !cases_[t].instance) continue;
      const auto now = holds(t);
      if (!now && t < tests_.size())
        again.push_back(t);
      else if (now && *now != verdicts_[t].holds)
        result.push_back(t);
    }
    evaluator_.rollback();
    laid_ = false;
    if (result.size() < atMost && !again.empty() && !ranOutOfTime()) judgeAnew(again, atMost, result);
    overlay_.rollback();
    std::ranges::sort(result);
    return result;
  }

  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, FuncId predicate, ExprId instead) {
    std::vector<std::uint32_t> result;
    startClock();
    evaluator_.setMark();
    for (std::uint32_t t = begin; t < size() && !ranOutOfTime(); ++t) {
      const Trial& c = cases_[t];
      if (!verdicts_[t].usable || !c.instance || !c.possible || !c.certain) continue;
      const auto concerned = [&](const Part& part) { return part.called == predicate && !part.value; };
      std::size_t broken = c.broken;
      for (const Part& part : c.parts) broken -= concerned(part) && !part.holds;
      if (broken != 0 || std::ranges::none_of(c.parts, concerned)) continue;
      const auto isNegated = [&](const Part& part) { return concerned(part) && part.negated; };
      try {
        bind(c);
        // Because of overflows, the formula may have another value below a negation.
        if (options_.semantics.noOverflow && std::ranges::any_of(c.parts, isNegated) && evaluator_.dependsOnNegation(instead))
          continue;
        const bool value = evaluator_.holds(instead);
        const bool holds =
            std::ranges::all_of(c.parts, [&](const Part& part) { return !concerned(part) || value != part.negated; });
        if (holds != verdicts_[t].holds) result.push_back(t);
      } catch (const evaluator::EvaluationError&) {
        // If the formula has no value, the test does not kill the mutant.
      } catch (const support::Exhausted&) {
        // If the time is up, the test does not kill the mutant either.
      }
    }
    evaluator_.rollback();
    return result;
  }

  bool ranOutOfTime() const { return budget_.exhausted().has_value(); }
  bool wasUndecided() const { return undecided_; }

  std::vector<std::uint32_t> killersBySolving(const Mutant& mutant, std::size_t atMost) {
    std::vector<std::uint32_t> result, solved;
    if (!lay({&mutant, 1})) return result;
    budget_ = support::Budget(options_.limits.untimed());
    undecided_ = false;
    evaluator_.rollback();
    laid_ = false;
    for (std::uint32_t t = 0; t < tests_.size(); ++t)
      if (verdicts_[t].usable && !cases_[t].instance && reaches(tests_[t])) solved.push_back(t);
    if (!solved.empty()) judgeAnew(solved, atMost, result);
    overlay_.rollback();
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void startClock() { budget_ = support::Budget(options_.limits); }

  suite::JudgeOptions judgeOptions() const {
    return {.semantics = options_.semantics, .limits = options_.limits, .threads = solver::Threads::one, .conflicts = false};
  }

  // --- The unchanged model.

  /// Whether the test should hold; nothing for a command without an expectation.
  std::optional<bool> expectation(const suite::TestCase& test) const {
    switch (test.kind) {
      case TestKind::violates:
      case TestKind::invalid: return false;
      case TestKind::command:
      case TestKind::predicate: {
        const model::Command& command = model_.commands()[test.test.command];
        if (test.test.instances) return true;
        if (command.expect < 0 && !test.predicate && command.check) return false;
        return command.expect < 0 ? std::nullopt : std::optional(command.expect != 0);
      }
      default: return true;
    }
  }

  /// Throws if memory was exhausted in the test, because the mutant must not count as a survivor then.
  static suite::TestResult judgedBy(suite::TestJudge& judge, const suite::TestCase& test) {
    suite::TestResult result = judge.judge(test);
    if (result.outcome == suite::Outcome::error && result.message.starts_with(suite::outOfMemory)) throw std::bad_alloc();
    return result;
  }

  /// Whether the test's statement holds, given the outcome that `TestJudge` found.
  std::optional<bool> holds(const suite::TestCase& test, suite::Outcome outcome) const {
    if (outcome != suite::Outcome::passed && outcome != suite::Outcome::failed) return std::nullopt;
    bool wanted = expectation(test).value_or(true);
    return (outcome == suite::Outcome::passed) == wanted;
  }

  Verdict read(const suite::TestCase& test, suite::TestJudge& judge) {
    Verdict verdict;
    cases_.emplace_back();
    const suite::TestResult result = judgedBy(judge, test);
    verdict.outcome = result.outcome;
    if (!test.test.expectedError.empty()) {
      verdict.why = result.message.empty() ? "it expects an error" : result.message;
      return verdict;
    }
    if (!test.test.without.empty()) {
      verdict.why = "it excludes a part of the model";
      return verdict;
    }
    const auto truth = holds(test, result.outcome);
    if (!truth) {
      verdict.why = result.message;
      return verdict;
    }
    verdict.holds = *truth;
    verdict.wanted = expectation(test).value_or(true);  // as in the runner
    verdict.usable = !expectation(test) || result.outcome == suite::Outcome::passed;
    if (!verdict.usable) verdict.why = result.message.empty() ? "it fails" : result.message;
    verdict.solved = result.engine != suite::Engine::evaluated;
    if (verdict.solved) return verdict;
    budget_ = options_.budget.within(options_.limits.untimed());
    try {
      prepare(test, cases_.back());
    } catch (const support::Exhausted&) {
      const auto why = options_.budget.exhausted();
      if (!why) throw;
      cases_.back() = {};
      return {.why = *why, .outcome = suite::Outcome::error};
    }
    return verdict;
  }

  void prepare(const suite::TestCase& test, Trial& c) {
    auto read = statements_.read(test);
    auto* statement = std::get_if<suite::Statement>(&read);
    if (!statement) throw std::logic_error("a test that was judged cannot be read again");
    c.instance = std::move(statement->instance);
    c.certain = statement->certain;
    c.test = &test.test;
    c.because = test.test.because;
    c.bindings = std::move(statement->question.given);
    noteSaid(test, c);
    bind(c);
    try {
      for (const evaluator::Constraint& constraint : statement->question.constraints) note(constraint, statement->question, c);
    } catch (const evaluator::EvaluationError&) {
      c.elusive = true;
    }
  }

  void note(const evaluator::Constraint& constraint, const evaluator::Question& question, Trial& c) {
    const auto noted = [&](bool holds) {
      c.broken += !holds;
      return holds;
    };
    switch (constraint.part) {
      case evaluator::Part::states:
        c.possible = c.possible && (c.instance->states.size() == 1 || !evaluator::checkStates(model_, *c.instance));
        break;
      case evaluator::Part::assignment: c.possible = c.possible && !question.misassigned; break;
      case evaluator::Part::size: c.possible = c.possible && !evaluator::checkSize(model_, *c.instance, constraint); break;
      case evaluator::Part::implicit:
      case evaluator::Part::fact: c.global.push_back(noted(evaluator_.holds(constraint.formula))); break;
      case evaluator::Part::formula: {
        Part part = partOf(constraint.formula);
        part.holds = noted(evaluator_.holds(constraint.formula));
        c.parts.push_back(std::move(part));
        break;
      }
      case evaluator::Part::watched: break;
    }
  }

  /// Records the signatures to which the test assigns a value, and the functions whose equations assign it.
  void noteSaid(const suite::TestCase& test, Trial& c) const {
    if (test.predicate) {
      const model::Command& command = model_.commands()[test.test.command];
      std::set<FuncId> called;
      collectSaid(model_, command.formula, c.said, called);
      c.lookedInto = suite::readStatement(model_, command).lookedInto;
      return;
    }
    const auto& valuations = loaded_.tests.valuations;
    if (!valuations[test.test.valuation].file.empty())
      for (model::SigId s = 0; s < model_.sigs().size(); ++s) c.said.insert(s);
    for (const std::uint32_t v : loaded_.tests.lineage(test.test.valuation)) {
      const auto assigned = [&](const model::ValuationState& state) {
        for (const model::Assignment& a : state.assignments)
          if (a.sig) c.said.insert(*a.sig);
      };
      assigned(valuations[v].common);
      std::ranges::for_each(valuations[v].states, assigned);
    }
  }

  Part partOf(ExprId formula) {
    Part part;
    part.formula = formula;
    ExprId call = formula;
    for (; model_.expr(call).op == Op::not_; call = model_.child(call, 0)) part.negated = !part.negated;
    const Expr& e = model_.expr(call);
    if (e.op != Op::call || e.temporal ||
        !std::ranges::all_of(model_.children(call), [&](ExprId a) { return isPlain(model_, a); }))
      return part;
    part.called = e.payload;
    for (const ExprId argument : model_.children(call)) part.arguments.push_back(evaluator_.relation(argument));
    return part;
  }

  Part partOf(const Claim& claim, Trial& c) {
    Part part;
    if (claim.assertion != noId) {
      part.formula = model_.assertions()[claim.assertion].body;
      part.refuted = true;
      part.holds = !evaluator_.holds(part.formula);
      if (options_.semantics.noOverflow && evaluator_.dependsOnNegation(part.formula))
        throw evaluator::EvaluationError(part.formula,
                                         "with overflows, the value of this formula depends on the negations around it");
      c.broken += !part.holds;
      return part;
    }
    const model::Func& function = model_.func(claim.function);
    part.called = claim.function;
    part.arguments = claim.arguments;
    for (std::size_t i = 0; i < part.arguments.size(); ++i) evaluator_.assign(function.variables[i], part.arguments[i]);
    if (claim.about == Claim::Topic::value)
      part.value = evaluator_.value(function.body);
    else
      part.holds = evaluator_.holds(function.body);
    if (part.value) part.holds = true;
    c.broken += !part.holds;
    return part;
  }

  void bind(const Trial& c) {
    evaluator_.bind(*c.instance);
    for (const evaluator::Binding& binding : c.bindings) evaluator_.assign(binding.variable, binding.value);
  }

  // --- A mutant.

  void laid() {
    laid_ = true;
    changed_.clear();
    const auto add = [&](std::size_t i) {
      const bool isImplicit = i < implicitCount_;
      const ExprId was = isImplicit ? model_.implicitConstraints()[i].formula : model_.facts()[i - implicitCount_].body;
      const ExprId now = isImplicit ? overlay_.nowImplicit(static_cast<std::uint32_t>(i)) : overlay_.now(was);
      if (now != was) changed_.emplace_back(i, now);
    };
    if (overlay_.changesMultiplicities()) {
      for (std::size_t i = 0; i < implicitCount_ + model_.facts().size(); ++i) add(i);
    } else {
      std::vector<std::size_t> reached;
      for (const ExprId root : overlay_.reached())
        if (const auto which = roots_.find(root); which != roots_.end())
          reached.insert(reached.end(), which->second.begin(), which->second.end());
      std::ranges::sort(reached);
      for (const std::size_t i : reached) add(i);
    }
    evaluator_.setMark();
  }

  /// Whether the mutant may change the valuation that the test states.
  bool isReadOtherwise(const Trial& c, const Mutant& mutant) const {
    if (mutant.edit == Edit::sigMultiplicity) {
      const model::Multiplicity was = multiplicities_[mutant.sig];
      const bool one = was == model::Multiplicity::one || mutant.multiplicity == model::Multiplicity::one;
      return (one && !c.said.contains(mutant.sig)) || !c.possible;
    }
    return std::ranges::any_of(c.lookedInto, [&](FuncId f) { return overlay_.changesFunction(f); });
  }

  /// Whether the test holds on the changed model; nothing if the test must be read again to decide.
  std::optional<bool> judged(const Trial& c) {
    if (c.elusive) return std::nullopt;
    if (c.because) return judgedByReason(c);
    if (c.test && c.test->kind == TestKind::violates && touchesDeclarations()) {
      const auto first = firstBroken(c);
      if (!first) return std::nullopt;
      if (*first && suite::isImpossible(model_, *c.test, **first)) return true;
    }
    if (!c.possible) return false;
    std::size_t broken = c.broken;
    std::vector<const Part*> parts;
    const bool global = !c.global.empty();
    if (global)
      for (const auto& [i, now] : changed_) broken -= !c.global[i];
    for (const Part& part : c.parts)
      if (part.formula == noId ? overlay_.changesFunction(part.called) : overlay_.changes(part.formula)) {
        broken -= !part.holds;
        parts.push_back(&part);
      }
    if (broken != 0) return certainly(c, false);
    try {
      bind(c);
      if (global) {
        for (const auto& [i, now] : changed_)
          if (now != noId && !evaluator_.holds(now)) return certainly(c, false);
        if (overlay_.added() != noId && !evaluator_.holds(overlay_.added())) return certainly(c, false);
      }
      for (const Part* part : parts)
        if (!holds(*part)) return certainly(c, false);
      return true;
    } catch (const evaluator::EvaluationError&) {
      return std::nullopt;
    } catch (const support::Exhausted&) {
      return std::nullopt;
    }
  }

  bool touchesDeclarations() const {
    return overlay_.added() != noId ||
           std::ranges::any_of(changed_, [&](const auto& each) { return each.first < implicitCount_; });
  }

  /// judged() for a test with `because`: false if the named constraint is still the reason.
  std::optional<bool> judgedByReason(const Trial& c) {
    const auto isTouched = [&](const Part& part) { return overlay_.changes(part.formula); };
    if (changed_.empty() && overlay_.added() == noId && std::ranges::none_of(c.parts, isTouched)) return false;
    const bool isGlobal =
        c.because->what == model::Named::fact || c.because->what == model::Named::sig || c.because->what == model::Named::field;
    if (!isGlobal || !c.possible) return std::nullopt;
    const auto first = firstBroken(c);
    if (!first) return std::nullopt;
    return !*first || !suite::decides(**first, *c.because);
  }

  /// The declaration or fact that the valuation breaks first, if there is one. Nothing if the test must be read again.
  std::optional<std::optional<evaluator::Broken>> firstBroken(const Trial& c) {
    using Found = std::optional<evaluator::Broken>;
    const Found added(evaluator::Broken{.part = evaluator::Part::implicit, .index = noId, .sig = constrained_});
    try {
      bind(c);
      const bool addedHolds = overlay_.added() == noId || evaluator_.holds(overlay_.added());
      for (std::uint32_t i = 0; i < c.global.size(); ++i) {
        if (!addedHolds && comesBefore(constrained_, i)) return added;
        const auto now = std::ranges::find(changed_, i, &std::pair<std::size_t, ExprId>::first);
        const bool holds = now == changed_.end() ? c.global[i] : now->second == noId || evaluator_.holds(now->second);
        if (!holds) return Found(brokenGlobal(i));
      }
      return addedHolds ? Found() : added;
    } catch (const evaluator::EvaluationError&) {
      return std::nullopt;
    } catch (const support::Exhausted&) {
      return std::nullopt;
    }
  }

  /// Whether the added multiplicity of a signature is checked before declaration or fact number i, as if the model declared it.
  bool comesBefore(model::SigId sig, std::uint32_t i) const {
    if (i >= implicitCount_) return true;
    const model::ImplicitConstraint& other = model_.implicitConstraints()[i];
    return other.field != noId || other.kind == model::ImplicitKind::appendedFact || other.sig > sig;
  }

  /// Declaration or fact number i, as the reason of a violation.
  evaluator::Broken brokenGlobal(std::uint32_t i) const {
    if (i >= implicitCount_) return {.part = evaluator::Part::fact, .index = static_cast<std::uint32_t>(i - implicitCount_)};
    const model::ImplicitConstraint& constraint = model_.implicitConstraints()[i];
    return {.part = evaluator::Part::implicit, .index = i, .sig = constraint.sig, .field = constraint.field};
  }

  static std::optional<bool> certainly(const Trial& c, bool verdict) { return c.certain ? std::optional(verdict) : std::nullopt; }

  bool holds(const Part& part) {
    if (part.called == noId) return evaluator_.holds(overlay_.now(part.formula)) != part.refuted;
    const model::Func& function = model_.func(part.called);
    const ExprId body = overlay_.now(function.body);
    for (std::size_t i = 0; i < part.arguments.size(); ++i) evaluator_.assign(function.variables[i], part.arguments[i]);
    if (part.value) return evaluator_.value(body) == *part.value;
    if (part.negated && options_.semantics.noOverflow && evaluator_.dependsOnNegation(body))
      return evaluator_.holds(overlay_.now(part.formula));
    return evaluator_.holds(body) != part.negated;
  }

  /// Whether the mutant changes a formula about which the test asks the solver.
  bool reaches(const suite::TestCase& test) const {
    if (!changed_.empty() || overlay_.added() != noId) return true;
    const auto& completion = test.test.completion;
    if (completion) return overlay_.changes(completion->some) || (completion->every && overlay_.changes(completion->fails));
    return overlay_.changes(model_.commands()[test.test.command].formula);
  }

  /// Reads and judges the tests again, with the mutant as the model. Appends the tests that kill the mutant to `result`.
  void judgeAnew(const std::vector<std::uint32_t>& tests, std::size_t atMost, std::vector<std::uint32_t>& result) {
    const auto asked = [](suite::TestCase& test) {
      std::vector<ExprId*> formulas = {&test.test.formula};
      if (auto& completion = test.test.completion) formulas.insert(formulas.end(), {&completion->some, &completion->fails});
      return formulas;
    };
    std::vector<ExprId> formulas;  // formulas of all tests, as the mutant changes them
    for (const std::uint32_t t : tests)
      for (const ExprId* formula : asked(tests_[t])) formulas.push_back(*formula == noId ? noId : overlay_.now(*formula));
    overlay_.install();
    suite::TestJudge judge(loaded_, judgeOptions());
    auto next = formulas.begin();
    for (const std::uint32_t t : tests) {
      if (result.size() >= atMost || ranOutOfTime()) return;
      suite::TestCase test = tests_[t];
      for (ExprId* formula : asked(test)) *formula = *next++;
      if (test.predicate) {
        auto read = suite::readPredicateValuation(model_, model_.commands()[test.test.command]);
        test.predicate = read ? std::make_shared<const suite::PredicateValuation>(std::move(*read)) : nullptr;
        if (!read) test.kind = TestKind::command;
      }
      const auto began = Clock::now();
      const suite::TestResult judged = judgedBy(judge, test);
      if (suite::isInternalError(judged))
        throw std::logic_error(judged.message.substr(std::min(suite::internalErrorBegins.size(), judged.message.size())));
      const auto truth = holds(test, judged.outcome);
      if (truth && *truth != verdicts_[t].holds) result.push_back(t);
      const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
      undecided_ = undecided_ || (!truth && options_.limits.seconds > 0 && seconds >= options_.limits.seconds);
    }
  }

  parser::Loaded& loaded_;
  Model& model_;
  std::vector<suite::TestCase> tests_;
  JudgeOptions options_;
  support::Budget budget_;  // of the current mutant
  evaluator::Evaluator evaluator_;
  suite::StatementReader statements_;
  std::size_t implicitCount_;
  model::Overlay overlay_;
  bool laid_ = false;       // whether an overlay is applied and the evaluator has a mark
  bool undecided_ = false;  // see Judge::wasUndecided
  std::vector<Trial> cases_;
  std::vector<Verdict> verdicts_;
  std::unordered_map<ExprId, std::vector<std::size_t>> roots_;  // numbers of declarations, then facts, by formula
  std::vector<model::Multiplicity> multiplicities_;             // of the signatures of the unchanged model
  std::vector<Mutant> change_;                                  // the applied mutants; empty for other changes
  model::SigId constrained_ = noId;                             // the signature whose multiplicity the current mutant changes
  std::vector<std::pair<std::size_t, ExprId>> changed_;  // declarations and facts that the mutant changes: number, new form
};

Judge::Judge(parser::Loaded& loaded, std::vector<suite::TestCase> tests, JudgeOptions options)
    : work_(std::make_unique<Work>(loaded, std::move(tests), options)) {}
Judge::~Judge() = default;

const std::vector<suite::TestCase>& Judge::tests() const {
  return work_->tests();
}
const std::vector<Verdict>& Judge::verdicts() const {
  return work_->verdicts();
}
bool Judge::add(const Claim& claim) {
  return work_->add(claim);
}
bool Judge::add(std::shared_ptr<const Instance> instance, ExprId formula, bool wanted) {
  return work_->add(std::move(instance), formula, wanted);
}
const Instance* Judge::instanceOf(std::uint32_t test) const {
  return work_->instanceOf(test);
}
bool Judge::lay(const std::function<bool(model::Overlay&)>& make) {
  return work_->lay(make);
}
bool Judge::lay(std::span<const Mutant> change) {
  return work_->lay(change);
}
std::optional<bool> Judge::holds(std::uint32_t test) {
  return work_->holds(test);
}
std::vector<std::uint32_t> Judge::changedOf(const std::vector<std::uint32_t>& tests) {
  return work_->changedOf(tests);
}
void Judge::restore() {
  work_->restore();
}
std::uint32_t Judge::size() const {
  return work_->size();
}
std::vector<std::uint32_t> Judge::killers(std::span<const Mutant> change, std::size_t atMost, std::uint32_t first) {
  return work_->killers(change, atMost, first);
}
std::vector<std::uint32_t> Judge::killersFrom(std::uint32_t begin, std::span<const Mutant> change) {
  return work_->killersFrom(begin, change);
}
std::vector<std::uint32_t> Judge::killersFrom(std::uint32_t begin, FuncId predicate, ExprId instead) {
  return work_->killersFrom(begin, predicate, instead);
}
bool Judge::wasUndecided() const {
  return work_->wasUndecided();
}

bool Judge::ranOutOfTime() const {
  return work_->ranOutOfTime();
}
std::vector<std::uint32_t> Judge::killersBySolving(const Mutant& mutant, std::size_t atMost) {
  return work_->killersBySolving(mutant, atMost);
}

}  // namespace aunit::strength
