#include "server/answers/symbol_index.h"

namespace aunit::server {

const std::vector<NamedSymbol>& SymbolIndex::take(const Analysis& analysis, Encoding encoding) {
  FileSymbols& known = files_[analysis.path];
  known = {analysis.sources, namedSymbols(analysis, encoding)};
  return known.symbols;
}

const std::vector<NamedSymbol>* SymbolIndex::of(const std::string& path) const {
  const auto known = files_.find(path);
  return known == files_.end() || !areCurrent(known->second.stamps) ? nullptr : &known->second.symbols;
}

}  // namespace aunit::server
