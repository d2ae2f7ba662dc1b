#include "model/formulas/correspondence.h"

#include <numeric>
#include <string>

#include <fmt/format.h>

#include "model/formulas/untranslatable.h"

namespace aunit::model {

std::optional<Type> Correspondence::type(const Type& type) const {
  Type result = type;
  for (Product& product : result.products)
    for (SigId& sig : product)
      if ((sig = sigs[sig]) == noId) return std::nullopt;
  return result;
}

std::uint32_t Correspondence::counterpart(const Model& from, const Expr& node) const {
  const std::uint32_t id = node.payload;
  if (const std::uint32_t found = node.op == Op::sig ? sigs[id] : fields[id]; found != noId) return found;
  if (node.op == Op::sig) {
    const std::string& name = from.sig(id).name;
    throw Untranslatable(Untranslatable::Kind::sig, "sig " + name, name, node.span);
  }
  const std::string& name = from.field(id).name;
  throw Untranslatable(Untranslatable::Kind::field, fmt::format("field {}.{}", from.sig(from.field(id).sig).name, name), name,
                       node.span);
}

Correspondence Correspondence::turned(const Model& to) const {
  Correspondence back;
  back.sameTypes = sameTypes;
  back.sigs.assign(to.sigs().size(), noId);
  back.fields.assign(to.fields().size(), noId);
  for (SigId id = 0; id < sigs.size(); ++id)
    if (sigs[id] != noId) back.sigs[sigs[id]] = id;
  for (FieldId id = 0; id < fields.size(); ++id)
    if (fields[id] != noId) back.fields[fields[id]] = id;
  return back;
}

Correspondence Correspondence::identity(const Model& model) {
  Correspondence same{std::vector<SigId>(model.sigs().size()), std::vector<FieldId>(model.fields().size())};
  std::iota(same.sigs.begin(), same.sigs.end(), 0);
  std::iota(same.fields.begin(), same.fields.end(), 0);
  return same;
}

}  // namespace aunit::model
