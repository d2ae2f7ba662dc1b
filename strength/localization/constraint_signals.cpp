#include "strength/localization/constraint_signals.h"

#include <algorithm>
#include <set>
#include <span>

#include "solver/grounding/problem.h"
#include "support/budget.h"

namespace aunit::strength {

using model::ExprId;
using model::FuncId;
using model::Model;
using model::noId;

namespace {

/// Calls visit for a node and all below it.
template <class Visit>
void forEachBelow(const Model& model, ExprId id, const Visit& visit) {
  visit(id);
  for (const ExprId child : model.children(id)) forEachBelow(model, child, visit);
  for (const model::Decl& decl : model.decls(id)) forEachBelow(model, decl.bound, visit);
}

/// Predicates and functions that a formula calls, directly or through others.
void addCalled(const Model& model, ExprId formula, std::set<FuncId>& called) {
  forEachBelow(model, formula, [&](ExprId id) {
    const model::Expr& e = model.expr(id);
    if (e.op == model::Op::call && called.insert(e.payload).second && model.func(e.payload).body != noId)
      addCalled(model, model.func(e.payload).body, called);
  });
}

/// Signatures and fields, in one row of numbers.
std::set<std::uint32_t> namesIn(const Model& model, ExprId formula) {
  std::set<std::uint32_t> names;
  forEachBelow(model, formula, [&](ExprId id) {
    const model::Expr& e = model.expr(id);
    if (e.op == model::Op::field) names.insert(2 * e.payload);
    if (e.op == model::Op::sig && e.payload >= model::builtin::count) names.insert(2 * e.payload + 1);
  });
  return names;
}

class Profile {
 public:
  Profile(Evidence& evidence, const support::Budget& budget)
      : evidence_(evidence),
        model_(*evidence.loaded().model),
        evaluator_(model_, {.semantics = evidence.semantics(), .budget = &budget}),
        about_(evidence.complaints()) {
    if (!about_.empty()) return;
    std::set<model::CommandId> checks;
    for (const Case& one : evidence.cases())
      if (one.origin == Origin::excluded && checks.insert(one.command).second) about_.emplace_back().command = one.command;
  }

  std::vector<ConstraintSignals> signals() {
    collect();
    for (std::uint32_t i = 0; i < about_.size(); ++i) {
      if (about_[i].command == noId)
        compareSubject(about_[i]);
      else
        compareNames(about_[i]);
      for (ConstraintSignals& c : found_) c.idle |= std::ranges::find(about_[i].idle, c.root) != about_[i].idle.end();
    }
    for (std::uint32_t i = 0; i < evidence_.complaints().size(); ++i) blame(i);
    return std::move(found_);
  }

 private:
  /// What is asked; noId: nothing beside the facts.
  ExprId formulaOf(const Complaint& complaint) const {
    if (complaint.command != noId) return model_.commands()[complaint.command].formula;
    return complaint.beside ? complaint.formula : formulaOf(complaint.test);
  }

  /// Of a case that is a test.
  ExprId formulaOf(std::uint32_t test) const {
    const ExprId formula = evidence_.cases()[test].formula;
    if (formula != noId || test >= evidence_.judge().tests().size()) return formula;
    const model::CommandId command = evidence_.judge().tests()[test].test.command;
    return command == noId ? noId : model_.commands()[command].formula;
  }

  bool isAsked(FuncId function) const {
    return std::ranges::any_of(about_, [&](const Complaint& complaint) {
      if (complaint.command == noId) return false;
      const model::Command& command = model_.commands()[complaint.command];
      return command.target == model::TargetKind::predicate && command.targetId == function;
    });
  }

