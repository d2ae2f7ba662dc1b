// Instances in the Informal Trace Format (ITF) of Apalache and Quint (Apalache's architecture decision record 15): JSON with the
// members `vars`, `states` and, of a lasso, `loop`; sets are {"#set": [...]}, tuples {"#tup": [...]}, functions {"#map": [[k, v],
// ...]}, integers {"#bigint": "3"}. Each signature and field is a variable, a set of atoms or of tuples, in every state.
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

/// The action that led to a state, as Quint's `--mbt` writes it, with what was chosen for it.
struct ItfStep {
  std::string action;
  std::vector<std::pair<std::string, TupleSet>> picks;
};

/// The text of a file that holds the instance. `steps[i]` led to state i; empty: nothing is said of that. Atoms, strings and the
/// integers' width stand in `#meta`, so that reading gives the same instance.
std::string writeInstanceItf(const Model& model, const Instance& instance, std::span<const ItfStep> steps = {});

/// Whether a text is a JSON object of this form rather than of instance_json.h.
bool looksLikeItf(std::string_view text);

/// Reads a file's text as an instance of `model`, as readInstanceJson() does. Variables are named as signatures and fields are,
/// or by their labels. Files of other tools have no atoms in `#meta`: the texts in their values are the atoms. A trace that does
/// not say where it loops stays in its last state.
std::optional<Instance> readInstanceItf(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics);

}  // namespace aunit::model
