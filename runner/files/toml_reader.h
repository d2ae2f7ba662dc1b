// TOML files whose keys are known: aunit.toml and assignment.toml.
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

/// One file. The first thing that is wrong with it stands in `error` as "FILE:LINE:COLUMN: ..."; whatever fails returns false.
class TomlReader {
 public:
  /// Receives the value of the key.
  using Take = std::function<bool(std::string_view key, const toml::node& value)>;
  using Keys = std::map<std::string, Take, std::less<>>;

  TomlReader(std::string path, std::string& error) : path_(std::move(path)), error_(error) {}

  /// Reads the file; nothing if it cannot be read or is no TOML.
  std::optional<toml::table> read();
  /// Gives each value to what takes it. Keys that are not among these are errors.
  bool take(const toml::table& table, const Keys& keys);

  support::Failure fail(const toml::source_region& at, const std::string& message);
  support::Failure fail(const std::string& message);

  template <class T>
  bool value(std::string_view key, const toml::node& node, std::optional<T>& into, const char* kind) {
    into = node.value_exact<T>();
    return into || fail(node.source(), std::string(key) + " must be " + kind);
  }
  bool texts(std::string_view key, const toml::node& node, std::vector<std::string>& into);

  // They take values of one kind; `into` must outlive them.
  Take text(std::string& into);
  Take texts(std::vector<std::string>& into);
  Take flag(bool& into);

 private:
  bool isSound(std::string_view text);

  const std::string path_;
  std::string& error_;
};

}  // namespace aunit::runner
