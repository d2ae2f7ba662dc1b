// Data files: values of signatures and fields as other programs write them.
//
// In JSON each relation is a member:
//
//     { "Host": ["internet", "gateway", "db"],
//       "to":   [["internet", "gateway"], ["gateway", "db"]] }
//
// In CSV each relation is a file of that name. The first line names the columns:
//
//     from,to
//     internet,gateway
//     gateway,db
//
// A relation has the name of its signature or field. `Host.to` distinguishes fields of one name, and labels of instance files
// (instance_json.h) are allowed, too. Texts are names of atoms, but strings in a column of type String. Numbers are integers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/source.h"
#include "model/test.h"

namespace aunit::model {

/// One file and its text.
struct DataFile {
  std::string path, text;
};

/// The path of the file of `val name from "file"`, which is relative to the file with the `val`.
std::string savedPath(const Valuation& valuation, const SourceMap& sources);

/// The path itself if it is a file; the sorted paths of the tables (*.csv) in it if it is a folder.
std::vector<std::string> pathsAt(const std::string& path);

/// Whether a JSON text, which must be an object, states relations rather than an instance as in instance_json.h.
bool looksLikeData(std::string_view text);

/// Reads files as values of the relations of `model`; a signature also gets the atoms of the signatures that extend it. Adds the
/// texts to `sources`. Returns nothing if there are errors; these go to `diagnostics` (code "instance"), with their places:
/// unknown relations, tuples of wrong length, tables with lines of different lengths, more than a million tuples.
std::optional<ValuationState> readData(const Model& model, std::span<const DataFile> files, SourceMap& sources,
                                       Diagnostics& diagnostics);

}  // namespace aunit::model
