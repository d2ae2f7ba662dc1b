// Extracts a model's requirements, and the tables from expressions to requirements.
#pragma once

#include <algorithm>
#include <vector>

#include "coverage/requirements.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::coverage {

struct ExtractOptions {
  bool libraries = false;                     // include library modules (util/...) opened by name
  std::vector<model::ModuleId> without = {};  // modules that contain only tests: the root, and files of tests that it opens
  std::vector<model::FuncId> tests = {};      // predicates that state valuations, and so are not part of the model under test

  bool isWithout(model::ModuleId module) const { return std::ranges::find(without, module) != without.end(); }
};

/// The requirements of a Model, with the tables for recording. Valid until expressions are added to the model.
struct ModelRequirements {
  /// A formula that is true if a requirement is met. It is evaluated with the expression `at`, under the same bindings and in the
  /// same state.
  struct Companion {
    model::ExprId at = model::noId;
    model::ExprId formula = model::noId;
    RequirementId requirement = 0;
  };

  Requirements requirements;
  std::vector<Companion> companions;   // empty unless cells were added (cells.h)
  std::vector<RequirementId> ofExpr;   // by ExprId, the first requirement of the expression's subject; noIndex: none
  std::vector<RequirementId> ofSig;    // by SigId
  std::vector<RequirementId> ofField;  // by FieldId
};

/// `sources` holds the texts of the model's spans.
ModelRequirements extract(const model::Model& model, const model::SourceMap& sources, const ExtractOptions& options = {});

}  // namespace aunit::coverage
