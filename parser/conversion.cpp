#include "parser/conversion.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "parser/alloy/parse_options.h"
#include "parser/alloy/tokens/lexer.h"
#include "parser/alloy/tokens/tokens.h"

namespace aunit::parser {

namespace {

using alloy::TokenType;

std::string withoutPrimes(std::string_view name) {
  if (name.find('\'') == std::string_view::npos) return std::string(name) + "_";
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    if (name[i] != '\'') {
      out += name[i++];
      continue;
    }
    const std::size_t end = std::min(name.find_first_not_of('\'', i), name.size());
    out += "_prime";
    if (end - i > 1) out += fmt::format("{}", end - i);
    if (end != name.size()) out += '_';
    i = end;
  }
  return out;
}

}  // namespace

void NewNames::avoid(std::string_view text) {
  for (const model::Range& token : alloy::tokensOf(text)) taken_.emplace(text.substr(token.begin, token.end - token.begin));
}

const std::string& NewNames::of(std::string_view name) {
  const auto known = given_.find(name);
  if (known != given_.end()) return known->second;
  std::string now = withoutPrimes(name);
  while (!taken_.insert(now).second) now += '_';
  return given_.emplace(name, std::move(now)).first->second;
}

std::string inAlloy6(const Loaded& loaded, model::FileId file, NewNames& names) {
  const std::string read = file < loaded.dialects.size() ? loaded.dialects[file] : "";
  const auto dialect = std::ranges::find(alloy::dialects, read, [](alloy::Dialect d) { return std::string(alloy::nameOf(d)); });
  if (dialect == alloy::dialects.end() || *dialect == alloy::Dialect::alloy6) return "";
  const std::string& document = loaded.sources.file(file).document();
  model::Diagnostics unheard;
  std::vector<std::uint32_t> offsets;
  std::string out;
  std::size_t behind = 0;
  for (const alloy::RawToken& token : alloy::tokenize(loaded.sources, file, *dialect, unheard, offsets).otherwise) {
    out.append(document, behind, token.begin - behind);
    switch (token.type) {
      case TokenType::DISJ: out += "disj"; break;
      case TokenType::BEFORE: out += "before"; break;
      case TokenType::STEPS: out += "steps"; break;
      default: out += names.of(std::string_view(document).substr(token.begin, token.end - token.begin));
    }
    behind = token.end;
  }
  return out.append(document, behind);
}

}  // namespace aunit::parser
