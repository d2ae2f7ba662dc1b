// Errors and warnings of many files. If several of these files open the same model, its diagnostics are shown once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "reporters/terminal/style.h"
#include "suite/trouble.h"

namespace aunit::reporters {

/// "3 files open this file: a.aunit, b.aunit and c.aunit". If `more` is true, because these are not all files: "3 files also
/// open this file: ...".
std::string openedBy(const std::vector<std::string>& files, bool more);

/// Shows on standard error why files cannot be loaded, each error once.
void showLoadErrors(const std::vector<suite::LoadError>& errors);

class DiagnosticsOnce {
 public:
  explicit DiagnosticsOnce(ColorChoice color) : color_(color) {}

  /// Shows on standard error the diagnostics of a file and of the modules that the file opens, except diagnostics shown before.
  /// If a file has several warnings with the same name, shows the first three in full, and only the places of the others.
  void show(const std::string& file, const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources);
  /// For each model whose diagnostics were shown: names the further files that open the model.
  void finish() const;

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;  // path, begin, end, message

  const ColorChoice color_;
  std::set<Key> shown_;
  std::map<std::pair<std::string, std::string>, std::size_t> warnings_;  // number of warnings, by path and name of the warning
  std::map<std::string, std::vector<std::string>> leftOut_;  // by path of the model: more files that open it, in order of show()
};

}  // namespace aunit::reporters
