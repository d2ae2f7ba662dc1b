#include "suite/steps/state_reads.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "solver/unsupported.h"

namespace aunit::suite {

using model::Op;

RelationNumbers::RelationNumbers(const model::Model& model) : sigs_(model.sigs().size(), -1), fields_(model.fields().size(), -1) {
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    if (!model.sig(id).isVar) continue;
    sigs_[id] = static_cast<int>(relations_.size());
    relations_.push_back({false, id});
  }
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    if (!model.field(id).isVar) continue;
    fields_[id] = static_cast<int>(relations_.size());
    relations_.push_back({true, id});
  }
  if (relations_.size() > mostRelations)
    throw solver::Unsupported(fmt::format("logs cannot be judged if the model has more than {} `var` relations", mostRelations),
                              {});
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (sigs_[id] >= 0 && model.isTopLevel(id)) topLevel_.set(static_cast<std::size_t>(sigs_[id]));
}

Relations RelationNumbers::all() const {
  Relations result;
  for (std::size_t i = 0; i < relations_.size(); ++i) result.set(i);
  return result;
}

Values RelationNumbers::valuesIn(const model::State& state) const {
  Values values;
  for (std::size_t i = 0; i < relations_.size(); ++i) values.push_back(in(state, i));
  return values;
}

namespace {

void include(std::vector<model::VarId>& into, const std::vector<model::VarId>& more) {
  std::vector<model::VarId> both;
  std::ranges::set_union(into, more, std::back_inserter(both));
  into = std::move(both);
}

void exclude(std::vector<model::VarId>& from, model::VarId variable) {
  std::erase(from, variable);
}

void include(StateReads& into, const StateReads& more) {
  into.now |= more.now;
  into.next |= more.next;
  into.beyond |= more.beyond;
  into.back |= more.back;
  into.ahead |= more.ahead;
  include(into.free, more.free);
  include(into.laterFree, more.laterFree);
}

}  // namespace

const StateReads& StateReadsOf::operator()(model::ExprId expr) {
  if (const auto found = known_.find(expr); found != known_.end()) return found->second;
  StateReads looks = compute(expr);
  return known_.emplace(expr, std::move(looks)).first->second;
}

StateReads StateReadsOf::compute(model::ExprId expr) {
  const model::Expr e = model_.expr(expr);
  StateReads looks;
  // An argument is passed by name, so it is evaluated in each state in which the body reads it.
  const auto passed = [&](const StateReads& argument, const StateReads& body) {
    StateReads seen = argument;
    if (body.next.any()) {
      seen.next |= argument.now;
      seen.beyond |= argument.next.any();
      seen.ahead |= argument.next.any();
      if (argument.now.any() || argument.next.any()) seen.laterFree = seen.free;
    }
    include(looks, seen);
  };
  switch (e.op) {
    case Op::sig: {
      if (e.payload == model::builtin::univ)
        looks.now |= numbers_.topLevelSigs();
      else if (const int number = numbers_.ofSig(e.payload); number >= 0)
        looks.now.set(static_cast<std::size_t>(number));
      return looks;
    }
    case Op::field:
      if (const int number = numbers_.ofField(e.payload); number >= 0) looks.now.set(static_cast<std::size_t>(number));
      return looks;
    case Op::iden: looks.now |= numbers_.topLevelSigs(); return looks;
    case Op::variable: looks.free = {e.payload}; return looks;
    case Op::prime:
    case Op::after: {
      const StateReads& child = (*this)(model_.child(expr, 0));
      looks.next = child.now;
      looks.beyond = looks.ahead = child.beyond || child.next.any();
      looks.back = child.back;
      looks.free = looks.laterFree = child.free;
      return looks;
    }
    case Op::call: {
      const StateReads body = (*this)(model_.func(e.payload).body);
      StateReads closed = body;
      closed.free.clear();
      closed.laterFree.clear();
      looks = closed;
      for (const model::ExprId argument : model_.children(expr)) passed((*this)(argument), body);
      return looks;
    }
    case Op::let: {
      StateReads body = (*this)(model_.child(expr, 1));
      exclude(body.free, e.payload);
      exclude(body.laterFree, e.payload);
      looks = body;
      passed((*this)(model_.child(expr, 0)), body);
      return looks;
    }
    default: break;
  }
  for (const model::ExprId child : model_.children(expr)) include(looks, (*this)(child));
  const std::vector<model::Decl> decls(model_.decls(expr).begin(), model_.decls(expr).end());
  for (auto decl = decls.rbegin(); decl != decls.rend(); ++decl) {
    for (std::uint32_t i = 0; i < decl->variableCount; ++i) {
      exclude(looks.free, decl->firstVariable + i);
      exclude(looks.laterFree, decl->firstVariable + i);
    }
    include(looks, (*this)(decl->bound));
  }
  if (model::isTemporal(e.op)) {
    looks.beyond = true;
    looks.back |= model::isPast(e.op);
    looks.ahead |= !model::isPast(e.op) || looks.next.any();
  }
  return looks;
}

}  // namespace aunit::suite
