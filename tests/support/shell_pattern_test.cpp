#include <string>
#include <vector>

#include <gtest/gtest.h>

// Tests both implementations: the system's own, and this program's for systems without one.
#include "support/system/shell_pattern.h"
#define matchesPattern matchesPatternOfOurs
#include "support/system/shell_pattern_windows.cpp"
#undef matchesPattern

namespace aunit::support {
namespace {

TEST(ShellPattern, OursIsTheSystems) {
  const std::vector<std::string> names = {"",  "a",    "b", "ab",  "ba", "abc", ".a",  "a.log", "run-1.log", "run-12.log",
                                          "-", "]",    "[", "a]",  "*",  "?",   "a*b", "\\",    "aXbXc",     "aaab",
                                          "!", "run-", "^", "[a]", "..", ".",   "z",   "5",     "a-b",       "abab"};
  const std::vector<std::string> patterns = {"",
                                             "*",
                                             "?",
                                             "a",
                                             "a*",
                                             "*a",
                                             "*b*",
                                             "a?",
                                             "[ab]",
                                             "[!a]",
                                             "[^a]",
                                             "[a-c]*",
                                             "*.log",
                                             "run-[0-9].log",
                                             "run-*[0-9].log",
                                             "[]]",
                                             "[]-a]",
                                             "a]",
                                             "[",
                                             "[a",
                                             "*[",
                                             "\\*",
                                             "a\\*b",
                                             "\\\\",
                                             "a*b*c",
                                             "**",
                                             "a**",
                                             "*a*a*b",
                                             ".*",
                                             "[.]a",
                                             "[!]]",
                                             "[a-]",
                                             "?*",
                                             "*?",
                                             "[*]",
                                             "[\\]]",
                                             "*ab"};
  for (const std::string& pattern : patterns)
    for (const std::string& name : names)
      for (const HiddenNames hidden : {HiddenNames::asOthers, HiddenNames::byNameOnly})
        EXPECT_EQ(matchesPatternOfOurs(name, pattern, hidden), matchesPattern(name, pattern, hidden)) << pattern << " " << name;
}

}  // namespace
}  // namespace aunit::support
