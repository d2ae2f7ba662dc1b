// Selection of the tests to run, and their order: -k, --tag, --lf, --shard, --ff, --sw, --shuffle, --repeat.
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

/// An expression over test names, as -k takes it: words joined by `and`, `or`, `not` and parentheses. A word (or several in a
/// row, or text in quotes) holds when the name contains it, whatever its case. `not` binds tightest, then `and`, then `or`.
class NameExpression {
 public:
  /// Nothing, with `error` saying what is wrong, when the text is not such an expression. The empty text selects everything.
  static std::optional<NameExpression> parse(std::string_view text, std::string& error);

  bool matches(std::string_view name) const;

  struct Node;  // defined where it is used

 private:
  std::shared_ptr<const Node> root_;
};

/// The criteria of a selection. Empty members choose everything, in the order in which it is found.
struct Selection {
  std::vector<bool> admitted{};  // by candidate (picks.h)
  NameExpression names{};
  std::vector<std::string> tags{};                 // any of them
  std::optional<std::set<std::string>> onlyIds{};  // --lf
  Shard shard{};
  std::optional<std::string> from{};       // --sw: start at the test of this id, when it is among those chosen
  std::optional<std::uint64_t> shuffle{};  // --shuffle: the seed; files and the tests of each in a random order
  std::set<std::string> first{};           // --ff: ids of tests to run before the others
  std::size_t repeat = 1;                  // --repeat: how often to run the whole selection
};

/// A test as it is known before it runs, or a file that does not load. Such a file has `always` set and is chosen by every
/// selection that admits it, since its tests are not known.
struct Candidate {
  std::string id;
  std::string file, name;
  suite::Place place = {};                                     // of its name, without text
  suite::Place range = {};                                     // of its paragraph, without text
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;  // first and last ones of its paragraphs
  std::vector<std::string> tags;
  model::Marks marks = {};
  bool solved = false;  // some of it by the solver; else by evaluation alone
  bool always = false;
};

/// Whether a candidate has one of these ids. Remembered ids may have no candidate left: tests are renamed and deleted, files
/// that did not load are fixed.
bool anyOf(const std::vector<Candidate>& candidates, const std::set<std::string>& ids);

/// Indices of the chosen candidates, in the order in which they are to run.
std::vector<std::size_t> select(const std::vector<Candidate>& candidates, const Selection& selection);

}  // namespace aunit::runner
