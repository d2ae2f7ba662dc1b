// The assertions of a problem as texts, to compare them with the assertions of other versions of the problem. If the problem has
// no instance, versions that assert the same or more have none either.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/kept/implication.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

/// What a problem asserts: formulas, the relations of its instances, and the sizes of its instances.
struct Premises {
  /// The largest number of atoms of a signature; if `exact`, the exact number.
  struct Size {
    std::string sig;
    int most = 0;
    bool exact = false;
    bool isAbstract = false;  // each of its atoms is an atom of one of its children

    bool operator==(const Size&) const = default;
  };

  std::string frame;  // a digest of the relations, their columns, the integers and the strings
  std::vector<Size> sizes;
  int steps = 1;  // greatest number of states of a trace
  std::vector<std::string> formulas;
  FunctionTexts functions;  // the functions that the formulas call
};

/// All that a problem asserts. Predicates are expanded where they are called, so that a formula shows what it depends on. `also`:
/// anything else that an answer depends on. Returns nothing if the problem cannot be compared with others: a signature has a
/// growing scope (`for 2..4 Node`), the length of traces is unbounded, formulas are too large, or the solver might refuse it (a
/// quantifier over sets, a function that calls itself).
std::optional<Premises> premisesOf(const model::Model& model, const Problem& problem, const Options& options,
                                   const std::string& also);

/// Why a problem has no instance.
struct NoInstanceReason {
  /// Sets of premises that have no instance. Each set is weaker than the problem's own premises: it omits conjuncts that a core
  /// does not need, including those within quantifiers and predicates. The two inclusions of an equality count as conjuncts.
  std::vector<Premises> contradictions;
  /// Each of these instances satisfies all formulas of `contradictions[0]` but one. If that formula changes, the instance may
  /// satisfy all formulas.
  std::vector<model::Instance> nearly;
};

/// Asks the solver for cores while the budget lasts. If there is no core, the only contradiction consists of all premises.
/// `contradictions` and `nearly` are empty if the problem cannot be compared with others.
NoInstanceReason whyNone(const model::Model& model, const Problem& problem, const Options& options, const std::string& also,
                         const support::Budget& budget);

/// Compares what a problem asserts with the premises of other problems.
class PremiseComparison {
 public:
  explicit PremiseComparison(Premises premises) : premises_(std::move(premises)), implication_(premises_.functions) {}
  PremiseComparison(const PremiseComparison&) = delete;
  PremiseComparison& operator=(const PremiseComparison&) = delete;

  /// Whether the shapes of the formulas (implication.h) show that every instance of the problem also satisfies `weaker`, perhaps
  /// with other names of atoms.
  bool implies(const Premises& weaker);

 private:
  Premises premises_;
  Implication implication_;
};

}  // namespace aunit::solver
