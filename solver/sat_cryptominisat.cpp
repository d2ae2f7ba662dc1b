// CryptoMiniSat (Soos, Nohl & Castelluccia, SAT 2009) behind the SatSolver interface.
#include <cryptominisat5/cryptominisat.h>

#include <cstdlib>

#include "solver/sat_solvers.h"
#include "solver/watchdog.h"

namespace aunit::solver {

namespace {

// Most problems end within so many conflicts; only longer ones get a watchdog thread.
constexpr std::uint64_t shortSearch = 1000;

class CryptoMiniSat final : public SatSolver {
 public:
  CryptoMiniSat() { solver_.set_verbosity(0); }

  void add(std::span<const int> closedClauses, int variables) override {
    if (static_cast<unsigned>(variables) > solver_.nVars()) solver_.new_vars(static_cast<unsigned>(variables) - solver_.nVars());
    for (const int l : closedClauses) {
      if (l != 0) {
        clause_.push_back(literal(l));
        continue;
      }
      solver_.add_clause(clause_);
      clause_.clear();
    }
  }

  Answer solve(std::span<const int> assumptions, const Budget& budget, int conflicts) override {
    std::vector<CMSat::Lit> assumed;
    for (const int l : assumptions) assumed.push_back(literal(l));
    solver_.set_max_confl(conflicts != 0 ? static_cast<std::uint64_t>(conflicts) : shortSearch);
    CMSat::lbool result = solver_.solve(&assumed);
    while (result == CMSat::l_Undef && conflicts == 0 && !budget.exhausted()) {
      const Watchdog watchdog(budget, [this] { solver_.interrupt_asap(); });
      solver_.set_max_confl(~std::uint64_t{0} >> 2);
      result = solver_.solve(&assumed);
    }
    return result == CMSat::l_True ? Answer::satisfiable : result == CMSat::l_False ? Answer::unsatisfiable : Answer::unknown;
  }

  bool value(int variable) const override { return solver_.get_model()[static_cast<std::size_t>(variable - 1)] == CMSat::l_True; }

  std::vector<int> conflict() const override {
    std::vector<int> result;
    for (const CMSat::Lit l : solver_.get_conflict()) {
      const int v = static_cast<int>(l.var()) + 1;
      result.push_back(l.sign() ? v : -v);
    }
    return result;
  }

  void keep(int) override {}  // as CaDiCaL's
  void keepAll() override {}
  std::string_view name() const override { return "cryptominisat"; }

 private:
  static CMSat::Lit literal(int l) { return CMSat::Lit(static_cast<std::uint32_t>(std::abs(l) - 1), l < 0); }

  CMSat::SATSolver solver_;
  std::vector<CMSat::Lit> clause_;
};

}  // namespace

std::unique_ptr<SatSolver> makeCryptoMiniSat() {
  return std::make_unique<CryptoMiniSat>();
}

}  // namespace aunit::solver
