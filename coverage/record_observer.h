// An observer for the evaluator that maps values to met requirements.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "coverage/requirements.h"
#include "model/expr.h"
#include "model/relations/tuple_set.h"

namespace aunit::coverage {

/// Records, in one byte per requirement, whether it was met. Must be fast, because it is called for every value of every
/// expression.
class RecordObserver {
 public:
  static constexpr bool active = true;
  static constexpr std::size_t mostKept = 256;  // limit for the distinct values stored per subject

  /// `firsts`: by ExprId, the first requirement of the expression's subject, or noIndex; must outlive this object. Requirements
  /// from `firstImplicit` on belong to implicit constraints, which have only `isTrue` and `isFalse` even if they are
  /// quantified.
  RecordObserver(const std::vector<RequirementId>& firsts, std::uint32_t requirements, RequirementId firstImplicit,
                 bool keepValues)
      : firsts_(firsts), seen_(requirements), firstImplicit_(firstImplicit), keepValues_(keepValues) {}

  bool wantsValues() const { return keepValues_; }
  void relation(model::ExprId id, const model::TupleSet& value) {
    if (const RequirementId first = firsts_[id]; first != noIndex) relationAt(first, value);
  }
  void relationAt(RequirementId first, const model::TupleSet& value) {
    seen_[first + value.sizeUpToTwo()] = 1;
    if (keepValues_) keep(relations_[first], value);
  }
  void integer(model::ExprId, std::int32_t) {}
  void formula(model::ExprId id, bool value) {
    if (const RequirementId first = firsts_[id]; first != noIndex)
      seen_[first + (value ? requirement::isTrue : requirement::isFalse)] = 1;
  }
  void quantified(model::ExprId id, std::uint64_t bindings, std::uint64_t trueBodies) {
    const RequirementId first = id == model::noId ? noIndex : firsts_[id];
    if (first >= firstImplicit_) return;  // returns for noIndex, too, because noIndex is larger than each id
    using namespace requirement;
    const std::uint32_t number = bindings == 0            ? noBinding
                                 : bindings == 1          ? (trueBodies == 1 ? oneTrue : oneFalse)
                                 : trueBodies == bindings ? allTrue
                                 : trueBodies == 0        ? allFalse
                                                          : mixed;
    seen_[first + number] = 1;
  }

  bool seen(RequirementId id) const { return seen_[id] != 0; }
  Bits met() const {
    Bits all(seen_.size());
    for (std::size_t i = 0; i < seen_.size(); ++i)
      if (seen_[i] != 0) all.set(i);
    return all;
  }
  /// The distinct values of each subject. The key is the subject's first requirement.
  const std::map<RequirementId, std::vector<model::TupleSet>>& relations() const { return relations_; }

  void clear() {
    seen_.assign(seen_.size(), 0);
    relations_.clear();
  }

 private:
  static void keep(std::vector<model::TupleSet>& values, const model::TupleSet& value) {
    if (values.size() == mostKept) return;
    for (const model::TupleSet& known : values)
      if (known == value) return;
    values.push_back(value);
  }

  const std::vector<RequirementId>& firsts_;
  std::vector<std::uint8_t> seen_;
  RequirementId firstImplicit_;
  std::map<RequirementId, std::vector<model::TupleSet>> relations_;
  bool keepValues_;
};

}  // namespace aunit::coverage
