#include "suite/log/search.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/cpu_time.h"

namespace aunit::suite::log {

namespace {

constexpr std::size_t mostStates = 20;  // limit for the states in SearchResult::states, for the report
constexpr std::uint64_t mostRestarts = 18;
// After visiting this many nodes without explaining a further line, the search restarts or tries refuted().
constexpr std::uint64_t patience = 300;
constexpr std::size_t mostFailed = 1'000'000;  // largest size of the set `failed`

}  // namespace

LogSearch::LogSearch(const model::Model& model, const model::Log& log, const RelationNumbers& numbers,
                     const model::Instance& frame, Successors& successors, const Mapping& mapping, const support::Budget& budget)
    : log_(log),
      numbers_(numbers),
      frame_(frame),
      successors_(successors),
      mapping_(mapping),
      keys_(model, numbers, frame),
      budget_(budget),
      counted_(numbers.all()) {}

bool LogSearch::isReady(const Node& node, std::size_t record) const {
  const auto* predecessors = records_->predecessors();
  if (!predecessors) return record == node.position;
  if (record >= count_ || std::binary_search(node.done.begin(), node.done.end(), record)) return false;
  return std::ranges::all_of((*predecessors)[record], [&](std::size_t before) {
    return before < node.position || std::binary_search(node.done.begin(), node.done.end(), before);
  });
}

/// Computes the children of a node: only the first one if `firstOnly`, else all. Returns false if there are none.
bool LogSearch::expand(Node& node, bool firstOnly) {
  node.children.clear();
  const auto same = [&](const Values& a) {
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      if (counted_[i] && !(a[i] == node.step.state[i])) return false;
    return true;
  };
  std::vector<Child> unchanged;
  // Symmetry is used only if the rest of the search depends on no state except this one. Otherwise atoms that are alike in this
  // state may differ in another one.
  std::function<Orbits()> orbits;
  if (node.part == 0 && !accept_) orbits = [&] { return keys_.orbitsOf(node.step.state, namedBehind(node), counted_); };
  const auto steps = [&](std::size_t record, bool hidden, std::span<const StepFormula> asked, const KnownRelations& known,
                         bool partial = false) {
    std::vector<StepFormula> more;
    if (node.first && !ofFirstStep_.empty()) {
      more.assign(asked.begin(), asked.end());
      more.insert(more.end(), ofFirstStep_.begin(), ofFirstStep_.end());
    }
    successors_.forEach(node.step.state, more.empty() ? asked : more, known, orbits, [&](Values next) {
      if (same(next)) {
        if (unchanged.empty() || unchanged.back().record != record)
          unchanged.push_back({record, hidden, std::move(next), partial});
        return true;
      }
      const auto isIt = [&](const Child& child) {
        return child.record == record && child.hidden == hidden && child.state == next;
      };
      if (!firstOnly && node.children.size() < 200 && std::ranges::any_of(node.children, isIt)) return true;
      node.children.push_back({record, hidden, std::move(next), partial});
      return !firstOnly;
    });
  };
  if (node.part > 0) {
    const Observation* line = records_->at(node.step.record);
    const bool last = node.part == line->later.size();
    steps(node.step.record, false, line->later[node.part - 1],
          last ? mapping_.known(*line, *node.entry, initial_) : KnownRelations(numbers_.size()), !last);
    if (!firstOnly || node.children.empty())
      node.children.insert(node.children.end(), std::make_move_iterator(unchanged.begin()),
                           std::make_move_iterator(unchanged.end()));
    return !node.children.empty();
  }
  const auto* predecessors = records_->predecessors();
  const std::size_t last = predecessors ? count_ : node.position + 1;
  for (std::size_t record = node.position; record < last && record < count_; ++record) {
    if (!isReady(node, record)) continue;
    const Observation* line = records_->at(record);
    if (!line || !line->impossible.empty() || !line->malformed.empty()) continue;
    if (line->step == Observation::Step::passedOver) {
      node.children.push_back({record, false, node.step.state, false, false});
      if (firstOnly) return true;
      continue;
    }
    if (!line->later.empty()) {
      steps(record, false, line->asked, KnownRelations(numbers_.size()), true);
      if (firstOnly && node.children.empty() && !unchanged.empty()) node.children.push_back(std::move(unchanged.front()));
      if (firstOnly && !node.children.empty()) return true;
      continue;
    }
    // The record determines the next state, and the step to it has been checked.
    if (line->checked && !accept_ && node.hidden == 0 && counted_.count() == numbers_.size() &&
        !(node.first && !ofFirstStep_.empty())) {
      node.children.push_back({record, false, *line->stated});
      return true;
    }
    const KnownRelations known = mapping_.known(*line, node.step.state, initial_);
    bool agrees = true;
    for (std::size_t i = 0; i < known.size(); ++i)
      agrees = agrees && (!counted_[i] || !known[i] || *known[i] == node.step.state[i]);
    if (line->step == Observation::Step::none || line->step == Observation::Step::any) {
      bool none = agrees;
      if (none && !line->asked.empty()) {  // the line may describe a step that changes nothing
        none = false;
        KnownRelations stays(node.step.state.begin(), node.step.state.end());
        successors_.forEach(node.step.state, line->asked, stays, {}, [&](const Values&) { return none = true, false; });
      }
      if (none) {
        node.children.push_back({record, false, node.step.state, false, false});
        if (firstOnly) return true;
      }
      if (line->step == Observation::Step::none) continue;
    }
    steps(record, false, line->asked, known);
    if (firstOnly && !node.children.empty()) return true;
    if (firstOnly && !unchanged.empty()) {
      node.children.push_back(std::move(unchanged.front()));
      return true;
    }
  }
  if (node.hidden < log_.hiddenSteps) {
    const std::size_t before = node.children.size();
    steps(node.position, true, {}, {});
    if (firstOnly && node.children.size() > before) return true;
  }
  std::erase_if(unchanged, [](const Child& child) { return child.hidden; });
  for (Child& child : unchanged) {
    const auto isIt = [&](const Child& other) {
      return other.record == child.record && !other.hidden && other.state == child.state;
    };
    if (std::ranges::none_of(node.children, isIt)) node.children.push_back(std::move(child));
  }
  return !node.children.empty();
}

LogSearch::Node LogSearch::childOf(const Node& node, Child& child) const {
  Node result;
  result.step.state = std::move(child.state);
  result.first = node.first && !child.isStep;
  result.position = node.position;
  result.done = node.done;
  if (child.hidden) {
    result.hidden = node.hidden + 1;
    return result;
  }
  result.step.record = child.record;
  if (child.partial) {
    result.step.whole = false;
    result.part = node.part + 1;
    result.entry = node.part == 0 ? node.step.state : node.entry;
    return result;
  }
  if (child.record == result.position)
    ++result.position;
  else
    result.done.insert(std::ranges::upper_bound(result.done, child.record), child.record);
  while (!result.done.empty() && result.done.front() == result.position) {
    result.done.erase(result.done.begin());
    ++result.position;
  }
  return result;
}

/// By atom: whether some record after the node names the atom. Considers only records that were read so far.
std::vector<bool> LogSearch::namedBehind(const Node& node) {
  std::vector<bool> named(frame_.universe->size(), false);
  const std::size_t horizon = records_->predecessors() ? count_ : std::min(count_, found_.explained + 1);
  mentioned_ = std::max(mentioned_, forgotten_);
  for (; mentioned_ < horizon; ++mentioned_) {
    const Observation* line = records_->at(mentioned_);
    if (!line) break;
    for (const model::Atom atom : line->atoms) lastMention_[atom] = mentioned_ + 1;
  }
  for (std::size_t a = 0; a < named.size(); ++a) named[a] = lastMention_[a] > node.position;
  return named;
}

std::string LogSearch::keyOf(const Node& node) {
  if (node.part > 0) {
    const std::vector<bool> all(frame_.universe->size(), true);
    std::string key = keys_.keyOf(node.step.state, all, counted_) + '|' + keys_.keyOf(*node.entry, all, counted_);
    key += fmt::format("/{}:{}#{}", node.position, fmt::join(node.done, ","), node.part);
    return key + '@' + std::to_string(node.step.record);
  }
  std::string key = keys_.keyOf(node.step.state, namedBehind(node), counted_);
  key += '/';
  key += std::to_string(node.position);
  for (const std::size_t record : node.done) key += ',' + std::to_string(record);
  key += '+' + std::to_string(node.hidden);
  if (node.first && !ofFirstStep_.empty()) key += '!';
  return key;
}

/// Whether the first record can describe the state `start`. Requires that the records are states.
bool LogSearch::beginsAt(const Values& start) {
  const Observation* first = records_->at(0);
  if (!first) return true;
  if (!first->impossible.empty() || !first->malformed.empty()) return false;
  const KnownRelations known = mapping_.known(*first, start, start);
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] && !(*known[i] == start[i])) return false;
  return true;
}

