// A value of JSON, or of TLA+ as text, as a line of a log holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/log.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct JsonValue {
  enum class Kind : std::uint8_t { null, boolean, number, text, array, object } kind = Kind::null;
  bool truth = false;
  std::optional<std::int64_t> integer = {};  // of a number that is one
  std::string text = {};                     // a text; a number as it is written
  std::vector<JsonValue> elements = {};
  std::vector<std::pair<std::string, JsonValue>> members = {};

  bool isArray() const { return kind == Kind::array; }
  bool isObject() const { return kind == Kind::object; }
  const JsonValue* member(std::string_view name) const;
  /// The value at a place in this one, or null.
  const JsonValue* at(const model::LogPath& path) const;
  /// On one line, cut where it is long.
  std::string shown() const;
  /// The whole value as JSON. Texts are equal for equal values only.
  std::string written() const;
};

/// An error in a text, and where.
struct JsonError {
  std::string message;     // empty: nothing
  std::size_t column = 0;  // from 1; 0: unknown
};

/// Reads one value; keys that are there twice are errors. Throws support::Exhausted if the budget ends.
JsonError readJson(std::string_view text, JsonValue& value, const support::Budget& budget);

/// Whether one number is less than another, however they are written.
bool isLess(const JsonValue& a, const JsonValue& b);

/// Makes of each text that reads as a value of TLA+ (`<<1, 2>>`, `[a |-> 1]`, `("a" :> 1 @@ "b" :> 2)`, `{1, 2}`, `TRUE`, `"a"`,
/// `3`) that value.
void readTlaTexts(JsonValue& value);

}  // namespace aunit::suite::log
