#include "suite/log/subject.h"

#include <algorithm>

#include "model/nodes.h"

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

std::unique_ptr<model::Model> withVarying(const model::Model& model, const std::vector<model::FieldId>& fields) {
  auto copy = std::make_unique<model::Model>(model);
  model::TypeTable types(*copy);
  model::Nodes nodes(*copy, types);
  for (const model::FieldId id : fields) {
    copy->mutableFields()[id].isVar = true;
    nodes.at(copy->field(id).span);
    const model::ExprId field = nodes.field(id);
    model::Fact stays;
    stays.name = copy->field(id).name + " never changes";
    stays.module = copy->sig(copy->field(id).sig).module;
    stays.span = copy->field(id).span;
    stays.body = nodes.unary(model::Op::always, nodes.binary(model::Op::equal, nodes.unary(model::Op::prime, field), field));
    copy->mutableFacts().push_back(std::move(stays));
  }
  return copy;
}

}  // namespace aunit::suite::log
