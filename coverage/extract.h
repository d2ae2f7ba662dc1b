// The requirements of a model, and how expressions lead to them.
#pragma once

#include <algorithm>
#include <vector>

#include "coverage/requirements.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::coverage {

struct ExtractOptions {
  bool libraries = false;                     // count library modules (util/...) that an `open` names as well
  std::vector<model::ModuleId> without = {};  // modules that hold tests only: the root, stages that it opens
  std::vector<model::FuncId> tests = {};      // predicates that are no part of the model under test: those that state valuations

  bool isWithout(model::ModuleId module) const { return std::ranges::find(without, module) != without.end(); }
};

/// The requirements of a Model with the tables that recording needs. Good as long as the model has no further expressions.
struct ModelRequirements {
  /// A formula that holds where a requirement is met, if it is evaluated under the bindings and in the state of an expression.
  struct Companion {
    model::ExprId at = model::noId;
    model::ExprId formula = model::noId;
    RequirementId requirement = 0;
  };

  Requirements requirements;
  std::vector<Companion> companions;   // none, unless cells were added (cells.h)
  std::vector<RequirementId> ofExpr;   // first requirement of an expression's subject by ExprId; noIndex: none
  std::vector<RequirementId> ofSig;    // by SigId
  std::vector<RequirementId> ofField;  // by FieldId
};

/// `sources` holds the texts that the model's spans point into.
ModelRequirements extract(const model::Model& model, const model::SourceMap& sources, const ExtractOptions& options = {});

}  // namespace aunit::coverage
