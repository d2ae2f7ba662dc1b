// Extracts a model's requirements, and tables that map expressions and declarations to requirements.
#pragma once

#include <algorithm>
#include <vector>

#include "coverage/requirements.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::coverage {

struct ExtractOptions {
  bool libraries = false;                     // include library modules (util/...) that are opened by name
  std::vector<model::ModuleId> without = {};  // modules that contain only tests: the root, or files of tests that the root opens
  std::vector<model::FuncId> tests = {};      // predicates that state valuations; they are not part of the model under test

  bool isWithout(model::ModuleId module) const { return std::ranges::find(without, module) != without.end(); }
};

/// The requirements of a Model, and tables for recording which are met. Valid until expressions are added to the model.
struct ModelRequirements {
  /// A formula that is true if `requirement` is met. The formula is evaluated whenever the expression `at` is evaluated, under
  /// the same bindings and in the same state.
  struct Companion {
    model::ExprId at = model::noId;
    model::ExprId formula = model::noId;
    RequirementId requirement = 0;
  };

  Requirements requirements;
  std::vector<Companion> companions;  // empty unless addCells() was called (cells.h)
  /// By ExprId: the first requirement of the expression's subject; noIndex if the expression is no subject.
  std::vector<RequirementId> ofExpr;
  std::vector<RequirementId> ofSig;    // by SigId
  std::vector<RequirementId> ofField;  // by FieldId
};

/// `sources` has the texts to which the model's spans refer.
ModelRequirements extract(const model::Model& model, const model::SourceMap& sources, const ExtractOptions& options = {});

}  // namespace aunit::coverage
