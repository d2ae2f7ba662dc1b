#include "strength/grading/hidden.h"

#include <algorithm>
#include <vector>

namespace aunit::strength::grading {

bool HiddenDeclarations::isHidden(model::ModuleId module, const std::string& name) const {
  return (module == 0 && names_.contains(name)) ||
         std::ranges::any_of(right_.modules()[module].arguments, [this](model::SigId sig) { return isHidden(right_.sig(sig)); });
}

bool HiddenDeclarations::isHidden(const model::Sig& sig) const {
  return !sig.builtin && (isHidden(sig.module, sig.name) ||
                          std::ranges::any_of(sig.parents, [this](model::SigId parent) { return isHidden(right_.sig(parent)); }));
}

bool HiddenDeclarations::isHidden(const model::Field& field) const {
  const model::Sig& sig = right_.sig(field.sig);
  return (sig.module == 0 && names_.contains(field.name)) || isHidden(sig);
}

std::shared_ptr<const model::Model> handoutView(std::shared_ptr<const model::Model> right, const std::set<std::string>& hidden) {
  const HiddenDeclarations all(*right, hidden);
  const auto isHidden = [&](const auto& one) { return all.isHidden(one); };
  if (std::ranges::none_of(right->sigs(), isHidden) && std::ranges::none_of(right->fields(), isHidden)) return right;
  auto view = std::make_shared<model::Model>(*right);
  for (model::SigId id = 0; id < right->sigs().size(); ++id) {
    if (!isHidden(right->sig(id))) continue;
    view->mutableSigs()[id].isMeta = true;
    view->mutableSigs()[id].subset = true;  // the names of atoms never come from a subset signature
  }
  for (model::FieldId id = 0; id < right->fields().size(); ++id)
    if (isHidden(right->field(id))) view->mutableFields()[id].isMeta = true;
  return view;
}

}  // namespace aunit::strength::grading
