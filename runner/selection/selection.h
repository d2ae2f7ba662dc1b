// Chooses the tests to run, and their order: -k, --tag, --lf, --shard, --ff, --sw, --shuffle, --repeat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/test.h"
#include "runner/selection/shard.h"
#include "suite/outcome.h"

namespace aunit::runner {

/// An expression over test names for -k: words joined by `and`, `or`, `not` and parentheses. A word (or several in a row, or a
/// quoted text) holds if the name contains it, ignoring case. `not` binds tightest, then `and`, then `or`.
class NameExpression {
 public:
  /// Returns nothing and sets `error` if the text is no such expression. The empty text matches everything.
  static std::optional<NameExpression> parse(std::string_view text, std::string& error);

  bool matches(std::string_view name) const;

  struct Node;  // defined in selection.cpp

 private:
  std::shared_ptr<const Node> root_;
};

/// The criteria of a selection. Empty members choose everything, in the original order.
struct Selection {
  std::vector<bool> admitted{};  // by candidate (picks.h)
  NameExpression names{};
  std::vector<std::string> tags{};                 // tests with any of these tags
  std::optional<std::set<std::string>> onlyIds{};  // --lf: the IDs of the tests that failed
  Shard shard{};
  std::optional<std::string> from{};       // --sw: the ID of the test to start at; no effect unless that test is chosen
  std::optional<std::uint64_t> shuffle{};  // --shuffle: the seed for the order of files, and of the tests in each
  std::set<std::string> first{};           // --ff: IDs of tests that run first
  std::size_t repeat = 1;                  // --repeat: how often the whole selection runs
};

/// A test before it runs, or a file that does not load. Such a file has `always` set: it is chosen whenever `Selection::admitted`
/// allows it, because its tests are unknown.
struct Candidate {
  std::string id;
  std::string file, name;
  suite::Place place = {};                                     // place of the test's name, without source lines
  suite::Place range = {};                                     // place of the test's paragraph, without source lines
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;  // first and last line of each paragraph of the test
  std::vector<std::string> tags;
  model::Marks marks = {};
  bool solved = false;  // whether the test needs the solver
  bool always = false;
};

/// Whether at least one candidate has an ID in `ids`, which were stored in an earlier run. Stored IDs can be out of date: a test
/// may have been renamed or deleted, and a file that failed to load may load now.
bool anyOf(const std::vector<Candidate>& candidates, const std::set<std::string>& ids);

/// The indices of the chosen candidates, in the order in which they run.
std::vector<std::size_t> select(const std::vector<Candidate>& candidates, const Selection& selection);

}  // namespace aunit::runner
