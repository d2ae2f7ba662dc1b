#include "model/instances/data_builder.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace aunit::model {

namespace {

constexpr std::size_t mostTuples = 1'000'000;

/// A text as a string literal of the language.
std::string literalOf(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c == '\n' ? "\\n" : std::string(1, c);
  }
  return literal + '"';
}

}  // namespace

bool DataBuilder::begin(Relation relation, std::string name, Span span) {
  if (!seen_.insert(relation).second) return fail(span, fmt::format("`{}` occurs twice", name));
  Assignment assignment;
  assignment.span = span;
  if (!relation.isField) assignment.kind = Assignment::Kind::plus;  // not `=`: signatures that extend this one may add atoms
  (relation.isField ? assignment.field : assignment.sig) = relation.id;
  name_ = std::move(name);
  arity_ = relation.isField ? model_.field(relation.id).arity : 1;
  isString_.assign(arity_, false);
  for (std::size_t i = 0; relation.isField && i < arity_; ++i)
    isString_[i] = std::ranges::all_of(model_.type(model_.field(relation.id).type).products,
                                       [&](const Product& product) { return product[i] == builtin::string; });
  state_.assignments.push_back(std::move(assignment));
  return true;
}

bool DataBuilder::add(NamedTuple tuple) {
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (tuple[i].text.empty()) return fail(tuple[i].span, "this atom has an empty name");
    if (isString_[i]) tuple[i].text = literalOf(tuple[i].text);
  }
  if (++tuples_ > mostTuples) return fail(tuple.front().span, fmt::format("there are more than {} tuples", mostTuples));
  state_.assignments.back().tuples.push_back(std::move(tuple));
  return true;
}

}  // namespace aunit::model
