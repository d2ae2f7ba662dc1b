// What of the right model students do not see.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "model/model.h"

namespace aunit::strength::grading {

/// A model and the names of its paragraphs and fields that are hidden. Both must outlive this.
class Hidden {
 public:
  Hidden(const model::Model& right, const std::set<std::string>& names) : right_(right), names_(names) {}

  bool isHidden(const std::string& name) const { return names_.contains(name); }
  /// A signature is hidden with each of its ancestors: a handout cannot declare it.
  bool isHidden(const model::Sig& sig) const;
  /// A field is hidden with its signature.
  bool isHidden(const model::Field& field) const;

 private:
  const model::Model& right_;
  const std::set<std::string>& names_;
};

/// The model as the handout shows it: an instance of the right model is one of this, and reports leave out its hidden signatures
/// and fields. The right model itself if none is hidden.
std::shared_ptr<const model::Model> handoutView(std::shared_ptr<const model::Model> right, const std::set<std::string>& hidden);

}  // namespace aunit::strength::grading