  void collect() {
    std::set<FuncId> called;
    for (const Complaint& complaint : about_)
      if (const ExprId formula = formulaOf(complaint); formula != noId) addCalled(model_, formula, called);
    const coverage::ExtractOptions subject = evidence_.subject();
    using Kind = model::Paragraph::Kind;
    for (std::uint32_t p = 0; p < model_.paragraphs().size(); ++p) {
      const model::Paragraph& paragraph = model_.paragraphs()[p];
      if (model_.modules()[paragraph.module].library || subject.isWithout(paragraph.module)) continue;
      ConstraintSignals found;
      found.paragraph = p;
      ExprId body = noId;
      if (paragraph.kind == Kind::fact) {
        body = model_.facts()[paragraph.id].body;
      } else if (paragraph.kind == Kind::predicate && std::ranges::find(subject.tests, paragraph.id) == subject.tests.end()) {
        found.function = paragraph.id;
        found.asked = isAsked(paragraph.id);
        if (found.asked || called.contains(paragraph.id)) body = model_.func(paragraph.id).body;
      }
      if (body == noId) continue;
      for (const solver::Conjunct& conjunct : solver::conjunctsOf(model_, std::span(&body, 1))) {
        if (!model_.expr(conjunct.formula).span.known()) continue;
        found.root = conjunct.formula;
        found_.push_back(found);
      }
    }
  }

  /// A test that names a predicate is about that, or about the facts where it names none.
  void compareSubject(const Complaint& complaint) {
    std::set<FuncId> called;
    if (const ExprId formula = formulaOf(complaint); formula != noId) addCalled(model_, formula, called);
    for (ConstraintSignals& c : found_)
      if (called.empty() ? c.function == noId : called.contains(c.function)) c.kinship = 1;
  }

  void compareNames(const Complaint& complaint) {
    const std::set<std::uint32_t> wanted = namesIn(model_, formulaOf(complaint));
    for (ConstraintSignals& c : found_) {
      if (c.asked) continue;  // it is what fails itself
      const std::set<std::uint32_t> own = namesIn(model_, c.root);
      const auto common = static_cast<double>(std::ranges::count_if(own, [&](std::uint32_t n) { return wanted.contains(n); }));
      const double all = static_cast<double>(own.size() + wanted.size()) - common;
      if (all > 0) c.kinship = std::max(c.kinship, common / all);
    }
  }

  /// Who is to blame for what is not accepted: each case counts one, shared by the constraints that do not hold in it.
  void blame(std::uint32_t complaint) {
    double count = 0;
    std::vector<double> shares(found_.size());
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      const Case& one = evidence_.cases()[c];
      if (one.complaint != complaint || !one.wanted || one.holds || !evidence_.takesPart(c)) continue;
      const std::vector<std::size_t> broken = one.origin == Origin::test ? brokenIn(c) : blockersOf(one);
      ++count;
      for (const std::size_t i : broken) shares[i] += 1 / static_cast<double>(broken.size());
    }
    for (std::size_t i = 0; i < found_.size() && count > 0; ++i)
      found_[i].blocks += shares[i] / count / static_cast<double>(evidence_.complaints().size());
  }

  std::vector<std::size_t> blockersOf(const Case& one) const {
    std::vector<std::size_t> broken;
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (std::ranges::find(one.blocked, found_[i].root) != one.blocked.end()) broken.push_back(i);
    return broken;
  }

  /// In a test's valuation, as far as constraints have a value there: those of predicates with parameters have none.
  std::vector<std::size_t> brokenIn(std::uint32_t test) {
    std::set<FuncId> called;
    if (const ExprId formula = formulaOf(test); formula != noId) addCalled(model_, formula, called);
    std::vector<std::size_t> broken;
    evaluator_.bind(*evidence_.judge().instanceOf(test));
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const FuncId function = found_[i].function;
      if (function != noId && (!called.contains(function) || !model_.func(function).params.empty())) continue;
      try {
        if (!evaluator_.holds(found_[i].root)) broken.push_back(i);
      } catch (const evaluator::EvaluationError&) {
        // It has no value there, which tells nothing.
      }
    }
    return broken;
  }

  Evidence& evidence_;
  const Model& model_;
  evaluator::Evaluator evaluator_;
  std::vector<Complaint> about_;  // what fails; where nothing does, checks that hold
  std::vector<ConstraintSignals> found_;
};

}  // namespace

std::vector<ConstraintSignals> constraintSignals(Evidence& evidence, const support::Budget& budget) {
  return Profile(evidence, budget).signals();
}

}  // namespace aunit::strength
