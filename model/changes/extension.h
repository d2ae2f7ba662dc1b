// A copy of a model to which formulas can be added.
#pragma once

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::model {

/// A copy of a model to which formulas can be added, for example to solve them. The model itself does not change, and its ids are
/// also valid in the copy. New nodes are destroyed with the copy.
class Extension {
 public:
  explicit Extension(const Model& model) : model_(model) {}
  Extension(const Extension&) = delete;
  Extension& operator=(const Extension&) = delete;

  const Model& model() const { return model_; }
  Nodes& nodes() { return nodes_; }
  /// The copy. Callers may add functions, variables and facts to it, and weaken its declarations. Nodes are added with nodes().
  Model& growing() { return model_; }

 private:
  Model model_;
  TypeTable types_{model_};
  Nodes nodes_{model_, types_};
};

}  // namespace aunit::model
