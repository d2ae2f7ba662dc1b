// Instances in the Informal Trace Format (ITF) of Apalache and Quint (Apalache's architecture decision record 15). The format is
// JSON with the members `vars`, `states` and, for a lasso, `loop`. Sets are {"#set": [...]}, tuples {"#tup": [...]}, functions
// {"#map": [[k, v], ...]}, integers {"#bigint": "3"}. Each signature and field is a variable. Its value in a state is a set of
// atoms or tuples.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::model {

/// The action that led to a state, with its nondeterministic choices, as in the output of Quint's `--mbt`.
struct ItfStep {
  std::string action;
  std::vector<std::pair<std::string, TupleSet>> picks;
};

/// The text of a file with the instance. `steps[i]` is the action that led to state i; without `steps`, the file has no actions.
/// `#meta` has the atoms, strings and bit width, so that readInstanceItf() restores the same instance.
std::string writeInstanceItf(const Model& model, const Instance& instance, std::span<const ItfStep> steps = {});

/// Whether a text is a JSON object in this format, in contrast to the format of instance_json.h.
bool looksLikeItf(std::string_view text);

/// Reads a file's text as an instance of `model`, like readInstanceJson(). Variables have the names or labels of signatures and
/// fields. If there are no atoms in `#meta`, as in files of other tools, the texts in values are the atoms. A trace without a
/// loop stays in its last state.
std::optional<Instance> readInstanceItf(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics);

}  // namespace aunit::model
