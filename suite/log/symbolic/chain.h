// A chain of windows, through which records are explained. A window begins with one boundary, which the window before found. If
// no behaviour goes far enough from it, the boundary's literals in the solver's conflict are refuted: a clause excludes such
// boundaries at the end of the window before. The search steps back to an earlier window only if no other boundary remains. So
// the clauses at an end are a formula that every boundary satisfies from which the log may go on, as in property directed
// reachability (Bradley, VMCAI 2011).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "suite/log/symbolic/window.h"

namespace aunit::suite::log {

class Chain {
 public:
  /// All must outlive this object. `found` is valid whenever the search ends, also by support::Exhausted, but then without an
  /// outcome.
  Chain(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count, Found& found);

  /// Throws solver::Unsupported, support::Exhausted.
  void run();

 private:
  struct Link {
    std::size_t first = 0;       // the first place of the window
    Boundary boundary;           // before it; of the first window: not known before there is a path
    std::vector<Cube> refuted;   // boundaries from which the log does not go on
    std::vector<PathStep> path;  // through the window
  };

  Window& windowAt(std::size_t k);
  const Boundary* boundaryAt(std::size_t k) const { return k == 0 ? nullptr : &chain_[k].boundary; }
  bool isNewest(std::size_t k) const { return k + 1 == chain_.size(); }
  void takePath(std::size_t k, Window& window, std::size_t count);
  void keepPath(std::size_t k);
  void findLine(std::size_t k, Window& window);

  const LogProblem& problem_;
  Records& records_;
  const Outset& outset_;
  std::size_t count_;
  Found& found_;
  bool firstIsState_;  // the first record is a state
  Places places_;
  std::vector<Link> chain_;
  std::map<std::size_t, std::unique_ptr<Window>> windows_;  // the windows that were used last
  std::vector<Values> deadEnds_;  // states in which all records may end, and from which the model does not go on
  Values initial_;
  std::size_t keptWindows_ = 0;         // the number of first windows whose path is in found_.path
  std::vector<std::size_t> keptSteps_;  // by window: the steps kept up to its end
};

}  // namespace aunit::suite::log
