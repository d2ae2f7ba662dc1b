// CryptoMiniSat (Soos, Nohl & Castelluccia, SAT 2009) as an engine.
#include <cryptominisat5/cryptominisat.h>

#include <cstdlib>

#include "solver/sat/sat_engine.h"

#include "support/budget.h"

namespace aunit::solver {

namespace {

/// Replaces CryptoMiniSat's own exceptions, which have no base class, by Exhausted.
template <class Call>
auto convertingExceptions(Call call) {
  try {
    return call();
  } catch (const CMSat::TooManyVarsError&) {
    throw support::Exhausted("the problem has more variables than the solver accepts");
  } catch (const CMSat::TooLongClauseError&) {
    throw support::Exhausted("the problem has a longer clause than the solver accepts");
  }
}

class CryptoMiniSat final : public Engine {
 public:
  CryptoMiniSat() { solver_.set_verbosity(0); }

  // No variable needs keep(): like CaDiCaL, CryptoMiniSat restores eliminated variables.

  void add(std::span<const int> literals, int variables) override {
    convertingExceptions([&] { addClauses(literals, variables); });
  }
  Answer solve(std::span<const int> assumptions, int conflicts) override {
    return convertingExceptions([&] { return search(assumptions, conflicts); });
  }
  void interrupt() override { solver_.interrupt_asap(); }

  bool value(int variable) const override { return solver_.get_model()[static_cast<std::size_t>(variable - 1)] == CMSat::l_True; }

  std::vector<int> conflict() const override {
    std::vector<int> result;
    for (const CMSat::Lit l : solver_.get_conflict()) {
      const int v = static_cast<int>(l.var()) + 1;
      result.push_back(l.sign() ? v : -v);
    }
    return result;
  }

 private:
  static CMSat::Lit literal(int l) { return CMSat::Lit(static_cast<std::uint32_t>(std::abs(l) - 1), l < 0); }

  void addClauses(std::span<const int> literals, int variables) {
    if (static_cast<unsigned>(variables) > solver_.nVars()) solver_.new_vars(static_cast<unsigned>(variables) - solver_.nVars());
    for (const int l : literals) {
      if (l != 0) {
        clause_.push_back(literal(l));
        continue;
      }
      solver_.add_clause(clause_);
      clause_.clear();
    }
  }

  Answer search(std::span<const int> assumptions, int conflicts) {
    std::vector<CMSat::Lit> assumed;
    for (const int l : assumptions) assumed.push_back(literal(l));
    solver_.set_max_confl(conflicts != 0 ? static_cast<std::uint64_t>(conflicts) : ~std::uint64_t{0} >> 2);
    const CMSat::lbool result = solver_.solve(&assumed);
    return result == CMSat::l_True ? Answer::satisfiable : result == CMSat::l_False ? Answer::unsatisfiable : Answer::unknown;
  }

  CMSat::SATSolver solver_;
  std::vector<CMSat::Lit> clause_;
};

}  // namespace

const bool hasCryptoMiniSat = true;

std::unique_ptr<Engine> makeCryptoMiniSat() {
  return std::make_unique<CryptoMiniSat>();
}

}  // namespace aunit::solver
