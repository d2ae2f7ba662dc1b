// Unites the declarations of two versions of a model: each shared signature and field allows what either version allows.
#pragma once

#include <span>
#include <vector>

#include "model/changes/extension.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// The differences between the hierarchy of the united copy and the hierarchy of the version.
struct UnitedHierarchy {
  std::vector<bool> isLoose;    // by signature: it became a subset of the union of its top-level signatures in both versions
  std::vector<bool> hasParted;  // by signature: whether one of its children is loose
};

/// Changes the declarations of `copy`, a copy of one version. `corresponding`: from the other version to this one, with
/// Kinds::any. A declaration that is `var` in either version becomes `var`. A signature becomes a subset, and not disjoint from
/// its siblings, if it has other parents in the other version, or `in` there and `extends` here. Then its children become
/// subsets, too. Constraints do not change.
UnitedHierarchy unite(const model::Model& other, model::Extension& copy, const comparison::Correspondence& corresponding);

/// A constraint that the declarations of a version imply.
struct ImpliedConstraint {
  model::SigId sig = model::noId;  // the signature of the version that the constraint is about
  model::ExprId formula = model::noId;
};
/// The constraints that the version's declarations imply, but the copy's declarations do not: static relations never change,
/// atoms do not move between children of one signature, enums are ordered. `sigs`, `fields`: by ID in the version, the ID in the
/// copy; noId if the copy lacks it. `hasOrders`: the copy has the facts that order its enums as declared.
std::vector<ImpliedConstraint> constraintsMissingIn(const model::Model& version, model::Extension& copy,
                                                    std::span<const model::SigId> sigs, std::span<const model::FieldId> fields,
                                                    bool hasOrders = true);

/// Whether a signature is the order of an enum (which `enum` opens implicitly) that no formula uses.
bool isUnusedOrder(const model::Model& model, model::SigId sig);
/// Removes orders of enums with changed members from the correspondence, if no formula uses them.
void leaveOutUnusedOrders(const model::Model& plainer, const model::Model& richer, comparison::Correspondence& corresponding);
/// Whether a signature is ordered, as an enum or by `open`, by an order that is used.
bool isOrderUsed(const model::Model& model, model::SigId members);

}  // namespace aunit::strength::versions
