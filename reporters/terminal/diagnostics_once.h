// Errors and warnings of many files, some of which open the same model: each is shown once.
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

/// "3 files open it: a.aunit, b.aunit and c.aunit"; where it is `more` than one that was named before, "3 more files open it:
/// ...".
std::string openedBy(const std::vector<std::string>& files, bool more);

/// Shows on standard error what keeps files from loading, each error once.
void showLoadErrors(const std::vector<suite::LoadError>& errors);

class DiagnosticsOnce {
 public:
  explicit DiagnosticsOnce(ColorChoice color) : color_(color) {}

  /// Shows on standard error the diagnostics of a file and its opened modules that were not shown before. Among warnings of
  /// one name in one file the first three are shown, the others by their places.
  void show(const std::string& file, const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources);
  /// Says of each model with something that was left out since how many files open it.
  void finish() const;

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;  // path, begin, end, message

  const ColorChoice color_;
  std::set<Key> shown_;
  std::map<std::pair<std::string, std::string>, std::size_t> warnings_;  // by path and name: how many there were
  std::map<std::string, std::vector<std::string>> leftOut_;  // by path of the model: the files that open it, in their order
};

}  // namespace aunit::reporters
