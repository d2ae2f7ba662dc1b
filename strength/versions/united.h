// The declarations of two versions of a model in one: each signature and field that both have, with all that either allows.
#pragma once

#include <span>
#include <vector>

#include "model/changes/extension.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// What a copy of one version allows since it allows what the other declares.
struct United {
  std::vector<bool> isLoose;    // by signature: it was below one parent, and is a subset of all that it is within in either
  std::vector<bool> hasParted;  // by signature: one that extended it is such a subset now
};

/// Changes the declarations of a copy of one version. `corresponding`: from the other version to this one, with Kinds::any.
/// What either declares `var` is `var`. A signature that has other parents in the other version, or is `in` there and `extends`
/// here, is a subset without a place among its siblings, and so is what extends it. Constraints stay as they are.
United unite(const model::Model& other, model::Extension& copy, const comparison::Correspondence& corresponding);

/// A constraint that the declarations of a version imply.
struct ImpliedConstraint {
  model::SigId sig = model::noId;  // of the version
  model::ExprId formula = model::noId;
};
/// The constraints that the version's declarations imply and those of the copy do not: a relation that is not `var` never
/// changes, no atom moves between signatures that extend the same one, and the order of an enum. `sigs`, `fields`: where the copy
/// has what the version declares, by id in the version; noId: nowhere.
/// `hasOrders`: the copy has the facts that order its enums, which order them as they are declared.
std::vector<ImpliedConstraint> constraintsMissingIn(const model::Model& version, model::Extension& copy,
                                                    std::span<const model::SigId> sigs, std::span<const model::FieldId> fields,
                                                    bool hasOrders = true);

/// Whether a signature is the order of an enum, which `enum` opens by itself, and no formula speaks of this order.
bool isUnusedOrder(const model::Model& model, model::SigId sig);
/// Whether a signature is ordered, as an enum or by `open`, and not only by an order that is unused.
bool isOrderUsed(const model::Model& model, model::SigId members);

}  // namespace aunit::strength::versions
