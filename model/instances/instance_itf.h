// Instances in the Informal Trace Format (ITF) of Apalache and Quint (Apalache's architecture decision record 15): JSON with the
// members `vars`, `states` and, for a lasso, `loop`. Sets are {"#set": [...]}, tuples {"#tup": [...]}, functions {"#map": [[k,
// v], ...]}, integers {"#bigint": "3"}. Each signature and field is a variable whose value in each state is a set of atoms or
// tuples.
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

/// The action that led to a state, as in the output of Quint's `--mbt`, with its nondeterministic choices.
struct ItfStep {
  std::string action;
  std::vector<std::pair<std::string, TupleSet>> picks;
};

/// The text of a file with the instance. `steps[i]` led to state i; if `steps` is empty, the file has no actions. `#meta` holds
/// atoms, strings and the bit width, so that reading restores the same instance.
std::string writeInstanceItf(const Model& model, const Instance& instance, std::span<const ItfStep> steps = {});

/// Whether a text is a JSON object in this format rather than that of instance_json.h.
bool looksLikeItf(std::string_view text);

/// Reads a file's text as an instance of `model`, like readInstanceJson(). Variables are named like signatures and fields, or by
/// their labels. Files of other tools have no atoms in `#meta`: their atoms are the texts in values. A trace without a loop stays
/// in its last state.
std::optional<Instance> readInstanceItf(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics);

}  // namespace aunit::model
