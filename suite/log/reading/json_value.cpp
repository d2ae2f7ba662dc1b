#include "suite/log/reading/json_value.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/visible.h"

namespace aunit::suite::log {

const JsonValue* JsonValue::member(std::string_view name) const {
  const auto found = std::ranges::find(members, name, [](const auto& each) -> std::string_view { return each.first; });
  return found == members.end() ? nullptr : &found->second;
}

const JsonValue* JsonValue::at(const model::LogPath& path) const {
  const JsonValue* value = this;
  for (const auto& step : path.steps) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      value = value->isObject() ? value->member(*name) : nullptr;
    } else {
      const std::uint32_t index = std::get<std::uint32_t>(step);
      value = value->isArray() && index < value->elements.size() ? &value->elements[index] : nullptr;
    }
    if (!value) return nullptr;
  }
  return value;
}

std::string JsonValue::shown() const {
  constexpr std::size_t longest = 80;
  std::string result;
  switch (kind) {
    case Kind::null: return "null";
    case Kind::boolean: return truth ? "true" : "false";
    case Kind::number: return text;
    case Kind::text: result = fmt::format("\"{}\"", support::oneLine(text)); break;
    case Kind::array:
      for (const JsonValue& each : elements) {
        result += (result.empty() ? "[" : ", ") + each.shown();
        if (result.size() > longest) break;
      }
      result = result.empty() ? "[]" : result + "]";
      break;
    case Kind::object:
      for (const auto& [name, each] : members) {
        result += fmt::format("{}\"{}\": {}", result.empty() ? "{" : ", ", support::oneLine(name), each.shown());
        if (result.size() > longest) break;
      }
      result = result.empty() ? "{}" : result + "}";
      break;
  }
  if (result.size() > longest) result = result.substr(0, longest - 3) + "...";
  return result;
}

std::string JsonValue::written() const {
  const auto quoted = [](const std::string& each) { return nlohmann::json(each).dump(); };
  std::string result;
  switch (kind) {
    case Kind::text: return quoted(text);
    case Kind::array:
      for (const JsonValue& each : elements) result += (result.empty() ? "" : ",") + each.written();
      return "[" + result + "]";
    case Kind::object:
      for (const auto& [name, each] : members) result += (result.empty() ? "" : ",") + quoted(name) + ":" + each.written();
      return "{" + result + "}";
    default: return shown();
  }
}

bool isLess(const JsonValue& a, const JsonValue& b) {
  if (a.integer && b.integer) return *a.integer < *b.integer;
  return std::strtold(a.text.c_str(), nullptr) < std::strtold(b.text.c_str(), nullptr);
}

namespace {

constexpr std::size_t deepestValue = 200;
constexpr std::size_t fewMembers = 16;  // if an object has fewer members, its names are compared one by one

class Reader {
 public:
  Reader(JsonValue& root, const support::Budget& budget) : root_(root), meter_(&budget) {}

  JsonError error;

  bool null() { return put({}) != nullptr; }
  bool boolean(bool truth) { return put({.kind = JsonValue::Kind::boolean, .truth = truth}) != nullptr; }
  bool number_integer(std::int64_t number) { return this->number(number, std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) {
    const auto integer = static_cast<std::int64_t>(number);
    return this->number(integer < 0 ? std::nullopt : std::optional(integer), std::to_string(number));
  }
  bool number_float(double, const std::string& text) { return number(std::nullopt, text); }
  bool string(std::string& text) { return put({.kind = JsonValue::Kind::text, .text = std::move(text)}) != nullptr; }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) { return open(JsonValue::Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    if (isThere(name)) {
      error.message = fmt::format("the key \"{}\" occurs twice", support::oneLine(name));
      return false;
    }
    stack_.back()->members.emplace_back(std::move(name), JsonValue());
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& why) {
    if (!error.message.empty()) return false;
    std::string_view text = why.what();
    if (const auto colon = text.rfind(": "); colon != std::string_view::npos && text.find("column") != std::string_view::npos)
      text = text.substr(text.find(": ", text.find("column")) + 2);
    error.message = fmt::format("this is not JSON: {}", support::oneLine(std::string(text)));
    error.column = position;
    return false;
  }

 private:
  bool number(std::optional<std::int64_t> integer, std::string text) {
    return put({.kind = JsonValue::Kind::number, .integer = integer, .text = std::move(text)}) != nullptr;
  }
  bool close() {
    stack_.pop_back();
    keys_.pop_back();
    return true;
  }
  /// Whether the innermost open object has a member `name`. Uses a hash set if the object has many members.
  bool isThere(const std::string& name) {
    const JsonValue& object = *stack_.back();
    if (object.members.size() < fewMembers) return object.member(name) != nullptr;
    std::unordered_set<std::string>& keys = keys_.back();
    if (keys.empty())
      for (const auto& member : object.members) keys.insert(member.first);
    return !keys.insert(name).second;
  }
  bool open(JsonValue::Kind kind) {
    if (stack_.size() >= deepestValue) {
      error.message = fmt::format("values are nested more than {} levels deep", deepestValue);
      return false;
    }
    stack_.push_back(put({.kind = kind}));
    keys_.emplace_back();
    return true;
  }
  JsonValue* put(JsonValue value) {
    meter_.step(stepsOfValue);
    JsonValue* place = &root_;
    if (!stack_.empty()) {
      JsonValue& parent = *stack_.back();
      place = parent.isObject() ? &parent.members.back().second : &parent.elements.emplace_back();
    }
    *place = std::move(value);
    return place;
  }

  static constexpr std::size_t stepsOfValue = 20;

  JsonValue& root_;
  support::Meter meter_;
  std::vector<JsonValue*> stack_;                      // the values that are not complete yet; only the last one grows
  std::vector<std::unordered_set<std::string>> keys_;  // for each element of `stack_`: the names of its members, if it has many
};

/// Parses values of TLA+ in the form in which TLC prints them.
class TlaReader {
 public:
  explicit TlaReader(std::string_view text) : text_(text) {}

