#include "solver/grounding/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "solver/unsupported.h"
#include "support/budget.h"

namespace aunit::solver {

namespace {

using namespace model;
namespace builtin = model::builtin;

constexpr int defaultOverall = 3;
constexpr int maximalBitwidth = 30;

class Derivation {
 public:
  Derivation(const model::Model& model, const model::Scope& scope) : model_(model), scope_(scope) {
    sizes_.size.assign(model.sigs().size(), -1);
    sizes_.exact.assign(model.sigs().size(), false);
  }

  SigSizes run(bool temporal) {
    for (const model::SigScope& entry : scope_.sigs) enter(entry);
    applyMultiplicities();
    while (deriveAbstract() || deriveOverall()) {
    }
    while (deriveFromParent()) {  // repeated, because a child may be declared before its parent
    }
    deriveAbstract();  // refuses children whose sizes have too large a sum
    deriveIntegers();
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.isTopLevel(id)) raise(id);
    }
    deriveSteps(temporal);
    return sizes_;
  }

 private:
  [[noreturn]] static void refuse(const std::string& message, model::Span span) { throw Unsupported(message, span); }

  bool isPrimitive(SigId id) const { return !model_.sig(id).builtin && !model_.sig(id).subset; }

  void set(SigId id, int size, model::Span span) {
    const Sig& sig = model_.sig(id);
    if (sig.subset) refuse(fmt::format("Cannot specify a scope for a subset signature \"{}\"", sig.label), span);
    if (size < 0) refuse(fmt::format("Cannot specify a negative scope for sig \"{}\"", sig.label), span);
    const int old = sizes_.size[id];
    if (old >= 0 && old != size) {
      refuse(fmt::format("Sig \"{}\" already has a scope of {}, so we cannot set it to be {}", sig.label, old, size), span);
    }
    sizes_.size[id] = size;
  }

  void enter(const model::SigScope& entry) {
    const Sig& sig = model_.sig(entry.sig);
    const int size = entry.start;
    const bool exact = entry.exact;  // in a growing scope: exact at each step
    if (entry.sig == builtin::univ || entry.sig == builtin::none || entry.sig == builtin::seqInt ||
        entry.sig == builtin::integers) {
      refuse(fmt::format("You cannot set a scope on \"{}\".", sig.label), entry.span);
    }
    if (entry.sig == builtin::string) {
      if (sizes_.strings >= 0 && sizes_.strings != size) {
        refuse(fmt::format("Sig \"String\" already has a scope of {}, so we cannot set it to be {}", sizes_.strings, size),
               entry.span);
      }
      if (!exact) refuse("Sig \"String\" must have an exact scope.", entry.span);
      sizes_.strings = size;
      return;
    }
    if (sig.isEnum) refuse(fmt::format("You cannot set a scope on the enum \"{}\"", sig.label), entry.span);
    if (sig.isVar && exact) refuse(fmt::format("Sig \"{}\" is variable, so its scope cannot be exact.", sig.label), entry.span);
    if (sig.isVar && !sig.subset && !model_.isTopLevel(entry.sig)) {
      refuse(fmt::format("Sig \"{}\" is variable and not top-level, so it cannot have a scope.", sig.label), entry.span);
    }
    if (!sig.isVar) {
      if (sig.multiplicity == Multiplicity::one && size != 1) {
        refuse(
            fmt::format("Sig \"{}\" has the multiplicity of \"one\", so its scope must be 1, and cannot be {}", sig.label, size),
            entry.span);
      }
      if (sig.multiplicity == Multiplicity::lone && size > 1) {
        refuse(fmt::format("Sig \"{}\" has the multiplicity of \"lone\", so its scope must be 0 or 1, and cannot be {}",
                           sig.label, size),
               entry.span);
      }
      if (sig.multiplicity == Multiplicity::some && size < 1) {
        refuse(fmt::format("Sig \"{}\" has the multiplicity of \"some\", so its scope must be 1 or above, and cannot be {}",
                           sig.label, size),
               entry.span);
      }
    }
    set(entry.sig, size, entry.span);
    if (exact) sizes_.exact[entry.sig] = true;
  }

