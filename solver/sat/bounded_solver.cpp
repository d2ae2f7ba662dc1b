#include "solver/sat/bounded_solver.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <utility>

#include "support/budget.h"

namespace aunit::solver {

namespace {

using namespace std::chrono_literals;

// A search gets a thread of its own if there are more than `fewLiterals` literals, or if `shortSearch` conflicts are not enough.
constexpr int shortSearch = 2000;
constexpr std::size_t fewLiterals = 20'000;
// Number of literals that an engine gets at once.
constexpr std::size_t portion = 1u << 16;
// `glance`: interval between checks of a budget. `patience`: how long the caller waits for an engine that it has asked to stop.
constexpr auto glance = 5ms;
constexpr auto patience = 50ms;

std::atomic<int> abandoned = 0;
std::atomic<Engine*> broken = nullptr;

/// Keeps an engine that threw an exception, and never destroys it: after memory ran out, CaDiCaL's destructor frees memory that
/// is not its own.
void setAside(std::unique_ptr<Engine> engine) {
  Engine* const aside = engine.release();
  aside->nextAside = broken;
  while (!broken.compare_exchange_weak(aside->nextAside, aside)) {
  }
}

}  // namespace

/// State that the thread of a search and its callers share.
struct BoundedSolver::Search {
  explicit Search(MakeEngine make) : engine(make()) {}
  ~Search() {
    if (failure) setAside(std::move(engine));
    engine.reset();
    if (!clauses) --abandoned;
  }

  void run() {
    try {
      answer = give() ? engine->solve(assumptions, conflicts) : Answer::unknown;
    } catch (...) {
      failure = std::current_exception();
    }
  }
  /// Gives the engine all new clauses. Returns false if the search was ended meanwhile.
  bool give() {
    for (; keptGiven < kept.size(); ++keptGiven) engine->keep(kept[keptGiven]);
    std::vector<int> literals;
    do {
      {
        const std::lock_guard lock(reading);
        if (stopped || !clauses) return false;
        const auto rest = std::span(clauses->literals).subspan(given);
        literals.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(std::min(rest.size(), portion)));
        // Adds variables together with the clauses that mention them, because engines need much memory for each variable.
        for (const int literal : literals) variables = std::max(variables, std::abs(literal));
        if (literals.empty()) variables = clauses->variables;
      }
      engine->add(literals, variables);
      given += literals.size();
    } while (!literals.empty());
    return true;
  }

  std::unique_ptr<Engine> engine;
  std::mutex reading;            // held while the clauses are read
  const Cnf* clauses = nullptr;  // null if the caller has abandoned the search
  std::size_t given = 0;         // number of literals of `clauses` that the engine has
  int variables = 0;             // number of variables that the engine knows
  std::vector<int> kept;
  std::size_t keptGiven = 0;
  std::vector<int> assumptions;
  int conflicts = 0;
  std::atomic<bool> stopped = false;
  std::atomic<bool> done = false;
  Answer answer = Answer::unknown;  // valid after `done` is set, like `failure`
  std::exception_ptr failure;
};

BoundedSolver::~BoundedSolver() {
  if (thread_.joinable()) leave();
}

Answer BoundedSolver::solve(std::span<const int> assumptions, const support::Budget& budget, int conflicts) {
  if (!support::hasThreads) return solveInTurns(assumptions, budget, conflicts);
  if (clauses_.literals.size() <= fewLiterals && conflicts <= shortSearch) {
    const Answer found = search(assumptions, conflicts != 0 ? conflicts : shortSearch);
    if (found != Answer::unknown || conflicts != 0 || budget.exhausted()) return found;
  }
  BoundedSolver* const self = this;
  return race(std::span(&self, 1), assumptions, budget, conflicts) ? answer() : Answer::unknown;
}

Answer BoundedSolver::solveInTurns(std::span<const int> assumptions, const support::Budget& budget, int conflicts) {
  constexpr std::int64_t turn = shortSearch;
  for (std::int64_t left = conflicts != 0 ? conflicts : std::numeric_limits<std::int64_t>::max(); left > 0; left -= turn) {
    const Answer found = search(assumptions, static_cast<int>(std::min(left, turn)));
    const bool spent = mostPropagations_ != 0 && propagations() >= mostPropagations_;
    if (found != Answer::unknown || spent || budget.exhausted()) return found;
  }
  return Answer::unknown;
}

