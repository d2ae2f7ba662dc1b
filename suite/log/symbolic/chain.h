// Explains records by a chain of windows (window.h). Each window begins at a boundary: the end of the solution for the previous
// window. If a window has no solution from its boundary, the solver's conflict names literals of the boundary: the window has no
// solution from any boundary where all these literals are true. A clause in the previous window then excludes these boundaries,
// and the solver looks for another solution of the previous window. If there is no other solution, the search goes back to an
// earlier window. The clauses at the end of a window are true at every boundary from which the rest of the log can be explained,
// as in property directed reachability (Bradley, VMCAI 2011).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "suite/log/symbolic/window.h"

namespace aunit::suite::log {

/// Searches with a chain of windows. This is one class because boundaries, excluded boundaries and the path found so far change
/// together: a window that has no solution adds clauses to the window before it, and the search may go back further.
class Chain {
 public:
  /// The arguments must outlive this object. `found` is valid when run() ends. If run() throws support::Exhausted,
  /// `found.outcome` stays as it was.
  Chain(const LogProblem& problem, Records& records, const SearchStart& outset, std::size_t count, SearchResult& found);

  /// Throws solver::Unsupported and support::Exhausted.
  void run();

 private:
  struct Link {
    std::size_t first = 0;       // the window's first place in the order of records (places.h)
    Boundary boundary;           // the boundary at which the window begins; not used for the first window
    std::vector<Cube> refuted;   // boundaries at which the window may not begin: they do not lead to the end of the log
    std::vector<PathStep> path;  // the path through the window
  };

  Window& windowAt(std::size_t k);
  const Boundary* boundaryAt(std::size_t k) const { return k == 0 ? nullptr : &chain_[k].boundary; }
  bool isNewest(std::size_t k) const { return k + 1 == chain_.size(); }
  void takePath(std::size_t k, Window& window, std::size_t count);
  void keepPath(std::size_t k);
  void findLine(std::size_t k, Window& window);

  const LogProblem& problem_;
  Records& records_;
  const SearchStart& outset_;
  std::size_t count_;
  SearchResult& found_;
  bool firstIsState_;  // the first record is a state
  Places places_;
  std::vector<Link> chain_;
  std::map<std::size_t, std::unique_ptr<Window>> windows_;  // the windows that were used last, by index in `chain_`
  /// States after the last record from which no behaviour continues.
  std::vector<Values> deadEnds_;
  Values initial_;
  std::size_t keptWindows_ = 0;         // the paths of the first `keptWindows_` windows are in found_.path
  std::vector<std::size_t> keptSteps_;  // by window: number of steps in found_.path up to the end of the window
};

}  // namespace aunit::suite::log