/// Whether the search may end with this path, whose last node explains the last record: asks the function that was given to
/// accept() or askBehindLast(). Returns true if no function was given.
bool LogSearch::accepted(const std::deque<Node>& stack) {
  if (accept_) {
    std::vector<const PathStep*> path;
    for (const Node& node : stack) path.push_back(&node.step);
    return accept_(path);
  }
  const Node& last = stack.back();
  if (!goesOn_ || records_->at(doneIn(last))) return true;
  const Continuation::Answer answer = goesOn_(last.step.state, last.first);
  mayGoOn_ = mayGoOn_ || answer == Continuation::Answer::unknown;
  found_.endsDead = found_.endsDead || answer == Continuation::Answer::ends;
  return answer == Continuation::Answer::goesOn;
}

/// Stores the path in found_.path, if its last node explains more records than the stored path.
void LogSearch::keepPath(const std::deque<Node>& stack) {
  if (pathOf_ == found_.explained) return;
  pathOf_ = found_.explained;
  found_.path.clear();
  for (const Node& node : stack) found_.path.push_back(node.step);
}

void LogSearch::note(const Node& node) {
  if (node.part > 0) {
    if (doneIn(node) == found_.explained && node.part > found_.part) found_.part = node.part, found_.partState = node.step.state;
    return;
  }
  const std::size_t done = doneIn(node);
  if (records_->predecessors() && node.done.empty()) found_.beginnings[node.position] = true;
  if (done > found_.explained) found_.explained = done, found_.states.clear(), found_.part = 0;
  if (done == found_.explained && found_.states.size() < mostStates &&
      std::ranges::find(found_.states, node.step.state) == found_.states.end())
    found_.states.push_back(node.step.state);
}

