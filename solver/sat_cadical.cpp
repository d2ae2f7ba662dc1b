// CaDiCaL (Biere, Fazekas, Fleury & Heisinger, SAT competition 2020) behind the SatSolver interface.
#include <cadical.hpp>

#include "solver/sat_solvers.h"

namespace aunit::solver {

namespace {

class Cadical final : public SatSolver, private CaDiCaL::Terminator {
 public:
  Cadical() {
    solver_.set("quiet", 1);
    solver_.connect_terminator(this);
  }
  ~Cadical() override { solver_.disconnect_terminator(); }

  void add(std::span<const int> closedClauses, int variables) override {
    variables_ = std::max(variables_, variables);
    solver_.reserve(variables_);
    for (const int l : closedClauses) solver_.add(l);
  }

  Answer solve(std::span<const int> assumptions, const Budget& budget, int conflicts) override {
    assumptions_.assign(assumptions.begin(), assumptions.end());
    for (const int l : assumptions) solver_.assume(l);
    budget_ = &budget;
    calls_ = 0;
    if (conflicts != 0) solver_.limit("conflicts", conflicts);
    const int result = solver_.solve();
    budget_ = nullptr;
    return result == 10 ? Answer::satisfiable : result == 20 ? Answer::unsatisfiable : Answer::unknown;
  }

  bool value(int variable) const override { return solver_.val(variable) > 0; }

  std::vector<int> conflict() const override {
    std::vector<int> result;
    for (const int l : assumptions_) {
      if (solver_.failed(l)) result.push_back(l);
    }
    return result;
  }

  void keep(int) override {}  // eliminated variables come back when they are mentioned again
  void keepAll() override {}
  std::string_view name() const override { return "cadical"; }

 private:
  bool terminate() override { return budget_ && (++calls_ & 0x3f) == 0 && budget_->exhausted(); }

  mutable CaDiCaL::Solver solver_;
  std::vector<int> assumptions_;
  const Budget* budget_ = nullptr;
  unsigned calls_ = 0;
  int variables_ = 0;
};

}  // namespace

std::unique_ptr<SatSolver> makeCadical() {
  return std::make_unique<Cadical>();
}

}  // namespace aunit::solver
