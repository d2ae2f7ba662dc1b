// A value in a line of a log: a value of JSON, or a value of TLA+ that is written as text.
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
  std::optional<std::int64_t> integer = {};  // the value of a number, if it is an integer in range
  std::string text = {};                     // the value of a text; for a number, its digits as written
  std::vector<JsonValue> elements = {};
  std::vector<std::pair<std::string, JsonValue>> members = {};

  bool isArray() const { return kind == Kind::array; }
  bool isObject() const { return kind == Kind::object; }
  const JsonValue* member(std::string_view name) const;
  /// The value at `path` inside this value; null if there is none.
  const JsonValue* at(const model::LogPath& path) const;
  /// The value as one line of text, cut if it is long.
  std::string shown() const;
  /// The whole value as JSON. Different values have different texts.
  std::string written() const;
};

/// An error in a text, with its place.
struct JsonError {
  std::string message;     // empty if there is no error
  std::size_t column = 0;  // from 1; 0: unknown
};

/// Parses one value. An object with two equal keys is an error. Throws support::Exhausted if the budget is used up.
JsonError readJson(std::string_view text, JsonValue& value, const support::Budget& budget);

/// Whether the number `a` is less than the number `b`. The same number may be written in several ways, such as 10 and 1e1.
bool isLess(const JsonValue& a, const JsonValue& b);

/// If a text inside `value` has the form of a TLA+ value, replaces the text by this TLA+ value. Examples: `<<1, 2>>`,
/// `[a |-> 1]`, `("a" :> 1 @@ "b" :> 2)`, `{1, 2}`, `TRUE`, `"a"`, `3`.
void readTlaTexts(JsonValue& value);

}  // namespace aunit::suite::log
