// A copy of a model to which formulas can be added.
#pragma once

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::model {

/// A copy of a model to which formulas can be added, for questions about them. The model itself does not change. New nodes are
/// destroyed with the copy. Ids of the model mean the same in it.
class Extension {
 public:
  explicit Extension(const Model& model) : model_(model) {}
  Extension(const Extension&) = delete;
  Extension& operator=(const Extension&) = delete;

  const Model& model() const { return model_; }
  Nodes& nodes() { return nodes_; }
  /// For what no node is: functions and variables of other models that are brought in, facts that are added or left out,
  /// declarations that allow more.
  Model& growing() { return model_; }

 private:
  Model model_;
  TypeTable types_{model_};
  Nodes nodes_{model_, types_};
};

}  // namespace aunit::model
