#include "server/mcp/arguments.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace aunit::server::mcp {

namespace {

bool hasType(const Json& value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  return value.is_number();
}

std::string wrongWithValue(const Json& value, const Json& schema, const std::string& name);

std::string wrongWithObject(const Json& object, const Json& schema, const std::string& name) {
  const Json& properties = at(schema, {"properties"});
  std::vector<std::string> known;
  for (const auto& [property, ignored] : properties.items()) known.push_back(property);
  if (schema.contains("required"))
    for (const Json& required : schema["required"])
      if (!object.contains(required.get<std::string>())) return fmt::format("`{}` is missing", required.get<std::string>());
  for (const auto& [member, value] : object.items()) {
    const bool isKnown = properties.is_object() && properties.contains(member);
    const Json& others = at(schema, {"additionalProperties"});
    if (!isKnown && others.is_boolean() && !others.get<bool>()) {
      const std::string near = model::orNear(member, known);
      return fmt::format("unknown argument `{}`{}", member,
                         near.empty() ? fmt::format(" (expected one of {})", fmt::join(known, ", ")) : near);
    }
    const Json& what = isKnown ? properties[member] : others;
    if (!what.is_object()) continue;
    if (const std::string wrong = wrongWithValue(value, what, name.empty() ? member : name + "." + member); !wrong.empty())
      return wrong;
  }
  return "";
}

std::string wrongWithValue(const Json& value, const Json& schema, const std::string& name) {
  if (const Json& type = at(schema, {"type"}); type.is_string() && !hasType(value, type.get<std::string>())) {
    const std::string wanted = type.get<std::string>();
    return fmt::format("`{}` must be {} {}", name, wanted == "array" || wanted == "object" || wanted == "integer" ? "an" : "a",
                       wanted);
  }
  if (const Json& kinds = at(schema, {"anyOf"}); kinds.is_array()) {
    std::vector<std::string> wrong;
    for (const Json& kind : kinds)
      if (wrong.emplace_back(wrongWithValue(value, kind, name)).empty()) return "";
    return wrong.front();
  }
  if (const Json& values = at(schema, {"enum"}); values.is_array() && std::ranges::find(values, value) == values.end()) {
    std::vector<std::string> known;
    for (const Json& one : values) known.push_back(one.get<std::string>());
    return fmt::format("`{}` must be one of {}", name, fmt::join(known, ", "));
  }
  if (value.is_string() && value.get_ref<const std::string&>().find('\0') != std::string::npos)
    return fmt::format("`{}` contains a zero byte", name);
  if (value.is_number()) {
    if (const Json& least = at(schema, {"minimum"}); least.is_number() && value < least)
      return fmt::format("`{}` must be at least {}", name, least.dump());
    if (const Json& most = at(schema, {"maximum"}); most.is_number() && value > most)
      return fmt::format("`{}` must be at most {}", name, most.dump());
  }
  if (value.is_array()) {
    if (const Json& least = at(schema, {"minItems"}); least.is_number() && value.size() < least.get<std::size_t>())
      return fmt::format("`{}` must not be empty", name);
    if (const Json& most = at(schema, {"maxItems"}); most.is_number() && value.size() > most.get<std::size_t>())
      return fmt::format("`{}` may have at most {} elements", name, most.dump());
    if (const Json& items = at(schema, {"items"}); items.is_object())
      for (const Json& item : value)
        if (const std::string wrong = wrongWithValue(item, items, name); !wrong.empty()) return wrong;
  }
  return value.is_object() ? wrongWithObject(value, schema, name) : "";
}

}  // namespace

std::string wrongWith(const Json& arguments, const Json& schema) {
  if (!arguments.is_object()) return "the arguments must be an object";
  return wrongWithObject(arguments, schema, "");
}

}  // namespace aunit::server::mcp
