#include "suite/log/reading/json_value.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

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

namespace {

constexpr std::size_t deepestValue = 200;

class Reader {
 public:
  explicit Reader(JsonValue& root) : root_(root) {}

  JsonError error;

  bool null() { return put({}) != nullptr; }
  bool boolean(bool truth) { return put({.kind = JsonValue::Kind::boolean, .truth = truth}) != nullptr; }
  bool number_integer(std::int64_t number) { return this->number(number, std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) { return this->number(static_cast<std::int64_t>(number), std::to_string(number)); }
  bool number_float(double, const std::string& text) { return number(0, text); }
  bool string(std::string& text) { return put({.kind = JsonValue::Kind::text, .text = std::move(text)}) != nullptr; }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) { return open(JsonValue::Kind::array); }
  bool end_object() { return stack_.pop_back(), true; }
  bool end_array() { return stack_.pop_back(), true; }
  bool key(std::string& name) {
    if (stack_.back()->member(name)) {
      error.message = fmt::format("the key \"{}\" is there twice", support::oneLine(name));
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
    error.message = fmt::format("this is no JSON: {}", support::oneLine(std::string(text)));
    error.column = position;
    return false;
  }

 private:
  bool number(std::int64_t number, std::string text) {
    return put({.kind = JsonValue::Kind::number, .number = number, .text = std::move(text)}) != nullptr;
  }
  bool open(JsonValue::Kind kind) {
    if (stack_.size() >= deepestValue) {
      error.message = fmt::format("values are nested more than {} levels deep", deepestValue);
      return false;
    }
    stack_.push_back(put({.kind = kind}));
    return true;
  }
  JsonValue* put(JsonValue value) {
    JsonValue* place = &root_;
    if (!stack_.empty()) {
      JsonValue& parent = *stack_.back();
      place = parent.isObject() ? &parent.members.back().second : &parent.elements.emplace_back();
    }
    *place = std::move(value);
    return place;
  }

  JsonValue& root_;
  std::vector<JsonValue*> stack_;  // what is open: only the last one grows
};

/// Values of TLA+ as they are printed.
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

  // a :> b @@ c :> d
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
    const auto [stop, failure] = std::from_chars(word.data(), word.data() + word.size(), result.number);
    if (failure != std::errc() || stop != word.data() + word.size()) result.kind = JsonValue::Kind::text;  // a model value
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

JsonError readJson(std::string_view text, JsonValue& value) {
  Reader reader(value);
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