BoundedSolver* BoundedSolver::race(std::span<BoundedSolver* const> solvers, std::span<const int> assumptions,
                                   const support::Budget& budget, int conflicts) {
  const auto bell = std::make_shared<Bell>(0);
  for (BoundedSolver* const s : solvers) s->start(assumptions, conflicts, bell);
  const auto done = [](const BoundedSolver* s) { return s->done(); };
  const auto answered = [](const BoundedSolver* s) { return s->done() && s->answer() != Answer::unknown; };
  while (std::ranges::none_of(solvers, answered) && !std::ranges::all_of(solvers, done)) {
    if (!bell->try_acquire_for(glance) && budget.exhaustedMeanwhile()) break;
  }
  const auto found = std::ranges::find_if(solvers, answered);
  BoundedSolver* const winner = found != solvers.end() ? *found : nullptr;
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!std::ranges::all_of(solvers, done) && std::chrono::steady_clock::now() < end) {
    for (BoundedSolver* const s : solvers) {
      if (!s->done()) s->stop();
    }
    bell->try_acquire_for(glance);
  }
  std::exception_ptr failure;
  for (BoundedSolver* const s : solvers) {
    if (!s->done()) {
      s->leave();
      continue;
    }
    s->thread_.join();
    if (const auto thrown = s->search_->failure) {
      failure = thrown;
      s->search_.reset();
    }
  }
  if (!winner && failure) std::rethrow_exception(failure);
  return winner;
}

/// Searches in the calling thread. Only `conflicts` limits the search.
Answer BoundedSolver::search(std::span<const int> assumptions, int conflicts) {
  prepare(assumptions, conflicts);
  search_->run();
  if (const auto thrown = search_->failure) {
    search_.reset();
    std::rethrow_exception(thrown);
  }
  return search_->answer;
}

/// Makes an engine ready for a search.
void BoundedSolver::prepare(std::span<const int> assumptions, int conflicts) {
  if (!search_) {
    search_ = std::make_shared<Search>(make_);
    search_->clauses = &clauses_;
    if (keepAll_) search_->engine->keepAll();
  }
  Search& s = *search_;
  for (const int literal : std::exchange(preferred_, {})) s.engine->prefer(literal);
  s.engine->limitPropagations(mostPropagations_);
  s.kept.insert(s.kept.end(), kept_.begin() + static_cast<std::ptrdiff_t>(s.kept.size()), kept_.end());
  s.assumptions.assign(assumptions.begin(), assumptions.end());
  s.conflicts = conflicts;
  s.stopped = s.done = false;
  s.answer = Answer::unknown;
}

void BoundedSolver::start(std::span<const int> assumptions, int conflicts, const std::shared_ptr<Bell>& bell) {
  prepare(assumptions, conflicts);
  thread_ = support::Thread(
      [search = search_, bell] {
        search->run();
        search->done = true;
        bell->release();
      },
      support::Stack::usual);
}

bool BoundedSolver::done() const {
  return search_->done;
}

void BoundedSolver::stop() {
  search_->stopped = true;
  search_->engine->interrupt();
}

/// Abandons a search: its thread continues until the engine notices.
void BoundedSolver::leave() {
  {
    const std::lock_guard lock(search_->reading);
    search_->clauses = nullptr;
    ++abandoned;
  }
  stop();
  search_.reset();
  thread_.detach();
}

Answer BoundedSolver::answer() const {
  return search_->answer;
}

std::int64_t BoundedSolver::propagations() const {
  return search_ ? search_->engine->propagations() : 0;
}

bool BoundedSolver::value(int variable) const {
  return search_->engine->value(variable);
}

std::vector<int> BoundedSolver::conflict() const {
  return search_->engine->conflict();
}

void awaitAbandoned(const support::Limits& limits) {
  while (abandoned > 0 && !limits.stopped()) std::this_thread::sleep_for(glance);
}

}  // namespace aunit::solver
