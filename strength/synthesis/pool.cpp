#include "strength/synthesis/batch_evaluator.h"

#include <algorithm>

namespace aunit::strength::synthesis {

using model::noId;

namespace {

/// Returns the number of atoms that are in signatures: the atoms 0, 1, ... before strings and integers.
std::uint32_t atomsOf(const model::Instance& instance) {
  return instance.universe->firstString();
}

}  // namespace

bool Pool::fits(const model::Instance& instance) {
  return atomsOf(instance) < maximalAtoms && instance.universe->firstInt() == instance.universe->firstString();
}

Pool::Pool(const model::Model& model, std::vector<const model::Instance*> instances, std::uint32_t unrolled)
    : model_(model), instances_(std::move(instances)) {
  std::uint32_t atoms = 0;
  bool integers = false;
  for (const model::Instance* instance : instances_) {
    atoms = std::max(atoms, atomsOf(*instance));
    integers |= instance->bitwidth() > 0;
    const auto count = static_cast<std::uint32_t>(instance->states.size());
    firstState_.push_back(states_);
    positions_.push_back(count + unrolled * (count - instance->loop));
    states_ += count;
  }
  // If there are integers, the atom with the index `atoms` stands for all of them.
  algebra_ = integers ? makeAlgebra(atoms + 1, atoms) : makeAlgebra(std::max(1u, atoms));
}

template <class Fill>
const Column& Pool::kept(std::uint64_t key, Fill fill) const {
  auto& column = columns_[key];
  if (!column) column = std::make_unique<Column>(fill());
  return *column;
}

Column Pool::read(std::uint32_t arity, const std::function<const model::TupleSet&(const model::State&)>& relation) const {
  if (arity > maximalColumns) throw NoColumn();
  Column column;
  algebra_->prepare(column, relationShape(arity), states_);
  std::size_t row = 0;
  for (const model::Instance* instance : instances_)
    for (const model::State& state : instance->states) {
      relation(state).forEach([&](std::span<const model::Atom> tuple) {
        for (const model::Atom atom : tuple)
          if (atom >= atomsOf(*instance)) throw NoColumn();
        algebra_->insert(column, row, tuple.data());
      });
      ++row;
    }
  return column;
}

const Column& Pool::sig(model::SigId id) const {
  return kept(id, [&] {
    if (id == model::builtin::univ) {
      Column column;
      algebra_->prepare(column, relationShape(1), states_);
      for (model::SigId s = model::builtin::count; s < model_.sigs().size(); ++s)
        if (!model_.sig(s).isMeta && model_.isTopLevel(s)) {
          const Column before = column;
          algebra_->unite(before, sig(s), column);
        }
      if (algebra_->crowd() != noAtom)
        for (std::size_t r = 0; r < states_; ++r) {
          const std::uint32_t crowd[] = {algebra_->crowd()};
          algebra_->insert(column, r, crowd);
        }
      return column;
    }
    Column column;
    algebra_->prepare(column, relationShape(1), states_);
    if (id == model::builtin::none) return column;
    if (id == model::builtin::integers && algebra_->crowd() != noAtom) {
      for (std::size_t r = 0; r < states_; ++r) {
        const std::uint32_t crowd[] = {algebra_->crowd()};
        algebra_->insert(column, r, crowd);
      }
      return column;
    }
    if (id < model::builtin::count || model_.sig(id).isMeta) throw NoColumn();
    return read(1, [id](const model::State& state) -> const model::TupleSet& { return state.sigs[id]; });
  });
}

const Column& Pool::field(model::FieldId id) const {
  return kept(std::uint64_t{1} << 32 | id, [&] {
    if (model_.field(id).isMeta) throw NoColumn();
    return read(model_.field(id).arity, [id](const model::State& state) -> const model::TupleSet& { return state.fields[id]; });
  });
}

const Column& Pool::univ() const {
  return sig(model::builtin::univ);
}

const Column& Pool::identity() const {
  return kept(std::uint64_t{2} << 32, [&] {
    const Column& all = univ();
    Column column;
    algebra_->prepare(column, relationShape(2), states_);
    for (std::size_t r = 0; r < states_; ++r)
      for (std::uint32_t atom = 0; atom < algebra_->atoms(); ++atom)
        if ((algebra_->atomsOf(all, r) >> atom) & 1) {
          const std::uint32_t pair[] = {atom, atom};
          algebra_->insert(column, r, pair);
        }
    return column;
  });
}

}  // namespace aunit::strength::synthesis
