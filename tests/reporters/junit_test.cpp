#include "reporters/run/junit.h"

#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "tests/folders.h"
#include "tests/reporters/samples.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::reporters {
namespace {

using testing::HasSubstr;
using testing::Not;

class JUnit : public testing::Test {
 protected:
  JUnit() { EXPECT_TRUE(document.load_string(text.c_str())); }

  pugi::xml_node test(const char* name) const {
    return document.select_node(("//testcase[@name=\"" + std::string(name) + "\"]").c_str()).node();
  }

  const std::string text = junit(test::mixedRun());
  pugi::xml_document document;
};

TEST_F(JUnit, CountsStandOnEveryLevel) {
  const pugi::xml_node all = document.child("testsuites");
  EXPECT_EQ(all.attribute("tests").as_int(), 4);
  EXPECT_EQ(all.attribute("failures").as_int(), 1);
  EXPECT_EQ(all.attribute("errors").as_int(), 1);
  EXPECT_EQ(all.attribute("skipped").as_int(), 1);
  const pugi::xml_node first = all.child("testsuite");
  EXPECT_STREQ(first.attribute("name").value(), "specs/list.aunit");
  EXPECT_EQ(first.attribute("tests").as_int(), 2);
  EXPECT_STREQ(first.attribute("timestamp").value(), "2023-11-14T22:13:20Z");
}

TEST_F(JUnit, ATestHasItsPlaceTimeAndEngine) {
  const pugi::xml_node passed = test("two nodes");
  EXPECT_STREQ(passed.attribute("classname").value(), "specs.list");
  EXPECT_STREQ(passed.attribute("file").value(), "specs/list.aunit");
  EXPECT_EQ(passed.attribute("line").as_int(), 3);
  EXPECT_DOUBLE_EQ(passed.attribute("time").as_double(), 0.00025);
  EXPECT_STREQ(passed.select_node("properties/property[@name='engine']").node().attribute("value").value(), "evaluated");
  EXPECT_STREQ(passed.select_node("properties/property[@name='tag']").node().attribute("value").value(), "fast");
}

TEST_F(JUnit, AFailureTellsEverything) {
  const pugi::xml_node failure = document.select_node("//failure").node();
  EXPECT_STREQ(failure.attribute("message").value(), "fact PartialFunction does not hold");
  const std::string said = failure.text().get();
  EXPECT_THAT(said, HasSubstr("specs/list.als:5:3"));
  EXPECT_THAT(said, HasSubstr("all n: Node | lone n.link"));
  EXPECT_THAT(said, HasSubstr("n = N0"));
  EXPECT_THAT(said, HasSubstr("n.link = {N1, N2}"));
  EXPECT_THAT(said, HasSubstr("N0->N1, N0->N2"));
}

TEST_F(JUnit, CharactersThatXmlForbidsAreEscapes) {
  EXPECT_THAT(text, Not(HasSubstr("&#")));
  EXPECT_THAT(text, HasSubstr("bell \\x07, null \\x01, invalid \\xff\\xfe, valid \xC3\xA4"));
}

TEST_F(JUnit, TheHostIsNamedOnlyOnRequest) {
  EXPECT_THAT(text, Not(HasSubstr("hostname")));
  EXPECT_THAT(junit(test::mixedRun(), "box"), HasSubstr("hostname=\"box\""));
}

TEST_F(JUnit, IsValidAgainstTheSchema) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "xmllint is not installed";
  const test::TemporaryFolder folder;
  const std::string file = folder / "junit.xml";
  const std::string command = "xmllint --noout --nonet --schema " + sourceFolder() + "/reporters/junit.xsd " + file + " 2>&1";
  for (const std::string& valid : {text, junit({}), junit(test::mixedRun(), "box")}) {
    std::ofstream(file) << valid;
    EXPECT_EQ(std::system((command + " >/dev/null").c_str()), 0) << valid;
  }
  std::string invalid = text;
  invalid.replace(invalid.find("<failure"), 8, "<falture").replace(invalid.find("</failure"), 9, "</falture");
  std::ofstream(file) << invalid;
  EXPECT_NE(std::system((command + " >/dev/null").c_str()), 0);
}

}  // namespace
}  // namespace aunit::reporters
