#include "model/ordering.h"

namespace aunit::model {

std::vector<OrderingModule> orderingModules(const Model& model) {
  std::vector<OrderingModule> result;
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    const Sig& sig = model.sig(id);
    const Module& module = model.modules()[sig.module];
    if (!module.library || module.name != "util/ordering" || module.arguments.empty()) continue;
    OrderingModule ordering{.order = id, .elements = module.arguments.front()};
    for (const FieldId field : sig.fields) {
      if (model.field(field).name == "First") ordering.first = field;
      if (model.field(field).name == "Next") ordering.next = field;
    }
    if (ordering.first != noId && ordering.next != noId) result.push_back(ordering);
  }
  return result;
}

}  // namespace aunit::model
