// Files of data: the values of signatures and fields as other programs write them.
//
// In JSON each relation is a member:
//
//     { "Host": ["internet", "gateway", "db"],
//       "to":   [["internet", "gateway"], ["gateway", "db"]] }
//
// In CSV each relation is a file that has its name. The first line names the columns:
//
//     from,to
//     internet,gateway
//     gateway,db
//
// A relation has the name of its signature or field; `Host.to` tells fields of one name apart, and so do the labels of other
// files (instance_json.h). Texts are names of atoms, except in a column of type String: there they are strings. Numbers are
// integers.
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

/// The path of the instance of `val name from "file"`, which is relative to the file with the `val`.
std::string savedPath(const Valuation& valuation, const SourceMap& sources);

/// The path of a file, or those of the tables (*.csv) in a folder, sorted.
std::vector<std::string> pathsAt(const std::string& path);

/// Whether a JSON text, which is an object, states relations rather than an instance in the form of instance_json.h.
bool looksLikeData(std::string_view text);

/// What files say of the relations of `model`; a signature has also the atoms of those that extend it. The texts are added to
/// `sources`. Returns nothing if there are errors; these go to `diagnostics` (code "instance"), with their places: unknown
/// relations, tuples of another length, tables with lines of different lengths, more than a million tuples.
std::optional<ValuationState> readData(const Model& model, std::span<const DataFile> files, SourceMap& sources,
                                       Diagnostics& diagnostics);

}  // namespace aunit::model
