// Reads and writes instances as JSON, in aunit's own format:
//
//     { "bitwidth": 4, "maxSequence": 4,
//       "atoms": ["N0", "N1"], "strings": ["\"a\""],
//       "loop": 0,
//       "skolems": [ { "name": "$show_n", "arity": 1 } ],
//       "states": [
//         { "sigs":    { "this/Node": ["N0", "N1"] },
//           "fields":  { "this/Node.link": [ ["N1", "N0"] ] },
//           "skolems": { "$show_n": [ ["N0"] ] } } ] }
//
// Signatures list all their atoms, including the atoms of signatures that extend them. Fields are labelled by signature and name,
// and their tuples begin with the signature's column. Integers in tuples are decimal strings ("-3"). String atoms include their
// quotes. `loop` is the index of the state that follows the last one. Missing signatures and fields are empty; `strings`, `loop`
// and `skolems` are optional. A state may have a member `actions`: texts about the step to the next state. The reader ignores it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::model {

/// Reads a file's text as an instance of `model`, and adds the text to `sources` under `path`. On errors, returns nothing and
/// adds them to `diagnostics` (code "instance"). Syntax errors have a position; other errors have the path of the value in the
/// document.
std::optional<Instance> readInstanceJson(const Model& model, std::string path, std::string text, SourceMap& sources,
                                         Diagnostics& diagnostics);

/// The text of a file with the instance, including empty signatures and fields. `actions` has an element for each state: the
/// texts about the step to the next state, or std::nullopt if they are unknown. `actions` is empty if the model has no actions.
std::string writeInstanceJson(const Model& model, const Instance& instance,
                              const std::vector<std::optional<std::vector<std::string>>>& actions = {});

}  // namespace aunit::model
