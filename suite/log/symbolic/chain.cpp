#include "suite/log/symbolic/chain.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace aunit::suite::log {

namespace {

constexpr std::size_t windowsKept = 4;
constexpr std::size_t otherStates = 5;  // limit for further possible states before the first unexplained line, in reports

}  // namespace

Chain::Chain(const LogProblem& problem, Records& records, const SearchStart& outset, std::size_t count, SearchResult& found)
    : problem_(problem),
      records_(records),
      outset_(outset),
      count_(count),
      found_(found),
      firstIsState_(beginsWithState(problem, outset)),
      places_(problem, records, count, firstIsState_),
      chain_(1) {
  chain_.front().first = outset.record + (firstIsState_ ? 1 : 0);
}

void Chain::run() {
  for (std::size_t k = 0;;) {
    problem_.budget.check();
    Window& window = windowAt(k);
    if (isNewest(k))
      window.avoidEnds(deadEnds_);
    else
      window.refute(chain_[k + 1].refuted);
    const std::size_t all = window.end() - window.first();
    if (!window.explains(boundaryAt(k), all)) {
      if (isNewest(k)) findLine(k, window);
      const Cube cube = window.blamed();
      if (k == 0 || cube.empty()) {
        found_.outcome = SearchResult::Outcome::doesNotFit;
        return;
      }
      chain_[k].refuted.push_back(cube);
      --k;
      continue;
    }
    takePath(k, window, all);
    const std::size_t end = window.end();
    if (end > found_.explained || found_.path.empty()) {
      found_.explained = end;
      keepPath(k);
    }
    if (end >= count_ || places_.at(end).empty()) {
      keepPath(k);
      using Answer = Continuation::Answer;
      const bool isLast = problem_.goesOn && !records_.at(end);
      const Answer behind = isLast ? problem_.goesOn(found_.states.front(), found_.path.size() == 1) : Answer::goesOn;
      if (behind == Answer::ends) {
        deadEnds_.push_back(found_.states.front());
        found_.endsDead = true;
        continue;
      }
      if (behind == Answer::goesOn)
        found_.outcome = SearchResult::Outcome::fits;
      else
        found_.why = "it was not decided whether a behaviour continues after the last line";
      return;
    }
    if (isNewest(k)) chain_.emplace_back().first = end;
    const Link& here = chain_[k];
    chain_[k + 1].boundary = {!here.path.empty() ? here.path.back().state
                              : k == 0           ? initial_
                                                 : here.boundary.state,
                              window.doneAtEnd()};
    ++k;
  }
}

/// Returns the window after boundary `k`. The newest window takes records until it is full. Every other window ends where the
/// next one begins.
Window& Chain::windowAt(std::size_t k) {
  std::unique_ptr<Window>& window = windows_[k];
  if (window) return *window;
  window = std::make_unique<Window>(problem_, places_, outset_, chain_[k].first, k == 0);
  if (k == 0 && firstIsState_ && !places_.at(0).empty()) window->beginAt(places_.record(0));
  const std::size_t end = isNewest(k) ? count_ : chain_[k + 1].first;
  for (std::size_t place = chain_[k].first; place < end; ++place) {
    if (isNewest(k) && window->isFull()) break;
    const std::vector<std::size_t> records = places_.at(place);
    if (records.empty()) break;
    window->add(records);
  }
  ++found_.visited;
  while (windows_.size() > windowsKept)
    windows_.erase(windows_.begin()->first == k ? std::prev(windows_.end()) : windows_.begin());
  return *windows_[k];
}

void Chain::takePath(std::size_t k, Window& window, std::size_t count) {
  if (k == 0) initial_ = window.firstState();
  chain_[k].path = window.path(count, initial_);
  keptWindows_ = std::min(keptWindows_, k);
}

/// Updates found_.path to the paths of windows 0 .. k. Replaces only the part that begins with the first changed window.
void Chain::keepPath(std::size_t k) {
  keptWindows_ = std::min(keptWindows_, k + 1);
  if (keptWindows_ == 0) {
    PathStep root;
    root.state = initial_;
    if (firstIsState_) root.record = 0;
    if (outset_.record > 0) root.record = outset_.record - 1;
    found_.path.assign(1, root);
  } else {
    found_.path.resize(keptSteps_[keptWindows_ - 1]);
  }
  keptSteps_.resize(k + 1);
  for (; keptWindows_ <= k; ++keptWindows_) {
    const std::vector<PathStep>& path = chain_[keptWindows_].path;
    found_.path.insert(found_.path.end(), path.begin(), path.end());
    keptSteps_[keptWindows_] = found_.path.size();
  }
  found_.states = {found_.path.back().state};
}

/// Requires that the newest window has no solution. Finds the window's first record that is not explained, and the states before
/// that record. Then calls explains() up to this record, so that blamed() says why the record is not explained.
void Chain::findLine(std::size_t k, Window& window) {
  const Boundary* const boundary = boundaryAt(k);
  const std::size_t all = window.end() - window.first();
  std::size_t good = 0, bad = all;
  while (bad > 0 && good + 1 < bad) {
    const std::size_t middle = good + (bad - good) / 2;
    (window.explains(boundary, middle) ? good : bad) = middle;
  }
  if ((window.first() + good > found_.explained || found_.path.empty()) && window.explains(boundary, good)) {
    found_.explained = window.first() + good;
    takePath(k, window, good);
    keepPath(k);
    for (Values& other : window.otherEnds(boundary, good, found_.states.front(), initial_, otherStates))
      found_.states.push_back(std::move(other));
  }
  window.explains(boundary, std::min(all, good + 1));
}

}  // namespace aunit::suite::log
