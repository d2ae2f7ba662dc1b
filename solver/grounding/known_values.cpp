#include "solver/grounding/known_values.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/value.h"

namespace aunit::solver {

using namespace model;
namespace builtin = model::builtin;

namespace {

// If a variable over sets has more possible values than this, its formula is left to the solver.
constexpr std::uint64_t mostKnownSubsets = 1u << 10;

TupleSet setOf(const std::vector<TupleCode>& codes, std::uint32_t universe, unsigned arity) {
  std::vector<Atom> atoms(codes.size() * arity);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    TupleCode code = codes[i];
    for (unsigned column = arity; column-- > 0; code /= universe) atoms[i * arity + column] = static_cast<Atom>(code % universe);
  }
  return TupleSet::ofTuples(universe, arity, atoms);
}

}  // namespace

KnownValues::KnownValues(const model::Model& model, const Bounds& bounds, model::Semantics semantics,
                         const support::Budget* budget)
    : model_(model), bounds_(bounds), semantics_(semantics), budget_(budget) {
  const auto isExact = [](const RelationBound& bound) { return bound.lower == bound.upper; };
  for (SigId id = 0; id < model.sigs().size(); ++id) exactSigs_.push_back(id < builtin::count || isExact(bounds.sig(id)));
  for (FieldId id = 0; id < model.fields().size(); ++id) exactFields_.push_back(isExact(bounds.field(id)));
  for (SigId id = builtin::count; id < model.sigs().size(); ++id)
    if (model.isTopLevel(id) && !exactSigs_[id]) exactSigs_[builtin::univ] = false;
}

bool KnownValues::isKnown(ExprId id) {
  if (known_.size() <= id) known_.resize(model_.exprCount(), Known::unasked);
  if (known_[id] != Known::unasked) return known_[id] == Known::exact;
  known_[id] = Known::open;  // if computeKnown() reaches `id` again, it finds this value: not known
  const bool known = computeKnown(id);
  if (known) known_[id] = Known::exact;
  return known;
}

bool KnownValues::computeKnown(ExprId id) {
  const Expr& e = model_.expr(id);
  if (e.temporal) return false;
  switch (e.op) {
    case Op::sig:
      if (!exactSigs_[e.payload]) return false;
      break;
    case Op::field:
      if (!exactFields_[e.payload]) return false;
      break;
    case Op::iden:
    case Op::reflexiveClosure:
      if (!exactSigs_[builtin::univ]) return false;
      break;
    case Op::atom:
    case Op::skolem:
    case Op::totalOrder: return false;
    case Op::call:
      if (model_.func(e.payload).body == noId || model_.func(e.payload).recursive || !isKnown(model_.func(e.payload).body))
        return false;
      break;
    default: break;
  }
  if (semantics_.noOverflow && (e.sort == Sort::integer || e.op == Op::integerAtom)) return false;
  return std::ranges::all_of(model_.children(id), [&](ExprId child) { return isKnown(child); }) &&
         std::ranges::all_of(model_.decls(id), [&](const Decl& d) { return isKnown(d.bound); });
}

evaluator::Evaluator& KnownValues::evaluator() {
  if (evaluator_) return *evaluator_;
  const std::uint32_t universe = bounds_.universeSize();
  std::vector<std::string> atoms;
  for (std::uint32_t atom = 0; atom < bounds_.firstString(); ++atom) atoms.push_back("atom" + std::to_string(atom));
  instance_ = std::make_unique<model::Instance>();
  instance_->universe = std::make_shared<const model::Universe>(std::move(atoms), bounds_.strings(), bounds_.sizes().bitwidth);
  instance_->maxSequence = bounds_.sizes().maxSequence;
  model::State& state = instance_->states.emplace_back();
  for (SigId id = 0; id < model_.sigs().size(); ++id)
    state.sigs.push_back(id < builtin::count ? TupleSet(universe, 1) : setOf(bounds_.sig(id).lower, universe, 1));
  for (FieldId id = 0; id < model_.fields().size(); ++id)
    state.fields.push_back(setOf(bounds_.field(id).lower, universe, model_.field(id).arity));
  evaluator_ = std::make_unique<evaluator::Evaluator>(
      model_, evaluator::Options{.semantics = semantics_, .higherOrderLimit = mostKnownSubsets, .budget = budget_});
  evaluator_->bind(*instance_);
  return *evaluator_;
}

std::optional<bool> KnownValues::truth(ExprId formula) {
  try {
    return evaluator().holds(formula);
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
}

const TupleSet* KnownValues::relation(ExprId expr) {
  try {
    return &evaluator().relation(expr);
  } catch (const evaluator::EvaluationError&) {
    return nullptr;
  }
}

// Releases the evaluator, too, because it has compiled code for the forgotten expressions, and new expressions may get their ids.
void KnownValues::forget(ExprId first) {
  if (known_.size() <= first) return;
  const auto later = known_.begin() + static_cast<std::ptrdiff_t>(first);
  const bool wereAsked = std::any_of(later, known_.end(), [](Known known) { return known != Known::unasked; });
  known_.erase(later, known_.end());
  if (wereAsked) release();
}

void KnownValues::release() {
  evaluator_.reset();
  instance_.reset();
}

}  // namespace aunit::solver
