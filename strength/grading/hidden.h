// The parts of the right model that students do not see.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "model/model.h"

namespace aunit::strength::grading {

/// Decides which declarations of the right model are hidden. `names` has the hidden paragraphs and fields of the model's root
/// module. `right` and `names` must outlive this object. Declarations that depend on a hidden name are hidden as well.
class HiddenDeclarations {
 public:
  HiddenDeclarations(const model::Model& right, const std::set<std::string>& names) : right_(right), names_(names) {}

  bool isHidden(const model::Fact& fact) const { return isHidden(fact.module, fact.name); }
  bool isHidden(const model::Func& function) const { return isHidden(function.module, function.name); }
  bool isHidden(const model::Sig& sig) const;
  bool isHidden(const model::Field& field) const;

 private:
  /// Whether the paragraph `name` of `module` is hidden. A paragraph of the root module is hidden if `names_` contains `name`.
  /// All paragraphs of a module are hidden if one of its arguments is a hidden signature. Examples are the module of
  /// `open util/ordering[Secret]`, and the ordering module of a hidden `enum`.
  bool isHidden(model::ModuleId module, const std::string& name) const;

  const model::Model& right_;
  const std::set<std::string>& names_;
};

/// Returns the model that students see. Instances of the right model are also instances of the returned model. Reports that use
/// the returned model omit hidden signatures and fields. Returns `right` itself if nothing is hidden.
std::shared_ptr<const model::Model> handoutView(std::shared_ptr<const model::Model> right, const std::set<std::string>& hidden);

}  // namespace aunit::strength::grading
