// Saves an instance that the solver found and the evaluator rejects. This is a bug of this program, to be reported with the
// instance.
#pragma once

#include <string>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::solver {

/// Saves the instance (model/instances/instance_json.h) as "aunit-disagreement-..." in the folder for temporary files. Returns a
/// sentence for the user that names the file, or says why there is none.
std::string saveForReport(const model::Model& model, const model::Instance& instance);

}  // namespace aunit::solver
