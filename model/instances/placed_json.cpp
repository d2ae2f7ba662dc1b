#include "model/instances/placed_json.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/instances/sax_reader.h"

namespace aunit::model {

namespace {

using JsonKind = PlacedJson::Kind;

constexpr std::size_t mostJsonLevels = 200;

class PlacedReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  PlacedReader(FileId file, std::string_view text, Diagnostics& diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics) {}

  std::optional<PlacedJson> read() {
    const char* const end = text_.data() + text_.size();
    reached_ = text_.data();
    if (!nlohmann::json::sax_parse(SaxReader{text_.data(), &reached_}, SaxReader{end, &reached_}, this)) return std::nullopt;
    return std::move(root_);
  }

  bool null() override { return add({JsonKind::null, "", behind(4, 0)}); }
  bool boolean(bool truth) override {
    std::string word = truth ? "true" : "false";
    const Span span = behind(word.size(), 0);
    return add({JsonKind::boolean, std::move(word), span});
  }
  bool number_integer(number_integer_t value) override { return integer(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return integer(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& written) override {
    return add({JsonKind::number, "", behind(std::max<std::size_t>(written.size(), 1), 1)});
  }
  bool binary(binary_t&) override { return false; }
  bool string(string_t& value) override {
    const Span span = behind(value.size() + 2, 0);
    return add({JsonKind::text, std::move(value), span});
  }
  bool start_object(std::size_t) override { return open(JsonKind::object); }
  bool start_array(std::size_t) override { return open(JsonKind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!keys_.back().insert(name).second)
      return diagnostics_.fail("instance", behind(name.size() + 2, 0), fmt::format("the key \"{}\" occurs twice", name));
    open_.back()->members.emplace_back(std::move(name), PlacedJson());
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return diagnostics_.fail("instance", behind(1, 0), "this is not well-formed JSON");
  }

 private:
  Span behind(std::size_t length, std::size_t ahead) const {
    const auto read = static_cast<std::size_t>(reached_ - text_.data());
    const std::size_t end = read - std::min(ahead, read);
    return {file_, static_cast<std::uint32_t>(end - std::min(length, end)), static_cast<std::uint32_t>(end)};
  }

  bool integer(std::string written) {
    const Span span = behind(written.size(), 1);
    return add({JsonKind::number, std::move(written), span});
  }

  PlacedJson& place(PlacedJson value) {
    if (open_.empty()) return root_ = std::move(value);
    PlacedJson& around = *open_.back();
    if (around.kind == JsonKind::array) return around.elements.emplace_back(std::move(value));
    return around.members.back().second = std::move(value);
  }

  bool add(PlacedJson value) {
    place(std::move(value));
    return true;
  }

  bool open(JsonKind kind) {
    const Span span = behind(1, 0);
    if (open_.size() == mostJsonLevels) return diagnostics_.fail("instance", span, "this JSON is nested too deeply");
    open_.push_back(&place({kind, "", span}));
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  const FileId file_;
  const std::string_view text_;
  Diagnostics& diagnostics_;
  const char* reached_ = nullptr;
  PlacedJson root_;
  std::vector<PlacedJson*> open_;            // arrays and objects that are not closed yet, outermost first
  std::vector<std::set<std::string>> keys_;  // `keys_[i]`: the keys of `open_[i]` that have been read
};

}  // namespace

const PlacedJson* PlacedJson::member(std::string_view name) const {
  const auto found = std::ranges::find_if(members, [&](const auto& one) { return one.first == name; });
  return found == members.end() ? nullptr : &found->second;
}

std::vector<std::string> PlacedJson::memberNames() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : members) names.push_back(name);
  return names;
}

std::optional<PlacedJson> readPlacedJson(FileId file, std::string_view text, Diagnostics& diagnostics) {
  return PlacedReader(file, text, diagnostics).read();
}

}  // namespace aunit::model