  std::optional<JsonValue> read() {
    auto value = maps(0);
    skip();
    return value && at_ == text_.size() ? value : std::nullopt;
  }

 private:
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view word) {
    skip();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // Parses `a :> b @@ c :> d`.
  std::optional<JsonValue> maps(int depth) {
    if (depth > 50) return std::nullopt;
    auto first = map(depth);
    while (first && take("@@")) {
      auto more = map(depth);
      if (!more || !first->isObject() || !more->isObject()) return std::nullopt;
      for (auto& member : more->members) first->members.push_back(std::move(member));
    }
    return first;
  }
  std::optional<JsonValue> map(int depth) {
    auto key = simple(depth);
    if (!key || !take(":>")) return key;
    auto value = simple(depth);
    if (!value || (key->kind != JsonValue::Kind::text && key->kind != JsonValue::Kind::number)) return std::nullopt;
    return JsonValue{.kind = JsonValue::Kind::object, .members = {{key->text, std::move(*value)}}};
  }
  std::optional<JsonValue> simple(int depth) {
    if (take("(")) {
      auto inner = maps(depth + 1);
      return inner && take(")") ? inner : std::nullopt;
    }
    if (take("<<")) return list(">>", depth);
    if (take("{")) return list("}", depth);
    if (take("[")) return record(depth);
    if (take("\"")) {
      JsonValue result{.kind = JsonValue::Kind::text};
      for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
        result.text += text_[at_];
      }
      return take("\"") ? std::optional(result) : std::nullopt;
    }
    skip();
    std::size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) || text_[end] == '_' || text_[end] == '-'))
      ++end;
    if (end == at_) return std::nullopt;
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    if (word == "TRUE" || word == "FALSE") return JsonValue{.kind = JsonValue::Kind::boolean, .truth = word == "TRUE"};
    JsonValue result{.kind = JsonValue::Kind::number, .text = std::string(word)};
    std::int64_t number = 0;
    const auto [stop, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (failure != std::errc() || stop != word.data() + word.size())
      result.kind = JsonValue::Kind::text;  // the name of a model value of TLA+
    else
      result.integer = number;
    return result;
  }
  std::optional<JsonValue> list(std::string_view end, int depth) {
    JsonValue result{.kind = JsonValue::Kind::array};
    if (take(end)) return result;
    do {
      auto element = maps(depth + 1);
      if (!element) return std::nullopt;
      result.elements.push_back(std::move(*element));
    } while (take(","));
    return take(end) ? std::optional(std::move(result)) : std::nullopt;
  }
  std::optional<JsonValue> record(int depth) {
    JsonValue result{.kind = JsonValue::Kind::object};
    do {
      const auto name = simple(depth + 1);
      if (!name || !take("|->")) return std::nullopt;
      auto value = maps(depth + 1);
      if (!value) return std::nullopt;
      result.members.emplace_back(name->text, std::move(*value));
    } while (take(","));
    return take("]") ? std::optional(std::move(result)) : std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

JsonError readJson(std::string_view text, JsonValue& value, const support::Budget& budget) {
  // The JSON library would take a zero byte for the end of its input.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) return {"the line has a zero byte", zero + 1};
  Reader reader(value, budget);
  nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
  return std::move(reader.error);
}

void readTlaTexts(JsonValue& value) {
  if (value.kind == JsonValue::Kind::text) {
    if (auto read = TlaReader(value.text).read()) value = std::move(*read);
    return;
  }
  for (JsonValue& element : value.elements) readTlaTexts(element);
  for (auto& member : value.members) readTlaTexts(member.second);
}

}  // namespace aunit::suite::log
