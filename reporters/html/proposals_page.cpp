#include "reporters/html/proposals_page.h"

#include <fmt/format.h>

#include "reporters/html/page.h"
#include "reporters/html/ready_test.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "support/plural.h"

namespace aunit::reporters::html {

namespace {

std::string contents(const Proposals& proposals) {
  std::string items;
  for (std::size_t i = 0; i < proposals.tests.size(); ++i)
    items += fmt::format("<li><a href=\"#test{}\">{}</a> <span class=\"kind\">{}</span></li>\n", i + 1,
                         escaped(proposals.tests[i].title), sentence(proposals.tests[i].says));
  return "<ol class=\"gaps\" data-fold=\"20\">\n" + items + "</ol>\n";
}

std::string proposal(const ProposedTest& test, std::size_t number) {
  return fmt::format(
      "<section class=\"proposal\" aria-labelledby=\"test{0}\"><h2 id=\"test{0}\" tabindex=\"-1\">{0}. {1}</h2>\n<p>The model "
      "says now: <strong>{2}</strong>. Is that right?</p>\n{3}</section>\n",
      number, escaped(test.title), sentence(test.says),
      readyTest(fmt::format("test{}", number), "Ready to be pasted", test.text, test.example));
}

}  // namespace

std::string proposalsPage(const Proposals& proposals) {
  std::string content = fmt::format("<h1>{}</h1>\n", escaped(proposals.title));
  for (const std::string& line : proposals.summary) content += fmt::format("<p class=\"facts\">{}</p>\n", sentence(line));
  if (proposals.tests.empty()) return document(proposals.title, "", {{"Report", ""}}, "proposals", content);
  content +=
      "<p class=\"note\">Each test states what the model does now, which may be wrong. Copy the right tests into a file of "
      "tests. Negate the wrong ones: they then fail until the model is fixed.</p>\n" +
      contents(proposals);
  std::string all = proposals.head;
  for (std::size_t i = 0; i < proposals.tests.size(); ++i) {
    content += proposal(proposals.tests[i], i + 1);
    all += "\n" + proposals.tests[i].text;
  }
  content += section("all", "All of them",
                     "<details><summary>" + support::plural(proposals.tests.size(), "test") + " as a file</summary>\n" +
                         readyTest("all-tests", "As a file", all, {}) + "</details>");
  return document(proposals.title, "", {{"Report", ""}}, "proposals", content);
}

}  // namespace aunit::reporters::html
