// Searches candidates for repairs in one file: mutants first, then synthesized formulas.
#pragma once

#include <optional>
#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"
#include "strength/repair/repair.h"
#include "strength/repair/standing.h"
#include "strength/synthesis/bodies.h"
#include "support/budget.h"

namespace aunit::strength {

/// What is needed to make candidates for a file. The constructor adds nodes to the model. Call it before an overlay of the model
/// is made, because the nodes must stay when the overlay is taken away.
struct Material {
  explicit Material(model::Model& model)
      : written(model.exprCount()), types(model), nodes(model, types), vocabulary(model, nodes, modulesOfTests(model)) {
    for (model::VarId v = 0; v < model.variables().size(); ++v) leaves.push_back(vocabulary.leafOf(v, nodes));
  }

  static std::vector<model::ModuleId> modulesOfTests(const model::Model& model) {
    std::vector<model::ModuleId> modules;
    for (model::ModuleId m = 0; m < model.modules().size(); ++m)
      if (model.modules()[m].ofTests) modules.push_back(m);
    return modules;
  }

  const model::ExprId written;  // number of expressions in the files; the search makes the expressions with higher numbers
  model::TypeTable types;
  model::Nodes nodes;
  synthesis::Vocabulary vocabulary;
  std::vector<std::optional<synthesis::Leaf>> leaves;  // by variable
};

/// Searches repairs in the file with the index `file`. A repair must satisfy the tests and commands of this file, and the tests
/// in other files about this model. Adds the repairs to `result`, in the order in which they are found. The limits of `budget`
/// end the search.
void searchCandidates(const std::vector<DemandingFile>& files, std::size_t file, const Material& material, Evidence& evidence,
                      EditJudge& standing, const RepairOptions& options, const support::Budget& budget, Repairs& result);

}  // namespace aunit::strength
