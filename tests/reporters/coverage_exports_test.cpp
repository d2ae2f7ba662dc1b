// Coverage in the formats of other tools, read as those tools read it: LCOV's tracefile by geninfo(1), Cobertura and SonarQube by
// their schemas. Totals are computed again from the lines, and compared with the data.

#include "reporters/coverage/exports.h"

#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "tests/coverage/support.h"
#include "tests/folders.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::reporters {
namespace {

using coverage::Criterion;
using coverage::Tally;
using coverage::testing::Loaded;

/// Data of three models: the paper's list model with three tests; a model of two files with a requirement that is proved
/// infeasible; and a model for which there is no test.
class Exports : public testing::Test {
 protected:
  void SetUp() override {
    using namespace coverage::testing;
    add(list_, {list_.record(list_.instance(alpha)), list_.record(list_.instance(beta), "NoDirectedCycles"),
                list_.record(list_.instance(mu), "NoDirectedCycles")});
    add(bank_, {bank_.record(bank_.instance({{"Account", "A B"}, {"Owner", "O"}, {"owner", "A->O B->O"}}), "solvent")});
    coverage::Bits never(bank_.requirements().count());
    never.set(bank_.subject("Owner").first);
    data_.of(bank_.requirements()).exclude(never);
    add(untested_, {});
  }

  void add(const Loaded& model, std::vector<coverage::TestRecord> tests) {
    coverage::ModelCoverage& into = data_.of(model.requirements());
    for (std::size_t i = 0; i < tests.size(); ++i) {
      tests[i].id = "t.aunit::\"<" + std::to_string(i) + ">\" & more";
      into.add(std::move(tests[i]));
    }
  }

  /// Branches are the requirements of model coverage.
  Tally branches() const {
    Tally all;
    for (const coverage::ModelCoverage& model : data_.models) all += model.tally(Criterion::model);
    return all;
  }

  std::size_t linesOf(const std::string& path) const {
    for (const coverage::ModelCoverage& model : data_.models)
      for (const coverage::Source& source : model.requirements.sources)
        if (source.path == path) return static_cast<std::size_t>(std::ranges::count(source.text, '\n')) + 1;
    ADD_FAILURE() << "no source " << path;
    return 0;
  }

  const Loaded list_{coverage::testing::listModel};
  const Loaded bank_{
      "module bank\nopen people\nsig Account { owner: one Owner }\nfun rich: set Owner {\n  { o: Owner | some disj a, b: Account "
      "|\n    a.owner = o and b.owner = o }\n}\n"
      "pred solvent { some rich\n  no rich & Owner implies some Account }\nassert Owned { all a: Account | some a.owner }\nrun "
      "solvent\ncheck Owned\n",
      {},
      "bank & co.als",
      {{"people.als", "module people\n\nsome sig Owner {}\nfact Few { lone Owner }\n"}}};
  const Loaded untested_{"module untested\nsig A {}\npred p { some A }\nrun p\n", {}, "untested.als"};
  coverage::Data data_;
};

/// One record of a tracefile.
struct Record {
  std::map<std::string, std::size_t> functionLine, functionHits;
  std::map<std::size_t, std::size_t> lineHits;
  std::set<std::pair<std::size_t, std::size_t>> unreached, reached;  // line and block
  Tally branches;
  std::map<std::string, std::size_t> totals;  // FNF FNH BRF BRH LF LH
};

/// The records by file. Fails the test if a line is not part of the format.
std::map<std::string, Record> readTracefile(const std::string& text) {
  std::map<std::string, Record> files;
  Record* record = nullptr;
  std::set<std::string> branchIds;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == "TN:") continue;
    if (line == "end_of_record") {
      record = nullptr;
      continue;
    }
    const auto colon = line.find(':');
    const std::string key = line.substr(0, colon), rest = line.substr(colon + 1);
    if (key == "SF") {
      record = &files[rest];
      branchIds.clear();
      continue;
    }
    if (record == nullptr) {
      ADD_FAILURE() << "outside a record: " << line;
      return files;
    }
    const auto comma = rest.find(',');
    const auto number = [](const std::string& digits) { return static_cast<std::size_t>(std::stoul(digits)); };
    if (key == "FN") {
      EXPECT_TRUE(record->functionLine.emplace(rest.substr(comma + 1), number(rest)).second) << line;
    } else if (key == "FNDA") {
      EXPECT_TRUE(record->functionHits.emplace(rest.substr(comma + 1), number(rest)).second) << line;
    } else if (key == "DA") {
      EXPECT_TRUE(record->lineHits.emplace(number(rest), number(rest.substr(comma + 1))).second) << line;
    } else if (key == "BRDA") {
      const auto last = rest.rfind(',');
      EXPECT_TRUE(branchIds.insert(rest.substr(0, last)).second) << "a branch twice: " << line;
      const std::string taken = rest.substr(last + 1);
      const std::pair block(number(rest), number(rest.substr(comma + 1)));
      (taken == "-" ? record->unreached : record->reached).insert(block);
      record->branches += {taken != "-" && number(taken) != 0 ? 1u : 0u, 1};
    } else {
      EXPECT_TRUE((std::set<std::string>{"FNF", "FNH", "BRF", "BRH", "LF", "LH"}).contains(key)) << line;
      EXPECT_TRUE(record->totals.emplace(key, number(rest)).second) << line;
    }
  }
  EXPECT_EQ(record, nullptr) << "the last record is not closed";
  return files;
}

