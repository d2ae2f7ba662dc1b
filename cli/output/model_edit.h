// Edits of model files on disk.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/source.h"
#include "strength/repair/repair.h"

namespace aunit::cli {

/// Replaces bytes begin .. end-1 of a file.
struct ModelEdit {
  std::string path;
  std::shared_ptr<const std::string> file;  // expected content of the file
  std::size_t begin = 0, end = 0;
  std::string replacement;
};

/// Converts the edits of a repair to positions in bytes of the files on disk, which may have CRLF line breaks and a byte order
/// mark. Returns nothing and sets `error` if a file cannot be read or has changed since it was loaded.
std::optional<std::vector<ModelEdit>> editsOnDisk(const strength::Repair& repair, const model::SourceMap& sources,
                                                  std::string& error);

/// Makes all edits, or none. Returns false and sets `error` if a file cannot be written or its content has changed
/// (support::FileEdit).
bool makeEdits(const std::vector<ModelEdit>& edits, std::string& error);

}  // namespace aunit::cli
