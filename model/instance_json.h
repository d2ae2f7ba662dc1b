// Instances in JSON, complete and readable: this project's own form.
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
// Signatures have all their atoms, those of their children too; fields are named by signature and name, tuples begin with the
// signature's column; integers in tuples are decimal strings ("-3"). String atoms keep their quotes. `loop` is the index of
// the state that follows the last one. What is left out is empty; `strings`, `loop` and `skolems` may be missing.
#pragma once

#include <optional>
#include <string>

#include "model/diagnostic.h"
#include "model/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::model {

/// Reads a file's text as an instance of `model`. The text is added to `sources` under `path`; whatever is wrong goes to
/// `diagnostics` (code "instance"), syntax errors with their position, others with the path of the value in the document.
/// Then nothing is returned.
std::optional<Instance> readInstanceJson(const Model& model, std::string path, std::string text, SourceMap& sources,
                                         Diagnostics& diagnostics);

/// The file's text. Empty signatures and fields are written, too.
std::string writeInstanceJson(const Model& model, const Instance& instance);

}  // namespace aunit::model
