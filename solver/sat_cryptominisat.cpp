// CryptoMiniSat (Soos, Nohl & Castelluccia, SAT 2009) behind the SatSolver interface.
#include <cryptominisat5/cryptominisat.h>

#include <cstdlib>
#include <optional>

#include "solver/sat_solvers.h"
#include "solver/watchdog.h"

namespace aunit::solver {

namespace {

// Most problems end within so many conflicts. Among so few literals that is over before a watchdog thread is worth its start.
constexpr std::uint64_t shortSearch = 1000;
constexpr std::size_t fewLiterals = 20'000;

/// CryptoMiniSat's own exceptions are derived from nothing.
template <class Call>
auto convertingExceptions(Call call) {
  try {
    return call();
  } catch (const CMSat::TooManyVarsError&) {
    throw Exhausted("the problem has more variables than the solver takes");
  } catch (const CMSat::TooLongClauseError&) {
    throw Exhausted("the problem has a longer clause than the solver takes");
  }
}

class CryptoMiniSat final : public SatSolver {
 public:
  CryptoMiniSat() { solver_.set_verbosity(0); }

  void add(std::span<const int> closedClauses, int variables) override {
    convertingExceptions([&] { addClauses(closedClauses, variables); });
  }
  Answer solve(std::span<const int> assumptions, const Budget& budget, int conflicts) override {
    return convertingExceptions([&] { return search(assumptions, budget, conflicts); });
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

  void addClauses(std::span<const int> closedClauses, int variables) {
    literals_ += closedClauses.size();
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

  Answer search(std::span<const int> assumptions, const Budget& budget, int conflicts) {
    std::vector<CMSat::Lit> assumed;
    for (const int l : assumptions) assumed.push_back(literal(l));
    std::optional<Watchdog> watchdog;
    const auto watch = [&] {
      if (!watchdog) watchdog.emplace(budget, [this] { solver_.interrupt_asap(); });
    };
    if (literals_ > fewLiterals) watch();
    solver_.set_max_confl(conflicts != 0 ? static_cast<std::uint64_t>(conflicts) : shortSearch);
    CMSat::lbool result = solver_.solve(&assumed);
    while (result == CMSat::l_Undef && conflicts == 0 && !budget.exhausted()) {
      watch();
      solver_.set_max_confl(~std::uint64_t{0} >> 2);
      result = solver_.solve(&assumed);
    }
    return result == CMSat::l_True ? Answer::satisfiable : result == CMSat::l_False ? Answer::unsatisfiable : Answer::unknown;
  }

  CMSat::SATSolver solver_;
  std::vector<CMSat::Lit> clause_;
  std::size_t literals_ = 0;
};

}  // namespace

std::unique_ptr<SatSolver> makeCryptoMiniSat() {
  return std::make_unique<CryptoMiniSat>();
}

}  // namespace aunit::solver
