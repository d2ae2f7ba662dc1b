// Unites the declarations of two versions of a model. Each shared signature and field then allows what at least one version
// allows.
#pragma once

#include <span>
#include <vector>

#include "model/changes/extension.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// How the signature hierarchy of the united copy differs from that of the version.
struct UnitedHierarchy {
  /// By signature: whether it became a subset signature. Its parents are then its top-level ancestors in both versions.
  std::vector<bool> isLoose;
  std::vector<bool> hasParted;  // by signature: whether one of its children is loose
};

/// Changes the declarations of `copy`, which is a copy of one version. `corresponding` maps the declarations of `other` to those
/// of `copy`, with Kinds::any. A declaration that is `var` in at least one version becomes `var`. If a signature has different
/// parents in the two versions, or `in` in one and `extends` in the other, it becomes a subset that may overlap with its
/// siblings. The signatures that extend it become subsets, too. Constraints do not change.
UnitedHierarchy unite(const model::Model& other, model::Extension& copy, const comparison::Correspondence& corresponding);

/// A constraint that follows from the declarations of a version.
struct ImpliedConstraint {
  model::SigId sig = model::noId;  // the constraint is about this signature of the version
  model::ExprId formula = model::noId;
};
/// Returns the constraints that follow from the declarations of `version`, but not from the declarations of `copy`. They say that
/// static relations never change, that atoms do not move between children of one signature, and that enums are ordered. `sigs`
/// and `fields` map IDs in `version` to IDs in `copy`, or to noId if `copy` lacks the declaration. `hasOrders` says whether
/// `copy` has the facts that order its enums as declared.
std::vector<ImpliedConstraint> constraintsMissingIn(const model::Model& version, model::Extension& copy,
                                                    std::span<const model::SigId> sigs, std::span<const model::FieldId> fields,
                                                    bool hasOrders = true);

/// Whether a signature is the order of an enum, and no formula uses this order. (An `enum` opens its order implicitly.)
bool isUnusedOrder(const model::Model& model, model::SigId sig);
/// If the members of an enum have changed, and no formula uses its order, removes the order from the correspondence.
void leaveOutUnusedOrders(const model::Model& plainer, const model::Model& richer, comparison::Correspondence& corresponding);
/// Whether a signature has a used order: an enum's order that a formula uses, or an order that a user's file opens.
bool isOrderUsed(const model::Model& model, model::SigId members);

}  // namespace aunit::strength::versions
