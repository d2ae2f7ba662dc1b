// Parts that all pages share: the frame around their content, and small pieces of content.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reporters/html/report.h"

namespace aunit::reporters::html {

struct Link {
  std::string text;
  std::string target;  // relative to the page; empty if `text` is not a link
};

/// A complete document. `toRoot` leads from the page to the report's folder ("" or "../"). Its Content-Security-Policy forbids
/// inline scripts, and forbids loading anything from elsewhere.
std::string document(std::string_view title, std::string_view toRoot, const std::vector<Link>& path, std::string_view bodyClass,
                     std::string_view content);

/// The path of a source text's page, below the report's folder: "source/3-list.als.html". `page` counts from 0.
std::string pathOfSource(std::size_t page, std::string_view path);

/// Column heads, which the script turns into sort buttons; `true` marks columns of numbers.
std::string heads(const std::vector<std::pair<std::string_view, bool>>& columns);
/// An input that filters the rows of a table.
std::string filterField(std::string_view table, std::string_view label);

/// A section of the page, with its heading.
std::string section(std::string_view id, std::string_view title, std::string_view content);

/// The text as markup; parts in backquotes become <code> elements.
std::string sentence(std::string_view text);

/// A bar without text: the caller must write the numbers beside it, for readers who cannot see the bar.
std::string bar(const coverage::Tally& tally);
/// The percentage that is met, "87.5 %"; a dash if the tally has no requirements.
std::string share(const coverage::Tally& tally);

/// The look of a CoverageState or of a mutant's fate: a class name ("met" "partly" "unmet" "never" "infeasible"), a sign (such as
/// U+2713) for readers who see no colours, and a few words. States and fates of greater `urgency` deserve more attention.
struct Look {
  std::string_view className, sign, words;
  int urgency;
};
const Look& lookOf(CoverageState standing);

std::string_view sign(suite::Outcome outcome);
/// Sign and word of an outcome.
std::string badge(suite::Outcome outcome);

}  // namespace aunit::reporters::html
