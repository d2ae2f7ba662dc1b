#include "model/diagnostic.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "support/utf8.h"
#include "support/visible.h"

namespace aunit::model {

const char* word(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++errors_;
  all_.push_back(std::move(diagnostic));
  return all_.back();
}

Diagnostic& Diagnostics::error(std::string code, Span span, std::string message) {
  return add({Severity::error, std::move(code), span, std::move(message), {}, {}});
}

support::Failure Diagnostics::fail(std::string code, Span span, std::string message, std::vector<std::string> hints) {
  error(std::move(code), span, std::move(message)).hints = std::move(hints);
  return {};
}

Diagnostic& Diagnostics::warning(std::string code, Span span, std::string message) {
  return add({Severity::warning, std::move(code), span, std::move(message), {}, {}});
}

Diagnostic& Diagnostics::note(std::string code, Span span, std::string message) {
  return add({Severity::note, std::move(code), span, std::move(message), {}, {}});
}

std::vector<Diagnostic> Diagnostics::errorsSince(std::size_t count) const {
  std::vector<Diagnostic> errors;
  std::copy_if(all_.begin() + static_cast<std::ptrdiff_t>(count), all_.end(), std::back_inserter(errors),
               [](const Diagnostic& d) { return d.severity == Severity::error; });
  return errors;
}

std::vector<Diagnostic> Diagnostics::takeErrorsSince(std::size_t count) {
  std::vector<Diagnostic> errors = errorsSince(count);
  const auto isError = [](const Diagnostic& d) { return d.severity == Severity::error; };
  all_.erase(std::remove_if(all_.begin() + static_cast<std::ptrdiff_t>(count), all_.end(), isError), all_.end());
  errors_ -= errors.size();
  return errors;
}

void Diagnostics::sort() {
  const auto key = [](const Diagnostic& d) { return std::tie(d.span.file, d.span.begin, d.severity, d.message); };
  std::stable_sort(all_.begin(), all_.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  all_.erase(std::unique(all_.begin(), all_.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }), all_.end());
  errors_ = static_cast<std::size_t>(
      std::count_if(all_.begin(), all_.end(), [](const auto& d) { return d.severity == Severity::error; }));
}

namespace {

// Appends the source line and a line with carets. If the source line is long, appends only its part around the span.
void appendExcerpt(std::string& out, const SourceMap& sources, Span span, const char* caretColor, const char* reset) {
  const SourceFile& file = sources.file(span.file);
  const Position at = file.position(span.begin);
  std::string_view line = file.line(at.line);
  std::size_t caretByte = std::min<std::size_t>(span.begin - file.lineStart(at.line), line.size());
  const std::size_t spanEnd = std::min<std::size_t>(std::max(span.end, span.begin + 1) - file.lineStart(at.line), line.size());
  constexpr std::size_t widest = 160;
  std::string_view before;
  std::size_t skipped = 0;
  if (line.size() > widest && caretByte > widest / 2) {
    skipped = caretByte - widest / 2;
    while (skipped < line.size() && support::continuesCodePoint(line[skipped])) ++skipped;
    before = "...";
  }
  std::string_view shown = line.substr(skipped, widest);
  while (shown.size() == widest && !shown.empty() && (static_cast<unsigned char>(shown.back()) & 0x80) != 0)
    shown.remove_suffix(1);
  const support::VisibleLine visible = support::visibleLine(shown);
  const std::size_t prefix = std::min(caretByte - skipped, shown.size());
  const std::size_t shownEnd = std::max(std::min(spanEnd > skipped ? spanEnd - skipped : 0, shown.size()), prefix);
  const std::size_t first = visible.columns[support::codePoints(shown.substr(0, prefix))];
  const std::size_t last = visible.columns[support::codePoints(shown.substr(0, shownEnd))];
  out += fmt::format("{:>5} | {}{}\n", at.line, before, visible.text);
  out += fmt::format("      | {}{}^{}{}\n", std::string(before.size() + first, ' '), caretColor,
                     std::string(last > first + 1 ? last - first - 1 : 0, '~'), reset);
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceMap& sources, bool color) {
  const char* bold = color ? "\x1b[1m" : "";
  const char* reset = color ? "\x1b[0m" : "";
  const auto tintOf = [](Severity severity) {
    return severity == Severity::error ? "\x1b[1;31m" : severity == Severity::warning ? "\x1b[1;35m" : "\x1b[1;36m";
  };
  const char* tint = color ? tintOf(diagnostic.severity) : "";
  std::string out;
  if (diagnostic.span.known()) out += fmt::format("{}{}:{} ", bold, support::oneLine(sources.describe(diagnostic.span)), reset);
  const bool hasName = diagnostic.severity == Severity::warning && !diagnostic.code.empty();
  out += fmt::format("{}{}:{} {}{}{}{}\n", tint, word(diagnostic.severity), reset, bold, support::oneLine(diagnostic.message),
                     reset, hasName ? fmt::format(" [{}]", diagnostic.code) : "");
  if (diagnostic.span.known()) appendExcerpt(out, sources, diagnostic.span, tint, reset);
  for (const RelatedPlace& related : diagnostic.related)
    out += fmt::format("  {}: {}\n", support::oneLine(sources.describe(related.span)), support::oneLine(related.message));
  for (const std::string& hint : diagnostic.hints)
    out += fmt::format("  {}hint:{} {}\n", color ? "\x1b[36m" : "", reset, support::oneLine(hint));
  return out;
}

std::string render(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, bool color) {
  constexpr std::size_t most = 100;  // limit for the errors shown per file
  std::string text;
  std::map<FileId, std::size_t> errors;
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity != Severity::error || !diagnostic.span.known() || ++errors[diagnostic.span.file] <= most)
      text += render(diagnostic, sources, color);
  for (const auto& [file, count] : errors)
    if (count > most)
      text += fmt::format("{}: {} more error{}\n", support::oneLine(sources.file(file).path()), count - most,
                          count == most + 1 ? "" : "s");
  return text;
}

std::string nearestName(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 200;  // in bytes; the time for a comparison grows with the square of the length
  if (name.size() > longest) return "";
  const std::size_t limit = std::max<std::size_t>(1, name.size() / 3);
  std::string best;
  std::size_t bestDistance = limit + 1;
  std::vector<std::size_t> previous, current, beforePrevious;
  for (const std::string& candidate : candidates) {
    const std::size_t n = name.size(), m = candidate.size();
    if (candidate == name || (n > m ? n - m : m - n) >= bestDistance) continue;
    previous.resize(m + 1);
    for (std::size_t j = 0; j <= m; ++j) previous[j] = j;
    for (std::size_t i = 1; i <= n; ++i) {
      current.assign(m + 1, i);
      for (std::size_t j = 1; j <= m; ++j) {
        current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (name[i - 1] != candidate[j - 1])});
        if (i > 1 && j > 1 && name[i - 1] == candidate[j - 2] && name[i - 2] == candidate[j - 1])
          current[j] = std::min(current[j], beforePrevious[j - 2] + 1);
      }
      beforePrevious = previous;
      previous.swap(current);
    }
    if (previous[m] < bestDistance) {
      bestDistance = previous[m];
      best = candidate;
    }
  }
  return best;
}

std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string near = nearestName(name, candidates);
  return near.empty() ? "" : fmt::format("did you mean `{}`?", support::oneLine(near));
}

bool suggest(Diagnostic& diagnostic, std::string_view name, const std::vector<std::string>& candidates) {
  std::string question = didYouMean(name, candidates);
  if (question.empty()) return false;
  diagnostic.hints.push_back(std::move(question));
  return true;
}

std::string orNear(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string question = didYouMean(name, candidates);
  return question.empty() ? "" : fmt::format(" ({})", question);
}

std::string inWords(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(names.size(), most);
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

}  // namespace aunit::model
