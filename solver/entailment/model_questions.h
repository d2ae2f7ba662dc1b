// Questions about a model: those that its commands state, and those that explain the answers. Commands in one scope are about the
// same facts, so they share the translation of these facts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/model.h"
#include "model/semantics.h"
#include "solver/entailment/entailment.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/shared_bounds.h"
#include "solver/options.h"
#include "solver/session/background.h"
#include "support/budget.h"

namespace aunit::solver {

/// A copy of a model, to which questions add formulas, and the backgrounds of earlier questions. The model must outlive this
/// object. Only one thread at a time may use it.
class ModelQuestions {
 public:
  explicit ModelQuestions(const model::Model& model) : model_(model) {}

  const model::Model& model() const { return model_; }
  /// The copy, which is made when it is first used.
  model::Extension& extension();

  /// The background of a problem: one object for all problems with equal backgrounds. Options other than the semantics, `solver`,
  /// `symmetry` and `skolemDepth` make no difference.
  Background& background(const Problem& problem, Background::Facts facts, const Options& options);
  /// Whether the facts are mostly data: they have many conjuncts, or there are many signatures of one atom.
  bool isMostlyData();
  /// Asks the session of the problem's background for the answer to a problem of a command. Returns the answer if it is found in
  /// a few steps. This saves time, because this session has translated the facts already. Asks only if the model is mostly data,
  /// several of its commands have this background, the problem has no traces and no growing scope, and the options ask for
  /// nothing but an answer. Otherwise returns nothing. Also returns nothing if the instance depends on an overflow, because then
  /// different sessions find different instances.
  std::optional<Result> answer(const Problem& problem, const Options& options, const support::Budget& budget);
  /// Like answer(), but returns only the answer that there is no instance. Callers that show instances use this function,
  /// because they must show the instance that a session of this problem alone would find. Asks only if enough of the noted
  /// problems with this background had no instance; otherwise returns nothing.
  std::optional<Result> noInstance(const Problem& problem, const Options& options, const support::Budget& budget);
  /// Counts the answer to a problem, for later calls of noInstance().
  void note(const Problem& problem, const Options& options, Verdict verdict);
  /// Bounds that questions about the model share.
  SharedBounds& bounds() { return bounds_; }
  /// Frees the copy and everything that was translated; keeps the bounds.
  void forgetTranslations();
  /// The entailments in the scope of a problem; problems with the same background share one object. The caller sets the budget of
  /// this object (Entailment::limit).
  Entailment& entailment(const Problem& problem, const Options& options);

 private:
  struct Key {
    Problem problem;
    std::string solver;
    int symmetry, skolemDepth;
    model::Semantics semantics;
  };
  template <class Kept>
  struct Entry {
    Key key;
    std::unique_ptr<Kept> kept;
    unsigned none = 0, some = 0;  // counts of noted problems without an instance (`none`) and with one (`some`)
    // Counts of questions of answer() and noInstance(): those that a few steps answered (`quick`), and the others (`slow`).
    unsigned quick = 0, slow = 0;
  };
  template <class Kept, class Make>
  Entry<Kept>& entry(std::vector<Entry<Kept>>& entries, const Problem& problem, const Options& options, Make make);

  /// Whether several commands of the model have the background of `problem`.
  bool isBackgroundOfSeveral(const Problem& problem) const;
  Entry<Background>& backgroundEntry(const Problem& problem, Background::Facts facts, const Options& options);
  std::optional<Result> found(Entry<Background>& entry, const Problem& problem, const support::Budget& budget);

  const model::Model& model_;
  std::optional<model::Extension> extension_;
  SharedBounds bounds_;
  std::optional<bool> isMostlyData_;
  std::vector<Entry<Background>> withFacts_, withoutFacts_;
  std::vector<Entry<Entailment>> entailments_;
};

}  // namespace aunit::solver
