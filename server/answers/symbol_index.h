// Index of the names of a workspace, which `workspace/symbol` searches.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "server/answers/outline.h"
#include "server/texts/file_stamp.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// Keeps the symbols of analysed files, so that a file is read again only after it, or one that it opens, was written.
class SymbolIndex {
 public:
  /// Takes the symbols of a file that was read just now.
  const std::vector<NamedSymbol>& take(const Analysis& analysis, Encoding encoding);
  /// The symbols of a file; null if they are not known, or the file has changed on disk.
  const std::vector<NamedSymbol>* of(const std::string& path) const;
  void forget(const std::string& path) { files_.erase(path); }

 private:
  struct Known {
    Stamps stamps;
    std::vector<NamedSymbol> symbols;
  };

  std::map<std::string, Known> files_;
};

}  // namespace aunit::server
