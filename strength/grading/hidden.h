// What of the right model students do not see.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "model/model.h"

namespace aunit::strength::grading {

/// A model and the names of paragraphs and fields of its root module that are hidden. Both must outlive this. What a handout
/// cannot declare without something that is hidden is hidden as well.
class Hidden {
 public:
  Hidden(const model::Model& right, const std::set<std::string>& names) : right_(right), names_(names) {}

  bool isHidden(const model::Fact& fact) const { return isHidden(fact.module, fact.name); }
  bool isHidden(const model::Func& function) const { return isHidden(function.module, function.name); }
  bool isHidden(const model::Sig& sig) const;
  bool isHidden(const model::Field& field) const;

 private:
  /// By its name, or with an argument of its module: `open util/ordering[Secret]`, and the order of an `enum`.
  bool isHidden(model::ModuleId module, const std::string& name) const;

  const model::Model& right_;
  const std::set<std::string>& names_;
};

/// The model as the handout shows it: an instance of the right model is one of this, and reports leave out its hidden signatures
/// and fields. The right model itself if none is hidden.
std::shared_ptr<const model::Model> handoutView(std::shared_ptr<const model::Model> right, const std::set<std::string>& hidden);

}  // namespace aunit::strength::grading
