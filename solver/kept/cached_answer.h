// Cached answers to problems, as texts. An answer serves the same question again. It also serves a question about a changed
// model, if AnswerCheck or a comparison of premises (premises.h) shows that it is still right.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "solver/grounding/bounds.h"
#include "solver/grounding/problem.h"
#include "solver/kept/premises.h"
#include "solver/kept/slice.h"
#include "solver/options.h"
#include "solver/vacuity/vacuity.h"

namespace aunit::solver {

/// The answer to a problem with everything else that was found. Its verdict is SAT or UNSAT: undecided answers are not cached.
struct CachedAnswer {
  Result result;  // without its instance, which is in `instances`
  /// The first instances, at least one if the answer is SAT. If the answer is UNSAT, the instances of NoInstanceReason::nearly.
  std::vector<model::Instance> instances;
  std::vector<ReachedSize> reached;  // the size of each instance; empty if the search had no preference among instances
  std::uint64_t distinct = 0, solutions = 0;
  std::string incomplete;  // the reason why there are no further instances
  std::optional<Vacuity> vacuity;
  std::vector<Premises> contradictions;  // with UNSAT: NoInstanceReason::contradictions
};

/// Returns the text of a cache file: a line of JSON. Returns nothing if the answer cannot be cached, because it is undecided or
/// an error, or because it refers to a part of the source that is not in the slice.
std::optional<std::string> textOf(const CachedAnswer& answer, const model::Model& model, const Slice& slice);

/// The part of a cached answer that is read before its instances.
struct CachedHead {
  std::string key;
  Verdict verdict = Verdict::unknown;
  std::vector<SlicePart> parts;
  std::vector<Premises> contradictions;
};
/// Returns nothing if the text is malformed.
std::optional<CachedHead> readHead(const std::string& text);

/// Reads an answer for the slice for which it was cached, or for a slice with an equal key. Omits the instances of an UNSAT
/// answer. Returns nothing if the text is malformed.
std::optional<CachedAnswer> readAnswer(const std::string& text, const model::Model& model, const Slice& slice);
/// The instances in a text, read for this model; instances that the model cannot have are left out.
std::vector<model::Instance> readInstances(const std::string& text, const model::Model& model);

/// Checks whether instances answer a problem: evaluation must confirm them, and the bounds of a new search must allow them.
class AnswerCheck {
 public:
  /// All arguments must outlive this object. Throws support::Exhausted if the budget ends.
  AnswerCheck(const model::Model& model, const Problem& problem, const Slice& slice, const Options& options,
              const support::Budget& budget);

  /// False if a signature's scope grows (`1..3 A`), or if a new search might refuse the question. Then only a cached answer to
  /// exactly this question can be used.
  bool decides() const { return bounds_ != nullptr; }
  /// Whether the bounds allow the instance and all constraints hold. Returns false if decides() is false. Throws
  /// support::Exhausted if the budget ends.
  bool holds(const model::Instance& instance, std::optional<evaluator::Overflow>& wrapped);
  /// The number of constraints that do not hold. Returns nothing if it exceeds `most`, if the bounds do not allow the instance,
  /// or if decides() is false.
  std::optional<std::size_t> broken(const model::Instance& instance, std::size_t most);

 private:
  bool bind(const model::Instance& instance);

  /// The declared order of an enum, which the bounds fix. Each atom is named by the signature that has only this atom.
  struct FixedOrder {
    model::FieldId field = model::noId;
    std::vector<std::vector<model::SigId>> tuples;
  };
  std::vector<FixedOrder> fixedOrders() const;
  bool isWithinBounds(const model::Instance& instance) const;

  const model::Model& model_;
  const Problem& problem_;
  const support::Budget& budget_;
  std::unique_ptr<const Bounds> bounds_;  // bounds of a new search; null if decides() is false
  std::vector<FixedOrder> orders_;
  std::vector<evaluator::Constraint> constraints_;  // the constraint that failed most recently is at the front
  evaluator::Evaluator evaluator_;
};

/// One phrase for each part in which two slices differ, such as "fact Acyclic has changed". Empty if the slices are equal.
std::vector<std::string> differences(const std::vector<SlicePart>& older, const std::vector<SlicePart>& newer);

}  // namespace aunit::solver
