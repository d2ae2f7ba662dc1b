// The names of a workspace: what `workspace/symbol` looks through.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "server/file_stamp.h"
#include "server/outline.h"
#include "server/workspace.h"

namespace aunit::server {

/// Keeps the symbols of files that were looked at, so that a file is read again only where it, or one that it opens, was written.
class SymbolIndex {
 public:
  /// Takes those of a file that was read just now.
  const std::vector<NamedSymbol>& take(const Analysis& analysis, Encoding encoding);
  /// Those of a file; null where they are not known, or no longer what is on disk.
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
