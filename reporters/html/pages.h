// The pages of the HTML report, each a complete document. They load assets/report.css, assets/report.js and assets/tests.js from
// the report's folder.
#pragma once

#include <string>
#include <string_view>

#include "reporters/html/report.h"
#include "strength/audit/audit.h"

namespace aunit::reporters::html {

/// "index.html": suites, tests, criteria.
std::string indexPage(const Report& report);
/// The page at sourcePath(report, page): one source text with coloured stretches.
std::string sourcePage(const Report& report, std::size_t page);
/// The page at testPath(test): one test with its valuation and, if it failed, the reason.
std::string testPage(const Report& report, std::size_t test);
/// "index.html" of an audit: findings, worst first; claims; each answer with what it rests on.
std::string auditPage(const strength::audit::Report& report);
/// "assets/tests.js": names and outcomes of all tests, for the script of the source pages.
std::string testList(const Report& report);

/// Paths of the pages, relative to the report's folder. The separator is "/" on all platforms.
std::string sourcePath(const Report& report, std::size_t page);
std::string testPath(std::size_t test);

/// A link from a page to the proposed test that meets the requirement of a gap; empty if no proposed test meets this requirement.
/// `toRoot` leads from the page to the report's folder.
std::string linkToTestFor(const Report& report, const Gap& gap, std::string_view toRoot);

/// A link "list.als:3" from a page to the first occurrence of a subject. The link opens the subject's details. `toRoot` leads
/// from the page to the report's folder.
std::string linkToSubject(const Report& report, std::uint32_t model, std::uint32_t subject, std::string_view toRoot);

}  // namespace aunit::reporters::html
