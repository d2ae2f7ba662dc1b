// Reads and writes instances in the Alloy Analyzer's XML (language reference 17.1). The Analyzer can open files written here.
#pragma once

#include <optional>
#include <string>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::model {

/// Reads a file's text as an instance of `model`: signatures are matched by label ("this/Node"), fields by signature and name.
/// Missing signatures and fields are empty; an atom of a signature is also an atom of its ancestors. Files of Alloy 4 and 5,
/// which have no attributes about time, are static. Skolems are kept, values of functions skipped.
///
/// The text is added to `sources` under `path`. Returns nothing when there are errors; they go to `diagnostics` (code "instance")
/// with their position: malformed XML, missing attributes, unknown or repeated ids, cycles, names that the model does not have,
/// wrong arities, atoms in disjoint signatures, a loop outside the trace.
std::optional<Instance> readInstanceXml(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics);

struct XmlHeader {
  std::string command;
  std::string fileName;
  std::string buildDate = "1970-01-01T00:00:00Z";  // constant, so that equal instances give equal files
};

/// The text of a file with the instance.
std::string writeInstanceXml(const Model& model, const Instance& instance, const XmlHeader& header = {});

}  // namespace aunit::model
