// The parts of the right model that students do not see.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "model/model.h"

namespace aunit::strength::grading {

/// A model, and names of hidden paragraphs and fields of its root module. Both must outlive this object. Declarations that
/// depend on a hidden name are hidden as well.
class HiddenDeclarations {
 public:
  HiddenDeclarations(const model::Model& right, const std::set<std::string>& names) : right_(right), names_(names) {}

  bool isHidden(const model::Fact& fact) const { return isHidden(fact.module, fact.name); }
  bool isHidden(const model::Func& function) const { return isHidden(function.module, function.name); }
  bool isHidden(const model::Sig& sig) const;
  bool isHidden(const model::Field& field) const;

 private:
  /// Whether a paragraph is hidden by its name, or by a hidden argument of its module: `open util/ordering[Secret]`, or the order
  /// of a hidden `enum`.
  bool isHidden(model::ModuleId module, const std::string& name) const;

  const model::Model& right_;
  const std::set<std::string>& names_;
};

/// The model of the handout. Instances of the right model are also instances of this model, and reports omit hidden signatures
/// and fields. Returns the right model itself if nothing is hidden.
std::shared_ptr<const model::Model> handoutView(std::shared_ptr<const model::Model> right, const std::set<std::string>& hidden);

}  // namespace aunit::strength::grading
