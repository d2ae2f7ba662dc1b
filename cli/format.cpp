// aunit format: lays out models and tests.

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/formatting/converting.h"
#include "cli/input/project.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "parser/format.h"
#include "parser/front_end.h"
#include "parser/source_text.h"
#include "reporters/mutation/diff.h"
#include "reporters/terminal/console.h"
#include "reporters/text.h"
#include "runner/files/discovery.h"
#include "support/files.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

bool isEmpty(std::string_view line) {
  return line.find_first_not_of(" \t\r\f") == std::string_view::npos;
}

bool isOurs(std::string_view path) {
  constexpr std::string_view endings[] = {".als", ".aunit", ".md", ".np", ".prog"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

/// A unified diff without context. Formatting keeps nonempty lines in order, so the nth nonempty line of `before` is compared
/// with the nth nonempty line of `after`.
std::string differenceOf(const std::string& path, const std::string& before, const std::string& after) {
  std::vector<std::string> old = reporters::linesOf(before), now = reporters::linesOf(after);
  for (auto* lines : {&old, &now})
    if (lines->back().empty()) lines->pop_back();  // removes the empty text after the last line break
  std::string out = fmt::format("--- {0}\n+++ {0}\n", support::oneLine(path));
  for (std::size_t i = 0, j = 0; i < old.size() || j < now.size();) {
    if (i < old.size() && j < now.size() && old[i] == now[j]) {
      ++i, ++j;
      continue;
    }
    const std::size_t firstOld = i, firstNew = j;
    std::string removed, added;
    while (i < old.size() || j < now.size()) {
      const bool more = i < old.size() && j < now.size();
      if (more && old[i] == now[j]) break;
      const bool oldIsEmpty = i < old.size() && isEmpty(old[i]), newIsEmpty = j < now.size() && isEmpty(now[j]);
      if (i < old.size() && (oldIsEmpty || !newIsEmpty)) removed += fmt::format("-{}\n", support::oneLine(old[i]));
      if (j < now.size() && (newIsEmpty || !oldIsEmpty)) added += fmt::format("+{}\n", now[j]);
      const bool stepOld = i < old.size() && (oldIsEmpty || !newIsEmpty), stepNew = j < now.size() && (newIsEmpty || !oldIsEmpty);
      i += stepOld;
      j += stepNew;
    }
    out += fmt::format("@@ -{},{} +{},{} @@\n{}{}", firstOld + 1, i - firstOld, firstNew + 1, j - firstNew, removed, added);
  }
  return out;
}

class FormatCommand {
 public:
  explicit FormatCommand(const FormatArguments& arguments) : arguments_(arguments) {}

  int run() {
    std::vector<std::string> paths = arguments_.paths;
    if (paths.empty()) paths.emplace_back(".");
    if (paths == std::vector<std::string>{"-"}) return formatStandardInput();
    const runner::Discovery found = runner::discover(paths);
    for (const std::string& error : found.errors) usageError(error);
    if (!found.errors.empty()) return usageOrModelError;
    for (std::size_t i = 0; i < found.files.size(); ++i) {
      const std::string& path = found.files[i];
      if (isOurs(path))
        format(path);
      else if (!found.fromFolder[i]) {
        usageError(fmt::format("{}: only .als, .aunit, .md, .np and .prog files can be formatted", path));
        broken_ = true;
      }
    }
    if (files_ == 0 && !broken_) return nothingFor("found no .als, .aunit, .md, .np or .prog file to format");
    if (files_ > 0)
      reporters::show(stderr, fmt::format("{} {}, {} unchanged\n", support::plural(changed_, "file"),
                                          arguments_.write ? "changed" : "would change", files_ - changed_));
    if (broken_) return usageOrModelError;
    return arguments_.check && changed_ > 0 ? testFailed : allPassed;
  }

 private:
  /// Reads standard input and writes the formatted text to standard output.
  int formatStandardInput() {
    std::string error;
    const auto text = support::readStandardInput(error);
    if (!text) return usageError("cannot read standard input: " + error);
    const auto layout = laidOut("<stdin>", *text);
    if (!layout) return usageOrModelError;
    if (arguments_.diff)
      reporters::show(stdout, differenceOf("<stdin>", layout->before, layout->after));
    else if (!arguments_.check)
      reporters::writeDocument(stdout, layout->file);
    return arguments_.check && layout->file != *text ? testFailed : allPassed;
  }

  struct Layout {
    std::string before, after;  // old and new text with LF line breaks
    std::string file;           // new text with the file's own line breaks and byte order mark
  };
  /// Formats a text. If the text does not parse, writes messages and returns nothing.
  std::optional<Layout> laidOut(const std::string& path, const std::string& text) {
    LanguageOptions language = arguments_.language;
    auto options = loadOptions(path, language);
    if (!options) return std::nullopt;
    const auto loaded = parser::loadText(path, text, *options);
    std::vector<model::Diagnostic> errors;
    for (const model::Diagnostic& diagnostic : loaded->diagnostics.all())
      if (diagnostic.code == "syntax" && (diagnostic.span.file == 0 || !diagnostic.span.known())) errors.push_back(diagnostic);
    if (!errors.empty() || loaded->sources.size() == 0) {
      reporters::showDiagnostics(errors.empty() ? loaded->diagnostics.all() : errors, loaded->sources,
                                 colorChoice(arguments_.color));
      return std::nullopt;
    }
    const std::string& before = loaded->sources.file(0).document();
    const auto after = parser::formatted(path, before, style_);
    if (!after) return Layout{before, before, text};
    const parser::FileStyle style(text);
    return Layout{before, *after, std::string(style.mark) + style.inFile(*after)};
  }

  void format(const std::string& path) {
    std::string error;
    const auto onDisk = support::readFile(path, error);
    if (!onDisk) {
      broken_ = true;
      usageError(fmt::format("{}: {}", path, error));
      return;
    }
    const auto layout = laidOut(path, *onDisk);
    if (!layout) {
      broken_ = true;
      return;
    }
    ++files_;
    if (layout->file == *onDisk) return;
    if (arguments_.diff) {
      reporters::show(stdout, differenceOf(path, layout->before, layout->after));
    } else if (!arguments_.write) {
      reporters::show(stdout, fmt::format("{}\n", support::oneLine(path)));
    } else if (!support::editFile(path, *onDisk, layout->file, error)) {
      broken_ = true;
      usageError(fmt::format("cannot write `{}`: {}", path, error));
      --files_;
      return;
    }
    ++changed_;
  }

  const FormatArguments& arguments_;
  const parser::OperatorStyle style_ = arguments_.style == "symbols" ? parser::OperatorStyle::symbols
                                       : arguments_.style == "words" ? parser::OperatorStyle::words
                                                                     : parser::OperatorStyle::keep;
  std::size_t files_ = 0, changed_ = 0;
  bool broken_ = false;
};

}  // namespace

int format(const FormatArguments& given) {
  FormatArguments arguments = given;
  // Until version 0.3, `aunit format` writes the files if neither the command line nor aunit.toml says otherwise.
  if (!arguments.write && !arguments.check && !arguments.diff && arguments.paths != std::vector<std::string>{"-"}) {
    reporters::complain("`aunit format` is now `aunit format --write`; the old spelling will be removed in version 0.3");
    arguments.write = true;
  }
  if (!arguments.to.empty()) return convert(arguments);
  return FormatCommand(arguments).run();
}

}  // namespace aunit::cli
