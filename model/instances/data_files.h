// Data files: values of signatures and fields as other programs write them.
//
// In JSON, each relation is a member of an object:
//
//     { "Host": ["internet", "gateway", "db"],
//       "to":   [["internet", "gateway"], ["gateway", "db"]] }
//
// In CSV, each relation is a file that has the relation's name. The first line has the names of the columns:
//
//     from,to
//     internet,gateway
//     gateway,db
//
// A relation has the name of its signature or field. If several fields have the same name, `Host.to` distinguishes them. Labels
// as in instance files (instance_json.h) are allowed, too. Texts are names of atoms; in a column of type String they are strings.
// Numbers are integers.
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

struct DataFile {
  std::string path, text;
};

/// The path of the data file that `val name from "file"` reads. A relative path in the quotes starts at the folder of the file
/// that contains the `val`.
std::string savedPath(const Valuation& valuation, const SourceMap& sources);

/// If the path is a folder, the sorted paths of the tables (*.csv) in it; else the path itself.
std::vector<std::string> pathsAt(const std::string& path);

/// Whether a JSON object has the format of a data file. If not, it is an instance in the format of instance_json.h.
bool looksLikeData(std::string_view text);

/// Reads files as values of the relations of `model`. A signature also gets the atoms of the signatures that extend it. Adds the
/// texts to `sources`. On errors, returns nothing and adds the errors with their positions to `diagnostics` (code "instance").
/// Errors are unknown relations, tuples of a wrong length, tables with lines of different lengths, and more than a million
/// tuples.
std::optional<ValuationState> readData(const Model& model, std::span<const DataFile> files, SourceMap& sources,
                                       Diagnostics& diagnostics);

}  // namespace aunit::model
