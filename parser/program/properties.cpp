// Resolves propositions, properties, valuations and tests.
#include <algorithm>

#include <fmt/format.h>

#include "parser/program/resolver.h"

namespace aunit::parser::program {

namespace {

constexpr std::size_t mostStates = 10'000;  // limit for the number of states of one `val`

}  // namespace

void Resolver::proposition(Tree::PropositionContext* context) {
  const std::string name = context->name()->getText();
  declareGlobal(NameKind::function, context->name());
  const std::size_t before = size();
  const ExprId id = formula(context->expr(), {Place::proposition, nullptr, 0, {}});
  addProposition({name, id, false, span(context)}, size() - before);
}

void Resolver::addProposition(Proposition proposition, std::size_t size) {
  propositions_[proposition.name] = static_cast<std::uint32_t>(program_.propositions.size());
  program_.propositions.push_back(std::move(proposition));
  propositionSizes_.push_back(size);
}

int Resolver::steps(Tree::StepsContext* context) {
  constexpr int usual = 10;
  if (!context) return usual;
  const std::string text = context->NUMBER()->getText();
  if (text.size() > 3 || std::stoi(text) == 0)
    fail("scope", tree_.span(*context->NUMBER()->getSymbol()), "the number of steps must be between 1 and 999");
  return std::stoi(text);
}

void Resolver::property(Tree::PropertyContext* context) {
  Property property;
  property.span = span(context);
  const auto finish = [&](Tree::StepsContext* bound, Tree::ExpectationContext* expectation) {
    property.steps = steps(bound);
    if (expectation) property.expectHolds = expectation->HOLDS() != nullptr;
    program_.properties.push_back(property);
  };
  if (auto* absence = dynamic_cast<Tree::AbsenceContext*>(context)) {
    property.kind = absence->DEADLOCK() ? PropertyKind::noDeadlock : PropertyKind::noError;
    property.name = absence->DEADLOCK() ? "no deadlock" : "no error";
    for (const Property& other : program_.properties)
      if (other.kind == property.kind) {
        diagnostics_.error("duplicate", property.span, fmt::format("`{}` is given twice", property.name))
            .related.push_back({other.span, "first given here"});
        throw Unresolved{};
      }
    finish(absence->steps(), absence->expectation());
    return;
  }
  auto* invariant = dynamic_cast<Tree::InvariantContext*>(context);
  auto* temporal = dynamic_cast<Tree::TemporalContext*>(context);
  Tree::NameContext* name = invariant ? invariant->name() : temporal->name();
  property.kind = invariant ? PropertyKind::invariant : PropertyKind::temporal;
  property.name = name->getText();
  declareGlobal(NameKind::assertion, name);
  const std::size_t before = size();
  property.formula = formula(invariant ? invariant->expr() : temporal->expr(),
                             {invariant ? Place::proposition : Place::property, nullptr, 0, {}});
  addProposition({property.name, property.formula, temporal != nullptr, property.span}, size() - before);
  finish(invariant ? invariant->steps() : temporal->steps(), invariant ? invariant->expectation() : temporal->expectation());
}

/// Adds the properties `no deadlock` and `no error` if the program does not contain them.
void Resolver::absences() {
  const auto missing = [&](PropertyKind kind) {
    return std::ranges::none_of(program_.properties, [&](const Property& p) { return p.kind == kind; });
  };
  if (missing(PropertyKind::noDeadlock))
    program_.properties.push_back({PropertyKind::noDeadlock, "no deadlock", noId, 10, std::nullopt, {}});
  if (missing(PropertyKind::noError))
    program_.properties.push_back({PropertyKind::noError, "no error", noId, 10, std::nullopt, {}});
}

void Resolver::apply(Tree::SettingContext* setting, State& state, std::vector<bool>& open) {
  if (setting->target()) {
    const Expr at = program_.expr(location(setting->reference(), setting->target(), {}));
    state.locations[at.target] = static_cast<LocationId>(at.value);
    return;
  }
  const auto [found, index] = cells(setting->reference(), {});
  const VariableId variable =
      found.first + static_cast<std::uint32_t>(index == noId ? 0 : constantValue(index, "an index") - found.low);
  const Variable& target = program_.variables[variable];
  const ExprId value = term(setting->term(), {});
  requireDomain(value, target.domain, target.name);
  state.values[variable] = constantValue(value, "the value of a variable");
  open[variable] = false;
}

void Resolver::addState(const State& state, const std::vector<bool>& open, model::Span where, Valuation& valuation) {
  for (VariableId v = 0; v < open.size(); ++v)
    if (open[v]) {
      const std::string& name = program_.variables[v].name;
      fail("valuation", where, fmt::format("`{}` has several initial values, so a valuation must state its value", name),
           {fmt::format("write `{} = VALUE`", name)});
    }
  if (valuation.states.size() >= mostStates)
    fail("limit", where, fmt::format("this path is too long: a path has at most {} states", mostStates));
  valuation.states.push_back(state);
}

void Resolver::valuation(Tree::ValuationContext* context) {
  Valuation valuation;
  Tree::NameContext* name = context->name(0);
  valuation.name = name->getText();
  valuation.span = span(context);
  valuation.nameSpan = span(name);
  uses_.declare(NameKind::valuation, valuation.nameSpan);
  for (Tree::TagContext* tag : context->tag()) valuation.tags.push_back(tag->name()->getText());
  if (const auto same = valuations_.find(valuation.name); same != valuations_.end()) {
    diagnostics_.error("duplicate", valuation.nameSpan, fmt::format("there are two valuations `{}`", valuation.name))
        .related.push_back({program_.valuations[same->second].nameSpan, "first declared here"});
    throw Unresolved{};
  }

  State state;
  std::vector<bool> open;
  for (const Variable& variable : program_.variables) {
    state.values.push_back(variable.initial.front());
    open.push_back(variable.initial.size() > 1);
  }
  state.locations.assign(program_.processes.size(), 0);
  if (context->base) {
    const auto base = valuations_.find(context->base->getText());
    if (base == valuations_.end()) {
      std::vector<std::string> candidates;
      for (const auto& v : valuations_) candidates.push_back(v.first);
      failUnknown("valuation", context->base->getText(), span(context->base), candidates);
    }
    const Valuation& extended = program_.valuations[base->second];
    uses_.add(NameKind::valuation, span(context->base), extended.nameSpan);
    if (extended.isPath && context->situation().empty())
      valuation = {valuation.name, extended.states, true, extended.loop, valuation.tags, valuation.span, valuation.nameSpan};
    else if (extended.isPath)
      valuation.states = extended.states;
    state = extended.states.back();
    open.assign(open.size(), false);
    if (valuation.isPath && !context->setting().empty())
      fail("valuation", span(context->setting(0)),
           fmt::format("`{}` is a path, so its extension can only add states", extended.name));
  }
  for (Tree::SettingContext* setting : context->setting()) apply(setting, state, open);
  if (context->situation().empty() && !valuation.isPath) addState(state, open, valuation.nameSpan, valuation);
  for (Tree::SituationContext* situation : context->situation()) {
    for (Tree::SettingContext* setting : situation->setting()) apply(setting, state, open);
    addState(state, open, span(situation), valuation);
    valuation.isPath = true;
  }
  if (context->NUMBER()) {
    const std::string text = context->NUMBER()->getText();
    const model::Span where = tree_.span(*context->NUMBER()->getSymbol());
    if (text.size() > 6 || std::stoul(text) >= valuation.states.size())
      fail("valuation", where,
           fmt::format("there is no state {}: states are counted from 0, and this path has {}", text, valuation.states.size()));
    valuation.loop = static_cast<std::uint32_t>(std::stoul(text));
  }
  valuations_[valuation.name] = static_cast<std::uint32_t>(program_.valuations.size());
  program_.valuations.push_back(std::move(valuation));
}

void Resolver::test(Tree::TestContext* context) {
  Test test;
  const std::string quoted = context->STRING()->getText();
  test.name = quoted.substr(1, quoted.size() - 2);
  test.span = span(context);
  test.nameSpan = tree_.span(*context->STRING()->getSymbol());
  for (Tree::TagContext* tag : context->tag()) test.tags.push_back(tag->name()->getText());
  if (const auto [first, added] = testNames_.emplace(test.name, test.nameSpan); !added) {
    diagnostics_.error("duplicate", test.nameSpan, fmt::format("there are two tests \"{}\"", test.name))
        .related.push_back({first->second, "first declared here"});
    throw Unresolved{};
  }
  const std::string name = context->name()->getText();
  const auto valuation = valuations_.find(name);
  if (valuation == valuations_.end()) {
    std::vector<std::string> candidates;
    for (const auto& v : valuations_) candidates.push_back(v.first);
    failUnknown("valuation", name, span(context->name()), candidates);
  }
  test.valuation = valuation->second;
  uses_.add(NameKind::valuation, span(context->name()), program_.valuations[test.valuation].nameSpan);
  // A formula about runs can only be tested on a run, i.e. a path with a loop.
  const bool run = program_.valuations[test.valuation].loop.has_value();
  const Scope scope{run ? Place::property : Place::proposition, nullptr, 0, {}};
  if (auto* satisfies = dynamic_cast<Tree::SatisfiesContext*>(context->verdict())) {
    test.kind = TestKind::satisfies;
    test.formula = formula(satisfies->expr(), scope);
  } else if (auto* violates = dynamic_cast<Tree::ViolatesContext*>(context->verdict())) {
    test.kind = TestKind::violates;
    test.formula = formula(violates->expr(), scope);
  } else {
    test.kind = dynamic_cast<Tree::ValidContext*>(context->verdict()) ? TestKind::valid : TestKind::invalid;
  }
  program_.tests.push_back(std::move(test));
}

}  // namespace aunit::parser::program