class ByLines : public Exports, public testing::WithParamInterface<LineRule> {
 protected:
  const LineRule rule = GetParam();
};

INSTANTIATE_TEST_SUITE_P(Exports, ByLines, testing::Values(LineRule::met, LineRule::touched),
                         [](const auto& each) { return each.param == LineRule::met ? "Met" : "Touched"; });

TEST_P(ByLines, LcovAddsUp) {
  const auto files = readTracefile(lcov(data_, rule));
  EXPECT_EQ(files.size(), 4u);
  const auto hit = [](const auto& hits) {
    return static_cast<std::size_t>(std::ranges::count_if(hits, [](const auto& one) { return one.second != 0; }));
  };
  Tally all;
  for (const auto& [path, record] : files) {
    SCOPED_TRACE(path);
    EXPECT_EQ(record.totals, (std::map<std::string, std::size_t>{{"FNF", record.functionLine.size()},
                                                                 {"FNH", hit(record.functionHits)},
                                                                 {"BRF", record.branches.total},
                                                                 {"BRH", record.branches.met},
                                                                 {"LF", record.lineHits.size()},
                                                                 {"LH", hit(record.lineHits)}}));
    for (const auto& [name, line] : record.functionLine)
      EXPECT_TRUE(record.functionHits.contains(name) && line >= 1 && line <= linesOf(path)) << name;
    EXPECT_EQ(record.functionHits.size(), record.functionLine.size());
    for (const auto& [line, hits] : record.lineHits) EXPECT_TRUE(line >= 1 && line <= linesOf(path)) << line;
    for (const auto& blocks : {record.reached, record.unreached})
      for (const auto& block : blocks)
        EXPECT_TRUE(record.lineHits.contains(block.first)) << "branches on line " << block.first << ", which has no DA";
    for (const auto& block : record.unreached) EXPECT_FALSE(record.reached.contains(block));
    for (const auto& block : record.reached)
      EXPECT_TRUE(rule == LineRule::met || record.lineHits.at(block.first) != 0) << "line " << block.first;
    all += record.branches;
  }
  EXPECT_EQ(all, branches());
  EXPECT_GT(all.met, 0u);
  EXPECT_EQ(files.at("untested.als").totals.at("LH"), 0u);
}

// A requirement that is proved infeasible does not make its line uncovered.
TEST_F(Exports, ALineIsCoveredWhenNothingOnItIsUnmet) {
  const auto lines = [](const coverage::Data& data, LineRule rule) {
    Tally all;
    for (const CoveredFile& file : coveredFiles(data, rule)) all += file.lineTally;
    return all;
  };
  coverage::Data complete = data_;
  for (coverage::ModelCoverage& model : complete.models) {
    const coverage::Bits met = model.met();
    model.infeasible = coverage::Bits(met.size());
    for (std::size_t i = 0; i < met.size(); ++i)
      if (!met.test(i)) model.infeasible.set(i);
  }
  const Tally touched = lines(data_, LineRule::touched);
  EXPECT_LT(lines(data_, LineRule::met).met, touched.met);
  EXPECT_EQ(lines(data_, LineRule::met).total, touched.total);
  EXPECT_EQ(lines(complete, LineRule::met), touched);
  EXPECT_GT(touched.met, 0u);
}

double rate(const pugi::xml_node& node, const char* name) {
  return node.attribute(name).as_double(-1);
}
double share(const Tally& tally) {
  return tally.percent() / 100;
}

/// Lines and branches of a `<lines>` element.
std::pair<Tally, Tally> count(const pugi::xml_node& lines) {
  Tally line, branch;
  for (const pugi::xml_node& one : lines.children("line")) {
    line += {one.attribute("hits").as_uint() != 0 ? 1u : 0u, 1};
    unsigned percent = 0, met = 0, total = 0;
    const bool stated = std::sscanf(one.attribute("condition-coverage").value(), "%u%% (%u/%u)", &percent, &met, &total) == 3;
    EXPECT_EQ(stated, one.attribute("branch").as_bool());
    EXPECT_EQ(percent, stated ? met * 100 / total : 0);
    branch += {met, total};
  }
  return {line, branch};
}

