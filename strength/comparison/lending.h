// Adds declarations of another model to a model, with facts that define them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/model.h"

namespace aunit::strength::versions {

/// Returns, for each column of a field, the top-level and built-in signatures of the atoms in it.
std::vector<std::set<model::SigId>> columnsOf(const model::Model& model, model::FieldId id);

/// Adds a field that has the name of `like` and may have any tuples of `type`.
model::FieldId addField(model::Extension& to, const model::Field& like, model::SigId sig, model::Type type, bool isVar,
                        std::string label);
/// Adds a signature with the name of `like`: a subset of `parents`, or a top-level signature if `parents` is empty.
model::SigId addSig(model::Extension& to, const model::Sig& like, std::vector<model::SigId> parents, bool isVar,
                    model::Multiplicity multiplicity, std::string label);
void addFact(model::Extension& to, std::string name, model::ExprId formula);

/// The field `id` with its columns reordered: column `order[i]` of the result is column i of the field.
model::ExprId reordered(model::Extension& in, model::FieldId id, const std::vector<unsigned>& order);
/// The tuples of `value` that the type of the field `added` allows. A fact that the field equals `value` may be
/// unsatisfiable, but not a fact that the field equals these tuples.
model::ExprId asFor(model::Extension& in, model::FieldId added, model::ExprId value);
model::ExprId unionOf(model::Extension& in, const std::vector<model::SigId>& sigs);

/// Whether the meaning of some constraint changes if signatures are added to the model, because it mentions all atoms:
/// `some univ`, `iden in r`. If so, no signature may be added.
bool dependsOnUniverse(const model::Model& model);

}  // namespace aunit::strength::versions
