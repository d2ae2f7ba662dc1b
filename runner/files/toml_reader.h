// Reads TOML files with known keys: aunit.toml and assignment.toml.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "support/failure.h"

namespace aunit::runner {

/// Reads one file. On the first error, functions return false and `error` has "FILE:LINE:COLUMN: ...".
class TomlReader {
 public:
  /// Handles the value of a key. Returns false on an error.
  using Take = std::function<bool(std::string_view key, const toml::node& value)>;
  using Keys = std::map<std::string, Take, std::less<>>;

  TomlReader(std::string path, std::string& error) : path_(std::move(path)), error_(error) {}

  /// Reads the file; nothing if it cannot be read or is not TOML.
  std::optional<toml::table> read();
  /// Passes each value to the function for its key. Unknown keys are errors.
  bool take(const toml::table& table, const Keys& keys);

  support::Failure fail(const toml::source_region& at, const std::string& message);
  support::Failure fail(const std::string& message);

  template <class T>
  bool value(std::string_view key, const toml::node& node, std::optional<T>& into, const char* kind) {
    into = node.value_exact<T>();
    return into || fail(node.source(), "`" + std::string(key) + "` must be " + kind);
  }
  bool texts(std::string_view key, const toml::node& node, std::vector<std::string>& into);

  // Each returns a function that accepts values of one kind and stores them in `into`, which must outlive the function.
  Take text(std::string& into);
  Take texts(std::vector<std::string>& into);
  Take flag(bool& into);

 private:
  bool isSound(std::string_view text);

  const std::string path_;
  std::string& error_;
};

}  // namespace aunit::runner
