// Extraction of a model's requirements, and of the tables from expressions to requirements.
#pragma once

#include <algorithm>
#include <vector>

#include "coverage/requirements.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::coverage {

struct ExtractOptions {
  bool libraries = false;                     // include library modules (util/...) that are opened by name
  std::vector<model::ModuleId> without = {};  // modules that hold tests only: the root, files of tests that it opens
  std::vector<model::FuncId> tests = {};      // predicates that state valuations, and so are no part of the model under test

  bool isWithout(model::ModuleId module) const { return std::ranges::find(without, module) != without.end(); }
};

/// The requirements of a Model with the tables that recording needs. Valid until the model gets further expressions.
struct ModelRequirements {
  /// A formula that holds where a requirement is met, when it is evaluated under the bindings and in the state of the expression
  /// `at`.
  struct Companion {
    model::ExprId at = model::noId;
    model::ExprId formula = model::noId;
    RequirementId requirement = 0;
  };

  Requirements requirements;
  std::vector<Companion> companions;   // empty unless cells were added (cells.h)
  std::vector<RequirementId> ofExpr;   // the first requirement of an expression's subject, by ExprId; noIndex: none
  std::vector<RequirementId> ofSig;    // by SigId
  std::vector<RequirementId> ofField;  // by FieldId
};

/// `sources` holds the texts to which the model's spans refer.
ModelRequirements extract(const model::Model& model, const model::SourceMap& sources, const ExtractOptions& options = {});

}  // namespace aunit::coverage