std::optional<SearchResult> LogSearch::helped(bool last) {
  if (!help_ || helpAsked_) return std::nullopt;
  helpAsked_ = true;
  const std::uint64_t visited = found_.visited;
  std::optional<SearchResult> found = help_(front_ ? &*front_ : nullptr, count_, last);
  if (found) found->visited += visited;
  return found;
}

SearchResult LogSearch::run(Records& records, const std::vector<Values>& starts, std::size_t count) {
  records_ = &records;
  starts_ = &starts;
  count_ = count;
  found_ = {};
  mayGoOn_ = false;
  if (records.predecessors()) found_.beginnings.assign(count + 1, false);
  lastMention_.assign(frame_.universe->size(), 0);
  mentioned_ = forgotten_ = 0;
  pathOf_ = PathStep::none;
  helpAsked_ = false;
  front_.reset();
  const auto now = [] { return support::cpuSeconds(CLOCK_THREAD_CPUTIME_ID); };
  double progress = now();
  std::unordered_set<std::string> failed;  // keys of nodes whose children were all tried in vain
  std::deque<Node> stack;
  std::uint64_t stuck = 0;  // number of nodes visited since the search last explained a further line
  std::uint64_t asked = patience, restarts = 0;
  try {
    for (const Values& start : starts) {
      initial_ = start;
      failed.clear();
      stack.clear();
      const auto begin = [&] {
        Node& root = stack.emplace_back();
        root.step.state = start;
        if (log_.states && records.at(0)) root.position = 1, root.step.record = 0;
      };
      if (log_.states && !beginsAt(start)) continue;
      begin();
      note(stack.back());
      bool backtracked = false;
      while (!stack.empty()) {
        budget_.check();
        Node& node = stack.back();
        const std::size_t done = doneIn(node);
        if (done >= count_ || (done == node.position && !records_->at(node.position) && node.done.empty())) {
          if (accepted(stack)) {
            found_.outcome = SearchResult::Outcome::fits;
            found_.explained = done;
            keepPath(stack);
            return std::move(found_);
          }
          keepPath(stack);
          stack.pop_back();
          backtracked = true;
          continue;
        }
        if (node.next == 0 && !node.all && node.children.empty()) {
          ++found_.visited;
          ++stuck;
          node.horizon = found_.explained;
          // After a wrong choice, all children are likely to be needed, so they are computed at once.
          if (!expand(node, !backtracked) || backtracked) node.all = true;
          if (stuck % 64 == 0 && !helpAsked_ && now() - progress > helpAfter_)
            if (auto found = helped(false)) return std::move(*found);
        } else if (node.next == 1 && !node.all) {
          const Values first = std::move(node.children.front().state);
          node.horizon = found_.explained;
          expand(node, false);
          node.all = true;
          node.next = 0;
        }
        if (stuck >= asked && successors_.complete()) {
          const bool oneOrder = forgotten_ == 0 && !records.predecessors();
          if (oneOrder && starts.size() == 1 && restarts % 6 == 0 && refuted(found_.explained + 1, asked * 4)) {
            found_.outcome = SearchResult::Outcome::doesNotFit;
            keepPath(stack);
            return std::move(found_);
          }
          asked *= 8;
          // An early choice may have been wrong, so the search starts again with other choices. States from which it found no
          // behaviour remain in `failed`.
          if (oneOrder && restarts < mostRestarts) {
            asked = patience * (1 + ++restarts);
            successors_.shuffle(restarts);
            keepPath(stack);
            stack.clear();
            begin();
            stuck = 0;
            backtracked = true;
            continue;
          }
        }
        if (node.next == node.children.size()) {
          // If further lines have been read, they may distinguish atoms that were alike before. So the children are computed
          // again.
          if (node.horizon != found_.explained && !records_->predecessors()) {
            node.horizon = found_.explained;
            node.all = true;
            node.next = 0;
            expand(node, false);
            continue;
          }
          backtracked = true;
          if (!accept_ && doneIn(node) <= found_.explained && failed.size() < mostFailed)
            failed.insert(node.key && node.keyHorizon == found_.explained ? std::move(*node.key) : keyOf(node));
          if (node.part == 0 && doneIn(node) == found_.explained) keepPath(stack);
          stack.pop_back();
          continue;
        }
        Child& child = node.children[node.next++];
        Node next = childOf(node, child);
        if (doneIn(next) > found_.explained) {
          failed.clear();
          backtracked = false;
          stuck = 0;
          asked = patience;
          restarts = 0;
          progress = now();
        } else if (backtracked) {
          next.key = keyOf(next);
          next.keyHorizon = found_.explained;
          if (failed.contains(*next.key)) continue;
        }
        note(next);
        // If a line states all relations, there is only one path, so no node has to be stored for backtracking.
        const Observation* line = records.predecessors() || child.hidden ? nullptr : records.at(node.position);
        if (line && log_.hiddenSteps == 0 && line->later.empty() && !accept_) {
          const KnownRelations known = line->checked ? KnownRelations(line->stated->begin(), line->stated->end())
                                                     : mapping_.known(*line, node.step.state, initial_);
          node.unique = line->step != Observation::Step::passedOver &&
                        std::ranges::all_of(known, [](const auto& each) { return each.has_value(); });
        }
        stack.push_back(std::move(next));
        while (stack.size() > 2 && starts.size() == 1 && stack.front().unique && stack[1].unique) {
          forgotten_ = stack[1].position;
          records.forgetBefore(forgotten_);
          if (handOver_) handOver_(stack.front().step);
          stack.pop_front();
          front_ = stack.front().step;
        }
      }
    }
    if (!successors_.complete()) found_.beginnings.clear();
    const bool decided = successors_.complete() && !mayGoOn_;
    found_.outcome = decided ? SearchResult::Outcome::doesNotFit : SearchResult::Outcome::undecided;
    found_.allStates = successors_.complete() && found_.states.size() < mostStates;
    if (found_.outcome == SearchResult::Outcome::undecided)
      if (auto found = helped(true)) return std::move(*found);
    if (found_.outcome == SearchResult::Outcome::undecided) found_.why = "a relation has too many possible values after one step";
  } catch (const support::Exhausted& end) {
    keepPath(stack);
    found_.outcome = SearchResult::Outcome::undecided;
    found_.why = end.what();
  }
  successors_.project(numbers_.all());
  counted_ = numbers_.all();
  return std::move(found_);
}

