// Instances in the XML of the Alloy Analyzer (language reference 17.1): what it saves is read, what we write it opens.
#pragma once

#include <optional>
#include <string>

#include "model/diagnostic.h"
#include "model/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::model {

/// Reads a file's text as an instance of `model`: signatures are matched by label ("this/Node"), fields by the signature they
/// belong to and their name. What the file does not mention is empty; an atom of a signature is also one of its ancestors. Files
/// of Alloy 4 and 5, without the attributes about time, are static. Skolem constants are kept, values of functions skipped.
///
/// The text is added to `sources` under `path`. Whatever is wrong goes to `diagnostics` (code "instance") with its position:
/// malformed XML, missing attributes, unknown or repeated ids, cycles, names that the model does not have, wrong arities,
/// atoms in disjoint signatures, a loop outside the trace. Then nothing is returned.
std::optional<Instance> readInstanceXml(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics);

struct XmlHeader {
  std::string command;
  std::string fileName;
  std::string buildDate = "1970-01-01T00:00:00Z";  // the same output for the same input
};

/// The file's text.
std::string writeInstanceXml(const Model& model, const Instance& instance, const XmlHeader& header = {});

}  // namespace aunit::model
