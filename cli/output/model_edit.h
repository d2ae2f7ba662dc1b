// Edits of model files as they are on disk.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/source.h"
#include "strength/repair/repair.h"

namespace aunit::cli {

/// Bytes begin .. end-1 of a file become something else.
struct ModelEdit {
  std::string path;
  std::shared_ptr<const std::string> file;  // what it held
  std::size_t begin = 0, end = 0;
  std::string replacement;
};

/// A proposal's edits, counted in bytes of the files: line breaks there may be of two bytes, and a byte order mark counts.
/// Nothing, with `error`, when a file cannot be read or is no longer what was loaded.
std::optional<std::vector<ModelEdit>> editsOnDisk(const strength::Repair& repair, const model::SourceMap& sources,
                                                  std::string& error);

/// Makes them all, or none if one of the files cannot be written or no longer holds what it held (support::FileEdit). False
/// with `error`.
bool makeEdits(const std::vector<ModelEdit>& edits, std::string& error);

}  // namespace aunit::cli
