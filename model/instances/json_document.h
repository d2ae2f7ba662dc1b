// Reads files that consist of one JSON document. All formats have the same messages about errors in the JSON.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "model/diagnostic.h"
#include "model/instances/instance.h"

namespace aunit::model {

/// Parses `source`, the text of `file`, as JSON and passes the JSON to `read`. Returns the result of `read`. If the
/// text is not JSON or contains a number that is too large, adds an error to `diagnostics` and returns nothing.
template <class Json, class Read>
std::optional<Instance> readDocument(FileId file, const std::string& source, Diagnostics& diagnostics, Read&& read) {
  try {
    return read(Json::parse(source));
  } catch (const typename Json::parse_error& error) {
    const auto at = static_cast<std::uint32_t>(std::min<std::size_t>(error.byte == 0 ? 0 : error.byte - 1, source.size()));
    diagnostics.error("instance", {file, at, at}, "this is not well-formed JSON");
  } catch (const typename Json::out_of_range&) {
    diagnostics.error("instance", {file, 0, 0}, "this JSON contains a number that is too large");
  }
  return std::nullopt;
}

}  // namespace aunit::model
