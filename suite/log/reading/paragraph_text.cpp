#include "suite/log/reading/paragraph_text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "model/model.h"
#include "support/utf8.h"

namespace aunit::suite::log {

namespace {

constexpr std::string_view blanks = " \t\r\n,";

/// The text between the paragraph's name and its `{`, without `from` and the names of files.
std::string withoutFiles(std::string_view head) {
  std::string out;
  std::size_t from = std::string_view::npos;
  for (std::size_t at = head.find("from"); at != std::string_view::npos && from == std::string_view::npos;
       at = head.find("from", at + 1)) {
    const std::size_t next = head.find_first_not_of(blanks, at + 4);
    if (next != std::string_view::npos && head[next] == '"') from = at;
  }
  if (from == std::string_view::npos) {
    out = head;
  } else {
    std::size_t end = from + 4;
    for (std::size_t next = end; (next = head.find_first_not_of(blanks, end)) != std::string_view::npos && head[next] == '"';)
      end = std::min(head.find('"', next + 1), head.size() - 1) + 1;
    out = fmt::format("{}{}", head.substr(0, head.find_last_not_of(blanks, from - 1) + 1), head.substr(end));
  }
  const std::size_t first = out.find_first_not_of(blanks), last = out.find_last_not_of(blanks);
  return first == std::string::npos ? "" : " " + out.substr(first, last + 1 - first);
}

/// The position of the `{` that begins the body: the first one outside quotes.
std::size_t braceIn(std::string_view text, std::size_t from) {
  bool quoted = false;
  for (std::size_t at = from; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == '{' && !quoted) return at;
  }
  return text.size();
}

}  // namespace

std::string paragraphText(const parser::Loaded& loaded, const model::Log& log, const std::string& name, const std::string& file) {
  const model::Model& model = *loaded.model;
  if (log.span.known()) {
    const std::string_view text = loaded.sources.text(log.span);
    const std::size_t afterName = log.nameSpan.end - log.span.begin, brace = braceIn(text, afterName);
    return fmt::format("log {}{} from \"{}\" {}\n", name, withoutFiles(text.substr(afterName, brace - afterName)), file,
                       text.substr(brace));
  }
  const auto isWord = [](const std::string& word) { return std::ranges::all_of(word, support::isWordPart); };
  const auto path = [&](const std::string& of) { return isWord(of) ? "." + of : fmt::format("[\"{}\"]", of); };
  std::string out = fmt::format("log {} from \"{}\" {{\n", name, file);
  if (log.event && log.arguments) out += fmt::format("  event {} with {}\n", log.event->text(), log.arguments->text());
  for (const model::LogRelation& relation : log.relations) {
    if (relation.field == model::noId) {
      const std::string& sig = model.sig(relation.sig).name;
      out += fmt::format("  {} from {}\n", sig, path(sig));
      continue;
    }
    const model::Field& field = model.field(relation.field);
    const bool alone = std::ranges::count(model.fields(), field.name, &model::Field::name) == 1;
    out += fmt::format("  {}{} from {}\n", alone ? "" : model.sig(field.sig).name + " <: ", field.name, path(field.name));
  }
  return out + "}\n";
}

}  // namespace aunit::suite::log
