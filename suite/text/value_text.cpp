#include "suite/text/value_text.h"

#include <fmt/format.h>

namespace aunit::suite {

using namespace model;

std::string tupleText(std::span<const Atom> tuple, const Universe& universe) {
  std::string result;
  for (const Atom atom : tuple) {
    if (!result.empty()) result += "->";
    result += universe.name(atom);
  }
  return result;
}

std::vector<std::string> tupleTexts(const TupleSet& set, const Universe& universe) {
  std::vector<std::string> result;
  set.forEach([&](std::span<const Atom> tuple) { result.push_back(tupleText(tuple, universe)); });
  return result;
}

std::string text(const TupleSet& set, const Universe& universe) {
  return fmt::format("{{{}}}", fmt::join(tupleTexts(set, universe), ", "));
}

std::string text(const evaluator::Value& value, const Universe& universe) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const std::int32_t* number = std::get_if<std::int32_t>(&value)) return std::to_string(*number);
  return text(std::get<TupleSet>(value), universe);
}

}  // namespace aunit::suite
