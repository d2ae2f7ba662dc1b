// Records the behaviour that explains a log: reports each step to a callback and keeps the last states. Checks all facts if the
// behaviour ends in a loop.
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
  /// The arguments must outlive this object.
  Paths(const model::Model& model, const RelationNumbers& numbers, const model::Instance& frame, const Facts& facts,
        const LogOptions& options);

  void add(const PathStep& step);
  /// Whether `path` satisfies all facts and declarations if it loops back from its last state to the state after the first `loop`
  /// records. Returns false, too, if there is no such state. If the result is false, broken() returns a sentence that says why.
  bool holds(const std::vector<const PathStep*>& path, std::size_t loop);
  const std::string& broken() const { return broken_; }
  model::Span brokenFact() const { return brokenFact_; }

  /// The last states of the behaviour. `lineOf` returns the line of a record.
  Behaviour behaviour(const std::function<std::uint64_t(std::size_t)>& lineOf, std::optional<std::size_t> loop) const;
  /// Appends the state `values` to `behaviour`: log line `line` states it, but no step of the model leads to it.
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
  model::Span brokenFact_;  // span of the violated fact; unknown if no fact is violated
};

}  // namespace aunit::suite::log
