#include "suite/log/subject.h"

#include <algorithm>
#include <utility>

namespace aunit::suite::log {

std::vector<model::FieldId> differingFields(const model::Model& model, const std::vector<model::Instance>& instances) {
  std::vector<model::FieldId> result;
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isVar && std::ranges::any_of(instances, [&](const model::Instance& each) {
          return !(each.states[0].fields[id] == instances.front().states[0].fields[id]);
        }))
      result.push_back(id);
  return result;
}

void vary(model::Extension& extension, const std::vector<model::FieldId>& fields) {
  model::Model& model = extension.growing();
  model::Nodes& nodes = extension.nodes();
  for (const model::FieldId id : fields) {
    model.mutableFields()[id].isVar = true;
    nodes.at(model.field(id).span);
    const model::ExprId field = nodes.field(id);
    model::Fact stays;
    stays.name = model.field(id).name + " never changes";
    stays.module = model.sig(model.field(id).sig).module;
    stays.span = model.field(id).span;
    stays.body = nodes.unary(model::Op::always, nodes.binary(model::Op::equal, nodes.unary(model::Op::prime, field), field));
    model.mutableFacts().push_back(std::move(stays));
  }
}

}  // namespace aunit::suite::log
