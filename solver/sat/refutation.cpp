#include "solver/sat/refutation.h"

#include <cadical.hpp>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "solver/sat/rup_checker.h"
#include "support/system/called_file.h"

namespace aunit::solver {

namespace {

/// The file to which CaDiCaL writes the steps of its proof. Each step is checked and then discarded.
class Steps {
 public:
  Steps(RupChecker& checker, std::string* kept)
      : checker_(checker), kept_(kept), file_([this](std::string_view bytes) { return read(bytes); }) {}
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  std::FILE* file() const { return file_.file(); }
  std::size_t lemmas() const { return lemmas_; }
  bool failed() const { return failure_ != nullptr; }
  /// Checks the buffered steps. If a check threw an exception, rethrows it.
  void finish() {
    file_.finish();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // Called by the C library, so it must not throw.
  bool read(std::string_view bytes) {
    if (failure_) return false;
    try {
      if (kept_) kept_->append(bytes);
      rest_.append(bytes);
      std::size_t begin = 0;
      for (std::size_t end = 0; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
        step(std::string_view(rest_).substr(begin, end - begin));
      rest_.erase(0, begin);
      return true;
    } catch (...) {
      failure_ = std::current_exception();
      return false;
    }
  }

  /// Checks a line of the proof: "1 -2 0" states a clause, "d 1 -2 0" says that the proof does not need that clause any more.
  void step(std::string_view line) {
    const bool forgotten = line.starts_with("d ");
    const char* at = line.data() + (forgotten ? 2 : 0);
    const char* const end = line.data() + line.size();
    clause_.clear();
    for (int literal = 0;;) {
      while (at != end && *at == ' ') ++at;
      const auto [behind, error] = std::from_chars(at, end, literal);
      if (error != std::errc()) throw NotRefuted(fmt::format("`{}` is not a step of a proof", line));
      if (literal == 0) break;
      clause_.push_back(literal);
      at = behind;
    }
    if (forgotten) {
      checker_.forget(clause_);
      return;
    }
    ++lemmas_;
    if (!checker_.lemma(clause_)) throw NotRefuted(fmt::format("step {} (`{}`) of the proof does not follow", lemmas_, line));
  }

  RupChecker& checker_;
  std::string* kept_;
  std::string rest_;  // the beginning of an incomplete line
  std::vector<int> clause_;
  std::size_t lemmas_ = 0;
  std::exception_ptr failure_;
  support::CalledFile file_;  // the last member, because it uses the other members
};

/// Ends a search when its budget ends, or when a step of the proof does not follow from the clauses before it.
class BudgetTerminator final : public CaDiCaL::Terminator {
 public:
  BudgetTerminator(const support::Budget& budget, const Steps& steps) : budget_(budget), steps_(steps) {}
  bool terminate() override { return steps_.failed() || budget_.exhaustedMeanwhile(); }

 private:
  const support::Budget& budget_;
  const Steps& steps_;
};

}  // namespace

Refutation refute(const Cnf& clauses, std::span<const int> assumptions, Keep keep, const support::Budget& budget) {
  const auto begin = std::chrono::steady_clock::now();
  Refutation result;
  result.variables = static_cast<std::size_t>(clauses.variables);
  result.clauses = clauses.clauses + assumptions.size();
  const bool texts = keep == Keep::texts;
  if (texts) result.cnf = fmt::format("p cnf {} {}\n", result.variables, result.clauses);
  RupChecker checker(&budget);
  Steps steps(checker, texts ? &result.steps : nullptr);
  BudgetTerminator terminator(budget, steps);
  auto solver = std::make_unique<CaDiCaL::Solver>();
  solver->set("quiet", 1);
  solver->set("binary", 0);
  solver->trace_proof(steps.file(), "proof");
  solver->connect_terminator(&terminator);
  std::vector<int> clause;
  const auto close = [&] {
    checker.give(clause);
    for (const int literal : clause) {
      solver->add(literal);
      if (texts) fmt::format_to(std::back_inserter(result.cnf), "{} ", literal);
    }
    solver->add(0);
    if (texts) result.cnf += "0\n";
    clause.clear();
  };
  support::Meter meter(&budget);
  int answer = 0;
  try {
    for (const int literal : clauses.literals) {
      meter.step(8);
      literal == 0 ? close() : clause.push_back(literal);
    }
    for (const int literal : assumptions) {
      clause.push_back(literal);
      close();
    }
    answer = solver->solve();
    solver->flush_proof_trace();
  } catch (const std::bad_alloc&) {
    static_cast<void>(solver.release());  // its destructor would free memory that is not its own
    throw;
  }
  steps.finish();
  if (answer == 10) throw NotRefuted("a second solver finds that the clauses can be satisfied");
  if (answer != 20) throw support::Exhausted(budget.exhausted().value_or("the solver did not decide"));
  if (!checker.refuted()) throw NotRefuted("the steps of the proof do not lead to the empty clause");
  solver->close_proof_trace();
  result.lemmas = steps.lemmas();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace aunit::solver
