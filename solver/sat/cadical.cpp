// CaDiCaL (Biere, Fazekas, Fleury & Heisinger, SAT competition 2020) as an engine.
#include <cadical.hpp>

#include <algorithm>
#include <atomic>

#include "solver/sat/sat_engine.h"

namespace aunit::solver {

namespace {

class Cadical final : public Engine, private CaDiCaL::Terminator {
 public:
  explicit Cadical(const char* configuration) {
    solver_.set("quiet", 1);
    solver_.configure(configuration);
    solver_.connect_terminator(this);
  }

  // No variable needs keep(): CaDiCaL restores eliminated variables when they are mentioned again.

  void add(std::span<const int> literals, int variables) override {
    solver_.reserve(variables);
    for (const int l : literals) solver_.add(l);
  }

  Answer solve(std::span<const int> assumptions, int conflicts) override {
    assumptions_.assign(assumptions.begin(), assumptions.end());
    for (const int l : assumptions) solver_.assume(l);
    interrupted_ = false;
    if (conflicts != 0) solver_.limit("conflicts", conflicts);
    const int result = solver_.solve();
    return result == 10 ? Answer::satisfiable : result == 20 ? Answer::unsatisfiable : Answer::unknown;
  }
  void interrupt() override { interrupted_ = true; }

  bool value(int variable) const override { return solver_.val(variable) > 0; }

  std::vector<int> conflict() const override {
    std::vector<int> result;
    std::ranges::copy_if(assumptions_, std::back_inserter(result), [this](int l) { return solver_.failed(l); });
    return result;
  }

 private:
  bool terminate() override { return interrupted_; }

  mutable CaDiCaL::Solver solver_;
  std::vector<int> assumptions_;
  std::atomic<bool> interrupted_ = false;
};

}  // namespace

std::unique_ptr<Engine> makeCadical() {
  return std::make_unique<Cadical>("default");
}

std::unique_ptr<Engine> makeRefutingCadical() {
  return std::make_unique<Cadical>("unsat");
}

}  // namespace aunit::solver
