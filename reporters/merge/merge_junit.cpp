// Union of JUnit files.

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "reporters/merge/merge_tests.h"
#include "reporters/run/xml_text.h"
#include "runner/selection/shard.h"

namespace aunit::reporters {

namespace {

using Attributes = std::map<std::string, std::string>;

std::string textOf(const pugi::xml_node& node) {
  std::ostringstream text;
  node.print(text, "", pugi::format_raw);
  return text.str();
}

int badnessOf(const pugi::xml_node& testcase) {
  if (testcase.child("error")) return 3;
  if (testcase.child("failure")) return 2;
  return testcase.child("skipped") ? 0 : 1;
}

/// Keeps the attributes on which all reports agree; drops an attribute if one report lacks it.
void agree(Attributes& known, bool isFirst, const pugi::xml_node& node) {
  if (isFirst) {
    for (const pugi::xml_attribute& attribute : node.attributes()) known[attribute.name()] = attribute.value();
    return;
  }
  std::erase_if(known, [&](const auto& entry) {
    const pugi::xml_attribute attribute = node.attribute(entry.first.c_str());
    return !attribute || entry.second != attribute.value();
  });
}

void earliest(std::string& known, const pugi::xml_node& node) {
  const std::string stamp = node.attribute("timestamp").value();
  if (!stamp.empty() && (known.empty() || stamp < known)) known = stamp;
}

struct MergedTotals {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double time = 0;

  void add(const MergedTotals& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    time += other.time;
  }
};

/// Writes an element's name, then counts, time and timestamp, then `others`: the attributes on which all reports agree.
void writeAttributes(pugi::xml_node node, Attributes others, const MergedTotals& totals, double time,
                     const std::string& timestamp) {
  const auto set = [&](const char* name, const std::string& value) { node.append_attribute(name).set_value(value.c_str()); };
  for (const char* name : {"name", "file"})
    if (const auto found = others.extract(name)) set(name, found.mapped());
  set("tests", std::to_string(totals.tests));
  set("failures", std::to_string(totals.failures));
  set("errors", std::to_string(totals.errors));
  set("skipped", std::to_string(totals.skipped));
  set("time", secondsText(time));
  if (!timestamp.empty()) set("timestamp", timestamp);
  for (const char* name : {"tests", "failures", "errors", "skipped", "time", "timestamp"}) others.erase(name);
  for (const auto& [name, value] : others) set(name.c_str(), value);
}

class UnitedSuite {
 public:
  void add(const pugi::xml_node& suite) {
    agree(attributes_, isFirst_, suite);
    isFirst_ = false;
    earliest(timestamp_, suite);
    std::map<std::string, std::size_t> seen;
    for (const pugi::xml_node& child : suite.children()) {
      const std::string_view kind = child.name();
      if (kind == "testcase")
        addTest(child, seen);
      else if (kind == "properties")
        addProperties(child);
      else
        others_.emplace(textOf(child), child);
    }
  }

  MergedTotals totals() const {
    MergedTotals all;
    for (const auto& [id, said] : tests_) all.add({1, said.badness == 2, said.badness == 3, said.badness == 0, said.time});
    return all;
  }

  void write(pugi::xml_node suite) const {
    const MergedTotals all = totals();
    writeAttributes(suite, attributes_, all, all.time, timestamp_);
    if (!properties_.empty()) {
      pugi::xml_node properties = suite.append_child("properties");
      for (const auto& [text, property] : properties_) properties.append_copy(property);
    }
    std::vector<std::pair<TestOrder, pugi::xml_node>> order;
    for (const auto& [id, said] : tests_)
      order.emplace_back(TestOrder{id.name != fileTest, said.content.attribute("line").as_int(), id.name, id.number},
                         said.content);
    std::ranges::sort(order, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [place, test] : order) suite.append_copy(test);
    for (const auto& [text, child] : others_) suite.append_copy(child);
  }

 private:
  void addTest(const pugi::xml_node& testcase, std::map<std::string, std::size_t>& seen) {
    if (!testcase.attribute("name")) throw NoReport("a testcase has no name");
    const std::string name = testcase.attribute("name").value();
    const std::string sameName = fmt::format("{}\n{}", testcase.attribute("classname").value(), name);
    pugi::xml_document timeless;
    timeless.append_copy(testcase).remove_attribute("time");
    TestEntry<pugi::xml_node> said{badnessOf(testcase), textOf(timeless), testcase.attribute("time").as_double(), testcase};
    const auto [place, isNew] = tests_.try_emplace({testcase.attribute("classname").value(), name, seen[sameName]++}, said);
    if (!isNew && place->second < said) place->second = std::move(said);
  }

  /// Adds properties of the run, except the shard number, which describes only a part of the run.
  void addProperties(const pugi::xml_node& properties) {
    for (const pugi::xml_node& property : properties.children())
      if (property.attribute("name").value() != std::string_view("shard") ||
          !runner::Shard::parse(property.attribute("value").value()))
        properties_.emplace(textOf(property), property);
  }

  bool isFirst_ = true;
  Attributes attributes_;
  std::string timestamp_;
  std::map<std::string, pugi::xml_node> properties_, others_;  // nodes by their text, so that equal nodes occur once
  std::map<TestIdentity, TestEntry<pugi::xml_node>> tests_;
};

class UnitedJunit {
 public:
  /// `document` must outlive this object.
  void add(const pugi::xml_document& document) {
    const pugi::xml_node root = document.document_element();
    const std::string_view kind = root.name();
    if (kind == "testsuite") return addSuite(root);
    if (kind != "testsuites") throw NoReport(fmt::format("its root is <{}>, not <testsuites>", kind));
    agree(attributes_, isFirst_, root);
    isFirst_ = false;
    earliest(timestamp_, root);
    time_ = std::max(time_, root.attribute("time").as_double());
    for (const pugi::xml_node& suite : root.children("testsuite")) addSuite(suite);
  }

  std::string text() const {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    MergedTotals all;
    for (const auto& [name, suite] : suites_) all.add(suite.totals());
    pugi::xml_node root = document.append_child("testsuites");
    writeAttributes(root, attributes_, all, time_, timestamp_);
    for (const auto& [name, suite] : suites_) suite.write(root.append_child("testsuite"));
    return xmlText(document, pugi::format_indent);
  }

 private:
  void addSuite(const pugi::xml_node& suite) {
    if (!suite.attribute("name")) throw NoReport("a testsuite has no name");
    if (suite.child("testsuite")) throw NoReport("a testsuite contains another testsuite");
    suites_[suite.attribute("name").value()].add(suite);
  }

  bool isFirst_ = true;
  Attributes attributes_;
  std::string timestamp_;
  double time_ = 0;
  std::map<std::string, UnitedSuite> suites_;  // by name
};

}  // namespace

std::string unitedJunit(const std::vector<ReportFile>& reports) {
  std::vector<pugi::xml_document> documents(reports.size());
  UnitedJunit all;
  for (std::size_t i = 0; i < reports.size(); ++i) try {
      const auto result = documents[i].load_buffer(reports[i].text.data(), reports[i].text.size(), pugi::parse_full);
      if (!result) throw NoReport(fmt::format("{} at byte {}", result.description(), result.offset));
      all.add(documents[i]);
    } catch (const NoReport& reason) {
      throw NoReport(fmt::format("{} is not a JUnit file: {}", reports[i].path, reason.what()));
    }
  return all.text();
}

}  // namespace aunit::reporters
