#include "suite/log/reading/documents.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/source.h"
#include "suite/log/reading/lines.h"
#include "suite/valuation/saved_instance.h"
#include "support/plural.h"

namespace aunit::suite::log {

namespace {

using JsonKind = JsonValue::Kind;

constexpr std::size_t largestDocument = std::size_t{256} << 20;
constexpr std::size_t longestOpening = 200;  // bytes; if the first line is longer, the file is not a document of several lines
constexpr int deepestItf = 200;

/// Converts a value of ITF, which encodes some values as objects with one member "#...".
JsonValue fromItf(JsonValue value, const support::Budget& budget, int depth = 0) {
  if (depth > deepestItf) return value;
  for (JsonValue& element : value.elements) element = fromItf(std::move(element), budget, depth + 1);
  if (value.kind == JsonKind::object && value.members.size() == 1 && value.members.front().first.starts_with('#')) {
    const std::string name = value.members.front().first;
    JsonValue inner = fromItf(std::move(value.members.front().second), budget, depth + 1);
    if (name == "#bigint" && inner.kind == JsonKind::text) {
      JsonValue number;
      if (readJson(inner.text, number, budget).message.empty() && number.kind == JsonKind::number) return number;
      return inner;
    }
    if (name == "#map" && inner.isArray()) {
      const bool named = std::ranges::all_of(inner.elements, [](const JsonValue& pair) {
        return pair.isArray() && pair.elements.size() == 2 &&
               (pair.elements[0].kind == JsonKind::text || pair.elements[0].kind == JsonKind::number);
      });
      if (!named) return inner;
      JsonValue object{.kind = JsonKind::object};
      for (JsonValue& pair : inner.elements) object.members.emplace_back(pair.elements[0].text, std::move(pair.elements[1]));
      return object;
    }
    return inner;  // #set, #tup, #unserializable
  }
  for (auto& [name, member] : value.members) member = fromItf(std::move(member), budget, depth + 1);
  std::erase_if(value.members, [](const auto& member) { return member.first == "#meta"; });
  return value;
}

Document ofItf(JsonValue whole, const support::Budget& budget) {
  Document document;
  JsonValue loop;
  for (auto& [name, member] : whole.members) {
    if (name == "states") {
      for (JsonValue& state : member.elements) document.states.push_back(fromItf(std::move(state), budget));
    } else if (name == "loop") {
      loop = fromItf(std::move(member), budget);
    }
  }
  if (loop.kind == JsonKind::null) return document;
  if (loop.integer && *loop.integer >= 0 && static_cast<std::uint64_t>(*loop.integer) < document.states.size())
    document.loop = static_cast<std::size_t>(*loop.integer);
  else
    document.error =
        fmt::format("the trace has {}, but loops to state {}", support::plural(document.states.size(), "state"), loop.shown());
  return document;
}

bool hasStates(const JsonValue& value) {
  const JsonValue* states = value.isObject() ? value.member("states") : nullptr;
  return states && states->isArray();
}

/// The content of a file; nothing if it is too large.
std::optional<std::string> textOfDocument(const std::string& path, const support::Budget& budget) {
  Lines lines(path, budget);
  std::string text;
  for (std::string line; lines.next(line);) {
    text += line;
    text += '\n';
    if (lines.tooLong() || text.size() > largestDocument) return std::nullopt;
  }
  return text;
}

Document savedTrace(const model::Model& model, const std::string& path, std::string text) {
  Document document;
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  document.instance = readSavedInstance(model, {{path, std::move(text)}}, sources, diagnostics);
  if (document.instance) return document;
  const model::Diagnostic& first = diagnostics.all().front();
  document.error = first.message;
  if (first.span.known()) {
    const auto position = sources.file(first.span.file).position(first.span.begin);
    document.error += fmt::format(" (line {}, column {})", position.line, position.column);
  }
  return document;
}

}  // namespace

std::optional<Document> documentIn(const model::Model& model, const std::string& path, const support::Budget& budget) {
  Lines lines(path, budget);
  std::string first;
  if (!lines.next(first) || lines.tooLong()) return std::nullopt;
  const std::size_t begin = first.find_first_not_of(" \t");
  const bool xml = first.compare(begin, 1, "<") == 0;
  JsonValue value;
  if (!xml) {
    const bool opens = first[begin] == '{' && first.size() < longestOpening;
    const bool whole = readJson(first, value, budget).message.empty();
    if (whole ? !hasStates(value) : !opens) return std::nullopt;
  }
  const auto text = textOfDocument(path, budget);
  if (!text) return Document{{}, {}, {}, fmt::format("the file is larger than {} MB", largestDocument >> 20)};
  if (xml) return savedTrace(model, path, *text);
  if (!readJson(*text, value, budget).message.empty() || !hasStates(value)) return std::nullopt;
  return value.member("atoms") ? savedTrace(model, path, *text) : ofItf(std::move(value), budget);
}

}  // namespace aunit::suite::log