/// Whether single relations, or pairs of relations, already show that no behaviour explains `goal` records.
bool LogSearch::refuted(std::size_t goal, std::uint64_t most) {
  std::vector<Relations> parts;
  for (std::size_t i = 0; i < numbers_.size(); ++i) parts.push_back(Relations().set(i));
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) parts.push_back(Relations().set(i).set(k));
  const bool result = std::ranges::any_of(
      parts, [&](const Relations& part) { return part != numbers_.all() && !projectedReaches(part, goal, most); });
  counted_ = numbers_.all();
  successors_.project(counted_);
  return result;
}

bool LogSearch::projectedReaches(const Relations& relations, std::size_t goal, std::uint64_t most) {
  counted_ = relations;
  successors_.project(relations);
  std::unordered_set<std::string> seen;
  std::vector<Node> open(1);
  open.front().step.state = starts_->front();
  if (log_.states) open.front().position = 1;
  std::uint64_t visited = 0;
  while (!open.empty()) {
    budget_.check();
    Node node = std::move(open.back());
    open.pop_back();
    if (doneIn(node) >= goal || !records_->at(node.position)) return true;
    expand(node, false);
    if (!successors_.complete()) return true;
    for (Child& child : node.children) {
      if (++visited > most) return true;
      Node next = childOf(node, child);
      if (seen.insert(keyOf(next)).second) open.push_back(std::move(next));
    }
  }
  return false;
}

}  // namespace aunit::suite::log
