#include "suite/log/behaviour.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include <fmt/format.h>

namespace aunit::suite::log {

Paths::Paths(const model::Model& model, const RelationNumbers& numbers, const model::Instance& frame, const Facts& facts,
             const LogOptions& options)
    : model_(model), numbers_(numbers), frame_(frame), facts_(facts), options_(options) {
  std::ranges::copy(facts.first, std::back_inserter(atFirst_));
  std::ranges::copy(facts.states, std::back_inserter(atFirst_));
  std::ranges::copy(facts.steps, std::back_inserter(atStep_));
  std::ranges::copy(facts.states, std::back_inserter(atStep_));
}

model::State Paths::stateOf(const Values& values) const {
  model::State state = frame_.states.front();
  for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_.in(state, i) = values[i];
  return state;
}

void Paths::add(const PathStep& step) {
  if (options_.watch) watch(step);
  if (options_.states == 0) return;
  kept_.push_back(step);
  if (kept_.size() > options_.states) kept_.pop_front(), ++dropped_;
}

void Paths::watch(const PathStep& step) {
  if (previous_ && previous_->state == step.state) return;  // the state did not change, so there was no step to report
  model::Instance states = frame_;
  states.states.clear();
  if (previous_) states.states.push_back(stateOf(previous_->state));
  states.states.push_back(stateOf(step.state));
  states.loop = static_cast<std::uint32_t>(states.states.size()) - 1;
  options_.watch({states, previous_ ? atStep_ : atFirst_});
  previous_ = step;
}

bool Paths::holds(const std::vector<const PathStep*>& path, std::size_t loop) {
  model::Instance whole = frame_;
  whole.states.clear();
  std::optional<std::uint32_t> target;
  std::size_t records = 0;
  for (const PathStep* step : path) {
    if (step->record != PathStep::none && step->whole) ++records;
    whole.states.push_back(stateOf(step->state));
    if (records == loop && !target) target = static_cast<std::uint32_t>(whole.states.size() - 1);
  }
  if (!target) {
    broken_ = fmt::format("the loop would begin after line {0}, but the log has no state after line {0}", loop);
    return false;
  }
  whole.loop = *target;
  evaluator::Evaluator evaluator(model_, options_.evaluation);
  evaluator.bind(whole);
  for (const model::ImplicitConstraint& each : model_.implicitConstraints())
    if (!evaluator.holds(each.formula)) {
      broken_ = "every line is explained, but a declaration does not hold if the loop repeats";
      return false;
    }
  for (const model::Fact& fact : model_.facts())
    if (fact.body != model::noId && !evaluator.holds(fact.body)) {
      broken_ = fmt::format("every line is explained, but {} does not hold if the loop repeats",
                            fact.name.empty()                          ? "a fact"
                            : fact.name.find(' ') != std::string::npos ? fmt::format("fact \"{}\"", fact.name)
                                                                       : fmt::format("fact {}", fact.name));
      brokenFact_ = fact.span;
      return false;
    }
  return true;
}

Behaviour Paths::behaviour(const std::function<std::uint64_t(std::size_t)>& lineOf, std::optional<std::size_t> loop) const {
  Behaviour behaviour;
  if (kept_.empty()) return behaviour;
  auto instance = std::make_shared<model::Instance>(frame_);
  instance->states.clear();
  std::size_t records = 0;
  std::optional<std::uint32_t> target;
  for (const PathStep& step : kept_) {
    if (step.record != PathStep::none && step.whole) ++records;
    instance->states.push_back(stateOf(step.state));
    behaviour.lines.push_back(step.record == PathStep::none ? 0 : lineOf(step.record));
    if (loop && dropped_ == 0 && records == *loop && !target) target = static_cast<std::uint32_t>(instance->states.size() - 1);
  }
  instance->loop = target.value_or(static_cast<std::uint32_t>(instance->states.size()) - 1);
  behaviour.dropped = dropped_;
  behaviour.instance = std::move(instance);
  return behaviour;
}

void Paths::claim(Behaviour& behaviour, const Values& values, std::uint64_t line) const {
  if (!behaviour.instance) return;
  auto instance = std::make_shared<model::Instance>(*behaviour.instance);
  instance->states.push_back(stateOf(values));
  instance->loop = static_cast<std::uint32_t>(instance->states.size()) - 1;
  behaviour.lines.push_back(line);
  behaviour.claimed = true;
  behaviour.instance = std::move(instance);
}

}  // namespace aunit::suite::log
