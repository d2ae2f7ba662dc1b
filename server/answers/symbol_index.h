// Index of the names in a workspace, for `workspace/symbol`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "server/answers/outline.h"
#include "server/texts/file_stamp.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// Caches the symbols of an analysed file until this file, or a file that it opens, changes.
class SymbolIndex {
 public:
  /// Stores and returns the symbols of a file that was just analysed.
  const std::vector<NamedSymbol>& take(const Analysis& analysis, Encoding encoding);
  /// The symbols of a file; null if unknown, or if the file has changed on disk.
  const std::vector<NamedSymbol>* of(const std::string& path) const;
  void forget(const std::string& path) { files_.erase(path); }

 private:
  struct FileSymbols {
    Stamps stamps;
    std::vector<NamedSymbol> symbols;
  };

  std::map<std::string, FileSymbols> files_;
};

}  // namespace aunit::server