  void applyMultiplicities() {
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      const Sig& sig = model_.sig(id);
      if (sig.subset || sig.isVar) continue;
      if (sig.multiplicity == Multiplicity::one) {
        sizes_.exact[id] = true;
        set(id, 1, sig.span);
      } else if (sig.multiplicity == Multiplicity::lone && sizes_.size[id] != 0) {
        set(id, 1, sig.span);
      }
    }
  }

  // An abstract signature has as many atoms as its children together; a single child without a scope gets the atoms that remain.
  bool deriveAbstract() {
    bool changed = false;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      const Sig& sig = model_.sig(id);
      if (sig.subset || !sig.isAbstract || sig.children.empty()) continue;
      std::int64_t sum = 0;
      std::vector<SigId> unknown;
      for (const SigId child : sig.children) {
        if (sizes_.size[child] < 0)
          unknown.push_back(child);
        else
          sum += sizes_.size[child];
      }
      checkTotal(sum);
      if (sizes_.size[id] < 0 && unknown.empty()) {
        sizes_.size[id] = static_cast<int>(sum);
        changed = true;
      } else if (sizes_.size[id] >= 0 && unknown.size() == 1) {
        sizes_.size[unknown[0]] = static_cast<int>(std::max<std::int64_t>(0, sizes_.size[id] - sum));
        changed = true;
      }
    }
    return changed;
  }

  bool deriveOverall() {
    bool changed = false;
    const int overall = scope_.overall < 0 && scope_.sigs.empty() ? defaultOverall : scope_.overall;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (!model_.isTopLevel(id) || sizes_.size[id] >= 0) continue;
      if (model_.sig(id).isEnum) {
        sizes_.size[id] = 0;
      } else {
        if (overall < 0) refuse(fmt::format("You must specify a scope for sig \"{}\"", model_.sig(id).label), scope_.span);
        sizes_.size[id] = overall;
      }
      changed = true;
    }
    return changed;
  }

  bool deriveFromParent() {
    bool changed = false;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (!isPrimitive(id) || model_.isTopLevel(id) || sizes_.size[id] >= 0) continue;
      const int parent = sizes_.size[model_.sig(id).parents[0]];
      if (parent < 0) continue;
      sizes_.size[id] = parent;
      changed = true;
    }
    return changed;
  }

  void deriveIntegers() {
    sizes_.bitwidth = scope_.bitwidth < 0 ? defaultBitwidth : scope_.bitwidth;
    if (sizes_.bitwidth > maximalBitwidth) {
      refuse(fmt::format("Cannot specify a bitwidth greater than {}", maximalBitwidth), scope_.span);
    }
    const int largest = sizes_.bitwidth == 0 ? 0 : (1 << (sizes_.bitwidth - 1)) - 1;
    if (scope_.maxSequence >= 0) {
      if (scope_.maxSequence > largest) {
        refuse(
            fmt::format("With integer bitwidth of {}, you cannot have sequence length longer than {}", sizes_.bitwidth, largest),
            scope_.span);
      }
      sizes_.maxSequence = scope_.maxSequence;
    } else {
      sizes_.maxSequence = std::min(scope_.overall >= 0 ? scope_.overall : defaultSequence, largest);
    }
  }

  void checkTotal(std::int64_t atoms) const {
    if (atoms > std::numeric_limits<int>::max())
      refuse(fmt::format("The number of atoms exceeds the internal limit of {}", std::numeric_limits<int>::max()), scope_.span);
  }

  // Makes the size of a signature at least the number of atoms that its children must have. Returns the number of atoms that the
  // signature must have.
  int raise(SigId id) {
    const Sig& sig = model_.sig(id);
    std::int64_t sum = 0;
    for (const SigId child : sig.children) sum += raise(child);
    checkTotal(sum);
    const int lower = static_cast<int>(sum);
    sizes_.size[id] = std::max(sizes_.size[id], lower);
    if (sig.isExact) sizes_.exact[id] = true;
    return sizes_.exact[id] ? sizes_.size[id] : lower;
  }

  void deriveSteps(bool temporal) {
    if (!temporal) {
      if (scope_.minSteps >= 0 || scope_.maxSteps >= 0)
        refuse("You cannot set a scope on \"steps\" in static models.", scope_.span);
      return;
    }
    if (scope_.stepsGrow)
      refuse("The number of steps grows without end. Write `1.. steps` for traces of any length.", scope_.span);
    sizes_.maxSteps = scope_.maxSteps < 0 ? defaultSteps : scope_.maxSteps;
    sizes_.minSteps = scope_.minSteps < 0 ? 1 : scope_.minSteps;
  }

  const model::Model& model_;
  const model::Scope& scope_;
  SigSizes sizes_;
};

}  // namespace

SigSizes deriveSizes(const model::Model& model, const model::Scope& scope, bool temporal) {
  return Derivation(model, scope).run(temporal);
}

void append(std::vector<evaluator::Constraint>& constraints, const SigSizes& sizes) {
  for (SigId id = model::builtin::count; id < sizes.size.size(); ++id)
    if (sizes.size[id] >= 0)
      constraints.push_back({.part = evaluator::Part::size, .index = id, .atoms = sizes.size[id], .exact = sizes.exact[id]});
}

}  // namespace aunit::solver
