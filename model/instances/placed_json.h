// JSON documents whose values know their places.
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
  std::string text;  // a text, an integer or a truth value as it is written; empty for a number that is no integer
  Span span;         // of an array or object its bracket
  std::vector<PlacedJson> elements = {};
  std::vector<std::pair<std::string, PlacedJson>> members = {};

  /// The first member of this name; null if there is none.
  const PlacedJson* member(std::string_view name) const;
  std::vector<std::string> memberNames() const;
};

/// Reads a document, which is the text of `file`. Nothing after an error: it is no JSON, or nested more than 200 levels deep.
std::optional<PlacedJson> readPlacedJson(FileId file, std::string_view text, Diagnostics& diagnostics);

}  // namespace aunit::model
