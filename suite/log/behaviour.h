// The behaviour that explains a log. Each step is reported to an observer and kept if it is needed later; the whole is judged if
// it ends in a loop.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suite/log/facts.h"
#include "suite/log/judge.h"
#include "suite/log/search.h"

namespace aunit::suite::log {

class Paths {
 public:
  /// All must outlive this.
  Paths(const model::Model& model, const RelationNumbers& numbers, const model::Instance& frame, const Facts& facts,
        const LogOptions& options);

  /// The next step of the behaviour.
  void add(const PathStep& step);
  /// Whether a path satisfies all facts when the state behind `loop` records follows its last one. If not, broken() says so in a
  /// sentence.
  bool holds(const std::vector<const PathStep*>& path, std::size_t loop);
  const std::string& broken() const { return broken_; }
  model::Span brokenFact() const { return brokenFact_; }

  /// The states that were kept. `lineOf` gives the line of a record.
  Behaviour behaviour(const std::function<std::uint64_t(std::size_t)>& lineOf, std::optional<std::size_t> loop) const;
  /// Appends a state that a line states.
  void claim(Behaviour& behaviour, const Values& values, std::uint64_t line) const;

 private:
  model::State stateOf(const Values& values) const;
  void watch(const PathStep& step);

  const model::Model& model_;
  const RelationNumbers& numbers_;
  const model::Instance& frame_;
  const Facts& facts_;
  const LogOptions& options_;
  std::deque<PathStep> kept_;
  std::size_t dropped_ = 0;
  std::optional<PathStep> previous_;
  std::vector<Condition> atFirst_, atStep_;
  std::string broken_;
  model::Span brokenFact_;  // unknown: no fact is broken
};

}  // namespace aunit::suite::log