TEST_P(ByLines, CoberturaAddsUp) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(cobertura(data_, rule, 1700000000).c_str()));
  const pugi::xml_node root = document.child("coverage");
  constexpr double precision = 0.00011;  // four decimal places, rounded down
  Tally lines, branches;
  for (const pugi::xml_node& package : root.child("packages").children()) {
    Tally packageLines, packageBranches;
    for (const pugi::xml_node& one : package.child("classes").children()) {
      const auto [classLines, classBranches] = count(one.child("lines"));
      EXPECT_NEAR(rate(one, "line-rate"), share(classLines), precision);
      EXPECT_NEAR(rate(one, "branch-rate"), share(classBranches), precision);
      std::set<unsigned> known;
      for (const pugi::xml_node& line : one.child("lines").children())
        EXPECT_TRUE(known.insert(line.attribute("number").as_uint()).second);
      for (const pugi::xml_node& method : one.child("methods").children()) {
        const auto [methodLines, methodBranches] = count(method.child("lines"));
        EXPECT_NEAR(rate(method, "line-rate"), share(methodLines), precision) << method.attribute("name").value();
        EXPECT_NEAR(rate(method, "branch-rate"), share(methodBranches), precision);
        for (const pugi::xml_node& line : method.child("lines").children())
          EXPECT_TRUE(known.contains(line.attribute("number").as_uint()));
      }
      packageLines += classLines;
      packageBranches += classBranches;
    }
    EXPECT_NEAR(rate(package, "line-rate"), share(packageLines), precision);
    EXPECT_NEAR(rate(package, "branch-rate"), share(packageBranches), precision);
    lines += packageLines;
    branches += packageBranches;
  }
  EXPECT_EQ(branches, this->branches());
  EXPECT_EQ(root.attribute("lines-valid").as_uint(), lines.total);
  EXPECT_EQ(root.attribute("lines-covered").as_uint(), lines.met);
  EXPECT_EQ(root.attribute("branches-valid").as_uint(), branches.total);
  EXPECT_EQ(root.attribute("branches-covered").as_uint(), branches.met);
  EXPECT_NEAR(rate(root, "line-rate"), share(lines), precision);
  EXPECT_NEAR(rate(root, "branch-rate"), share(branches), precision);
}

TEST_P(ByLines, SonarAddsUp) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(sonar(data_, rule).c_str()));
  Tally all;
  for (const pugi::xml_node& file : document.child("coverage").children())
    for (const pugi::xml_node& line : file.children()) {
      EXPECT_LE(line.attribute("lineNumber").as_uint(), linesOf(file.attribute("path").value()));
      const Tally here{line.attribute("coveredBranches").as_uint(), line.attribute("branchesToCover").as_uint()};
      EXPECT_LE(here.met, here.total);
      EXPECT_TRUE(rule == LineRule::met ? here.met == here.total || !line.attribute("covered").as_bool()
                                        : here.met == 0 || line.attribute("covered").as_bool());
      all += here;
    }
  EXPECT_EQ(all, branches());
}

/// Whether xmllint accepts the document by this schema.
bool isValid(const std::string& document, const std::string& schema) {
  const test::TemporaryFolder folder;
  folder.write("export.xml", document);
  return std::system(("xmllint --noout --nonet " + schema + " " + folder / "export.xml" + " >/dev/null 2>&1").c_str()) == 0;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST_F(Exports, HoldNoControlCharacters) {
  coverage::Data data = data_;
  data.models.at(0).requirements.model = "m\x1b[2J";
  data.models.at(0).requirements.sources.at(0).path = "a\nend_of_record\x1b[2J\u202e.als";
  for (const std::string& text : {cobertura(data, LineRule::met, 0), sonar(data, LineRule::met), lcov(data, LineRule::met)}) {
    EXPECT_NE(text.find("a\\nend_of_record\\x1b[2J\\u{202e}.als"), std::string::npos) << text;
    EXPECT_EQ(text.find("&#"), std::string::npos);
  }
}

TEST_P(ByLines, AreValidAgainstTheirSchemas) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "xmllint is not installed";
  const std::string dtd = "--dtdvalid " + sourceFolder() + "/reporters/cobertura.dtd",
                    xsd = "--schema " + sourceFolder() + "/reporters/sonar.xsd";
  EXPECT_TRUE(isValid(cobertura(data_, rule, 0), dtd));
  EXPECT_TRUE(isValid(cobertura({}, rule, 0), dtd));
  EXPECT_FALSE(isValid(replaced(cobertura(data_, rule, 0), " branch=", " branches="), dtd));
  EXPECT_TRUE(isValid(sonar(data_, rule), xsd));
  EXPECT_TRUE(isValid(sonar({}, rule), xsd));
  EXPECT_FALSE(isValid(replaced(sonar(data_, rule), "<line", "<lineToCover lineNumber=\"3\" covered=\"true\"/><line"),
                       xsd));  // line 3 twice
}

}  // namespace
}  // namespace aunit::reporters
