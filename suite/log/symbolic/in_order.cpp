#include "suite/log/symbolic/in_order.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace aunit::suite::log {

namespace {

constexpr std::size_t windowsKept = 4;
constexpr std::size_t otherStates = 5;  // before the line that is left, for the report

}  // namespace

InOrder::InOrder(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count, Found& found)
    : problem_(problem),
      records_(records),
      outset_(outset),
      count_(count),
      found_(found),
      firstIsState_(problem.log.states && outset.record == 0),
      chain_(1) {
  chain_.front().first = outset.record + (firstIsState_ ? 1 : 0);
}

void InOrder::run() {
  for (std::size_t k = 0;;) {
    problem_.budget.check();
    Window& window = windowAt(k);
    if (!isNewest(k)) window.refute(chain_[k + 1].refuted);
    const std::size_t all = window.end() - window.first();
    if (!window.explains(stateAt(k), all)) {
      if (isNewest(k)) findLine(k, window);
      const Cube cube = window.blamed();
      if (k == 0 || cube.empty()) {
        found_.outcome = Found::Outcome::doesNotFit;
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
    if (end >= count_ || !records_.at(end)) {
      found_.outcome = Found::Outcome::fits;
      keepPath(k);
      return;
    }
    if (isNewest(k)) chain_.emplace_back().first = end;
    const Boundary& here = chain_[k];
    chain_[k + 1].state = !here.path.empty() ? here.path.back().state : k == 0 ? initial_ : here.state;
    ++k;
  }
}

/// The window behind a boundary: the newest takes records until it is full, those before it have theirs.
Window& InOrder::windowAt(std::size_t k) {
  std::unique_ptr<Window>& window = windows_[k];
  if (window) return *window;
  window = std::make_unique<Window>(problem_, outset_, chain_[k].first, k == 0);
  if (k == 0 && firstIsState_)
    if (const Observation* line = records_.at(0)) window->beginAt(*line);
  const std::size_t end = isNewest(k) ? count_ : chain_[k + 1].first;
  for (std::size_t record = chain_[k].first; record < end; ++record) {
    if (isNewest(k) && window->isFull()) break;
    const Observation* line = records_.at(record);
    if (!line) break;
    window->add(*line);
  }
  ++found_.visited;
  while (windows_.size() > windowsKept)
    windows_.erase(windows_.begin()->first == k ? std::prev(windows_.end()) : windows_.begin());
  return *windows_[k];
}

void InOrder::takePath(std::size_t k, Window& window, std::size_t count) {
  if (k == 0) initial_ = window.firstState();
  chain_[k].path = window.path(count, initial_);
  keptWindows_ = std::min(keptWindows_, k);
}

/// Keeps the behaviour through the windows up to this one; what is kept of it already stays.
void InOrder::keepPath(std::size_t k) {
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

/// After the newest window was refuted: the first record in it that is not explained, and the states before it. The solver's last
/// answer is why this record is not.
void InOrder::findLine(std::size_t k, Window& window) {
  const Values* const boundary = stateAt(k);
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
