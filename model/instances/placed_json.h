// JSON documents that record the place of each value in the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"

namespace aunit::model {

struct PlacedJson {
  enum class Kind : std::uint8_t { null, boolean, number, text, array, object } kind = Kind::null;
  /// The content of a text, or the spelling of an integer or a truth value. Empty for all other values.
  std::string text;
  Span span;  // for an array or object, the span of its opening bracket
  std::vector<PlacedJson> elements = {};
  std::vector<std::pair<std::string, PlacedJson>> members = {};

  /// The first member with this name; null if there is none.
  const PlacedJson* member(std::string_view name) const;
  std::vector<std::string> memberNames() const;
};

/// Reads a JSON document. `text` must be the text of `file`. Reports an error and returns nothing if the text is not JSON, or if
/// its arrays and objects are nested more than 200 levels deep.
std::optional<PlacedJson> readPlacedJson(FileId file, std::string_view text, Diagnostics& diagnostics);

}  // namespace aunit::model
