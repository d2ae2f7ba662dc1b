// Reads and writes instances in the Alloy Analyzer's XML (language reference 17.1). The Analyzer can open the written files.
#pragma once

#include <optional>
#include <string>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::model {

/// Reads a file's text as an instance of `model`. Finds signatures by label ("this/Node"), and fields by signature and name.
/// Signatures and fields that the file omits are empty. An atom of a signature is also an atom of its ancestors. Files of Alloy 4
/// and 5 have no attributes about time, so their instances are static. Skolems become part of the instance; values of functions
/// are skipped.
///
/// Adds the text to `sources` under `path`. On errors, returns nothing and adds the errors with their positions to `diagnostics`
/// (code "instance"). Errors are malformed XML, missing attributes, unknown or repeated ids, signatures that are their own
/// ancestors, names that the model does not have, wrong arities, atoms in disjoint signatures, a loop outside of the trace.
std::optional<Instance> readInstanceXml(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics);

struct XmlHeader {
  std::string command;
  std::string fileName;
  std::string buildDate = "1970-01-01T00:00:00Z";  // constant, so that equal instances have equal files
};

/// Returns the text of an XML file that contains `instance`.
std::string writeInstanceXml(const Model& model, const Instance& instance, const XmlHeader& header = {});

}  // namespace aunit::model
