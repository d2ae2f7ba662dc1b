#include "strength/mutation/trial.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "suite/valuation/predicate_statement.h"

namespace aunit::strength {

using namespace model;

namespace {

/// Adds to `said` the signatures to which the formula `id` assigns a value.
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

/// Whether the value of the expression is the same in all states and does not depend on arithmetic.
bool isPlain(const Model& model, ExprId id) {
  const Expr& e = model.expr(id);
  if (e.sort != model::Sort::relation || e.op == Op::integerAtom || e.hasDecls || e.op == Op::call || e.op == Op::let)
    return false;
  if (e.variable && e.op != Op::variable) return false;
  return std::ranges::all_of(model.children(id), [&](ExprId child) { return isPlain(model, child); });
}

}  // namespace

void bind(evaluator::Evaluator& evaluator, const Trial& trial) {
  evaluator.bind(*trial.instance);
  for (const evaluator::Binding& binding : trial.bindings) evaluator.assign(binding.variable, binding.value);
}

TrialReader::TrialReader(const parser::Loaded& loaded, evaluator::Evaluator& evaluator, model::Semantics semantics)
    : loaded_(loaded), model_(*loaded.model), evaluator_(evaluator), semantics_(semantics), statements_(loaded) {}

Trial TrialReader::trialOf(const suite::TestCase& test) {
  Trial c;
  auto read = statements_.read(test);
  auto* statement = std::get_if<suite::Statement>(&read);
  if (!statement) throw std::logic_error("a test that was judged cannot be read again");
  c.instance = std::move(statement->instance);
  c.certain = statement->certain;
  c.test = &test.test;
  c.because = test.test.because;
  c.bindings = std::move(statement->question.given);
  noteSaid(test, c);
  bind(evaluator_, c);
  try {
    for (const evaluator::Constraint& constraint : statement->question.constraints) note(constraint, statement->question, c);
  } catch (const evaluator::EvaluationError&) {
    c.elusive = true;
  }
  return c;
}

std::optional<Trial> TrialReader::trialOf(const Claim& claim) {
  Trial c;
  c.instance = std::make_shared<const Instance>(claim.instance);
  for (model::SigId s = 0; s < model_.sigs().size(); ++s) c.said.insert(s);
  evaluator::Question question;
  if (claim.about != Claim::Topic::value) question.constraints = evaluator::constraintsOf(model_);
  bind(evaluator_, c);
  try {
    for (const evaluator::Constraint& constraint : question.constraints) note(constraint, question, c);
    if (claim.about != Claim::Topic::facts) c.parts.push_back(partOf(claim, c));
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
  return c;
}

std::optional<Trial> TrialReader::trialOf(std::shared_ptr<const Instance> instance, ExprId formula) {
  Trial c;
  c.instance = std::move(instance);
  for (model::SigId s = 0; s < model_.sigs().size(); ++s) c.said.insert(s);
  evaluator::Question question{.constraints = evaluator::constraintsOf(model_)};
  if (formula != noId) evaluator::append(question.constraints, evaluator::Part::formula, {{formula}});
  bind(evaluator_, c);
  try {
    for (const evaluator::Constraint& constraint : question.constraints) note(constraint, question, c);
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
  return c;
}

void TrialReader::note(const evaluator::Constraint& constraint, const evaluator::Question& question, Trial& c) {
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
      Trial::Part part = partOf(constraint.formula);
      part.holds = noted(evaluator_.holds(constraint.formula));
      c.parts.push_back(std::move(part));
      break;
    }
    case evaluator::Part::watched: break;
  }
}

/// Records the signatures to which the test assigns a value, and the predicates from whose bodies values were read.
void TrialReader::noteSaid(const suite::TestCase& test, Trial& c) const {
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

Trial::Part TrialReader::partOf(ExprId formula) {
  Trial::Part part;
  part.formula = formula;
  ExprId call = formula;
  for (; model_.expr(call).op == Op::not_; call = model_.child(call, 0)) part.negated = !part.negated;
  const Expr& e = model_.expr(call);
  if (e.op != Op::call || e.temporal || !std::ranges::all_of(model_.children(call), [&](ExprId a) { return isPlain(model_, a); }))
    return part;
  part.called = e.payload;
  for (const ExprId argument : model_.children(call)) part.arguments.push_back(evaluator_.relation(argument));
  return part;
}

Trial::Part TrialReader::partOf(const Claim& claim, Trial& c) {
  Trial::Part part;
  if (claim.assertion != noId) {
    part.formula = model_.assertions()[claim.assertion].body;
    part.refuted = true;
    part.holds = !evaluator_.holds(part.formula);
    if (semantics_.noOverflow && evaluator_.dependsOnNegation(part.formula))
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

}  // namespace aunit::strength
