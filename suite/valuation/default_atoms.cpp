#include "suite/valuation/default_atoms.h"

namespace aunit::suite {

using model::SigId;

bool areDisjoint(const model::Model& model, SigId a, SigId b) {
  return !model.sig(a).subset && !model.sig(b).subset && !model.isSubsig(a, b) && !model.isSubsig(b, a);
}

std::map<SigId, std::string> defaultAtoms(const model::Model& model, const std::function<bool(SigId)>& hasOne,
                                          std::set<std::string> taken) {
  std::map<SigId, std::string> atoms;
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    if (!hasOne(id)) continue;
    const model::Sig& sig = model.sig(id);
    const std::string& name = taken.contains(sig.name) ? sig.label : sig.name;
    taken.insert(name);
    atoms[id] = name;
  }
  return atoms;
}

}  // namespace aunit::suite
