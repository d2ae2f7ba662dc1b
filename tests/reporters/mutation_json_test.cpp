// A mutant's entry in a report describes the mutant. If its replacement is put at its location, in the schema's units, the source
// is the mutant's text. The terminal shows lines of the mutant's text, too.

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "parser/front_end.h"
#include "reporters/mutation/diff.h"
#include "reporters/mutation/mutation.h"
#include "strength/mutation/campaign.h"
#include "support/utf8.h"
#include "tests/loaded.h"

namespace aunit::reporters {
namespace {

using Json = nlohmann::json;

/// The byte offset of a position, as a reader in JavaScript finds it: columns count UTF-16 units.
std::size_t offsetOf(const std::string& text, const Json& position) {
  std::size_t at = 0;
  for (int line = 1; line < position.at("line"); ++line) at = text.find('\n', at) + 1;
  for (int column = 1; column < position.at("column");) {
    const support::CodePoint next = support::decode(std::string_view(text).substr(at));
    column += next.value >= 0x10000 ? 2 : 1;
    at += next.length;
  }
  return at;
}

TEST(MutationJson, LocationAndReplacementMakeTheMutant) {
  const char* const text = R"(-- 😀 ä
sig A { /* 😀😀 */ f: set A, /* ü */ g: A }
abstract sig B {} lone sig C, D extends B {}
fact { some A /* 😀 */ and all x, y: A | x in y.f
  no f & g	and one g
  some A.f => no f else some g }
pred p[a: A] { a in a.g
  some a.f
})";
  const auto loaded = tests::loaded("places.als", text);
  strength::Campaign campaign(*loaded, {});
  strength::Report report;
  strength::MutatedFile& file = report.files.emplace_back();
  file = {"places.als", text, {}};
  for (std::size_t i = 0; i < campaign.mutants().size(); ++i) file.mutants.push_back(campaign.describe(i));
  ASSERT_GT(file.mutants.size(), 60u);
  const Json json = Json::parse(mutationJson(report));
  const Json& written = json.at("files").at("places.als");
  const std::string source = written.at("source");
  std::size_t put = 0;
  for (std::size_t i = 0; i < file.mutants.size(); ++i) {
    const strength::MutantResult& mutant = file.mutants[i];
    const Json& entry = written.at("mutants")[i];
    std::string expected = text, shown = source, own = source;
    expected.replace(mutant.begin, mutant.end - mutant.begin, mutant.replacement);
    const std::size_t begin = offsetOf(source, entry.at("location").at("start")),
                      end = offsetOf(source, entry.at("location").at("end"));
    put += begin == end;
    EXPECT_EQ(shown.replace(begin, end - begin, entry.at("replacement").get<std::string>()), expected) << entry.dump(2);
    const Json& aunit = entry.at("aunit");
    EXPECT_EQ(own.replace(aunit.at("begin"), aunit.at("end").get<std::size_t>() - aunit.at("begin").get<std::size_t>(),
                          mutant.replacement),
              expected);
    const Diff diff = diffOf(file, mutant);
    std::vector<std::string> lines = linesOf(source);
    ASSERT_LE(diff.line - 1 + diff.before.size(), lines.size());
    const auto first = lines.begin() + diff.line - 1, last = first + static_cast<std::ptrdiff_t>(diff.before.size());
    EXPECT_EQ(std::vector<std::string>(first, last), diff.before);
    lines.insert(lines.erase(first, last), diff.after.begin(), diff.after.end());
    EXPECT_EQ(lines, linesOf(expected)) << entry.dump(2);
  }
  EXPECT_GT(put, 5u);  // inserted multiplicities, `disj`
}

}  // namespace
}  // namespace aunit::reporters
